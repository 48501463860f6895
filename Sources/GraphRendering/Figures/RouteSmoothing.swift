/// Creates smooth curves from the points of routes.
///
/// The polyline of a route avoids all boxes, and the curve must do so, too. A bend is only removed
/// if nothing lies in the triangle of it and its neighbours, so that the edge passes everything on
/// the same side; then tangents are shortened until no cubic touches a box. With tangents of length
/// 0 the curve is the polyline.
struct RouteSmoothing {
  private let boxes: BoxGrid
  /// The clearance between curves and boxes, if there is space, in points.
  private let clearance: Double

  /// Creates the smoothing with its obstacles: the nodes, by their numbers, followed by `others`:
  /// labels and loops.
  init(_ nodes: PlacedNodes, others: [Rectangle]) {
    boxes = BoxGrid(nodes.centers.indices.map { nodes.box($0) } + others)
    clearance = 4 * nodes.scale
  }

  /// - Parameters:
  ///   - own: the boxes that the edge may touch: its ends.
  ///   - kept: returns true for points that must be kept, such as the position of its label.
  func curve(
    through points: [SIMD2<Double>], own: Set<Int>, kept: (SIMD2<Double>) -> Bool
  ) -> Curve {
    let points = rounded(simplified(points, own, kept))
    guard points.count > 2 else { return .line(points[0], points[points.count - 1]) }
    var tensions = [Double](repeating: 1, count: points.count)
    // Each round shortens a tangent or is the last one.
    var isFree = false
    while !isFree {
      isFree = true
      for index in 0..<(points.count - 1) where tensions[index] + tensions[index + 1] > 0 {
        if !touches(cubic(points, tensions, index), own) { continue }
        isFree = false
        for end in [index, index + 1] {
          tensions[end] = tensions[end] > 0.1 ? tensions[end] / 2 : 0
        }
      }
    }
    var spline = [points[0]]
    for index in 0..<(points.count - 1) {
      let (a, b) = controls(points, tensions, index)
      spline += [a, b, points[index + 1]]
    }
    return .spline(spline)
  }

  // MARK: Bends

  private func simplified(
    _ points: [SIMD2<Double>], _ own: Set<Int>, _ isKept: (SIMD2<Double>) -> Bool
  ) -> [SIMD2<Double>] {
    let legs = [portLeg(points, own), portLeg(points.reversed(), own)]
    func kept(_ point: SIMD2<Double>) -> Bool { isKept(point) || legs.contains(point) }
    var points = points
    var hasChanged = true
    // Each round removes bends or is the last one.
    while hasChanged, points.count > 2 {
      hasChanged = false
      var index = 1
      while index + 1 < points.count {
        let (a, b, c) = (points[index - 1], points[index], points[index + 1])
        if !kept(b), isFree(a, b, c, own), !cuts(a, c, own) {
          points.remove(at: index)
          hasChanged = true
        } else {
          index += 1
        }
      }
    }
    return points
  }

  /// Returns the first bend of a route that begins at a port: straight out from a side of one of
  /// the edge's own boxes. Without it the edge would run along that side.
  private func portLeg(_ points: [SIMD2<Double>], _ own: Set<Int>) -> SIMD2<Double>? {
    guard points.count > 2 else { return nil }
    let (port, bend) = (points[0], points[1])
    let leg = (bend - port).normalized(or: .zero)
    guard leg.dot((points[2] - bend).normalized(or: .zero)) < 0.5 else { return nil }
    let hair = 0.01
    let isOut = own.contains { number in
      let sides = [boxes[number].minimum, boxes[number].maximum]
      return zip(sides, [-1.0, 1.0]).contains { side, sign in
        (0..<2).contains { abs(port[$0] - side[$0]) < hair && leg[$0] * sign > 0.999 }
      }
    }
    return isOut ? bend : nil
  }

  /// Returns true if a line crosses one of the edge's own boxes without beginning or ending inside.
  private func cuts(_ a: SIMD2<Double>, _ c: SIMD2<Double>, _ own: Set<Int>) -> Bool {
    own.contains { number in
      let inner = boxes[number].inset(by: clearance / 8)
      return !inner.contains(a) && !inner.contains(c) && inner.clip(from: a, to: c) != nil
    }
  }

  /// Duplicates points at which the curve would have a corner, as it has no direction there.
  private func rounded(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    points.indices.flatMap { index -> [SIMD2<Double>] in
      let corner = points[index]
      guard tangent(points, index) == .zero else { return [corner] }
      let legs = [points[index - 1] - corner, points[index + 1] - corner]
      let pair = legs.map { leg in
        corner + leg.normalized(or: .zero) * min(2 * clearance, leg.length / 2)
      }
      return pair[0] == pair[1] ? [corner] : pair
    }
  }

  /// Returns true if no box intersects a triangle.
  private func isFree(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ own: Set<Int>
  ) -> Bool {
    let around = Rectangle(
      minimum: pointwiseMin(a, pointwiseMin(b, c)), maximum: pointwiseMax(a, pointwiseMax(b, c)))
    return !boxes.contains(near: around.inset(by: -clearance)) { number, box in
      !own.contains(number) && box.inset(by: -clearance).touches(triangle: [a, b, c])
    }
  }

  // MARK: Tangents

