/// The edges of a hub that most nodes are adjacent to, where there are few others: like the spokes of a
/// wheel they all say the same, and the others are what a reader looks for.
struct Spokes {
  private let isSpoke: [Bool]

  /// The least degree of a hub, and the least parts of the nodes and of the edges that it joins.
  private static let leastDegree = 20
  private static let leastShare = 0.75
  /// What is left of the opacity of spokes, and the opacity of other edges.
  private static let faded = 0.55
  private static let opacity = 0.9

  /// Nil if no node is such a hub, or all edges are its spokes. O(nodes + edges).
  init?(_ drawing: Drawing) {
    guard drawing.edges.count <= EdgeRouter.detailLimit else { return nil }
    let degrees = drawing.checkedTopology.degrees()
    guard let most = degrees.max(), most >= Self.leastDegree,
      let hub = degrees.firstIndex(of: most).map({ Int32($0) }),
      Double(most) >= Self.leastShare * Double(drawing.nodeCount - 1),
      Double(most) >= Self.leastShare * Double(drawing.edges.count)
    else { return nil }
    isSpoke = drawing.edges.map { $0.source == hub || $0.target == hub }
    if isSpoke.allSatisfy({ $0 }) { return nil }
  }

  func opacity(ofEdge edge: Int, in opacity: Double) -> Double {
    isSpoke[edge]
      ? (Self.faded * opacity * 100).rounded() / 100 : max(Self.opacity, opacity)
  }
}
