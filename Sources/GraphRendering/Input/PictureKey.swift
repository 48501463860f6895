extension Picture {
  /// What a picture says beside the graph: what its colours and sizes mean. It stands where there is
  /// room; the graph gets a little smaller where there is none. A key that would take more than two
  /// thirds of the width, or more than the height, is left out, which `Picture.Report` tells.
  public struct Key: Sendable, Hashable {
    /// What the colours of nodes mean; nil for nothing to say.
    public var nodeColors: Legend?
    /// What the colours of edges mean.
    public var edgeColors: Legend?
    /// What the sizes of nodes mean.
    public var nodeSizes: Sizes?
    /// What the widths of edges mean: one value for each edge of the drawing.
    public var edgeWidths: Sizes?

    /// Sizes by numbers.
    public struct Sizes: Sendable, Hashable {
      /// What the numbers are: the name of an attribute, or "pagerank".
      public var title: String
      /// One for each node, or each edge. Discs, or lines, of the picture stand for the least, the greatest
      /// and one between. What is not finite has no value.
      public var values: [Double]

      public init(title: String, values: [Double]) {
        self.title = title
        self.values = values
      }
    }

    public init(
      nodeColors: Legend? = nil, edgeColors: Legend? = nil, nodeSizes: Sizes? = nil,
      edgeWidths: Sizes? = nil
    ) {
      self.nodeColors = nodeColors
      self.edgeColors = edgeColors
      self.nodeSizes = nodeSizes
      self.edgeWidths = edgeWidths
    }

    var isEmpty: Bool {
      nodeColors == nil && edgeColors == nil && nodeSizes == nil && edgeWidths == nil
    }
  }
}
