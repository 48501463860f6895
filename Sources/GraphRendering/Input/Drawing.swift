/// What is to be drawn: where the nodes are, which edges join them, and how they should look.
///
/// A plain value to fill in. Arrays with one element per node may be left empty; then the picture chooses.
///
/// ```swift
/// var drawing = Drawing(positions: [[0, 0], [10, 0], [5, 8]], edges: [.init(0, 1), .init(1, 2)])
/// drawing.labels = ["a", "b", "c"]
/// let svg = try Picture(of: drawing).svg()
/// ```
public struct Drawing: Sendable {
  /// Where nodes are, in layout units of any kind: the picture chooses its scale.
  public enum Positions: Sendable {
    /// x to the right, y up, as in mathematics; pictures are turned over on writing, as their y points down.
    case plane([SIMD2<Double>])
    /// In space, seen by a camera.
    case space([SIMD3<Double>], Camera)
  }

  /// One for each node. Nodes with a coordinate that is not finite are left out, with their edges, and
  /// counted in the picture's report.
  public var positions: Positions

  /// Drawn below the nodes. Edges with the same ends are bent apart, edges from a node to itself are loops.
  public var edges: [Edge]

  /// How large the nodes are.
  public var nodeSizes: NodeSizes = .automatic

  /// One for each node, or empty for the theme's.
  public var nodeColors: [RGBColor] = []

  /// One for each node, or empty for none. An empty label is none.
  public var labels: [String] = []

  /// Whose label wins where there is not room for all: the greater number. One for each node, or empty
  /// for the size of the nodes, and their degree if they are all of one size.
  public var importance: [Double] = []

  /// A drawing in the plane.
  public init(positions: [SIMD2<Double>], edges: [Edge] = []) {
    self.positions = .plane(positions)
    self.edges = edges
  }

  /// A drawing in space, seen by `camera`. Literals need one said, or a type: without, `[[0, 0]]` is taken for the plane.
  public init(positions: [SIMD3<Double>], edges: [Edge] = [], camera: Camera = .around()) {
    self.positions = .space(positions, camera)
    self.edges = edges
  }

  public var nodeCount: Int {
    switch positions {
    case .plane(let points): points.count
    case .space(let points, _): points.count
    }
  }
}

extension Drawing {
  /// A line between two nodes, with an arrow head at its target if it is directed.
  public struct Edge: Hashable, Sendable {
    /// The number of a node, from 0.
    public var source: Int
    public var target: Int
    public var isDirected: Bool
    /// nil for the theme's.
    public var color: RGBColor?
    /// In points; nil for one that suits the number of edges.
    public var width: Double?

    public init(
      _ source: Int, _ target: Int, isDirected: Bool = false, color: RGBColor? = nil,
      width: Double? = nil
    ) {
      self.source = source
      self.target = target
      self.isDirected = isDirected
      self.color = color
      self.width = width
    }
  }

  /// How large nodes are. Points are those of the picture: 1/72 inch in print, a pixel of the SVG.
  public enum NodeSizes: Sendable {
    /// All the same, as large as their number and spacing allow.
    case automatic
    /// Areas in proportion to these numbers, such as degrees, as large as their number and spacing
    /// allow, and none so small or so large that the picture suffers. Not negative.
    case byWeight([Double])
    /// Radii in points, whatever the scale. Not negative.
    case points([Double])
    /// Radii in layout units, which grow and shrink with the layout. Not negative.
    case layoutUnits([Double])
  }
}

// MARK: What can be read off the edges

extension Drawing {
  /// How many ends of edges each node has; a loop has two. Ends that are no nodes are not counted.
  public var degrees: [Int] {
    var degrees = [Int](repeating: 0, count: nodeCount)
    for edge in edges {
      if degrees.indices.contains(edge.source) { degrees[edge.source] += 1 }
      if degrees.indices.contains(edge.target) { degrees[edge.target] += 1 }
    }
    return degrees
  }

  /// How many edges lead from each node to itself. For drawings whose edges have been checked.
  var loopCounts: [Int] {
    var counts = [Int](repeating: 0, count: nodeCount)
    for edge in edges where edge.source == edge.target { counts[edge.source] += 1 }
    return counts
  }

  /// The connected component of each node, numbered by the lowest node in it: 0, 1, ...
  ///
  /// - Complexity: O(*m* log *n*) at worst, almost linear in practice (union-find with halved paths,
  ///   doi:10.1145/62.2160).
  public var components: [Int] {
    var parent = Array(0..<nodeCount)
    func root(_ node: Int) -> Int {
      var node = node
      while parent[node] != node {
        parent[node] = parent[parent[node]]
        node = parent[node]
      }
      return node
    }
    for edge in edges
    where parent.indices.contains(edge.source) && parent.indices.contains(edge.target) {
      let (a, b) = (root(edge.source), root(edge.target))
      // The lower number becomes the root, so that a component is named by its first node.
      if a != b { parent[max(a, b)] = min(a, b) }
    }
    var number = [Int](repeating: 0, count: nodeCount)
    var count = 0
    for node in parent.indices {
      let first = root(node)
      if first == node {
        number[node] = count
        count += 1
      } else {
        number[node] = number[first]
      }
    }
    return number
  }

  /// Paints edges without a colour of their own in the mixture of their nodes' colours, so that edges
  /// within a group show its colour. Nothing happens while `nodeColors` is empty.
  public mutating func colorEdgesByNodes() {
    for index in edges.indices where edges[index].color == nil {
      let (source, target) = (edges[index].source, edges[index].target)
      guard nodeColors.indices.contains(source), nodeColors.indices.contains(target) else {
        continue
      }
      edges[index].color = nodeColors[source].mixed(with: nodeColors[target], share: 0.5)
    }
  }
}
