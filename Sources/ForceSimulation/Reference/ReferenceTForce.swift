/// The specification of the t-force (docs/determinism.md, "t-force"). CKernels/t_force.inl is the
/// same for the kernels.
struct ReferenceTForce<Vector: SimulationVector> {
  typealias Scalar = Vector.Scalar

  static var leafSize: Int { 16 }

  /// The summary of a cell for a target: the bounding box, mean and number of its points.
  struct Cell {
    var low: Vector
    var high: Vector
    var mean: Vector
    var count: Scalar

    /// The squared diagonal of the box.
    var size2: Scalar { (high - low).lengthSquared() }

    /// The squared gap between two boxes.
    func gap2(to other: Self) -> Scalar {
      let gap = pointwiseMax(other.low - high, low - other.high)
      return gap.clamped(lowerBound: .zero, upperBound: Vector(repeating: .infinity))
        .lengthSquared()
    }
  }

  private let law: TForceLaw<Scalar>
  private let jiggle: Jiggle
  private let position: [Vector]
  private let shape: KDTreeShape
  private let slots: [Int32]
  private var cells: [Cell] = []

  /// The total effect of all other nodes on one, at strength and alpha 1.
  struct Push {
    var sum = Vector.zero
    /// The sum of the factors of the difference vectors.
    var weight: Scalar = 0

    mutating func add(_ difference: Vector, _ factor: Scalar) {
      sum += difference * factor
      weight += factor
    }
  }

  /// Returns the push on each node.
  static func pushes(
    _ law: TForceLaw<Scalar>, jiggle: Jiggle, position: [Vector]
  ) -> [Push] {
    var pushes = [Push](repeating: Push(), count: position.count)
    let tree = Self(law, jiggle: jiggle, position: position)
    for leaf in 0..<tree.shape.leafCount {
      let node = tree.shape.leafNode(leaf)
      for slot in tree.shape.slots(ofLeaf: node) {
        var push = Push()
        tree.walk(from: 0, to: slot, of: node, &push)
        // The node is one of its own sources, with the weight 1 and no force.
        push.weight -= 1
        pushes[Int(tree.slots[slot])] = push
      }
    }
    return pushes
  }

  private init(_ law: TForceLaw<Scalar>, jiggle: Jiggle, position: [Vector]) {
    (self.law, self.jiggle, self.position) = (law, jiggle, position)
    shape = KDTreeShape(count: position.count, leafSize: Self.leafSize)
    slots = ReferenceKDTree.sorted(
      position.map { point in
        var wide = ReferenceKDTree.Point.zero
        for axis in 0..<Vector.scalarCount { wide[axis] = Double(point[axis]) }
        return wide
      }, leafSize: Self.leafSize)
    let none = Cell(low: .zero, high: .zero, mean: .zero, count: 0)
    cells = Array(repeating: none, count: shape.nodeCount)
    for node in (0..<shape.nodeCount).reversed() {
      cells[node] =
        shape.isLeaf(node) ? leaf(node) : joined(cells[2 * node + 1], cells[2 * node + 2])
    }
  }

  private func leaf(_ node: Int) -> Cell {
    let points = shape.slots(ofLeaf: node).map { position[Int(slots[$0])] }
    var cell = Cell(low: points[0], high: points[0], mean: points[0], count: Scalar(points.count))
    for point in points.dropFirst() {
      cell.low = pointwiseMin(cell.low, point)
      cell.high = pointwiseMax(cell.high, point)
      cell.mean += point
    }
    cell.mean /= cell.count
    return cell
  }

  private func joined(_ a: Cell, _ b: Cell) -> Cell {
    let count = a.count + b.count
    return Cell(
      low: pointwiseMin(a.low, b.low), high: pointwiseMax(a.high, b.high),
      mean: a.mean + (b.mean - a.mean) * (b.count / count), count: count)
  }

  /// Adds the forces of a cell's points on the point in `slot`, a point of the leaf `target`.
  private func walk(from node: Int, to slot: Int, of target: Int, _ push: inout Push) {
    let cell = cells[node]
    let gap2 = cells[target].gap2(to: cell)
    guard gap2 <= law.cutoff2 else { return }
    let point = position[Int(slots[slot])]
    if cell.size2 < law.theta2 * (gap2 + law.blur2), !contains(node, target) {
      let difference = point - cell.mean
      push.add(difference, law.weight(difference.lengthSquared(), count: cell.count))
    } else if shape.isLeaf(node) {
      for source in shape.slots(ofLeaf: node) {
        var difference = point - position[Int(slots[source])]
        if source != slot, difference.lengthSquared() < Vector.coincidenceDistance2 {
          difference = jiggle.difference(from: Int(slots[source]), to: Int(slots[slot]))
        }
        push.add(difference, law.weight(difference.lengthSquared(), count: 1))
      }
    } else {
      walk(from: 2 * node + 1, to: slot, of: target, &push)
      walk(from: 2 * node + 2, to: slot, of: target, &push)
    }
  }

