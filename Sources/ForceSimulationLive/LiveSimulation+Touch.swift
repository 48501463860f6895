import ForceSimulation

extension LiveSimulation {
  /// Holds a node at a point, in layout units, as during a drag. The node moves there at once,
  /// without a tick. The first hold raises alphaTarget to `LiveOptions.heldAlphaTarget`, and the
  /// last release resets it. A node that is already held is moved. Throws if there is no such node
  /// or the point is not finite.
  public func hold(_ id: ID, at point: Vector) throws {
    try perform(.hold(id: id, at: point, alphaTarget: settings.heldAlphaTarget))
  }

  /// Moves a held or pinned node to a point, in layout units. Throws if there is no such node, it
  /// is neither held nor pinned, or the point is not finite.
  public func move(_ id: ID, to point: Vector) throws {
    try perform(.move(id: id, to: point))
  }

  /// Releases a held node. Does nothing if the node is not held or no longer exists.
  ///
  /// - Parameters:
  ///   - isPinned: true for a node that stays pinned at the point where it was held; else it moves
  ///     freely.
  ///   - velocity: that with which a free node begins to move, in layout units per tick. Its
  ///     length is limited by `LiveOptions.throwLimit`. A pinned node has none.
  /// - Throws: if the velocity is not finite.
  public func release(_ id: ID, isPinned: Bool = false, velocity: Vector = .zero) throws {
    try release(id, isPinned ? .pinned : velocity == .zero ? .free : .thrown(velocity))
  }

  package func release(_ id: ID, _ release: LiveRelease<Vector>) throws {
    guard isHeld(id) else { return }
    switch release {
    case .free: try perform(.release(id: id, velocity: .zero))
    case .pinned: try perform(.release(id: id, velocity: nil))
    case .thrown(let velocity):
      try validate(velocity: velocity)
      let speed = velocity.length()
      let limit = settings.throwLimit
      try perform(
        .release(id: id, velocity: speed > limit ? velocity * (limit / speed) : velocity))
    }
  }

  /// Releases all held nodes, which then move freely.
  public func releaseAll() throws {
    for id in ids where isHeld(id) { try release(id) }
  }

  /// The ids of the held nodes, in the order of `ids`. O(n), or O(1) if there are none.
  public var heldNodes: [ID] { holds.isEmpty ? [] : ids.filter(isHeld) }

  package func isHeld(_ id: ID) -> Bool { holds.contains(ExactKey(id)) }
}
