/// Paths for straight edges around figures that they would cross.
///
/// Around the first figure in the way there are two paths, along its corners on either side of the
/// line; each of their segments may need a path around other figures. The shorter path is used.
struct Detours {
  private let boxes: BoxGrid
  /// The clearance between paths and boxes, in points.
  private let clearance: Double

  /// The maximum number of edges; in larger pictures single edges are not distinguishable.
  static let edgeLimit = 5000
  /// The maximum nesting of detours.
  private static let depth = 3
  /// The maximum length of a path relative to the straight line. A longer one is harder to follow
  /// than a line below a figure.
  private static let longest = 1.6

  init(_ nodes: PlacedNodes) {
    boxes = BoxGrid(nodes.centers.indices.map { nodes.box($0) })
    clearance = 6 * nodes.scale
  }

  /// Returns the points of a path; nil if the straight line is free, or no path is found.
  ///
  /// - Parameter own: the figures that the edge may touch: its ends.
  func way(
    from start: SIMD2<Double>, to end: SIMD2<Double>, own: Set<Int>
  ) -> [SIMD2<Double>]? {
    let way = points(start, end, own, depth: Self.depth)
    guard let way, way.count > 2, Self.length(way) <= Self.longest * (end - start).length else {
      return nil
    }
    return way
  }

  private func points(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ own: Set<Int>, depth: Int
  ) -> [SIMD2<Double>]? {
    guard let box = firstBox(start, end, own) else { return [start, end] }
    if depth == 0 { return nil }
    var best: [SIMD2<Double>]?
    for side in [1.0, -1.0] {
      let way = [start] + corners(of: box, beside: start, end, side) + [end]
      var whole = [start]
      for (a, b) in zip(way, way.dropFirst()) {
        guard let part = points(a, b, own, depth: depth - 1) else {
          whole = []
          break
        }
        whole += part.dropFirst()
      }
      if whole.isEmpty { continue }
      if best.map({ Self.length(whole) < Self.length($0) }) ?? true { best = whole }
    }
    return best
  }

  /// Returns the box that a line meets first.
  private func firstBox(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ own: Set<Int>
  ) -> Rectangle? {
    var first: (place: Double, box: Rectangle)?
    let area = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    _ = boxes.contains(near: area.inset(by: -clearance)) { number, box in
      if own.contains(number) { return false }
      if let (place, _) = box.inset(by: -clearance / 2).clip(from: start, to: end),
        place < first?.place ?? .infinity
      {
        first = (place, box)
      }
      return false
    }
    return first?.box
  }

  /// Returns the corners of a box, with the clearance, on one side of a line, in the line's
  /// direction.
  private func corners(
    of box: Rectangle, beside start: SIMD2<Double>, _ end: SIMD2<Double>, _ side: Double
  ) -> [SIMD2<Double>] {
    let (step, wide) = (end - start, box.inset(by: -clearance))
    let corners = [
      wide.minimum, SIMD2(wide.maximum.x, wide.minimum.y), wide.maximum,
      SIMD2(wide.minimum.x, wide.maximum.y),
    ]
    return corners.filter { side * ($0 - start).dot(step.perpendicular) > 0 }
      .sorted { $0.dot(step) < $1.dot(step) }
  }

  private static func length(_ way: [SIMD2<Double>]) -> Double {
    zip(way, way.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }
}
