import ForceSimulation

/// A value per node: constant, or a function of the id.
public enum NodeAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The same for all nodes.
  case constant(Double)
  /// A function of the node's id.
  case varied(@Sendable (NodeID) -> Double)

  public init(floatLiteral value: Double) { self = .constant(value) }
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  var isVaried: Bool { if case .varied = self { true } else { false } }

  func values(_ ids: [NodeID]) -> NodeValues<Double> {
    switch self {
    case .constant(let value): .constant(value)
    // The default is temporary: nodes added by an edit get their own values right after it.
    case .varied(let value): .array(ids.map(value), default: 0)
    }
  }
}

/// A vector per node, in the plane: constant, or a function of the id.
public enum NodeVectorAttribute<NodeID: Hashable & Sendable>: Sendable {
  /// The same for all nodes.
  case constant(SIMD2<Double>)
  /// A function of the node's id.
  case varied(@Sendable (NodeID) -> SIMD2<Double>)

  var isVaried: Bool { if case .varied = self { true } else { false } }

  /// Returns the values, converted to another vector type by `convert`.
  func values<Vector: SimulationVector>(
    _ ids: [NodeID], _ convert: (SIMD2<Double>) -> Vector
  ) -> NodeValues<Vector> where Vector.Scalar == Double {
    switch self {
    case .constant(let value): .constant(convert(value))
    // The default is temporary, as for numbers.
    case .varied(let value): .array(ids.map { convert(value($0)) }, default: .zero)
    }
  }
}

/// A value per link: constant, or a function of the ids of its ends.
public enum LinkAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The same for all links.
  case constant(Double)
  /// A function of the ids of the link's ends, source first.
  case varied(@Sendable (_ source: NodeID, _ target: NodeID) -> Double)
  /// For stiffness: the reciprocal of the smaller degree of the two ends, as in d3.
  case weightedByDegree

  public init(floatLiteral value: Double) { self = .constant(value) }
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  var isVaried: Bool { if case .varied = self { true } else { false } }

  func values(_ ids: [NodeID]) -> LinkValues<Double> {
    switch self {
    case .constant(let value): .constant(value)
    case .varied(let value):
      .function { link, _ in value(ids[link.source], ids[link.target]) }
    case .weightedByDegree: .constant(1)
    }
  }
}

/// The forces of a declared graph, in order. They refer to nodes by id, and work in two and three
/// dimensions:
///
///     .manyBody(strength: -30).link(originalLength: 35).center()
public struct SealedForceDescriptor<NodeID: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var name: String
    var recipe: ForceRecipe<NodeID>
  }

  private var entries: [Entry] = []

  /// Creates an empty list of forces.
  public init() {}

  private func adding(_ name: String, _ recipe: ForceRecipe<NodeID>) -> Self {
    var new = self
    let count = entries.count { $0.name == name || $0.name.hasPrefix(name + " ") }
    let unique = count == 0 ? name : "\(name) \(count + 1)"
    new.entries.append(Entry(name: unique, recipe: recipe))
    return new
  }

  /// Returns the forces for the nodes with these ids. O(nodes).
  func forces<Vector: SimulationVector>(_ ids: [NodeID]) -> ForceList<Vector>
  where Vector.Scalar == Double {
    Self.list(entries, ids)
  }

  /// Returns those forces whose values depend on ids.
  func variedForces<Vector: SimulationVector>(_ ids: [NodeID]) -> ForceList<Vector>
  where Vector.Scalar == Double {
    Self.list(entries.filter(\.recipe.isVaried), ids)
  }

  private static func list<Vector: SimulationVector>(
    _ entries: [Entry], _ ids: [NodeID]
  ) -> ForceList<Vector> where Vector.Scalar == Double {
    ForceList(
      entries.map { ForceList.Entry($0.recipe.force(ids, Vector.self), named: $0.name) })
  }

  // MARK: The forces

  /// Moves all nodes so that their mean approaches a point; in three dimensions one with z = 0.
  public func center(x: Double = 0, y: Double = 0, strength: Double = 0.5) -> Self {
    adding("center", .center(x: x, y: y, strength: strength))
  }

  /// Makes all nodes repel each other if `strength` is negative, or attract if it is positive.
  ///
  /// - Parameter mass: a factor of each node's strength.
  /// - Parameter theta: the opening criterion; nil for the default accuracy of ForceSimulation.
  public func manyBody(
    strength: Double = -30, mass: NodeAttribute<NodeID> = 1, theta: Double? = nil
  ) -> Self {
    adding("charge", .manyBody(strength: strength, mass: mass, theta: theta))
  }

  /// Pulls the ends of each link to a given distance, like a spring.
  public func link(
    originalLength: LinkAttribute<NodeID> = 30,
    stiffness: LinkAttribute<NodeID> = .weightedByDegree, iterationsPerTick: Int = 1
  ) -> Self {
    adding(
      "links",
      .link(length: originalLength, stiffness: stiffness, iterations: iterationsPerTick))
  }

  /// Keeps nodes from overlapping.
  public func collide(
    strength: Double = 0.5, radius: NodeAttribute<NodeID> = 3, iterationsPerTick: Int = 1
  ) -> Self {
    adding(
      "collisions", .collide(strength: strength, radius: radius, iterations: iterationsPerTick))
  }

  /// Keeps the boxes of nodes from overlapping, such as labels or cards. In three dimensions, boxes
  /// are as deep as they are high.
  ///
  /// - Parameter halfSides: half the width and half the height, in layout units.
  /// - Parameter offsets: the vector from each node to the centre of its box.
  public func collideBoxes(
    strength: Double = 1, halfSides: NodeVectorAttribute<NodeID>,
    offsets: NodeVectorAttribute<NodeID> = .constant(.zero), iterationsPerTick: Int = 1
  ) -> Self {
    adding(
      "boxes",
      .collideBoxes(
        strength: strength, halfSides: halfSides, offsets: offsets, iterations: iterationsPerTick))
  }

  /// Pulls nodes to a coordinate on one axis.
  public func position(
    direction: Axis, targetOnDirection: NodeAttribute<NodeID>,
    strength: NodeAttribute<NodeID> = 1
  ) -> Self {
    adding(
      "\(direction)", .position(direction, target: targetOnDirection, strength: strength))
  }

  /// Pulls nodes to a circle; in three dimensions to a sphere whose centre has z = 0.
  public func radial(
    center: SIMD2<Double> = .zero, strength: NodeAttribute<NodeID> = 1,
    radius: NodeAttribute<NodeID> = 3
  ) -> Self {
    adding("ring", .radial(center: center, strength: strength, radius: radius))
  }
}

