import FileWriting
import ForceSimulation
import Foundation

/// A recording: the state at its begin, and the commands since then with the numbers of their
/// ticks.
///
/// As a file, it is lines of JSON: the head with the checkpoint, a line for each command, and when
/// the recording was ended, a line with the hash of the state. A file that was cut off ends with
/// its last whole line.
public struct LiveRecording<ID: Hashable & Sendable & Codable, Vector: SimulationVector>: Sendable {
  /// The state at the begin.
  public let checkpoint: LiveCheckpoint<ID>
  var entries: [RecordingEntry<ID, Vector>] = []

  /// The number of commands.
  public var commandCount: Int { entries.reduce(0) { $0 + ($1.command == nil ? 0 : 1) } }
  /// The hash of the state at the end; nil when the recording was cut off.
  public var stateHash: UInt64? { entries.last?.hash }

  /// Reads a file of `LiveSimulation.startRecording(to:)`. Throws `LiveError.unreadable` with the
  /// line that is wrong.
  public init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LiveError.unreadable(path, reason: "there is no such file, or it must not be read")
    }
    try self.init(lines: data)
  }

  /// Reads the lines of a recording. Throws `LiveError.unreadable` with the line that is wrong.
  public init(lines: some Collection<UInt8>) throws {
    var parts = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last newline is a line that was cut off, or nothing.
    parts.removeLast()
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = RecordingFile.decodingStrategy
    func decode<Value: Decodable>(_ type: Value.Type, _ line: Int) throws -> Value {
      do { return try decoder.decode(type, from: Data(parts[line])) } catch {
        throw LiveError.unreadable("the recording", reason: "line \(line + 1): \(error)")
      }
    }
    guard !parts.isEmpty else {
      throw LiveError.unreadable("the recording", reason: "it has no line")
    }
    let head = try decode(RecordingHead.self, 0)
    guard head.format == RecordingHead.format, head.version == RecordingHead.version else {
      throw LiveError.unreadable(
        "the recording",
        reason: "it is \"\(head.format)\" of version \(head.version); this release reads "
          + "\"\(RecordingHead.format)\" of version \(RecordingHead.version)")
    }
    checkpoint = try LiveCheckpoint(bytes: Array(head.checkpoint))
    for line in parts.indices.dropFirst() {
      entries.append(try decode(RecordingEntry<ID, Vector>.self, line))
    }
  }
}

/// The first line of a recording.
struct RecordingHead: Codable {
  static let format = "ForceSimulationLive recording"
  static let version = 1

  var format = Self.format
  var version = Self.version
  var checkpoint: Data
}

/// A later line: a command, or the hash of the state.
struct RecordingEntry<ID: Hashable & Sendable & Codable, Vector: SimulationVector>: Codable,
  Sendable
{
  /// The number of ticks of the simulation before the command.
  var tick: UInt64
  var command: LiveCommand<ID, Vector>?
  /// As hexadecimal digits: JSON has no integers of 64 bits.
  var stateHash: String?

  var hash: UInt64? { stateHash.flatMap { UInt64($0, radix: 16) } }
}

/// The file of a recording that is under way.
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
  /// Begins to write all commands to a file, with the state as it is now. The file is there after
  /// each command, so that it tells what led to a crash. A later call ends the earlier recording.
  /// Throws `LiveError.unwritable`. While it records, a failure to write is an event, and ends it.
  ///
  /// Recorded forces with code have no code in the file: `replay` takes them by name.
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

  /// Ends the recording with the hash of the state. Does nothing without one. Throws
  /// `LiveError.unwritable`.
  public func stopRecording() throws {
    interruptTransition()
    guard let end = endRecording else { return }
    (recorder, endRecording) = (nil, nil)
    try end(simulation.kinetics.tickCount, simulation.kinetics.stateHash)
  }

  /// A simulation that has gone through a recording, at full speed: the same commands at the same
  /// ticks. It is not started. Forces with code are passed in by name; kernel options change no
  /// result. Ends early when the task is cancelled, with `CancellationError`.
  ///
  /// Throws `LiveError.replayDiffers` when the state at the end is not the one that was recorded,
  /// and the errors of commands that do not fit.
  public static func replay(
    _ recording: LiveRecording<ID, Vector>, custom: [String: any Force<Vector>] = [:],
    options: LiveOptions<Scalar> = LiveOptions(), kernelOptions: KernelOptions = .default
  ) async throws -> LiveSimulation {
    let live = try restore(recording.checkpoint, custom: custom, options: options)
    await live.setKernelOptions(kernelOptions)
    try await live.goThrough(recording, custom: custom)
    return live
  }

  /// Restores the state at the begin, which need not have all the forces of later commands.
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
    }
  }

  private func goThrough(
    _ recording: LiveRecording<ID, Vector>, custom: [String: any Force<Vector>]
  ) async throws {
    customForces = custom
    defer { customForces = [:] }
    for entry in recording.entries {
      while simulation.kinetics.tickCount < entry.tick {
        try Task.checkCancellation()
        tick()
        await Task.yield()
      }
      if let command = entry.command { try perform(command) }
      if let hash = entry.hash, hash != simulation.kinetics.stateHash {
        throw LiveError.replayDiffers(
          tick: entry.tick, recorded: hash, found: simulation.kinetics.stateHash)
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
