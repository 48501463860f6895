import ForceSimulation

/// The forces of a declared graph, in order, with the names and defaults of ForceSimulation. Values
/// are by id. The forces that the chain names work in two and three dimensions:
///
///     .manyBody(strength: -30).link(length: 35).center()
///
/// Any other force, also one of a program's own, is added as a value, for views of its vectors:
///
///     .link().force(GravityForce<SIMD2<Double>>())
public struct DeclaredForces<NodeID: Hashable & Sendable>: Sendable {
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

  /// Throws if a force is of other vectors than those of the view.
  func check<Vector: SimulationVector>(_ vector: Vector.Type) throws(GraphViewError) {
    for entry in entries {
      guard case .own(let type, _, _) = entry.recipe, type != ObjectIdentifier(vector) else {
        continue
      }
      throw .impossible(
        "the force \"\(entry.name)\" has other vectors than the view, whose are \(vector)")
    }
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
      entries.compactMap { entry in
        entry.recipe.force(ids, Vector.self).map { ForceList.Entry($0, named: entry.name) }
      })
  }

  // MARK: The forces

  /// Moves all nodes so that their mean approaches a point; in three dimensions one with z = 0
  /// (`CenterForce`).
  public func center(x: Double = 0, y: Double = 0, strength: Double = 1) -> Self {
    adding("center", .center(x: x, y: y, strength: strength))
  }

  /// Makes all nodes repel each other if `strength` is negative, or attract if it is positive
  /// (`ManyBodyForce`).
  ///
  /// - Parameter theta: the opening criterion; nil for the default accuracy of ForceSimulation.
  public func manyBody(strength: NodeAttribute<NodeID, Double> = -30, theta: Double? = nil) -> Self
  {
    adding("charge", .manyBody(strength: strength, theta: theta))
  }

  /// Pulls the ends of each link to a given distance, like a spring (`LinkForce`).
  public func link(
    strength: LinkAttribute<NodeID> = .byDegree, length: LinkAttribute<NodeID> = 30,
    iterations: Int = 1
  ) -> Self {
    adding("links", .link(strength: strength, length: length, iterations: iterations))
  }

  /// Keeps nodes from overlapping (`CollideForce`).
  public func collide(
    radius: NodeAttribute<NodeID, Double> = 1, strength: Double = 1, iterations: Int = 1
  ) -> Self {
    adding("collisions", .collide(radius: radius, strength: strength, iterations: iterations))
  }

  /// Keeps the boxes of nodes from overlapping, such as labels or cards (`BoxCollideForce`). In
  /// three dimensions, boxes are as deep as they are high.
  ///
  /// - Parameter halfSides: half the width and half the height, in layout units.
  /// - Parameter offsets: the vector from each node to the centre of its box.
  public func boxCollide(
    halfSides: NodeAttribute<NodeID, SIMD2<Double>>,
    offsets: NodeAttribute<NodeID, SIMD2<Double>> = .constant(.zero),
    strength: Double = 1, iterations: Int = 1
  ) -> Self {
    adding(
      "boxes",
      .boxCollide(
        halfSides: halfSides, offsets: offsets, strength: strength, iterations: iterations))
  }

  /// Pulls nodes to a coordinate on one axis (`PositionForce`).
  public func position(
    axis: Axis, target: NodeAttribute<NodeID, Double> = 0,
    strength: NodeAttribute<NodeID, Double> = 0.1
  ) -> Self {
    adding("\(axis)", .position(axis, target: target, strength: strength))
  }

  /// Pulls nodes to a circle; in three dimensions to a sphere whose centre has z = 0
  /// (`RadialForce`).
  public func radial(
    radius: NodeAttribute<NodeID, Double>, center: SIMD2<Double> = .zero,
    strength: NodeAttribute<NodeID, Double> = 0.1
  ) -> Self {
    adding("ring", .radial(radius: radius, center: center, strength: strength))
  }

  /// Adds any force, for views of its vectors: `SIMD2<Double>` for `GraphView`, `SIMD3<Double>` for
  /// `GraphSpaceView`. Others throw. Values by index that it has are carried over changes of the
  /// graph, as in a simulation.
  ///
  /// - Parameter name: its name among the forces of the view, as in the panel; nil for its title.
  public func force<Added: Force>(_ force: Added, named name: String? = nil) -> Self {
    adding(
      name ?? Added.kind.title,
      .own(ObjectIdentifier(Added.Vector.self), isVaried: false) { _ in force })
  }

  /// Adds a force that depends on the ids of the nodes. It is made again when they change.
  ///
  ///     .force(named: "groups") { ids in GroupForce<SIMD2<Double>>(groups: ids.map { $0.team }) }
  ///
  /// - Parameter make: returns the force for the nodes of these ids, which are in the sequence of
  ///   the simulation.
  public func force<Added: Force>(
    named name: String, _ make: @escaping @Sendable (_ ids: [NodeID]) -> Added
  ) -> Self {
    adding(name, .own(ObjectIdentifier(Added.Vector.self), isVaried: true, make: make))
  }
}

// Static versions of the methods above, which begin a chain.
extension DeclaredForces {
  /// A chain that begins with the force that keeps the mean position.
  public static func center(x: Double = 0, y: Double = 0, strength: Double = 1) -> Self {
    Self().center(x: x, y: y, strength: strength)
  }

  /// A chain that begins with repulsion.
  public static func manyBody(
    strength: NodeAttribute<NodeID, Double> = -30, theta: Double? = nil
  ) -> Self { Self().manyBody(strength: strength, theta: theta) }

  /// A chain that begins with the springs of links.
  public static func link(
    strength: LinkAttribute<NodeID> = .byDegree, length: LinkAttribute<NodeID> = 30,
    iterations: Int = 1
  ) -> Self { Self().link(strength: strength, length: length, iterations: iterations) }

  /// A chain that begins with the force that keeps discs apart.
  public static func collide(
    radius: NodeAttribute<NodeID, Double> = 1, strength: Double = 1, iterations: Int = 1
  ) -> Self { Self().collide(radius: radius, strength: strength, iterations: iterations) }

  /// A chain that begins with the force that keeps boxes apart.
  public static func boxCollide(
    halfSides: NodeAttribute<NodeID, SIMD2<Double>>,
    offsets: NodeAttribute<NodeID, SIMD2<Double>> = .constant(.zero),
    strength: Double = 1, iterations: Int = 1
  ) -> Self {
    Self().boxCollide(
      halfSides: halfSides, offsets: offsets, strength: strength, iterations: iterations)
  }

  /// A chain that begins with a pull towards a coordinate.
  public static func position(
    axis: Axis, target: NodeAttribute<NodeID, Double> = 0,
    strength: NodeAttribute<NodeID, Double> = 0.1
  ) -> Self { Self().position(axis: axis, target: target, strength: strength) }

  /// A chain that begins with a pull towards a circle.
  public static func radial(
    radius: NodeAttribute<NodeID, Double>, center: SIMD2<Double> = .zero,
    strength: NodeAttribute<NodeID, Double> = 0.1
  ) -> Self { Self().radial(radius: radius, center: center, strength: strength) }

  /// A chain that begins with any force.
  public static func force<Added: Force>(_ force: Added, named name: String? = nil) -> Self {
    Self().force(force, named: name)
  }

  /// A chain that begins with a force that depends on the ids of the nodes.
  public static func force<Added: Force>(
    named name: String, _ make: @escaping @Sendable (_ ids: [NodeID]) -> Added
  ) -> Self { Self().force(named: name, make) }
}
