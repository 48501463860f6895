// What a parameter by node or link may be written as, beside `NodeValues` and `LinkValues`, which
// take literals: a closure, as it is; a number, a vector or an array from a variable. Neither
// converts by itself, and closures conform to no protocol, so that each mix is an initialiser. The
// ones for variables are disfavoured: literals mean what they mean without them, and blocks of
// forces are checked as fast.

/// A variable that gives a value for each node: a number or vector for all, an array with one each,
/// or `NodeValues`. Forces take it as it is: `CollideForce(radius: radii)`.
///
/// Types of your own cannot conform. They have a property of the type `NodeValues`, or an array.
public protocol NodeValuesConvertible<Value>: Sendable {
  /// The type of a node's value; by default the type itself.
  associatedtype Value: Sendable = Self

  /// The values that an argument stands for.
  @_spi(Values)
  static func nodeValues(_ argument: Self) -> NodeValues<Value>
}

/// A variable that gives a value for each link: a number for all, an array with one each,
/// `LinkValues`, or the strength of a `LinkForce`. Forces take it as it is:
/// `LinkForce(length: lengths)`.
///
/// Types of your own cannot conform. They have a property of the type `LinkValues`, or an array.
public protocol LinkValuesConvertible<Value>: Sendable {
  /// The type of a link's value; by default the type itself.
  associatedtype Value: Sendable = Self

  /// The values that an argument stands for.
  @_spi(Values)
  static func linkValues(_ argument: Self) -> LinkValues<Value>
}

extension NodeValuesConvertible where Value == Self {
  /// The same value for every node.
  @_spi(Values)
  public static func nodeValues(_ argument: Self) -> NodeValues<Value> { .constant(argument) }
}

extension LinkValuesConvertible where Value == Self {
  /// The same value for every link.
  @_spi(Values)
  public static func linkValues(_ argument: Self) -> LinkValues<Value> { .constant(argument) }
}

extension Float: NodeValuesConvertible, LinkValuesConvertible {}

extension Double: NodeValuesConvertible, LinkValuesConvertible {}

extension SIMD2: NodeValuesConvertible where Scalar: SimulationScalar {}

extension SIMD3: NodeValuesConvertible where Scalar: SimulationScalar {}

extension SIMD4: NodeValuesConvertible where Scalar: SimulationScalar {}

extension Array: NodeValuesConvertible
where Element: NodeValuesConvertible, Element.Value == Element {
  /// One value for each node.
  @_spi(Values)
  public static func nodeValues(_ argument: Self) -> NodeValues<Element> { .array(argument) }
}

extension Array: LinkValuesConvertible
where Element: LinkValuesConvertible, Element.Value == Element {
  /// One value for each link.
  @_spi(Values)
  public static func linkValues(_ argument: Self) -> LinkValues<Element> { .array(argument) }
}

extension NodeValues: NodeValuesConvertible {
  /// The values themselves.
  @_spi(Values)
  public static func nodeValues(_ argument: Self) -> NodeValues<Value> { argument }
}

extension LinkValues: LinkValuesConvertible {
  /// The values themselves.
  @_spi(Values)
  public static func linkValues(_ argument: Self) -> LinkValues<Value> { argument }
}

extension LinkForce.Strength: LinkValuesConvertible {
  /// The values before they are divided by degree.
  @_spi(Values)
  public static func linkValues(_ argument: Self) -> LinkValues<Vector.Scalar> { argument.values }
}

extension ManyBodyForce {
  /// A many-body force with the strength of each node from a function.
  public init(
    strength: @escaping @Sendable (Int) -> Vector.Scalar,
    accuracy: Vector.Scalar = Self.defaultAccuracy,
    theta: Vector.Scalar? = nil,
    distanceMin: Vector.Scalar = 1,
    distanceMax: Vector.Scalar = .infinity
  ) {
    self.init(
      strength: .function(strength), accuracy: accuracy, theta: theta, distanceMin: distanceMin,
      distanceMax: distanceMax)
  }

