/// Keeps nodes apart that would overlap, as boxes with sides along the axes: labels, cards, icons.
///
/// Predicted positions, position plus velocity, are compared. Two boxes that overlap are pushed
/// apart along the axis on which they overlap least. The larger one is heavier and moves less: they
/// share the push by their areas (in space by their volumes). Does not depend on alpha. O(n)
/// wherever the nodes are, for boxes of similar size. Largest sides that differ by more than a
/// factor of four take one more pass for each such factor, twelve at most.
///
///     BoxCollideForce(halfSides: .constant(SIMD2(30, 6)))
///     BoxCollideForce(halfSides: .array(labels.map { SIMD2($0.width, $0.height) / 2 }))
///     BoxCollideForce(halfSides: .constant(SIMD2(30, 6)), offsets: .constant(SIMD2(34, 0)))
///
/// A label stands beside its node: `offsets` lead from the nodes to the centers of their boxes. A
/// push on the box moves the node. Nodes on one point part along the shorter side of their boxes.
///
/// Boxes come to rest more slowly than discs, as most pushes are along the shorter sides. Of
/// 100,000 labels at random places that could cover three tenths of the ground, less than a
/// hundredth of a per cent of the area overlaps after 300 ticks; of labels that could cover half of
/// it, two per cent.
public struct BoxCollideForce<Vector: SimulationVector>: Force {
  /// Half the sides of the box of each node, in layout units; not negative. A box with a side of
  /// zero overlaps others, but none with the same side of zero.
  public var halfSides: NodeValues<Vector> { didSet { bound.expire() } }
  /// The vector from each node to the center of its box, in layout units.
  public var offsets: NodeValues<Vector> { didSet { bound.expire() } }
  /// The share of an overlap that is removed in each iteration, dimensionless.
  public var strength: Vector.Scalar
  /// The number of passes over the overlaps in each tick: more passes leave less overlap. 0 to
  /// 2^16.
  public var iterations: Int
  private var bound = Bound<CollideBoxes<Vector>>()

  /// A box collide force. By default nodes are the centers of their boxes, and one iteration
  /// removes the whole overlap.
  public init(
    halfSides: NodeValues<Vector>, offsets: NodeValues<Vector> = .constant(.zero),
    strength: Vector.Scalar = 1, iterations: Int = 1
  ) {
    self.halfSides = halfSides
    self.offsets = offsets
    self.strength = strength
    self.iterations = iterations
  }

  /// Throws when a half side is negative or not finite, when an offset or the strength is not
  /// finite, and when `iterations` is out of range.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard !bound.isCurrent(for: context.graph) else { return }
    let halfSides = try context.values(\.halfSides, of: self)
    let offsets = try context.values(\.offsets, of: self)
    bound.set(
      CollideBoxes(halfSides: halfSides, offsets: offsets), nodeCount: context.nodeCount,
      graph: context.graph)
  }

  /// Changes the velocities of nodes whose boxes overlap. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let boxes = bound.value("BoxCollideForce", nodeCount: step.nodeCount)
    step.passes.collide(boxes, strength: strength, iterations: iterations, on: &step)
  }
}

/// The boxes of a box collide force, in levels as discs are (docs/determinism.md, "Collide").
struct CollideBoxes<Vector: SimulationVector>: Sendable {
  typealias Scalar = Vector.Scalar

  var halfSides: [Vector]
  var offsets: [Vector]
  /// False when all offsets are zero.
  let hasOffsets: Bool
  /// The largest half side of each box.
  let reach: [Scalar]
  /// The area (volume) of each box over that of a box with the largest sides. So it does not
  /// overflow.
  let weights: [Scalar]
  /// The levels of `reach`, with the largest half sides of a level and those below it. Levels where
  /// one of them is zero are left out: there no two boxes overlap.
  let levels: [(range: CollideRadii<Scalar>.Level, halfSides: Vector)]

  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  init(halfSides: [Vector], offsets: [Vector]) {
    func largest(upTo limit: Scalar) -> Vector {
      var sides = Vector.zero
      for box in halfSides where box.max() <= limit {
        sides.replace(with: box, where: box .> sides)
      }
      return sides
    }
    (self.halfSides, self.offsets) = (halfSides, offsets)
    hasOffsets = offsets.contains { $0 != .zero }
    let radii = CollideRadii(halfSides.map { $0.max() })
    reach = radii.values
    levels = radii.levels.map { ($0, largest(upTo: $0.largest)) }.filter { all($0.1 .> 0) }
    let largestSides = largest(upTo: .infinity)
    weights = halfSides.map { box in
      var weight: Scalar = 1
      for axis in 0..<Vector.scalarCount where largestSides[axis] > 0 {
        weight *= box[axis] / largestSides[axis]
      }
      return weight
    }
  }
}

extension BoxCollideForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 17 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(halfSides: .constant(.zero)), title: "Collisions of boxes",
      parameters: [
        ForceParameter(
          \Self.halfSides, name: "halfSides", unit: "layout units", range: .notNegative,
          evaluated: { $0.bound.latest?.halfSides }
        ).required(),
        ForceParameter(
          \Self.offsets, name: "offsets", unit: "layout units",
          evaluated: { $0.bound.latest?.offsets }),
        ForceParameter(\Self.strength, name: "strength", slider: 0...1),
        ForceParameter(\Self.iterations, name: "iterations", range: .iterations),
      ])
  }
}
