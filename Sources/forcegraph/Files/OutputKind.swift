import GraphIO

/// What a file is to become.
enum OutputKind: Equatable, Sendable {
  case svg, png
  /// A page that shows the graph, in one file.
  case html
  case graph(GraphFormat)
  case positions(NodePositionTable.Format)

  /// What the words after --format mean.
  static let names =
    ["svg", "png", "html"] + GraphFormat.all.filter(\.isWritable).map(\.id) + [
      "positions-csv", "npy",
    ]

  init?(name: String) {
    switch name.lowercased() {
    case "svg": self = .svg
    case "png": self = .png
    case "html": self = .html
    case "positions-csv": self = .positions(.csv)
    case "npy", "positions-npy": self = .positions(.npy)
    default:
      guard let format = GraphFormat(name: name) else { return nil }
      self = .graph(format)
    }
  }

  /// By the end of the name; nil when that says nothing. As tables of edges have no places, `.csv` means
  /// positions where there is a layout.
  init?(fileName: String, isLayout: Bool) {
    let name = fileName.lowercased()
    if name.hasSuffix(".svg") {
      self = .svg
    } else if name.hasSuffix(".png") {
      self = .png
    } else if name.hasSuffix(".html") {
      self = .html
    } else if isLayout || name.hasSuffix(".npy") || name.hasSuffix(".npy.gz"),
      let format = NodePositionTable.Format(fileName: fileName)
    {
      self = .positions(format)
    } else if let format = GraphFormat(fileName: fileName) {
      self = .graph(format)
    } else {
      return nil
    }
  }

  /// True for what options of pictures are for.
  var isPicture: Bool { self == .svg || self == .png || self == .html }

  /// True for what is no text.
  var isBinary: Bool { self == .png || self == .positions(.npy) }

  /// True for tables that spreadsheets open.
  var hasCells: Bool {
    switch self {
    case .graph(let format): format.isTable
    case .positions(let format): format == .csv
    case .svg, .png, .html: false
    }
  }

  /// Which ends of names are known, for messages.
  static func known(isLayout: Bool) -> String {
    func list(_ formats: [GraphFormat]) -> String {
      formats.map { "." + $0.fileExtension }.joined(separator: " ")
    }
    if isLayout {
      return
        ".svg .png for pictures, .html for a page, \(list(GraphFormat.all.filter(\.holdsPositions))) for "
        + "graphs with positions, .csv .npy for positions"
    }
    return "\(list(GraphFormat.all.filter(\.isWritable))) for graphs, .npy for positions"
  }
}