  /// A many-body force with the strength of each node from a variable.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    strength: Strength,
    accuracy: Vector.Scalar = Self.defaultAccuracy,
    theta: Vector.Scalar? = nil,
    distanceMin: Vector.Scalar = 1,
    distanceMax: Vector.Scalar = .infinity
  ) where Strength.Value == Vector.Scalar {
    self.init(
      strength: Strength.nodeValues(strength), accuracy: accuracy, theta: theta,
      distanceMin: distanceMin, distanceMax: distanceMax)
  }
}

extension CollideForce {
  /// A collide force with the radius of each node from a function.
  public init(
    radius: @escaping @Sendable (Int) -> Vector.Scalar,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) {
    self.init(radius: .function(radius), strength: strength, iterations: iterations)
  }

  /// A collide force with the radius of each node from a variable.
  @_disfavoredOverload
  public init<Radius: NodeValuesConvertible>(
    radius: Radius,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where Radius.Value == Vector.Scalar {
    self.init(radius: Radius.nodeValues(radius), strength: strength, iterations: iterations)
  }
}

extension BoxCollideForce {
  /// A box collide force with the offset of each box from a function.
  public init(
    halfSides: NodeValues<Vector>,
    offsets: @escaping @Sendable (Int) -> Vector,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) {
    self.init(
      halfSides: halfSides, offsets: .function(offsets), strength: strength, iterations: iterations)
  }

