import Foundation
import GraphModel

/// A graph with its measures by networkx, from scripts/record-graph-measures.
struct Fixture: Decodable, Sendable {
  struct Tree: Decodable, Sendable {
    var order: [Int32]
    var parents: [Int32]
  }
  struct Search: Decodable, Sendable {
    var source: Int
    var breadthFirst: Tree
    var depthFirst: Tree
    /// Nil where a node cannot be reached.
    var distances: [Double?]
  }
  struct Modularity: Decodable, Sendable {
    var louvain: Double
    var partition: [Int32]
    var louvainAtResolution2: Double
  }
  struct Measures: Decodable, Sendable {
    var degrees: [String: [Int]]
    var components: [Int32]
    var strongComponents: [Int32]?
    var topologicalOrder: [Int32]?
    var searches: [Search]
    var coreNumbers: [Int32]?
    var pageRank: [Double]
    var betweenness: [Double]
    var pathCounts: [Double]
    /// Nil without edges.
    var modularity: Modularity?
    var strengths: [Double]
    var density: Double
    var closeness: [Double]
    var eccentricities: [Double]
    /// These are nil where not all nodes reach each other.
    var diameter: Double?
    var radius: Double?
    var meanDistance: Double?
    /// These are nil where there are loops or parallel edges, and where networkx finds none.
    var clustering: [Double]?
    var transitivity: Double?
    var eigenvector: [Double]?
    var hubs: [Double]?
    var authorities: [Double]?
    var degreeAssortativity: Double?
    var numberAssortativity: Double?
    var groupAssortativity: Double?
  }
  var provenance: String
  var nodeCount: Int
  var isDirected: Bool
  var edges: [[Int]]
  var weights: [Double]?
  var measures: Measures

  func topology() throws -> GraphTopology {
    try GraphTopology(
      nodeCount: nodeCount, edges: edges.map { ($0[0], $0[1]) }, isDirected: isDirected)
  }

  private static let folder =
    Bundle.module.url(forResource: "Fixtures", withExtension: nil) ?? Bundle.module.bundleURL

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).map { $0.deletingPathExtension().lastPathComponent }.sorted()
  }()

  init(named name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).json")
    self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
  }
}

/// Returns the largest difference; infinity if the lengths differ.
func largestDifference(_ left: [Double], _ right: [Double]) -> Double {
  if left.count != right.count { return .infinity }
  // An infinite or undefined difference is the largest, unless both are the same.
  return zip(left, right).reduce(0) { worst, pair in
    if pair.0 == pair.1 { return worst }
    let difference = abs(pair.0 - pair.1)
    return difference <= worst ? worst : difference.isNaN ? .infinity : difference
  }
}
