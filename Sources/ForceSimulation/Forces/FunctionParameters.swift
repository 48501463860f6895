// Each force whose values by node or link are parameters takes closures for them as they are: a
// closure has no protocol for its literal, as numbers and arrays have, so that each mix of values
// and closures is an initialiser.

/// The value of a node as a function of its index.
public typealias NodeFunction<Value> = @Sendable (Int) -> Value

/// The value of a link as a function of its ends and their neighbours.
public typealias LinkFunction<Value> = @Sendable (Link<Int>, LinkLookup<Int>) -> Value

extension ManyBodyForce {
  /// A many-body force with the strength of each node from a function.
  public init(
    strength: @escaping NodeFunction<Vector.Scalar>,
    accuracy: Vector.Scalar = Self.defaultAccuracy, theta: Vector.Scalar? = nil,
    distanceMin: Vector.Scalar = 1, distanceMax: Vector.Scalar = .infinity
  ) {
    self.init(
      strength: .function(strength), accuracy: accuracy, theta: theta, distanceMin: distanceMin,
      distanceMax: distanceMax)
  }
}

extension CollideForce {
  /// A collide force with the radius of each node from a function.
  public init(
    radius: @escaping NodeFunction<Vector.Scalar>, strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) {
    self.init(radius: .function(radius), strength: strength, iterations: iterations)
  }
}

extension BoxCollideForce {
  /// A box collide force with half the sides of each box from a function.
  public init(
    halfSides: @escaping NodeFunction<Vector>, offsets: NodeValues<Vector> = .constant(.zero),
    strength: Vector.Scalar = 1, iterations: Int = 1
  ) {
    self.init(
      halfSides: .function(halfSides), offsets: offsets, strength: strength,
      iterations: iterations)
  }

  /// A box collide force with the offset of each box from a function.
  public init(
    halfSides: NodeValues<Vector>, offsets: @escaping NodeFunction<Vector>,
    strength: Vector.Scalar = 1, iterations: Int = 1
  ) {
    self.init(
      halfSides: halfSides, offsets: .function(offsets), strength: strength,
      iterations: iterations)
  }

  /// A box collide force with half the sides and the offset of each box from functions.
  public init(
    halfSides: @escaping NodeFunction<Vector>, offsets: @escaping NodeFunction<Vector>,
    strength: Vector.Scalar = 1, iterations: Int = 1
  ) {
    self.init(
      halfSides: .function(halfSides), offsets: .function(offsets), strength: strength,
      iterations: iterations)
  }
}

extension PositionForce {
  /// A position force with the target of each node from a function.
  public init(
    axis: Axis, target: @escaping NodeFunction<Vector.Scalar>,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.init(axis: axis, target: .function(target), strength: strength)
  }

  /// A position force with the strength of each node from a function.
  public init(
    axis: Axis, target: NodeValues<Vector.Scalar> = 0,
    strength: @escaping NodeFunction<Vector.Scalar>
  ) {
    self.init(axis: axis, target: target, strength: .function(strength))
  }

  /// A position force with the target and the strength of each node from functions.
  public init(
    axis: Axis, target: @escaping NodeFunction<Vector.Scalar>,
    strength: @escaping NodeFunction<Vector.Scalar>
  ) {
    self.init(axis: axis, target: .function(target), strength: .function(strength))
  }
}

extension RadialForce {
  /// A radial force with the radius of each node from a function.
  public init(
    radius: @escaping NodeFunction<Vector.Scalar>, center: Vector = .zero,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.init(radius: .function(radius), center: center, strength: strength)
  }

  /// A radial force with the strength of each node from a function.
  public init(
    radius: NodeValues<Vector.Scalar>, center: Vector = .zero,
    strength: @escaping NodeFunction<Vector.Scalar>
  ) {
    self.init(radius: radius, center: center, strength: .function(strength))
  }

  /// A radial force with the radius and the strength of each node from functions.
  public init(
    radius: @escaping NodeFunction<Vector.Scalar>, center: Vector = .zero,
    strength: @escaping NodeFunction<Vector.Scalar>
  ) {
    self.init(radius: .function(radius), center: center, strength: .function(strength))
  }
}

extension GroupForce {
  /// A group force with the strength of each node from a function. `groups` has one element for
  /// each node.
  public init(groups: [Int?], strength: @escaping NodeFunction<Vector.Scalar>) {
    self.init(groups: groups, strength: .function(strength))
  }
}

extension LinkForce {
  /// A link force with the length of each link from a function.
  public init(
    strength: Strength = .byDegree, length: @escaping LinkFunction<Vector.Scalar>,
    iterations: Int = 1
  ) {
    self.init(strength: strength, length: .function(length), iterations: iterations)
  }

  /// A link force with the stiffness of each link from a function, not divided by degree.
  public init(
    strength: @escaping LinkFunction<Vector.Scalar>, length: LinkValues<Vector.Scalar> = 30,
    iterations: Int = 1
  ) {
    self.init(strength: .function(strength), length: length, iterations: iterations)
  }

  /// A link force with the stiffness, not divided by degree, and the length of each link from
  /// functions.
  public init(
    strength: @escaping LinkFunction<Vector.Scalar>, length: @escaping LinkFunction<Vector.Scalar>,
    iterations: Int = 1
  ) {
    self.init(strength: .function(strength), length: .function(length), iterations: iterations)
  }
}

extension SpringForce {
  /// Springs with the stiffness of each link from a function.
  public init(
    stiffness: @escaping LinkFunction<Vector.Scalar>, length: LinkValues<Vector.Scalar> = 30,
    damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: .function(stiffness), length: length, damping: damping)
  }

  /// Springs with the length of each link from a function.
  public init(
    stiffness: LinkValues<Vector.Scalar> = 0.5, length: @escaping LinkFunction<Vector.Scalar>,
    damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: stiffness, length: .function(length), damping: damping)
  }

  /// Springs with the stiffness and the length of each link from functions.
  public init(
    stiffness: @escaping LinkFunction<Vector.Scalar>,
    length: @escaping LinkFunction<Vector.Scalar>, damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: .function(stiffness), length: .function(length), damping: damping)
  }
}

extension TForce {
  /// A t-force with the stiffness of each link from a function.
  public init(
    strength: Vector.Scalar = 10, attraction: Vector.Scalar = 8,
    stiffness: @escaping LinkFunction<Vector.Scalar>, distance: Vector.Scalar = 1,
    cutoff: Vector.Scalar = .infinity, theta: Vector.Scalar = 0.9
  ) {
    self.init(
      strength: strength, attraction: attraction, stiffness: .function(stiffness),
      distance: distance, cutoff: cutoff, theta: theta)
  }
}
