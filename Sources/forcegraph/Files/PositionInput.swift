import CommandLineSupport
import GraphIO
@_spi(Interfaces) import Graphs

enum Attributes {
  /// Returns the list of attributes, for messages.
  static func list(_ table: AttributeTable) -> String { StyleRequest.list(table) }
}

/// Reads positions from a file of positions, or from a graph file.
enum PositionInput {
  static func read(_ path: String, _ limits: LimitOptions) throws -> NodePositionTable {
    if NodePositionTable.Format(fileName: path) != nil {
      return try limits.naming { try NodePositionTable(contentsOf: path, limits: limits.reading) }
    }
    guard let table = NodePositionTable(of: try graph(path, limits)) else {
      throw Failure.badInput("\(path): the graph in it has no positions")
    }
    return table
  }

  /// Reads a graph file.
  static func graph(_ path: String, _ limits: LimitOptions) throws -> Graph {
    var reader = GraphReader()
    reader.limits = limits.reading
    reader.memoryShortage = limits.memory.memoryShortage
    return try limits.naming { try reader.read(path: path).graph }
  }

  /// Returns the positions of a file for the nodes of `graph`; NaN for nodes that the file lacks.
  static func read(
    _ path: String, for graph: Graph, _ limits: LimitOptions
  ) throws -> NodePositions {
    let table = try read(path, limits)
    var placed = graph
    if table.ids == nil, table.positions.count != graph.nodeCount {
      throw Failure.badInput(
        "\(path): has \(table.positions.count) positions and no ids; the graph has "
          + "\(graph.nodeCount) nodes, each of which needs one")
    }
    let count = try table.place(&placed)
    guard count > 0 || graph.nodeCount == 0, let positions = placed.positions else {
      let example = graph.nodeCount > 0 ? ", such as \"\(graph.nodeIDs[0])\"" : ""
      throw Failure.badInput(
        "\(path): has a position for none of the graph's \(graph.nodeCount) nodes\(example)")
    }
    return positions
  }
}
