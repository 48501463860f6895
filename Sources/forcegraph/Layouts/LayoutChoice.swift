import ArgumentParser
import GraphLayout

/// The layouts by the names of the command line.
enum LayoutChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
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

  /// Whether its layers go from the top down.
  var growsDown: Bool { [.layered, .tree, .trie, .binaryHeap].contains(self) }

  /// Whether it needs the package trait LinearAlgebra.
  var needsLinearAlgebra: Bool { self == .pivotMDS || self == .spectral }

  /// Whether the graph is a tree, or a forest, most of which hangs on one node. On such a graph forces have nothing to find out but
  /// a circle.
  private static func isStar(_ graph: LayoutGraph) -> Bool {
    let greatest = (0..<graph.nodeCount).reduce(0) { max($0, graph.degree(of: $1)) }
    return 2 * greatest >= graph.nodeCount
      && graph.pairCount == graph.nodeCount - graph.components().count
  }

  /// What `auto` comes to.
  init(automaticFor graph: LayoutGraph, dimensions: Int, hasStart: Bool) {
    let choice: LayoutChoice
    switch AutomaticLayout().choice(for: graph) {
    case is GridLayout<SIMD2<Double>>: choice = .grid
    case is LayeredLayout: choice = .layered
    case is TidyTreeLayout: choice = .tree
    case is RadialTreeLayout: choice = .radial
    case is CircularLayout: choice = .circular
    case is StressLayout<SIMD2<Double>>: choice = .stress
    default: choice = Self.isStar(graph) ? .radial : .force
    }
    if (dimensions == 2 || choice.worksInSpace) && (!hasStart || choice.takesStart) {
      self = choice
    } else {
      self = graph.nodeCount <= 3_000 ? .stress : .force
    }
  }
}

extension LayoutQuality: ExpressibleByArgument {}

/// A layout with its options, for one graph.
struct LayoutSettings {
  var choice: LayoutChoice
  var quality = LayoutQuality.balanced
  var ticks: Int?
  /// A factor of the repulsion, where there is one.
  var openness = 1.0
  /// A node, for trees.
  var root: Int?

  private func pick<Value>(_ quick: Value, _ balanced: Value, _ best: Value) -> Value {
    switch quality {
    case .quick: quick
    case .balanced: balanced
    case .best: best
    }
  }

  /// A layout for any number of dimensions; nil when there is only one for the plane.
  func spatial<Vector: LayoutVector>(
    start: [Vector]?, pins: [Int: Vector], linkLength: Double
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    switch choice {
    case .force:
      ForceDirectedLayout(
        quality: quality, linkLength: linkLength, ticks: ticks, openness: openness,
        nodeRadius: 0.1 * linkLength, start: start, pins: pins, margin: linkLength)
    case .fruchtermanReingold:
      FruchtermanReingoldLayout(
        linkLength: linkLength, ticks: ticks ?? pick(80, 200, 500), start: start, pins: pins,
        margin: linkLength)
    case .stress:
      StressLayout(
        quality: quality, linkLength: linkLength, iterations: ticks, start: start, pins: pins,
        margin: linkLength)
    case .pivotMDS: PivotMDSLayout<Vector>(pivotCount: pick(50, 100, 300))
    case .spectral:
      SpectralLayout<Vector>(denseLimit: pick(300, 500, 1500), steps: pick(60, 120, 300))
    case .linear: LinearLayout<Vector>()
    case .grid: GridLayout<Vector>()
    case .auto, .circular, .layered, .tree, .radial, .trie, .binaryHeap, .keep: nil
    }
  }

  /// A layout that there is in the plane only; nil when it is one of the others.
  func planar() -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    switch choice {
    case .circular: CircularLayout(siftingLimit: pick(400_000, 4_000_000, 100_000_000))
    case .layered: LayeredLayout(sweeps: pick(8, 24, 100))
    case .tree: TidyTreeLayout(root: root)
    case .radial: RadialTreeLayout(root: root)
    case .trie: TrieLayout(root: root)
    case .binaryHeap: BinaryHeapLayout()
    default: nil
    }
  }
}
