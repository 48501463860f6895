// Made from docs/adding-a-force.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation

func addingAForce1() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 8)


struct Wind: Force {
  var strength: Double

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount { step.velocity[node].x += strength * step.alpha }
  }
}

let simulation = try Simulation(nodeCount: 100) {
  ManyBodyForce<SIMD2<Double>>(strength: -30)
  Wind(strength: 2)
}
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 24)
discard <~ expect(simulation.run() == 300)
#sourceLocation()
_ = simulation
}

func addingAForce2() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 31)
struct Spin: Force {
  func apply(to step: inout StepContext<SIMD2<Double>>) {
    let turn = 0.01 * step.alpha
    step.changeVelocities { node, position, velocity in
      velocity += turn * SIMD2(-position.y, position.x)
    }
  }
}

struct StrongWind: Force {
  func apply(to step: inout StepContext<SIMD2<Double>>) {
    let push = 5 * step.alpha
    step.velocity.withUnsafeMutableBufferPointer { velocity in
      for node in velocity.indices { velocity[node].x += push }
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 50)
let spun = try Simulation(nodeCount: 4, forces: Spin())
discard <~ expect(spun.run() == 300)
let blown = try Simulation(nodeCount: 4, forces: StrongWind())
discard <~ expect(blown.run() == 300 && blown.kinetics.position.allSatisfy { $0.x > 50 })
#sourceLocation()
_ = spun
_ = blown
}

func addingAForce3() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 61)
struct DegreeGravity: Force {
  var strength: Double
  private var weights: [Double] = []

  init(strength: Double) { self.strength = strength }

  mutating func bind(to context: inout BindingContext<SIMD2<Double>>) throws(SimulationError) {
    guard strength.isFinite else {
      throw .outOfRange("gravity strength", value: "\(strength)", allowed: "finite")
    }
    weights = Array(repeating: 0, count: context.nodeCount)
    for link in context.links {
      weights[link.source] += 1
      weights[link.target] += 1
    }
  }

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount {
      step.velocity[node] -= step.position[node] * weights[node] * strength * step.alpha
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 86)
let pulled = try Simulation(
  nodeCount: 3, links: [Link(0, 1)], forces: DegreeGravity(strength: 0.1))
let start = pulled.kinetics.position
discard <~ expect(pulled.run() == 300)
discard <~ expect(pulled.kinetics.position[0] != start[0] && pulled.kinetics.position[2] == start[2])
#sourceLocation()
_ = pulled
_ = start
}

func addingAForce4() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 96)
struct Buoyancy: Force {
  var lift: [Double]

  mutating func carry(over change: GraphChange) throws(SimulationError) {
    lift = change.carry(lift, new: 0)
  }

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount { step.velocity[node].y += lift[node] * step.alpha }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 109)
let floating = try Simulation(nodeCount: 2, forces: Buoyancy(lift: [1, 2]))
discard <~ try floating.edit { edit in _ = edit.insert() }
discard <~ expect(floating.forces.lift == [1, 2, 0] && floating.run() == 300)
#sourceLocation()
_ = floating
}

func addingAForce5() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 118)
struct Current: Force, CustomStringConvertible {
  var speed = 2.0
  var drag: NodeValues<Double> = 0.5
  private var drags: [Double] = []

  init(speed: Double = 2, drag: NodeValues<Double> = 0.5) {
    (self.speed, self.drag) = (speed, drag)
  }

  static var kind: ForceKind<SIMD2<Double>> {
    ForceKind(
      Current(),  // its values are the defaults
      title: "Current",
      parameters: [
        ForceParameter(
          \Current.speed, name: "speed", unit: "layout units per tick squared", range: 0...100,
          slider: 0...10),
        ForceParameter(\Current.drag, name: "drag", range: 0...1, evaluated: { $0.drags }),
      ])
  }

  mutating func bind(to context: inout BindingContext<SIMD2<Double>>) throws(SimulationError) {
    try context.check(self)  // "current speed is -1.0; it must be between 0 and 100"
    drags = try context.values(\.drag, of: self)  // one for each node, checked
  }

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount {
      step.velocity[node].x += speed * drags[node] * step.alpha
    }
  }
}

let river = try Simulation(nodeCount: 2) { Current(drag: .array([1, 0], default: 0.5)) }
discard <~ try river.edit { edit in _ = edit.insert() }
discard <~ print(river.forces["Current"]!)  // current speed 2.0, drag 3 values
let saved = river.checkpoint()
let again = try Simulation<SIMD2<Double>, _>(restoring: saved, custom: ["Current": Current()])
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 158)
discard <~ expect("\(river.forces["Current"]!)" == "current speed 2.0, drag 3 values")
discard <~ expect("\(again.forces["Current"]!)" == "current speed 2.0, drag 3 values")
discard <~ expect(again.checkpoint() == river.checkpoint())
#sourceLocation()
_ = river
_ = saved
_ = again
}

func addingAForce6() throws {
#sourceLocation(file: "docs/adding-a-force.md", line: 169)
struct Swarm: Force {
  var charge = ManyBodyForce<SIMD2<Double>>(strength: -30)
  var center = CenterForce<SIMD2<Double>>()

  mutating func bind(to context: inout BindingContext<SIMD2<Double>>) throws(SimulationError) {
    try context.bind(&charge, named: "charge")
    try context.bind(&center, named: "center")
  }

  mutating func carry(over change: GraphChange) throws(SimulationError) {
    try charge.carry(over: change)
    try center.carry(over: change)
  }

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    charge.apply(to: &step)
    if step.kinetics.tickCount.isMultiple(of: 10) { center.apply(to: &step) }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/adding-a-force.md", line: 190)
let swarm = try Simulation(nodeCount: 10, forces: Swarm())
discard <~ expect(swarm.run() == 300)
#sourceLocation()
_ = swarm
}

let addingAForceSnippets: [Snippet] = [
  Snippet("docs/adding-a-force.md", number: 1, addingAForce1),
  Snippet("docs/adding-a-force.md", number: 2, addingAForce2),
  Snippet("docs/adding-a-force.md", number: 3, addingAForce3),
  Snippet("docs/adding-a-force.md", number: 4, addingAForce4),
  Snippet("docs/adding-a-force.md", number: 5, addingAForce5),
  Snippet("docs/adding-a-force.md", number: 6, addingAForce6),
]