  /// True if a leaf is the node or below it. Counted from 1, the path to a node is its binary
  /// digits.
  private func contains(_ node: Int, _ leaf: Int) -> Bool {
    let levels = KDTreeShape.log2(leaf + 1) - KDTreeShape.log2(node + 1)
    return levels >= 0 && (leaf + 1) >> levels == node + 1
  }

  /// Returns the pushes without a tree, for vectors of other dimensions. O(n²).
  static func exactPushes(
    _ law: TForceLaw<Scalar>, jiggle: Jiggle, position: [Vector]
  ) -> [Push] {
    position.indices.map { target in
      var push = Push()
      for source in position.indices where source != target {
        var difference = position[target] - position[source]
        if difference.lengthSquared() < Vector.coincidenceDistance2 {
          difference = jiggle.difference(from: source, to: target)
        }
        let distance2 = difference.lengthSquared()
        guard distance2 <= law.cutoff2 else { continue }
        push.add(difference, law.weight(distance2, count: 1))
      }
      return push
    }
  }

  /// Adds a step by the pushes and the pull of links to the velocities.
  static func step(
    _ law: TForceLaw<Scalar>, _ links: HalfLinks<Scalar>?, alpha: Scalar, pushes: [Push],
    position: [Vector], velocity: inout [Vector]
  ) {
    for node in position.indices {
      var (pull, stiffness) = (Vector.zero, Scalar(0))
      if let links {
        for end in links.ends(of: node) {
          let difference = position[Int(links.other[end])] - position[node]
          let near = links.length?[end] ?? links.commonLength
          let factor =
            near / (difference.lengthSquared() * law.inverse2 + 1) + links.coefficient[end]
          pull += difference * factor
          stiffness += factor
        }
      }
      let push = pushes[node]
      let implicit = alpha * stiffness + 1
      let bound = alpha * (stiffness * 0.5 + push.weight * law.crowding)
      let resistance = implicit < bound ? bound : implicit
      velocity[node] += (push.sum * law.strength + pull) * alpha / resistance
    }
  }
}

/// The parameters of a t-force in the form that all its implementations take.
struct TForceLaw<Scalar: SimulationScalar> {
  var strength: Scalar
  var distance: Scalar
  var cutoff: Scalar
  var theta: Scalar

  var inverse2: Scalar { Scalar(1 / (Double(distance) * Double(distance))) }
  var cutoff2: Scalar { Scalar(Double(cutoff) * Double(cutoff)) }
  var theta2: Scalar { Scalar(Double(theta) * Double(theta)) }
  /// The square of a quarter of the distance, which the acceptance test adds to gaps.
  var blur2: Scalar { Scalar(Double(distance) * Double(distance) * (1.0 / 16)) }

  /// What a step is divided by at least for each unit of weight that pushes a node, at alpha 1. A
  /// wave in evenly spread nodes is pushed back with a stiffness of at most 0.482 (in the plane;
  /// 0.368 in space) times the strength and the sum of the weights. Steps with momentum, however
  /// much of it velocities keep, come to rest where the stiffness is below four times what they are
  /// divided by: an eighth is enough. Links that are stretched and shortened in turn are up to twice
  /// as stiff as the factors of one end: of these it takes a half.
  var crowding: Scalar { Scalar(abs(Double(strength)) * 0.125) }

  /// The factor of the difference vector to `count` points at a squared distance.
  @inline(__always)
  func weight(_ distance2: Scalar, count: Scalar) -> Scalar {
    let q = distance2 * inverse2 + 1
    return count / (q * q)
  }
}

extension ReferencePasses {
  static func tForce<Vector>(
    _ law: TForceLaw<Vector.Scalar>, _ links: HalfLinks<Vector.Scalar>?,
    on step: inout StepContext<Vector>
  ) {
    let position = step.basePositions
    let pushes =
      Vector.hasMultipole
      ? ReferenceTForce.pushes(law, jiggle: step.jiggle, position: position)
      : ReferenceTForce.exactPushes(law, jiggle: step.jiggle, position: position)
    ReferenceTForce.step(
      law, links, alpha: step.alpha, pushes: pushes, position: position,
      velocity: &step.kinetics._velocity.storage)
  }
}
