import ForceSimulation
import ForceSimulationLive
import GraphModel

// Delivery of frames to viewers, and reports on the run.

extension GraphViewSession {
  func startFrames() {
    guard frameTask == nil, !viewers.isEmpty || options.keepsRunning else { return }
    let frames = live.frames(atMost: 60)
    frameTask = Task { [weak self] in
      for await frame in frames {
        guard let self else { return }
        await self.publish(frame)
      }
    }
  }

  func stopFrames() {
    frameTask?.cancel()
    frameTask = nil
    latest = nil
  }

  func publish(_ frame: LiveFrame<ID, Vector>) {
    // Frames of a graph that is not known yet, or no longer current, are useless.
    guard frame.epoch == epoch else { return }
    frameObserver?(frame.tick, Double(frame.alpha))
    latest = LatestFrame(frame)
    for id in viewers.keys where viewers[id]?.isHidden == false { viewers[id]?.isWaiting = true }
    deliver()
  }

  /// Sends the latest frame to the viewers that wait for one and have capacity.
  func deliver() {
    guard var newest = latest else { return }
    var isWanted = false
    for id in viewers.keys.sorted() {
      guard var viewer = viewers[id], viewer.isWaiting, !viewer.isHidden else { continue }
      guard viewer.flow.canSend else {
        isWanted = true
        continue
      }
      let isFloat32 = newest.isFinal || viewer.wantsFloat32
      let now = (version: newest.frame.version, isFinal: newest.isFinal, isFloat32: isFloat32)
      if let seen = viewer.seen, seen == now {
        viewers[id]?.isWaiting = false
        continue
      }
      viewer.seen = now
      let message = newest.message(isFloat32: isFloat32)
      let command = viewer.commands(in: newest.frame.version)
      let head = message.head(sequence: viewer.flow.send(), command: command)
      viewer.isWaiting = false
      viewers[id] = viewer
      viewer.send(.binary(head, message.body))
    }
    // A retained frame would cost the next tick a copy.
    latest = isWanted ? newest : nil
  }

  /// Handles an acknowledgement, and sends the latest frame if the viewer waits for it.
  func acknowledge(_ id: Int, _ sequence: UInt32, milliseconds: Float) async {
    viewers[id]?.flow.acknowledge(sequence, milliseconds: milliseconds)
    guard let viewer = viewers[id], viewer.isWaiting, !viewer.isHidden else { return }
    if latest == nil { latest = LatestFrame(await live.frame) }
    if latest?.frame.epoch == epoch { deliver() }
  }

  /// Sends the current state to one or all viewers, even if nothing has moved.
  func refresh(_ id: Int? = nil) async {
    let frame = await live.frame
    guard frame.epoch == epoch else { return }
    latest = LatestFrame(frame)
    for viewer in id.map({ [$0] }) ?? Array(viewers.keys) where viewers[viewer]?.isHidden == false {
      viewers[viewer]?.isWaiting = true
    }
    deliver()
  }

  /// Publishes a frame to all viewers.
  func offer(_ frame: LiveFrame<ID, Vector>) { publish(frame) }

  // MARK: Cameras

  /// Moves the camera of each current viewer so that the whole graph is visible, and makes it
  /// follow the graph again as it grows.
  package func fit() { broadcast(StateMessage(camera: .fit)) }

  /// Moves the camera of each current viewer to nodes, close enough to read their labels. An empty
  /// collection has no effect. Throws `LiveError.unknownNode` if one does not exist; no camera has
  /// moved then.
  ///
  /// - Complexity: O(nodes).
  package func focus(on ids: some Collection<ID>) throws {
    guard !ids.isEmpty else { return }
    var missing = Set(ids.map { ExactKey($0) })
    let nodes = snapshot.ids.indices.filter { missing.remove(ExactKey(snapshot.ids[$0])) != nil }
    if let id = ids.first(where: { missing.contains(ExactKey($0)) }) {
      throw LiveError.unknownNode("\(id)")
    }
    broadcast(StateMessage(camera: .nodes(nodes)))
  }

  func setVariedForces(_ forces: @escaping @Sendable ([ID]) -> ForceList<Vector>) {
    variedForces = forces
  }

  func setFrameObserver(_ observer: @escaping @Sendable (UInt64, Double) -> Void) {
    frameObserver = observer
  }

  // MARK: The run

  func listen() -> Task<Void, Never> {
    let events = live.events()
    return Task { [weak self] in
      for await event in events {
        guard let self else { return }
        await self.take(event)
      }
    }
  }

  func take(_ event: LiveEvent<ID>) async {
    switch event {
    case .started:
      (isRunning, ended) = (true, nil)
      broadcast(StateMessage(running: true, ended: .no))
      eventHub.send(.running(true))
    case .paused:
      isRunning = false
      broadcast(StateMessage(running: false))
      eventHub.send(.running(false))
      await refresh()
    case .ended(let reason):
      (isRunning, ended) = (false, reason.sentence)
      broadcast(StateMessage(running: false, ended: .because(reason.sentence)))
      eventHub.send(.running(false))
      if reason != .cancelled { await refresh() }
    case .failed(let words): broadcast(StateMessage(message: words))
    case .edited, .held, .released, .saved: break
    }
  }
}

extension EndReason {
  /// The reason why the run has ended, for the page.
  fileprivate var sentence: String {
    switch self {
    case .cold, .converged: "The graph has come to rest"
    case .tickBudget: "The number of ticks that was allowed is used up"
    case .timeBudget: "The time that was allowed is used up"
    case .cancelled: "The simulation has been stopped"
    }
  }
}
