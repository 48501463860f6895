import ForceSimulation

/// How far a projection goes. More takes longer.
enum ProjectionEffort {
  /// To a point that is only near: constraints hold, but nodes move farther than they have to.
  case near
  /// As far as a tick needs: blocks are split once, and the next tick goes on from there. Groups are drawn
  /// together, and now and then it is chosen anew how boxes are apart.
  case tick
  /// To the nearest point, but blocks are split at most so many times.
  case nearest(atMost: Int = .max)

  /// The number of times that blocks are split.
  fileprivate var rounds: Int {
    switch self {
    case .near: 0
    case .tick: 1
    case .nearest(let most): most
    }
  }

  fileprivate var isTick: Bool { if case .tick = self { true } else { false } }
}

/// The projections of a component's axes onto its constraints, which keep their blocks from call to call.
struct ConstraintProjection<Vector: LayoutVector> {
  private let constraints: ConstraintSet
  private let weights: [Double]?
  private var axes: [AxisProjection]
  /// The separations of boxes near each other, and the number of projections since they were chosen.
  private var chosen: [GroupBoxes.Choice] = []
  private var age = 0
  private var shift: GroupShift?
  /// The spreads that groups keep to in ticks; see `GroupBoxes`.
  private var spreads: [SIMD2<Double>] = []

  /// - Parameter weights: the weight of each node's move; nil if all are 1.
  init(_ constraints: ConstraintSet, weights: [Double]? = nil) {
    self.constraints = constraints
    self.weights = weights
    axes = []
    bind()
  }

  /// True if a coordinate of a node is fixed on an axis, so that the drawing cannot be moved along it.
  func isHeld(_ axis: Int) -> Bool {
    constraints.axes[axis].contains { $0.left == Separation.ground }
  }

  /// Returns all separations of an axis: those given, and those of boxes.
  private func separations(_ axis: Int) -> [Separation] {
    guard let boxes = constraints.boxes else { return constraints.axes[axis] }
    return constraints.axes[axis] + boxes.inside(axis)
      + chosen.filter { $0.order / 2 == axis }.map { boxes.separation($0) }
  }

  private mutating func bind() {
    guard let boxes = constraints.boxes else {
      axes = constraints.axes.map { AxisProjection($0, weights: weights) }
      return
    }
    let ofNodes = weights ?? [Double](repeating: 1, count: boxes.nodeCount)
    shift = GroupShift(boxes, chosen, weights: ofNodes)
    // Nothing but groups is in the way of moving groups as they are.
    if constraints.hasOnlyGroups { return }
    // The sides of boxes follow the nodes.
    let mean = ofNodes.reduce(0, +) / Double(max(ofNodes.count, 1))
    let all = ofNodes + [Double](repeating: 0.01 * mean, count: 2 * boxes.groups.count)
    axes = constraints.axes.indices.map { AxisProjection(separations($0), weights: all) }
  }

  /// Moves positions as little as possible so that all constraints hold.
  ///
  /// - Parameters:
  ///   - unit: the unit of the positions, in layout units.
  ///   - effort: how far to go.
  mutating func project(
    _ positions: inout [Vector], unit: Double = 1, _ effort: ProjectionEffort = .nearest()
  ) {
    let rounds = effort.rounds
    guard let boxes = constraints.boxes else {
      positions.withUnsafeMutableBufferPointer {
        for axis in axes.indices { axes[axis].project($0, axis: axis, unit: unit, rounds: rounds) }
      }
      return
    }
    var placed = positions.map { $0 * unit }
    if effort.isTick { boxes.draw(&placed, to: spreads) }
    shift?.move(&placed)
    if !axes.isEmpty { projectSides(&placed, boxes, rounds: rounds) }
    if effort.isTick {
      age += 1
      if age % Self.lifetime == 0 { choose(placed) }
    }
    for node in positions.indices { positions[node] = placed[node] / unit }
  }

  /// Projects nodes and the sides of boxes.
  private mutating func projectSides(
    _ positions: inout [Vector], _ boxes: GroupBoxes, rounds: Int
  ) {
    for box in boxes.boxes(positions) {
      for corner in [box.low, box.high] {
        var side = Vector.zero
        (side[0], side[1]) = (corner.x, corner.y)
        positions.append(side)
      }
    }
    positions.withUnsafeMutableBufferPointer {
      for axis in axes.indices { axes[axis].project($0, axis: axis, rounds: rounds) }
    }
    positions.removeLast(2 * boxes.groups.count)
  }

  private static var lifetime: Int { 6 }

  /// Returns a drawing without constraints turned, mirrored and moved to where constraints move it
  /// least: 16 angles, and as many in the mirror.
  mutating func turned(_ positions: [Vector]) -> [Vector] {
    if constraints.hasOnlyGroups { return SmallestRectangle.turned(positions) }
    var (best, least) = (positions, Double.infinity)
    for mirror in [1.0, -1.0] {
      for step in 0..<16 {
        let rotation = Rotation(turns: Double(step) / 16)
        var turned = positions.map { position in
          var turned = rotation.applied(to: position)
          turned[0] *= mirror
          return turned
        }
        for axis in axes.indices {
          let move = axes[axis].meanMove(turned, axis: axis)
          for node in turned.indices { turned[node][axis] += move }
        }
        var moved = turned
        project(&moved, .near)
        let cost = zip(turned, moved).reduce(0) { $0 + ($1.1 - $1.0).lengthSquared() }
        if cost < 0.999 * least { (best, least) = (turned, cost) }
      }
    }
    return best
  }
}

