import GraphIO

extension GraphFormat {
  /// As on the command line.
  var name: String {
    switch self {
    case .edgeList: "edge-list"
    case .csv: "csv"
    case .tsv: "tsv"
    case .json: "json"
    case .graphML: "graphml"
    case .gexf: "gexf"
    case .dot: "dot"
    case .gml: "gml"
    case .pajek: "pajek"
    case .metis: "metis"
    case .matrixMarket: "matrix-market"
    case .lgl: "lgl"
    case .adjacencyList: "adjacency-list"
    case .multilineAdjacencyList: "multiline-adjacency-list"
    case .adjacencyMatrix: "adjacency-matrix"
    }
  }

  /// As people call it.
  var title: String {
    switch self {
    case .edgeList: "edge list"
    case .csv: "CSV edge list"
    case .tsv: "TSV edge list"
    case .json: "node-link JSON"
    case .graphML: "GraphML"
    case .gexf: "GEXF"
    case .dot: "DOT (Graphviz)"
    case .gml: "GML"
    case .pajek: "Pajek"
    case .metis: "METIS"
    case .matrixMarket: "Matrix Market"
    case .lgl: "LGL"
    case .adjacencyList: "adjacency lists"
    case .multilineAdjacencyList: "multiline adjacency lists"
    case .adjacencyMatrix: "adjacency matrix"
    }
  }

  static var names: [String] { allCases.map(\.name) }

  /// Whether files can say where nodes are.
  var holdsPositions: Bool {
    switch self {
    case .json, .graphML, .gexf, .dot, .gml, .pajek: true
    default: false
    }
  }

  /// By its name, or by an end of file names.
  init?(name: String) {
    let word = name.lowercased()
    guard
      let format = Self.allCases.first(where: { $0.name == word })
        ?? GraphFormat(fileName: "." + word)
    else { return nil }
    self = format
  }
}
