import ForceSimulation
import ForceSimulationLive

// The interface for custom views, beside the page: the scene to draw, the frames, and the actions
// of the pointer. GraphViewSwiftUI uses it.

extension DimensionedGraphView {
  /// A frame: the state of the simulation at one tick.
  public typealias Frame = LiveFrame<NodeID, Vector>

  /// Returns the scene and a frame that fits it. Call this again when the epoch of a frame differs,
  /// and after changes of styles or pins.
  public func scene() async -> (scene: GraphScene<NodeID>, frame: Frame) {
    await session.scene()
  }

  /// Returns the frames, at most `frequency` per second and always the latest. The simulation runs
  /// while somebody consumes them. `ForceDirectedGraphState` is kept up to date from them.
  public func frames(
    atMost frequency: Double = 60
  ) -> AsyncMapSequence<LiveFrames<NodeID, Vector>, Frame> {
    let states = states
    return live.frames(atMost: frequency).map { frame in
      states?.note(tick: frame.tick, alpha: frame.alpha)
      return frame
    }
  }

  /// Holds a node at a point, in layout units, as during a drag, or moves the node that is already
  /// held. Throws if there is no such node or the point is not finite.
  public func hold(_ id: NodeID, at point: Vector) async throws {
    try await live.hold(id, at: point)
  }

  /// Releases a held node. It stays in place if `isPinned`. Does nothing if the node is not held or
  /// no longer exists.
  public func release(_ id: NodeID, isPinned: Bool = false) async throws {
    try await live.release(id, isPinned ? .pinned : .free)
    await session.updatePins()
  }
}

extension GraphViewSession {
  /// Returns the current scene with a frame of the same graph.
  func scene() async -> (scene: GraphScene<ID>, frame: LiveFrame<ID, Vector>) {
    var frame = await live.frame
    while frame.epoch != epoch, isChanging {
      await Task.yield()
      frame = await live.frame
    }
    return (GraphScene(snapshot, shown.looks, labels: shown.labels), frame)
  }
}
