// Made from docs/hello.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation

func hello1() throws {
#sourceLocation(file: "docs/hello.md", line: 6)


let links = [Link(0, 1), Link(1, 2), Link(2, 3), Link(3, 0)]

let simulation = try Simulation(nodeCount: 4, links: links) {
  ManyBodyForce<SIMD2<Double>>(strength: -30)  // all nodes repel
  LinkForce()                                  // links pull their ends to a distance of 30
  CenterForce()                                // the mean position stays at the origin
}
discard <~ simulation.run()

for (node, position) in simulation.kinetics.position.enumerated() {
  print(node, position.x, position.y)
}
#sourceLocation()
_ = links
_ = simulation
}

func hello2() throws {
#sourceLocation(file: "docs/hello.md", line: 32)
final class Model {
  let simulation: Simulation2D<ForceList<SIMD2<Double>>>

  init(nodeCount: Int, links: [Link<Int>]) throws {
    simulation = try Simulation2D(nodeCount: nodeCount, links: links) {
      LinkForce()
      ManyBodyForce(strength: -30)
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/hello.md", line: 44)
discard <~ expect(try Model(nodeCount: 2, links: [Link(0, 1)]).simulation.run() > 0)
#sourceLocation()
}

func hello3() throws {
#sourceLocation(file: "docs/hello.md", line: 58)
let (radius, radii) = (3.0, [3.0, 5, 4, 2])
#sourceLocation()
#sourceLocation(file: "docs/hello.md", line: 61)
discard <~ CollideForce<SIMD2<Double>>(radius: 3)
discard <~ CollideForce<SIMD2<Double>>(radius: [3, 5, 4, 2])
discard <~ CollideForce<SIMD2<Double>>(radius: { $0 < 10 ? 8 : 3 })
discard <~ CollideForce<SIMD2<Double>>(radius: radius)
discard <~ CollideForce<SIMD2<Double>>(radius: radii)
#sourceLocation()
_ = radius
_ = radii
}

func hello4() throws {
#sourceLocation(file: "docs/hello.md", line: 72)
let simulation = try Simulation(nodeCount: 4) { ManyBodyForce<SIMD2<Double>>() }
let (node, place) = (2, SIMD2(10.0, 20))
#sourceLocation()
#sourceLocation(file: "docs/hello.md", line: 76)
discard <~ try simulation.kinetics.pins.pin(node, at: place)
simulation.parameters.alphaTarget = 0.3  // keeps the simulation warm while the node is dragged
discard <~ simulation.tick()

discard <~ simulation.kinetics.pins.release(node)
simulation.parameters.alphaTarget = 0
#sourceLocation()
#sourceLocation(file: "docs/hello.md", line: 84)
discard <~ expect(simulation.kinetics.position[node] == place && simulation.run() > 0)
#sourceLocation()
_ = simulation
_ = node
_ = place
}

func hello5() throws {
#sourceLocation(file: "docs/hello.md", line: 96)
let ids = try NodeIDs(["Valjean", "Javert", "Cosette"])
let links = try ids.links([Link("Valjean", "Cosette")])
let simulation = try Simulation(nodeCount: ids.count, links: links) {
  ManyBodyForce<SIMD2<Double>>()
  LinkForce()
}
let place = simulation.kinetics.position[ids.index(of: "Cosette")!]
#sourceLocation()
_ = ids
_ = links
_ = simulation
_ = place
}

let helloSnippets: [Snippet] = [
  Snippet("docs/hello.md", number: 1, hello1),
  Snippet("docs/hello.md", number: 2, hello2),
  Snippet("docs/hello.md", number: 3, hello3),
  Snippet("docs/hello.md", number: 4, hello4),
  Snippet("docs/hello.md", number: 5, hello5),
]
