// Runs simulations over the ranks of an MPI run, and on the first rank as one process: 300 ticks have
// equal hashes (scripts/test-mpi).
//
//     mpirun -n RANKS distributed-check
//     mpirun -n RANKS distributed-check files FOLDER  files in FOLDER that ranks read and write by parts
//     mpirun -n RANKS distributed-check save FILE     a checkpoint after 150 ticks, and a state in FILE.state
//     mpirun -n RANKS distributed-check die FILE      the same, then the last rank is killed in tick 200
//     mpirun -n RANKS distributed-check resume FILE   the ticks from there to 300
//
// Exit: 0 all the same; 1 something differs; 69 there is no MPI.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if MPI
import ForceSimulation
import ForceSimulationDistributed
import Scenes

/// A simulation that is run both ways.
struct Check<Vector: SimulationVector> {
  let name: String
  let scene: Scene
  var positions: [Vector]?
  var pins: [Vector?]?
  var ticks = 300
  let forces: ForceList<Vector>

  /// Returns true if the hashes are equal, on the first rank; true on the others.
  func run(over world: World) throws -> Bool {
    let positions = positions ?? scene.positions(of: Vector.self)
    let shared = try DistributedSimulation(
      over: world, nodeCount: scene.nodeCount, links: scene.links, positions: positions, pins: pins,
      seed: 3, forces: forces)
    shared.advance(by: ticks)
    let hash = shared.trajectoryHash()
    guard world.rank == 0 else { return true }
    let alone = try Simulation(
      nodeCount: scene.nodeCount, links: scene.links, forces: forces, positions: positions,
      pins: pins, seed: 3)
    alone.advance(by: ticks)
    let isSame = hash == alone.kinetics.trajectoryHash
    print("\(isSame ? "ok   " : "WRONG") ranks \(world.count): \(name), \(ticks) ticks")
    return isSame
  }
}

func allForces<Vector: SimulationVector>(theta: Vector.Scalar? = nil) -> ForceList<Vector> {
  ForceList {
    ManyBodyForce<Vector>(theta: theta)
    LinkForce<Vector>()
    CenterForce<Vector>()
    PositionForce<Vector>(axis: .x, strength: 0.01)
    RadialForce<Vector>(radius: 200, strength: 0.01)
  }
}

/// Strong links, whose limits matter, in two iterations; mixed strengths with an end.
func strongForces<Vector: SimulationVector>() -> ForceList<Vector> {
  ForceList {
    ManyBodyForce<Vector>(strength: -20, distanceMin: 2, distanceMax: 150)
    LinkForce<Vector>(strength: 1, length: 12, iterations: 2)
    PositionForce<Vector>(axis: .y, target: 5)
  }
}

/// The t-force, and all forces that act on each node by itself, some in a list of their own.
func tForces<Vector: SimulationVector>() -> ForceList<Vector> {
  var place = Vector.zero
  place[0] = 20
  let anchors: [Vector?] = (0..<5000).map { $0 % 7 == 0 ? place : nil }
  return ForceList {
    TForce<Vector>(distance: 10)
    ForceList<Vector> {
      PositionForce<Vector>(axis: .x, target: .function { Vector.Scalar($0 % 10) })
      GravityForce<Vector>(strength: 0.1)
    }
    AnchorForce<Vector>(places: Array(anchors.prefix(Vector.scalarCount == 2 ? 3000 : 5000)))
    PointerForce<Vector>(at: place)
    VelocityLimit<Vector>(30)
    BoundaryForce<Vector>(.disc(center: .zero, radius: 150))
  }
}

