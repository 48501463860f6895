/// The specification of one iteration of the collide force.
enum ReferenceCollide {
  /// The parallel update order: cells in 3^D colours, in place (docs/determinism.md, "Collide").
  static func apply<Vector: SimulationVector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, jiggle: Jiggle,
    position: [Vector], velocity: inout [Vector]
  ) {
    for level in radii.levels {
      apply(
        level, radii: radii.values, strength: strength, jiggle: jiggle, position: position,
        velocity: &velocity)
    }
  }

  /// One level: the nodes with radii of similar size meet each other and all smaller nodes.
  private static func apply<Vector: SimulationVector>(
    _ level: CollideRadii<Vector.Scalar>.Level, radii: [Vector.Scalar], strength: Vector.Scalar,
    jiggle: Jiggle, position: [Vector], velocity: inout [Vector]
  ) {
    let grid = CollideGrid(
      points: zip(position, velocity).map { $0 + $1 }, level: level, reach: radii,
      halfSides: Vector(repeating: level.largest), isCubic: true)
    grid.forEachTurn { i, partners in
      // As in d3, the position of a node is read once, before its own updates.
      let point = position[i] + velocity[i]
      for j in partners {
        var difference = point - (position[j] + velocity[j])
        let reach = radii[i] + radii[j]
        var distance2 = difference.lengthSquared()
        guard distance2 < reach * reach else { continue }
        if distance2 < Vector.coincidenceDistance2 {
          difference = jiggle.difference(from: i, to: j)
          distance2 = difference.lengthSquared()
        }
        let distance = distance2.squareRoot()
        difference *= (reach - distance) / distance * strength
        let share = radii[j] * radii[j] / (radii[i] * radii[i] + radii[j] * radii[j])
        velocity[i] += difference * share
        velocity[j] -= difference * (1 - share)
      }
    }
  }

  /// d3's update order: each node meets, one by one, all later ones that the tree finds (d3-force,
  /// "collide").
  static func applySequentially<Vector: SimulationVector>(
    radii: [Vector.Scalar], strength: Vector.Scalar,
    random: inout LinearCongruentialGenerator, position: [Vector], velocity: inout [Vector]
  ) {
    let tree = ReferenceTree(zip(position, velocity).map { $0 + $1 })
    let (_, cellRadii) = tree.foldUp(
      leaf: { radii[$0] }, cell: { $0.reduce(0) { max($0, $1.1) } })
    var stack: [ReferenceTree<Vector>.Visit] = []
    for node in position.indices {
      let radius = radii[node]
      let radius2 = radius * radius
      let point = position[node] + velocity[node]
      tree.walk(&stack) { place in
        if place.slot > 0 {
          let reach = radius + cellRadii[Int(place.slot - 1)]!
          return !any((place.low .> point + reach) .| (place.high .< point - reach))
        }
        let other = Int(-place.slot - 1)
        guard other > node else { return false }
        let reach = radius + radii[other]
        var difference = point - position[other] - velocity[other]
        var distance2 = difference.lengthSquared()
        guard distance2 < reach * reach else { return false }
        for axis in 0..<Vector.scalarCount where difference[axis] == 0 {
          difference[axis] = Vector.Scalar((random.next() - 0.5) * 1e-6)
          distance2 += difference[axis] * difference[axis]
        }
        let distance = distance2.squareRoot()
        difference *= (reach - distance) / distance * strength
        let otherRadius2 = radii[other] * radii[other]
        let share = otherRadius2 / (radius2 + otherRadius2)
        velocity[node] += difference * share
        velocity[other] -= difference * (1 - share)
        return false
      }
    }
  }
}
