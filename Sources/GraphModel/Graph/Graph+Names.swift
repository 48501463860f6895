extension Graph {
  /// What people call the nodes: for each its attribute `label`, else `name`, else its id. An empty
  /// text is the name of a node that has none.
  ///
  /// Capitals of the attributes make no difference. A label that is there and empty says that the
  /// node has no name, as in Graphviz. Ids that are integers are names in graphs of up to 100 nodes;
  /// in larger ones they say nothing. Empty when no node has a name. O(nodes).
  public var nodeNames: [String] {
    let columns = nodeAttributes.columns(called: [StandardAttribute.label, "name"])
    let usesIDs = !nodeIDs.areIntegers || nodeCount <= 100
    if columns.isEmpty, !usesIDs { return [] }
    return (0..<nodeCount).map { node in
      for column in columns {
        if let value = column[node] { return value.description }
      }
      return usesIDs ? nodeIDs[node] : ""
    }
  }
}

extension AttributeTable {
  /// The columns of these names, in this order; of each name first the one with the same capitals.
  package func columns(called names: [String]) -> [AttributeColumn] {
    names.flatMap { name in
      let others = columns.filter {
        !$0.name.hasSameBytes(as: name) && $0.name.lowercased().hasSameBytes(as: name)
      }
      return (self[name].map { [$0] } ?? []) + others
    }
  }
}
