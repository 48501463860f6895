import Foundation
import Memory
import Numbers
import Synchronization

/// The server as a process, its viewers as threads, and the memory of the server once a second.
struct Soak {
  static let viewerCount = 20
  /// What the last fifth of the time may have above the second one.
  private static let mostGrowth = 5 << 20

  private let nodeCount: Int
  private let seed: UInt64
  private let process = Process()
  private let input = Pipe()
  private let port: Int
  private let path: String

  init(nodeCount: Int, seed: UInt64) throws {
    (self.nodeCount, self.seed) = (nodeCount, seed)
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve", "\(nodeCount)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
      line.append(byte)
    }
    let parts = String(decoding: line, as: UTF8.self).split(separator: "/")
    guard parts.count == 3, let port = Int(parts[1].split(separator: ":").last ?? "") else {
      throw Mistake("the server has printed no address")
    }
    (self.port, path) = (port, "/\(parts[2])/")
  }

  func run(seconds: Double) throws {
    let shared = Shared()
    let viewers = (0..<Self.viewerCount).map { number in
      let thread = Thread { [self] in
        do { try visit(again: shared, number) } catch { shared.fail("\(error)") }
        shared.viewerHasEnded()
      }
      thread.start()
      return thread
    }
    let begin = ContinuousClock.now
    var resident = Curve()
    while ContinuousClock.now - begin < .seconds(seconds), shared.failure == nil {
      Thread.sleep(forTimeInterval: 1)
      if let bytes = Memory.resident(of: "\(process.processIdentifier)") { resident.add(bytes) }
      if resident.samples.count % 30 == 0 { report(shared, resident) }
    }
    shared.stop()
    while shared.running > 0 { Thread.sleep(forTimeInterval: 0.01) }
    withExtendedLifetime(viewers) { report(shared, resident) }
    if shared.failure == nil { try checkNodes() }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    if let failure = shared.failure { throw Mistake("\(failure) (seed \(seed))") }
    guard process.terminationStatus == 0 else { throw Mistake("the server has crashed") }
    try judge(resident)
  }

  /// Comes, does something, and goes, until it is told to stop.
  private func visit(again shared: Shared, _ viewer: Int) throws {
    var random = Numbers(seed: seed &+ UInt64(viewer))
    var round = 0
    while !shared.isStopped {
      var visit = try Visit(port: port, path: path)
      for turn in 0..<1 + random.below(3) {
        for _ in 0..<random.below(4) { visit.drag(&random) }
        try visit.edit((0...random.below(4)).map { "v\(viewer)-\(round)-\(turn)-\($0)" })
      }
      // Some just go, some without having read what came last.
      if random.below(3) > 0 { visit.close() }
      round += 1
      shared.add(1)
    }
  }

  /// As many nodes have been removed as added.
  private func checkNodes() throws {
    let visit = try Visit(port: port, path: path)
    if visit.nodeCount != nodeCount {
      throw Mistake("there are \(visit.nodeCount) nodes instead of \(nodeCount)")
    }
  }

  private func report(_ shared: Shared, _ resident: Curve) {
    print(
      "\(resident.samples.count) s: \(shared.visits) visits,",
      "\(megabytes(resident.samples.last ?? 0)) MB")
    fflush(nil)
  }

  private func judge(_ resident: Curve) throws {
    guard resident.samples.count >= 10 else { return print("too few samples of memory to judge") }
    print(
      "memory: \(megabytes(resident.median(0.2..<0.4))) MB in the second fifth of the time,",
      "\(megabytes(resident.median(0.8..<1))) MB in the last; at most",
      "\(megabytes(resident.samples.max() ?? 0)) MB")
    if resident.growth > Self.mostGrowth {
      throw Mistake("the memory grew by \(megabytes(resident.growth)) MB")
    }
  }
}

/// The state that the threads share.
final class Shared: Sendable {
  private struct State {
    var isStopped = false
    var failure: String?
    var visits = 0
    var running = Soak.viewerCount
  }

  private let state = Mutex(State())

  var isStopped: Bool { state.withLock { $0.isStopped } }
  var failure: String? { state.withLock { $0.failure } }
  var visits: Int { state.withLock { $0.visits } }
  var running: Int { state.withLock { $0.running } }

  func stop() { state.withLock { $0.isStopped = true } }
  func add(_ visits: Int) { state.withLock { $0.visits += visits } }
  func viewerHasEnded() { state.withLock { $0.running -= 1 } }

  func fail(_ words: String) {
    state.withLock { state in
      if state.failure == nil { state.failure = words }
      state.isStopped = true
    }
  }
}
