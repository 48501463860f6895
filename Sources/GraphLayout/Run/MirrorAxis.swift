/// The axis of symmetry of a drawing in the plane.
///
/// A layout draws a symmetric graph nearly symmetrically, at any angle. Readers see a symmetry best if its
/// axis is upright and the two sides are alike.
enum MirrorAxis {
  /// The number of nodes up to which an axis is looked for, and of the searches for mirrored nodes: a ring has
  /// an axis for each of its nodes.
  private static let mostNodes = 10_000, mostSearches = 500_000
  /// The greatest distance of a mirrored node from its partner, relative to the mean distance of up to 64 nodes
  /// from the middle. It decreases with the root of their number, as distances between nodes in a disc do.
  private static let tolerance = 0.15
  /// The ratio of the areas of bounding boxes below which one axis is preferred to another.
  private static let lessArea = 0.97

  /// Returns the positions with an axis of symmetry upright, each node at the mean of its place and the
  /// mirrored one of its partner; nil if the drawing shows no reflection, within `tolerance` and half of an
  /// edge, that is a symmetry of the graph. Of several axes it is the one with the smallest bounding box, of about
  /// equal ones one with a wide box, of these that with the least rotation; the end that reaches farther is at the
  /// top. For each axis that may be one O(nodes + edges), and for each node those in a strip as wide as the
  /// tolerance; axes that come after half a million nodes were mirrored are not tried. Nil for more than 10,000
  /// nodes.
  static func upright<Vector: LayoutVector>(
    _ positions: [Vector], _ graph: LayoutGraph
  ) -> [Vector]? {
    let count = positions.count
    guard Vector.scalarCount == 2, count > 2, count <= mostNodes else { return nil }
    let points = positions.map { SIMD2($0[0], $0[1]) }
    let middle = points.reduce(SIMD2.zero, +) / Double(count)
    let around = points.map { $0 - middle }
    let radius = around.reduce(0) { $0 + $1.length() } / Double(count)
    guard radius > 0, radius.isFinite else { return nil }
    let edges = LayoutMetrics.meanEdgeLength(graph, positions) ?? .infinity
    let near = min(tolerance * radius * min(1, (64 / Double(count)).squareRoot()), edges / 2)
    let finder = PlaceFinder(around)
    var best: (points: [SIMD2<Double>], area: Double, rank: Double)?
    var searches = 0
    for axis in directions(around, near) where searches < mostSearches {
      guard let partners = partners(around, axis, finder, near, &searches),
        isSymmetry(partners, of: graph)
      else { continue }
      let found = turned(around, partners)
      let (low, high) = (
        found.points.reduce(.zero, pointwiseMin), found.points.reduce(.zero, pointwiseMax)
      )
      let area = (high.x - low.x) * (high.y - low.y)
      let isWide = (high.x - low.x) * lessArea > high.y - low.y
      let rank = (isWide ? 2 : 0) + found.cosine
      if let best, area > lessArea * best.area,
        area * lessArea > best.area || rank <= best.rank + 1e-9
      {
        continue
      }
      best = (found.points, area, rank)
    }
    guard let best else { return nil }
    return positions.indices.map { node in
      var position = positions[node]
      (position[0], position[1]) = (best.points[node].x, best.points[node].y)
      return position
    }
  }

  /// The directions in which an axis may lead: to the node that is farthest from the middle, or between that
  /// and another one about as far.
  private static func directions(_ points: [SIMD2<Double>], _ near: Double) -> [SIMD2<Double>] {
    let lengths = points.map { $0.length() }
    guard let farthest = points.indices.max(by: { lengths[$0] < lengths[$1] }) else { return [] }
    let direction = points[farthest] / lengths[farthest]
    return points.indices.filter { lengths[$0] > lengths[farthest] - near }.map { node in
      let sum = direction + points[node] / lengths[node]
      let length = sum.length()
      // Of opposite nodes the axis is across.
      return length > 1e-3 ? sum / length : SIMD2(-direction.y, direction.x)
    }
  }

