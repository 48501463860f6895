import ForceSimulation

/// A change of nodes, links, their values and the forces by id, applied atomically.
///
///     try await live.edit { edit in
///       edit.insert("Marius")
///       edit.link("Marius", "Cosette")
///       edit.set("radius", of: "CollideForce", to: 8, for: "Marius")
///     }
///
/// An edit is a value: it can be prepared anywhere, stored, encoded, and passed to
/// `LiveSimulation.apply(_:)`. The changes are applied in order. Nothing is checked before the edit
/// is applied.
public struct LiveEdit<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable, Hashable {
  enum Change: Sendable, Hashable {
    case insert(id: ID, at: Vector?, velocity: Vector)
    case remove(id: ID)
    case link(Link<ID>)
    case unlink(Link<ID>)
    case pin(id: ID, at: Vector)
    case unpin(id: ID)
    case nodeValue(String, force: String, value: Vector.Scalar, id: ID)
    case nodeVector(String, force: String, value: Vector, id: ID)
    case linkValue(String, force: String, value: Vector.Scalar, link: Link<ID>)
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

  /// The maximum distance, in layout units, that existing nodes may move while the others settle;
  /// nil, the default, for no limit. Springs, which fade, hold them at their old positions. The
  /// limit and the springs end when the run has converged (docs/live.md, "Edits"), and for a node
  /// that is held or pinned elsewhere. Not negative.
  public var survivorDistance: Vector.Scalar?

  /// An edit that changes nothing.
  public init() {}

  /// True if there are no changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// Adds a node. Without a position it starts next to the mean of its neighbours that have one,
  /// else on the start spiral. The edit fails if the id exists already.
  public mutating func insert(_ id: ID, at position: Vector? = nil, velocity: Vector = .zero) {
    changes.append(.insert(id: id, at: position, velocity: velocity))
  }

  /// Removes a node and its links. A held node is released. The edit fails if there is no such
  /// node.
  public mutating func remove(_ id: ID) { changes.append(.remove(id: id)) }

  /// Adds a link; an existing link is left unchanged. The edit fails if an end does not exist.
  public mutating func link(_ source: ID, _ target: ID) {
    changes.append(.link(Link(source, target)))
  }

  /// Removes the links from one node to another. The edit fails if there are none.
  public mutating func unlink(_ source: ID, _ target: ID) {
    changes.append(.unlink(Link(source, target)))
  }

  /// Pins a node. The edit fails if there is no such node or the position is not finite.
  public mutating func pin(_ id: ID, at position: Vector) {
    changes.append(.pin(id: id, at: position))
  }

  /// Unpins a node. The edit fails if there is no such node.
  public mutating func unpin(_ id: ID) { changes.append(.unpin(id: id)) }

  /// Sets the value of a force for a node, by the name of the parameter that the force declares
  /// (`Force.kind`). The edit fails if there is no such node or force, or the force has no such
  /// parameter by node.
  public mutating func set(
    _ parameter: String, of force: String, to value: Vector.Scalar, for id: ID
  ) {
    changes.append(.nodeValue(parameter, force: force, value: value, id: id))
  }

  /// Sets the vector of a force for a node:
  /// `set("halfSides", of: "BoxCollideForce", to: [30, 6], for: "Marius")`. It is otherwise like
  /// the method for numbers.
  public mutating func set(
    _ parameter: String, of force: String, to value: Vector, for id: ID
  ) {
    changes.append(.nodeVector(parameter, force: force, value: value, id: id))
  }

  /// Assigns a node to a group of a `GroupForce`, by any number; nil removes it from its group. New
  /// nodes are in no group. The edit fails if there is no such node, or no `GroupForce` of this
  /// name.
  public mutating func setGroup(_ group: Int?, of force: String = "GroupForce", for id: ID) {
    changes.append(.group(group, force: force, id: id))
  }

  /// Sets the value of a force for a link. The edit fails if there is no such link or force, or the
  /// force has no such parameter by link.
  public mutating func set(
    _ parameter: String, of force: String, to value: Vector.Scalar,
    for source: ID, _ target: ID
  ) {
    changes.append(
      .linkValue(parameter, force: force, value: value, link: Link(source, target)))
  }

  /// Replaces a force, appends a new one, or removes one with nil. It is bound to the graph after
  /// the edit, so it may have a value for each of its nodes and links; later changes of the edit
  /// may set values in it. Earlier changes of the edit to the force of this name are dropped. The
  /// edit fails if the force does not fit, or there is none to remove.
  ///
  /// Edits with forces are equal if they are copies, or were decoded from the same bytes. An
  /// encoded edit has the parameters of the library's forces, except functions. Of a force with
  /// code it has only the name, so it cannot be applied after decoding.
  public mutating func setForce(_ name: String, to force: (any Force<Vector>)?) {
    changes.removeAll { $0.nameOfForce == name || $0.forceOfValue == name }
    changes.append(.force(name: name, to: EditedForce(force)))
  }

  /// Sets the complete list of nodes: inserts missing nodes, and removes those that are not in the
  /// list. Existing nodes keep their order. The edit fails if an id occurs twice.
  public mutating func replaceNodes(_ ids: [ID]) { changes.append(.nodes(ids)) }

  /// Sets the complete list of links. Existing links keep their values and their order. The edit
  /// fails if an end does not exist.
  public mutating func replaceLinks(_ links: [Link<ID>]) { changes.append(.links(links)) }
}

/// The new force of a change; nil to remove it.
struct EditedForce<Vector: SimulationVector>: Sendable, Hashable {
  let force: CommandForce<Vector>?
  /// Forces are not comparable, so equality means the same identity, which copies share.
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
  /// The number of new nodes.
  public var insertedNodes = 0
  /// The number of removed nodes.
  public var removedNodes = 0
  /// The number of new links.
  public var insertedLinks = 0
  /// The number of removed links, including those of removed nodes.
  public var removedLinks = 0
  /// The number of changed values and pins.
  public var changedValues = 0
  /// The number of forces that were added, removed or replaced.
  public var changedForces = 0

  /// True if the edit has changed nothing.
  public var isEmpty: Bool { total == 0 && changedForces == 0 }

  /// The number of changes, except those of whole forces.
  var total: Int {
    insertedNodes + removedNodes + insertedLinks + removedLinks + changedValues
  }
}
