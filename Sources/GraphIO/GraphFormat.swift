import Foundation

/// The formats of graph files. docs/graph-files.md says what each of them holds.
public enum GraphFormat: String, CaseIterable, Sendable {
  /// A line an edge, blanks between the columns.
  case edgeList
  /// A line an edge, commas between the columns, a header.
  case csv
  /// A line an edge, tabs between the columns, a header.
  case tsv
  /// Node-link JSON, as d3 and networkx have it.
  case json
  case graphML
  case gexf
  /// Graphviz.
  case dot
  case gml
  case pajek
  case metis
  case matrixMarket

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
    default: return nil
    }
  }

  /// By how a file begins; nil when it looks like none of them. METIS files look like edge lists.
  public init?(content: some Collection<UInt8>) {
    let head = Array(content.prefix(1 << 14)).filter { $0 != 0 }
    var text = String(decoding: head, as: UTF8.self).lowercased()[...]
    if text.first == "\u{FEFF}" { text = text.dropFirst() }
    text = text.drop(while: \.isWhitespace)
    guard let first = text.first else { return nil }
    if text.hasPrefix("%%matrixmarket") {
      self = .matrixMarket
      return
    }
    if first == "<" {
      if text.contains("<graphml") {
        self = .graphML
      } else if text.contains("<gexf") {
        self = .gexf
      } else {
        return nil
      }
      return
    }
    if first == "{" || first == "[" {
      self = .json
      return
    }
    if text.hasPrefix("*vertices") || text.hasPrefix("*network") {
      self = .pajek
      return
    }
    let lines = text.split(whereSeparator: \.isNewline).drop {
      ["#", "//", "/*", "*", "%"].contains(where: $0.drop(while: \.isWhitespace).hasPrefix)
    }
    guard let format = Self.withWords(lines) ?? Self.withColumns(lines.first ?? "") else {
      return nil
    }
    self = format
  }

  private static func withColumns(_ line: Substring) -> GraphFormat? {
    if line.contains("\u{FFFD}") { return nil }
    let separators: [(Character, Self)] = [("\t", .tsv), (",", .csv), (";", .csv)]
    let cells = line.split(whereSeparator: \.isWhitespace)
    // networkx ends lines with a dictionary, which has commas in it.
    if cells.count > 2, cells[2].hasPrefix("{") { return .edgeList }
    if let found = separators.first(where: { line.contains($0.0) }) { return found.1 }
    let areNumbers = cells.allSatisfy { Double($0) != nil }
    let isWeighted = cells.count == 3 && Double(cells[2]) != nil
    return cells.count == 2 || isWeighted || cells.count > 2 && areNumbers ? .edgeList : nil
  }

  /// DOT and GML begin with words.
  private static func withWords(_ lines: ArraySlice<Substring>) -> GraphFormat? {
    let start = lines.prefix(50).joined(separator: " ")
    let words = start.split { $0.isWhitespace || $0 == "{" || $0 == "[" }
    guard let first = words.first else { return nil }
    let keywords = ["strict", "graph", "digraph"]
    if keywords.contains(String(first)), let brace = start.firstIndex(of: "{") {
      if start[..<brace].contains("[") { return .gml }
      return .dot
    }
    if ["graph", "creator", "version", "directed", "comment"].contains(String(first)),
      start.contains("[")
    {
      return .gml
    }
    return nil
  }
}
