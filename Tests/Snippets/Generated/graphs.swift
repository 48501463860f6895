// Made from docs/graphs.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
import GraphModel
import Graphs

func graphs1() throws {
#sourceLocation(file: "docs/graphs.md", line: 8)


let graph = try Graph(contentsOf: "Examples/miserables.csv").laidOut()
discard <~ try graph.picture().write(to: "miserables.svg")
#sourceLocation()
_ = graph
}

func graphs2() throws {
#sourceLocation(file: "docs/graphs.md", line: 17)


var style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
style.theme = .dark
style.title = "Les Misérables"

let graph = try Graph(contentsOf: "Examples/miserables.csv").laidOut()
let looks = try GraphLooks(graph, style)       // found once, for any number of pictures
discard <~ try graph.picture(style, looks).write(to: "communities.svg")
discard <~ print(looks.legend?.description ?? "")
#sourceLocation()
_ = style
_ = graph
_ = looks
}

func graphs3() throws {
#sourceLocation(file: "docs/graphs.md", line: 43)


let graph = try Graph(contentsOf: "Examples/miserables.csv")
let request = LayoutRequest(.force, dimensions: 3, quality: .quick, seed: 7)
let drawn = try graph.layout(request)
discard <~ print(drawn.result.method, drawn.result.ticks, drawn.result.stop)
discard <~ try drawn.graph.write(to: "miserables.gexf")
discard <~ try drawn.picture().write(to: "miserables.svg")
#sourceLocation()
_ = graph
_ = request
_ = drawn
}

func graphs4() throws {
#sourceLocation(file: "docs/graphs.md", line: 62)
let text = "digraph { rankdir=LR; node [shape=box]; start -> work [label=\"at nine\"]; work -> work }"
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 65)


let graph = try GraphReader(format: .dot).read(Array(text.utf8)).graph
let style = GraphStyle()
let drawn = try graph.layout(for: style)   // layers, with room for boxes and labels
discard <~ try drawn.picture(style).write(to: "work.svg")
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 73)
discard <~ expect(drawn.result.method == .layered)
discard <~ expect(try drawn.picture(style).svg().contains(">at nine</text>"))
#sourceLocation()
_ = text
_ = graph
_ = style
_ = drawn
}

func graphs5() async throws {
#sourceLocation(file: "docs/graphs.md", line: 84)


let graph = try Graph(contentsOf: "Examples/miserables.csv")
var request = LayoutRequest(.force, dimensions: 3)
request.timeBudget = .seconds(5)
let control = RunControl(progress: { print($0.phase, Int($0.fraction * 100), "%") })
let work = Task.detached { [request] in try graph.layout(request, control: control) }
let limit = Task {
  try await Task.sleep(for: .seconds(1))
  work.cancel()
}
let drawn = try await work.value       // with positions, also when it was cancelled
discard <~ limit.cancel()
discard <~ print(drawn.result.stop)               // converged, tickBudget, timeBudget or cancelled
discard <~ try drawn.picture(GraphStyle(colorBy: .community)).write(to: "miserables.svg")
#sourceLocation()
_ = graph
_ = request
_ = control
_ = work
_ = limit
_ = drawn
}

func graphs6() throws {
#sourceLocation(file: "docs/graphs.md", line: 119)



func picture(of body: [UInt8]) throws -> String {
  var reader = GraphReader()
  reader.limits = ReadLimits(memory: 32 << 20)  // reading takes at most three times this
  reader.limits.bytes = 4 << 20                 // after decompression
  reader.limits.nodes = 20_000
  reader.limits.edges = 100_000
  let graph = try reader.read(body).graph

  var request = LayoutRequest(.stress)
  request.timeBudget = .seconds(2)
  request.kernelOptions.threadCount = 1
  return try graph.layout(request).picture().svg()
}
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 137)
discard <~ expect(try picture(of: Array("a b\nb c\n".utf8)).contains("<svg"))
let long = (0..<20_001).map { "a\($0) b" }.joined(separator: "\n")
do {
  _ = try picture(of: Array(long.utf8))
  expect(false)
} catch let error as GraphFileError {
  expect("\(error)".contains("nodes"))
}
#sourceLocation()
_ = long
}

