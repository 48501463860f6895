import CommandLineSupport
import GraphIO
import GraphLayout
@_spi(Interfaces) import Graphs

/// The output of `forcegraph info`.
struct GraphFacts {
  struct Attribute {
    var name: String
    var type: AttributeType
    /// The number of nodes or edges with a value.
    var valueCount: Int
    var differentCount: Int
  }

  let format: GraphFormat
  let notes: [String]
  let nodeCount: Int
  let edgeCount: Int
  let isDirected: Bool
  let componentCount: Int
  let largestComponent: Int
  let isolatedCount: Int
  let selfLoopCount: Int
  let parallelCount: Int
  /// The minimum, mean and maximum number of neighbours; nil without nodes.
  let degrees: (least: Int, mean: Double, greatest: Int)?
  /// The minimum and maximum weight that is a number; nil without weights.
  let weights: (least: Double, greatest: Double)?
  /// The number of weights that no layout can use: zero, negative, infinite or NaN.
  let unusableWeights: Int
  let dimensions: Int?
  let missingPositions: Int
  let nodeAttributes: [Attribute]
  let edgeAttributes: [Attribute]
  /// The id of the layout that `auto` would choose.
  let automaticLayout: String
  /// True if `layout` draws the positions of the file by default.
  let isDrawing: Bool

  /// Nil when nobody asked for them.
  var structure: StructureFacts?

  init(_ read: ReadResult) throws {
    let graph = read.graph
    let layoutGraph = try LayoutGraph(graph)
    format = read.format
    notes = read.notes
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
    isDirected = graph.isDirected
    let components = graph.topology.connectedComponents()
    componentCount = components.count
    largestComponent = components.sizes.max() ?? 0
    isolatedCount = graph.topology.isolatedNodeCount
    selfLoopCount = graph.topology.selfLoopCount
    parallelCount = graph.topology.parallelEdgeCount
    let counts = (0..<graph.nodeCount).map { layoutGraph.degree(of: $0) }
    if let least = counts.min(), let greatest = counts.max() {
      degrees = (least, Double(counts.reduce(0, +)) / Double(counts.count), greatest)
    } else {
      degrees = nil
    }
    let numbers = graph.weights?.filter { !$0.isNaN }
    if let least = numbers?.min(), let greatest = numbers?.max() {
      weights = (least, greatest)
    } else {
      weights = nil
    }
    unusableWeights = graph.weights?.count { !($0 >= 1e-12 && $0 <= 1e12) } ?? 0
    dimensions = graph.positions?.dimensions
    missingPositions = graph.positions?.missingCount ?? 0
    nodeAttributes = graph.nodeAttributes.columns.map(Self.attribute)
    edgeAttributes = graph.edgeAttributes.columns.map(Self.attribute)
    automaticLayout = AutomaticLayout().choice(for: layoutGraph).id
    isDrawing = graph.positions?.isDrawing == true
  }

  private static func attribute(_ column: AttributeColumn) -> Attribute {
    func counts<Value: Hashable>(_ values: [Value?]) -> (Int, Int) {
      let present = values.compactMap { $0 }
      return (present.count, Set(present.map { ExactKey($0) }).count)
    }
    let (valueCount, differentCount) =
      switch column.values {
      case .strings(let values): counts(values)
      case .integers(let values): counts(values)
      case .doubles(let values): counts(values)
      case .booleans(let values): counts(values)
      }
    return Attribute(
      name: column.name, type: column.type, valueCount: valueCount, differentCount: differentCount)
  }

  func text(_ style: Style) -> String {
    var rows = [
      ["format", format.title], ["nodes", "\(nodeCount)"],
      ["edges", "\(edgeCount), \(isDirected ? "directed" : "undirected")"],
    ]
    let odd = [(selfLoopCount, "from a node to itself"), (parallelCount, "parallel to another")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !odd.isEmpty { rows.append(["", odd.joined(separator: ", ")]) }
    rows.append([
      "components",
      "\(componentCount)"
        + (componentCount > 1 ? ", the largest has \(largestComponent) nodes" : ""),
    ])
    if isolatedCount > 0 { rows.append(["isolated nodes", "\(isolatedCount)"]) }
    if let degrees {
      rows.append([
        "neighbours",
        "\(degrees.least) to \(degrees.greatest), \(Table.threeDigits(degrees.mean)) on average",
      ])
    }
    rows += structure?.rows ?? []
    rows.append(["weights", weightText])
    rows.append(["positions", positionText])
    rows.append([
      "layout",
      (isDrawing ? "positions are kept; --layout " : "") + "auto would choose \(automaticLayout)",
    ])
    var text = Table.aligned(rows, leftColumns: 2)
    for (title, attributes) in [("nodes", nodeAttributes), ("edges", edgeAttributes)]
    where !attributes.isEmpty {
      text += "\n\n" + style.faint("attributes of \(title)") + "\n"
      text += Table.aligned(
        attributes.map {
          [
            "  " + $0.name, $0.type.rawValue, "\($0.differentCount) different",
            "\($0.valueCount) \(title)",
          ]
        }, leftColumns: 2)
    }
    for note in notes { text += "\n\nNote: \(note.visible)" }
    return text
  }

  private var weightText: String {
    guard let weights else { return "none" }
    let unusable =
      unusableWeights > 0
      ? "; \(unusableWeights) not usable for layouts (zero, negative, no number)" : ""
    return "\(weights.least) to \(weights.greatest)" + unusable
  }

  private var positionText: String {
    guard let dimensions else { return "none" }
    return (dimensions == 2 ? "in the plane" : "in space")
      + (missingPositions > 0 ? "; \(missingPositions) nodes have none" : "")
  }

  var json: JSONValue {
    func list(_ attributes: [Attribute]) -> JSONValue {
      .array(
        attributes.map {
          .object([
            "name": .string($0.name), "type": .string($0.type.rawValue),
            "values": .integer($0.valueCount), "different": .integer($0.differentCount),
          ])
        })
    }
    return .object([
      "format": .string(format.id), "nodes": .integer(nodeCount),
      "edges": .integer(edgeCount),
      "directed": .boolean(isDirected), "components": .integer(componentCount),
      "largest_component": .integer(largestComponent), "isolated_nodes": .integer(isolatedCount),
      "self_loops": .integer(selfLoopCount), "parallel_edges": .integer(parallelCount),
      "degree_min": .optional(degrees?.least), "degree_mean": .optional(degrees?.mean),
      "degree_max": .optional(degrees?.greatest), "weight_min": .optional(weights?.least),
      "weight_max": .optional(weights?.greatest), "unusable_weights": .integer(unusableWeights),
      "position_dimensions": .optional(dimensions),
      "nodes_without_position": .integer(missingPositions),
      "node_attributes": list(nodeAttributes), "edge_attributes": list(edgeAttributes),
      "auto_layout": .string(automaticLayout), "measures": structure?.json ?? .null,
      "notes": .array(notes.map(JSONValue.string)),
    ])
  }
}
