/// The results of a two-dimensional layout beyond positions: the routes of edges, the positions of
/// their labels, and the boxes of groups.
public struct LayoutRoutes: Sendable, Hashable {
  /// The points of all edges, one edge after the other.
  public var points: [SIMD2<Double>]
  /// The index in `points` where each edge begins, and the end of the last one.
  public var offsets: [Int]
  /// The centres of labels, by edge.
  public var labels: [Int: SIMD2<Double>]
  /// The boxes of groups; nil for empty groups.
  public var groups: [Box?]
  /// Whether the layout has made space for the boxes of nodes (`LayeredLayout.Details.nodeSizes`).
  package var hasRoomForBoxes = false
  /// Whether edges have corners at their bends; else programs draw curves along them.
  package var hasCorners = false

  /// A box given by its lower left and upper right corners.
  public struct Box: Sendable, Hashable {
    /// The corner with the smallest coordinates.
    public var low: SIMD2<Double>
    /// The corner with the largest coordinates.
    public var high: SIMD2<Double>

    package init(low: SIMD2<Double>, high: SIMD2<Double>) {
      self.low = low
      self.high = high
    }
  }

  /// The number of edges.
  public var count: Int { offsets.count - 1 }

  /// The points of an edge, from the centre (or port) of its source through its bends to the centre
  /// (or port) of its target. Programs clip it at the outlines of its ends. A self-loop begins and
  /// ends at the middle of its node's side.
  public subscript(edge: Int) -> ArraySlice<SIMD2<Double>> {
    points[offsets[edge]..<offsets[edge + 1]]
  }
}
