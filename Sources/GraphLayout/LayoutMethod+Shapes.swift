/// The methods for directed graphs and trees, and those of plain shapes.
extension LayoutMethod {
  // MARK: Layers and trees

  /// Layers of nodes, with edges that lead from layer to layer, downwards by default: Sugiyama's
  /// method (Sugiyama, Tagawa and Toda 1981, doi:10.1109/TSMC.1981.4308636), with several steps of
  /// Graphviz's dot. For dependencies, flows and hierarchies: directed graphs of up to some thousand
  /// edges. Undirected edges count as directed from source to target.
  ///
  /// 1. A few edges are reversed so that no cycle is left (Eades, Lin and Smyth 1993,
  /// doi:10.1016/0020-0190(93)90079-O).
  /// 2. Layers are assigned by network simplex (Gansner, Koutsofios, North and Vo 1993,
  /// doi:10.1109/32.221135), in large graphs by longest paths.
  /// 3. Edges that span several layers get a dummy node in each. Crossings are reduced from several
  /// initial orders, by sweeps with medians and barycentres and by exchanges of neighbours.
  /// 4. Horizontal coordinates are the average of four alignments of nodes with their medians
  /// (Brandes and Köpf 2002, doi:10.1007/3-540-45848-4_3).
  /// 5. Dummies are the bends of edges: `LayoutResult.routes`.
  ///
  /// `LayoutRequest.details` has additional requirements. Boxes do not overlap, and no edge between
  /// layers crosses a box. Two-dimensional. Time: O(sweeps * (edges with dummies) * log).
  public static let layered = LayoutMethod(
    "layered", [.order, .details, .direction], memory: \.graph, plane: { LayeredLayout($0, $1) })

  /// Returns `layered` with options of its own. `LayeredDetails` has the distances.
  ///
  /// - Parameters:
  ///   - sweeps: the maximum number of sweeps over all layers per initial order; nil for 8, 24 or
  ///     100 by quality.
  ///   - starts: the maximum number of initial orders, fewer in large graphs; nil for 2, 6 or 60
  ///     by quality.
  ///   - dummyLimit: the maximum number of dummy nodes of a component, which take the memory; more
  ///     throw `LayoutError.tooLarge`.
  public static func layered(
    sweeps: Int? = nil, starts: Int? = nil, dummyLimit: Int = 2_000_000
  ) -> LayoutMethod {
    LayoutMethod(
      layered, own: [sweeps, starts, dummyLimit],
      plane: {
        var layout = LayeredLayout($0, $1)
        if let sweeps { layout.effort.sweeps = sweeps }
        if let starts { layout.effort.starts = starts }
        layout.dummyLimit = dummyLimit
        return layout
      })
  }

  /// A tidy tree, by default from the top down: parents are above the middle of their children,
  /// subtrees are as close as possible, and equal subtrees are drawn equally (Reingold and Tilford
  /// 1981, doi:10.1109/TSE.1981.234519; in linear time: Buchheim, Jünger and Leipert 2002,
  /// doi:10.1007/3-540-36151-0_32). For trees and forests, and other graphs for which a
  /// breadth-first tree is informative. Two-dimensional. O(nodes + edges).
  ///
  /// With sizes of nodes in `LayoutRequest.details`, a tree from the top down or the bottom up that
  /// would be wider than 1,000 and 4:3 has its children in columns below their parents, so that its
  /// shape is between 3:4 and 4:3 where it can be, and routes of edges; there are no other uses of
  /// details. O(nodes log(nodes) + edges).
  public static let tree = LayoutMethod(
    "tree", [.root, .order, .direction, .details], memory: \.graph,
    plane: { TidyTreeLayout($0, $1) })

  /// Returns `tree` with distances of its own, in layout units.
  ///
  /// - Parameters:
  ///   - nodeDistance: the minimum distance between neighbours on a level; nil for half of
  ///     `linkLength`.
  ///   - levelDistance: the distance between levels; nil for `linkLength`.
  public static func tree(
    nodeDistance: Double? = nil, levelDistance: Double? = nil
  ) -> LayoutMethod {
    LayoutMethod(
      tree, own: [nodeDistance, levelDistance],
      plane: {
        var layout = TidyTreeLayout($0, $1)
        if let nodeDistance { layout.nodeDistance = nodeDistance }
        if let levelDistance { layout.levelDistance = levelDistance }
        return layout
      })
  }

  /// A radial tree: the root in the centre and each level on a circle. For trees with many leaves,
  /// which a tidy tree would draw too wide, or for the surroundings of one node. Each subtree gets a
  /// wedge proportional to its leaves, limited such that edges do not cross (Eades 1992, "Drawing
  /// free trees"). Two-dimensional. O(nodes + edges).
  public static let radial = LayoutMethod(
    "radial", [.root, .order], memory: \.graph, plane: { RadialTreeLayout($0, $1) })

  /// Returns `radial` with distances of its own, in layout units.
  ///
  /// - Parameters:
  ///   - nodeDistance: the minimum mean distance between neighbours on a circle; nil for 4/15 of
  ///     `linkLength`.
  ///   - levelDistance: the minimum distance between circles; nil for `linkLength`.
  public static func radial(
    nodeDistance: Double? = nil, levelDistance: Double? = nil
  ) -> LayoutMethod {
    LayoutMethod(
      radial, own: [nodeDistance, levelDistance],
      plane: {
        var layout = RadialTreeLayout($0, $1)
        if let nodeDistance { layout.nodeDistance = nodeDistance }
        if let levelDistance { layout.levelDistance = levelDistance }
        return layout
      })
  }