// Static versions of the methods above, which begin a chain.
extension SealedForceDescriptor {
  /// A chain that begins with the force that keeps the mean position.
  public static func center(x: Double = 0, y: Double = 0, strength: Double = 0.5) -> Self {
    Self().center(x: x, y: y, strength: strength)
  }

  /// A chain that begins with repulsion.
  public static func manyBody(
    strength: Double = -30, mass: NodeAttribute<NodeID> = 1, theta: Double? = nil
  ) -> Self { Self().manyBody(strength: strength, mass: mass, theta: theta) }

  /// A chain that begins with the springs of links.
  public static func link(
    originalLength: LinkAttribute<NodeID> = 30,
    stiffness: LinkAttribute<NodeID> = .weightedByDegree, iterationsPerTick: Int = 1
  ) -> Self {
    Self().link(
      originalLength: originalLength, stiffness: stiffness, iterationsPerTick: iterationsPerTick)
  }

  /// A chain that begins with the force that keeps discs apart.
  public static func collide(
    strength: Double = 0.5, radius: NodeAttribute<NodeID> = 3, iterationsPerTick: Int = 1
  ) -> Self {
    Self().collide(strength: strength, radius: radius, iterationsPerTick: iterationsPerTick)
  }

  /// A chain that begins with the force that keeps boxes apart.
  public static func collideBoxes(
    strength: Double = 1, halfSides: NodeVectorAttribute<NodeID>,
    offsets: NodeVectorAttribute<NodeID> = .constant(.zero), iterationsPerTick: Int = 1
  ) -> Self {
    Self().collideBoxes(
      strength: strength, halfSides: halfSides, offsets: offsets,
      iterationsPerTick: iterationsPerTick)
  }

  /// A chain that begins with a pull towards a coordinate.
  public static func position(
    direction: Axis, targetOnDirection: NodeAttribute<NodeID>,
    strength: NodeAttribute<NodeID> = 1
  ) -> Self {
    Self().position(
      direction: direction, targetOnDirection: targetOnDirection, strength: strength)
  }

  /// A chain that begins with a pull towards a circle.
  public static func radial(
    center: SIMD2<Double> = .zero, strength: NodeAttribute<NodeID> = 1,
    radius: NodeAttribute<NodeID> = 3
  ) -> Self { Self().radial(center: center, strength: strength, radius: radius) }
}
