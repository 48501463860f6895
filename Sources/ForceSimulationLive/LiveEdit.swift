import ForceSimulation

/// A parameter of a force that each node has a value of.
public enum NodeParameter: String, Sendable, Hashable, Codable {
  /// Of `ManyBodyForce`, `PositionForce`, `RadialForce` and `GroupForce`.
  case strength
  /// Of `CollideForce` and `RadialForce`.
  case radius
  /// Of `PositionForce`.
  case target
}

/// A parameter of a force that each node has a vector of.
public enum NodeVectorParameter: String, Sendable, Hashable, Codable {
  /// Half the sides of the boxes of `BoxCollideForce`.
  case halfSides
  /// From the nodes to the centers of the boxes of `BoxCollideForce`.
  case offsets
}

/// A parameter of a force that each link has a value of.
public enum LinkParameter: String, Sendable, Hashable, Codable {
  /// The target distance of `LinkForce`, and the length at rest of `SpringForce`.
  case length
  /// The stiffness of `LinkForce` and `SpringForce`, before the division by degree.
  case strength
}

/// A change of nodes, links, their values and the forces by id, made at once and as a whole.
///
///     try await live.edit { edit in
///       edit.insert("Marius")
///       edit.link("Marius", "Cosette")
///       edit.set(.radius, of: "CollideForce", to: 8, for: "Marius")
///     }
///
/// A value: it can be prepared anywhere, kept, encoded, and given to `LiveSimulation.apply(_:)`.
/// The changes act in their sequence. Nothing is checked before the edit is applied.
public struct LiveEdit<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable, Hashable {
  enum Change: Sendable, Hashable {
    case insert(id: ID, at: Vector?, velocity: Vector)
    case remove(id: ID)
    case link(Link<ID>)
    case unlink(Link<ID>)
    case pin(id: ID, at: Vector)
    case unpin(id: ID)
    case nodeValue(NodeParameter, force: String, value: Vector.Scalar, id: ID)
    case nodeVector(NodeVectorParameter, force: String, value: Vector, id: ID)
    case linkValue(LinkParameter, force: String, value: Vector.Scalar, link: Link<ID>)
    case nodes([ID])
    case links([Link<ID>])
    case group(Int?, force: String, id: ID)
    case force(name: String, to: EditedForce<Vector>)

    /// The force whose value the change sets; nil for other changes.
    fileprivate var forceOfValue: String? {
      switch self {
      case .nodeValue(_, let force, _, _), .nodeVector(_, let force, _, _),
        .linkValue(_, let force, _, _), .group(_, let force, _):
        force
      default: nil
      }
    }

    fileprivate var nameOfForce: String? {
      if case .force(let name, _) = self { name } else { nil }
    }
  }

  var changes: [Change] = []

  /// The largest distance, in layout units, that the nodes there are before the edit may move while
  /// the others settle; nil, the default, for no bound. Springs hold them to their old places and
  /// fade. Bound and springs end when the run has converged (docs/live.md, "Edits"), and for a node
  /// that is held, or pinned elsewhere. Not negative.
  public var survivorDistance: Vector.Scalar?

  /// An edit that changes nothing.
  public init() {}

  /// True when there are no changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Adds a node. Without a position it starts beside the mean of its neighbours that have one,
  /// else on the start spiral. The edit fails when a node has the id already.
  public mutating func insert(_ id: ID, at position: Vector? = nil, velocity: Vector = .zero) {
    changes.append(.insert(id: id, at: position, velocity: velocity))
  }

  /// Removes a node and its links. A held node is released. The edit fails when there is none.
  public mutating func remove(_ id: ID) { changes.append(.remove(id: id)) }

  /// Adds a link; a link that is there already stays as it is. The edit fails when an end is
  /// missing.
  public mutating func link(_ source: ID, _ target: ID) {
    changes.append(.link(Link(source, target)))
  }

  /// Removes the links from the one node to the other. The edit fails when there is none.
  public mutating func unlink(_ source: ID, _ target: ID) {
    changes.append(.unlink(Link(source, target)))
  }

  /// Pins a node. The edit fails when there is none, or the position is not finite.
  public mutating func pin(_ id: ID, at position: Vector) {
    changes.append(.pin(id: id, at: position))
  }

  /// Lets a pinned node go. The edit fails when there is none.
  public mutating func unpin(_ id: ID) { changes.append(.unpin(id: id)) }

