/// The specification of the box collide force (docs/determinism.md, "Collide"). d3 has none, so
/// `.reference(.sequential)` takes the parallel order too.
enum ReferenceBoxCollide {
  /// One iteration. `centers`: of the boxes.
  static func apply<Vector: SimulationVector>(
    _ boxes: CollideBoxes<Vector>, strength: Vector.Scalar, jiggle: Jiggle, centers: [Vector],
    velocity: inout [Vector]
  ) {
    for level in boxes.levels {
      let grid = CollideGrid(
        points: zip(centers, velocity).map { $0 + $1 }, level: level.range, reach: boxes.reach,
        halfSides: level.halfSides, isCubic: false)
      grid.forEachTurn { i, partners in
        let center = centers[i] + velocity[i]
        for j in partners {
          let difference = center - (centers[j] + velocity[j])
          let reach = boxes.halfSides[i] + boxes.halfSides[j]
          let (axis, depth) = leastDepth(difference, reach: reach)
          guard depth > 0 else { continue }
          let isBelow =
            difference[axis] == 0
            ? (jiggle.value(min(i, j), max(i, j), axis: axis) < 0) != (i > j)
            : difference[axis] < 0
          let push = isBelow ? -(depth * strength) : depth * strength
          let sum = boxes.weights[j] + boxes.weights[i]
          let share = sum > 0 ? boxes.weights[j] / sum : 0.5
          velocity[i][axis] += push * share
          velocity[j][axis] -= push * (1 - share)
        }
      }
    }
  }

  /// The first axis on which two boxes overlap least, and by how much; not above zero when they do
  /// not overlap.
  private static func leastDepth<Vector: SimulationVector>(
    _ difference: Vector, reach: Vector
  ) -> (axis: Int, depth: Vector.Scalar) {
    var least = (axis: 0, depth: reach[0] - abs(difference[0]))
    for axis in 0..<Vector.scalarCount {
      let depth = reach[axis] - abs(difference[axis])
      // Not above zero where a difference is not a number.
      guard depth > 0 else { return (axis, 0) }
      if depth < least.depth { least = (axis, depth) }
    }
    return least
  }
}

extension ReferencePasses {
  static func collide<Vector>(
    _ boxes: CollideBoxes<Vector>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    let centers = zip(step.basePositions, boxes.offsets).map { $0 + $1 }
    for _ in 0..<iterations {
      ReferenceBoxCollide.apply(
        boxes, strength: strength, jiggle: step.jiggle, centers: centers,
        velocity: &step.kinetics._velocity.storage)
    }
  }
}