  /// A box collide force with the offset of each box from a variable.
  @_disfavoredOverload
  public init<Offsets: NodeValuesConvertible>(
    halfSides: NodeValues<Vector>,
    offsets: Offsets,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where Offsets.Value == Vector {
    self.init(
      halfSides: halfSides, offsets: Offsets.nodeValues(offsets), strength: strength,
      iterations: iterations)
  }

  /// A box collide force with half the sides of each box from a function.
  public init(
    halfSides: @escaping @Sendable (Int) -> Vector,
    offsets: NodeValues<Vector> = .constant(.zero),
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) {
    self.init(
      halfSides: .function(halfSides), offsets: offsets, strength: strength, iterations: iterations)
  }

  /// A box collide force with half the sides of each box and the offset of each box from functions.
  public init(
    halfSides: @escaping @Sendable (Int) -> Vector,
    offsets: @escaping @Sendable (Int) -> Vector,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) {
    self.init(
      halfSides: .function(halfSides), offsets: .function(offsets), strength: strength,
      iterations: iterations)
  }

  /// A box collide force with the offset of each box from a variable, and half the sides of each
  /// box from a function.
  @_disfavoredOverload
  public init<Offsets: NodeValuesConvertible>(
    halfSides: @escaping @Sendable (Int) -> Vector,
    offsets: Offsets,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where Offsets.Value == Vector {
    self.init(
      halfSides: .function(halfSides), offsets: Offsets.nodeValues(offsets), strength: strength,
      iterations: iterations)
  }

  /// A box collide force with half the sides of each box from a variable.
  @_disfavoredOverload
  public init<HalfSides: NodeValuesConvertible>(
    halfSides: HalfSides,
    offsets: NodeValues<Vector> = .constant(.zero),
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where HalfSides.Value == Vector {
    self.init(
      halfSides: HalfSides.nodeValues(halfSides), offsets: offsets, strength: strength,
      iterations: iterations)
  }

  /// A box collide force with half the sides of each box from a variable, and the offset of each
  /// box from a function.
  @_disfavoredOverload
  public init<HalfSides: NodeValuesConvertible>(
    halfSides: HalfSides,
    offsets: @escaping @Sendable (Int) -> Vector,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where HalfSides.Value == Vector {
    self.init(
      halfSides: HalfSides.nodeValues(halfSides), offsets: .function(offsets), strength: strength,
      iterations: iterations)
  }

  /// A box collide force with half the sides of each box and the offset of each box from variables.
  @_disfavoredOverload
  public init<HalfSides: NodeValuesConvertible, Offsets: NodeValuesConvertible>(
    halfSides: HalfSides,
    offsets: Offsets,
    strength: Vector.Scalar = 1,
    iterations: Int = 1
  ) where HalfSides.Value == Vector, Offsets.Value == Vector {
    self.init(
      halfSides: HalfSides.nodeValues(halfSides), offsets: Offsets.nodeValues(offsets),
      strength: strength, iterations: iterations)
  }
}

extension PositionForce {
  /// A position force with the strength of each node from a function.
  public init(
    axis: Axis,
    target: NodeValues<Vector.Scalar> = 0,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) {
    self.init(axis: axis, target: target, strength: .function(strength))
  }

  /// A position force with the strength of each node from a variable.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    axis: Axis,
    target: NodeValues<Vector.Scalar> = 0,
    strength: Strength
  ) where Strength.Value == Vector.Scalar {
    self.init(axis: axis, target: target, strength: Strength.nodeValues(strength))
  }

  /// A position force with the target of each node from a function.
  public init(
    axis: Axis,
    target: @escaping @Sendable (Int) -> Vector.Scalar,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.init(axis: axis, target: .function(target), strength: strength)
  }

  /// A position force with the target of each node and the strength of each node from functions.
  public init(
    axis: Axis,
    target: @escaping @Sendable (Int) -> Vector.Scalar,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) {
    self.init(axis: axis, target: .function(target), strength: .function(strength))
  }

  /// A position force with the strength of each node from a variable, and the target of each node
  /// from a function.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    axis: Axis,
    target: @escaping @Sendable (Int) -> Vector.Scalar,
    strength: Strength
  ) where Strength.Value == Vector.Scalar {
    self.init(axis: axis, target: .function(target), strength: Strength.nodeValues(strength))
  }

  /// A position force with the target of each node from a variable.
  @_disfavoredOverload
  public init<Target: NodeValuesConvertible>(
    axis: Axis,
    target: Target,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) where Target.Value == Vector.Scalar {
    self.init(axis: axis, target: Target.nodeValues(target), strength: strength)
  }

  /// A position force with the target of each node from a variable, and the strength of each node
  /// from a function.
  @_disfavoredOverload
  public init<Target: NodeValuesConvertible>(
    axis: Axis,
    target: Target,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) where Target.Value == Vector.Scalar {
    self.init(axis: axis, target: Target.nodeValues(target), strength: .function(strength))
  }

  /// A position force with the target of each node and the strength of each node from variables.
  @_disfavoredOverload
  public init<Target: NodeValuesConvertible, Strength: NodeValuesConvertible>(
    axis: Axis,
    target: Target,
    strength: Strength
  ) where Target.Value == Vector.Scalar, Strength.Value == Vector.Scalar {
    self.init(
      axis: axis, target: Target.nodeValues(target), strength: Strength.nodeValues(strength))
  }
}

extension RadialForce {
  /// A radial force with the strength of each node from a function.
  public init(
    radius: NodeValues<Vector.Scalar>,
    center: Vector = .zero,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) {
    self.init(radius: radius, center: center, strength: .function(strength))
  }

  /// A radial force with the strength of each node from a variable.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    radius: NodeValues<Vector.Scalar>,
    center: Vector = .zero,
    strength: Strength
  ) where Strength.Value == Vector.Scalar {
    self.init(radius: radius, center: center, strength: Strength.nodeValues(strength))
  }

  /// A radial force with the radius of each node from a function.
  public init(
    radius: @escaping @Sendable (Int) -> Vector.Scalar,
    center: Vector = .zero,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.init(radius: .function(radius), center: center, strength: strength)
  }

  /// A radial force with the radius of each node and the strength of each node from functions.
  public init(
    radius: @escaping @Sendable (Int) -> Vector.Scalar,
    center: Vector = .zero,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) {
    self.init(radius: .function(radius), center: center, strength: .function(strength))
  }

  /// A radial force with the strength of each node from a variable, and the radius of each node
  /// from a function.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    radius: @escaping @Sendable (Int) -> Vector.Scalar,
    center: Vector = .zero,
    strength: Strength
  ) where Strength.Value == Vector.Scalar {
    self.init(radius: .function(radius), center: center, strength: Strength.nodeValues(strength))
  }

  /// A radial force with the radius of each node from a variable.
  @_disfavoredOverload
  public init<Radius: NodeValuesConvertible>(
    radius: Radius,
    center: Vector = .zero,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) where Radius.Value == Vector.Scalar {
    self.init(radius: Radius.nodeValues(radius), center: center, strength: strength)
  }

  /// A radial force with the radius of each node from a variable, and the strength of each node
  /// from a function.
  @_disfavoredOverload
  public init<Radius: NodeValuesConvertible>(
    radius: Radius,
    center: Vector = .zero,
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) where Radius.Value == Vector.Scalar {
    self.init(radius: Radius.nodeValues(radius), center: center, strength: .function(strength))
  }

