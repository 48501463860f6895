/// The format that a file seems to have by its beginning.
struct FormatGuess {
  var format: GraphFormat
  /// True when a file of another format would hardly look like this.
  var isCertain: Bool
}

extension GraphFormat {
  /// By how a file begins; nil when it looks like none of them.
  public init?(content: some Collection<UInt8>) {
    let bytes = Array(content.prefix(1 << 16))
    guard let guess = FormatGuess(prefix: bytes, isWhole: bytes.count == content.count) else {
      return nil
    }
    self = guess.format
  }

  /// True when a file is lines of cells that have no signature of the format.
  var isLines: Bool {
    switch self {
    case .edgeList, .csv, .tsv, .metis, .lgl, .adjacencyList, .multilineAdjacencyList,
      .adjacencyMatrix:
      true
    default: false
    }
  }

  /// True when one reader reads both, and tells them apart by itself.
  func isKin(of other: GraphFormat) -> Bool {
    let lists: [GraphFormat] = [.edgeList, .csv, .tsv]
    return self == other || lists.contains(self) && lists.contains(other)
  }

  /// By a mark that only files of one format begin with: a bracket, a word.
  init?(signatureOf prefix: [UInt8]) {
    let head = prefix.prefix(1 << 14).filter { $0 != 0 }
    var text = String(decoding: head, as: UTF8.self).lowercased()[...]
    if text.first == "\u{FEFF}" { text = text.dropFirst() }
    text = text.drop(while: \.isWhitespace)
    guard let first = text.first else { return nil }
    if text.hasPrefix("%%matrixmarket") {
      self = .matrixMarket
    } else if first == "<", text.contains("<graphml") {
      self = .graphML
    } else if first == "<", text.contains("<gexf") {
      self = .gexf
    } else if first == "{" || first == "[" {
      self = .json
    } else if let format = Self.withWords(text) {
      self = format
    } else {
      return nil
    }
  }

  /// Pajek, DOT and GML begin with words.
  private static func withWords(_ text: Substring) -> GraphFormat? {
    let lines = text.split(whereSeparator: \.isNewline)
    let networkLine = lines.first { !$0.hasPrefix("%") && !$0.hasPrefix("/") } ?? ""
    if networkLine.hasPrefix("*vertices") || networkLine.hasPrefix("*network") { return .pajek }
    let rest = lines.drop {
      ["#", "//", "/*", "*", "%"].contains(where: $0.drop(while: \.isWhitespace).hasPrefix)
    }
    let start = rest.prefix(50).joined(separator: " ")
    let words = start.split { $0.isWhitespace || $0 == "{" || $0 == "[" }
    guard let first = words.first else { return nil }
    let keywords = ["strict", "graph", "digraph"]
    if keywords.contains(String(first)), let brace = start.firstIndex(of: "{") {
      if start[..<brace].contains("[") { return .gml }
      // networkx ends the lines of edge lists with a dictionary.
      let isDictionary = start[brace...].dropFirst().first.map { "'}".contains($0) } ?? false
      return isDictionary && words.count > 2 && rest.first?.contains("{") == true ? nil : .dot
    }
    if ["graph", "creator", "version", "directed", "comment"].contains(String(first)),
      start.contains("[")
    {
      return .gml
    }
    return nil
  }

  /// By the columns of one line.
  fileprivate static func withColumns(_ line: String) -> GraphFormat? {
    if line.contains("\u{FFFD}") { return nil }
    let cells = line.split(whereSeparator: \.isWhitespace)
    // networkx ends lines with a dictionary, which has commas in it, and begins them with tuples.
    if cells.count > 2, cells[2].hasPrefix("{") { return .edgeList }
    if cells.count > 2, cells[0].hasPrefix("("), cells[1].hasSuffix(")") { return .edgeList }
    let separators: [(Character, Self)] = [("\t", .tsv), (",", .csv), (";", .csv)]
    if let found = separators.first(where: { line.contains($0.0) }) { return found.1 }
    let areNumbers = cells.allSatisfy { Double($0) != nil }
    let isWeighted = cells.count == 3 && Double(cells[2]) != nil
    return cells.count == 2 || isWeighted || cells.count > 2 && areNumbers ? .edgeList : nil
  }
}

extension FormatGuess {
  /// - Parameter isWhole: That nothing follows the prefix.
  init?(prefix: [UInt8], isWhole: Bool) {
    if let format = GraphFormat(signatureOf: prefix) {
      self.init(format: format, isCertain: true)
      return
    }
    let survey = LineSurvey(prefix, isWhole: isWhole)
    if let guess = survey.guess {
      self = guess
      return
    }
    guard let format = GraphFormat.withColumns(survey.firstLine) else { return nil }
    self.init(format: format, isCertain: false)
  }
}
