import ForceSimulation
import ForceSimulationLive
import Foundation

typealias Vector = SIMD2<Double>
typealias Live = LiveSimulation<Int, Vector>

/// Returns the processor time of this process, in seconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Returns the resident memory of this process, in MB; 0 on systems without /proc.
func residentMemory() -> Double {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
    let pages = Double(text.split(separator: " ").dropFirst().first ?? "")
  else { return 0 }
  return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
}

func report(_ values: [(String, any CustomStringConvertible)]) {
  print("{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}")
  fflush(nil)
}

/// Returns a settled square grid of about `nodes` nodes: the scene "grid" of simbench.
func settledGrid(_ nodes: Int, _ options: LiveOptions<Double>) async throws -> Live {
  let side = max(Int(Double(nodes).squareRoot()), 1)
  var links: [Link<Int>] = []
  for row in 0..<side {
    for column in 0..<side {
      let node = row * side + column
      if column + 1 < side { links.append(Link(node, node + 1)) }
      if row + 1 < side { links.append(Link(node, node + side)) }
    }
  }
  let live = try Live(0..<side * side, links: links, options: options) {
    ManyBodyForce<Vector>()
    LinkForce()
    PositionForce(axis: .x)
    PositionForce(axis: .y)
  }
  try await live.step(300)
  return live
}

/// The frames that a consumer has received.
struct Seen: Sendable {
  var frames = 0
  var lastTick: UInt64 = 0
  var skipped: UInt64 = 0
}

/// Consumes frames to the end of the sequence, and works for some milliseconds on each.
func consume(_ frames: some AsyncSequence<LiveFrame<Int, Vector>, Never>, milliseconds: Int) async
  -> Seen
{
  var seen = Seen()
  for await frame in frames {
    if seen.frames > 0, frame.tick > seen.lastTick + 1 {
      seen.skipped += frame.tick - seen.lastTick - 1
    }
    seen.frames += 1
    seen.lastTick = frame.tick
    if milliseconds > 0 { try? await Task.sleep(for: .milliseconds(milliseconds)) }
  }
  return seen
}

func measureFrames(nodes: Int, seconds: Int, slow: Int?) async throws {
  let live = try await settledGrid(nodes, LiveOptions(frequency: 60))
  try await live.setParameters(SimulationParameters(alpha: 0.3, alphaTarget: 0.3))
  try await live.start()
  let before = (processorTime(), await live.kinetics.tickCount, ContinuousClock.now)
  let fast = Task { await consume(live.frames(atMost: 60), milliseconds: 0) }
  let other = Task { await slow.asyncMap { await consume(live.frames(), milliseconds: $0) } }
  try await Task.sleep(for: .seconds(Double(seconds) / 2))
  let memory = residentMemory()
  try await Task.sleep(until: before.2 + .seconds(seconds))
  let used = processorTime() - before.0
  let growth = residentMemory() - memory
  let ticks = await live.kinetics.tickCount - before.1
  await live.stop()
  let (seen, slowSeen) = (await fast.value, await other.value)
  report([
    ("nodes", await live.kinetics.nodeCount), ("seconds", seconds), ("ticks", ticks),
    ("frames", seen.frames), ("skipped", seen.skipped), ("slow_frames", slowSeen?.frames ?? 0),
    ("processor_seconds", used), ("memory_mb", memory), ("memory_growth_mb", growth),
  ])
}

extension Optional where Wrapped: Sendable {
  func asyncMap<Result>(_ body: (Wrapped) async -> Result) async -> Result? {
    guard let self else { return nil }
    return await body(self)
  }
}

/// Measures three idle simulations: a cold one with a consumer, a paused one with a consumer, and a
/// running one without consumers.
func measureCold(seconds: Int) async throws {
  var all: [Live] = []
  var consumers: [Task<Seen, Never>] = []
  for kind in 0..<3 {
    let live = try await settledGrid(1000, LiveOptions())
    if kind > 0 {
      try await live.setParameters(SimulationParameters(alpha: 0.3, alphaTarget: 0.3))
    }
    try await live.start()
    if kind == 1 { await live.pause() }
    if kind < 2 { consumers.append(Task { await consume(live.frames(), milliseconds: 0) }) }
    all.append(live)
  }
  try await Task.sleep(for: .milliseconds(200))
  let before = processorTime()
  try await Task.sleep(for: .seconds(seconds))
  let used = processorTime() - before
  for live in all { await live.stop() }
  var frames = 0
  for consumer in consumers { frames += await consumer.value.frames }
  report([("seconds", seconds), ("processor_seconds", used), ("frames", frames)])
}