  /// A tree in which each subtree has a strip as wide as all its leaves, by default from the top
  /// down. For tries, decision trees and file trees, where the width of a subtree represents its
  /// size. Two-dimensional. O(nodes + edges).
  public static let trie = LayoutMethod(
    "trie", [.root, .order, .direction], memory: \.graph, plane: { TrieLayout($0, $1) })

  /// Returns `trie` with distances of its own, in layout units.
  ///
  /// - Parameters:
  ///   - nodeDistance: the width of a leaf; nil for half of `linkLength`.
  ///   - levelDistance: the distance between levels; nil for `linkLength`.
  public static func trie(
    nodeDistance: Double? = nil, levelDistance: Double? = nil
  ) -> LayoutMethod {
    LayoutMethod(
      trie, own: [nodeDistance, levelDistance],
      plane: {
        var layout = TrieLayout($0, $1)
        if let nodeDistance { layout.nodeDistance = nodeDistance }
        if let levelDistance { layout.levelDistance = levelDistance }
        return layout
      })
  }

  /// A binary heap in an array: node i has the children 2i + 1 and 2i + 2, whatever the edges are.
  /// For heaps, segment trees and brackets. Each level is spread evenly over the width of the lowest
  /// one, whose nodes are half a `linkLength` apart. Two-dimensional. O(nodes).
  public static let binaryHeap = LayoutMethod(
    "binary-heap", [.order, .direction], memory: \.graph, plane: { BinaryHeapLayout($0, $1) })

  // MARK: Plain shapes

  /// Each component on a circle, in an order with few crossings. For small dense graphs, rings, and
  /// graphs whose nodes are equivalent. The order is that of a depth-first search, in which trees
  /// and cycles have no crossings; in small graphs each node in turn is then moved to the position
  /// with the fewest crossings (sifting; Baur and Brandes 2004, doi:10.1007/978-3-540-30559-0_28).
  ///
  /// Neighbours on the circle are 2/3 of `linkLength` apart. Two-dimensional. Time: O(nodes +
  /// edges), plus O(nodes * (nodes + edges)) per round of sifting, of which there are at most ten.
  public static let circular = LayoutMethod(
    "circular", [], memory: \.graph, plane: { CircularLayout($0, $1) })

  /// Returns `circular` with options of its own.
  ///
  /// - Parameters:
  ///   - nodeDistance: the distance between neighbours on the circle, in layout units; nil for 2/3
  ///     of `linkLength`.
  ///   - siftingLimit: the maximum product of nodes and edges of a component to be sifted; nil for 4,
  ///     40 or 400 million by quality.
  ///   - center: a node at the centre of its component's circle, such as a hub; nil for none.
  public static func circular(
    nodeDistance: Double? = nil, siftingLimit: Int? = nil, center: Int? = nil
  ) -> LayoutMethod {
    LayoutMethod(
      circular, own: [nodeDistance, siftingLimit, center],
      plane: {
        var layout = CircularLayout($0, $1)
        if let nodeDistance { layout.nodeDistance = nodeDistance }
        if let siftingLimit { layout.siftingLimit = siftingLimit }
        layout.center = center
        return layout
      })
  }

  /// The two sides of a bipartite graph on two rows, the smaller side on top; or in two columns, with
  /// the directions `right` and `left`, with room for names outside. For people and groups,
  /// or tasks and machines. To reduce crossings, nodes of each side are sorted alternately by the
  /// mean position of their neighbours (Sugiyama, Tagawa and Toda 1981,
  /// doi:10.1109/TSMC.1981.4308636), in 4, 12 or 40 rounds by `quality`. In a graph that is not
  /// bipartite, sides are chosen by the parity of the distance from a node.
  ///
  /// Two-dimensional. Time: O(rounds * (n log n + edges)) for n nodes.
  public static let bipartite = LayoutMethod(
    "bipartite", [.order, .direction], memory: \.graph, plane: { BipartiteLayout($0, $1) })

  /// Returns `bipartite` with a number of rounds in which both sides are sorted.
  public static func bipartite(rounds: Int) -> LayoutMethod {
    LayoutMethod(
      bipartite, own: [rounds],
      plane: {
        var layout = BipartiteLayout($0, $1)
        layout.rounds = rounds
        return layout
      })
  }

  /// Nodes on a line. For sequences, and for arc diagrams. Paths are drawn in order; other graphs in
  /// breadth-first order from a peripheral node of each component, so that most edges are short.
  /// O(nodes + edges).
  public static let linear = LayoutMethod(
    "linear", [.order], memory: \.graph,
    plane: { LinearLayout($0, $1) }, space: { LinearLayout($0, $1) })

  /// Returns `linear` with nodes in the order of their numbers, or else along the edges.
  public static func linear(followsIndices: Bool) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> LinearLayout<Vector> {
      var layout = LinearLayout(request, placement)
      layout.order = followsIndices ? .byIndex : .alongEdges
      return layout
    }
    return LayoutMethod(
      linear, own: [followsIndices], plane: { make($0, $1) }, space: { make($0, $1) })
  }

  /// Nodes on a square grid (in three dimensions a cubic one), row by row in the order of their
  /// numbers. For graphs without edges, or to compare nodes by number. O(nodes).
  public static let grid = LayoutMethod(
    "grid", [.order], memory: \.graph,
    plane: { GridLayout($0, $1) }, space: { GridLayout($0, $1) })

  /// Returns `grid` with a number of nodes per row.
  public static func grid(columns: Int) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> GridLayout<Vector> {
      var layout = GridLayout(request, placement)
      layout.columns = columns
      return layout
    }
    return LayoutMethod(grid, own: [columns], plane: { make($0, $1) }, space: { make($0, $1) })
  }
}
