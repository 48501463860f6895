/// The nodes in the picture.
struct PlacedNodes {
  /// Picture coordinates; not finite for nodes that cannot be seen.
  var centers: [SIMD2<Double>]
  /// In points.
  var radii: [Double]
  /// Along the view; 1 for all in the plane.
  var depths: [Double]
  /// Whether any part is inside the picture.
  var isInside: [Bool]

  /// - Parameter loopCounts: how many edges lead from each node to itself; they need room too.
  init(
    _ drawing: Drawing, _ options: Picture.Options, _ projection: Projection,
    loopCounts: [Int]
  ) {
    let sizing = NodeSizing(drawing, projection)
    let picture = Rectangle(minimum: .zero, maximum: [options.width, options.height])
    let margin = min(options.margin, min(options.width, options.height) / 4)
    let inner = picture.inset(by: margin)
    var frame = projection.fixedFrame ?? Self.frame(projection, inner) { _ in 0 }
    var radii = sizing.radii(frame: frame, picture: picture.size)
    if projection.fixedFrame == nil {
      // A second time, now that it is known how far the nodes reach beyond their centers.
      let reach = radii.indices.map { node in
        projection.points[node].isFinite
          ? radii[node] + LoopShape.reach(radius: radii[node], count: loopCounts[node]) : 0
      }
      if sizing.followsScale {
        // A few nodes alone shall not fill the picture.
        let largest = max(radii.max() ?? 0, 1e-300)
        let scaleLimit = frame.scale * min(picture.size.x, picture.size.y) / 8 / largest
        frame = Self.frame(projection, inner) { reach[$0] / frame.scale }
        frame.scale = min(frame.scale, scaleLimit)
        radii = sizing.radii(frame: frame, picture: picture.size)
      } else {
        let pad = min(reach.max() ?? 0, min(inner.size.x, inner.size.y) / 3)
        frame = Self.frame(projection, inner.inset(by: pad)) { _ in 0 }
      }
    }
    self.radii = radii
    depths = projection.depths
    centers = projection.points.map { $0.isFinite ? frame.place($0) : $0 }
    isInside = centers.indices.map { [centers] node in
      let center = centers[node]
      guard center.isFinite else { return false }
      return picture.inset(by: -radii[node]).contains(center)
    }
  }

  private static func frame(
    _ projection: Projection, _ inner: Rectangle, padding: (Int) -> Double
  ) -> Frame {
    Frame(
      fitting: projection.bounds(padding: padding) ?? Rectangle(minimum: .zero, maximum: .zero),
      into: inner)
  }
}