  /// Returns the node at the mirror image of each node; nil if one has none within a distance, or shares it.
  /// Counts the searches.
  private static func partners(
    _ points: [SIMD2<Double>], _ axis: SIMD2<Double>, _ finder: PlaceFinder, _ near: Double,
    _ searches: inout Int
  ) -> [Int]? {
    var isTaken = points.map { _ in false }
    var partners: [Int] = []
    for point in points {
      let image = 2 * (point * axis).sum() * axis - point
      searches += 1
      guard let node = finder.nearest(to: image, within: near, except: isTaken) else { return nil }
      isTaken[node] = true
      partners.append(node)
    }
    return partners.indices.allSatisfy { partners[partners[$0]] == $0 } ? partners : nil
  }

  /// The places of a drawing along its longer side.
  private struct PlaceFinder {
    private let places: [(point: SIMD2<Double>, node: Int)]
    private let side: Int

    init(_ points: [SIMD2<Double>]) {
      let size =
        points.reduce(points[0], pointwiseMax) - points.reduce(points[0], pointwiseMin)
      let side = size.x < size.y ? 1 : 0
      self.side = side
      places = points.indices.map { (points[$0], $0) }.sorted {
        ($0.point[side], $0.node) < ($1.point[side], $1.node)
      }
    }

    /// Returns the nearest node to a place that is not taken, of equally near ones the first; nil if none is
    /// within the distance.
    func nearest(
      to place: SIMD2<Double>, within distance: Double, except isTaken: [Bool]
    ) -> Int? {
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle].point[side] < place[side] - distance {
          low = middle + 1
        } else {
          high = middle
        }
      }
      var nearest: (distance: Double, node: Int) = (distance, -1)
      for (point, node) in places[low...] where !isTaken[node] {
        if point[side] > place[side] + distance { break }
        let found = ((point - place).length(), node)
        if found < nearest { nearest = found }
      }
      return nearest.node >= 0 ? nearest.node : nil
    }
  }

  /// True if edges are mirrored by edges of the same length, and some nodes by others: nodes on one line are
  /// no two sides.
  private static func isSymmetry(_ partners: [Int], of graph: LayoutGraph) -> Bool {
    let adjacency = graph.adjacency
    guard partners.indices.contains(where: { partners[$0] != $0 }) else { return false }
    // For each node, the edge to it from the partner in turn.
    var slots = partners.map { _ in -1 }
    return partners.indices.allSatisfy { node in
      let (own, other) = (adjacency.range(of: node), adjacency.range(of: partners[node]))
      for slot in other { slots[Int(adjacency.neighbors[slot])] = slot }
      return own.count == other.count
        && own.allSatisfy { slot in
          let image = slots[partners[Int(adjacency.neighbors[slot])]]
          return other.contains(image) && adjacency.lengths?[image] == adjacency.lengths?[slot]
        }
    }
  }

  /// Returns the points with the axis that fits partners best upright, made symmetric, and the cosine of the
  /// rotation.
  private static func turned(
    _ points: [SIMD2<Double>], _ partners: [Int]
  ) -> (points: [SIMD2<Double>], cosine: Double) {
    // As complex numbers p and its partner q, q is u² times the conjugate of p for an axis u.
    var square = SIMD2<Double>.zero
    for (p, q) in zip(points, partners.map { points[$0] }) {
      square += SIMD2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x)
    }
    square /= max(square.length(), 1e-300)
    let half = square + SIMD2(1, 0)
    var axis = half.length() > 1e-6 ? half / half.length() : SIMD2(0, 1)
    let along = points.map { ($0 * axis).sum() }
    if (along.max() ?? 0) < -(along.min() ?? 0) { axis = -axis }
    let upright = points.map { SIMD2(axis.y * $0.x - axis.x * $0.y, axis.x * $0.x + axis.y * $0.y) }
    let symmetric = upright.indices.map { node in
      let image = upright[partners[node]]
      return (upright[node] + SIMD2(-image.x, image.y)) / 2
    }
    return (symmetric, axis.y)
  }
}
