/// The ends of the links of a graph: source and target alternate.
struct LinkEnds: Sendable, Hashable {
  var ends: [UInt32]
  var count: Int { ends.count / 2 }
}

// Messages of kind 1, 3 and 4: the graph, its style and its labels.

extension ViewLooks {
  /// Returns the message of the graph with its style. O(nodes + links).
  ///
  /// - Parameter previous: the index of each node in the previous epoch, `UInt32.max` for a new
  ///   node; nil if there is no previous epoch.
  func graphMessage(_ links: LinkEnds, previous: [UInt32]?, epoch: UInt32) -> [UInt8] {
    var writer = MessageWriter(capacity: 32 + 18 * nodeColors.count + 16 * links.count)
    let hasStrokes = nodeStrokes.contains { $0 != 0 }
    MessageHeader(
      kind: .graph, flags: (previous == nil ? 1 : 0) | (hasStrokes ? 2 : 0), epoch: epoch,
      count: nodeColors.count
    ).write(to: &writer)
    writer.append(UInt32(clamping: links.count))
    if let previous { writer.append(all: previous) }
    writer.append(all: links.ends)
    writer.append(all: nodeColors)
    writer.append(all: nodeRadii)
    writer.append(all: nodeShapes)
    writer.append(all: nodeFlags)
    writer.append(all: linkColors)
    writer.append(all: linkWidths)
    writer.append(all: linkFlags)
    if hasStrokes { writer.append(all: nodeStrokes) }
    return writer.bytes
  }

  /// Returns the message of a changed range of a column.
  func message(_ change: Change, epoch: UInt32) -> [UInt8] {
    var writer = MessageWriter(capacity: 24 + 4 * change.range.count)
    MessageHeader(
      kind: .looks, flags: change.column.rawValue, epoch: epoch, count: change.range.count
    ).write(to: &writer)
    writer.append(UInt32(clamping: change.range.lowerBound))
    let range = change.range
    switch change.column {
    case .nodeColors: writer.append(all: Array(nodeColors[range]))
    case .nodeRadii: writer.append(all: Array(nodeRadii[range]))
    case .nodeShapes: writer.append(all: Array(nodeShapes[range]))
    case .nodeFlags: writer.append(all: Array(nodeFlags[range]))
    case .linkColors: writer.append(all: Array(linkColors[range]))
    case .linkWidths: writer.append(all: Array(linkWidths[range]))
    case .linkFlags: writer.append(all: Array(linkFlags[range]))
    case .nodeStrokes: writer.append(all: Array(nodeStrokes[range]))
    }
    return writer.bytes
  }
}

/// The labels or ids of some nodes.
struct LabelsMessage {
  var nodes: [Int]
  var labels: [String]
  /// True for ids, which the page uses to find nodes and as names of nodes without a label.
  var areIDs = false

  /// The maximum length of a text: more than anyone reads, but short enough for thousands of them.
  static let longest = 500

  func bytes(epoch: UInt32) -> [UInt8] {
    var writer = MessageWriter()
    MessageHeader(kind: .labels, flags: areIDs ? 1 : 0, epoch: epoch, count: nodes.count)
      .write(to: &writer)
    writer.append(all: nodes.map { UInt32(clamping: $0) })
    writer.append(texts: labels.map { String($0.prefix(Self.longest)) })
    return writer.bytes
  }
}
