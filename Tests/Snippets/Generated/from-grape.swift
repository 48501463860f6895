// Made from docs/from-grape.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import GrapeCompatibility

func fromGrape2() throws {
#sourceLocation(file: "docs/from-grape.md", line: 36)
let links = [Link(0, 1), Link(1, 2), Link(2, 3)]
let forces = SealedForce2D { Kinetics2D.ManyBodyForce(strength: -30) }
#sourceLocation()
#sourceLocation(file: "docs/from-grape.md", line: 40)


let simulation = Simulation(
  nodeCount: 4, links: links, forceField: forces, parameters: .grape)
#sourceLocation()
#sourceLocation(file: "docs/from-grape.md", line: 46)
discard <~ expect(simulation.run() == 688)
#sourceLocation()
_ = links
_ = forces
_ = simulation
}

let fromGrapeSnippets: [Snippet] = [
  Snippet("docs/from-grape.md", number: 2, fromGrape2),
]
