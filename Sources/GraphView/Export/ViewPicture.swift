import GraphModel
import GraphRendering

/// A picture of the current content of a view.
struct ViewPicture {
  /// The region of the plane that a viewer sees.
  struct Region {
    /// The centre, y down.
    var x: Double
    var y: Double
    /// The scale, in pixels per layout unit.
    var scale: Double
  }

  var graph: Graph
  var shown: ShownLooks
  var theme: Theme
  var title: String
  var width = 1000.0
  var height = 800.0
  /// The region; nil for the whole graph.
  var region: Region?

  /// Returns the picture. It draws all nodes as discs, whatever their shape on the page, and all
  /// links solid.
  func picture() throws -> Picture {
    let positions = graph.positions ?? .plane([])
    let flags = shown.looks.nodeFlags
    func isHidden(_ node: Int) -> Bool {
      flags[node] & ViewLooks.NodeFlags.isHidden.rawValue != 0
    }
    var drawing: Drawing
    switch positions {
    case .plane(let points):
      drawing = Drawing(
        positions: points.indices.map { isHidden($0) ? SIMD2(.nan, .nan) : points[$0] })
    case .space(let points):
      drawing = Drawing(
        positions: points.indices.map { isHidden($0) ? SIMD3(.nan, .nan, .nan) : points[$0] },
        camera: .around())
    }
    for link in 0..<graph.edgeCount where shown.looks.linkFlags[link] & 32 == 0 {
      let color = shown.looks.linkColors[link]
      let width = Double(shown.looks.linkWidths[link]) / 8
      drawing.edges.append(
        Drawing.Edge(
          Int(graph.sources[link]), Int(graph.targets[link]),
          isDirected: shown.looks.linkFlags[link] & 1 != 0,
          color: color == 0 ? nil : RGBColor(word: color),
          width: shown.looks.linkWidths[link] == LinkLook.defaultWidth ? nil : width))
    }
    drawing.nodeSizes = .layoutUnits(shown.looks.nodeRadii.map { Double($0) })
    drawing.nodeColors = shown.looks.nodeColors.map {
      $0 == 0 ? theme.node : RGBColor(word: $0)
    }
    drawing.labels = shown.labels
    if case .plane = positions, graph.hasClusters {
      let style = FileStyle(graph)
      for group in graph.groups where group.isCluster && !group.nodes.isEmpty {
        drawing.groups.append(style.box(around: group, at: .hull))
      }
    }
    var options = Picture.Options(width: width, height: height)
    options.theme = theme
    options.name = title
    if let region, case .plane = positions {
      let half = SIMD2(width, height) / (2 * region.scale)
      let center = SIMD2(region.x, -region.y)
      options.region = Picture.Region(minimum: center - half, maximum: center + half)
    }
    return try Picture(of: drawing, options)
  }
}
