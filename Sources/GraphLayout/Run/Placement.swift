import RunSupport

/// The start positions, pins and distances of a layout: the options of layouts that move nodes from
/// a start (`AutomaticLayout`, `ForceDirectedLayout`, `FruchtermanReingoldLayout`, `StressLayout`).
///
///     let layout = StressLayout(placement: Placement(pins: [0: SIMD2(0, 0), 2: SIMD2(60, 0)]))
package struct Placement<Vector: LayoutVector>: Sendable, Hashable {
  /// The desired length of edges, in layout units; it is multiplied by the edge's own length if the
  /// graph has weights.
  package var linkLength: Double
  /// The initial position of each node; nil for the layout's own sketch. Components are packed
  /// again.
  package var start: [Vector]?
  /// Nodes with fixed positions, which are kept exactly. Their components are not packed, and the
  /// layout is not centred.
  package var pins: [Int: Vector]
  /// The space between components, in layout units.
  package var margin: Double
  /// The maximum distance of a node from its start, in layout units; nil for no limit. It keeps
  /// familiar drawings recognisable. It requires a start. The components of these nodes are not
  /// packed, and the layout is not centred.
  package var maximumMove: Double?
  /// The constraints of the layout; nil for none.
  var constraints: ConstraintSet?
  /// Nodes to which `maximumMove` does not apply: those that are new in the drawing.
  package var newNodes: Set<Int> = []

  /// Creates a placement, by default with edges of 30 layout units and the layout's own start.
  ///
  /// - Parameter margin: nil for `linkLength`.
  package init(
    linkLength: Double = 30, start: [Vector]? = nil, pins: [Int: Vector] = [:],
    margin: Double? = nil, maximumMove: Double? = nil
  ) {
    self.linkLength = linkLength
    self.start = start
    self.pins = pins
    self.margin = margin ?? linkLength
    self.maximumMove = maximumMove
  }
}

extension Placement {
  func check(nodeCount: Int) throws(LayoutError) {
    try Check.positive(linkLength, "linkLength")
    try Check.positive(margin, "margin")
    if let start {
      try Check.positions(start, of: "start", nodeCount: nodeCount)
      for (node, position) in start.enumerated() { try Check.start(position, of: node) }
    }
    if let maximumMove {
      try Check.notNegative(maximumMove, "maximumMove")
      guard start != nil else {
        throw .badOption("maximumMove", value: "\(maximumMove)", expected: "nil, without a start")
      }
    }
    // Nodes are checked in increasing order, so that the reported error is deterministic.
    for node in pins.keys.sorted() {
      try Check.node(node, "a pinned node", nodeCount: nodeCount)
      if let position = pins[node] { try Check.start(position, of: node) }
    }
  }

  /// Lays out each component separately and packs those without pins.
  ///
  /// - Parameter body: returns the positions of a component, given its nodes.
  func placeByComponents(
    _ graph: LayoutGraph, run: inout LayoutRun,
    _ body: (LayoutGraph, [Int32], inout LayoutRun) throws(LayoutError) -> [Vector]
  ) throws(LayoutError) -> [Vector] {
    try GraphLayout.placeByComponents(
      graph, margin: margin, fixedNodes: fixedNodes,
      evensGround: graph.lengths == nil && constraints == nil,
      startOfLoneNode: { newNodes.contains(Int($0)) ? nil : start?[Int($0)] }, run: &run
    ) { component, components, number, run throws(LayoutError) in
      let nodes = components.nodes[number]
      // An isolated node is not subject to forces: it stays where it is.
      if nodes.count == 1 {
        var place = [pins[Int(nodes[0])] ?? start?[Int(nodes[0])] ?? .zero]
        if let constraints = constraints?.part(nodes) {
          var projection = ConstraintProjection<Vector>(constraints)
          projection.project(&place)
        }
        return place
      }
      var positions = try body(component, nodes, &run)
      moveBound(of: nodes)?.apply(to: &positions)
      return positions
    }
  }

  /// The nodes whose components are not packed.
  private var fixedNodes: [Int] {
    guard maximumMove != nil, let start else { return Array(pins.keys) + (constraints?.held ?? []) }
    return Array(pins.keys) + start.indices.filter { !newNodes.contains($0) }
  }

