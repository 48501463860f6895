// Made from docs/concepts.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation

func concepts1() throws {
#sourceLocation(file: "docs/concepts.md", line: 61)


let isCentered = true
var forces = ForceList {
  ManyBodyForce<SIMD2<Double>>(strength: -30)
  LinkForce().named("springs")
  if isCentered { CenterForce() }
}
forces["springs"] = nil                                        // remove
forces["x"] = PositionForce(axis: .x, target: 0)               // add, or replace
forces["ManyBodyForce", as: ManyBodyForce.self]?.strength = -50  // change, if it is there
discard <~ try forces.change("x", as: PositionForce.self) { $0.target = 9 } // change, or throw the names there are
discard <~ forces.setOn(false, "x")                                       // leave out, and keep its values
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 76)
discard <~ expect(forces["springs"] == nil && !forces.isOn("x"))
#sourceLocation()
_ = isCentered
_ = forces
}

func concepts2() throws {
#sourceLocation(file: "docs/concepts.md", line: 86)
let radii = [3.0, 5, 4]
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 89)
discard <~ CollideForce<SIMD2<Double>>(radius: radii)
discard <~ CollideForce<SIMD2<Double>>(radius: { $0 == 0 ? 20 : 5 })
discard <~ LinkForce<SIMD2<Double>>(
  strength: .byDegree,
  length: { link, neighbours in neighbours.count[link.source]! > 5 ? 60 : 30 })
#sourceLocation()
_ = radii
}

func concepts3() throws {
#sourceLocation(file: "docs/concepts.md", line: 118)
let simulation = try Simulation(nodeCount: 8, links: (1..<8).map { Link(0, $0) }) {
  ManyBodyForce<SIMD2<Double>>()
  LinkForce()
  CollideForce(radius: .array([3, 5, 4, 2, 3, 5, 4, 2], default: 3))
}
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 125)
discard <~ try simulation.kinetics.pins.pin(0, at: SIMD2(10, 20))
discard <~ try simulation.kinetics.pins.pin(1, axis: .x, at: 10)
simulation.kinetics.pins[2] = SIMD2(0, 0)
discard <~ simulation.kinetics.pins.release(1, axis: .x)
simulation.kinetics.pins[2] = nil
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 141)
let change = try simulation.edit { edit in
  edit.remove(node: 3)  // and its links
  let node = edit.insert()
  edit.link(node, 7)
  edit.set(\CollideForce.radius, of: "CollideForce", to: 5, forNode: node)
  edit.changeForces { forces, _ in forces["LinkForce"] = LinkForce(length: 40) }
  edit.parameters.alpha = 0.5
}
let seven = change.index(ofNode: 7)
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 152)
discard <~ expect(seven == 6 && simulation.nodeCount == 8)
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 171)
let (old, new) = (try NodeIDs(["a", "b"]), try NodeIDs(["b", "c"]))
let newLinks = try new.links([Link("b", "c")])
discard <~ try simulation.edit { edit in
  let nodes = edit.arrange(new.previousIndices(in: old))
  edit.replaceLinks(newLinks.map { Link(nodes[$0.source], nodes[$0.target]) })
}
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 187)
let bytes = simulation.checkpoint().bytes
let restored = try Simulation<SIMD2<Double>, _>(restoring: Checkpoint(bytes: bytes))
discard <~ restored.run()
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 192)
discard <~ simulation.run()
discard <~ expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
#sourceLocation()
_ = simulation
_ = change
_ = seven
_ = old
_ = new
_ = newLinks
_ = bytes
_ = restored
}

func concepts7() throws {
#sourceLocation(file: "docs/concepts.md", line: 245)
let simulation = try Simulation(nodeCount: 500) { ManyBodyForce<SIMD2<Double>>() }
let (point, corner, opposite) = (SIMD2(1.0, 2), SIMD2(-40.0, -30), SIMD2(40.0, 30))
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 249)
var tree = KDTree(simulation.kinetics.position.asArray())
discard <~ tree.nearest(to: point)                      // the nearest; within: at most so far away
discard <~ tree.nearest(5, to: point)                   // the five nearest, by distance
discard <~ tree.indices(within: 20, of: point)          // all in a radius; forEach(within:of:) without an array
discard <~ tree.indices(in: .init(low: corner, high: opposite))  // all in a box, a KDTree.Box
discard <~ tree.visit { cell in cell.count > 100 ? .open : .skip } points: { index, point in }
discard <~ tree.refit(to: simulation.kinetics.position.asArray())
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 267)
let places = [point, corner, opposite]
#sourceLocation()
#sourceLocation(file: "docs/concepts.md", line: 270)
discard <~ tree.nearest(5, toEach: places)              // the five nearest to each place, with distances
discard <~ tree.nearestOthers(5)                        // the five nearest to each of the tree's own points
discard <~ try tree.neighbors(within: 20, ofEach: places)  // all in a radius of each place
discard <~ try tree.neighbors(within: 20)               // of each of the tree's own points
discard <~ try tree.pairs(within: 20)                   // all pairs in a radius, each once
discard <~ tree.forEachPair(within: 20) { a, b, distance2 in }  // the same, one by one, without an array
#sourceLocation()
_ = simulation
_ = point
_ = corner
_ = opposite
_ = tree
_ = places
}

let conceptsSnippets: [Snippet] = [
  Snippet("docs/concepts.md", number: 1, concepts1),
  Snippet("docs/concepts.md", number: 2, concepts2),
  Snippet("docs/concepts.md", number: 3, concepts3),
  Snippet("docs/concepts.md", number: 7, concepts7),
]
