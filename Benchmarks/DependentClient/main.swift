// Times what a user of ForceSimulation does with it. scripts/bench-debug makes a package of this
// file that depends on ForceSimulation by version, and compares its debug build with its release
// build.
//
//   client < Examples/miserables.csv
//
// Prints a line for each measurement: its name, a tab, microseconds. The least of several runs
// counts.

import ForceSimulation

/// Microseconds of one call, the least of twenty rounds of at least two milliseconds each.
func microseconds(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  func time(_ calls: Int) -> Double {
    let duration = clock.measure { for _ in 0..<calls { body() } }
    return Double(duration.components.seconds) * 1e6
      + Double(duration.components.attoseconds) * 1e-12
  }
  body()
  var calls = 1
  while time(calls) < 2_000 { calls *= 2 }
  return (0..<20).map { _ in time(calls) / Double(calls) }.min()!
}

func report(_ name: String, _ body: () -> Void) {
  print("\(name)\t\(microseconds(body))")
}

/// Numbers from 0 to 1, the same in every build.
struct Random {
  var state: UInt64 = 1
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / 9_007_199_254_740_992
  }
}

// Keeps results alive.
nonisolated(unsafe) var sink = 0.0

/// The edges between names on standard input, after a line of column names.
func readLinks() -> (count: Int, links: [Link<Int>]) {
  var numbers: [Substring: Int] = [:]
  var links: [Link<Int>] = []
  _ = readLine()
  while let line = readLine() {
    let ends = line.split(separator: ",").prefix(2).map { name in
      let number = numbers[name] ?? numbers.count
      numbers[name] = number
      return number
    }
    if ends.count == 2 { links.append(Link(ends[0], ends[1])) }
  }
  return (numbers.count, links)
}

func smallGraph() throws {
  let (count, links) = readLinks()
  let simulation = try Simulation(nodeCount: count, links: links) {
    ManyBodyForce<SIMD2<Double>>()
    LinkForce(length: 35)
    CenterForce()
    CollideForce(radius: 3)
  }
  report("tick, Les Misérables, 2D") {
    simulation.reheat(to: 0.5)
    simulation.tick()
  }
}

func thousandNodesInSpace() throws {
  var random = Random()
  let links = (0..<2_000).map { _ in
    Link(Int(random.next() * 1_000), Int(random.next() * 1_000))
  }
  let simulation = try Simulation(
    nodeCount: 1_000, links: links.filter { $0.source != $0.target }
  ) {
    ManyBodyForce<SIMD3<Float>>()
    LinkForce()
    CenterForce()
    CollideForce(radius: 3)
  }
  simulation.advance(by: 100)
  report("tick, 1,000 nodes, 3D with collide") {
    simulation.reheat(to: 0.5)
    simulation.tick()
  }
}

/// A force of the client's own.
struct Wind: Force {
  func apply(to step: inout StepContext<SIMD2<Double>>) {
    let push = 0.1 * step.alpha
    step.changeVelocities { _, _, velocity in velocity.x += push }
  }
}

func forceOfOnesOwn() throws {
  let simulation = try Simulation(nodeCount: 1_000, forces: Wind())
  report("own force by closure, 1,000 nodes") { simulation.advance() }
}

func readingPositions() throws {
  let simulation = try Simulation(nodeCount: 1_000, forces: ManyBodyForce<SIMD2<Double>>())
  simulation.tick()
  report("position.asArray(), 1,000 nodes") {
    sink += simulation.kinetics.position.asArray()[999].x
  }
  let position = simulation.kinetics.position
  let array = position.asArray()
  report("for v in array, 1,000 nodes") { for v in array { sink += v.x } }
  report("for v in position, 1,000 nodes") { for v in position { sink += v.x } }
  report("array[i], 1,000 nodes") { for i in 0..<1_000 { sink += array[i].x } }
  report("position[i], 1,000 nodes") { for i in 0..<1_000 { sink += position[i].x } }
  report("find(near:), 1,000 times") {
    for i in 0..<1_000 { sink += Double(simulation.find(near: array[i]) ?? 0) }
  }
}

func queries() {
  var random = Random()
  let points = (0..<1_000).map { _ in
    SIMD2(1_000 * random.next(), 1_000 * random.next())
  }
  let places = (0..<1_000).map { _ in
    SIMD2(1_000 * random.next(), 1_000 * random.next())
  }
  report("KDTree of 1,000 points") { sink += Double(KDTree(points).count) }
  let tree = KDTree(points)
  report("nearest 3 of 1,000, 1,000 times") {
    var sum = 0
    for place in places { sum += tree.nearest(3, to: place)[0] }
    sink += Double(sum)
  }
  report("nearest of 1,000, 1,000 times") {
    var sum = 0
    for place in places { sum += tree.nearest(to: place)! }
    sink += Double(sum)
  }
  report("indices within 50, 1,000 times") {
    var sum = 0
    for place in places { sum += tree.indices(within: 50, of: place).count }
    sink += Double(sum)
  }
}

try smallGraph()
try thousandNodesInSpace()
try forceOfOnesOwn()
try readingPositions()
queries()
