#if canImport(SwiftUI)
import SwiftUI

/// The state of a graph on the screen: positions, camera and gestures.
@MainActor @Observable
final class ShownGraph<NodeID: Hashable & Sendable> {
  /// The view; nil until the simulation has been created.
  private(set) var view: GraphView<NodeID>?
  /// The scene to draw.
  private(set) var scene: GraphScene<NodeID>?
  /// The reason why the graph could not be shown or updated.
  private(set) var failure: String?
  /// True while positions change with each frame.
  private(set) var isMoving = false
  /// The camera; nil to keep the whole graph visible.
  private(set) var camera: GraphCamera?
  /// The held node, with its current position, where it is drawn, and its original one.
  private var held: (node: Int, place: SIMD2<Double>, origin: SIMD2<Double>)?
  /// Incremented to request a single redraw while nothing moves.
  private var redraws = 0

  @ObservationIgnored private var places: [SIMD2<Double>] = []
  @ObservationIgnored private var epoch = -1
  @ObservationIgnored private var tickAtRest = -1
  @ObservationIgnored private var making: Task<GraphView<NodeID>, any Error>?
  @ObservationIgnored private(set) var hand: AsyncStream<Touch>.Continuation?
  @ObservationIgnored private var cameraBeforeDrag: GraphCamera?
  @ObservationIgnored private var cameraBeforeMagnification: GraphCamera?
  @ObservationIgnored private var lastTap: (node: Int?, time: ContinuousClock.Instant)?

  /// The tolerance of hit tests, in points.
  private static var reach: Double { 14 }

  /// An action of a gesture on a node.
  enum Touch: Sendable {
    case hold(NodeID, SIMD2<Double>), release(NodeID), pin(NodeID), unpin(NodeID)
  }

  // MARK: The simulation

  /// Shows a graph, which is applied as a difference to the current one.
  func show(_ graph: Result<GraphSnapshot<NodeID>, GraphViewError>, theme: ViewTheme) async {
    do {
      let graph = try graph.get()
      if view == nil {
        var options = GraphViewOptions()
        options.theme = theme
        // A separate task is needed, as the caller's task ends when the graph changes.
        let task = making ?? Task { [options] in try await GraphView(graph, options: options) }
        making = task
        defer { making = nil }
        view = try await task.value
      }
      try await view?.update(graph)
      failure = nil
      if let view { await refresh(view) }
    } catch { failure = "\(error)" }
  }

  /// Follows the simulation until the task is cancelled. The simulation rests while nobody follows
  /// it.
  func follow(reducesMotion: Bool) async {
    guard let view else { return }
    let touches = AsyncStream { hand = $0 }
    async let frames: Void = {
      // With reduced motion, frames are rare, and the final one is always shown.
      for await frame in view.frames(atMost: reducesMotion ? 1 : 60) {
        if await frame.epoch != epoch { await refresh(view) }
        await take(frame, isShownMoving: frame.isMoving && !reducesMotion)
      }
    }()
    async let events: Void = {
      for await case .running(false) in view.events { await refresh(view) }
    }()
    for await touch in touches { await perform(touch, on: view) }
    if let held, let id = scene?.ids[held.node] { try? await view.release(id) }
    (held, isMoving) = (nil, false)
    _ = await (frames, events)
  }

  private func take(_ frame: GraphView<NodeID>.Frame, isShownMoving: Bool) {
    guard frame.epoch == epoch, !frame.isMoving || Int(frame.tick) > tickAtRest else { return }
    (places, isMoving) = (frame.positions.asArray(), isShownMoving)
    if !isMoving { redraws += 1 }
  }

  /// Refreshes the scene and the positions.
  private func refresh(_ view: GraphView<NodeID>) async {
    let (new, frame) = await view.scene()
    guard frame.positions.count == new.nodes.count else { return }
    if frame.epoch != epoch, let id = held.flatMap({ scene?.ids[$0.node] }) {
      if let node = new.ids.firstIndex(of: id) { held?.node = node } else { held = nil }
    }
    (scene, places, epoch) = (new, frame.positions.asArray(), frame.epoch)
    // A frame from before the rest may still arrive.
    (isMoving, tickAtRest) = (isMoving && frame.isMoving, frame.isMoving ? -1 : Int(frame.tick))
    redraws += 1
  }

  private func perform(_ touch: Touch, on view: GraphView<NodeID>) async {
    // The node may have been removed in the meantime, which is no error.
    switch touch {
    case .hold(let id, let place): return (try? await view.hold(id, at: place)) ?? ()
    case .release(let id): try? await view.release(id)
    case .pin(let id): try? await view.pin(id)
    case .unpin(let id): try? await view.unpin(id)
    }
    await refresh(view)
  }

  // MARK: The picture

  /// Returns the graph as it is displayed in a view of a given size; nil if there is none yet.
  func placed(in size: CGSize) -> GraphScene<NodeID>? {
    guard var scene, redraws >= 0 else { return nil }
    var places = places
    if let held { places[held.node] = held.place }
    scene.camera = camera ?? GraphCamera(fitting: places, size: SIMD2(size))
    scene.camera.size = SIMD2(size)
    scene.places = places
    return scene
  }

  // MARK: The hand

  /// Moves the node at which the drag began, or pans.
  func drag(from start: CGPoint, to point: CGPoint, in size: CGSize) {
    guard let placed = placed(in: size), cameraBeforeMagnification == nil else { return }
    if cameraBeforeDrag == nil {
      // From now on the camera follows the drag.
      (cameraBeforeDrag, camera) = (placed.camera, placed.camera)
      held = placed.node(at: SIMD2(start), reach: Self.reach).map { node in
        (node, placed.places[node], placed.places[node])
      }
    }
    let way = SIMD2(point) - SIMD2(start)
    guard let held else { return camera = cameraBeforeDrag?.panned(by: way) }
    let place = held.origin + way / placed.camera.scale
    self.held?.place = place
    hand?.yield(.hold(placed.ids[held.node], place))
  }

  func endDrag() {
    if let held, let id = scene?.ids[held.node] { hand?.yield(.release(id)) }
    (held, cameraBeforeDrag) = (nil, nil)
  }

  /// Magnifies around a point, by a factor relative to the start of the gesture.
  func magnify(by factor: Double, at point: CGPoint, in size: CGSize) {
    if cameraBeforeMagnification == nil {
      // The second finger ends the drag of the first.
      endDrag()
      cameraBeforeMagnification = placed(in: size)?.camera
    }
    camera = cameraBeforeMagnification?.zoomed(by: factor, at: SIMD2(point))
  }

  func endMagnification() { cameraBeforeMagnification = nil }

  /// Handles a tap and returns the node there. A second tap pins or unpins it; a double tap on the
  /// background shows the whole graph.
  func tap(at point: CGPoint, in size: CGSize) -> NodeID? {
    guard let placed = placed(in: size) else { return nil }
    let (node, now) = (placed.node(at: SIMD2(point), reach: Self.reach), ContinuousClock.now)
    let id = node.map { placed.ids[$0] }
    guard let last = lastTap, last.node == node, now - last.time < .milliseconds(350) else {
      lastTap = (node, now)
      return id
    }
    (lastTap, camera) = (nil, node == nil ? nil : camera)
    if let node, let id { hand?.yield(placed.nodes[node].isPinned ? .unpin(id) : .pin(id)) }
    return id
  }
}
#endif
