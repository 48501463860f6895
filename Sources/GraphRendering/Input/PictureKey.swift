import RunSupport

extension Picture {
  /// The key of a picture: the meaning of its colours and sizes. It is placed in free space; if
  /// there is none, the graph is shrunk slightly. A key that would take more than two thirds of the
  /// width, or more than the height, is omitted, which `Picture.Report` tells.
  public struct Key: Sendable, Hashable {
    /// The meaning of node colours; nil for none. Groups whose names stand in the picture, beside their
    /// outlines (`Drawing.groups`), have no row.
    public var nodeColors: Legend?
    /// The meaning of edge colours.
    public var edgeColors: Legend?
    /// The meaning of node sizes.
    public var nodeSizes: Sizes?
    /// The meaning of edge widths, with a value for each edge of the drawing.
    public var edgeWidths: Sizes?

    /// How many edges there are between groups with colours of their own, the most first.
    package var ties: [Tie] = []

    /// The edges between two groups of nodes.
    package struct Tie: Sendable, Hashable {
      package var colors: [RGBColor]
      package var count: Int
      /// The number of all edges.
      package var total: Int

      package init(_ first: RGBColor, _ second: RGBColor, count: Int, of total: Int) {
        colors = [first, second]
        self.count = count
        self.total = total
      }
    }

    /// The meaning of sizes by numbers.
    public struct Sizes: Sendable, Hashable {
      /// The name of the property: that of an attribute, or "pagerank".
      public var title: String
      /// The value of each node or edge. The key shows discs or lines for the least, the greatest
      /// and an intermediate one. Non-finite values count as missing.
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

    /// Leaves out the rows of groups whose names stand in the picture, and the colours if none is left. Returns
    /// false if all stay.
    mutating func leaveOut(groupsNamed names: [String]) -> Bool {
      guard var legend = nodeColors, case .groups(let groups, let others) = legend.meaning else {
        return false
      }
      let known = Set(names.map { ExactText($0) })
      let rest = groups.filter {
        !known.contains(ExactText($0.name))
          && !known.contains(ExactText("\($0.name) (\($0.count))"))
      }
      guard rest.count < groups.count else { return false }
      legend.meaning = .groups(rest, others: others)
      // More names than colours are those of the others, too.
      let areOthersNamed = others == 0 || known.count > groups.count
      nodeColors = rest.isEmpty && areOthersNamed && legend.missing == 0 ? nil : legend
      return true
    }

    var isEmpty: Bool {
      nodeColors == nil && edgeColors == nil && nodeSizes == nil && edgeWidths == nil
    }
  }
}
