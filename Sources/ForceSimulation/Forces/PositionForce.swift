/// An axis of the layout.
public struct Axis: Hashable, Sendable, Codable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number of the component: 0 for x, 1 for y, and so on.
  public var index: Int

  /// The axis of a component. A force checks it against its vectors when it is bound.
  public init(_ index: Int) { self.index = index }
  /// The axis of a component.
  public init(integerLiteral index: Int) { self.index = index }

  /// The first axis.
  public static var x: Axis { Axis(0) }
  /// The second axis.
  public static var y: Axis { Axis(1) }
  /// The third axis.
  public static var z: Axis { Axis(2) }

  /// The letter of the axis, or its number from the fourth on.
  public var description: String { index < 3 && index >= 0 ? ["x", "y", "z"][index] : "\(index)" }
}

/// Pulls each node towards a coordinate on one axis (d3-force, "forceX", "forceY"). O(n).
public struct PositionForce<Vector: SimulationVector>: Force {
  /// The axis on which the force acts.
  public var axis: Axis
  /// The target coordinate, in layout units.
  public var target: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The stiffness, dimensionless: this share of the distance to the target, times alpha, is added
  /// to the velocity in each tick.
  public var strength: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  private var bound = Bound<(targets: [Vector.Scalar], strengths: [Vector.Scalar])>()

  /// A position force with d3's defaults: target 0, strength 0.1.
  public init(
    axis: Axis, target: NodeValues<Vector.Scalar> = 0, strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.axis = axis
    self.target = target
    self.strength = strength
  }

  /// Throws when the vectors have no such axis, and when a target or strength is not finite.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard !bound.isCurrent(for: context.graph) else { return }
    let targets = try context.values(\.target, of: self)
    let strengths = try context.values(\.strength, of: self)
    bound.set((targets, strengths), nodeCount: context.nodeCount, graph: context.graph)
  }

  /// Changes the velocities on the axis. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let (targets, strengths) = bound.value("PositionForce", nodeCount: step.nodeCount)
    ReferencePosition.apply(
      axis: axis.index, targets: targets, strengths: strengths, alpha: step.alpha,
      position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }
}

extension PositionForce: ForceOnEachNode {
  func onNodes(of block: NodeBlock) -> Self {
    let (targets, strengths) = bound.value("PositionForce", nodeCount: block.boundNodes.count)
    let places = block.places
    var own = self
    own.bound.set((Array(targets[places]), Array(strengths[places])), nodeCount: places.count)
    return own
  }
}

extension PositionForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 6 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(axis: .x), title: "Position", noun: "position",
      titleOfForce: { "Towards \($0.axis)" },
      parameters: [
        ForceParameter(
          \Self.axis, .axis, name: "axis",
          write: { $1.write(Int64($0.index)) },
          read: { reader throws(SimulationError) in Axis(try reader.readInt()) },
          check: { axis, _ throws(SimulationError) in
            try Validate.axis(axis.index, dimensions: Vector.scalarCount)
          }
        ).required(),
        ForceParameter(
          \Self.target, name: "target", unit: "layout units",
          evaluated: { $0.bound.latest?.targets }),
        ForceParameter(
          \Self.strength, name: "strength", slider: 0...1,
          evaluated: { $0.bound.latest?.strengths }),
      ])
  }
}
