extension LayoutMethod {
  /// The methods of this library.
  public static let all: [LayoutMethod] = [
    automatic, multilevel, force, fruchtermanReingold, stress, pivotMDS, spectral, circular,
    bipartite, layered, tree, radial, trie, binaryHeap, linear, grid,
  ]

  /// The method that suits the graph, by these rules:
  ///
  /// | graph | layout |
  /// |---|---|
  /// | with a start, pins or constraints | stress or multilevel, by size as below |
  /// | no edges | grid |
  /// | one path, undirected, of up to 300 nodes | linear |
  /// | one cycle; complete, up to 300 nodes | circle |
  /// | wheel (a cycle, and a hub adjacent to all of it), undirected, of up to 300 nodes | circle around the hub |
  /// | hub adjacent to all others, with fewer than half as many edges between those as there are nodes, undirected, of up to 300 nodes | circle around the hub |
  /// | star (a hub with leaves), undirected, of up to 1,000 nodes | radial |
  /// | complete bipartite, up to 100 nodes | bipartite |
  /// | directed trees and forests of up to 1,000 nodes if no node has two parents; others of up to 100 nodes if they are not much deeper than a binary tree of the same size | tidy tree; radial if that would be at least four times as wide as high, and no `direction` is set |
  /// | directed, up to 1,000 nodes and 2,000 pairs of neighbours, of which at least three in four edges follow a common direction; if the longer side of the drawing, with boxes or else without, is at most four times the shorter one or 32 link lengths, and at most 100; with a `direction`, any drawing | layered |
  /// | `goal` neighbourhoods or clusters; other trees and forests without lengths of edges | multilevel |
  /// | all components up to 3,000 nodes, and up to 10 million pairs in total | stress, if the largest has up to 100 nodes, edges have lengths, or its distances fit into the drawing; else multilevel |
  /// | larger | multilevel |
  ///
  /// In three dimensions only grid, stress and multilevel are available. A stress layout suits
  /// graphs whose distances fit into the drawing, such as meshes, road maps and elongated shapes.
  /// For trees, communities and networks with short paths, a layout by distances shows little, while
  /// one by neighbourhoods shows their branches and clusters.
  ///
  /// The chosen method is in the statistics of the result; `suitable(for:_:)` returns it in advance.
  public static let automatic = LayoutMethod(
    "auto", [.start, .ticks, .goal, .details, .direction, .constraints], memory: \.automatic,
    plane: { AutomaticLayout($0, $1) }, space: { AutomaticLayout($0, $1) })

  // MARK: Any graph

  /// Bounded forces on several levels, for graphs of any size: neighbours are together, clusters
  /// apart, meshes unfolded, and the overall shape is right.
  ///
  /// Stars are merged, level by level, until some hundred nodes are left, which are laid out by
  /// their distances, or as a planar mesh without crossings. Each level takes its positions from the
  /// coarser one and cools for some ticks with t-forces (Zhong and others 2023,
  /// doi:10.1109/TVCG.2023.3238821), the finest for `ticks`; with the goal `structure`, with springs
  /// and charges. Where the coarsest level fits its distances, other levels are fitted to them too
  /// (sparse stress; Ortmann, Klimenta and Brandes 2017, doi:10.7155/jgaa.00440). Trees in two
  /// dimensions are drawn without crossings for the goal `neighborhoods`. A component with a start
  /// only performs the final ticks from there; a start at rest is left unchanged.
  ///
  /// Time: O(ticks * n log n + edges) for n nodes. Memory: 320 bytes per node and 50 per edge;
  /// for `distances` with 50 to 200 pivots, by quality, 11 bytes per node and pivot more. The result is
  /// the same for any number of threads. docs/layouts.md says what goals do.
  public static let multilevel = LayoutMethod(
    "multilevel", [.start, .ticks, .goal, .constraints], memory: \.multilevel,
    plane: { MultilevelLayout($0, $1) }, space: { MultilevelLayout($0, $1) })

