import ForceSimulation
import GraphView
@_spi(Interfaces) import Graphs
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The version of this interface; FG_ABI of the header.
private let abi: Int32 = 2

/// The status that functions return, as the header describes.
enum CallStatus: Int32 {
  case done = 0
  case badGraph = 1
  case badOption = 2
  case badPosition = 3
  case cancelled = 4
  case unavailable = 5
  case tooLarge = 6
  case failed = 7
  case badFile = 8
}

/// The reason why a call failed.
struct CallError: Error {
  let status: CallStatus
  let sentence: String

  init(_ status: CallStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  init(_ error: some Error) {
    switch error {
    case let error as CallError: self = error
    case let error as LayoutError: self.init(Self.status(of: error), error.description)
    case let error as SimulationError: self.init(.badOption, Self.sentence(of: error))
    case let error as GraphError: self.init(.badGraph, error.description)
    case let error as GraphFileError:
      self.init(error.problem == .cancelled ? .cancelled : .badFile, error.description)
    case let error as RenderingError: self.init(Self.status(of: error), error.description)
    case let error as GraphViewError: self.init(.badOption, error.description)
    case is CancellationError: self.init(.cancelled, "the work was cancelled")
    default: self.init(.failed, "\(error)")
    }
  }

  /// Returns the sentence without the names of Swift in it.
  private static func sentence(of error: SimulationError) -> String {
    if case .valueMissing(let what, let index, let each) = error {
      return "the new \(each) \(index) has no \(what); set it in the edit"
    }
    return error.description
  }

  private static func status(of error: RenderingError) -> CallStatus {
    switch error {
    case .outOfRange: .badOption
    case .tooMany, .tooManyPixels: .tooLarge
    case .traitMissing, .cairoNotInstalled: .unavailable
    case .unwritable: .badFile
    case .cancelled: .cancelled
    case .wrongLength, .wrongOffsets, .edgeEndOutOfRange, .cairo: .failed
    }
  }

  private static func status(of error: LayoutError) -> CallStatus {
    switch error {
    case .badGraph, .wrongLength, .badWeight: .badGraph
    case .badPosition: .badPosition
    case .badOption: .badOption
    case .tooLarge: .tooLarge
    case .linearAlgebraMissing, .linearAlgebraNotInstalled: .unavailable
    case .linearAlgebraFailed: .failed
    }
  }
}

// MARK: What a call gives back

/// Bytes for the caller, who releases them with `fg_free`. `fg_text` of the header.
struct CallText {
  var bytes: UnsafeMutablePointer<UInt8>?
  var length: Int64

  init(_ bytes: some Collection<UInt8>) {
    // An additional zero byte makes it a C string.
    guard let memory = malloc(bytes.count + 1) else {
      (self.bytes, length) = (nil, 0)
      return
    }
    let pointer = memory.bindMemory(to: UInt8.self, capacity: bytes.count + 1)
    let copy = UnsafeMutableBufferPointer(start: pointer, count: bytes.count + 1)
    _ = copy.update(fromContentsOf: bytes)
    pointer[bytes.count] = 0
    (self.bytes, length) = (pointer, Int64(bytes.count))
  }
}

/// Runs the body of a function. Its result, or the message of its error, is stored in `text`.
func call(
  _ text: UnsafeMutablePointer<CallText>?, _ body: () throws -> some Collection<UInt8>
) -> Int32 {
  do {
    let result = try body()
    if let text { text.pointee = CallText(result) }
    return CallStatus.done.rawValue
  } catch {
    let error = CallError(error)
    if let text { text.pointee = CallText(error.sentence.utf8) }
    return error.status.rawValue
  }
}

/// Returns the version of this interface.
@_cdecl("fg_abi")
public func fgABI() -> Int32 { abi }

@_cdecl("fg_free")
public func fgFree(_ bytes: UnsafeMutableRawPointer?) { free(bytes) }

// MARK: Long work

/// Memory that the caller and a running call share; `fg_run` of the header. Both sides read and
/// write whole words.
struct SharedRun {
  let words: UnsafeMutablePointer<Atomic<UInt64>>

  init?(_ run: UnsafeMutableRawPointer?) {
    guard let run else { return nil }
    words = run.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  var isCancelled: Bool { words[0].load(ordering: .relaxed) != 0 }
  func report(_ progress: RunProgress) {
    words[1].store(progress.fraction.bitPattern, ordering: .relaxed)
    words[2].store(UInt64(max(0, progress.count)), ordering: .relaxed)
  }
}

// The conformance is safe, as the words are atomic.
extension SharedRun: @unchecked Sendable {}

extension RunControl {
  init(_ run: UnsafeMutableRawPointer?) {
    guard let shared = SharedRun(run) else {
      self.init()
      return
    }
    self.init(isCancelled: { shared.isCancelled }, progress: { shared.report($0) })
  }
}

// MARK: What comes in

/// Validation of arrays from the caller.
enum Incoming {
  static func count(_ count: Int64, of what: String) throws(CallError) -> Int {
    guard count >= 0, count < 1 << 31 else {
      throw CallError(.badGraph, "there cannot be \(count) \(what): 0 to 2147483647 can")
    }
    return Int(count)
  }

  /// Returns copies of the ends of edges.
  static func edges(
    _ edges: UnsafePointer<Int32>?, count: Int64
  ) throws(CallError) -> (sources: [Int32], targets: [Int32]) {
    let count = try Self.count(count, of: "edges")
    guard count > 0 else { return ([], []) }
    guard let edges else { throw CallError(.badGraph, "the array of edges is missing") }
    func ends(_ offset: Int) -> [Int32] {
      [Int32](unsafeUninitializedCapacity: count) { ends, initialized in
        for edge in 0..<count { ends[edge] = edges[2 * edge + offset] }
        initialized = count
      }
    }
    return (ends(0), ends(1))
  }

  /// Returns true if all coordinates are finite.
  static func isFinite<Vector: SimulationVector>(_ vector: Vector) -> Bool {
    (0..<Vector.scalarCount).allSatisfy { vector[$0].isFinite }
  }

  static func vectors<Vector: LayoutVector>(
    _ numbers: UnsafePointer<Double>, count: Int, as _: Vector.Type
  ) -> [Vector] {
    let dimensions = Vector.scalarCount
    return (0..<count).map { node in
      var vector = Vector.zero
      for axis in 0..<dimensions { vector[axis] = numbers[dimensions * node + axis] }
      return vector
    }
  }

  static func write<Vector: LayoutVector>(
    _ vectors: some Sequence<Vector>, to numbers: UnsafeMutablePointer<Double>
  ) {
    var next = numbers
    for vector in vectors {
      for axis in 0..<Vector.scalarCount { next[axis] = vector[axis] }
      next += Vector.scalarCount
    }
  }

  /// Takes the number of dimensions, 2 or 3.
  static func dimensions(_ options: inout Options) throws(CallError) -> Int {
    let dimensions = try options.integer("dim") ?? 2
    guard dimensions == 2 || dimensions == 3 else {
      throw CallError(.badOption, "dim is \(dimensions); it must be 2 or 3")
    }
    return dimensions
  }
}

extension KernelOptions {
  init(_ options: inout Options) throws(CallError) {
    self = .default
    guard let threads = try options.integer("threads") else { return }
    guard (1...1024).contains(threads) else {
      throw CallError(.badOption, "threads is \(threads); it must be from 1 to 1024")
    }
    threadCount = threads
  }
}
