// Made from docs/graph-files.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import Foundation
import GraphIO

func graphFiles1() throws {
#sourceLocation(file: "docs/graph-files.md", line: 6)


var graph = try Graph(contentsOf: "miserables.gexf")  // or a URL
discard <~ print(graph.nodeCount, graph.edgeCount, graph.isDirected)
for edge in 0..<graph.edgeCount {
  let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
  print(graph.nodeIDs[source], graph.nodeIDs[target], graph.weights?[edge] ?? 1)
}
discard <~ graph.nodeAttributes.set("degree", .integers(Array(repeating: 0, count: graph.nodeCount)))
let report = try graph.write(to: "miserables.csv.gz")
if !report.isLossless { print(report) }
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 19)
let said = """
  the attribute "label" of nodes is left out
  the attribute "degree" of nodes is left out
  positions are left out
  """
discard <~ expect(report.description == said)
#sourceLocation()
_ = graph
_ = report
_ = said
}

func graphFiles2() throws {
#sourceLocation(file: "docs/graph-files.md", line: 38)
discard <~ useAsStandardInput("graph.edges")
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 41)
var reader = GraphReader(format: .edgeList)
reader.edgeList.isDirected = true
reader.limits.nodes = 1_000_000
let result = try reader.readStandardInput()
for note in result.notes { print(note) }
discard <~ try GraphWriter(format: .dot).writeStandardOutput(result.graph)
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 49)
discard <~ expect(result.graph.nodeCount == 77 && result.graph.isDirected)
#sourceLocation()
_ = reader
_ = result
}

func graphFiles3() throws {
#sourceLocation(file: "docs/graph-files.md", line: 56)


let pairs = GraphFormat(
  name: "pairs",
  read: { bytes, _ in   // "0112": edges 0-1 and 1-2
    let numbers = bytes.map { Int($0) - 48 }
    let edges = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
    return try Graph(nodeCount: (numbers.max() ?? -1) + 1, edges: edges)
  },
  write: { graph in
    (0..<graph.edgeCount).flatMap { [graph.sources[$0], graph.targets[$0]] }.map { UInt8($0) + 48 }
  })
discard <~ try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)]).write(to: "path.pairs", format: pairs)
var reader = GraphReader()
reader.formats = GraphFormat.all + [pairs]
discard <~ print(try reader.read(path: "path.pairs").graph.edgeCount)   // 2
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 74)
discard <~ expect(try reader.read(path: "path.pairs").format == pairs)
#sourceLocation()
_ = pairs
_ = reader
}

func graphFiles4() throws {
#sourceLocation(file: "docs/graph-files.md", line: 274)
var graph = try Graph(contentsOf: "edges.csv")
let (added, missing) = try NodeTable(contentsOf: "nodes.csv").add(to: &graph)
discard <~ print(added, missing)  // rows without edges, nodes that are not in the table
#sourceLocation()
_ = graph
_ = added
_ = missing
}

func graphFiles5() throws {
#sourceLocation(file: "docs/graph-files.md", line: 314)
var graph = try Graph(contentsOf: "Examples/miserables.csv")
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 317)
discard <~ try NodePositionTable(contentsOf: "start.csv").place(&graph)
discard <~ try NodePositionTable(of: graph)?.write(to: "positions.npy")
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 321)
let again = try NodePositionTable(contentsOf: "positions.npy")
discard <~ expect(graph.positions?.missingCount == 0 && again.positions == graph.positions)
#sourceLocation()
_ = graph
_ = again
}

func graphFiles6() throws {
#sourceLocation(file: "docs/graph-files.md", line: 365)
var reader = GraphReader()
#sourceLocation()
#sourceLocation(file: "docs/graph-files.md", line: 368)


let deadline = Date.now + 60
reader.control.progress = { step in print("\(Int(100 * step.fraction)) %") }
reader.control.isCancelled = { Date.now > deadline }
#sourceLocation()
_ = reader
_ = deadline
}

let graphFilesSnippets: [Snippet] = [
  Snippet("docs/graph-files.md", number: 1, graphFiles1),
  Snippet("docs/graph-files.md", number: 2, graphFiles2),
  Snippet("docs/graph-files.md", number: 3, graphFiles3),
  Snippet("docs/graph-files.md", number: 4, graphFiles4, notRun: "there are no such files"),
  Snippet("docs/graph-files.md", number: 5, graphFiles5),
  Snippet("docs/graph-files.md", number: 6, graphFiles6),
]
