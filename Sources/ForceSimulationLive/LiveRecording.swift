import FileWriting
import ForceSimulation

/// A recording: the initial state, and all later commands with their tick numbers.
///
/// The file format is lines of JSON: a head with the checkpoint, a line per command, and a final
/// line with the hash of the state when the recording was ended. A truncated file is valid up to
/// its last complete line.
public struct LiveRecording<ID: Hashable & Sendable & Codable, Vector: SimulationVector>: Sendable {
  /// The initial state.
  public let checkpoint: LiveCheckpoint<ID>
  var entries: [RecordingEntry<ID, Vector>] = []

  /// The number of commands.
  public var commandCount: Int { entries.reduce(0) { $0 + ($1.command == nil ? 0 : 1) } }
  /// The hash of the final state; nil if the recording was truncated.
  public var stateHash: UInt64? { entries.last?.hash }

  /// Reads a file of `LiveSimulation.startRecording(to:)`. Throws `LiveError.unreadable` with the
  /// number of an invalid line.
  public init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LiveError.unreadable(path, reason: "there is no such file, or it must not be read")
    }
    try self.init(lines: data)
  }

  /// Reads the lines of a recording. Throws `LiveError.unreadable` with the number of an invalid
  /// line.
  public init(lines: some Collection<UInt8>) throws {
    var parts = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // After the last newline there is nothing or a truncated line.
    parts.removeLast()
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = RecordingFile.decodingStrategy
    func decode<Value: Decodable>(_ type: Value.Type, _ line: Int) throws -> Value {
      do { return try decoder.decode(type, from: Data(parts[line])) } catch {
        throw LiveError.recording(line: line + 1, Self.words(error))
      }
    }
    guard !parts.isEmpty else {
      throw LiveError.unreadable("the recording", reason: "it has no line")
    }
    let head = try decode(RecordingHead.self, 0)
    guard head.format == RecordingHead.format, RecordingHead.readable.contains(head.version)
    else {
      throw LiveError.unreadable(
        "the recording",
        reason: "it is \"\(head.format)\" of version \(head.version); this release reads "
          + "\"\(RecordingHead.format)\" of versions \(RecordingHead.readable.lowerBound) to "
          + "\(RecordingHead.readable.upperBound)")
    }
    do { checkpoint = try LiveCheckpoint(bytes: Array(head.checkpoint)) } catch {
      throw LiveError.recording(line: 1, "\(error)")
    }
    for line in parts.indices.dropFirst() {
      let entry = try decode(RecordingEntry<ID, Vector>.self, line)
      if let flaw = entries.last?.hash != nil ? "it follows the hash of the state" : entry.flaw {
        throw LiveError.recording(line: line + 1, flaw)
      }
      entries.append(entry)
    }
  }

  /// Returns the reason for which a line could not be decoded, with the position in the line.
  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let (context, missing): (DecodingError.Context, String?) =
      switch error {
      case .keyNotFound(let key, let context): (context, key.stringValue)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
      }
    let place = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: ".")
    let reason = missing.map { "\"\($0)\" is missing" } ?? context.debugDescription
    return place.isEmpty ? reason : "\(place): \(reason)"
  }
}

extension LiveError {
  /// Returns an error for an invalid line; lines are numbered from 1.
  fileprivate static func recording(line: Int, _ reason: String) -> LiveError {
    .unreadable("the recording", reason: "line \(line): \(reason)")
  }
}

/// The first line of a recording.
struct RecordingHead: Codable {
  static let format = "ForceSimulationLive recording"
  /// Version 1 has no forces in edits and no restored states.
  static let readable = 1...2

  var format = Self.format
  var version = Self.readable.upperBound
  var checkpoint: Data
}

/// A later line: a command, or the hash of the state.
struct RecordingEntry<ID: Hashable & Sendable & Codable, Vector: SimulationVector>: Codable,
  Sendable
{
  /// The number of ticks of the simulation before the command.
  var tick: UInt64
  var command: LiveCommand<ID, Vector>?
  /// The hash in hexadecimal digits, as JSON has no 64-bit integers.
  var stateHash: String?

  var hash: UInt64? { stateHash.flatMap { UInt64($0, radix: 16) } }

  /// The reason why the line itself is invalid; nil if it is valid.
  var flaw: String? {
    switch (command, stateHash) {
    case (nil, nil): "it has neither a command nor the hash of the state"
    case (_?, _?): "it has both a command and the hash of the state"
    case (_?, nil): nil
    case (nil, _?): hash == nil ? "the hash of the state is not 1 to 16 hexadecimal digits" : nil
    }
  }
}

/// The file of an active recording.
final class RecordingFile {
  static let encodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  static let decodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy.convertFromString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

  private let path: String
  private let descriptor: Int32
  private let encoder = JSONEncoder()

  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    encoder.nonConformingFloatEncodingStrategy = Self.encodingStrategy
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard descriptor >= 0 else {
      throw LiveError.unwritable(path: path, reason: Descriptor.words(errno))
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ line: some Encodable) throws {
    var data = try encoder.encode(line)
    data.append(UInt8(ascii: "\n"))
    let code = data.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if code != 0 { throw LiveError.unwritable(path: path, reason: Descriptor.words(code)) }
  }
}

