// Grape's names of the forces' parameters, with Grape's defaults.

/// Grape's name of `NodeValues`.
public typealias AttributeDescriptor = NodeValues

extension Kinetics {
  /// A force that does nothing.
  public typealias EmptyForce = GrapeCompatibility.EmptyForce<Vector>
  /// Another name of values of nodes.
  public typealias NodeMass = NodeValues<Vector.Scalar>
  /// Another name of values of nodes.
  public typealias CollideRadius = NodeValues<Vector.Scalar>
  /// Another name of values of nodes.
  public typealias TargetOnDirection = NodeValues<Vector.Scalar>
  /// Another name of values of nodes.
  public typealias PositionStrength = NodeValues<Vector.Scalar>
  /// Another name of values of nodes.
  public typealias RadialBound = NodeValues<Vector.Scalar>
  /// Another name of values of nodes.
  public typealias RadialStrength = NodeValues<Vector.Scalar>
  /// Another name of strengths of links.
  public typealias LinkStiffness = ForceSimulation.LinkForce<Vector>.Strength
  /// Another name of values of links.
  public typealias LinkLength = LinkValues<Vector.Scalar>
  /// Another name of axes.
  public typealias DirectionOfPositionForce = Axis
}

extension ManyBodyForce {
  /// Grape's initialiser. The strength of node i is `strength` times its mass; unlike in Grape, a
  /// mass does not make its node slower. Without a theta, which is 0.9 in Grape, the accuracy
  /// decides what is far (`ManyBodyForce.accuracy`).
  @_disfavoredOverload
  public init(
    strength: Vector.Scalar, nodeMass: NodeValues<Vector.Scalar> = .constant(1),
    theta: Vector.Scalar? = nil
  ) {
    self.init(strength: nodeMass.scaled(by: strength), theta: theta)
  }
}

extension CollideForce {
  /// Grape's initialiser.
  public init(
    radius: NodeValues<Vector.Scalar>, strength: Vector.Scalar = 1, iterationsPerTick: UInt
  ) {
    self.init(radius: radius, strength: strength, iterations: Int(clamping: iterationsPerTick))
  }

  /// Grape's name of `iterations`.
  public var iterationsPerTick: UInt { UInt(clamping: iterations) }
}

extension Axis {
  /// The axis of a component.
  public static func entryOfVector(_ index: Int) -> Axis { Axis(index) }
}

extension PositionForce {
  /// Grape's initialiser. The default strength is Grape's 1; that of `init(axis:target:strength:)`
  /// is d3's 0.1.
  public init(
    direction: Axis, targetOnDirection: NodeValues<Vector.Scalar>,
    strength: NodeValues<Vector.Scalar> = .constant(1)
  ) {
    self.init(axis: direction, target: targetOnDirection, strength: strength)
  }

  /// The index of the axis.
  public var direction: Int {
    get { axis.index }
    set { axis.index = newValue }
  }

  /// Grape's name of `target`.
  public var targetOnDirection: NodeValues<Vector.Scalar> {
    get { target }
    set { target = newValue }
  }
}

extension RadialForce {
  /// Grape's initialiser.
  public init(
    center: Vector, radius: NodeValues<Vector.Scalar>, strength: NodeValues<Vector.Scalar>
  ) {
    self.init(radius: radius, center: center, strength: strength)
  }
}

// MARK: Comparison

extension NodeValues: Equatable where Value: Equatable {
  /// Equal when both are the same constant, or arrays with the same elements. As in Grape, a
  /// function is equal to nothing, not even to itself.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.constant(let a), .constant(let b)): a == b
    case (.array(let a, let common), .array(let b, let other)): a == b && common == other
    default: false
    }
  }
}

extension LinkValues: Equatable where Value: Equatable {
  /// Equal when both are the same constant, or arrays with the same elements. As in Grape, a
  /// function is equal to nothing, not even to itself.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.constant(let a), .constant(let b)): a == b
    case (.array(let a, let common), .array(let b, let other)): a == b && common == other
    default: false
    }
  }
}

extension LinkForce.Strength: Equatable {
  public static func == (a: Self, b: Self) -> Bool {
    a.values == b.values && a.isDividedByDegree == b.isDividedByDegree
  }
}
