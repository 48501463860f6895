import CommandLineSupport
import FileWriting
import Graphs

/// The measures of a whole graph, as `forcegraph info --measures` prints them.
struct StructureFacts {
  let density: Double
  /// The number of strongly connected components, and the nodes of the largest; nil of an undirected graph.
  let strong: (count: Int, largest: Int)?
  let clustering: (mean: Double, transitivity: Double, triangleCount: Int)
  /// By degree; nil where all degrees are the same.
  let assortativity: Double?
  let communities: NodePartition
  let modularity: Double
  let distances: (mean: Double, diameter: Double, radius: Double, isConnected: Bool)
  let isDirected: Bool

  /// O(nodes * (nodes + edges)), for the distances.
  init(_ graph: Graph, control: RunControl = RunControl()) throws {
    let topology = graph.topology
    isDirected = graph.isDirected
    density = topology.density
    assortativity = topology.degreeAssortativity
    let components = try isDirected ? topology.stronglyConnectedComponents(control: control) : nil
    strong = components.map { ($0.count, $0.sizes.max() ?? 0) }
    let triangles = try topology.clustering(control: control.step(0...0.1))
    clustering = (triangles.mean, triangles.transitivity, triangles.triangleCount)
    // As of the measure: weights that mean nothing count as 1.
    let weights = graph.weights?.map { $0 >= 0 && $0.isFinite ? $0 : 1 }
    communities = try topology.communities(weights: weights, control: control.step(0.1...0.3))
    modularity = try topology.modularity(of: communities.classOfNode, weights: weights)
    let found = try topology.eccentricities(control: control.step(0.3...1))
    distances = (found.meanDistance, found.diameter, found.radius, found.isConnected)
  }

  /// Rows of the table of `info`.
  var rows: [[String]] {
    var rows = [["density", Self.text(density)]]
    if let strong {
      rows.append([
        "strong components", "\(strong.count), the largest has \(counted(strong.largest, "node"))",
      ])
    }
    rows.append([
      "clustering",
      "\(Self.text(clustering.mean)) on average, transitivity \(Self.text(clustering.transitivity)), "
        + counted(clustering.triangleCount, "triangle"),
    ])
    rows.append([
      "assortativity",
      assortativity.map { "\(Self.text($0)), by degree" } ?? "none: all degrees are equal",
    ])
    rows.append([
      "communities", "\(communities.count), modularity \(Self.text(modularity))",
    ])
    rows.append([
      "distances",
      "\(Self.text(distances.mean)) on average, \(Int(distances.diameter)) at most"
        + (distances.isConnected ? "" : ", between nodes that paths join"),
    ])
    return rows
  }

  var json: JSONValue {
    .object([
      "density": .number(density), "strong_components": .optional(strong?.count),
      "largest_strong_component": .optional(strong?.largest),
      "clustering": .number(clustering.mean), "transitivity": .number(clustering.transitivity),
      "triangles": .integer(clustering.triangleCount),
      "degree_assortativity": .optional(assortativity), "communities": .integer(communities.count),
      "modularity": .number(modularity), "diameter": .integer(Int(distances.diameter)),
      "radius": .integer(Int(distances.radius)), "mean_distance": .number(distances.mean),
    ])
  }

  private static func text(_ number: Double) -> String { Table.text(number, format: "%.4g") }
}
