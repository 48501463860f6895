extension Graph {
  /// The display names of nodes: the attribute `label`, else `name`, else the id; an empty text for
  /// a node without a name.
  ///
  /// Attribute names are case-insensitive. A label that is present and empty means that the node
  /// has no name, as in Graphviz. Integer ids are names in graphs of up to 100 nodes; in larger
  /// ones they are not informative. Empty if no node has a name. O(nodes).
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
  /// Returns the columns of these names, in this order; for each name the exact match comes before
  /// those with different case.
  package func columns(called names: [String]) -> [AttributeColumn] {
    names.flatMap { name in
      let others = columns.filter {
        !$0.name.hasSameBytes(as: name) && $0.name.lowercased().hasSameBytes(as: name)
      }
      return (self[name].map { [$0] } ?? []) + others
    }
  }
}
