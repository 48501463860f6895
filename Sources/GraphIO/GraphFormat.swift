import Foundation

/// The formats of graph files. docs/graph-files.md says what each of them holds.
///
/// The raw value is the name of the format in messages and on the command line of forcegraph.
public enum GraphFormat: String, CaseIterable, Sendable {
  /// A line an edge, blanks between the columns.
  case edgeList = "edge-list"
  /// A line an edge, commas between the columns, a header.
  case csv
  /// A line an edge, tabs between the columns, a header.
  case tsv
  /// Node-link JSON, as d3 and networkx have it.
  case json
  case graphML = "graphml"
  case gexf
  /// Graphviz.
  case dot
  case gml
  case pajek
  case metis
  case matrixMarket = "matrix-market"
  /// Large Graph Layout: `# node`, then a line for each of its neighbours. Only read.
  case lgl
  /// A line a node: its id and those of its neighbours. Only read.
  case adjacencyList = "adjacency-list"
  /// networkx's form with data: a node and the number of its lines, then a neighbour a line. Only
  /// read.
  case multilineAdjacencyList = "multiline-adjacency-list"
  /// A line a node, with a number for each node: 0, or the weight of an edge. Only read.
  case adjacencyMatrix = "adjacency-matrix"

  /// True when `GraphWriter` writes it.
  public var isWritable: Bool {
    switch self {
    case .lgl, .adjacencyList, .multilineAdjacencyList, .adjacencyMatrix: false
    default: true
    }
  }

  /// The usual one, without a dot.
  public var fileExtension: String {
    switch self {
    case .edgeList: "edges"
    case .csv: "csv"
    case .tsv: "tsv"
    case .json: "json"
    case .graphML: "graphml"
    case .gexf: "gexf"
    case .dot: "gv"
    case .gml: "gml"
    case .pajek: "net"
    case .metis: "graph"
    case .matrixMarket: "mtx"
    case .lgl: "lgl"
    case .adjacencyList: "adjlist"
    case .multilineAdjacencyList: "madjlist"
    case .adjacencyMatrix: "adjacency"
    }
  }

  /// By the end of the name, `.gz` disregarded; nil when that says nothing, as `.txt` does.
  public init?(fileName: String) {
    var name = fileName.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    switch name[name.index(after: dot)...] {
    case "edges", "edgelist", "el", "ncol", "wel": self = .edgeList
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "graphml": self = .graphML
    case "gexf": self = .gexf
    case "gv", "dot": self = .dot
    case "gml": self = .gml
    case "net", "paj": self = .pajek
    case "graph", "metis": self = .metis
    case "mtx", "mm": self = .matrixMarket
    case "lgl": self = .lgl
    case "adjlist": self = .adjacencyList
    case "madjlist", "multiline_adjlist": self = .multilineAdjacencyList
    case "adjacency", "adjmatrix": self = .adjacencyMatrix
    default: return nil
    }
  }

  /// By its name, or by an end of file names. Capitals, hyphens and underscores make no difference.
  public init?(name: String) {
    func plain(_ name: String) -> String { name.lowercased().filter { !"-_".contains($0) } }
    let format = Self.allCases.first { plain($0.rawValue) == plain(name) }
    guard let format = format ?? GraphFormat(fileName: "." + name) else { return nil }
    self = format
  }

  /// As people call it, without an article.
  public var title: String {
    switch self {
    case .edgeList: "edge list"
    case .csv: "CSV edge list"
    case .tsv: "TSV edge list"
    case .json: "JSON"
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

  /// The title with the article that it has in a sentence, if any.
  var titleInSentence: String {
    switch self {
    case .edgeList, .adjacencyMatrix: "an " + title
    case .csv, .tsv: "a " + title
    default: title
    }
  }
}
