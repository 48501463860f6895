// Made from docs/layouts.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import GraphLayout

func layouts1() throws {
#sourceLocation(file: "docs/layouts.md", line: 6)


let graph = try LayoutGraph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3), (3, 0)])
let result = try AutomaticLayout().layout(graph)

for (node, position) in result.positions.enumerated() {
  print(node, position.x, position.y)
}
discard <~ print(result.statistics.layout, result.stop, try LayoutMetrics.stress(graph, result.positions))
#sourceLocation()
_ = graph
_ = result
}

func layouts2() throws {
#sourceLocation(file: "docs/layouts.md", line: 66)


let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
let layout = StressLayout(placement: Placement(pins: [0: SIMD2(0, 0), 2: SIMD2(60, 0)]))
let positions = try layout.layout(graph).positions   // node 1 ends up between them
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 73)
discard <~ expect(positions[0] == SIMD2(0, 0) && positions[2] == SIMD2(60, 0))
discard <~ expect(positions[1].x > 10 && positions[1].x < 50)
#sourceLocation()
_ = graph
_ = layout
_ = positions
}

func layouts3() throws {
#sourceLocation(file: "docs/layouts.md", line: 80)


let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
let control = LayoutControl(
  seed: 7, timeBudget: .seconds(5),
  run: RunControl(
    isCancelled: { false },   // asked between ticks; cancelling the task works too
    progress: { step in print(step.phase, step.fraction) }))
let result = try MultilevelLayout<SIMD2<Double>>(quality: .best).layout(graph, control: control)
discard <~ print(result.stop)   // converged, tickBudget, timeBudget or cancelled; there are positions in any case
#sourceLocation()
_ = graph
_ = control
_ = result
}

func layouts4() throws {
#sourceLocation(file: "docs/layouts.md", line: 202)


// A record with two fields, whose edges lead to nodes on one layer.
let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 2), (0, 1)], isDirected: true)
let details = LayeredLayout.Details(
  nodeSizes: [[80, 20], [40, 20], [40, 20]],
  edges: [.init(sourcePort: [20, -10]), .init(sourcePort: [-20, -10], labelSize: [30, 12])],
  ranks: [.init([1, 2])], groups: [.init([1])])
let result = try LayeredLayout(details: details).layout(graph)
if let routes = result.routes {
  print(Array(routes[0]), routes.labels[1] ?? .zero, routes.groups[0]?.low ?? .zero)
}
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 216)
discard <~ expect(result.positions[1].x < result.positions[2].x)
discard <~ expect(result.positions[1].y == result.positions[2].y && result.routes?.labels.count == 1)
#sourceLocation()
_ = graph
_ = details
_ = result
}

func layouts5() throws {
#sourceLocation(file: "docs/layouts.md", line: 238)


let boxes: [OverlapRemoval.Body] = [.box(width: 40, height: 10), .box(width: 40, height: 10), .disc(radius: 5)]
let result = try OverlapRemoval.separated([[0, 0], [30, 2], [200, 0]], boxes, gap: 2, pinned: [0])
discard <~ print(result.positions)   // the second box has moved, the disc has not
#sourceLocation()
#sourceLocation(file: "docs/layouts.md", line: 245)
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
]
