import GraphLayout

/// The layouts by the names of the command line.
enum LayoutChoice: String, CaseIterable, Sendable {
  case auto, force
  case fruchtermanReingold = "fruchterman-reingold"
  case stress
  case pivotMDS = "pivot-mds"
  case spectral, circular, layered, tree, radial, trie
  case binaryHeap = "binary-heap"
  case linear, grid
  /// Positions are those of the file.
  case keep

  /// Whether it begins where --start says.
  var takesStart: Bool {
    switch self {
    case .auto, .force, .fruchtermanReingold, .stress, .keep: true
    default: false
    }
  }

  /// Whether it does its work tick by tick.
  var hasTicks: Bool { takesStart && self != .keep }

  var worksInSpace: Bool {
    switch self {
    case .auto, .force, .fruchtermanReingold, .stress, .pivotMDS, .spectral, .linear, .grid, .keep:
      true
    case .circular, .layered, .tree, .radial, .trie, .binaryHeap: false
    }
  }

  /// Whether it is drawn from a root.
  var hasRoot: Bool { [.tree, .radial, .trie].contains(self) }

  /// Whether it needs the package trait LinearAlgebra.
  var needsLinearAlgebra: Bool { self == .pivotMDS || self == .spectral }

  /// The layout that the library calls by this name.
  init?(layoutName name: String) {
    guard let choice = Self.allCases.first(where: { $0.layoutName == name }) else { return nil }
    self = choice
  }

  private var layoutName: String? {
    switch self {
    case .auto, .keep: nil
    case .force: "force-directed"
    case .fruchtermanReingold: "Fruchterman-Reingold"
    case .pivotMDS: "pivot MDS"
    case .tree: "tidy tree"
    case .radial: "radial tree"
    case .binaryHeap: "binary heap"
    case .stress, .spectral, .circular, .layered, .trie, .linear, .grid: rawValue
    }
  }
}

/// A layout with its options, for one graph.
struct LayoutSettings {
  var choice: LayoutChoice
  var quality = LayoutQuality.balanced
  var ticks: Int?
  /// A factor of the repulsion, where there is one.
  var openness = 1.0
  /// A node, for trees.
  var root: Int?

  /// The layout; nil where nothing is to be laid out, or where there is none in so many dimensions.
  func layout<Vector: LayoutVector>(
    placement: Placement<Vector> = Placement()
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    switch choice {
    case .auto:
      AutomaticLayout<Vector>(
        quality: quality, placement: placement, ticks: ticks)
    case .force:
      ForceDirectedLayout(
        quality: quality, placement: placement, ticks: ticks, openness: openness,
        nodeRadius: 0.1 * placement.linkLength)
    case .fruchtermanReingold:
      FruchtermanReingoldLayout(
        quality: quality, placement: placement, ticks: ticks)
    case .stress:
      StressLayout(
        quality: quality, placement: placement, iterations: ticks)
    case .pivotMDS: PivotMDSLayout<Vector>(quality: quality)
    case .spectral: SpectralLayout<Vector>(quality: quality)
    case .linear: LinearLayout<Vector>()
    case .grid: GridLayout<Vector>()
    case .circular, .layered, .tree, .radial, .trie, .binaryHeap:
      planar() as? any GraphLayoutAlgorithm<Vector>
    case .keep: nil
    }
  }

  /// A layout that there is in the plane only.
  private func planar() -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    switch choice {
    case .circular: CircularLayout(quality: quality)
    case .layered: LayeredLayout(quality: quality)
    case .tree: TidyTreeLayout(root: root)
    case .radial: RadialTreeLayout(root: root)
    case .trie: TrieLayout(root: root)
    case .binaryHeap: BinaryHeapLayout()
    default: nil
    }
  }
}
