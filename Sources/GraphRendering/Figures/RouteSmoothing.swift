/// Makes smooth curves of the points that edges run through.
///
/// The points of a route lead past all boxes, or the layout would not have put them there. The curve
/// does so too: a bend goes only when nothing lies in the triangle of it and its neighbours, so that the
/// edge passes everything on the same side; then tangents are made shorter until no cubic touches a box.
/// With tangents of no length the curve is the line through the points.
struct RouteSmoothing {
  private let boxes: BoxGrid
  /// Free between curves and boxes, where there is room, in points.
  private let clearance: Double

  /// What is in the way: the nodes, by their numbers, and after them `others`: labels and loops.
  init(_ nodes: PlacedNodes, others: [Rectangle]) {
    boxes = BoxGrid(nodes.centers.indices.map { nodes.box($0) } + others)
    clearance = 4 * nodes.scale
  }

  /// - Parameters:
  ///   - own: the boxes that the edge may touch: its ends.
  ///   - kept: points that stay, such as where its label is.
  func curve(
    through points: [SIMD2<Double>], own: Set<Int>, kept: (SIMD2<Double>) -> Bool
  ) -> Curve {
    let points = rounded(simplified(points, own, kept))
    guard points.count > 2 else { return .line(points[0], points[points.count - 1]) }
    var tensions = [Double](repeating: 1, count: points.count)
    // Each round makes a tangent shorter or is the last.
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
    // Each round takes bends out or is the last.
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

  /// The first bend of a route that begins at a port: straight out from a side of one of the edge's own
  /// boxes, where the route turns. Without it the edge would come along that side.
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

  /// Whether a line that neither begins nor ends inside of one of the edge's own boxes runs through it.
  private func cuts(_ a: SIMD2<Double>, _ c: SIMD2<Double>, _ own: Set<Int>) -> Bool {
    own.contains { number in
      let inner = boxes[number].inset(by: clearance / 8)
      return !inner.contains(a) && !inner.contains(c) && inner.clip(from: a, to: c) != nil
    }
  }

  /// Points at which the curve would have a corner, as it has no direction there, become two.
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

  /// Whether no box has a part in a triangle.
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

  /// Each cubic stays in the box around its ends, so that no curve leaves the drawing of its points.
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
    // At the ends of the route it bends as little as it can.
    return (
      first ?? (start + (second ?? end)) / 2, second ?? ((first ?? start) + end) / 2
    )
  }

  /// The direction at a bend, of each axis the smaller of those before and after it, and none where they
  /// are opposed (as in monotone interpolation, Fritsch and Carlson 1980, doi:10.1137/0717021): where
  /// an edge runs straight down beside a box it does so from the bend on. Nil at the ends.
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
      // A route that is so near itself has no better curve.
      let allowed = wide.contains(curve.start) || wide.contains(curve.end) ? box : wide
      return (1..<32).contains { allowed.contains(curve.point(at: Double($0) / 32)) }
    }
  }
}

extension Rectangle {
  /// Nil around nothing.
  init?(around points: [SIMD2<Double>]) {
    guard let first = points.first else { return nil }
    self.init(
      minimum: points.reduce(first) { pointwiseMin($0, $1) },
      maximum: points.reduce(first) { pointwiseMax($0, $1) })
  }

  /// Whether it shares a point with a triangle: no side of either parts them.
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

/// Boxes by the cells of a grid that they touch.
struct BoxGrid {
  private let boxes: [Rectangle]
  private let bounds: Rectangle
  private let cell: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  private var cells: [[Int32]]

  init(_ boxes: [Rectangle]) {
    self.boxes = boxes
    // Nodes without a place have none here either.
    let placed = boxes.filter { $0.minimum.isFinite && $0.maximum.isFinite }
    let low = placed.reduce(SIMD2<Double>(repeating: .infinity)) { pointwiseMin($0, $1.minimum) }
    let high = placed.reduce(SIMD2<Double>(repeating: -.infinity)) { pointwiseMax($0, $1.maximum) }
    bounds =
      placed.isEmpty
      ? Rectangle(minimum: .zero, maximum: .zero) : Rectangle(minimum: low, maximum: high)
    // About as many cells as boxes.
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

  /// Whether a box that overlaps `area` has a property; some are asked more than once.
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
