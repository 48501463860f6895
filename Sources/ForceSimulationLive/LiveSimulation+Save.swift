import FileWriting
import ForceSimulation

/// The periodic saving of a simulation to a file.
struct Autosave<ID: Hashable & Sendable, Vector: SimulationVector> {
  let write: @Sendable (LiveSnapshot<ID, Vector>) throws -> Void
  /// The period in nanoseconds.
  let period: Int64
  /// The earliest time of the next save.
  var next: Instant
  /// The version of the state that was saved last.
  var version: UInt64
  var isWriting = false
  /// A number that distinguishes autosaves.
  let id: Int
}

extension LiveSimulation where ID: Codable {
  /// Writes a checkpoint to a file atomically. Throws `LiveError.unwritable`. The simulation
  /// continues while the file is written. Files are written one after the other.
  public func save(to path: String) async throws {
    let snapshot = snapshot
    try await writeNext { try Self.write(snapshot, to: path) }.value
  }

  /// Writes a checkpoint to a file periodically, if something has changed. The file is always a
  /// complete checkpoint, even if the process is killed. A process killed during a write leaves a
  /// file ".new-..." next to it, which the next save to the same path removes. Each save is
  /// reported as an event, and so is a failure, after which the next save is tried in due time. A
  /// later call replaces an earlier one. Changes since the last save are not saved when the
  /// simulation is deallocated: use `save(to:)` for that.
  ///
  /// Throws `LiveError` if the file cannot be written, or the period is not positive.
  public func autosave(to path: String, every period: Duration = .seconds(30)) throws {
    guard period > .zero else {
      throw LiveError.outOfRange(
        "the period of autosaves", value: "\(period)", allowed: "above zero")
    }
    do { try OutputPlace(path).check() } catch {
      throw LiveError.unwritable(path: path, reason: error.reason)
    }
    lastAutosave += 1
    autosave = Autosave(
      write: { try Self.write($0, to: path) }, period: period.nanoseconds,
      next: .now + period.nanoseconds, version: 0, id: lastAutosave)
  }

  private static func write(_ snapshot: LiveSnapshot<ID, Vector>, to path: String) throws {
    let bytes = try snapshot.checkpoint().encoded()
    WholeFile.removeLeftovers(of: path)
    do {
      let file = try WholeFile(path: path)
      try file.write(bytes)
      try file.finish()
    } catch {
      throw LiveError.unwritable(path: path, reason: error.reason)
    }
  }
}

extension LiveSimulation {
  /// Ends the autosaves. A write in progress is completed.
  public func endAutosave() { autosave = nil }

  /// Writes a file after earlier writes have finished, as an older state must not replace a newer
  /// one.
  func writeNext(
    priority: TaskPriority? = nil, _ body: @escaping @Sendable () throws -> Void
  ) -> Task<Void, any Error> {
    let before = lastWrite
    let task = Task.detached(priority: priority) {
      _ = await before?.result
      try body()
    }
    lastWrite = task
    return task
  }

  /// Starts an autosave if it is due. Returns the time of the next one; nil while nothing has
  /// changed, or one is being written.
  func saveIfDue() -> Instant? {
    guard let waiting = autosave, !waiting.isWriting, waiting.version != version else {
      return nil
    }
    let now = Instant.now
    guard now >= waiting.next else { return waiting.next }
    autosave?.isWriting = true
    autosave?.version = version
    autosave?.next = now + waiting.period
    let snapshot = snapshot
    let tick = simulation.kinetics.tickCount
    let task = writeNext(priority: .utility) { try waiting.write(snapshot) }
    Task.detached(priority: .utility) { [weak self] in
      var failure: String?
      do { try await task.value } catch { failure = "\(error)" }
      await self?.finishAutosave(waiting.id, tick, failure)
    }
    return nil
  }

  private func finishAutosave(_ id: Int, _ tick: UInt64, _ failure: String?) {
    if autosave?.id == id { autosave?.isWriting = false }
    if let failure {
      // A failed save is tried again, even if nothing changes any more.
      if autosave?.id == id { autosave?.version = 0 }
      eventHub.send(.failed("autosave: \(failure)"))
    } else {
      eventHub.send(.saved(tick: tick))
    }
  }
}
