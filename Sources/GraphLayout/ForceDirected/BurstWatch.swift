/// Tells when a drawing bursts: when the stress over the pivots has fallen, as nodes came to their places, and rises again.
struct BurstWatch<Vector: LayoutVector> {
  private let pivots: PivotDistances
  private var least = Double.infinity
  private var positions: [Vector] = []

  init(_ pivots: PivotDistances) { self.pivots = pivots }

  /// The positions with the least stress so far, once it has risen by a hundredth above that; else nil. O(pivots * nodes).
  mutating func best(_ current: [Vector]) -> [Vector]? {
    let stress = pivots.stress(current)
    if stress < least { (least, positions) = (stress, current) }
    return stress > 1.01 * least ? positions : nil
  }
}
