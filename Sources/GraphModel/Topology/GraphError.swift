/// An error of an invalid graph or argument.
public struct GraphError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error with its location and the allowed values.
  public let description: String

  package init(_ description: String) { self.description = description }
}

extension GraphError {
  static func missingNode(
    edge: Int, _ source: Int, _ target: Int, nodeCount: Int
  ) -> GraphError {
    GraphError(
      "edge \(edge) goes from \(source) to \(target), but there are \(nodeCount) nodes"
        + (nodeCount == 0 ? "" : ", 0 to \(nodeCount - 1)"))
  }

  static func tooManyEdges(_ count: Int) -> GraphError {
    GraphError("\(count) edges are too many; \(Int32.max) are allowed")
  }
}
