// Made from README.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
import Graphs

func readme2() throws {
#sourceLocation(file: "README.md", line: 40)


let links = [Link(0, 1), Link(1, 2), Link(2, 3), Link(3, 0)]
let simulation = try Simulation2D(nodeCount: 4, links: links) {  // Simulation3D: in space
  ManyBodyForce(strength: -30)        // all nodes repel
  LinkForce(length: 35)               // links pull their ends to this distance
  CenterForce()                       // the mean position stays at the origin
  CollideForce(radius: [3, 5, 4, 2])  // circles keep apart; or radius: 3, or { node in ... }
}
discard <~ simulation.run()
discard <~ print(simulation.kinetics.position.asArray())
#sourceLocation()
_ = links
_ = simulation
}

func readme3() throws {
#sourceLocation(file: "README.md", line: 57)
let ids = try NodeIDs(["Valjean", "Javert", "Cosette"])
let links = try ids.links([Link("Valjean", "Cosette"), Link("Javert", "Valjean")])
let simulation = try Simulation2D(nodeCount: ids.count, links: links) {
  ManyBodyForce().named("charge")
  LinkForce()
}
discard <~ simulation.run(atMost: 100)

discard <~ try simulation.kinetics.pins.pin(0, at: .zero)                       // hold Valjean
simulation.forces["x"] = PositionForce(axis: .x, target: 100)        // add a force
simulation.forces["charge", as: ManyBodyForce.self]?.strength = -50  // change another
discard <~ try simulation.edit { edit in                                        // add a node and its link
  let marius = edit.insert()
  edit.link(marius, 2)
}
discard <~ simulation.reheat()
discard <~ simulation.onEnd { print("cold after \($0.kinetics.tickCount) ticks") }
discard <~ simulation.run()
#sourceLocation()
_ = ids
_ = links
_ = simulation
}

func readme4() throws {
#sourceLocation(file: "README.md", line: 111)


let graph = try Graph(contentsOf: "Examples/miserables.csv").laidOut()
discard <~ try graph.picture().write(to: "miserables.svg")
discard <~ try graph.picture(GraphStyle(colorBy: .community, sizeBy: .pageRank)).write(to: "communities.svg")
#sourceLocation()
_ = graph
}

let readmeSnippets: [Snippet] = [
  Snippet("README.md", number: 2, readme2),
  Snippet("README.md", number: 3, readme3),
  Snippet("README.md", number: 4, readme4),
]
