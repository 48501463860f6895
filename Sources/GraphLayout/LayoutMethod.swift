/// A layout as programs offer it: by a name of its own, with what it can do and what it takes.
///
///     for method in LayoutMethod.all where method.isAvailable { print(method.id) }
///     let layout = LayoutMethod.stress.layout(LayoutSettings<SIMD2<Double>>())
///
/// `all` is the table of the layouts of this library: a new one is its own file, and a value and its
/// name there.
public struct LayoutMethod: Sendable, Identifiable {
  /// Its name on a command line, in a file, in an address: lower case, with hyphens.
  public let id: String
  /// What it can do.
  public let abilities: Abilities

  /// What some layouts can do.
  public struct Abilities: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It begins where `Placement.start` says, and holds `Placement.pins`.
    public static let start = Abilities(rawValue: 1 << 0)
    /// It works tick by tick, as many as `LayoutSettings.ticks` says.
    public static let ticks = Abilities(rawValue: 1 << 1)
    /// It is drawn from `LayoutSettings.root`.
    public static let root = Abilities(rawValue: 1 << 2)
    /// `LayoutSettings.openness` has an effect.
    public static let openness = Abilities(rawValue: 1 << 3)
    /// Positions say so much that nodes of different sizes would only disturb.
    public static let order = Abilities(rawValue: 1 << 4)
    /// It needs OpenBLAS.
    public static let linearAlgebra = Abilities(rawValue: 1 << 5)
    /// `LayoutSettings.goal` has an effect.
    public static let goal = Abilities(rawValue: 1 << 6)
    /// `LayoutSettings.details` and `LayoutSettings.direction` have an effect.
    public static let details = Abilities(rawValue: 1 << 7)
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

  /// The layout of an id; nil when there is none.
  public init?(_ id: String) {
    guard let method = Self.all.first(where: { $0.id == id }) else { return nil }
    self = method
  }

  /// True when it has a form in space as well as in the plane.
  public var worksInSpace: Bool { space != nil }

  /// True when it can run in this build and on this machine. `unavailability` says why not.
  public var isAvailable: Bool { unavailability == nil }

  /// Why it cannot run in this build or on this machine; nil when it can.
  public var unavailability: LayoutError? {
    abilities.contains(.linearAlgebra) ? LinearAlgebra.unavailability(of: "The layout \(id)") : nil
  }

  /// The layout with its settings; nil when there is none for such vectors.
  public func layout<Vector>(
    _ settings: LayoutSettings<Vector> = LayoutSettings()
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    if let settings = settings as? LayoutSettings<SIMD2<Double>> {
      return plane(settings) as? any GraphLayoutAlgorithm<Vector>
    }
    guard let settings = settings as? LayoutSettings<SIMD3<Double>> else { return nil }
    return space?(settings) as? any GraphLayoutAlgorithm<Vector>
  }

  /// An estimate of the bytes that it takes, the graph not counted. Measured as the growth of the peak
  /// on Linux with graphs of a million nodes, and rounded up.
  public func memory(of graph: GraphTopology, quality: LayoutQuality = .balanced) -> Int {
    memory(Size(nodes: graph.nodeCount, edges: graph.edgeCount, quality: quality))
  }
}

extension LayoutMethod: Hashable, CustomStringConvertible {
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  public var description: String { id }
}

/// What programs let people choose of a layout. Each layout takes what it has; see
/// `LayoutMethod.abilities`.
public struct LayoutSettings<Vector: LayoutVector>: Sendable, Hashable {
  /// How much time the layout may take to be good.
  public var quality = LayoutQuality.balanced
  /// Where nodes start and stay, and how far apart they are.
  public var placement = Placement<Vector>()
  /// How many ticks (iterations) each component may take; nil for what `quality` says.
  public var ticks: Int?
  /// What the drawing keeps where it cannot keep all; nil for what the layout is for.
  public var goal: LayoutGoal?
  /// A factor of the repulsion: more than 1 opens dense parts.
  public var openness = 1.0
  /// The root of a tree; nil for one that the layout chooses.
  public var root: Int?
  /// What layers make room for and keep to: sizes of boxes, ports, labels, ranks, groups.
  public var details = LayeredLayout.Details()
  /// Where edges lead in layers.
  public var direction = LayeredLayout.Direction.down

  public init() {}
}

// MARK: The table

extension LayoutMethod {
  /// The layout that fits the graph.
  public static let automatic = LayoutMethod(
    "auto", [.start, .ticks, .goal, .details], memory: \.automatic,
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
  /// `CircularLayout`, in the plane.
  public static let circular = LayoutMethod(
    "circular", [], memory: \.graph, plane: { CircularLayout($0) })
  /// Two rows, for graphs of two kinds of nodes; in the plane.
  public static let bipartite = LayoutMethod(
    "bipartite", [.order], memory: \.graph, plane: { BipartiteLayout($0) })
  /// `LayeredLayout`, in the plane.
  public static let layered = LayoutMethod(
    "layered", [.order, .details], memory: \.graph, plane: { LayeredLayout($0) })
  /// `TidyTreeLayout`, in the plane.
  public static let tree = LayoutMethod(
    "tree", [.root, .order], memory: \.graph, plane: { TidyTreeLayout($0) })
  /// `RadialTreeLayout`, in the plane.
  public static let radial = LayoutMethod(
    "radial", [.root, .order], memory: \.graph, plane: { RadialTreeLayout($0) })
  /// `TrieLayout`, in the plane.
  public static let trie = LayoutMethod(
    "trie", [.root, .order], memory: \.graph, plane: { TrieLayout($0) })
  /// `BinaryHeapLayout`, in the plane.
  public static let binaryHeap = LayoutMethod(
    "binary-heap", [.order], memory: \.graph, plane: { BinaryHeapLayout($0) })
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

  /// What estimates of memory go by.
  struct Size {
    let nodes: Int
    let edges: Int
    let quality: LayoutQuality

    /// Of layouts that keep little beside the graph.
    var graph: Int { 150 * nodes + 40 * edges }
    /// Of layouts that run a simulation.
    var simulation: Int { 420 * nodes + 170 * edges }
    /// Of stress over all pairs, or over pivots in large graphs.
    var stress: Int {
      nodes > 10_000 ? pivots(50, 200, 400, each: 20) : graph + 8 * nodes * nodes
    }
    /// Of stress for components of up to 3,000 nodes, else of a simulation.
    var automatic: Int {
      let stressed = min(nodes, 3_000)
      return max(nodes > 3_000 ? simulation : 0, graph + 8 * stressed * stressed)
    }

    /// Of layouts that keep `size` bytes for each node and pivot.
    func pivots(_ quick: Int, _ balanced: Int, _ best: Int, each size: Int) -> Int {
      graph + size * nodes * quality.pick(quick: quick, balanced: balanced, best: best)
    }
  }
}
