import ForceSimulation
import ForceSimulationLive

// The interface for custom views, beside the page: the scene to draw, the frames, and the actions
// of the pointer. GraphViewSwiftUI uses it.

extension DimensionedGraphView {
  /// A frame: the state of the simulation at one tick.
  public typealias Frame = LiveFrame<NodeID, Vector>

  /// Returns the scene and the frame of its places, seen as a whole in a view of this size. Call this
  /// again when the epoch of a frame differs, and after changes of styles or pins. In space the places
  /// are x and y.
  public func scene(
    size: SIMD2<Double> = [800, 600]
  ) async -> (scene: GraphScene<NodeID>, frame: Frame) {
    await session.scene(size)
  }

  /// Returns the frames, at most `frequency` per second and always the latest. The simulation runs
  /// while somebody consumes them. `ForceDirectedGraphState` is kept up to date from them.
  public func frames(
    atMost frequency: Double = 60
  ) -> some AsyncSequence<Frame, Never> & Sendable {
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
  func scene(
    _ size: SIMD2<Double>
  ) async -> (scene: GraphScene<ID>, frame: LiveFrame<ID, Vector>) {
    var frame = await live.frame
    while frame.epoch != epoch, isChanging {
      await Task.yield()
      frame = await live.frame
    }
    let places = frame.positions.map { SIMD2(Double($0[0]), Double($0[1])) }
    let scene = GraphScene(
      snapshot, shown.looks, labels: shown.labels, places: places,
      camera: GraphCamera(fitting: places, size: size))
    return (scene, frame)
  }
}