  /// Springs and charges, for the familiar look of d3-force: hubs stand out, leaves fan out around
  /// them. `multilevel` preserves neighbourhoods and distances better, and is faster.
  ///
  /// Links have d3's stiffness, the reciprocal of the smaller degree of their ends, and their own
  /// lengths; charges are -`linkLength`² / 30, d3's -30 at its length of 30, times `repulsion`. Each
  /// component starts from a quick `multilevel`, or from `start`, and cools over `ticks` ticks.
  ///
  /// Time: O(ticks * (n log n + edges)) for n nodes. The result is the same for any number of
  /// threads.
  public static let force = LayoutMethod(
    "force", [.start, .ticks, .repulsion], memory: \.simulation,
    plane: { ForceDirectedLayout($0, $1) }, space: { ForceDirectedLayout($0, $1) })

  /// Returns `force` with options of its own.
  ///
  /// - Parameters:
  ///   - nodeRadius: the radius of nodes, which are kept from overlapping, in layout units; 0 to
  ///     allow overlaps; nil for a tenth of `linkLength`.
  ///   - tolerance: the root mean square movement per tick, in link lengths, below which a component
  ///     is at rest.
  public static func force(nodeRadius: Double? = nil, tolerance: Double = 0.002) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> ForceDirectedLayout<Vector> {
      var layout = ForceDirectedLayout(request, placement)
      if let nodeRadius { layout.nodeRadius = nodeRadius }
      layout.tolerance = tolerance
      return layout
    }
    return LayoutMethod(
      force, own: [nodeRadius, tolerance], plane: { make($0, $1) }, space: { make($0, $1) })
  }

  /// The method of Fruchterman and Reingold (1991, doi:10.1002/spe.4380211102): repulsion k²/d
  /// between all nodes, attraction d²/k along edges, steps limited by a temperature that falls
  /// linearly to zero over `ticks`. For evenly spread drawings, and for results that are comparable
  /// with other programs.
  ///
  /// Time: O(ticks * (nodes + edges)). k is `linkLength`.
  public static let fruchtermanReingold = LayoutMethod(
    "fruchterman-reingold", [.start, .ticks], memory: \.simulation,
    plane: { FruchtermanReingoldLayout($0, $1) }, space: { FruchtermanReingoldLayout($0, $1) })

  /// Returns `fruchtermanReingold` with options of its own.
  ///
  /// - Parameters:
  ///   - temperature: the maximum step of the first tick, in units of k.
  ///   - frame: the corners of a frame, lowest and highest, at whose walls nodes stop; nil for none.
  ///     With a frame, k follows from its area (or volume) per node, and nothing is packed or
  ///     centred. In two dimensions z is ignored.
  public static func fruchtermanReingold(
    temperature: Double = 1, frame: (low: SIMD3<Double>, high: SIMD3<Double>)? = nil
  ) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> FruchtermanReingoldLayout<Vector> {
      var layout = FruchtermanReingoldLayout(request, placement)
      layout.temperature = temperature
      if let frame {
        var corners = (low: Vector.zero, high: Vector.zero)
        for axis in 0..<Vector.scalarCount {
          (corners.low[axis], corners.high[axis]) = (frame.low[axis], frame.high[axis])
        }
        layout.frame = corners
      }
      return layout
    }
    return LayoutMethod(
      fruchtermanReingold, own: [temperature, frame?.low, frame?.high],
      plane: { make($0, $1) }, space: { make($0, $1) })
  }

  /// Stress majorization: distances in the drawing approximate graph distances. For the most
  /// faithful picture of distances, best for up to some ten thousand nodes. With weights as lengths
  /// it minimises the energy of Kamada and Kawai (1989, doi:10.1016/0020-0190(89)90102-6).
  ///
  /// It minimises the sum over pairs of `(|x_i - x_j| - d_ij)² / d_ij²`: over all pairs of
  /// components of up to 1,000, 3,000 or 6,000 nodes by `quality` (Gansner, Koren and North 2004,
  /// doi:10.1007/978-3-540-31843-9_25), over neighbours and pivots of larger ones (Ortmann, Klimenta
  /// and Brandes 2017, doi:10.7155/jgaa.00440). It stops with `converged` when an iteration moves
  /// nodes by less than a tolerance, and with `tickBudget` after `ticks` iterations.
  ///
  /// Time: O(nodes * (nodes + edges)) once and O(nodes²) per iteration; with pivots, O(pivots *
  /// nodes + edges) per iteration. Memory: 4 bytes per pair, or 20 per node and pivot.
  public static let stress = LayoutMethod(
    "stress", [.start, .ticks, .constraints], memory: \.stress,
    plane: { StressLayout($0, $1) }, space: { StressLayout($0, $1) })

  /// Returns `stress` with options of its own; nil for the default of the quality.
  ///
  /// - Parameters:
  ///   - tolerance: the root mean square move per iteration, in link lengths, below which it has
  ///     converged; 0.03, 0.01 or 0.002 by quality. A fifth of it over all pairs, where the
  ///     stress is at most 0.045, and for folded meshes.
  ///   - fullNodeLimit: the size of the largest component for which all pairs are used, at most
  ///     40,000; 1,000, 3,000 or 6,000 by quality.
  ///   - pivotCount: the number of pivots of larger components; 50, 200 or 400 by quality.
  public static func stress(
    tolerance: Double? = nil, fullNodeLimit: Int? = nil, pivotCount: Int? = nil
  ) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> StressLayout<Vector> {
      StressLayout(
        quality: request.quality, placement: placement, iterations: request.ticks,
        tolerance: tolerance, fullNodeLimit: fullNodeLimit, pivotCount: pivotCount)
    }
    return LayoutMethod(
      stress, own: [tolerance, fullNodeLimit, pivotCount],
      plane: { make($0, $1) }, space: { make($0, $1) })
  }

  /// Pivot MDS: classical scaling of the graph distances to some pivots, projected on their
  /// principal axes (Brandes and Pich 2007, doi:10.1007/978-3-540-70904-6_6). For the overall shape
  /// of a large graph within a second; nodes with the same distances to all pivots (the leaves of a
  /// hub) coincide.
  ///
  /// Needs OpenBLAS (the package trait LinearAlgebra). Time: O(pivots * (nodes + edges) + pivots² *
  /// nodes). Memory: 12 bytes per node and pivot.
  public static let pivotMDS = LayoutMethod(
    "pivot-mds", [.linearAlgebra], memory: { $0.pivots(50, 100, 300, each: 12) },
    plane: { PivotMDSLayout($0, $1) }, space: { PivotMDSLayout($0, $1) })

  /// Returns `pivotMDS` with a number of pivots: more give a better approximation.
  public static func pivotMDS(pivotCount: Int) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> PivotMDSLayout<Vector> {
      var layout = PivotMDSLayout(request, placement)
      layout.pivotCount = pivotCount
      return layout
    }
    return LayoutMethod(
      pivotMDS, own: [pivotCount], plane: { make($0, $1) }, space: { make($0, $1) })
  }

  /// A spectral layout: the coordinates are the eigenvectors of L u = µ D u with the smallest
  /// eigenvalues except the first, where L is the Laplacian and D the matrix of degrees (Koren 2005,
  /// doi:10.1016/j.camwa.2004.08.015). For the symmetry and clusters of graphs with uniform
  /// connectivity, such as meshes; subgraphs attached by few edges are squeezed together.
  ///
  /// Components of up to 300, 500 or 1,500 nodes by `quality` are solved in O(nodes³), larger ones
  /// by the block Lanczos method, in O(steps * edges + steps² * nodes). Needs OpenBLAS (the package
  /// trait LinearAlgebra).
  public static let spectral = LayoutMethod(
    "spectral", [.linearAlgebra], memory: { $0.pivots(50, 100, 200, each: 8) },
    plane: { SpectralLayout($0, $1) }, space: { SpectralLayout($0, $1) })

  /// Returns `spectral` with options of its own; nil for the default of the quality.
  ///
  /// - Parameters:
  ///   - denseLimit: the size of the largest component that is solved exactly, at most 20,000.
  ///   - steps: the number of steps of Lanczos's method; 60, 120 or 300 by quality.
  public static func spectral(denseLimit: Int? = nil, steps: Int? = nil) -> LayoutMethod {
    @Sendable func make<Vector: LayoutVector>(
      _ request: LayoutRequest, _ placement: Placement<Vector>
    ) -> SpectralLayout<Vector> {
      var layout = SpectralLayout(request, placement)
      if let denseLimit { layout.denseLimit = denseLimit }
      if let steps { layout.steps = steps }
      return layout
    }
    return LayoutMethod(
      spectral, own: [denseLimit, steps], plane: { make($0, $1) }, space: { make($0, $1) })
  }
}