  /// A radial force with the radius of each node and the strength of each node from variables.
  @_disfavoredOverload
  public init<Radius: NodeValuesConvertible, Strength: NodeValuesConvertible>(
    radius: Radius,
    center: Vector = .zero,
    strength: Strength
  ) where Radius.Value == Vector.Scalar, Strength.Value == Vector.Scalar {
    self.init(
      radius: Radius.nodeValues(radius), center: center, strength: Strength.nodeValues(strength))
  }
}

extension GroupForce {
  /// A group force with the strength of each node from a function.
  public init(
    groups: [Int?],
    strength: @escaping @Sendable (Int) -> Vector.Scalar
  ) {
    self.init(groups: groups, strength: .function(strength))
  }

  /// A group force with the strength of each node from a variable.
  @_disfavoredOverload
  public init<Strength: NodeValuesConvertible>(
    groups: [Int?],
    strength: Strength
  ) where Strength.Value == Vector.Scalar {
    self.init(groups: groups, strength: Strength.nodeValues(strength))
  }
}

extension LinkForce {
  /// A link force with the length of each link from a function.
  public init(
    strength: Strength = .byDegree,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    iterations: Int = 1
  ) {
    self.init(strength: strength, length: .function(length), iterations: iterations)
  }

  /// A link force with the length of each link from a variable.
  @_disfavoredOverload
  public init<Length: LinkValuesConvertible>(
    strength: Strength = .byDegree,
    length: Length,
    iterations: Int = 1
  ) where Length.Value == Vector.Scalar {
    self.init(strength: strength, length: Length.linkValues(length), iterations: iterations)
  }

  /// A link force with the stiffness of each link, not divided by degree from a function.
  public init(
    strength: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: LinkValues<Vector.Scalar> = 30,
    iterations: Int = 1
  ) {
    self.init(strength: .function(strength), length: length, iterations: iterations)
  }

  /// A link force with the stiffness of each link, not divided by degree, and the length of each
  /// link from functions.
  public init(
    strength: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    iterations: Int = 1
  ) {
    self.init(strength: .function(strength), length: .function(length), iterations: iterations)
  }

  /// A link force with the length of each link from a variable, and the stiffness of each link, not
  /// divided by degree from a function.
  @_disfavoredOverload
  public init<Length: LinkValuesConvertible>(
    strength: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: Length,
    iterations: Int = 1
  ) where Length.Value == Vector.Scalar {
    self.init(
      strength: .function(strength), length: Length.linkValues(length), iterations: iterations)
  }

  /// A link force with the stiffness of each link, not divided by degree from a variable.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible>(
    strength: Stiffness,
    length: LinkValues<Vector.Scalar> = 30,
    iterations: Int = 1
  ) where Stiffness.Value == Vector.Scalar {
    self.init(strength: Strength(argument: strength), length: length, iterations: iterations)
  }

  /// A link force with the stiffness of each link, not divided by degree from a variable, and the
  /// length of each link from a function.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible>(
    strength: Stiffness,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    iterations: Int = 1
  ) where Stiffness.Value == Vector.Scalar {
    self.init(
      strength: Strength(argument: strength), length: .function(length), iterations: iterations)
  }

  /// A link force with the stiffness of each link, not divided by degree, and the length of each
  /// link from variables.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible, Length: LinkValuesConvertible>(
    strength: Stiffness,
    length: Length,
    iterations: Int = 1
  ) where Stiffness.Value == Vector.Scalar, Length.Value == Vector.Scalar {
    self.init(
      strength: Strength(argument: strength), length: Length.linkValues(length),
      iterations: iterations)
  }
}

