import ForceSimulation

/// A value of each node: the same for all, or by its id.
public enum NodeAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  case constant(Double)
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

/// A value of each link: the same for all, or by the ids of its ends.
public enum LinkAttribute<NodeID: Hashable & Sendable>: Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  case constant(Double)
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

/// The forces of a declared graph, in their sequence, by the ids of nodes:
///
///     .manyBody(strength: -30).link(originalLength: 35).center()
public struct SealedForceDescriptor<NodeID: Hashable & Sendable>: Sendable {
  typealias Vector = SIMD2<Double>

  private struct Entry: Sendable {
    var name: String
    /// True when it has to be made anew for other nodes or links.
    var isVaried: Bool
    var force: @Sendable ([NodeID]) -> any Force<Vector>
  }

  private var entries: [Entry] = []

  /// No forces.
  public init() {}

  private func adding(
    _ name: String, isVaried: Bool = false,
    _ force: @escaping @Sendable ([NodeID]) -> any Force<Vector>
  ) -> Self {
    var new = self
    let count = entries.count { $0.name == name || $0.name.hasPrefix(name + " ") }
    let unique = count == 0 ? name : "\(name) \(count + 1)"
    new.entries.append(Entry(name: unique, isVaried: isVaried, force: force))
    return new
  }

  /// The forces for nodes of these ids. O(nodes).
  func forces(_ ids: [NodeID]) -> ForceList<Vector> {
    ForceList(entries.map { ForceList.Entry($0.force(ids), named: $0.name) })
  }

  /// The forces among them whose values depend on ids.
  func variedForces(_ ids: [NodeID]) -> ForceList<Vector> {
    ForceList(
      entries.filter(\.isVaried).map { ForceList.Entry($0.force(ids), named: $0.name) })
  }

  // MARK: The forces

  /// Pulls the mean of all nodes to a point.
  public func center(x: Double = 0, y: Double = 0, strength: Double = 0.5) -> Self {
    adding("center") { _ in CenterForce<Vector>(center: [x, y], strength: strength) }
  }

  /// Pushes all nodes apart when negative.
  ///
  /// - Parameter mass: a factor of each node's strength.
  /// - Parameter theta: nil for the accuracy that ForceSimulation promises.
  public func manyBody(
    strength: Double = -30, mass: NodeAttribute<NodeID> = 1, theta: Double? = nil
  ) -> Self {
    adding("charge", isVaried: mass.isVaried) { ids in
      var force = ManyBodyForce<Vector>(strength: mass.values(ids).scaled(by: strength))
      force.theta = theta
      return force
    }
  }

  /// Holds the ends of links at a distance.
  public func link(
    originalLength: LinkAttribute<NodeID> = 30,
    stiffness: LinkAttribute<NodeID> = .weightedByDegree, iterationsPerTick: Int = 1
  ) -> Self {
    adding("links", isVaried: originalLength.isVaried || stiffness.isVaried) { ids in
      let strength: LinkForce<Vector>.Strength =
        if case .weightedByDegree = stiffness { .byDegree } else {
          .init(values: stiffness.values(ids))
        }
      return LinkForce<Vector>(
        strength: strength, length: originalLength.values(ids), iterations: iterationsPerTick)
    }
  }

  /// Keeps nodes from overlapping.
  public func collide(
    strength: Double = 0.5, radius: NodeAttribute<NodeID> = 3, iterationsPerTick: Int = 1
  ) -> Self {
    adding("collisions", isVaried: radius.isVaried) { ids in
      CollideForce<Vector>(
        radius: radius.values(ids), strength: strength, iterations: iterationsPerTick)
    }
  }

  /// Pulls nodes to a coordinate on one axis.
  public func position(
    direction: Axis, targetOnDirection: NodeAttribute<NodeID>,
    strength: NodeAttribute<NodeID> = 1
  ) -> Self {
    adding("\(direction)", isVaried: targetOnDirection.isVaried || strength.isVaried) { ids in
      PositionForce<Vector>(
        axis: direction, target: targetOnDirection.values(ids), strength: strength.values(ids))
    }
  }

  /// Pulls nodes to a circle.
  public func radial(
    center: SIMD2<Double> = .zero, strength: NodeAttribute<NodeID> = 1,
    radius: NodeAttribute<NodeID> = 3
  ) -> Self {
    adding("ring", isVaried: radius.isVaried || strength.isVaried) { ids in
      RadialForce<Vector>(
        radius: radius.values(ids), center: center, strength: strength.values(ids))
    }
  }
}

// The same as first words of a chain.
extension SealedForceDescriptor {
  public static func center(x: Double = 0, y: Double = 0, strength: Double = 0.5) -> Self {
    Self().center(x: x, y: y, strength: strength)
  }

  public static func manyBody(
    strength: Double = -30, mass: NodeAttribute<NodeID> = 1, theta: Double? = nil
  ) -> Self { Self().manyBody(strength: strength, mass: mass, theta: theta) }

  public static func link(
    originalLength: LinkAttribute<NodeID> = 30,
    stiffness: LinkAttribute<NodeID> = .weightedByDegree, iterationsPerTick: Int = 1
  ) -> Self {
    Self().link(
      originalLength: originalLength, stiffness: stiffness, iterationsPerTick: iterationsPerTick)
  }

  public static func collide(
    strength: Double = 0.5, radius: NodeAttribute<NodeID> = 3, iterationsPerTick: Int = 1
  ) -> Self {
    Self().collide(strength: strength, radius: radius, iterationsPerTick: iterationsPerTick)
  }

  public static func position(
    direction: Axis, targetOnDirection: NodeAttribute<NodeID>,
    strength: NodeAttribute<NodeID> = 1
  ) -> Self {
    Self().position(
      direction: direction, targetOnDirection: targetOnDirection, strength: strength)
  }

  public static func radial(
    center: SIMD2<Double> = .zero, strength: NodeAttribute<NodeID> = 1,
    radius: NodeAttribute<NodeID> = 3
  ) -> Self { Self().radial(center: center, strength: strength, radius: radius) }
}
