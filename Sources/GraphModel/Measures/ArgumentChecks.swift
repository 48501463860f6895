extension GraphTopology {
  /// - Parameter role: the name of the parameter in the message.
  func check(node: Int, _ role: String) throws(GraphError) {
    guard node >= 0, node < nodeCount else {
      throw GraphError(
        "the \(role) is node \(node), but there are \(nodeCount) nodes"
          + (nodeCount == 0 ? "" : ", 0 to \(nodeCount - 1)"))
    }
  }

  /// - Parameters:
  ///   - measure: the measure that needs the weights, in the plural.
  ///   - condition: a description of `isAllowed`.
  ///   - isAllowed: returns true for a valid weight.
  func check(
    weights: [Double]?, for measure: String, _ condition: String, _ isAllowed: (Double) -> Bool
  ) throws(GraphError) {
    guard let weights else { return }
    guard weights.count == edgeCount else {
      throw GraphError("there are \(weights.count) weights for \(edgeCount) edges; each has one")
    }
    for edge in 0..<edgeCount where !isAllowed(weights[edge]) {
      throw GraphError(
        "edge \(edge) has the weight \(weights[edge]), but \(measure) need weights \(condition)")
    }
  }
}
