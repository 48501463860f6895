// Escapes in Graphviz's labels (https://graphviz.org/docs/attr-types/escString/).

/// The error of a file whose short labels expand to very long ones.
struct LabelsTooLong: Error {}

extension Graph {
  /// Expands the escapes in labels: \n, \l and \r end a line (of records the latter two stay, as they
  /// say how the cells' lines are aligned), \\ is a backslash, \N is the id of
  /// the node, \G the name of the graph, \T and \H the ends of the edge and \E both. A label that
  /// equals the id is dropped, as Graphviz writes one for every node.
  ///
  /// - Parameter budget: the maximum number of bytes of expanded escapes.
  mutating func unescapeLabels(name: String, budget: Int) throws(LabelsTooLong) {
    var budget = budget
    let arrow = isDirected ? "->" : "--"
    let shapes = nodeAttributes["shape"]
    try Self.unescapeLabels(&nodeAttributes, &budget) { [nodeIDs] node, escape in
      switch escape {
      case "N": return nodeIDs[node]
      case "G": return name
      case "l", "r":
        guard case .string(let shape)? = shapes?[node], shape == "record" || shape == "Mrecord"
        else { return nil }
        return "\\" + String(escape)
      default: return nil
      }
    }
    try Self.unescapeLabels(&edgeAttributes, &budget) { [nodeIDs, sources, targets] edge, escape in
      let (tail, head) = (nodeIDs[Int(sources[edge])], nodeIDs[Int(targets[edge])])
      return switch escape {
      case "T": tail
      case "H": head
      case "E": tail + arrow + head
      case "G": name
      default: nil
      }
    }
  }

  private static func unescapeLabels(
    _ table: inout AttributeTable, _ budget: inout Int, _ meaning: (Int, Unicode.Scalar) -> String?
  ) throws(LabelsTooLong) {
    guard case .strings(var labels)? = table[StandardAttribute.label]?.values else { return }
    for row in labels.indices {
      guard let label = labels[row] else { continue }
      labels[row] = label == "\\N" ? nil : try label.unescapedAsLabel(&budget) { meaning(row, $0) }
    }
    let isEmpty = labels.allSatisfy { $0 == nil }
    table[StandardAttribute.label] =
      isEmpty ? nil : AttributeColumn(StandardAttribute.label, .strings(labels))
  }
}

extension String {
  fileprivate func unescapedAsLabel(
    _ budget: inout Int, _ meaning: (Unicode.Scalar) -> String?
  ) throws(LabelsTooLong) -> String {
    guard utf8.contains(.backslash) else { return self }
    // The text is built from bytes, as a string that grows by scalars may be copied each time.
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count)
    var isEscaped = false
    for scalar in unicodeScalars {
      if !isEscaped {
        if scalar == "\\" { isEscaped = true } else { result += scalar.utf8 }
        continue
      }
      isEscaped = false
      switch scalar {
      case "l", "r":
        if let text = meaning(scalar) { result += text.utf8 } else { result.append(.newline) }
      case "n": result.append(.newline)
      case "\\": result.append(.backslash)
      default:
        if let text = meaning(scalar) {
          budget -= text.utf8.count
          if budget < 0 { throw LabelsTooLong() }
          result += text.utf8
        } else {
          result.append(.backslash)
          result += scalar.utf8
        }
      }
    }
    if isEscaped { result.append(.backslash) }
    return String(decoding: result, as: UTF8.self)
  }
}
