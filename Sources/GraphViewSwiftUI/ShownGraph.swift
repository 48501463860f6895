#if canImport(SwiftUI)
import SwiftUI

/// A graph on the screen: where its nodes are, where it is looked at from, and what the hand does.
@MainActor @Observable
final class ShownGraph<NodeID: Hashable & Sendable> {
  /// Nil until the simulation has been made.
  private(set) var view: GraphView<NodeID>?
  /// What there is to draw.
  private(set) var scene: GraphScene<NodeID>?
  /// Why there is nothing to draw, or nothing new.
  private(set) var failure: String?
  /// True while each drawing of the screen shows other places.
  private(set) var isMoving = false
  /// Nil to see all of the graph, wherever it goes.
  private(set) var camera: GraphCamera?
  /// The node in the hand, drawn where the hand is, and where it was taken.
  private var held: (node: Int, place: SIMD2<Double>, origin: SIMD2<Double>)?
  /// Counts what is to be drawn once, while nothing moves.
  private var redraws = 0

  @ObservationIgnored private var places: [SIMD2<Double>] = []
  @ObservationIgnored private var epoch = -1
  @ObservationIgnored private var tickAtRest = -1
  @ObservationIgnored private var making: Task<GraphView<NodeID>, any Error>?
  @ObservationIgnored private(set) var hand: AsyncStream<Touch>.Continuation?
  @ObservationIgnored private var cameraBeforeDrag: GraphCamera?
  @ObservationIgnored private var cameraBeforeMagnification: GraphCamera?
  @ObservationIgnored private var lastTap: (node: Int?, time: ContinuousClock.Instant)?

  /// How far beside a node the hand may be, in points.
  private static var reach: Double { 14 }

  /// What the hand does to a node.
  enum Touch: Sendable {
    case hold(NodeID, SIMD2<Double>), release(NodeID), pin(NodeID), unpin(NodeID)
  }

  // MARK: The simulation

  /// Shows a graph, by its difference to the one before.
  func show(_ graph: Result<DeclaredGraph<NodeID>, GraphViewError>, theme: ViewTheme) async {
    do {
      let graph = try graph.get()
      if view == nil {
        var options = GraphViewOptions()
        options.theme = theme
        // A task of its own: the caller's ends when the graph changes.
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

  /// Follows the simulation, which rests while nobody does, until the task is cancelled.
  func follow(reducesMotion: Bool) async {
    guard let view else { return }
    let touches = AsyncStream { hand = $0 }
    async let frames: Void = {
      // Without motion: now and then a picture, and the one at rest.
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

  /// Takes looks and places anew.
  private func refresh(_ view: GraphView<NodeID>) async {
    let (new, frame) = await view.scene()
    guard frame.positions.count == new.nodes.count else { return }
    if frame.epoch != epoch, let id = held.flatMap({ scene?.ids[$0.node] }) {
      if let node = new.ids.firstIndex(of: id) { held?.node = node } else { held = nil }
    }
    (scene, places, epoch) = (new, frame.positions.asArray(), frame.epoch)
    // A frame of the time before the rest may still be under way.
    (isMoving, tickAtRest) = (isMoving && frame.isMoving, frame.isMoving ? -1 : Int(frame.tick))
    redraws += 1
  }

  private func perform(_ touch: Touch, on view: GraphView<NodeID>) async {
    // A node that is gone by now is no error.
    switch touch {
    case .hold(let id, let place): return (try? await view.hold(id, at: place)) ?? ()
    case .release(let id): try? await view.release(id)
    case .pin(let id): try? await view.pin(id)
    case .unpin(let id): try? await view.unpin(id)
    }
    await refresh(view)
  }

  // MARK: The picture

  /// The graph as it is seen now in a view of a size; nil when there is none yet.
  func placed(in size: CGSize) -> PlacedScene<NodeID>? {
    guard let scene, redraws >= 0 else { return nil }
    var places = places
    if let held { places[held.node] = held.place }
    var camera = camera ?? GraphCamera(fitting: places, size: SIMD2(size))
    camera.size = SIMD2(size)
    return PlacedScene(scene, places: places, camera: camera)
  }

  // MARK: The hand

  /// Moves the node where the drag began, or all of the graph.
  func drag(from start: CGPoint, to point: CGPoint, in size: CGSize) {
    guard let placed = placed(in: size), cameraBeforeMagnification == nil else { return }
    if cameraBeforeDrag == nil {
      // From now on the picture stays under the hand.
      (cameraBeforeDrag, camera) = (placed.camera, placed.camera)
      held = placed.node(at: SIMD2(start), reach: Self.reach).map { node in
        (node, placed.places[node], placed.places[node])
      }
    }
    let way = SIMD2(point) - SIMD2(start)
    guard let held else { return camera = cameraBeforeDrag?.panned(by: way) }
    let place = held.origin + way / placed.camera.scale
    self.held?.place = place
    hand?.yield(.hold(placed.scene.ids[held.node], place))
  }

  func endDrag() {
    if let held, let id = scene?.ids[held.node] { hand?.yield(.release(id)) }
    (held, cameraBeforeDrag) = (nil, nil)
  }

  /// Magnifies what is at a point, by a factor since the gesture began.
  func magnify(by factor: Double, at point: CGPoint, in size: CGSize) {
    if cameraBeforeMagnification == nil {
      // The second finger lets go of what the first one holds.
      endDrag()
      cameraBeforeMagnification = placed(in: size)?.camera
    }
    camera = cameraBeforeMagnification?.zoomed(by: factor, at: SIMD2(point))
  }

  func endMagnification() { cameraBeforeMagnification = nil }

  /// The node at a tap. A second tap pins it, or lets it go; beside all nodes it shows all of the
  /// graph.
  func tap(at point: CGPoint, in size: CGSize) -> NodeID? {
    guard let placed = placed(in: size) else { return nil }
    let (node, now) = (placed.node(at: SIMD2(point), reach: Self.reach), ContinuousClock.now)
    let id = node.map { placed.scene.ids[$0] }
    guard let last = lastTap, last.node == node, now - last.time < .milliseconds(350) else {
      lastTap = (node, now)
      return id
    }
    (lastTap, camera) = (nil, node == nil ? nil : camera)
    if let node, let id { hand?.yield(placed.scene.nodes[node].isPinned ? .unpin(id) : .pin(id)) }
    return id
  }
}
#endif
