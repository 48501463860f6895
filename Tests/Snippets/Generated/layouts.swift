// Made from docs/layouts.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import GraphLayout

func layouts1() throws {
#sourceLocation(file: "docs/layouts.md", line: 6)


let graph = try LayoutGraph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3), (3, 0)])
let result = try graph.layout()

for (node, position) in result.positions.inPlane.enumerated() {
  print(node, position.x, position.y)
}
discard <~ print(result.method, result.stop)
discard <~ print(try LayoutMetrics.stress(graph, result.positions.inPlane))
#sourceLocation()
_ = graph
_ = result
}

func layouts2() throws {
#sourceLocation(file: "docs/layouts.md", line: 26)


let graph = try LayoutGraph(nodeCount: 6, edges: [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
var request = LayoutRequest(.stress, dimensions: 3, quality: .best)
request.linkLength = 50
let places = try graph.layout(request).positions.inSpace
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 34)
discard <~ expect(places.count == 6)
#sourceLocation()
_ = graph
_ = request
_ = places
}

func layouts3() throws {
#sourceLocation(file: "docs/layouts.md", line: 69)


let spiral = LayoutMethod(name: "spiral") { graph, request, run in
  run.begin("spiral")
  return .plane((0..<graph.nodeCount).map { node in
    let radius = request.linkLength * Double(node).squareRoot()
    return node % 2 == 0 ? [radius, 0] : [0, radius]
  })
}
let graph = try LayoutGraph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
let positions = try graph.layout(LayoutRequest(spiral)).positions.inPlane
let methods = LayoutMethod.all + [spiral]   // what a program offers
discard <~ print(positions, LayoutMethod("spiral", among: methods) == spiral)
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 84)
discard <~ expect(positions[1] == [0, 30] && LayoutMethod("spiral", among: methods) == spiral)
#sourceLocation()
_ = spiral
_ = graph
_ = positions
_ = methods
}

func layouts4() throws {
#sourceLocation(file: "docs/layouts.md", line: 122)


let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
var request = LayoutRequest(.stress)
request.start = .plane([[0, 0], [.nan, .nan], [60, 0]])
request.pinned = [0, 2]
let positions = try graph.layout(request).positions.inPlane   // node 1 ends up between them
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 131)
discard <~ expect(positions[0] == SIMD2(0, 0) && positions[2] == SIMD2(60, 0))
discard <~ expect(positions[1].x > 10 && positions[1].x < 50)
#sourceLocation()
_ = graph
_ = request
_ = positions
}

func layouts5() throws {
#sourceLocation(file: "docs/layouts.md", line: 138)


let graph = try LayoutGraph(
  nodeCount: 6, edges: [(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)], isDirected: true)
var request = LayoutRequest(.stress)
request.constraints = [
  .flow(.down, by: 40),                              // every edge, by at least 40 units
  .place(0, x: 0, y: 0),                             // a place; with one coordinate, a line
  .aligned([3, 4, 5], on: .y),                       // side by side
  .separation(1, 2, along: .x, by: 60),              // node 2 at least 60 right of node 1
  .separation(3, 4, along: .x, by: 30, isExact: true),
]
let positions = try graph.layout(request).positions.inPlane
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 153)
discard <~ expect(positions[0] == SIMD2(0, 0) && abs(positions[4].x - positions[3].x - 30) < 1e-6)
discard <~ expect(positions[1].y < -40 + 1e-6 && positions[2].x > positions[1].x + 60 - 1e-6)
discard <~ expect(abs(positions[3].y - positions[5].y) < 1e-6)
#sourceLocation()
_ = graph
_ = request
_ = positions
}

func layouts6() throws {
#sourceLocation(file: "docs/layouts.md", line: 173)


let graph = try LayoutGraph(
  nodeCount: 7, edges: [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (6, 1), (6, 4)])
var request = LayoutRequest(.stress)
request.constraints = [.group([0, 1, 2], padding: 10), .group([3, 4, 5], padding: 10)]
let positions = try graph.layout(request).positions.inPlane   // node 6 is in neither box
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 182)
let (a, b) = (positions[0..<3], positions[3..<6])
func gap(_ axis: Int) -> Double {
  let (first, second) = (a.map { $0[axis] }, b.map { $0[axis] })
  return max(first.min()! - second.max()!, second.min()! - first.max()!)
}
discard <~ expect(max(gap(0), gap(1)) > 20 - 1e-6)
#sourceLocation()
_ = graph
_ = request
_ = positions
_ = a
_ = b
}

func layouts7() throws {
#sourceLocation(file: "docs/layouts.md", line: 203)


let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
var request = LayoutRequest(.multilevel, quality: .best, seed: 7)
request.timeBudget = .seconds(5)
let control = RunControl(
  isCancelled: { false },   // asked between ticks; cancelling the task works too
  progress: { step in print(step.phase, step.fraction) })
let result = try graph.layout(request, control: control)
discard <~ print(result.stop)   // converged, tickBudget, timeBudget or cancelled; there are positions in any case
#sourceLocation()
_ = graph
_ = request
_ = control
_ = result
}

func layouts8() throws {
#sourceLocation(file: "docs/layouts.md", line: 341)


// A record with two fields, whose edges lead to nodes on one layer.
let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 2), (0, 1)], isDirected: true)
var request = LayoutRequest(.layered)
request.details = LayeredDetails(
  nodeSizes: [[80, 20], [40, 20], [40, 20]],
  edges: [.init(sourcePort: [20, -10]), .init(sourcePort: [-20, -10], labelSize: [30, 12])],
  ranks: [.init([1, 2])], groups: [.init([1])])
let result = try graph.layout(request)
if let routes = result.routes {
  print(Array(routes[0]), routes.labels[1] ?? .zero, routes.groups[0]?.low ?? .zero)
}
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 356)
let places = result.positions.inPlane
discard <~ expect(places[1].x < places[2].x)
discard <~ expect(places[1].y == places[2].y && result.routes?.labels.count == 1)
#sourceLocation()
_ = graph
_ = request
_ = result
_ = places
}

func layouts9() throws {
#sourceLocation(file: "docs/layouts.md", line: 379)


let boxes: [OverlapRemoval.Body] = [.box(width: 40, height: 10), .box(width: 40, height: 10), .disc(radius: 5)]
let result = try OverlapRemoval.separated([[0, 0], [30, 2], [200, 0]], boxes, gap: 2, pinned: [0])
discard <~ print(result.positions)   // the second box has moved, the disc has not
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 386)
discard <~ expect(result.positions[0] == [0, 0] && result.positions[2] == [200, 0])
discard <~ expect(result.positions[1] != [30, 2] && result.pinnedOverlaps == 0)
#sourceLocation()
_ = boxes
_ = result
}

let layoutsSnippets: [Snippet] = [
  Snippet("docs/layouts.md", number: 1, layouts1),
  Snippet("docs/layouts.md", number: 2, layouts2),
  Snippet("docs/layouts.md", number: 3, layouts3),
  Snippet("docs/layouts.md", number: 4, layouts4),
  Snippet("docs/layouts.md", number: 5, layouts5),
  Snippet("docs/layouts.md", number: 6, layouts6),
  Snippet("docs/layouts.md", number: 7, layouts7),
  Snippet("docs/layouts.md", number: 8, layouts8),
  Snippet("docs/layouts.md", number: 9, layouts9),
]
