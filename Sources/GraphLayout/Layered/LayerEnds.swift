/// The positions at which the segments of a layer's nodes end on the two adjacent layers.
///
/// All that reduces crossings asks for two nodes at a time. Most nodes are dummies with one segment up and one
/// down, whose ends are compared at once. Of other nodes each end is compared with each of the other, without
/// branches; only long rows are sorted, and counted in one pass.
struct LayerEnds: ~Copyable {
  /// The number of ends from which a row is sorted.
  private static let long = 9

  private struct Node {
    /// The ends of a node with one segment up and one down.
    var above: Int32 = 0
    var below: Int32 = 0
    var isThin = false
    /// The rows in `ends`: those above begin at `begin`, those below at `middle`.
    var begin: Int32
    var middle: Int32
    var end: Int32
  }

  /// The nodes by their places at the last call of `set`.
  private let nodes: UnsafeMutablePointer<Node>
  private let ends: UnsafeMutablePointer<Int32>

  /// - Parameters:
  ///   - width: the greatest number of nodes on a layer.
  ///   - segmentCount: the number of segments between all layers.
  init(width: Int, segmentCount: Int) {
    nodes = .allocate(capacity: max(width, 1))
    // A layer has segments up and down.
    ends = .allocate(capacity: max(segmentCount, 1))
  }

  deinit {
    nodes.deallocate()
    ends.deallocate()
  }

  /// Takes the ends of a layer, in the place of those that were set before. O(segments of the layer).
  func set(_ rows: borrowing LayerRows, _ layer: Int) {
    let row = rows.row(layer)
    var count = 0
    for place in row.indices {
      let (node, begin) = (Int(row[place]), Int32(truncatingIfNeeded: count))
      if let (above, below) = rows.thinKeys(node) {
        ends[count] = above
        ends[count + 1] = below
        count += 2
        nodes[place] = Node(
          above: above, below: below, isThin: true, begin: begin, middle: begin &+ 1,
          end: begin &+ 2)
      } else {
        gather(rows, rows.above, node, &count)
        let middle = Int32(truncatingIfNeeded: count)
        gather(rows, rows.below, node, &count)
        nodes[place] = Node(begin: begin, middle: middle, end: Int32(truncatingIfNeeded: count))
      }
    }
  }

  @inline(__always)
  private func gather(
    _ rows: borrowing LayerRows, _ links: borrowing LayerRows.Links, _ node: Int, _ count: inout Int
  ) {
    let begin = count
    for slot in links.range(node) {
      ends[count] = rows.key(links, slot)
      count += 1
    }
    guard count - begin >= Self.long else { return }
    var row = UnsafeMutableBufferPointer(start: ends + begin, count: count - begin)
    row.sort()
  }

  /// Returns the numbers of crossings between the segments of two nodes, given by their places at the last call
  /// of `set`, if `left` is to the left of `right`, and if they are exchanged.
  @inline(__always)
  func crossings(_ left: Int, _ right: Int) -> (before: Int, after: Int) {
    let (a, b) = (nodes[left], nodes[right])
    if a.isThin && b.isThin {
      return (
        (a.above > b.above ? 1 : 0) &+ (a.below > b.below ? 1 : 0),
        (a.above < b.above ? 1 : 0) &+ (a.below < b.below ? 1 : 0)
      )
    }
    let up = crossings((Int(a.begin), Int(a.middle)), (Int(b.begin), Int(b.middle)))
    let down = crossings((Int(a.middle), Int(a.end)), (Int(b.middle), Int(b.end)))
    return (up.before &+ down.before, up.after &+ down.after)
  }

  private typealias Row = (begin: Int, end: Int)

  @inline(__always)
  private func crossings(_ lefts: Row, _ rights: Row) -> (before: Int, after: Int) {
    if lefts.end &- lefts.begin >= Self.long, rights.end &- rights.begin >= Self.long {
      return crossingsOfSorted(lefts, rights)
    }
    var (before, after, slot) = (0, 0, lefts.begin)
    while slot < lefts.end {
      let end = ends[slot]
      var other = rights.begin
      while other < rights.end {
        before &+= end > ends[other] ? 1 : 0
        after &+= end < ends[other] ? 1 : 0
        other &+= 1
      }
      slot &+= 1
    }
    return (before, after)
  }

  private func crossingsOfSorted(_ lefts: Row, _ rights: Row) -> (before: Int, after: Int) {
    var (before, after) = (0, 0)
    // The first of `rights` that is not less than the end of `left`, and that is greater.
    var (lower, upper) = (rights.begin, rights.begin)
    for slot in lefts.begin..<lefts.end {
      let end = ends[slot]
      while lower < rights.end, ends[lower] < end { lower += 1 }
      upper = max(upper, lower)
      while upper < rights.end, ends[upper] == end { upper += 1 }
      before += lower - rights.begin
      after += rights.end - upper
    }
    return (before, after)
  }
}
