import Foundation
import GraphModel

// Times the measures of GraphModel; scripts/bench-measures prints what came of it:
//
//     graph-measures SHAPE NODES EDGES ROUNDS [PART]
//
// SHAPE is random, hubs or planted (see Shapes.swift). With PART, measures whose names have it.
// Prints a line of JSON for each measure, with the seconds and the processor seconds of each round
// and what was found.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 || arguments.count == 5, let shape = Shape(rawValue: arguments[0]),
  let nodeCount = Int(arguments[1]), let edgeCount = Int(arguments[2]),
  let rounds = Int(arguments[3]), nodeCount > 1, edgeCount > 0, rounds > 0
else {
  FileHandle.standardError.write(
    Data("graph-measures: SHAPE (random, hubs or planted) NODES EDGES ROUNDS [PART]\n".utf8))
  exit(64)
}

let graph = try shape.graph(nodeCount: nodeCount, edgeCount: edgeCount, isDirected: false)
var directed = graph
directed.isDirected = true
let weights = (0..<edgeCount).map { Double(1 + $0 % 7) }

/// - Parameter body: returns what was found, in words.
func time(_ name: String, rounds: Int = rounds, _ body: () throws -> String) rethrows {
  if arguments.count == 5, !arguments[4].isEmpty, !name.contains(arguments[4]) { return }
  var seconds: [String] = []
  var processorSeconds: [String] = []
  var found = ""
  for _ in 0..<rounds {
    let start = ContinuousClock.now
    let processorStart = clock()
    found = try body()
    processorSeconds.append("\(Double(clock() - processorStart) / Double(CLOCKS_PER_SEC))")
    let elapsed = (ContinuousClock.now - start).components
    seconds.append("\(Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)")
  }
  print(
    #"{"measure":"\#(name)","found":"\#(found)","seconds":[\#(seconds.joined(separator: ","))],"#
      + #""processor":[\#(processorSeconds.joined(separator: ","))]}"#)
}

time("adjacency") { "\(graph.adjacency().neighbors.count) entries" }
time("degrees") { "most \(graph.degrees().max() ?? 0)" }
time("parallel edges") { "\(graph.parallelEdgeCount)" }
time("connected components") { "\(graph.connectedComponents().count)" }
try time("strongly connected components") {
  "\(try directed.stronglyConnectedComponents().count)"
}
let acyclic = try shape.graph(nodeCount: nodeCount, edgeCount: edgeCount, isDirected: true)
try time("topological order") {
  guard let order = try acyclic.topologicalOrder() else { return "a cycle" }
  return "\(order.count) nodes"
}
try time("breadth-first search") {
  "\(try graph.breadthFirstSearch(from: 0).order.count) nodes"
}
try time("depth-first search") { "\(try graph.depthFirstSearch(from: 0).order.count) nodes" }
try time("shortest paths, weighted") {
  let paths = try graph.shortestPaths(from: 0, weights: weights)
  return "farthest \(paths.distances.filter { $0 < .infinity }.max() ?? 0)"
}
try time("core numbers") { "highest \(try graph.coreNumbers().max() ?? 0)" }
for (name, measured) in [("undirected", graph), ("directed", directed)] {
  try time("PageRank, \(name), changes below 1e-6 of each score") {
    let rank = try measured.pageRank(tolerance: 1e-6)
    return "\(rank.iterations) iterations, converged \(rank.isConverged)"
  }
}
try time("communities") {
  "\(try graph.communities().count)"
}
try time("communities, weighted") {
  "\(try graph.communities(weights: weights).count)"
}
try time("betweenness, 8 pivots", rounds: 1) {
  return "highest \(try graph.betweenness(exactNodeLimit: 0, pivotCount: 8).scores.max() ?? 0)"
}
let small = try shape.graph(nodeCount: 4_000, edgeCount: 20_000, isDirected: false)
try time("betweenness, exact, 4,000 nodes and 20,000 edges", rounds: 1) {
  "highest \(try small.betweenness().scores.max() ?? 0)"
}
