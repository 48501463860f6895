/// A layout method as programs offer it, with its id and its abilities.
///
///     for method in LayoutMethod.all where method.isAvailable { print(method.id) }
///     let layout = LayoutMethod.stress.layout(LayoutSettings<SIMD2<Double>>())
///
/// `all` has the layouts of this library. To add a layout, write it in its own file, define its
/// value here and add that to the table.
public struct LayoutMethod: Sendable, Identifiable {
  /// The name on command lines, in files and in URLs: lower case, with hyphens.
  public let id: String
  /// The abilities.
  public let abilities: Abilities

  /// The optional features of layouts.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It uses `Placement.start` and `Placement.pins`.
    public static let start = Abilities(rawValue: 1 << 0)
    /// It is iterative, with `LayoutSettings.ticks` ticks.
    public static let ticks = Abilities(rawValue: 1 << 1)
    /// It uses `LayoutSettings.root`.
    public static let root = Abilities(rawValue: 1 << 2)
    /// It uses `LayoutSettings.openness`.
    public static let openness = Abilities(rawValue: 1 << 3)
    /// Its positions convey the structure, so that different node sizes would only distract.
    public static let order = Abilities(rawValue: 1 << 4)
    /// It needs OpenBLAS.
    public static let linearAlgebra = Abilities(rawValue: 1 << 5)
    /// It uses `LayoutSettings.goal`.
    public static let goal = Abilities(rawValue: 1 << 6)
    /// It uses `LayoutSettings.details`.
    public static let details = Abilities(rawValue: 1 << 7)
    /// It uses `LayoutSettings.direction`, in two dimensions.
    public static let direction = Abilities(rawValue: 1 << 8)
  }

  private let memory: @Sendable (Size) -> Int
  private let plane:
    @Sendable (LayoutSettings<SIMD2<Double>>) -> any GraphLayoutAlgorithm<SIMD2<Double>>
  private let space:
    (@Sendable (LayoutSettings<SIMD3<Double>>) -> any GraphLayoutAlgorithm<SIMD3<Double>>)?

  private init(
    _ id: String, _ abilities: Abilities, memory: @escaping @Sendable (Size) -> Int,
    plane:
      @escaping @Sendable (LayoutSettings<SIMD2<Double>>)
      -> any GraphLayoutAlgorithm<SIMD2<Double>>,
    space: (
      @Sendable (LayoutSettings<SIMD3<Double>>) -> any GraphLayoutAlgorithm<SIMD3<Double>>
    )? = nil
  ) {
    self.id = id
    self.abilities = abilities
    self.memory = memory
    self.plane = plane
    self.space = space
  }

  /// Returns the layout of an id; nil if there is none.
  public init?(_ id: String) {
    guard let method = Self.all.first(where: { $0.id == id }) else { return nil }
    self = method
  }

  /// True if it also works in three dimensions.
  public var worksInSpace: Bool { space != nil }

  /// True if it can run with this build on this system. Otherwise `unavailability` has the reason.
  public var isAvailable: Bool { unavailability == nil }

  /// The reason why it cannot run with this build or on this system; nil if it can.
  public var unavailability: LayoutError? {
    abilities.contains(.linearAlgebra) ? LinearAlgebra.unavailability(of: "The layout \(id)") : nil
  }

  /// Returns the layout with its settings; nil if it does not support such vectors.
  public func layout<Vector>(
    _ settings: LayoutSettings<Vector> = LayoutSettings()
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    if let settings = settings as? LayoutSettings<SIMD2<Double>> {
      return plane(settings) as? any GraphLayoutAlgorithm<Vector>
    }
    guard let settings = settings as? LayoutSettings<SIMD3<Double>> else { return nil }
    return space?(settings) as? any GraphLayoutAlgorithm<Vector>
  }

  /// Returns an estimate of the memory in bytes, without the graph. It was measured as the growth
  /// of the peak on Linux with graphs of a million nodes, and rounded up.
  public func memory(of graph: GraphTopology, quality: LayoutQuality = .balanced) -> Int {
    memory(Size(nodes: graph.nodeCount, edges: graph.edgeCount, quality: quality))
  }
}

extension LayoutMethod: Hashable, CustomStringConvertible {
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  public var description: String { id }
}

/// The settings of layouts that programs offer to users. Each layout uses those that it supports;
/// see `LayoutMethod.abilities`.
public struct LayoutSettings<Vector: LayoutVector>: Sendable, Hashable {
  /// The trade-off between quality and time.
  public var quality = LayoutQuality.balanced
  /// The start positions, pins and link length.
  public var placement = Placement<Vector>()
  /// The maximum number of ticks (iterations) per component; nil for the default of `quality`.
  public var ticks: Int?
  /// The property that the drawing preserves where it cannot preserve all; nil for the default of
  /// the layout.
  public var goal: LayoutGoal?
  /// A factor of the repulsion: values above 1 spread dense regions.
  public var openness = 1.0
  /// The root of a tree; nil to let the layout choose.
  public var root: Int?
  /// The details of layered layouts: sizes of boxes, ports, labels, ranks, groups.
  public var details = LayeredLayout.Details()
  /// The direction of edges in layered layouts and in which trees grow; nil for down, and for the
  /// most suitable one with `automatic`.
  public var direction: LayoutDirection?

