#if MPI
import ForceSimulation
import ForceSimulationDistributed
import Scenes

/// A file of a graph, which ranks read by parts, and one process by GraphIO.
private struct GraphFile {
  let name: String
  let text: String
}

/// Small generator of numbers, so that all ranks make the same files.
private struct Numbers {
  var state: UInt64 = 7

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

private func graphFiles() -> [GraphFile] {
  var numbers = Numbers()
  func ids(_ count: Int, below limit: Int) -> [(Int, Int)] {
    (0..<count).map { _ in (numbers.next(below: limit), numbers.next(below: limit)) }
  }
  // Ids far apart and below zero, links twice, and from a node to itself; comments and empty lines.
  var sparse = "# ids of a list\nfrom\tto\tkind\n"
  for (number, (source, target)) in ids(4000, below: 1500).enumerated() {
    if number % 500 == 3 { sparse += "\n# between\n" }
    sparse += "\(source * 1_000_003 - 40_000_000)\t\(target * 1_000_003 - 40_000_000)\tx\n"
  }
  let dense = ids(5000, below: 2500).map { "\($0) \($1)" }.joined(separator: "\r\n")
  let commas = ids(900, below: 700).map { "\($0),\($1),0.5\n" }.joined()
  func matrix(_ kind: String, _ entries: [String]) -> String {
    "%%MatrixMarket matrix coordinate \(kind)\n% of a test\n2000 2000 \(entries.count)\n"
      + entries.joined(separator: "\n") + "\n"
  }
  let lower = ids(3000, below: 2000).map { "\(max($0, $1) + 1) \(min($0, $1) + 1)" }
  let once = Set(ids(3000, below: 2000).filter { $0 != $1 }.map { [min($0, $1), max($0, $1)] })
    .sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
  let both = once.flatMap {
    ["\($0[0] + 1) \($0[1] + 1) \($0[1]).50", "\($0[1] + 1) \($0[0] + 1) \($0[1]).5"]
  }
  let diagonal = (1...2000).map { "\($0) \($0) 1" }
  return [
    GraphFile(name: "sparse.tsv", text: sparse), GraphFile(name: "dense.txt", text: dense),
    GraphFile(name: "commas.csv", text: commas),
    GraphFile(name: "symmetric.mtx", text: matrix("pattern symmetric", lower)),
    GraphFile(name: "both.mtx", text: matrix("real general", both + diagonal)),
    GraphFile(
      name: "general.mtx",
      text: matrix(
        "integer general",
        ["7 9 3"]
          + both.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ") + " 2"
          })),
    GraphFile(
      name: "skew.mtx",
      text: matrix(
        "real skew-symmetric",
        lower.filter { line in
          let ends = line.split(separator: " ")
          return ends[0] != ends[1]
        }.map { $0 + " 1.5" })),
  ]
}

/// Files that ranks read by parts give the simulation of one process; positions that all ranks write are
/// those that one would; states go on with other numbers of ranks (`resume`); mistakes are found with their
/// line, on all ranks.
func files(in folder: String, over world: World) throws -> Bool {
  var isRight = true
  func expect(_ holds: Bool, _ what: String) {
    // Ranks may differ.
    let holds = world.sum(of: holds ? 0 : 1) == 0
    isRight = isRight && holds
    if world.rank == 0 { print("\(holds ? "ok   " : "WRONG") ranks \(world.count): \(what)") }
  }
  for file in graphFiles() {
    let path = "\(folder)/\(file.name)"
    if world.rank == 0 { try write(Array(file.text.utf8), to: path) }
    world.wait()
    expect(
      try isOfOneProcess(SIMD2<Float>.self, path, over: world), "\(file.name) by parts, 2D Float")
  }
  expect(
    try isOfOneProcess(SIMD3<Double>.self, "\(folder)/sparse.tsv", over: world),
    "sparse.tsv by parts, 3D Double")
  expect(try arraysAreRead(folder, over: world), "an array of pairs by parts")
  expect(try positionsAreWritten(folder, over: world), "positions as CSV and as an array")
  let mistakes = [
    ("words.txt", (1...3000).map { "\($0) \($0 + 1)\n" }.joined() + "7 seven\n8 9\n", 3001),
    ("outside.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 3\n1 2\n1 6\n2 3\n", 4),
    ("header.txt", "1 2\nsource target\n3 4\n", 2),
  ]
  for (name, text, line) in mistakes {
    if world.rank == 0 { try write(Array(text.utf8), to: "\(folder)/\(name)") }
    world.wait()
    expect(
      errorLine("\(folder)/\(name)", over: world) == line, "\(name): the mistake of line \(line)")
  }
  expect(errorLine("\(folder)/none.txt", over: world) == 0, "a file that is not there")
  return isRight
}

private func someForces<Vector: SimulationVector>() -> ForceList<Vector> {
  ForceList {
    ManyBodyForce<Vector>(strength: .function { -20 - Vector.Scalar($0 % 5) })
    LinkForce<Vector>(length: 20, iterations: 2)
    CenterForce<Vector>()
    RadialForce<Vector>(radius: .function { Vector.Scalar($0 % 300) }, strength: 0.01)
    TForce<Vector>(strength: 0.5, stiffness: 0.2, distance: 8)
  }
}

