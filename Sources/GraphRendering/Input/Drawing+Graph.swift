import GraphModel

extension Drawing {
  /// A graph with its nodes at `positions`, or else where the graph has them.
  ///
  /// Edges have arrow heads where they are directed: all of a directed graph, or those of which the
  /// attribute `StandardAttribute.directed` says so. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - positions: one for each node. Nodes without a position (NaN) are left out of pictures.
  ///   - camera: for positions in space.
  ///   - hasArrows: false for no arrow heads at all.
  /// - Throws: `RenderingError.wrongLength` when there is not one position for each node.
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
  /// Options for a picture whose proportions are those of the drawing, within reason.
  ///
  /// - Parameters:
  ///   - width: in points; nil for what the number of nodes needs: 150 times its root, from 400 to 1000,
  ///     and 1600 from 20,000 nodes on.
  ///   - height: in points; nil for what suits the drawing, from a fifth of the width to the width.
  /// A drawing to scale has its own size, as far as that is possible.
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
  /// Of a drawing at its own size, in points.
  private static let marginToScale = 12.0

  /// The narrowest picture that chooses its own size, in points.
  public static let leastWidth = 400.0

  private static func width(nodeCount: Int) -> Double {
    if nodeCount >= 20_000 { return 1600 }
    return min(max((150 * Double(nodeCount).squareRoot()).rounded(), leastWidth), 1000)
  }

  /// Options for a drawing of `size` points; where a side is given, the other follows.
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
    // Names stand above and below, in half as much room again as the margin.
    let margin = Picture.Options().margin
    let height = extent.y / extent.x * (width - 2 * margin) + 3 * margin
    return min(max(height, 0.2 * width), width).rounded()
  }

  /// The sides of the box around all points in the plane that have a place; nil when there are none.
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

  /// Discs of one size for drawings whose places say what there is to say: of a fifth of the distance
  /// between neighbours on a layer, or two fifths where that would be small, and no larger than a letter.
  package mutating func setSmallSizes(_ options: Picture.Options) {
    guard let extent else { return }
    let scale = min(options.width / max(extent.x, 1), options.height / max(extent.y, 1))
    nodeSizes = .points(
      [Double](repeating: min(max(3 * scale, min(6 * scale, 2), 0.6), 6), count: nodeCount))
  }
}
