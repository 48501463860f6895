/// What a layout of the plane says beside positions: how edges run, where their labels are, and the
/// boxes of groups.
public struct LayoutRoutes: Sendable, Hashable {
  /// The points of all edges, one edge after the other.
  public var points: [SIMD2<Double>]
  /// Where the points of each edge begin in `points`, and the end of the last.
  public var offsets: [Int]
  /// The middles of the labels, by edge.
  public var labels: [Int: SIMD2<Double>]
  /// The boxes of groups by their lower left and upper right corners; nil for groups without nodes.
  public var groups: [Box?]

  /// A box by two of its corners.
  public struct Box: Sendable, Hashable {
    /// The corner of the smallest coordinates.
    public var low: SIMD2<Double>
    /// The corner of the largest coordinates.
    public var high: SIMD2<Double>

    public init(low: SIMD2<Double>, high: SIMD2<Double>) {
      self.low = low
      self.high = high
    }
  }

  /// The number of edges.
  public var count: Int { offsets.count - 1 }

  /// The points of an edge, from the middle of its source (or its port) through its bends to the middle
  /// of its target (or its port). Programs clip it at the outlines of its ends. A self-edge begins and
  /// ends at the middle of its node's side.
  public subscript(edge: Int) -> ArraySlice<SIMD2<Double>> {
    points[offsets[edge]..<offsets[edge + 1]]
  }
}
