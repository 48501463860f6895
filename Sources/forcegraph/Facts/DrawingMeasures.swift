import CommandLineSupport
import GraphIO
import GraphLayout

/// The output of `forcegraph metrics`.
struct DrawingMeasures {
  typealias Crossings = (perEdge: Double, sampledEdges: Int, isExact: Bool)

  let nodeCount: Int
  let edgeCount: Int
  let dimensions: Int
  let stress: Double
  let neighborhoodPreservation: Double
  /// The neighbourhood preservation by number of hops; nil if most nodes reach most others.
  let widerPreservation: [(hops: Int, value: Double?)]
  let edgeLengthVariation: Double
  /// The crossings; only in two dimensions.
  let crossings: Crossings?
  let overlaps: Double
  let radius: Double
  let extent: [Double]
  /// The change since an older drawing; nil if none was named.
  let change: LayoutMetrics.Change?

  private var area: Double { extent.reduce(1, *) }

  /// - Parameter old: the positions in an older drawing; NaN for nodes that it lacks.
  init(
    _ graph: Graph, radius: Double?, seed: UInt64, name: String, from old: NodePositions? = nil
  ) throws {
    guard let positions = graph.positions else {
      throw Failure.badInput(
        "\(name): the graph has no positions; lay it out, or name a file that has them")
    }
    guard positions.missingCount == 0 else {
      throw Failure.badInput(
        "\(name): \(positions.missingCount) of \(graph.nodeCount) nodes have no position")
    }
    let layoutGraph = try LayoutGraph(graph)
    switch positions {
    case .plane(let places):
      try self.init(
        layoutGraph, places, radius, seed, old: old?.inPlane,
        crossings: LayoutMetrics.crossings(layoutGraph, places, seed: seed))
    case .space(let places):
      try self.init(layoutGraph, places, radius, seed, old: old?.inSpace, crossings: nil)
    }
  }

  private init<Vector: LayoutVector>(
    _ graph: LayoutGraph, _ places: [Vector], _ radius: Double?, _ seed: UInt64, old: [Vector]?,
    crossings: Crossings?
  ) throws {
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
    dimensions = Vector.scalarCount
    stress = try LayoutMetrics.stress(graph, places, seed: seed)
    neighborhoodPreservation = try LayoutMetrics.neighborhoodPreservation(graph, places)
    widerPreservation = try [4, 8].map { hops in
      (
        hops,
        try LayoutMetrics.neighborhoodPreservation(graph, places, hops: hops, seed: seed)
      )
    }
    edgeLengthVariation = try LayoutMetrics.edgeLengthVariation(graph, places)
    self.crossings = crossings
    self.radius = radius ?? 0.1 * (LayoutMetrics.meanEdgeLength(graph, places) ?? 0)
    overlaps = try LayoutMetrics.overlaps(places, radius: self.radius)
    let extent = LayoutMetrics.extent(places)
    self.extent = (0..<Vector.scalarCount).map { extent[$0] }
    change = try old.map { try LayoutMetrics.Change(of: places, from: $0, in: graph) }
  }

  /// True if stress includes all pairs.
  private var isStressExact: Bool { nodeCount <= LayoutMetrics.exactStressNodeLimit }

  var text: String {
    func sides() -> String { extent.map(Table.threeDigits).joined(separator: " x ") }
    var rows = [
      ["nodes", "\(nodeCount)", ""],
      ["edges", "\(edgeCount)", ""],
      ["stress", Self.short(stress), isStressExact ? "" : "from 100 nodes"],
      ["neighbourhoods", Self.short(neighborhoodPreservation), ""],
    ]
    for (hops, value) in widerPreservation {
      rows.append([
        "  over \(hops) hops", value.map(Self.short) ?? "-",
        value == nil ? "most nodes reach most others" : isStressExact ? "" : "from 300 nodes",
      ])
    }
    rows += [
      ["edge lengths", Self.short(edgeLengthVariation), ""]
    ]
    if let crossings {
      rows.append([
        "crossings", Self.short(crossings.perEdge),
        "per edge" + (crossings.isExact ? "" : ", of \(crossings.sampledEdges) edges"),
      ])
    }
    rows.append([
      "overlaps", Self.short(overlaps), "per node, discs of radius \(Table.threeDigits(radius))",
    ])
    rows.append([dimensions == 2 ? "area" : "volume", Table.threeDigits(area), sides()])
    if let change {
      rows += [
        [
          "displacement", Self.short(change.displacement),
          "of the \(change.commonCount) nodes that both have, over their radius",
        ],
        ["  median move", Self.short(change.medianMove), "edge lengths"],
        ["  greatest move", Self.short(change.greatestMove), "edge lengths"],
      ]
    }
    let width = rows.map { $0[1].count }.max() ?? 0
    return Table.aligned(
      rows.map { row in
        [row[0], String(repeating: " ", count: width - row[1].count) + row[1], row[2]]
      }, leftColumns: 3)
  }

  private static func short(_ value: Double) -> String {
    // Four digits are shown, as drawings differ in the third.
    let rounded = (value * 10_000).rounded() / 10_000
    return value < 1000 ? "\(rounded)" : Table.threeDigits(value)
  }

  var json: JSONValue {
    .object([
      "nodes": .integer(nodeCount), "edges": .integer(edgeCount),
      "dimensions": .integer(dimensions), "stress": .number(stress),
      "stress_is_exact": .boolean(isStressExact),
      "neighborhood_preservation": .number(neighborhoodPreservation),
      "neighborhood_preservation_4_hops": .optional(widerPreservation[0].value),
      "neighborhood_preservation_8_hops": .optional(widerPreservation[1].value),
      "edge_length_variation": .number(edgeLengthVariation),
      "crossings_per_edge": .optional(crossings?.perEdge),
      "crossings_sampled_edges": .optional(
        crossings.flatMap { $0.isExact ? nil : $0.sampledEdges }),
      "overlaps_per_node": .number(overlaps), "overlap_radius": .number(radius),
      "extent": .array(extent.map(JSONValue.number)),
      dimensions == 2 ? "area" : "volume": .number(area),
      "common_nodes": .optional(change?.commonCount),
      "displacement": .optional(change?.displacement),
      "median_move": .optional(change?.medianMove),
      "greatest_move": .optional(change?.greatestMove),
    ])
  }
}
