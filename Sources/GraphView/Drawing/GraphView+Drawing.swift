import ForceSimulation
import ForceSimulationLive

// What a view of your own needs beside the page: what to draw, where it is, and what the pointer
// does. GraphViewSwiftUI is one.

extension DimensionedGraphView {
  /// A state of the simulation, as frames have it.
  public typealias Frame = LiveFrame<NodeID, Vector>

  /// What there is to draw, and where it is, of one moment. Take it anew when the epoch of a frame is
  /// another one, and after changes of looks and pins.
  public func scene() async -> (scene: GraphScene<NodeID>, frame: Frame) {
    await session.scene()
  }

  /// The frames, at most so many a second: the newest one each time. The simulation runs while
  /// somebody takes them. `ForceDirectedGraphState` follows them.
  public func frames(
    atMost frequency: Double = 60
  ) -> AsyncMapSequence<LiveFrames<NodeID, Vector>, Frame> {
    let states = states
    return live.frames(atMost: frequency).map { frame in
      states?.note(tick: frame.tick, alpha: frame.alpha)
      return frame
    }
  }

  /// Holds a node at a point, in layout units, as a finger does, or moves the one that is held.
  /// Throws when there is no such node, or the point is not finite.
  public func hold(_ id: NodeID, at point: Vector) async throws {
    try await live.hold(id, at: point)
  }

  /// Lets go of a held node, which stays where it is when `isPinned`. Does nothing when it is not
  /// held, or is gone.
  public func release(_ id: NodeID, isPinned: Bool = false) async throws {
    try await live.release(id, isPinned ? .pinned : .free)
    await session.updatePins()
  }
}

extension GraphViewSession {
  /// What is shown, with a frame of the same graph.
  func scene() async -> (scene: GraphScene<ID>, frame: LiveFrame<ID, Vector>) {
    var frame = await live.frame
    while frame.epoch != epoch, isChanging {
      await Task.yield()
      frame = await live.frame
    }
    return (GraphScene(snapshot, shown.looks, labels: shown.labels), frame)
  }
}
