/// The nodes in the picture.
struct PlacedNodes {
  /// The picture coordinates; not finite for invisible nodes.
  var centers: [SIMD2<Double>]
  /// The radii in points.
  var radii: [Double]
  /// The depth along the view; 1 in two dimensions.
  var depths: [Double]
  /// True for nodes that are at least partly inside the picture.
  var isInside: [Bool]

  /// The figure of each node, nil for discs; empty if all are discs.
  var figures: [PlacedFigure?] = []
  /// The mapping from the projection plane to the picture.
  let frame: Frame
  /// The number of points of the picture per point of figures, text and lines.
  let scale: Double
  private let unit: Double

  /// - Parameters:
  ///   - loopCounts: the number of self-loops of each node, which need space, too.
  ///   - room: the area for the graph; nil for the whole picture without margin and title.
  init(
    _ drawing: Drawing, _ options: Picture.Options, _ projection: Projection,
    loopCounts: [Int], room: Rectangle? = nil
  ) {
    let sizing = NodeSizing(drawing, projection)
    let picture = Rectangle(minimum: .zero, maximum: [options.width, options.height])
    let inner = room ?? Furniture(options).room(besides: nil)
    let layouts = drawing.figureLayouts
    if drawing.isToScale, projection.view == nil {
      frame = projection.fixedFrame ?? Self.frame(drawing, layouts, projection, inner)
      radii = sizing.radii(frame: frame, picture: picture.size)
      scale = frame.scale * projection.unit
    } else {
      let labels = projection.view == nil ? TurnedLabel.reach(drawing, options) : []
      (frame, radii) = Self.discs(
        sizing, layouts, projection, picture, inner, loopCounts, labels: labels)
      scale = 1
    }
    unit = projection.unit
    depths = projection.depths
    centers = projection.points.map { [frame] in $0.isFinite ? frame.place($0) : $0 }
    isInside = []
    placeFigures(drawing, layouts)
    isInside = centers.indices.map { node in
      let center = centers[node]
      guard center.isFinite else { return false }
      if let figure = figure(node) { return figure.box.overlaps(picture) }
      return picture.inset(by: -radii[node]).contains(center)
    }
  }

  /// Returns the figure of a node; nil for a disc.
  func figure(_ node: Int) -> PlacedFigure? { figures.isEmpty ? nil : figures[node] }

  /// Returns true if a point of the picture is on a node.
  func isOn(_ node: Int, _ point: SIMD2<Double>) -> Bool {
    if let figure = figure(node) { return figure.contains(point) }
    return (point - centers[node]).length < radii[node]
  }

  /// Returns the bounding box of a node.
  func box(_ node: Int) -> Rectangle {
    figure(node)?.box
      ?? Rectangle(minimum: centers[node] - radii[node], maximum: centers[node] + radii[node])
  }

  /// Returns the picture coordinates of a point of a two-dimensional layout.
  func place(_ point: SIMD2<Double>) -> SIMD2<Double> { frame.place(point * unit) }

  private mutating func placeFigures(_ drawing: Drawing, _ layouts: [FigureLayout?]) {
    if layouts.allSatisfy({ $0 == nil }) { return }
    figures = layouts.indices.map { node in
      guard let layout = layouts[node], let shape = drawing.figures[node]?.shape,
        centers[node].isFinite
      else { return nil }
      radii[node] = min(layout.size.x, layout.size.y) / 2 * scale
      return PlacedFigure(layout, shape, center: centers[node], scale: scale)
    }
  }

  // MARK: Frames

  /// Returns the frame of a drawing to scale.
  private static func frame(
    _ drawing: Drawing, _ layouts: [FigureLayout?], _ projection: Projection, _ inner: Rectangle
  ) -> Frame {
    let extent = drawing.extent(layouts) ?? Rectangle(minimum: .zero, maximum: .zero)
    let unit = projection.unit
    var frame = Frame(
      fitting: Rectangle(minimum: extent.minimum * unit, maximum: extent.maximum * unit),
      into: inner)
    if extent.size == .zero { frame.scale = 1 / unit }
    return frame
  }

  private static func discs(
    _ sizing: NodeSizing, _ layouts: [FigureLayout?], _ projection: Projection,
    _ picture: Rectangle, _ inner: Rectangle, _ loopCounts: [Int], labels: [SIMD2<Double>]
  ) -> (Frame, [Double]) {
    if let frame = projection.fixedFrame {
      return (frame, sizing.radii(frame: frame, picture: picture.size))
    }
    var frame = Self.frame(projection, inner) { _ in .zero }
    var radii = sizing.radii(frame: frame, picture: picture.size)
    // The frame is computed again with the known extents of the nodes.
    let reach = radii.indices.map { node -> SIMD2<Double> in
      guard projection.points[node].isFinite else { return .zero }
      if !layouts.isEmpty, let layout = layouts[node] { return layout.size / 2 }
      let reach = radii[node] + LoopShape.reach(radius: radii[node], count: loopCounts[node])
      return SIMD2(repeating: reach) + (labels.isEmpty ? .zero : labels[node])
    }
    if !labels.isEmpty {
      // Labels keep their size while the scale changes, so this iterates.
      for _ in 0..<8 {
        frame = Self.frame(projection, inner) { [frame] in reach[$0] / frame.scale }
      }
      radii = sizing.radii(frame: frame, picture: picture.size)
    } else if sizing.followsScale || layouts.contains(where: { $0 != nil }) {
      // A few isolated nodes must not fill the picture.
      let largest = max(radii.max() ?? 0, 1e-300)
      let scaleLimit = frame.scale * min(picture.size.x, picture.size.y) / 8 / largest
      // Figures keep their size while the scale changes, so this iterates.
      for _ in 0..<(sizing.followsScale ? 1 : 4) {
        frame = Self.frame(projection, inner) { [frame] in reach[$0] / frame.scale }
      }
      if sizing.followsScale { frame.scale = min(frame.scale, scaleLimit) }
      radii = sizing.radii(frame: frame, picture: picture.size)
    } else {
      let most = reach.reduce(0) { max($0, $1.x) }
      let pad = min(most, min(inner.size.x, inner.size.y) / 3)
      frame = Self.frame(projection, inner.inset(by: pad)) { _ in .zero }
    }
    return (frame, radii)
  }

  private static func frame(
    _ projection: Projection, _ inner: Rectangle, padding: (Int) -> SIMD2<Double>
  ) -> Frame {
    Frame(
      fitting: projection.bounds(padding: padding) ?? Rectangle(minimum: .zero, maximum: .zero),
      into: inner)
  }
}
