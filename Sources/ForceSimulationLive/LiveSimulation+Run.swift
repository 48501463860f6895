import ForceSimulation

// MARK: Start and end

extension LiveSimulation {
  /// Starts a run with new budgets, or resumes it after a pause. Does nothing while it runs. Throws
  /// `LiveError.stopped` after `stop()`.
  public func start() throws {
    if isStopped { throw LiveError.stopped }
    if state == .running { return }
    if state != .paused { beginBudgets() }
    state = .running
    eventHub.send(.started)
  }

  private func beginBudgets() {
    runTicks = 0
    runBegin = .now
  }

  /// Pauses the run: until `start()`, only `step(_:)` ticks. Does nothing unless it runs. A
  /// transition stops where it is.
  public func pause() {
    guard state == .running else { return }
    interruptTransition()
    state = .paused
    eventHub.send(.paused)
  }

  /// Performs `count` ticks in a row, even when paused, cold or without consumers. Other commands
  /// may be executed between them. Ends early if its task is cancelled. Returns the number of ticks
  /// done.
  @discardableResult
  public func step(_ count: Int = 1) async throws -> Int {
    if isStopped { throw LiveError.stopped }
    var done = 0
    while done < count, !Task.isCancelled, !isStopped {
      interruptTransition()
      tick()
      done += 1
      await Task.yield()
    }
    return done
  }

  /// Sets alpha, 1 by default, so that the next ticks move nodes again; a converged run is resumed.
  /// Throws if alpha is not finite.
  public func reheat(to alpha: Scalar = 1) throws { try perform(.reheat(alpha: alpha)) }

  /// Ends the run permanently, together with the sequences of frames and events. Consumers that
  /// have not received the last frame get it first. The state can still be read, saved and edited.
  public func stop() {
    guard !isStopped else { return }
    interruptTransition()
    isStopped = true
    end(.cancelled)
    frameHub.finish(version: version, last: frame)
    eventHub.finish()
  }

  /// Waits until the run has ended; meanwhile it ticks even without consumers. Returns at once if
  /// it has ended already. It starts nothing: a simulation that is not started or is paused waits
  /// for `start()`. If the waiting task is cancelled, the run ends as `.cancelled`.
  @discardableResult
  public func waitForEnd() async -> EndReason {
    if case .ended(let reason) = state { return reason }
    lastWaiter += 1
    let waiter = lastWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          if state == .running { end(.cancelled) }
          continuation.resume(returning: .cancelled)
        } else {
          waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.cancel(waiter) }
    }
  }

  private func cancel(_ waiter: Int) {
    guard let continuation = waiters.removeValue(forKey: waiter) else { return }
    if state == .running { end(.cancelled) }
    continuation.resume(returning: .cancelled)
  }

  func end(_ reason: EndReason) {
    // The anchors are removed while it still runs, as a command to a converged run would resume it.
    if reason.isConverged { endAnchors() }
    state = .ended(reason)
    eventHub.send(.ended(reason))
    let waiting = waiters.values
    waiters = [:]
    for continuation in waiting { continuation.resume(returning: reason) }
  }

  /// Resumes a converged run after the simulation has been reheated.
  func resume() {
    guard case .ended(let reason) = state, reason.isConverged else { return }
    beginBudgets()
    state = .running
    eventHub.send(.started)
  }

  /// The progress of the run, by its cooling schedule and its budget of ticks. O(1).
  ///
  /// - `tick`: the number of ticks of the simulation so far.
  /// - `fraction`: how much of the run is done, 0 to 1; nil if it does not end by itself.
  /// - `ticksLeft`: the number of ticks until the run ends by cooling or by its budget; nil if it
  ///   does not end by itself. It may end earlier by `LiveOptions.tolerance`.
  /// - `timeLeft`: the time for these ticks at the pace, or at the speed so far if that is lower.
  ///   Pauses and waiting for consumers are not included.
  public var progress: (tick: UInt64, fraction: Double?, ticksLeft: Int?, timeLeft: Duration?) {
    let parameters = simulation.parameters
    let done = simulation.kinetics.tickCount
    var left = parameters.ticksUntilCold
    if let budget = settings.tickBudget {
      left = min(left ?? .max, max(budget - runTicks, 0))
    }
    if case .ended = state { left = 0 }
    let perTick = max(
      tickTime, Double(settings.interval) / Double(settings.ticksPerFrame))
    return (
      tick: done, fraction: left.map { Double(runTicks) / Double(max(runTicks + $0, 1)) },
      ticksLeft: left, timeLeft: left.map { .nanoseconds(Int64(min(Double($0) * perTick, 9e18))) }
    )
  }
}

// MARK: Turns

extension LiveSimulation {
  /// True if ticks are wanted: there are consumers, or a task waits for the end.
  private var isWatched: Bool { settings.keepsRunning || !waiters.isEmpty || frameHub.count > 0 }

  /// Performs the work between jobs: due ticks, and frames for waiting consumers. Returns the time
  /// of the next turn; nil if nothing happens until the next call.
  func turn() -> Instant? {
    var next = continueTransition()
    if state == .running, transition == nil {
      checkEnd()
      if state == .running, isWatched {
        if ticks.isDue(.now) { tickOnce() }
        if state == .running { next = ticks.next }
      }
    }
    next = .earlier(next, saveIfDue())
    return .earlier(next, frameHub.deliver(version: version) { frame })
  }

  /// Performs the ticks of one frame.
  private func tickOnce() {
    ticks.advance(.now)
    for _ in 0..<settings.ticksPerFrame where state == .running {
      tick()
      runTicks += 1
      checkEnd()
    }
  }

  func tick() {
    let begin = Instant.now
    simulation.advance()
    version += 1
    let time = Double(Instant.now - begin)
    tickTime = tickTime == 0 ? time : tickTime + (time - tickTime) / 16
  }

  private func checkEnd() {
    if simulation.isCold {
      end(.cold)
    } else if let budget = settings.tickBudget, runTicks >= budget {
      end(.tickBudget)
    } else if let budget = settings.timeBudget, Instant.now - runBegin >= budget.nanoseconds {
      end(.timeBudget)
    } else if let tolerance = settings.tolerance, runTicks > 0, holds.isEmpty,
      simulation.kinetics.largestSpeed < tolerance
    {
      end(.converged)
    }
  }
}