// MARK: Boxes

extension ConstraintProjection {
  /// Chooses how boxes and nodes near each other are apart: as they are at positions where they are. So
  /// these positions remain possible.
  private mutating func choose(_ positions: [Vector]) {
    guard let boxes = constraints.boxes else { return }
    let box = LayoutMetrics.extent(positions)
    let reach = 0.1 * max(box[0], box[1])
    var (found, isApart): ([GroupBoxes.Choice], Bool) = ([], true)
    boxes.forEachPair(positions, reach: reach) { pair in
      if pair.distance < -1e-9 { isApart = false }
      let distance = min(max(pair.distance, 0), boxes.margin(of: pair))
      found.append(GroupBoxes.Choice(pair, order: pair.orders[0], distance: distance))
    }
    // Boxes that overlap now were not near each other at the last choice: choose separations for them.
    if isApart {
      chosen = found
      bind()
    } else {
      _ = try? resolve(positions)
    }
  }

  /// Returns positions in which groups are compact, boxes are apart, and constraints hold.
  ///
  /// - Parameter linkLength: in layout units, as are positions; nil to leave the groups as they are, if
  ///   they can be apart there.
  mutating func begun(
    _ positions: [Vector], linkLength: Double?
  ) throws(LayoutError) -> [Vector] {
    guard let boxes = constraints.boxes else { return positions }
    chosen = []
    if linkLength == nil, let placed = try? resolve(positions) {
      spreads = boxes.spreads(placed)
      choose(placed)
      return placed
    }
    chosen = []
    let compact = Self.vectors(
      try boxes.compact(Self.plane(positions), linkLength: linkLength ?? .infinity))
    let placed = try resolve(boxes.withHubs(compact))
    spreads = boxes.spreads(placed)
    choose(placed)
    return placed
  }

  /// Returns a finished drawing with groups nearer to each other, as they are, where it is mostly empty; the
  /// same one if other constraints hold groups.
  mutating func gathered(
    _ positions: [Vector], linkLength: Double
  ) throws(LayoutError) -> [Vector] {
    guard let boxes = constraints.boxes, constraints.hasOnlyGroups else { return positions }
    chosen = []
    return try resolve(
      Self.vectors(try boxes.gathered(Self.plane(positions), linkLength: linkLength)))
  }

  private static func plane(_ positions: [Vector]) -> [SIMD2<Double>] {
    positions.map { SIMD2($0[0], $0[1]) }
  }

  private static func vectors(_ positions: [SIMD2<Double>]) -> [Vector] {
    positions.map { place in
      var position = Vector.zero
      (position[0], position[1]) = (place.x, place.y)
      return position
    }
  }

  /// Returns positions in which no boxes overlap, and chooses how they are apart: for each pair that
  /// overlaps, in the order that moves it least, or in another one if that cannot be.
  @discardableResult
  private mutating func resolve(
    _ positions: [Vector]
  ) throws(LayoutError) -> [Vector] {
    guard let boxes = constraints.boxes else { return positions }
    var (placed, tight): ([Vector], GroupBoxes.Pair?) = (positions, nil)
    for _ in 0..<Self.rounds {
      bind()
      project(&placed, .nearest(atMost: 50))
      var pairs: [GroupBoxes.Pair] = []
      boxes.forEachPair(placed, reach: -1e-9) { pairs.append($0) }
      guard let first = pairs.first else { return placed }
      tight = first
      let before = chosen
      for pair in pairs {
        chosen.append(
          GroupBoxes.Choice(pair, order: pair.orders[0], distance: boxes.margin(of: pair)))
      }
      if (0..<2).allSatisfy({ Contradiction.find(separations($0)) == nil }) { continue }
      chosen = before
      for pair in pairs { try separate(pair, boxes) }
    }
    let names = tight.map {
      [constraints.name(of: .group($0.group)), constraints.name(of: $0.item)]
    }
    throw constraints.impossible([
      "no way was found to have \(names?.joined(separator: " and ") ?? "") apart"
    ])
  }

  private static var rounds: Int { 60 }

  /// Chooses the first order of a pair that can be together with all others.
  private mutating func separate(
    _ pair: GroupBoxes.Pair, _ boxes: GroupBoxes
  ) throws(LayoutError) {
    var hindrances: [String] = []
    for order in pair.orders {
      let choice = GroupBoxes.Choice(pair, order: order, distance: 0)
      let cycle = Contradiction.find(separations(order / 2) + [boxes.separation(choice)])
      guard let cycle else {
        chosen.append(choice)
        return
      }
      for words in constraints.words(of: cycle, order / 2) where !hindrances.contains(words) {
        hindrances.append(words)
      }
    }
    throw constraints.impossible(hindrances)
  }
}
