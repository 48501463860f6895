import GraphIO

/// The kind of an output file.
enum OutputKind: Equatable, Sendable {
  case svg, svgz, pdf, png
  /// A self-contained page that shows the graph.
  case html
  case graph(GraphFormat)
  case positions(NodePositionTable.Format)

  /// The arguments of --format.
  static let names =
    ["svg", "svgz", "pdf", "png", "html"] + GraphFormat.all.filter(\.isWritable).map(\.id) + [
      "positions-csv", "npy",
    ]

  init?(name: String) {
    switch name.lowercased() {
    case "svg": self = .svg
    case "svgz": self = .svgz
    case "pdf": self = .pdf
    case "png": self = .png
    case "html": self = .html
    case "positions-csv": self = .positions(.csv)
    case "npy", "positions-npy": self = .positions(.npy)
    default:
      guard let format = GraphFormat(name: name) else { return nil }
      self = .graph(format)
    }
  }

  /// Returns the kind for a file name; nil if the extension is unknown. As edge tables have no
  /// positions, `.csv` means positions if there is a layout.
  init?(fileName: String, isLayout: Bool) {
    let name = fileName.lowercased()
    if name.hasSuffix(".svg") {
      self = .svg
    } else if name.hasSuffix(".svgz") {
      self = .svgz
    } else if name.hasSuffix(".pdf") {
      self = .pdf
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

  /// True if options of pictures apply.
  var isPicture: Bool {
    switch self {
    case .svg, .svgz, .pdf, .png, .html: true
    case .graph, .positions: false
    }
  }

  /// True for binary formats.
  var isBinary: Bool { self == .png || self == .positions(.npy) }

  /// True for tables that spreadsheets can open.
  var hasCells: Bool {
    switch self {
    case .graph(let format): format.isTable
    case .positions(let format): format == .csv
    case .svg, .svgz, .pdf, .png, .html: false
    }
  }

  /// Returns the list of known extensions, for messages.
  static func known(isLayout: Bool) -> String {
    func list(_ formats: [GraphFormat]) -> String {
      formats.map { "." + $0.fileExtension }.joined(separator: " ")
    }
    if isLayout {
      return
        ".svg .svgz .pdf .png for pictures, .html for a page, \(list(GraphFormat.all.filter(\.holdsPositions))) for "
        + "graphs with positions, .csv .npy for positions"
    }
    return "\(list(GraphFormat.all.filter(\.isWritable))) for graphs, .npy for positions"
  }
}