  public init() {}
}

// MARK: The table

extension LayoutMethod {
  /// The layout that suits the graph.
  public static let automatic = LayoutMethod(
    "auto", [.start, .ticks, .goal, .details, .direction], memory: \.automatic,
    plane: { AutomaticLayout($0) }, space: { AutomaticLayout($0) })
  /// `MultilevelLayout`.
  public static let multilevel = LayoutMethod(
    "multilevel", [.start, .ticks, .goal], memory: \.simulation,
    plane: { MultilevelLayout($0) }, space: { MultilevelLayout($0) })
  /// `ForceDirectedLayout`.
  public static let force = LayoutMethod(
    "force", [.start, .ticks, .openness], memory: \.simulation,
    plane: { ForceDirectedLayout($0) }, space: { ForceDirectedLayout($0) })
  /// `FruchtermanReingoldLayout`.
  public static let fruchtermanReingold = LayoutMethod(
    "fruchterman-reingold", [.start, .ticks], memory: \.simulation,
    plane: { FruchtermanReingoldLayout($0) }, space: { FruchtermanReingoldLayout($0) })
  /// `StressLayout`.
  public static let stress = LayoutMethod(
    "stress", [.start, .ticks], memory: \.stress,
    plane: { StressLayout($0) }, space: { StressLayout($0) })
  /// `PivotMDSLayout`; needs the trait LinearAlgebra.
  public static let pivotMDS = LayoutMethod(
    "pivot-mds", [.linearAlgebra], memory: { $0.pivots(50, 100, 300, each: 12) },
    plane: { PivotMDSLayout($0) }, space: { PivotMDSLayout($0) })
  /// `SpectralLayout`; needs the trait LinearAlgebra.
  public static let spectral = LayoutMethod(
    "spectral", [.linearAlgebra], memory: { $0.pivots(50, 100, 200, each: 8) },
    plane: { SpectralLayout($0) }, space: { SpectralLayout($0) })
  /// `CircularLayout`; two-dimensional.
  public static let circular = LayoutMethod(
    "circular", [], memory: \.graph, plane: { CircularLayout($0) })
  /// `BipartiteLayout`: two rows; two-dimensional.
  public static let bipartite = LayoutMethod(
    "bipartite", [.order], memory: \.graph, plane: { BipartiteLayout($0) })
  /// `LayeredLayout`; two-dimensional.
  public static let layered = LayoutMethod(
    "layered", [.order, .details, .direction], memory: \.graph, plane: { LayeredLayout($0) })
  /// `TidyTreeLayout`; two-dimensional.
  public static let tree = LayoutMethod(
    "tree", [.root, .order, .direction], memory: \.graph, plane: { TidyTreeLayout($0) })
  /// `RadialTreeLayout`; two-dimensional.
  public static let radial = LayoutMethod(
    "radial", [.root, .order], memory: \.graph, plane: { RadialTreeLayout($0) })
  /// `TrieLayout`; two-dimensional.
  public static let trie = LayoutMethod(
    "trie", [.root, .order, .direction], memory: \.graph, plane: { TrieLayout($0) })
  /// `BinaryHeapLayout`; two-dimensional.
  public static let binaryHeap = LayoutMethod(
    "binary-heap", [.order, .direction], memory: \.graph, plane: { BinaryHeapLayout($0) })
  /// `LinearLayout`.
  public static let linear = LayoutMethod(
    "linear", [.order], memory: \.graph,
    plane: { LinearLayout($0) }, space: { LinearLayout($0) })
  /// `GridLayout`.
  public static let grid = LayoutMethod(
    "grid", [.order], memory: \.graph,
    plane: { GridLayout($0) }, space: { GridLayout($0) })

  /// The layouts of this library.
  public static let all: [LayoutMethod] = [
    automatic, multilevel, force, fruchtermanReingold, stress, pivotMDS, spectral, circular,
    bipartite, layered, tree, radial, trie, binaryHeap, linear, grid,
  ]

  /// The problem size for estimates of memory.
  struct Size {
    let nodes: Int
    let edges: Int
    let quality: LayoutQuality

    /// The memory of layouts that need little besides the graph.
    var graph: Int { 150 * nodes + 40 * edges }
    /// The memory of layouts that run a simulation.
    var simulation: Int { 420 * nodes + 170 * edges }
    /// The memory of stress over all pairs, or over pivots in large graphs.
    var stress: Int {
      nodes > 10_000 ? pivots(50, 200, 400, each: 20) : graph + 8 * nodes * nodes
    }
    /// The memory of stress for components of up to 3,000 nodes, or else of a simulation.
    var automatic: Int {
      let stressed = min(nodes, 3_000)
      return max(nodes > 3_000 ? simulation : 0, graph + 8 * stressed * stressed)
    }

    /// Returns the memory of layouts that need `size` bytes per node and pivot.
    func pivots(_ quick: Int, _ balanced: Int, _ best: Int, each size: Int) -> Int {
      graph + size * nodes * quality.pick(quick: quick, balanced: balanced, best: best)
    }
  }
}
