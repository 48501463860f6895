#if Tools

import CommandLineSupport
import Foundation
import GraphIO
import GraphRendering

/// Draws a graph that has positions.
struct PictureMaker {
  var graph: Graph
  var looks: NodeLooks
  var options: PictureOptions
  /// For the title.
  var name: String
  /// Whether all nodes are of one size unless something else is said.
  var prefersEqualSizes: Bool
  /// The picture, once it is made; SVG and PNG share it.
  private(set) var made: Picture?

  init(
    graph: Graph, looks: NodeLooks, options: PictureOptions, name: String, prefersEqualSizes: Bool
  ) {
    self.graph = graph
    self.looks = looks
    self.options = options
    self.name = name
    self.prefersEqualSizes = prefersEqualSizes
  }

  /// Whether PNGs can be made, and are not too large; throws why not.
  static func checkPNG(_ options: PictureOptions) throws(RenderingError) {
    let drawing = Drawing(positions: [SIMD2<Double>]())
    var size = Picture.Options()
    // No picture that chooses its own size is smaller.
    size.width = options.width ?? 1000
    size.height = options.height ?? 0.5 * size.width
    _ = try Picture(of: drawing, size).png(scale: options.scale)
  }

  mutating func picture() throws(RenderingError) -> Picture {
    if let made { return made }
    var drawing = self.drawing()
    if looks.areGroups { drawing.colorEdgesByNodes() }
    let picture = try Picture(of: drawing, pictureOptions(drawing))
    made = picture
    return picture
  }

  /// The nodes and edges that the picture does not show, and why; nil without a picture, and when
  /// it shows all.
  var leftOut: String? {
    made?.report.leftOut(nodeCount: graph.nodeCount, edgeCount: graph.edgeCount)
  }

  private func drawing() -> Drawing {
    var drawing: Drawing
    switch graph.positions ?? .plane([]) {
    case .plane(let points): drawing = Drawing(positions: points)
    case .space(let points):
      let angles = options.camera
      drawing = Drawing(
        positions: points,
        camera: .around(azimuth: angles?.azimuth ?? 30, elevation: angles?.elevation ?? 20))
    }
    let isDirected: [Bool?]? =
      if case .booleans(let values)? =
        graph.edgeAttributes[StandardAttribute.directed]?.values
      { values } else { nil }
    drawing.edges = graph.sources.indices.map { edge in
      Drawing.Edge(
        Int(graph.sources[edge]), Int(graph.targets[edge]),
        isDirected: options.arrows && graph.isDirected && isDirected?[edge] ?? true,
        width: looks.edgeWidths.isEmpty ? nil : looks.edgeWidths[edge])
    }
    drawing.nodeColors = looks.colors
    drawing.labels = looks.labels
    drawing.nodeSizes =
      looks.sizes ?? (prefersEqualSizes ? smallSizes(drawing) : NodeLooks.byDegree(looks.degrees))
    return drawing
  }

  /// Small discs for drawings whose places say what there is to say: of a fifth of the distance between neighbours on a layer,
  /// and no larger than a letter.
  private func smallSizes(_ drawing: Drawing) -> Drawing.NodeSizes {
    guard case .plane(let points) = drawing.positions, let extent = Self.extent(points) else {
      return .automatic
    }
    let options = pictureOptions(drawing)
    let scale = min(options.width / max(extent.x, 1), options.height / max(extent.y, 1))
    let radius = min(max(3 * scale, 0.6), 6)
    return .points([Double](repeating: radius, count: points.count))
  }

  /// The sides of the box around all points that have a place; nil when there are none.
  private static func extent(_ points: [SIMD2<Double>]) -> SIMD2<Double>? {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    for point in points where point.x.isFinite && point.y.isFinite {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let extent = high - low
    return extent.x.isFinite && extent.y.isFinite && extent.x >= 0 ? extent : nil
  }

  private func pictureOptions(_ drawing: Drawing) -> Picture.Options {
    let width = options.width ?? (graph.nodeCount >= 20_000 ? 1600 : 1000)
    var result = Picture.Options(width: width, height: options.height ?? height(drawing, width))
    result.theme = options.theme.theme
    result.isTransparent = options.transparent
    result.title = options.title ?? name
    if let count = options.maxLabels { result.labels = .atMost(count) }
    return result
  }

  /// As high as the drawing is in proportion to its width, within reason.
  private func height(_ drawing: Drawing, _ width: Double) -> Double {
    guard case .plane(let points) = drawing.positions else { return (0.8 * width).rounded() }
    guard let extent = Self.extent(points), extent.x > 0, extent.y > 0 else {
      return (0.5 * width).rounded()
    }
    return (width * min(max(extent.y / extent.x, 0.5), 1)).rounded()
  }
}

#endif