func runAll(over world: World) throws -> Bool {
  let random = Scene.random(nodeCount: 5000)
  var isRight = try Check<SIMD2<Float>>(
    name: "random, 2D Float", scene: random, forces: allForces()
  ).run(over: world)
  isRight =
    try Check<SIMD3<Double>>(
      name: "clusters, 3D Double", scene: .clusters(nodeCount: 3000), ticks: 120,
      forces: allForces()
    ).run(over: world) && isRight
  isRight =
    try Check<SIMD2<Double>>(
      name: "grid with strong links, 2D Double", scene: .grid(nodeCount: 2500, dimension: 2),
      forces: strongForces()
    ).run(over: world) && isRight
  isRight =
    try Check<SIMD3<Float>>(
      name: "random with theta, 3D Float", scene: .random(nodeCount: 2000),
      forces: allForces(theta: 0.8)
    ).run(over: world) && isRight
  isRight =
    try Check<SIMD2<Double>>(
      name: "few nodes, summed directly", scene: .random(nodeCount: 300), forces: allForces()
    ).run(over: world) && isRight
  isRight =
    try Check<SIMD2<Double>>(
      name: "t-force, 2D Double", scene: .clusters(nodeCount: 3000), ticks: 100,
      forces: tForces()
    ).run(over: world) && isRight
  isRight =
    try Check<SIMD3<Float>>(
      name: "t-force, 3D Float", scene: random, ticks: 60, forces: tForces()
    ).run(over: world) && isRight
  // On a line: the axis is flat in the first tick. Some nodes are on one point, some are pinned.
  let line = (0..<3000).map { SIMD2<Float>(Float($0 / 2), 7) }
  let pins = (0..<3000).map { $0 % 100 == 0 ? SIMD2<Float>(Float($0), 0) : nil }
  isRight =
    try Check<SIMD2<Float>>(
      name: "a line of pairs with pins, 2D Float", scene: .random(nodeCount: 3000), positions: line,
      pins: pins, ticks: 100, forces: allForces()
    ).run(over: world) && isRight
  isRight = try edits(over: world) && isRight
  isRight = try countsNodesThatOverflow(over: world) && isRight
  return try namesUnsupportedForce(over: world) && isRight
}

/// Nodes that are kept from overflowing are counted as in one process, however often the state is
/// gathered.
func countsNodesThatOverflow(over world: World) throws -> Bool {
  func make() throws -> Simulation<Plane, ForceList<Plane>> {
    let forces = ForceList<Plane> { PositionForce(axis: .x, target: 1e30, strength: 1e30) }
    return try Simulation(nodeCount: 100, links: [], forces: forces, seed: 3)
  }
  let (whole, alone) = (try make(), try make())
  whole.advance(by: 3)
  alone.advance(by: 5)
  let shared = try DistributedSimulation(over: world, sharing: whole)
  shared.advance(by: 2)
  var counts = [shared.nonFiniteNodeCount()]
  for _ in 0..<2 {
    shared.gather(into: whole)
    counts.append(whole.kinetics.nonFiniteNodeCount)
  }
  let expected = alone.kinetics.nonFiniteNodeCount
  let isRight = expected > 0 && counts.allSatisfy { $0 == expected }
  guard world.rank == 0 else { return isRight }
  print("\(isRight ? "ok   " : "WRONG") ranks \(world.count): nodes that overflow are counted")
  return isRight
}

// MARK: Edits

/// 300 ticks with edits between: nodes and links come and go, a force changes, a node is pinned.
func edits(over world: World) throws -> Bool {
  let whole = try makeAlone()
  let shared = try DistributedSimulation(over: world, sharing: whole)
  let alone = world.rank == 0 ? try makeAlone() : nil
  for round in 0..<5 {
    shared.advance(by: 60)
    alone?.advance(by: 60)
    func edit(_ edit: inout Simulation<Plane, ForceList<Plane>>.Edit) {
      for node in 0..<40 { edit.remove(node: node * 7 + round) }
      for node in 0..<60 {
        let new = edit.insert(at: node % 2 == 0 ? Plane(Float(node), 10) : nil)
        _ = edit.link(new, 1000 + 13 * node)
      }
      edit.pin(node: 2000 + round, at: Plane(50, 60))
      edit.changeForces { forces, _ in
        forces["RadialForce"] = round % 2 == 0 ? nil : RadialForce(radius: 300)
      }
    }
    guard try refusesCollision(shared, whole) else {
      print("WRONG ranks \(world.count): an edit with a force that ranks cannot share")
      return false
    }
    try shared.edit(through: whole) { edit(&$0) }
    try alone?.edit { edit(&$0) }
  }
  shared.gather(into: whole)
  guard let alone else { return true }
  let isSame = whole.kinetics.stateHash == alone.kinetics.stateHash
  print(
    "\(isSame ? "ok   " : "WRONG") ranks \(world.count): 300 ticks with 5 edits, the whole state")
  return isSame
}

/// An edit that adds a force which ranks cannot share throws, and edits nothing.
func refusesCollision(
  _ shared: DistributedSimulation<Plane>, _ whole: Simulation<Plane, ForceList<Plane>>
) throws -> Bool {
  let before = (whole.nodeCount, whole.kinetics.links.count, whole.forces.names)
  do {
    try shared.edit(through: whole) { edit in
      edit.remove(node: 5)
      edit.changeForces { forces, _ in forces["CollideForce"] = CollideForce(radius: 2) }
    }
    return false
  } catch let error as DistributedError {
    return error == .unsupportedForce("CollideForce") && shared.nodeCount == before.0
      && before == (whole.nodeCount, whole.kinetics.links.count, whole.forces.names)
  }
}

// MARK: Checkpoints

typealias Plane = SIMD2<Float>