extension SpringForce {
  /// Springs with the length of each link from a function.
  public init(
    stiffness: LinkValues<Vector.Scalar> = 0.5,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: stiffness, length: .function(length), damping: damping)
  }

  /// Springs with the length of each link from a variable.
  @_disfavoredOverload
  public init<Length: LinkValuesConvertible>(
    stiffness: LinkValues<Vector.Scalar> = 0.5,
    length: Length,
    damping: Vector.Scalar = 0.2
  ) where Length.Value == Vector.Scalar {
    self.init(stiffness: stiffness, length: Length.linkValues(length), damping: damping)
  }

  /// Springs with the stiffness of each link from a function.
  public init(
    stiffness: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: LinkValues<Vector.Scalar> = 30,
    damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: .function(stiffness), length: length, damping: damping)
  }

  /// Springs with the stiffness of each link and the length of each link from functions.
  public init(
    stiffness: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    damping: Vector.Scalar = 0.2
  ) {
    self.init(stiffness: .function(stiffness), length: .function(length), damping: damping)
  }

  /// Springs with the length of each link from a variable, and the stiffness of each link from a
  /// function.
  @_disfavoredOverload
  public init<Length: LinkValuesConvertible>(
    stiffness: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    length: Length,
    damping: Vector.Scalar = 0.2
  ) where Length.Value == Vector.Scalar {
    self.init(stiffness: .function(stiffness), length: Length.linkValues(length), damping: damping)
  }

  /// Springs with the stiffness of each link from a variable.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible>(
    stiffness: Stiffness,
    length: LinkValues<Vector.Scalar> = 30,
    damping: Vector.Scalar = 0.2
  ) where Stiffness.Value == Vector.Scalar {
    self.init(stiffness: Stiffness.linkValues(stiffness), length: length, damping: damping)
  }

  /// Springs with the stiffness of each link from a variable, and the length of each link from a
  /// function.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible>(
    stiffness: Stiffness,
    length: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    damping: Vector.Scalar = 0.2
  ) where Stiffness.Value == Vector.Scalar {
    self.init(
      stiffness: Stiffness.linkValues(stiffness), length: .function(length), damping: damping)
  }

  /// Springs with the stiffness of each link and the length of each link from variables.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible, Length: LinkValuesConvertible>(
    stiffness: Stiffness,
    length: Length,
    damping: Vector.Scalar = 0.2
  ) where Stiffness.Value == Vector.Scalar, Length.Value == Vector.Scalar {
    self.init(
      stiffness: Stiffness.linkValues(stiffness), length: Length.linkValues(length),
      damping: damping)
  }
}

extension MagneticForce {
  /// A magnetic force with the strength of each link from a function.
  public init(
    direction: Vector,
    strength: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    isBidirectional: Bool = false
  ) {
    self.init(direction: direction, strength: .function(strength), isBidirectional: isBidirectional)
  }

  /// A magnetic force with the strength of each link from a variable.
  @_disfavoredOverload
  public init<Strength: LinkValuesConvertible>(
    direction: Vector,
    strength: Strength,
    isBidirectional: Bool = false
  ) where Strength.Value == Vector.Scalar {
    self.init(
      direction: direction, strength: Strength.linkValues(strength),
      isBidirectional: isBidirectional)
  }
}

extension TForce {
  /// A t-force with the stiffness of each link from a function.
  public init(
    strength: Vector.Scalar = 10, attraction: Vector.Scalar = 8,
    stiffness: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar,
    distance: Vector.Scalar = 1, cutoff: Vector.Scalar = .infinity, theta: Vector.Scalar = 0.9
  ) {
    self.init(
      strength: strength, attraction: attraction, stiffness: .function(stiffness),
      distance: distance, cutoff: cutoff, theta: theta)
  }

  /// A t-force with the stiffness of each link from a variable.
  @_disfavoredOverload
  public init<Stiffness: LinkValuesConvertible>(
    strength: Vector.Scalar = 10, attraction: Vector.Scalar = 8, stiffness: Stiffness,
    distance: Vector.Scalar = 1, cutoff: Vector.Scalar = .infinity, theta: Vector.Scalar = 0.9
  ) where Stiffness.Value == Vector.Scalar {
    self.init(
      strength: strength, attraction: attraction, stiffness: Stiffness.linkValues(stiffness),
      distance: distance, cutoff: cutoff, theta: theta)
  }
}

extension LinkForce.Strength {
  /// An argument for the strength: itself, or values that are not divided by degree.
  fileprivate init<Stiffness: LinkValuesConvertible>(argument: Stiffness)
  where Stiffness.Value == Vector.Scalar {
    self = argument as? Self ?? Self(values: Stiffness.linkValues(argument))
  }
}
