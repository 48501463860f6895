import ForceSimulation

/// A value of each node: the same for all, or by its id.
public enum NodeAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The same for all nodes.
  case constant(Double)
  /// By node.
  case varied(@Sendable (NodeID) -> Double)

  public init(floatLiteral value: Double) { self = .constant(value) }
  public init(integerLiteral value: Int) { self = .constant(Double(value)) }

  var isVaried: Bool { if case .varied = self { true } else { false } }

  func values(_ ids: [NodeID]) -> NodeValues<Double> {
    switch self {
    case .constant(let value): .constant(value)
    // New nodes get values of their own right after the edit that adds them.
    case .varied(let value): .array(ids.map(value), default: 0)
    }
  }
}

/// A vector of each node, in the plane: the same for all, or by its id.
public enum NodeVectorAttribute<NodeID: Hashable & Sendable>: Sendable {
  /// The same for all nodes.
  case constant(SIMD2<Double>)
  /// By node.
  case varied(@Sendable (NodeID) -> SIMD2<Double>)

  var isVaried: Bool { if case .varied = self { true } else { false } }

  /// In other vectors, as `convert` makes them.
  func values<Vector: SimulationVector>(
    _ ids: [NodeID], _ convert: (SIMD2<Double>) -> Vector
  ) -> NodeValues<Vector> where Vector.Scalar == Double {
    switch self {
    case .constant(let value): .constant(convert(value))
    // As of numbers.
    case .varied(let value): .array(ids.map { convert(value($0)) }, default: .zero)
    }
  }
}

/// A value of each link: the same for all, or by the ids of its ends.
public enum LinkAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// The same for all links.
  case constant(Double)
  /// By the ends of the link, source first.
  case varied(@Sendable (_ source: NodeID, _ target: NodeID) -> Double)
  /// Of stiffness: one over the smaller number of links at the two ends, as d3 has it.
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

/// The forces of a declared graph, in their sequence, by the ids of nodes, for the plane and for
/// space:
///
///     .manyBody(strength: -30).link(originalLength: 35).center()
public struct SealedForceDescriptor<NodeID: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    var name: String
    var recipe: ForceRecipe<NodeID>
  }

  private var entries: [Entry] = []

  /// No forces.
  public init() {}

  private func adding(_ name: String, _ recipe: ForceRecipe<NodeID>) -> Self {
    var new = self
    let count = entries.count { $0.name == name || $0.name.hasPrefix(name + " ") }
    let unique = count == 0 ? name : "\(name) \(count + 1)"
    new.entries.append(Entry(name: unique, recipe: recipe))
    return new
  }

  /// The forces for nodes of these ids. O(nodes).
  func forces<Vector: SimulationVector>(_ ids: [NodeID]) -> ForceList<Vector>
  where Vector.Scalar == Double {
    Self.list(entries, ids)
  }

  /// The forces among them whose values depend on ids.
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

  /// Pulls the mean of all nodes to a point; in space to one of z = 0.
  public func center(x: Double = 0, y: Double = 0, strength: Double = 0.5) -> Self {
    adding("center", .center(x: x, y: y, strength: strength))
  }

  /// Pushes all nodes apart when negative.
  ///
  /// - Parameter mass: a factor of each node's strength.
  /// - Parameter theta: nil for the accuracy that ForceSimulation promises.
  public func manyBody(
    strength: Double = -30, mass: NodeAttribute<NodeID> = 1, theta: Double? = nil
  ) -> Self {
    adding("charge", .manyBody(strength: strength, mass: mass, theta: theta))
  }

  /// Holds the ends of links at a distance.
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

  /// Keeps the boxes of nodes from overlapping: labels, cards. In space boxes are as deep as they
  /// are high.
  ///
  /// - Parameter halfSides: half the width and half the height, in layout units.
  /// - Parameter offsets: from each node to the center of its box.
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

  /// Pulls nodes to a circle; in space to a sphere around a point of z = 0.
  public func radial(
    center: SIMD2<Double> = .zero, strength: NodeAttribute<NodeID> = 1,
    radius: NodeAttribute<NodeID> = 3
  ) -> Self {
    adding("ring", .radial(center: center, strength: strength, radius: radius))
  }
}

// The same as first words of a chain.
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
