// Made from docs/from-grape.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
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

func fromGrape3() throws {
#sourceLocation(file: "docs/from-grape.md", line: 176)
let points: [SIMD2<Double>] = [[0, 0], [1, 0], [0, 1], [10, 10]]
#sourceLocation()
#sourceLocation(file: "docs/from-grape.md", line: 179)


let tree = KDTree(points, leafSize: 1)
var sums = Array(repeating: SIMD2<Double>.zero, count: tree.cellCount)
var leaf = 0
discard <~ tree.visit { cell in
  leaf = cell.number
  return .open
} points: { _, point in
  sums[leaf] += point
}
for cell in sums.indices.dropFirst().reversed() { sums[(cell - 1) / 2] += sums[cell] }
#sourceLocation()
#sourceLocation(file: "docs/from-grape.md", line: 193)
discard <~ expect(sums[0] == [11, 11])
#sourceLocation()
_ = points
_ = tree
_ = sums
_ = leaf
}

let fromGrapeSnippets: [Snippet] = [
  Snippet("docs/from-grape.md", number: 2, fromGrape2),
  Snippet("docs/from-grape.md", number: 3, fromGrape3),
]