func graphs7() throws {
#sourceLocation(file: "docs/graphs.md", line: 167)


var graph = try Graph(
  nodeIDs: Graph.NodeIDs(["Valjean", "Javert", "Cosette"]), sources: [0, 0], targets: [1, 2])
discard <~ graph.nodeIDs[2]                     // "Cosette"
discard <~ graph.nodeIDs.index(of: "Cosette")   // 2

discard <~ try graph.edit { edit in             // all of it or nothing
  edit.insert("Marius")
  edit.link("Marius", "Cosette", weight: 21)
  edit.set("group", to: 4, for: "Marius")
  edit.remove("Javert")
}
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 182)
discard <~ expect(Array(graph.nodeIDs) == ["Valjean", "Cosette", "Marius"] && graph.edgeCount == 2)
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 194)
graph.positions = .plane([SIMD2(0, 0), SIMD2(10, 0), SIMD2(.nan, .nan)])
discard <~ graph.positions?[1]            // [10, 0]
discard <~ graph.positions?[2]            // nil
discard <~ graph.positions?.missingCount  // 1
discard <~ graph.positions?.inSpace       // the same with z = 0; `inPlane` leaves z out
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 201)
discard <~ expect(graph.positions?[1] == [10, 0] && graph.positions?[2] == nil)
discard <~ expect(graph.positions?.missingCount == 1 && graph.positions?.inSpace[0] == .zero)
#sourceLocation()
_ = graph
}

func graphs9() throws {
#sourceLocation(file: "docs/graphs.md", line: 217)


let graph = try Graph(contentsOf: "Examples/miserables.csv")
var filter = GraphFilter()
filter.conditions = [GraphFilter.Condition("degree", .greater, "2")]
filter.neighborhood = .init(of: ["Valjean"], radius: 2)
filter.components = .largest
let near = try graph.subgraph(filter)
let named = graph.subgraph { graph.nodeIDs[$0].hasPrefix("M") }
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 228)
discard <~ expect(near.nodeCount < graph.nodeCount && near.nodeIDs.contains("Valjean"))
discard <~ expect(named.nodeIDs.allSatisfy { $0.hasPrefix("M") })
#sourceLocation()
_ = graph
_ = filter
_ = near
_ = named
}

func graphs10() throws {
#sourceLocation(file: "docs/graphs.md", line: 243)


let graph = try Graph(contentsOf: "Examples/debian.edges.gz")
let aggregate = try graph.aggregated(by: .community)
let backbone = try aggregate.graph.backbone(significance: 0.05)
var style = GraphStyle(sizeBy: .attribute(GraphAggregate.membersAttribute))
style.edgeWidths = .byWeight
let picture = try backbone.laidOut().picture(style)
discard <~ print(aggregate.supernodes.nodes(of: 0).count, "packages in the largest community")
#sourceLocation()
#sourceLocation(file: "docs/graphs.md", line: 254)
discard <~ expect(backbone.nodeCount < 1000 && backbone.edgeCount < aggregate.graph.edgeCount)
discard <~ expect(picture.report.nodesDrawn > 0)
#sourceLocation()
_ = graph
_ = aggregate
_ = backbone
_ = style
_ = picture
}

func graphs11() throws {
#sourceLocation(file: "docs/graphs.md", line: 263)


let graph = try Graph(contentsOf: "Examples/miserables.csv")
let communities = try graph.topology.communities(weights: graph.weights)
let modularity = try graph.topology.modularity(of: communities.classOfNode, weights: graph.weights)
discard <~ print(communities.count, modularity, communities.sizes[0])

let center = try graph.topology.betweenness().scores
let most = center.indices.max { center[$0] < center[$1] } ?? 0
let path = try graph.topology.shortestPath(from: 0, to: most)
discard <~ print(path?.nodes.map { graph.nodeIDs[Int($0)] } ?? [])
#sourceLocation()
_ = graph
_ = communities
_ = modularity
_ = center
_ = most
_ = path
}

let graphsSnippets: [Snippet] = [
  Snippet("docs/graphs.md", number: 1, graphs1),
  Snippet("docs/graphs.md", number: 2, graphs2),
  Snippet("docs/graphs.md", number: 3, graphs3),
  Snippet("docs/graphs.md", number: 4, graphs4),
  Snippet("docs/graphs.md", number: 5, graphs5),
  Snippet("docs/graphs.md", number: 6, graphs6),
  Snippet("docs/graphs.md", number: 7, graphs7),
  Snippet("docs/graphs.md", number: 9, graphs9),
  Snippet("docs/graphs.md", number: 10, graphs10),
  Snippet("docs/graphs.md", number: 11, graphs11),
]