  /// Returns the control points of a cubic. They stay in the bounding box of its ends, so that no
  /// curve leaves that of the points.
  private func controls(
    _ points: [SIMD2<Double>], _ tensions: [Double], _ index: Int
  ) -> (SIMD2<Double>, SIMD2<Double>) {
    let (start, end) = (points[index], points[index + 1])
    func step(_ vertex: Int) -> SIMD2<Double>? {
      guard let tangent = tangent(points, vertex) else { return nil }
      let reach = SIMD2(abs(end.x - start.x), abs(end.y - start.y))
      var step = tangent * ((end - start).length / 3)
      for axis in 0..<2 where abs(step[axis]) > reach[axis] {
        step *= reach[axis] / abs(step[axis])
      }
      return step * tensions[vertex]
    }
    let first = step(index).map { start + $0 }
    let second = step(index + 1).map { end - $0 }
    // At the ends of the route the curvature is as small as possible.
    return (
      first ?? (start + (second ?? end)) / 2, second ?? ((first ?? start) + end) / 2
    )
  }

  /// Returns the tangent at a bend: in each axis the smaller component of those before and after
  /// it, and 0 if they have opposite signs (as in monotone interpolation, Fritsch and Carlson 1980,
  /// doi:10.1137/0717021). So an edge that runs straight down beside a box does so from the bend
  /// on. Nil at the ends.
  private func tangent(_ points: [SIMD2<Double>], _ index: Int) -> SIMD2<Double>? {
    guard index > 0, index + 1 < points.count else { return nil }
    let before = (points[index] - points[index - 1]).normalized(or: .zero)
    let after = (points[index + 1] - points[index]).normalized(or: .zero)
    var tangent = SIMD2<Double>.zero
    for axis in 0..<2 where before[axis] * after[axis] > 0 {
      tangent[axis] = abs(before[axis]) < abs(after[axis]) ? before[axis] : after[axis]
    }
    return tangent.normalized(or: .zero)
  }

  private func cubic(_ points: [SIMD2<Double>], _ tensions: [Double], _ index: Int) -> Curve {
    let (a, b) = controls(points, tensions, index)
    return .cubic(points[index], a, b, points[index + 1])
  }

  private func touches(_ curve: Curve, _ own: Set<Int>) -> Bool {
    let margin = clearance / 2
    return boxes.contains(near: curve.bounds.inset(by: -margin)) { number, box in
      guard !own.contains(number) else { return false }
      let wide = box.inset(by: -margin)
      // If the route itself is that close, no curve can be better.
      let allowed = wide.contains(curve.start) || wide.contains(curve.end) ? box : wide
      return (1..<32).contains { allowed.contains(curve.point(at: Double($0) / 32)) }
    }
  }
}

extension Rectangle {
  /// Returns nil for no points.
  init?(around points: [SIMD2<Double>]) {
    guard let first = points.first else { return nil }
    self.init(
      minimum: points.reduce(first) { pointwiseMin($0, $1) },
      maximum: points.reduce(first) { pointwiseMax($0, $1) })
  }

  /// Returns true if the rectangle shares a point with a triangle, by the separating axis theorem.
  func touches(triangle: [SIMD2<Double>]) -> Bool {
    let corners = [
      minimum, SIMD2(maximum.x, minimum.y), maximum, SIMD2(minimum.x, maximum.y),
    ]
    var axes: [SIMD2<Double>] = [SIMD2(1, 0), SIMD2(0, 1)]
    for index in 0..<3 { axes.append((triangle[(index + 1) % 3] - triangle[index]).perpendicular) }
    return !axes.contains { axis in
      let mine = corners.map { $0.dot(axis) }
      let other = triangle.map { $0.dot(axis) }
      return (mine.max() ?? 0) < (other.min() ?? 0) || (other.max() ?? 0) < (mine.min() ?? 0)
    }
  }
}

/// A grid of cells with the boxes that touch each.
struct BoxGrid {
  private let boxes: [Rectangle]
  private let bounds: Rectangle
  private let cell: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  private var cells: [[Int32]]

  init(_ boxes: [Rectangle]) {
    self.boxes = boxes
    // Nodes without a position are not in the grid.
    let placed = boxes.filter { $0.minimum.isFinite && $0.maximum.isFinite }
    let low = placed.reduce(SIMD2<Double>(repeating: .infinity)) { pointwiseMin($0, $1.minimum) }
    let high = placed.reduce(SIMD2<Double>(repeating: -.infinity)) { pointwiseMax($0, $1.maximum) }
    bounds =
      placed.isEmpty
      ? Rectangle(minimum: .zero, maximum: .zero) : Rectangle(minimum: low, maximum: high)
    // There are about as many cells as boxes.
    let side = max(Double(boxes.count).squareRoot().rounded(.up), 1)
    (columns, rows) = (Int(side), Int(side))
    cell = pointwiseMax(bounds.size / side, SIMD2(repeating: 1e-9))
    cells = [[Int32]](repeating: [], count: columns * rows)
    for (number, box) in boxes.enumerated() where box.minimum.isFinite && box.maximum.isFinite {
      for index in touched(box) { cells[index].append(Int32(truncatingIfNeeded: number)) }
    }
  }

  private func touched(_ box: Rectangle) -> [Int] {
    func clamp(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min(value.rounded(.down), Double(count - 1))))
    }
    let (low, high) = ((box.minimum - bounds.minimum) / cell, (box.maximum - bounds.minimum) / cell)
    var indices: [Int] = []
    for row in clamp(low.y, rows)...clamp(high.y, rows) {
      for column in clamp(low.x, columns)...clamp(high.x, columns) {
        indices.append(row * columns + column)
      }
    }
    return indices
  }

  subscript(number: Int) -> Rectangle { boxes[number] }

  /// Returns true if a box that overlaps `area` satisfies a condition, which may be tested more
  /// than once per box.
  func contains(near area: Rectangle, where isFound: (Int, Rectangle) -> Bool) -> Bool {
    guard !boxes.isEmpty else { return false }
    return touched(area).contains { index in
      cells[index].contains { number in
        let box = boxes[Int(number)]
        return box.overlaps(area) && isFound(Int(number), box)
      }
    }
  }
}
