/// Finds the edge to which a DOT statement refers, a new or an existing one, by the rules of
/// Graphviz's library (`agedge` of cgraph):
///
/// - An edge with the attribute `key` is the edge of that key between its ends, if there is one.
/// - In a strict graph an edge without a key is any edge between its ends. One with a key that no
///   edge there has is left out when an edge from this tail to this head is in the same subgraph.
/// - Without `strict` and without a key it is a new one.
struct DOTEdges {
  private struct Keyed: Hashable {
    var ends: SIMD2<UInt32>
    var key: ExactText
  }
  /// An ordered pair of nodes within a subgraph; -1 is the root graph.
  private struct Place: Hashable {
    var group: Int32
    var ends: SIMD2<UInt32>
  }

  var isStrict = false
  var isDirected = false
  private var keyed: [Keyed: Int] = [:]
  /// The first edge between two nodes, in a strict graph.
  private var first: [SIMD2<UInt32>: Int] = [:]
  /// The pairs and subgraphs that contain an edge, in a strict graph.
  private var present: Set<Place> = []

  /// Returns the existing edge to which a statement in a subgraph refers, and whether its ends are
  /// reversed; nil if there is none.
  func known(
    _ tail: Int, _ head: Int, key: String?, in group: Int?
  ) -> (edge: Int, isTurned: Bool)? {
    let ends = SIMD2(UInt32(tail), UInt32(head))
    let turned = SIMD2(ends.y, ends.x)
    func find(_ edge: (SIMD2<UInt32>) -> Int?) -> (edge: Int, isTurned: Bool)? {
      if let edge = edge(ends) { return (edge, false) }
      if isDirected { return nil }
      return edge(turned).map { ($0, tail != head) }
    }
    if let key { return find { keyed[Keyed(ends: $0, key: ExactText(key))] } }
    guard isStrict else { return nil }
    // An edge in the subgraph takes precedence over one elsewhere, whatever its direction.
    let isHere = find { self.isHere($0, in: group) ? first[$0] : nil }
    return isHere ?? find { first[$0] }
  }

  private func isHere(_ ends: SIMD2<UInt32>, in group: Int?) -> Bool {
    present.contains(Place(group: Int32(group ?? -1), ends: ends))
  }

  /// Returns true if a new edge may be created in a subgraph.
  func mayAdd(_ tail: Int, _ head: Int, in group: Int?) -> Bool {
    !isStrict || !isHere(SIMD2(UInt32(tail), UInt32(head)), in: group)
  }

  /// Records a new edge.
  mutating func add(_ edge: Int, _ tail: Int, _ head: Int, key: String?) {
    let ends = SIMD2(UInt32(tail), UInt32(head))
    if let key { keyed[Keyed(ends: ends, key: ExactText(key))] = edge }
    if isStrict, first[ends] == nil { first[ends] = edge }
  }

  /// Records that an edge is in these subgraphs, the innermost first, and in the root graph.
  mutating func place(_ tail: Int, _ head: Int, in groups: [Int]) {
    guard isStrict else { return }
    let ends = SIMD2(UInt32(tail), UInt32(head))
    for group in groups where !present.insert(Place(group: Int32(group), ends: ends)).inserted {
      return
    }
    present.insert(Place(group: -1, ends: ends))
  }
}