extension LiveSimulation where ID: Codable {
  /// Starts to write all commands to a file, beginning with the current state. The file is up to
  /// date after each command, so that it shows what led to a crash. A later call ends the earlier
  /// recording. Throws `LiveError.unwritable`. A later write error is reported as an event, and
  /// ends the recording.
  ///
  /// The code of recorded forces with code is not in the file: `replay` takes such forces by name.
  public func startRecording(to path: String) throws {
    try stopRecording()
    interruptTransition()
    let file = try RecordingFile(path: path)
    try file.write(RecordingHead(checkpoint: Data(checkpoint().encoded())))
    recorder = { [eventHub] command, tick in
      do {
        try file.write(RecordingEntry(tick: tick, command: command))
        return true
      } catch {
        eventHub.send(.failed("recording: \(error)"))
        return false
      }
    }
    endRecording = { tick, hash in
      try file.write(
        RecordingEntry<ID, Vector>(tick: tick, stateHash: String(hash, radix: 16)))
    }
  }

  /// Ends the recording with the hash of the state. Does nothing if there is none. Throws
  /// `LiveError.unwritable`.
  public func stopRecording() throws {
    interruptTransition()
    guard let end = endRecording else { return }
    (recorder, endRecording) = (nil, nil)
    try end(simulation.kinetics.tickCount, simulation.kinetics.stateHash)
  }

  /// Replays a recording at full speed, with the same commands at the same ticks, and returns the
  /// simulation, which is not started. Forces with code are passed in by name; kernel options do
  /// not change the result. If the task is cancelled, it throws `CancellationError`.
  ///
  /// Recordings may come from untrusted sources: their commands are validated like those of a
  /// program.
  ///
  /// - Parameter tickLimit: the maximum number of ticks of the recording. A million by default:
  ///   more than four hours at 60 ticks per second.
  /// - Throws: `LiveError.replayDiffers` if the final state is not the recorded one;
  ///   `LiveError.unreadable` with the line whose command is invalid or whose tick exceeds the
  ///   limit; `SimulationError.missingForce` for a force with code that is not passed in.
  public static func replay(
    _ recording: LiveRecording<ID, Vector>, custom: [String: any Force<Vector>] = [:],
    options: LiveOptions<Scalar> = LiveOptions(), kernelOptions: KernelOptions = .default,
    tickLimit: Int = 1_000_000
  ) async throws -> LiveSimulation {
    let live = try restore(recording.checkpoint, custom: custom, options: options)
    await live.setKernelOptions(kernelOptions)
    try await live.validateTicks(of: recording, limit: tickLimit)
    try await live.goThrough(recording, custom: custom)
    return live
  }

  /// Throws if the ticks of a recording decrease or exceed `limit`, before any tick is done.
  private func validateTicks(of recording: LiveRecording<ID, Vector>, limit: Int) throws {
    var last = simulation.kinetics.tickCount
    var done: UInt64 = 0
    for (index, entry) in recording.entries.enumerated() {
      guard entry.tick >= last else {
        throw LiveError.recording(
          line: index + 2, "its tick is \(entry.tick), and that before it \(last)")
      }
      let (sum, isTooMuch) = done.addingReportingOverflow(entry.tick - last)
      done = isTooMuch ? .max : sum
      last = entry.tick
      guard done <= UInt64(max(limit, 0)) else {
        throw LiveError.recording(
          line: index + 2,
          "its tick is \(last), which is \(done) after the begin; at most \(limit) are done"
        )
      }
      if case .restore(_, let tick)? = entry.command { last = tick }
    }
  }

  /// Restores the initial state, which need not have all the forces of later commands.
  private static func restore(
    _ checkpoint: LiveCheckpoint<ID>, custom: [String: any Force<Vector>],
    options: LiveOptions<Scalar>
  ) throws -> LiveSimulation {
    do {
      return try LiveSimulation(restoring: checkpoint, custom: custom, options: options)
    } catch SimulationError.unexpectedForce(let name) {
      var fewer = custom
      fewer[name] = nil
      return try restore(checkpoint, custom: fewer, options: options)
    } catch LiveError.unreadable(let what, let reason) {
      throw LiveError.recording(line: 1, "\(LiveError.unreadable(what, reason: reason))")
    }
  }

  private func goThrough(
    _ recording: LiveRecording<ID, Vector>, custom: [String: any Force<Vector>]
  ) async throws {
    customForces = custom
    defer { customForces = [:] }
    let version = recording.checkpoint.simulation.version
    for (index, entry) in recording.entries.enumerated() {
      while simulation.kinetics.tickCount < entry.tick {
        try Task.checkCancellation()
        tick()
        await Task.yield()
      }
      if let command = entry.command {
        do { try perform(command) } catch let error as SimulationError {
          if case .missingForce = error { throw error }
          throw LiveError.recording(line: index + 2, "\(error)")
        } catch { throw LiveError.recording(line: index + 2, "\(error)") }
      }
      if let hash = entry.hash {
        let found = simulation.kinetics.stateHash(version: version)
        guard hash == found else {
          throw LiveError.replayDiffers(tick: entry.tick, recorded: hash, found: found)
        }
      }
    }
  }
}

extension CommandForce: Codable {
  init(from decoder: any Decoder) throws {
    self = .bytes(Array(try decoder.singleValueContainer().decode(Data.self)))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .force(let force): try container.encode(Data(ForceList<Vector>.bytes(of: force)))
    case .bytes(let bytes): try container.encode(Data(bytes))
    }
  }
}
