/// The parts of a graph that a file lacks, as its format cannot represent them.
public struct WriteReport: Equatable, Sendable, CustomStringConvertible {
  /// A part that the file lacks, or has in another form.
  public enum Loss: Hashable, Sendable {
    /// The node attribute of this name.
    case nodeAttribute(String)
    /// The edge attribute of this name.
    case edgeAttribute(String)
    /// The graph attribute of this name.
    case graphAttribute(String)
    /// The type of a node attribute, whose values will be read as another type.
    case typeOfNodeAttribute(String, becomes: AttributeType)
    /// The type of an edge attribute, whose values will be read as another type.
    case typeOfEdgeAttribute(String, becomes: AttributeType)
    /// Characters that the format forbids, which were replaced by U+FFFD.
    case characters(in: String)
    /// The node positions.
    case positions
    /// The third coordinate; the file has two-dimensional positions.
    case thirdCoordinate
    /// The edge weights.
    case weights
    /// The directions of individual edges; all are undirected, or all directed.
    case directions
    /// The node ids, which are replaced by numbers.
    case nodeIDs
    /// Nodes without edges; the value is their number.
    case isolatedNodes(Int)
    /// The order of nodes, which will be that of their ids, or of the edges.
    case nodeOrder
    /// The order of edges, which will be that of their types, or of the nodes.
    case edgeOrder
    /// Self-loops; the value is their number.
    case selfLoops(Int)
    /// Parallel edges; the value is their number.
    case parallelEdges(Int)
    /// Cells that were prefixed with an apostrophe, so that spreadsheets do not take them for
    /// formulas; the value is their number.
    case formulas(Int)
    /// Subgraphs with their members and attributes.
    case groups
  }

  /// The distinct losses, in the order in which they were found.
  public private(set) var losses: [Loss] = []
  private var known: Set<ExactText> = []

  /// True if reading the file gives the same graph.
  public var isLossless: Bool { losses.isEmpty }

  mutating func lose(_ loss: Loss) {
    if known.insert(ExactText(loss.description)).inserted { losses.append(loss) }
  }

  /// A line per loss.
  public var description: String { losses.map(\.description).joined(separator: "\n") }
}

extension WriteReport.Loss: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nodeAttribute(let name): "the attribute \"\(name)\" of nodes is left out"
    case .edgeAttribute(let name): "the attribute \"\(name)\" of edges is left out"
    case .graphAttribute(let name): "the attribute \"\(name)\" of the graph is left out"
    case .typeOfNodeAttribute(let name, let type):
      "the attribute \"\(name)\" of nodes will be read as type \(type)"
    case .typeOfEdgeAttribute(let name, let type):
      "the attribute \"\(name)\" of edges will be read as type \(type)"
    case .characters(let name):
      "characters in \(name) are replaced, as the format does not allow them"
    case .groups: "subgraphs are left out"
    case .positions: "positions are left out"
    case .thirdCoordinate: "z is left out"
    case .weights: "weights are left out"
    case .directions: "which edges have a direction is left out"
    case .nodeIDs: "nodes have numbers instead of their ids"
    case .isolatedNodes(let count): "nodes without edges are left out: \(count)"
    case .nodeOrder: "nodes will be read in another order"
    case .edgeOrder: "edges will be read in another order"
    case .selfLoops(let count): "edges from a node to itself are left out: \(count)"
    case .parallelEdges(let count):
      "edges between nodes that have one already are left out: \(count)"
    case .formulas(let count): "cells that begin like formulas have an apostrophe: \(count)"
    }
  }
}
