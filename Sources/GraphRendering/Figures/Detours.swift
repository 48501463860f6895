/// Curves for edges whose straight lines would cross figures.
///
/// An edge passes around the first figure in its way on either side, along a convex outline at some
/// distance; each segment of such a path may have to pass around other figures. Of the two paths the
/// shorter one is used, and pulled taut.
struct Detours {
  private let boxes: BoxGrid
  private let outlines: [ConvexOutline?]
  /// The distance between paths and figures, in points.
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
    outlines = nodes.centers.indices.map { node in
      guard nodes.centers[node].isFinite else { return nil }
      guard let figure = nodes.figure(node) else {
        return ConvexOutline(center: nodes.centers[node], radius: nodes.radii[node])
      }
      return ConvexOutline(around: figure.outline.polygon.map { figure.place($0) })
    }
    clearance = 6 * nodes.scale
  }

  /// Returns the curve of an edge; nil if the straight line is free, or no path is found.
  ///
  /// - Parameter own: the figures that the edge may touch: its ends.
  func curve(from start: SIMD2<Double>, to end: SIMD2<Double>, own: Set<Int>) -> Curve? {
    // A line that only comes near is easier to follow than a curve.
    guard firstOutline(start, end, own, clearance: clearance / 6) != nil else { return nil }
    let own = own.union(outlines(at: start)).union(outlines(at: end))
    guard let path = path(start, end, own, depth: Self.depth).map({ taut($0, own) }),
      path.count > 2, Self.length(path) <= Self.longest * (end - start).length
    else { return nil }
    return rounded(path)
  }

  /// Returns the figures so close to a point that no path from it avoids them.
  private func outlines(at point: SIMD2<Double>) -> [Int] {
    var found: [Int] = []
    let area = Rectangle(minimum: point, maximum: point).inset(by: -clearance)
    _ = boxes.contains(near: area) { number, _ in
      let isClose =
        outlines[number]?.clip(from: point, to: point, clearance: clearance / 2) != nil
      if isClose { found.append(number) }
      return false
    }
    return found
  }

  // MARK: Paths

  private func path(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ own: Set<Int>, depth: Int
  ) -> [SIMD2<Double>]? {
    guard let outline = firstOutline(start, end, own) else { return [start, end] }
    if depth == 0 { return nil }
    var best: [SIMD2<Double>]?
    for side in [1.0, -1.0] {
      let bends = outline.bends(from: start, to: end, side: side, clearance: clearance)
      var whole = [start]
      for (a, b) in zip([start] + bends, bends + [end]) {
        guard let part = path(a, b, own, depth: depth - 1) else {
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

  /// Returns the outline that a line enters first, or passes at half the distance of paths.
  private func firstOutline(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ own: Set<Int>, clearance: Double? = nil
  ) -> ConvexOutline? {
    let least = clearance ?? self.clearance / 2
    var first: (place: Double, outline: ConvexOutline)?
    let area = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    _ = boxes.contains(near: area.inset(by: -self.clearance)) { number, _ in
      if own.contains(number) { return false }
      if let outline = outlines[number],
        let (place, _) = outline.clip(from: start, to: end, clearance: least),
        place < first?.place ?? .infinity
      {
        first = (place, outline)
      }
      return false
    }
    return first?.outline
  }

  /// Removes the bends without which a path is free, too.
  private func taut(_ path: [SIMD2<Double>], _ own: Set<Int>) -> [SIMD2<Double>] {
    var path = path
    var index = 1
    while index + 1 < path.count {
      if firstOutline(path[index - 1], path[index + 1], own) == nil {
        path.remove(at: index)
        index = max(index - 1, 1)
      } else {
        index += 1
      }
    }
    return path
  }

  private static func length(_ path: [SIMD2<Double>]) -> Double {
    zip(path, path.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  /// Replaces each bend by a parabola, which leaves it by less than the distance from figures.
  private func rounded(_ path: [SIMD2<Double>]) -> Curve {
    var spline = [path[0]]
    func addLine(to end: SIMD2<Double>) {
      let start = spline[spline.count - 1]
      // Two parabolas may meet in the middle between their bends.
      guard (end - start).length > 1e-6 * clearance else { return }
      let third = (end - start) / 3
      spline += [start + third, end - third, end]
    }
    for index in 1..<(path.count - 1) {
      let bend = path[index]
      let (before, after) = (path[index - 1] - bend, path[index + 1] - bend)
      let (back, ahead) = (before.normalized(or: .zero), after.normalized(or: .zero))
      // The middle of the parabola is a quarter of `back + ahead` from the bend.
      let turn = (back + ahead).length
      let cut = min(
        before.length / 2, after.length / 2, turn > 0 ? 0.45 * 4 * clearance / turn : .infinity)
      let (first, last) = (bend + back * cut, bend + ahead * cut)
      addLine(to: first)
      spline += [first + (bend - first) * (2 / 3), last + (bend - last) * (2 / 3), last]
    }
    addLine(to: path[path.count - 1])
    return .spline(spline)
  }
}

/// A convex polygon around a figure: the intersection of half-planes in sixteen directions, each of
/// which touches the figure. Moved outwards by a distance, it is nowhere closer to the figure.
struct ConvexOutline {
  private static let normals: [SIMD2<Double>] = (0..<16).map {
    let angle = 22.5 * Double($0)
    return SIMD2(cosine(degrees: angle), sine(degrees: angle))
  }

  /// For each normal, the greatest inner product with a point of the figure.
  private let reaches: [Double]

  init(around points: [SIMD2<Double>]) {
    reaches = Self.normals.map { normal in points.reduce(-.infinity) { max($0, $1.dot(normal)) } }
  }

  init(center: SIMD2<Double>, radius: Double) {
    reaches = Self.normals.map { $0.dot(center) + radius }
  }

  /// Returns the segment of a line inside the outline, as two parameters; nil if there is none.
  func clip(
    from start: SIMD2<Double>, to end: SIMD2<Double>, clearance: Double
  ) -> (Double, Double)? {
    var (first, last) = (0.0, 1.0)
    for (normal, reach) in zip(Self.normals, reaches) {
      let (depth, step) = (reach + clearance - normal.dot(start), normal.dot(end - start))
      if step > 0 {
        last = min(last, depth / step)
      } else if step < 0 {
        first = max(first, depth / step)
      } else if depth < 0 {
        return nil
      }
    }
    return first < last ? (first, last) : nil
  }

  /// Returns the points at which a convex chain through sorted points bends (Andrew's monotone chain,
  /// doi:10.1016/0020-0190(79)90072-3).
  ///
  /// - Parameter turning: 1 for turns from the x axis to the y axis, -1 for the others.
  static func chain(
    _ points: some Sequence<SIMD2<Double>>, turning: Double
  ) -> [SIMD2<Double>] {
    var chain: [SIMD2<Double>] = []
    for point in points {
      while chain.count > 1 {
        let last = chain[chain.count - 1]
        let (before, after) = (last - chain[chain.count - 2], point - last)
        if turning * (before.x * after.y - before.y * after.x) > 0 { break }
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain
  }

  /// Returns the corners of the outline that a taut path passes on one side of a line.
  func bends(
    from start: SIMD2<Double>, to end: SIMD2<Double>, side: Double, clearance: Double
  ) -> [SIMD2<Double>] {
    let step = end - start
    let beside = corners(clearance).filter { side * ($0 - start).dot(step.perpendicular) > 0 }
      .sorted { $0.dot(step) < $1.dot(step) }
    return Array(Self.chain([start] + beside + [end], turning: -side).dropFirst().dropLast())
  }

  /// Returns the corner between each half-plane and the next.
  private func corners(_ clearance: Double) -> [SIMD2<Double>] {
    reaches.indices.map { index in
      let next = (index + 1) % reaches.count
      let (a, b) = (Self.normals[index], Self.normals[next])
      let (p, q) = (reaches[index] + clearance, reaches[next] + clearance)
      let area = a.x * b.y - a.y * b.x
      return SIMD2(p * b.y - q * a.y, q * a.x - p * b.x) / area
    }
  }
}
