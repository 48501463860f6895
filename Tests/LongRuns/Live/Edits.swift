import ForceSimulation
import ForceSimulationLive
import Foundation

/// The nodes that a task has inserted and not yet removed, with the task's random number generator.
private struct Editor {
  let base: Int
  var own: [Int] = []
  var next = 0
  var state: UInt64

  init(_ task: Int) {
    base = 1_000_000 * (task + 1)
    state = UInt64(task + 1)
  }

  /// SplitMix64.
  mutating func random(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(count))
  }

  /// A random edit: nodes of this task come and go, get links and values.
  mutating func edit() -> LiveEdit<Int, Vector> {
    var edit = LiveEdit<Int, Vector>()
    if own.count < 100 || random(2) == 0 {
      let node = base + next
      next += 1
      edit.insert(node)
      edit.link(node, own.isEmpty ? random(8) : own[random(own.count)])
      if random(4) == 0 { edit.pin(node, at: Vector(Double(random(100)), 0)) }
      own.append(node)
    } else {
      let place = random(own.count)
      edit.remove(own[place])
      own.remove(at: place)
      if !own.isEmpty { edit.link(own[random(own.count)], random(8)) }
    }
    return edit
  }
}

/// Applies random edits from several tasks concurrently, each to its own nodes, while the
/// simulation runs.
func measureEdits(count: Int, tasks: Int) async throws {
  let live = try await settledGrid(10_000, LiveOptions(keepsRunning: true))
  try await live.setParameters(SimulationParameters(alpha: 0.3, alphaTarget: 0.3))
  let nodes = await live.kinetics.nodeCount
  try await live.start()
  let (begin, before) = (ContinuousClock.now, processorTime())
  var memory: [Double] = []
  var editors = (0..<tasks).map(Editor.init)
  let rounds = 10
  for _ in 0..<rounds {
    editors = try await withThrowingTaskGroup(of: (Int, Editor).self) { group in
      for (index, editor) in editors.enumerated() {
        group.addTask {
          var editor = editor
          for _ in 0..<count / tasks / rounds { try await live.apply(editor.edit()) }
          return (index, editor)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    memory.append(residentMemory())
  }
  let time = ContinuousClock.now - begin
  await live.pause()
  let frame = await live.frame
  let expected = Set(0..<nodes).union(editors.flatMap(\.own))
  let isConsistent =
    Set(frame.ids) == expected && frame.ids.count == expected.count
    && frame.positions.count == expected.count
    && frame.positions.allSatisfy { $0.x.isFinite && $0.y.isFinite }
    && frame.ids.enumerated().allSatisfy { frame.ids.index(of: $1) == $0 }
    && frame.links.allSatisfy { max($0.source, $0.target) < expected.count }
  let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
  report([
    ("edits", frame.epoch), ("tasks", tasks), ("nodes", frame.ids.count),
    ("consistent", isConsistent), ("seconds", seconds),
    ("processor_seconds", processorTime() - before), ("memory_mb", memory),
    ("ticks", frame.tick),
  ])
  if !isConsistent { exit(1) }
}

/// Saves as often as possible, until the process is killed.
func autosaveForEver(_ path: String) async throws {
  let live = try await settledGrid(2_000, LiveOptions(frequency: nil, keepsRunning: true))
  try await live.setParameters(SimulationParameters(alpha: 0.3, alphaTarget: 0.3))
  let events = live.events()
  try await live.autosave(to: path, every: .milliseconds(1))
  try await live.start()
  var saves = 0
  for await event in events {
    if case .failed(let words) = event {
      FileHandle.standardError.write(Data("\(words)\n".utf8))
      exit(1)
    }
    if case .saved = event {
      saves += 1
      if saves == 1 { report([("saving", true)]) }
    }
  }
}

/// Restores a file twice, with different numbers of threads: both must continue with the same bits.
func checkFile(_ path: String) async throws {
  let saved = try LiveCheckpoint<Int>(contentsOf: path)
  var hashes: Set<UInt64> = []
  var tick: UInt64 = 0
  for threads in [1, 2] {
    let live = try Live(restoring: saved)
    tick = await live.kinetics.tickCount
    await live.setKernelOptions(
      KernelOptions(threadCount: threads, serialBelowNanoseconds: 0))
    try await live.step(10)
    hashes.insert(await live.kinetics.stateHash)
  }
  report([("nodes", saved.ids.count), ("tick", tick), ("same", hashes.count == 1)])
  if hashes.count != 1 { exit(1) }
}
