import ForceSimulation
import Foundation

typealias Vector = SIMD2<Double>
typealias Simulation2D = Simulation<Vector, ForceList<Vector>>

/// Kernel options with several threads for each pass, even of a small graph.
let eager = KernelOptions(threadCount: 3, serialBelowNanoseconds: 0)

/// The values of nodes and links come from functions that share this array.
let shared = (0..<1_000).map { Double($0 % 5) + 2 }
let forces = ForceList<Vector> {
  ManyBodyForce<Vector>(strength: .function { -10 * shared[$0] })
  LinkForce<Vector>(
    strength: .init(values: .function { 1 / Double(1 + $1.count[$0.source, default: 0]) }),
    length: .function { link, _ in 10 + shared[link.source] })
  CollideForce<Vector>(radius: .function { shared[$0] })
  PositionForce<Vector>(axis: .x)
  CenterForce<Vector>()
}

/// Creates a simulation of 300 to 900 nodes; above 256 nodes many-body uses a tree.
func makeSimulation(_ index: Int) throws -> Simulation2D {
  let count = 300 + 100 * (index % 7)
  let links = (1..<count).map { Link($0, $0 / 2) }
  let simulation = try Simulation2D(nodeCount: count, links: links, forces: forces)
  simulation.kernelOptions = eager
  return simulation
}

/// Runs `body` concurrently in tasks 0 ..< count; returns the results in their order.
func inTasks<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for index in 0..<count { group.addTask { (index, try await body(index)) } }
    return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

func expect(_ holds: Bool, _ what: String) {
  if !holds { fatalError("races: \(what)") }
}

/// Runs a simulation of the same forces in each task; all must give the bits that they give alone.
func severalSimulations() async throws {
  let hash = { @Sendable (index: Int) throws -> UInt64 in
    let simulation = try makeSimulation(index)
    simulation.advance(by: 20)
    return simulation.kinetics.stateHash
  }
  let alone = try (0..<8).map(hash)
  expect(try await inTasks(8) { try hash($0) } == alone, "simulations disturb each other")
}

/// Applies edits, reverted edits and checkpoints, with one simulation for each task; another task
/// continues from the checkpoint.
func editsAndCheckpoints() async throws {
  let ends = try await inTasks(6) { index in
    let simulation = try makeSimulation(index)
    for round in 0..<10 {
      let (before, forces) = (simulation.kinetics, simulation.forces)
      try simulation.edit { edit in
        edit.remove(node: round * 7)
        let node = edit.insert()
        edit.link(node, 200)
        edit.pin(node: 100, at: Vector(Double(round), 3))
        edit.set(\CollideForce<Vector>.radius, of: "CollideForce", to: 4, forNode: node)
        edit.set(\ManyBodyForce<Vector>.strength, of: "ManyBodyForce", to: -9, forNode: node)
        edit.set(\LinkForce<Vector>.length, of: "LinkForce", to: 9, forLink: edit.linkCount - 1)
        edit.set(
          \LinkForce<Vector>.strength.values, of: "LinkForce", to: 1, forLink: edit.linkCount - 1)
      }
      simulation.advance(by: 2)
      if round % 3 == 0 { try simulation.restore(before, forces: forces) }
    }
    let checkpoint = simulation.checkpoint()
    let other = Task {
      let simulation = try Simulation2D(restoring: checkpoint)
      simulation.kernelOptions = eager
      simulation.advance(by: 5)
      return simulation.kinetics.stateHash
    }
    simulation.advance(by: 5)
    return (simulation.kinetics.stateHash, try await other.value)
  }
  expect(ends.allSatisfy { $0.0 == $0.1 }, "a checkpoint goes elsewhere in another task")
}

/// Snapshots are read, changed and searched by other tasks while the simulation goes on.
///
/// All are kept to the end: when a snapshot is the last owner of its memory but one, the simulation
/// takes that memory back, in an order that the detector cannot see, as the counts of references in
/// Swift's runtime are not instrumented. It would report any array of the standard library, too.
func snapshots() async throws {
  let simulation = try makeSimulation(3)
  var kept: [Kinetics<Vector>] = []
  let holds = try await withThrowingTaskGroup(of: Bool.self) { group in
    for _ in 0..<30 {
      let snapshot = simulation.kinetics
      kept.append(snapshot)
      let hash = snapshot.trajectoryHash
      group.addTask {
        var copy = snapshot
        for node in 0..<copy.nodeCount { copy.position[node] *= 2 }
        return copy.trajectoryHash != hash && snapshot.trajectoryHash == hash
      }
      simulation.advance()
    }
    return try await group.reduce(true) { $0 && $1 }
  }
  expect(kept.count == 30, "snapshots were lost")
  expect(holds, "a snapshot changed")
}

/// An actor that owns a simulation, which many tasks use in turn.
actor Owner {
  private let simulation: Simulation2D
  private(set) var tickCount = 0

  init() throws { simulation = try makeSimulation(2) }

  func begin() {
    simulation.onTick(name: "count") { [weak self] _ in
      self?.assumeIsolated { $0.tickCount += 1 }
    }
  }
  func tick() { simulation.tick() }
  func pin(_ node: Int) { simulation.kinetics.pins[node] = Vector(Double(node), 0) }
  func reheat() throws {
    try simulation.edit { $0.parameters.alpha = 1 }
  }
  var snapshot: Kinetics<Vector> { simulation.kinetics }
}

func actorOfASimulation() async throws {
  let owner = try Owner()
  await owner.begin()
  let kept = try await inTasks(8) { index in
    var kept: [Kinetics<Vector>] = []
    for round in 0..<10 {
      await owner.tick()
      await owner.pin(index * 10 + round)
      if round == 5 { try await owner.reheat() }
      let snapshot = await owner.snapshot
      _ = snapshot.trajectoryHash
      kept.append(snapshot)
    }
    return kept
  }
  expect(await owner.tickCount == 80, "ticks were lost")
  expect(kept.count == 8, "snapshots were lost")
}

/// Searches one tree in many tasks, while copies of it are refitted.
func treeQueries() async throws {
  let simulation = try makeSimulation(5)
  simulation.advance(by: 5)
  let points = simulation.kinetics.position.asArray()
  var tree = KDTree(points)
  tree.kernelOptions = eager
  let found = try await inTasks(8) { [tree] index in
    var own = tree
    var found = 0
    for round in 0..<20 {
      let point = points[(index * 50 + round) % points.count]
      found += tree.indices(within: 30, of: point).count
      expect(tree.nearest(to: point) != nil, "no nearest point")
      own.refit(to: points.map { $0 + Vector(Double(index), Double(round)) })
      found += own.indices(within: 30, of: point).count
    }
    return found
  }
  expect(found.allSatisfy { $0 > 0 }, "nothing was found")
}

/// Calls `body` soon, on a separate thread, as tasks that never suspend leave no thread to others.
func soon(_ body: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    usleep(500_000)
    body()
  }
}

/// Cancels runs from another thread.
func cancellation() async throws {
  let tasks = (0..<6).map { index in
    Task {
      let simulation = try makeSimulation(index)
      simulation.parameters.alphaTarget = 0.5
      return simulation.run()
    }
  }
  soon { for task in tasks { task.cancel() } }
  for task in tasks { _ = try await task.value }
}
