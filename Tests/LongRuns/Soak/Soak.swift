import ForceSimulation
import Foundation
import Memory

/// Creates a simulation like that of a large graph on a screen, with about two links per node.
func start(_ nodeCount: Int, _ random: inout Random) throws -> (Graph, Mirror) {
  let links =
    (1..<nodeCount).map { Link($0, random.below($0)) }
    + (0..<nodeCount / 2).map { _ in Link(random.below(nodeCount), random.below(nodeCount)) }
  let mirror = Mirror(nodeCount: nodeCount, links: links)
  let simulation = try Graph(nodeCount: nodeCount, links: links) {
    ManyBodyForce<Vector>()
    LinkForce<Vector>(length: .array(mirror.lengths))
    CollideForce<Vector>(radius: .array(mirror.ids.map { mirror.radii[$0]! }))
    PositionForce<Vector>(axis: .x)
    PositionForce<Vector>(axis: .y).named("y")
    CenterForce<Vector>()
  }
  simulation.parameters.alphaTarget = 0.3
  return (simulation, mirror)
}

/// Restores a simulation from a checkpoint of another one; both must continue with the same bits.
func replacement(for simulation: Graph) throws -> Graph {
  let other = try Graph(restoring: Checkpoint(bytes: simulation.checkpoint().bytes))
  simulation.advance()
  other.advance()
  if simulation.kinetics.stateHash != other.kinetics.stateHash {
    throw Mistake("a simulation from a checkpoint goes elsewhere")
  }
  return other
}

/// The number of ticks and edits so far, and the memory once a second.
struct Soak {
  var simulation: Graph
  var mirror: Mirror
  var edits: Edits
  var (ticks, editCount) = (0, 0)
  var resident = Curve()

  init(nodeCount: Int, seed: UInt64) throws {
    var random = Random(state: seed)
    (simulation, mirror) = try start(nodeCount, &random)
    edits = Edits(
      seed: seed &+ 1, nodeCount: nodeCount, linkCount: simulation.kinetics.links.count)
  }

  mutating func run(seconds: Double) throws {
    let clock = ContinuousClock()
    let begin = clock.now
    var (nextEdit, nextSample, nextLine) = (begin, begin, begin)
    while clock.now < begin + .seconds(seconds) {
      simulation.advance()
      ticks += 1
      guard clock.now >= nextEdit else { continue }
      nextEdit += .milliseconds(100)
      try edit()
      guard clock.now >= nextSample else { continue }
      nextSample += .seconds(1)
      if let bytes = Memory.resident { resident.add(bytes) }
      guard clock.now >= nextLine else { continue }
      nextLine += .seconds(30)
      report(at: Int((clock.now - begin) / .seconds(1)))
    }
    report(at: Int(seconds))
    let made = edits.made.sorted { $0.key.rawValue < $1.key.rawValue }
    print("edits:", made.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    try judge()
  }

  /// Makes an edit and compares the simulation with the mirror.
  private mutating func edit() throws {
    editCount += 1
    try edits.makeOne(simulation, &mirror)
    if let difference = try mirror.difference(from: simulation) {
      throw Mistake("edit \(editCount), tick \(ticks): \(difference)")
    }
    let broken = simulation.kinetics.position.asArray().firstIndex { !($0.x + $0.y).isFinite }
    if let broken {
      throw Mistake("edit \(editCount), tick \(ticks): node \(broken) is not finite")
    }
    if editCount % 50 == 0 { simulation = try replacement(for: simulation) }
  }

  private func report(at second: Int) {
    print(
      "\(second) s: \(ticks) ticks, \(editCount) edits, \(mirror.ids.count) nodes,",
      "\(mirror.links.count) links, \(megabytes(resident.samples.last ?? 0)) MB")
    fflush(nil)
  }

  /// Growth of more than 1 MB after the first fifth is a leak.
  private func judge() throws {
    guard resident.samples.count >= 10 else { return print("too few samples of memory to judge") }
    print(
      "memory: \(megabytes(resident.median(0.2..<0.4))) MB after the warm-up,",
      "\(megabytes(resident.median(0.8..<1))) MB at the end; at most",
      "\(megabytes(resident.samples.max() ?? 0)) MB")
    if resident.growth > 1_048_576 {
      throw Mistake("the memory grew by \(megabytes(resident.growth)) MB")
    }
  }
}
