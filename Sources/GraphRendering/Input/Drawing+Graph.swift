import GraphModel

extension Drawing {
  /// Creates a drawing of a graph with its nodes at `positions`, or else at the graph's own.
  ///
  /// Edges have arrow heads if they are directed: all edges of a directed graph, or those with the
  /// attribute `StandardAttribute.directed`. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - positions: the position of each node. Nodes without one (NaN) are not drawn.
  ///   - camera: the camera for three dimensions.
  ///   - hasArrows: false for no arrow heads.
  /// - Throws: `RenderingError.wrongLength` if there is not one position per node.
  public init(
    _ graph: Graph, _ positions: NodePositions? = nil, camera: Camera = .around(),
    hasArrows: Bool = true
  ) throws(RenderingError) {
    let positions = positions ?? graph.positions ?? .plane([])
    guard positions.count == graph.nodeCount else {
      throw .wrongLength(of: "positions", expected: graph.nodeCount, found: positions.count)
    }
    switch positions {
    case .plane(let points): self.init(positions: points)
    case .space(let points): self.init(positions: points, camera: camera)
    }
    let directions: [Bool?]? =
      if case .booleans(let values)? = graph.edgeAttributes[StandardAttribute.directed]?.values {
        values
      } else { nil }
    edges = (0..<graph.edgeCount).map { edge in
      Edge(
        graph.sources[edge], graph.targets[edge],
        isDirected: hasArrows && graph.isDirected && directions?[edge] ?? true)
    }
  }
}

extension Picture.Options {
  /// Creates options for a picture with about the aspect ratio of the drawing. A drawing to scale
  /// has its own size, if possible.
  ///
  /// - Parameters:
  ///   - width: the width in points; nil for one that depends on the number of nodes: 150 times its
  ///     square root, from 400 to 1000, and 1600 from 20,000 nodes on.
  ///   - height: the height in points; nil for one that suits the drawing, from a fifth of the
  ///     width to the width.
  public init(fitting drawing: Drawing, width: Double? = nil, height: Double? = nil) {
    if drawing.isToScale, let extent = drawing.extent(drawing.figureLayouts) {
      self.init(toScale: extent.size, width: width, height: height)
      return
    }
    let width = width ?? Self.width(nodeCount: drawing.nodeCount)
    self.init(width: width, height: height ?? drawing.height(forWidth: width))
  }
}

extension Picture.Options {
  /// The margin of a drawing at its own size, in points.
  private static let marginToScale = 12.0

  /// The minimum width of an automatic size, in points.
  package static let leastWidth = 400.0

  private static func width(nodeCount: Int) -> Double {
    if nodeCount >= 20_000 { return 1600 }
    return min(max((150 * Double(nodeCount).squareRoot()).rounded(), leastWidth), 1000)
  }

  /// Creates options for a drawing of `size` points; if one side is given, the other follows.
  private init(toScale size: SIMD2<Double>, width: Double?, height: Double?) {
    self.init()
    let whole = size + 2 * Self.marginToScale
    var scale = min(1, 16384 / max(whole.x, whole.y))
    if let width { scale = width / whole.x } else if let height { scale = height / whole.y }
    margin = scale * Self.marginToScale
    self.width = width ?? min(max((whole.x * scale).rounded(.up), 1), 16384)
    self.height = height ?? min(max((whole.y * scale).rounded(.up), 1), 16384)
  }
}

extension Drawing {
  fileprivate func height(forWidth width: Double) -> Double {
    guard case .plane = positions else { return (0.8 * width).rounded() }
    guard let extent, extent.x + extent.y > 0 else { return (0.5 * width).rounded() }
    // Labels extend above and below, so half the margin is added.
    let margin = Picture.Options().margin
    let height = extent.y / extent.x * (width - 2 * margin) + 3 * margin
    return min(max(height, 0.2 * width), width).rounded()
  }

  /// The sides of the bounding box of all points with a position; nil if there are none.
  private var extent: SIMD2<Double>? {
    guard case .plane(let points) = positions else { return nil }
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    for point in points where point.x.isFinite && point.y.isFinite {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let extent = high - low
    return extent.x.isFinite && extent.y.isFinite && extent.x >= 0 ? extent : nil
  }

  /// Sets small discs of equal size, for drawings whose positions convey the structure: a fifth of
  /// the distance between neighbours on a layer, or two fifths if that would be too small, and at
  /// most the size of a letter.
  package mutating func setSmallSizes(_ options: Picture.Options) {
    guard let extent else { return }
    let scale = min(options.width / max(extent.x, 1), options.height / max(extent.y, 1))
    nodeSizes = .points(
      [Double](repeating: min(max(3 * scale, min(6 * scale, 2), 0.6), 6), count: nodeCount))
  }
}