private func isOfOneProcess<Vector: SimulationVector>(
  _: Vector.Type, _ path: String, over world: World
) throws -> Bool {
  let shared = try DistributedSimulation<Vector>(
    over: world, reading: path, seed: 5, forces: someForces())
  shared.advance(by: 60)
  let hash = shared.trajectoryHash()
  let scene = try Scene.file(path)
  let alone = try Simulation<Vector, ForceList<Vector>>(
    nodeCount: scene.nodeCount, links: scene.links, forces: someForces(), seed: 5)
  alone.advance(by: 60)
  return shared.nodeCount == scene.nodeCount && shared.linkCount == scene.links.count
    && hash == alone.kinetics.trajectoryHash
}

private func arraysAreRead(_ folder: String, over world: World) throws -> Bool {
  var numbers = Numbers()
  let links = (0..<3000).map { _ in
    Link(numbers.next(below: 1200), numbers.next(below: 1200))
  }
  for (type, bytes) in [("<i4", 4), ("<u8", 8)] {
    let path = "\(folder)/\(type.dropFirst()).npy"
    let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (3000, 2), }\n"
    var data: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0]
    data += Array(header.utf8)
    for end in links.flatMap({ [$0.source, $0.target] }) {
      for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: end >> (8 * byte))) }
    }
    if world.rank == 0 { try write(data, to: path) }
    world.wait()
    let shared = try DistributedSimulation<Plane>(
      over: world, reading: path, seed: 5, forces: someForces())
    shared.advance(by: 30)
    let hash = shared.trajectoryHash()
    let alone = try Simulation<Plane, ForceList<Plane>>(
      nodeCount: 1 + links.map { max($0.source, $0.target) }.max()!, links: links,
      forces: someForces(), seed: 5)
    alone.advance(by: 30)
    guard hash == alone.kinetics.trajectoryHash else { return false }
  }
  return true
}

private func positionsAreWritten(_ folder: String, over world: World) throws -> Bool {
  let path = "\(folder)/sparse.tsv"
  let shared = try DistributedSimulation<Plane>(over: world, reading: path, forces: someForces())
  shared.advance(by: 3)
  try shared.writePositions(to: "\(folder)/places.csv")
  try shared.writePositions(to: "\(folder)/places.npy")
  let (all, scene) = (shared.gatherPositions(), try Scene.file(path))
  var text = "id,x,y\n"
  for (node, place) in all.enumerated() {
    text += "\(scene.nodeNames![node]),\(place.x),\(place.y)\n"
  }
  let array = try read("\(folder)/places.npy")
  let bits = all.flatMap { [$0.x.bitPattern, $0.y.bitPattern] }
  let bytes = bits.flatMap { bits in (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }
  return try read("\(folder)/places.csv") == Array(text.utf8)
    && Array(array.suffix(bytes.count)) == bytes
    && String(decoding: array.prefix(128), as: UTF8.self).contains("(\(all.count), 2)")
}

/// The line of the error of a file, 0 without a line; nil without an error.
private func errorLine(_ path: String, over world: World) -> Int? {
  do {
    _ = try DistributedSimulation<Plane>(over: world, reading: path, forces: someForces())
    return nil
  } catch {
    guard case .file(_, let line, _)? = error as? DistributedError else { return nil }
    return line ?? 0
  }
}

private func restoreError(
  _ simulation: DistributedSimulation<Plane>, _ file: String
) -> DistributedError? {
  do { try simulation.restoreState(from: file) } catch { return error }
  return nil
}

/// Goes on from a saved state with the simulation of the checkpoint (`save`), and finds what is wrong with
/// other ones.
func resumeState(from file: String, over world: World) throws -> Bool {
  let whole = try makeAlone()
  let shared = try DistributedSimulation(over: world, sharing: whole)
  try shared.restoreState(from: file)
  shared.advance(by: 150)
  shared.gather(into: whole)
  var isRight = true
  if world.rank == 0 {
    let alone = try makeAlone()
    alone.advance(by: 300)
    isRight = whole.kinetics.stateHash == alone.kinetics.stateHash
    print(
      "\(isRight ? "ok   " : "WRONG") ranks \(world.count): 150 ticks from a saved state, the whole state"
    )
  }
  // A bit of a position, and of the number of ticks.
  for place in [5000, 72] {
    var bytes = try read(file)
    bytes[place] ^= 1
    let damaged = file + ".damaged"
    if world.rank == 0 { try write(bytes, to: damaged) }
    world.wait()
    guard case .file? = restoreError(shared, damaged) else {
      isRight = false
      continue
    }
  }
  let other = try DistributedSimulation<Plane>(
    over: world, nodeCount: savedScene.nodeCount, links: savedScene.links, seed: 4,
    forces: allForces())
  isRight = isRight && restoreError(other, file) == .otherState(file)
  if world.rank == 0 {
    print(
      "\(isRight ? "ok   " : "WRONG") ranks \(world.count): states that are damaged or of others")
  }
  return isRight
}
#endif
