/// The radii of nodes in points.
struct NodeSizing {
  private let sizes: Drawing.NodeSizes
  private let projection: Projection
  /// The typical depth, at which nodes have the same size as in two dimensions.
  private let middleDepth: Double

  /// True if radii scale with the layout.
  var followsScale: Bool {
    if case .layoutUnits = sizes { true } else { false }
  }

  /// The fraction of the occupied area that discs fill.
  private static let fill = 0.1
  /// The minimum automatic radius in points, below which discs would be invisible.
  private static let leastRadius = 0.6

  init(_ drawing: Drawing, _ projection: Projection) {
    sizes = drawing.nodeSizes
    self.projection = projection
    var sum = 0.0
    var count = 0.0
    for (node, point) in projection.points.enumerated() where point.isFinite {
      sum += projection.depths[node]
      count += 1
    }
    middleDepth = count > 0 ? sum / count : 1
  }

  func radii(frame: Frame, picture: SIMD2<Double>) -> [Double] {
    let count = projection.points.count
    var radii: [Double]
    switch sizes {
    case .automatic:
      let weights = [Double](repeating: 1, count: count)
      radii = self.radii(byWeight: weights, frame, picture)
    case .byWeight(let weights): radii = self.radii(byWeight: weights, frame, picture)
    case .points(let given): radii = given
    case .layoutUnits(let given):
      // In three dimensions the scale is that of depth 1; the division by the depth follows below.
      let perDepth = projection.view == nil ? 1 : 1 / middleDepth
      radii = given.map { $0 * projection.unit * frame.scale * perDepth }
    }
    // Discs are limited to a size that fills the picture, however close the camera is.
    let limit = 2 * max(picture.x, picture.y)
    for node in radii.indices {
      let depth = projection.depths[node]
      if projection.view != nil, depth > 0 { radii[node] *= middleDepth / depth }
      radii[node] = min(radii[node], limit)
    }
    return radii
  }

  private func radii(
    byWeight weights: [Double], _ frame: Frame, _ picture: SIMD2<Double>
  ) -> [Double] {
    let ground = occupiedArea(frame, picture)
    let greatest = weights.max() ?? 0
    // The weights are divided before summing, as their sum may overflow.
    let total = weights.reduce(0) { $0 + (greatest > 0 ? $1 / greatest : 1) }
    guard total > 0 else { return [] }
    let side = min(picture.x, picture.y)
    let largest = max(side / 26, 2 * Self.leastRadius)
    let unit = min((Self.fill * ground / (Double.pi * total)).squareRoot(), largest)
    let even = (Self.fill * ground / (Double.pi * Double(weights.count))).squareRoot()
    let least = min(max(Self.leastRadius, even * 0.4), largest / 4)
    return weights.map { weight in
      let share = greatest > 0 ? weight / greatest : 1
      return min(max(unit * share.squareRoot(), least), largest)
    }
  }

  /// Returns the area of the squares that contain a node, in a grid with as many squares as nodes.
  private func occupiedArea(_ frame: Frame, _ picture: SIMD2<Double>) -> Double {
    let area = picture.x * picture.y
    let side = max((area / Double(max(projection.points.count, 1))).squareRoot(), 1)
    let columns = Int(picture.x / side) + 1
    let rows = Int(picture.y / side) + 1
    var isTaken = [Bool](repeating: false, count: columns * rows)
    var taken = 0
    for point in projection.points where point.isFinite {
      let place = frame.place(point) / side
      guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
        continue
      }
      let cell = Int(place.y) * columns + Int(place.x)
      if !isTaken[cell] {
        isTaken[cell] = true
        taken += 1
      }
    }
    return min(Double(max(taken, 1)) * side * side, area)
  }
}
