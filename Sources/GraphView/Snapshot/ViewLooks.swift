import GraphRendering

/// The style of the nodes and links of a graph, by column, as the page receives it.
package struct ViewLooks: Sendable, Hashable {
  /// A style column, by its number in messages.
  enum Column: UInt8, CaseIterable, Sendable {
    case nodeColors = 0
    case nodeRadii, nodeShapes, nodeFlags, linkColors, linkWidths, linkFlags, nodeStrokes
  }

  /// The flags of a node.
  struct NodeFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let isPinned = NodeFlags(rawValue: 1)
    static let isHidden = NodeFlags(rawValue: 2)
    static let hasLabel = NodeFlags(rawValue: 4)
    /// A supernode, which can be opened.
    static let isSupernode = NodeFlags(rawValue: 8)
    /// A member of an open supernode.
    static let isMember = NodeFlags(rawValue: 16)
  }

  /// The colour of each node as red, green, blue and alpha, red in the lowest byte. 0 is the
  /// theme's colour.
  var nodeColors: [UInt32]
  /// The radii in pixels at the initial zoom.
  var nodeRadii: [Float]
  var nodeShapes: [UInt8]
  var nodeFlags: [UInt8]
  /// Outlines: red, green, blue, and the width in eighths of a layout unit, red in the lowest byte.
  /// 0 means none.
  var nodeStrokes: [UInt32]
  var linkColors: [UInt32]
  /// The widths in eighths of a pixel.
  var linkWidths: [UInt8]
  /// The flags of links, as `LinkLook.flags` encodes them.
  var linkFlags: [UInt8]

  /// Creates the default style: the theme's colours, discs of one size.
  init(nodeCount: Int, linkCount: Int, radius: Float = 4, isDirected: Bool = false) {
    nodeColors = Array(repeating: 0, count: nodeCount)
    nodeRadii = Array(repeating: radius, count: nodeCount)
    nodeShapes = Array(repeating: 0, count: nodeCount)
    nodeFlags = nodeShapes
    nodeStrokes = nodeColors
    linkColors = Array(repeating: 0, count: linkCount)
    linkWidths = Array(repeating: LinkLook.defaultWidth, count: linkCount)
    linkFlags = Array(repeating: LinkLook(hasArrow: isDirected).flags, count: linkCount)
  }

  // MARK: Differences

  /// A changed range of a column.
  struct Change: Hashable {
    var column: Column
    var range: Range<Int>
  }

  /// Returns the ranges that differ from an older style of the same graph: for each column from the
  /// first to the last difference. O(nodes + links).
  func changes(since old: ViewLooks) -> [Change] {
    func range<Value: Equatable>(_ values: KeyPath<ViewLooks, [Value]>) -> Range<Int>? {
      let (mine, others) = (self[keyPath: values], old[keyPath: values])
      guard let first = mine.indices.first(where: { mine[$0] != others[$0] }),
        let last = mine.indices.last(where: { mine[$0] != others[$0] })
      else { return nil }
      return first..<last + 1
    }
    return Column.allCases.compactMap { column in
      let found =
        switch column {
        case .nodeColors: range(\.nodeColors)
        case .nodeRadii: range(\.nodeRadii)
        case .nodeShapes: range(\.nodeShapes)
        case .nodeFlags: range(\.nodeFlags)
        case .linkColors: range(\.linkColors)
        case .linkWidths: range(\.linkWidths)
        case .linkFlags: range(\.linkFlags)
        case .nodeStrokes: range(\.nodeStrokes)
        }
      return found.map { Change(column: column, range: $0) }
    }
  }

  /// Sets the pinned nodes, which are drawn with rings.
  mutating func setPinned(_ nodes: some Sequence<Int>) {
    for node in nodeFlags.indices { nodeFlags[node] &= ~NodeFlags.isPinned.rawValue }
    for node in nodes where nodeFlags.indices.contains(node) {
      nodeFlags[node] |= NodeFlags.isPinned.rawValue
    }
  }

  /// Returns the style with nodes and links reordered, each given by its old index.
  func arranged(nodes: [Int], links: [Int]) -> ViewLooks {
    var new = self
    new.nodeColors = nodes.map { nodeColors[$0] }
    new.nodeRadii = nodes.map { nodeRadii[$0] }
    new.nodeShapes = nodes.map { nodeShapes[$0] }
    new.nodeFlags = nodes.map { nodeFlags[$0] }
    new.nodeStrokes = nodes.map { nodeStrokes[$0] }
    new.linkColors = links.map { linkColors[$0] }
    new.linkWidths = links.map { linkWidths[$0] }
    new.linkFlags = links.map { linkFlags[$0] }
    return new
  }
}

/// The style of one link.
struct LinkLook: Hashable, Sendable {
  static let defaultWidth: UInt8 = 8

  var hasArrow = false
  var isDashed = false
  /// The bend, from -3 to 3; 0 is straight.
  var bend = 0
  var isHidden = false

  /// The flags in messages: bit 0 arrow, 1 dashed, 2 to 4 the bend plus 3, 5 hidden.
  var flags: UInt8 {
    var flags = UInt8(min(max(bend, -3), 3) + 3) << 2
    if hasArrow { flags |= 1 }
    if isDashed { flags |= 2 }
    if isHidden { flags |= 32 }
    return flags
  }

  /// Encodes a width in pixels: in eighths, at most 31.
  static func width(_ pixels: Double) -> UInt8 {
    let eighths = (pixels * 8).rounded()
    return eighths >= 1 ? (eighths < 255 ? UInt8(eighths) : 255) : (pixels > 0 ? 1 : 0)
  }

  /// Returns bends that separate parallel links: 0 for the first of an odd number, then alternating
  /// between the sides. O(links).
  static func bends(sources: [Int32], targets: [Int32]) -> [Int] {
    var counts: [SIMD2<Int32>: Int] = [:]
    func ends(_ link: Int) -> SIMD2<Int32> {
      SIMD2(min(sources[link], targets[link]), max(sources[link], targets[link]))
    }
    for link in sources.indices where sources[link] != targets[link] {
      counts[ends(link), default: 0] += 1
    }
    guard counts.count < sources.count else { return Array(repeating: 0, count: sources.count) }
    var seen: [SIMD2<Int32>: Int] = [:]
    return sources.indices.map { link in
      guard let count = counts[ends(link)], count > 1 else { return 0 }
      let number = seen[ends(link), default: 0]
      seen[ends(link)] = number + 1
      // The bends are 0, 1, -1, 2, -2, ...; with an even number of links none is straight.
      let place = count % 2 == 1 ? number : number + 1
      let bend = (place + 1) / 2 * (place % 2 == 1 ? 1 : -1)
      // A bend is to the right of the link's direction, so it is negated for the opposite
      // direction.
      let mirrored = sources[link] > targets[link] ? -bend : bend
      return min(max(mirrored, -3), 3)
    }
  }
}

extension RGBColor {
  /// Returns the colour as a node outline with a width in layout units; 0 if it is invisible.
  func outline(_ width: Double) -> UInt32 {
    alpha == 0 ? 0 : word & 0xFF_FFFF | UInt32(LinkLook.width(width)) << 24
  }

  /// The colour with red in the lowest byte, as the page expects.
  var word: UInt32 {
    let low = UInt32(self.red) | UInt32(self.green) << 8
    return low | UInt32(self.blue) << 16 | UInt32(self.alpha) << 24
  }

  init(word: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word >> 16), alpha: UInt8(truncatingIfNeeded: word >> 24))
  }
}
