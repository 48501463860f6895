/// Where nodes start, and which ones stay where they are put.
struct GivenPositions<Vector: LayoutVector> {
  let start: [Vector]?
  let pins: [Int: Vector]

  func check(nodeCount: Int) throws(LayoutError) {
    if let start { try Check.positions(start, of: "start", nodeCount: nodeCount) }
    // By increasing number, so that which mistake is reported is not left to the dictionary.
    for node in pins.keys.sorted() {
      try Check.node(node, "a pinned node", nodeCount: nodeCount)
      if let position = pins[node], !position.isFinite {
        throw .badPosition(node: node, value: "\(position)")
      }
    }
  }

  /// The pins of some nodes, in their order; nil when none of them has one.
  func pins(of nodes: [Int32]) -> [Vector?]? {
    if pins.isEmpty { return nil }
    let found = nodes.map { pins[Int($0)] }
    return found.contains { $0 != nil } ? found : nil
  }

  /// Where some nodes start: at their pins, else where `start` says, else where the sketch is, moved to fit the pins.
  func start(of nodes: [Int32], sketch: () -> [Vector]) -> [Vector] {
    var positions = start.map { start in nodes.map { start[Int($0)] } } ?? sketch()
    guard let pins = pins(of: nodes) else { return positions }
    if start == nil { positions = Self.fitted(positions, to: pins) }
    for (index, pin) in pins.enumerated() {
      if let pin { positions[index] = pin }
    }
    return positions
  }

  /// Moves nodes that are on the point of an earlier one a little: where two are on one point there is no direction to part in.
  static func separated(_ positions: [Vector], by size: Double, seed: UInt64) -> [Vector] {
    let order = positions.indices.sorted {
      for axis in 0..<Vector.scalarCount where positions[$0][axis] != positions[$1][axis] {
        return positions[$0][axis] < positions[$1][axis]
      }
      return $0 < $1
    }
    var random = SeededRandom(seed: seed &+ 3)
    var separated = positions
    for (node, next) in zip(order, order.dropFirst()) where positions[node] == positions[next] {
      for axis in 0..<Vector.scalarCount { separated[next][axis] += size * (random.unit() - 0.5) }
    }
    return separated
  }

  /// Moves positions to where the pinned nodes come near their pins; in the plane turns and scales them too (least squares).
  private static func fitted(_ positions: [Vector], to pins: [Vector?]) -> [Vector] {
    let pairs = zip(positions, pins).compactMap { position, pin in pin.map { (position, $0) } }
    let share = 1 / Double(pairs.count)
    let from = pairs.reduce(Vector.zero) { $0 + $1.0 * share }
    let to = pairs.reduce(Vector.zero) { $0 + $1.1 * share }
    guard Vector.scalarCount == 2 else { return positions.map { $0 - from + to } }
    // As complex numbers: the factor between them.
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
