/// The parts of a graph that a file does not have, because its format cannot hold them.
public struct WriteReport: Equatable, Sendable, CustomStringConvertible {
  /// What the file does not have, or has in another form.
  public enum Loss: Hashable, Sendable {
    /// The attribute of nodes of this name.
    case nodeAttribute(String)
    /// The attribute of edges of this name.
    case edgeAttribute(String)
    /// The attribute of the graph of this name.
    case graphAttribute(String)
    /// Values are there, but read back as another type.
    case typeOfNodeAttribute(String, becomes: AttributeType)
    /// The same, of edges.
    case typeOfEdgeAttribute(String, becomes: AttributeType)
    /// Characters that the format does not allow were replaced by U+FFFD.
    case characters(in: String)
    /// Where the nodes are.
    case positions
    /// The file has places in the plane.
    case thirdCoordinate
    /// The weights of edges.
    case weights
    /// All edges are without direction, or all with one.
    case directions
    /// Nodes have numbers instead.
    case nodeIDs
    /// So many nodes without edges are not in the file.
    case isolatedNodes(Int)
    /// Nodes are read in the order of their ids, or of the edges.
    case nodeOrder
    /// Edges are read in the order of their kinds, or of the nodes.
    case edgeOrder
    /// So many edges from a node to itself.
    case selfLoops(Int)
    /// So many edges between nodes that have one already.
    case parallelEdges(Int)
    /// Cells of a table have an apostrophe before them, so that no spreadsheet takes them for formulas.
    case formulas(Int)
    /// Which nodes are in a subgraph, and what the file says of it.
    case groups
  }

  /// Each once, in the order in which they were found.
  public private(set) var losses: [Loss] = []
  private var known: Set<ExactText> = []

  /// True when reading the file gives the same graph.
  public var isLossless: Bool { losses.isEmpty }

  mutating func lose(_ loss: Loss) {
    if known.insert(ExactText(loss.description)).inserted { losses.append(loss) }
  }

  /// A line for each loss.
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