let savedScene = Scene.random(nodeCount: 5000)

func makeAlone() throws -> Simulation<Plane, ForceList<Plane>> {
  try Simulation(
    nodeCount: savedScene.nodeCount, links: savedScene.links, forces: allForces(),
    positions: savedScene.positions(of: Plane.self), seed: 3)
}

/// Ticks over the ranks, and writes a checkpoint of the whole; then the last rank may die.
func save(to file: String, thenDie: Bool, over world: World) throws -> Bool {
  let whole = try makeAlone()
  let shared = try DistributedSimulation(over: world, sharing: whole)
  shared.advance(by: 150)
  shared.gather(into: world.rank == 0 ? whole : nil)
  if world.rank == 0 { try write(whole.checkpoint().bytes, to: file) }
  try shared.saveState(to: file + ".state")
  guard thenDie else { return true }
  shared.advance(by: 49)
  if world.rank == world.count - 1 { kill(getpid(), SIGKILL) }
  shared.advance(by: 101)
  print("WRONG ranks \(world.count): a rank was killed, and the others have gone on")
  return false
}

/// Goes on from a checkpoint, which the ranks read, and compares with one process that was never stopped: the
/// whole state, with the history of the tree.
func resume(from file: String, over world: World) throws -> Bool {
  let restored = try Simulation<Plane, ForceList<Plane>>(restoring: Checkpoint(bytes: read(file)))
  let shared = try DistributedSimulation(over: world, sharing: restored)
  shared.advance(by: 150)
  shared.gather(into: restored)
  var isRight = try resumeState(from: file + ".state", over: world)
  isRight = try namesTheOtherForm(file, shared, world) && isRight
  guard world.rank == 0 else { return isRight }
  let alone = try makeAlone()
  alone.advance(by: 300)
  let isSame = restored.kinetics.stateHash == alone.kinetics.stateHash
  print(
    "\(isSame ? "ok   " : "WRONG") ranks \(world.count): 150 ticks from a checkpoint, the whole state"
  )
  return isSame && isRight
}

/// A checkpoint of one process, and a state of ranks: what reads one of them names the other.
func namesTheOtherForm(
  _ file: String, _ shared: DistributedSimulation<Plane>, _ world: World
) throws -> Bool {
  var (whole, ranks) = ("", "")
  do { try shared.restoreState(from: file) } catch { whole = "\(error)" }
  do { _ = try Checkpoint(bytes: read(file + ".state")) } catch { ranks = "\(error)" }
  let isRight =
    whole.contains("Simulation(restoring:)")
    && ranks.contains("DistributedSimulation.restoreState(from:)")
  if world.rank == 0 {
    print("\(isRight ? "ok   " : "WRONG") ranks \(world.count): the other form of a saved state")
  }
  return isRight
}

struct FileError: Error { let file: String }

func write(_ bytes: [UInt8], to name: String) throws {
  guard let file = fopen(name, "wb") else { throw FileError(file: name) }
  defer { fclose(file) }
  guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw FileError(file: name) }
}

func read(_ name: String) throws -> [UInt8] {
  guard let file = fopen(name, "rb") else { throw FileError(file: name) }
  defer { fclose(file) }
  var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
  while true {
    let count = fread(&part, 1, part.count, file)
    if count == 0 { return bytes }
    bytes += part[..<count]
  }
}

/// A force that ranks cannot share is named.
func namesUnsupportedForce(over world: World) throws -> Bool {
  do {
    _ = try DistributedSimulation<SIMD2<Float>>(over: world, nodeCount: 10) {
      CollideForce<SIMD2<Float>>(radius: 3)
    }
  } catch let error as DistributedError {
    let isRight = error == .unsupportedForce("CollideForce")
    if world.rank == 0 {
      print("\(isRight ? "ok   " : "WRONG") ranks \(world.count): \(error)")
    }
    return isRight
  }
  print("WRONG a simulation with CollideForce was made")
  return false
}

do {
  let world = try World()
  let arguments = CommandLine.arguments.dropFirst()
  let isRight =
    switch (arguments.first, arguments.count) {
    case ("files"?, 2): try files(in: arguments.last!, over: world)
    case ("save"?, 2): try save(to: arguments.last!, thenDie: false, over: world)
    case ("die"?, 2): try save(to: arguments.last!, thenDie: true, over: world)
    case ("resume"?, 2): try resume(from: arguments.last!, over: world)
    default: try runAll(over: world)
    }
  if !isRight { world.abort() }
} catch {
  print("distributed-check: \(error)")
  exit(69)
}
#else
print("distributed-check: built without MPI: swift build --traits MPI --product distributed-check")
exit(69)
#endif