  /// Sets the value of a force for a node. The edit fails when there is no such node or force, and
  /// when the force has no such parameter.
  public mutating func set(
    _ parameter: NodeParameter, of force: String, to value: Vector.Scalar, for id: ID
  ) {
    changes.append(.nodeValue(parameter, force: force, value: value, id: id))
  }

  /// Sets the vector of a force for a node:
  /// `set(.halfSides, of: "BoxCollideForce", to: [30, 6], for: "Marius")`. The edit fails when there
  /// is no such node or force, and when the force has no such parameter.
  public mutating func set(
    _ parameter: NodeVectorParameter, of force: String, to value: Vector, for id: ID
  ) {
    changes.append(.nodeVector(parameter, force: force, value: value, id: id))
  }

  /// Puts a node into a group of a `GroupForce`, by any number; nil takes it out of its group. New
  /// nodes are in none. The edit fails when there is no such node, and when there is no `GroupForce`
  /// of this name.
  public mutating func setGroup(_ group: Int?, of force: String = "GroupForce", for id: ID) {
    changes.append(.group(group, force: force, id: id))
  }

  /// Sets the value of a force for a link. The edit fails when there is no such link or force, and
  /// when the force has no such parameter.
  public mutating func set(
    _ parameter: LinkParameter, of force: String, to value: Vector.Scalar,
    for source: ID, _ target: ID
  ) {
    changes.append(
      .linkValue(parameter, force: force, value: value, link: Link(source, target)))
  }

  /// Replaces a force, adds one at the end of the list, or removes one with nil. It is bound to the
  /// graph as it is after the edit, so that it may have a value for each of its nodes and links; the
  /// values that follow in the edit are set in it. What the edit has done to the force of this name
  /// before is dropped. The edit fails when the force does not fit, and when there is none to
  /// remove.
  ///
  /// Edits with forces are equal when they are copies, or were decoded from the same bytes. An
  /// encoded edit has the parameters of the library's forces, but functions in them; a force with
  /// code has only its name there, and cannot be applied once it has been decoded.
  public mutating func setForce(_ name: String, to force: (any Force<Vector>)?) {
    changes.removeAll { $0.nameOfForce == name || $0.forceOfValue == name }
    changes.append(.force(name: name, to: EditedForce(force)))
  }

  /// Makes the nodes those of a list: inserts those that are missing, and removes those that are
  /// not in it. Nodes that stay keep their sequence. The edit fails when an id appears twice.
  public mutating func replaceNodes(_ ids: [ID]) { changes.append(.nodes(ids)) }

  /// Makes the links those of a list. Links that stay keep their values and their sequence. The
  /// edit fails when an end is missing.
  public mutating func replaceLinks(_ links: [Link<ID>]) { changes.append(.links(links)) }
}

/// The new force of a change; nil for one that is removed.
struct EditedForce<Vector: SimulationVector>: Sendable, Hashable {
  let force: CommandForce<Vector>?
  /// Forces cannot be compared; one is the same as its copies.
  private let identity = Identity()

  private final class Identity: Sendable {}

  init(_ force: (any Force<Vector>)?) { self.force = force.map { .force($0) } }

  static func == (one: EditedForce, other: EditedForce) -> Bool {
    switch (one.force, other.force) {
    case (nil, nil): true
    case (.bytes(let bytes)?, .bytes(let others)?): bytes == others
    case (.force?, .force?): one.identity === other.identity
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch force {
    case nil: hasher.combine(0)
    case .bytes(let bytes): hasher.combine(bytes)
    case .force: hasher.combine(ObjectIdentifier(identity))
    }
  }
}

extension EditedForce: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    force = container.decodeNil() ? nil : try container.decode(CommandForce<Vector>.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(force)
  }
}

extension LiveEdit.Change: Codable where ID: Codable {}
extension LiveEdit: Codable where ID: Codable {}

/// The effect of an edit.
public struct LiveChange: Sendable, Hashable {
  /// The epoch of the frames after the edit.
  public var epoch: Int
  /// The number of nodes that are new.
  public var insertedNodes = 0
  /// The number of nodes that are gone.
  public var removedNodes = 0
  /// The number of links that are new.
  public var insertedLinks = 0
  /// The number of links that are gone, those of removed nodes included.
  public var removedLinks = 0
  /// The number of values and pins that have changed.
  public var changedValues = 0
  /// The number of forces that the edit has added or removed, or replaced by others.
  public var changedForces = 0

  /// True when the edit has changed nothing.
  public var isEmpty: Bool { total == 0 && changedForces == 0 }

  /// The number of changes but those of whole forces.
  var total: Int {
    insertedNodes + removedNodes + insertedLinks + removedLinks + changedValues
  }
}
