import ForceSimulation
import ForceSimulationLive
import GraphModel
import GraphRendering

extension GraphViewSession {
  /// The formats of `export`.
  var exports: [String] {
    var all = ["html", "svg"]
    #if PNG
    all.append("png")
    #endif
    return all + ["positions"] + options.formats.map { "graph:" + $0 }
  }

  func export(_ command: TextCommand) async throws -> ExportedFile {
    let format = try needed(command.format, "format", command)
    guard exports.contains(format) else {
      throw GraphViewError.impossible(
        "there is no export \"\(format)\"; there are \(exports.joined(separator: ", "))")
    }
    switch format {
    case "html":
      return ExportedFile(
        name: fileName("html"), mediaType: "text/html", bytes: try await html())
    case "positions":
      return ExportedFile(
        name: fileName("csv"), mediaType: "text/csv",
        bytes: Self.table(await graphNow(), dimensions: Vector.scalarCount))
    case "svg", "png":
      let picture = try await picture(command)
      let make = Task.detached { () throws -> ExportedFile in
        try Self.file(of: picture, format)
      }
      var file = try await make.value
      file.name = fileName(format)
      return file
    default:
      let file = try await options.encode(String(format.dropFirst(6)), graphNow())
      return ExportedFile(name: file.name, mediaType: file.mediaType, bytes: file.bytes)
    }
  }

  private static func file(of view: ViewPicture, _ format: String) throws -> ExportedFile {
    let picture = try view.picture()
    if format == "svg" {
      return ExportedFile(name: "", mediaType: "image/svg+xml", bytes: picture.svgBytes())
    }
    return ExportedFile(name: "", mediaType: "image/png", bytes: try picture.png(scale: 2))
  }

  /// Returns the graph with its current positions as one file. See
  /// `GraphSnapshot.html(positions:options:steps:)`.
  package func html() async throws -> [UInt8] {
    let graph = await graphNow()
    let file = StandaloneFile(
      snapshot: snapshot, shown: shown, positions: graph.positions ?? .plane([]),
      options: options, physics: try await live.filePhysics, pins: pins, steps: steps)
    return try await Task.detached { try file.bytes() }.value
  }

  private func picture(_ command: TextCommand) async throws -> ViewPicture {
    func side(_ value: Double?, _ name: String, _ usual: Double) throws -> Double {
      let side = value ?? usual
      guard side >= 16, side <= 8192 else {
        throw GraphViewError.outOfRange(name, value: "\(side)", allowed: "from 16 to 8192")
      }
      return side
    }
    let theme: Theme = command.theme == "dark" ? .dark : .light
    var view = ViewPicture(
      graph: await graphNow(), shown: shown, theme: theme, title: options.title)
    view.width = try side(command.width, "width", 1000)
    view.height = try side(command.height, "height", 800)
    if let camera = command.camera {
      guard camera.x.isFinite, camera.y.isFinite, camera.scale > 0, camera.scale <= 1e9 else {
        throw GraphViewError.outOfRange(
          "the scale of the camera", value: "\(camera.scale)",
          allowed: "above 0, and x and y finite")
      }
      view.region = .init(x: camera.x, y: camera.y, scale: camera.scale)
    }
    return view
  }

  /// Returns a file name derived from the title.
  func fileName(_ ending: String) -> String {
    let kept = options.title.map { character in
      character.isLetter || character.isNumber || "-_ ".contains(character) ? character : "-"
    }
    let name = String(kept.prefix(60)).trimmingPrefix { $0 == " " || $0 == "-" }
    return (name.isEmpty ? "graph" : String(name)) + "." + ending
  }

  /// Returns the positions of nodes as CSV: id, x, y, and z in three dimensions.
  private static func table(_ graph: Graph, dimensions: Int) -> [UInt8] {
    var text = dimensions == 3 ? "id,x,y,z\n" : "id,x,y\n"
    for node in 0..<graph.nodeCount {
      text += CSVCell.quoted(graph.nodeIDs[node])
      for coordinate in graph.positions?[node] ?? [] { text += ",\(coordinate)" }
      text += "\n"
    }
    return Array(text.utf8)
  }
}