  /// Returns the bound on the moves of some nodes, in their order; nil if none applies.
  func moveBound(of nodes: [Int32]) -> MoveBound<Vector>? {
    guard let maximumMove, let start else { return nil }
    let places = nodes.map { node in
      newNodes.contains(Int(node)) || pins[Int(node)] != nil ? nil : start[Int(node)]
    }
    return MoveBound(places: places, distance: maximumMove)
  }

  /// Returns the pins of some nodes, in their order; nil if there are none.
  func pins(of nodes: [Int32]) -> [Vector?]? {
    if pins.isEmpty { return nil }
    let found = nodes.map { pins[Int($0)] }
    return found.contains { $0 != nil } ? found : nil
  }

  /// Returns the start of some nodes: their pins, else `start`, else the sketch, fitted to the
  /// pins. If `start` has all of them at one point, it is ignored, and the sketch is used.
  func start<Failure: Error>(
    of nodes: [Int32], seed: UInt64, sketch: () throws(Failure) -> [Vector]
  ) throws(Failure) -> [Vector] {
    let pins = pins(of: nodes)
    guard var positions = start.map({ start in nodes.map { start[Int($0)] } }),
      positions.contains(where: { $0 != positions[0] })
    else {
      let sketch = try sketch()
      guard let pins else { return sketch }
      return Self.held(Self.fitted(sketch, to: pins), at: pins)
    }
    if let pins { positions = Self.held(positions, at: pins) }
    return parted(positions, pins: pins, seed: seed)
  }

  private static func held(_ positions: [Vector], at pins: [Vector?]) -> [Vector] {
    zip(positions, pins).map { $1 ?? $0 }
  }

  /// Separates nodes that no force could separate for lack of a direction: coincident nodes, by a
  /// tenth of a link length times the square root of their number; and all nodes slightly along an
  /// axis on which their coordinates are equal, as when a two-dimensional drawing has to unfold in
  /// space. Pinned nodes stay.
  func parted(_ positions: [Vector], pins: [Vector?]?, seed: UInt64) -> [Vector] {
    let order = positions.indices.sorted {
      for axis in 0..<Vector.scalarCount where positions[$0][axis] != positions[$1][axis] {
        return positions[$0][axis] < positions[$1][axis]
      }
      return $0 < $1
    }
    var random = SeededRandom(seed: seed &+ 3)
    var parted = positions
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, positions[order[end]] == positions[order[first]] { end += 1 }
      let size = 0.1 * linkLength * Double(end - first).squareRoot()
      for node in order[first..<end].dropFirst() {
        for axis in 0..<Vector.scalarCount { parted[node][axis] += size * (random.unit() - 0.5) }
      }
      first = end
    }
    let extent = LayoutMetrics.extent(positions)
    for axis in 0..<Vector.scalarCount where extent[axis] == 0 && positions.count > 2 {
      for node in positions.indices {
        parted[node][axis] += 0.01 * linkLength * (random.unit() - 0.5)
      }
    }
    return pins.map { Self.held(parted, at: $0) } ?? parted
  }

  /// Translates positions so that pinned nodes come close to their pins; in two dimensions it also
  /// rotates and scales (least squares).
  private static func fitted(_ positions: [Vector], to pins: [Vector?]) -> [Vector] {
    let pairs = zip(positions, pins).compactMap { position, pin in pin.map { (position, $0) } }
    let share = 1 / Double(pairs.count)
    let from = pairs.reduce(Vector.zero) { $0 + $1.0 * share }
    let to = pairs.reduce(Vector.zero) { $0 + $1.1 * share }
    guard Vector.scalarCount == 2 else { return positions.map { $0 - from + to } }
    // In complex numbers, this is the factor between the two sets.
    var (real, imaginary, square) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let (a, b) = (pair.0 - from, pair.1 - to)
      real += a[0] * b[0] + a[1] * b[1]
      imaginary += a[0] * b[1] - a[1] * b[0]
      square += a[0] * a[0] + a[1] * a[1]
    }
    (real, imaginary) = square > 0 ? (real / square, imaginary / square) : (1, 0)
    guard real.isFinite, imaginary.isFinite, real != 0 || imaginary != 0 else {
      return positions.map { $0 - from + to }
    }
    return positions.map { position in
      let a = position - from
      var moved = to
      moved[0] += real * a[0] - imaginary * a[1]
      moved[1] += imaginary * a[0] + real * a[1]
      return moved
    }
  }
}
