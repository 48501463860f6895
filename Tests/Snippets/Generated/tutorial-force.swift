// Made from docs/tutorial-force.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation

func tutorialForce2() throws {
#sourceLocation(file: "docs/tutorial-force.md", line: 45)


struct Buoyancy: Force {
  /// Layout units per tick, for each unit of weight. Positive weights sink.
  var strength = 0.5
  var weights: [Double]

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount {
      step.velocity[node].y -= weights[node] * strength * step.alpha
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 65)
let links = [Link(0, 1), Link(1, 2), Link(2, 3)]
let simulation = try Simulation(nodeCount: 4, links: links) {
  ManyBodyForce<SIMD2<Double>>()
  LinkForce()
  Buoyancy(strength: 5, weights: [3, 0, 0, -3])
}
discard <~ simulation.run()
discard <~ print(simulation.kinetics.position.map(\.y))
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 75)
let heights = simulation.kinetics.position.map(\.y)
discard <~ expect(heights.min() == heights[0] && heights.max() == heights[3])
#sourceLocation()
_ = links
_ = simulation
_ = heights
}

func tutorialForce4() throws {
#sourceLocation(file: "docs/tutorial-force.md", line: 87)


struct CheckedBuoyancy: Force {
  var strength = 0.5
  var weights: [Double]

  mutating func bind(to context: inout BindingContext<SIMD2<Double>>) throws(SimulationError) {
    guard weights.count == context.nodeCount else {
      throw .wrongLength(of: "weights", expected: context.nodeCount, found: weights.count)
    }
    if let node = weights.firstIndex(where: { !$0.isFinite }) {
      throw .outOfRange("weight", index: node, value: "\(weights[node])", allowed: "finite")
    }
  }

  mutating func carry(over change: GraphChange) throws(SimulationError) {
    weights = change.carry(weights, new: 0)
  }

  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.nodeCount {
      step.velocity[node].y -= weights[node] * strength * step.alpha
    }
  }
}

do {
  _ = try Simulation(nodeCount: 4, forces: CheckedBuoyancy(weights: [1, 2]))
} catch {
  print(error)
}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 129)
let floating = try Simulation(nodeCount: 2, forces: CheckedBuoyancy(weights: [1, 2]))
discard <~ try floating.edit { edit in
  edit.remove(node: 0)
  _ = edit.insert()
}
discard <~ print(floating.forces.weights)  // [2.0, 0.0]
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 137)
discard <~ expect(floating.forces.weights == [2, 0])
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 147)
let parameters = SimulationParameters<Double>(alphaDecay: 0, velocityDecay: 1)
let one = try Simulation(
  nodeCount: 1, forces: CheckedBuoyancy(strength: 0.5, weights: [4]), parameters: parameters,
  positions: [SIMD2(0, 0)])
discard <~ one.tick()
discard <~ assert(one.kinetics.position[0] == SIMD2(0, -2))
#sourceLocation()
#sourceLocation(file: "docs/tutorial-force.md", line: 155)
discard <~ expect(one.kinetics.position[0] == SIMD2(0, -2))
#sourceLocation()
_ = floating
_ = parameters
_ = one
}

let tutorialForceSnippets: [Snippet] = [
  Snippet("docs/tutorial-force.md", number: 2, tutorialForce2),
  Snippet("docs/tutorial-force.md", number: 4, tutorialForce4),
]
