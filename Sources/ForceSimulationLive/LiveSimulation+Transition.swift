import ForceSimulation

/// The easing curve of a transition.
public enum TransitionCurve: String, Sendable, Hashable, Codable {
  /// Constant speed.
  case linear
  /// Starts at rest and accelerates.
  case easeIn
  /// Decelerates and ends at rest.
  case easeOut
  /// Starts and ends at rest.
  case easeInOut

  /// Returns the fraction of the way after a fraction of the time, both 0 to 1.
  func share(_ time: Double) -> Double {
    let time = min(max(time, 0), 1)
    let rest = 1 - time
    return switch self {
    case .linear: time
    case .easeIn: time * time * time
    case .easeOut: 1 - rest * rest * rest
    case .easeInOut: time * time * (3 - 2 * time)
    }
  }
}

/// A running transition.
struct Transition<Vector: SimulationVector> {
  let start: [Vector]
  let target: [Vector]
  let curve: TransitionCurve
  let begin: Instant
  /// The duration in nanoseconds, positive.
  let duration: Int64
  /// A number that distinguishes transitions.
  let number: Int
  var frames = Grid(interval: 1_000_000_000 / 60)
  let end: CheckedContinuation<Bool, Never>
}

extension LiveSimulation {
  /// Moves all nodes along straight lines to other positions, one per node by index, in layout
  /// units. Forces are suspended meanwhile; then the run continues from there, with zero
  /// velocities. Pinned axes do not move. The next command or the cancellation of the task
  /// interrupts it: the nodes then stay where they are. With `LiveOptions.reducesMotion`, or a
  /// duration that is not positive, the nodes move at once.
  ///
  /// - Returns: true if the nodes have arrived; false if the transition was interrupted.
  /// - Throws: `SimulationError` if there is not one position per node, or one is not finite.
  @discardableResult
  public func move(
    to positions: [Vector], over duration: Duration, curve: TransitionCurve = .easeInOut
  ) async throws -> Bool {
    try validate(positions: positions)
    interruptTransition()
    guard !settings.reducesMotion, duration > .zero, !Task.isCancelled else {
      if Task.isCancelled { return false }
      try perform(.place(positions: positions, share: 1))
      return true
    }
    lastTransition += 1
    let number = lastTransition
    return await withTaskCancellationHandler {
      await withCheckedContinuation { end in
        if Task.isCancelled { return end.resume(returning: false) }
        transition = Transition(
          start: positionsNow, target: positions, curve: curve, begin: .now,
          duration: duration.nanoseconds, number: number, end: end)
      }
    } onCancel: {
      Task { await self.interruptTransition(number) }
    }
  }

  /// Interrupts a transition whose task was cancelled, unless another one has started since.
  private func interruptTransition(_ number: Int) {
    if transition?.number == number { interruptTransition() }
  }

  var positionsNow: [Vector] { simulation.kinetics.position.asArray() }

  /// Moves the nodes of a transition to their current positions. Returns the time of the next move.
  func continueTransition() -> Instant? {
    guard var moving = transition else { return nil }
    let now = Instant.now
    let time = Double(now - moving.begin) / Double(moving.duration)
    guard time < 1 else {
      finishTransition(share: 1)
      return nil
    }
    // Without consumers, intermediate positions are not computed.
    guard frameHub.count > 0 else { return moving.begin + moving.duration }
    if moving.frames.isDue(now) {
      moving.frames.advance(now)
      place(moving.target, from: moving.start, share: moving.curve.share(time))
      transition = moving
    }
    return .earlier(moving.frames.next, moving.begin + moving.duration)
  }

  /// Ends a transition at the current positions.
  func interruptTransition() {
    guard let moving = transition else { return }
    let time = Double(Instant.now - moving.begin) / Double(moving.duration)
    finishTransition(share: moving.curve.share(time))
  }

  private func finishTransition(share: Double) {
    guard let done = transition else { return }
    transition = nil
    do { try arrive(at: done.target, from: done.start, share: share) } catch {
      eventHub.send(.failed("\(error)"))
    }
    // Replay needs only the tick and the fraction of the way at which the transition ended.
    record(.place(positions: done.target, share: share), simulation.kinetics.tickCount)
    done.end.resume(returning: share == 1)
  }

  /// Ends a transition at a fraction of the way, and removes anchors, which would pull the nodes
  /// back.
  func arrive(at target: [Vector], from start: [Vector], share: Double) throws {
    try removeAnchors(of: target.indices)
    place(target, from: start, share: share)
  }

  /// Places the nodes at a fraction of the way from `start` to `target`, with zero velocities.
  func place(_ target: [Vector], from start: [Vector], share: Double) {
    let pins = simulation.kinetics.pins
    simulation.kinetics.withUnsafeMutableState { position, velocity in
      interpolate(start, target, Vector.Scalar(share), into: position, velocity)
      guard !pins.isEmpty else { return }
      for node in position.indices {
        for axis in 0..<Vector.scalarCount where pins.coordinate(of: node, axis: Axis(axis)) != nil
        {
          position[node][axis] = start[node][axis]
        }
      }
    }
    version += 1
  }
}

@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
private func interpolate<Vector: SimulationVector>(
  _ start: [Vector], _ target: [Vector], _ share: Vector.Scalar,
  into position: UnsafeMutableBufferPointer<Vector>, _ velocity: UnsafeMutableBufferPointer<Vector>
) {
  for node in position.indices {
    position[node] =
      share == 1 ? target[node] : start[node] + (target[node] - start[node]) * share
    velocity[node] = .zero
  }
}
