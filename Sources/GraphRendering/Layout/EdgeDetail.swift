/// How edges give way where there are many: which are drawn, and how faint.
///
/// The measure is the stack of an edge: how many edges lie over one another along it, on average. An edge's opacity falls
/// with it, but slower than in proportion, so that what is denser still looks denser. Where the stack is so high that
/// edges would be fainter than screens can show, some are left out by lot instead.
struct EdgeDetail {
  private let options: Picture.Options
  private(set) var grid: DensityGrid
  private(set) var report: Picture.Report

  /// Stacks higher than this lose edges.
  private static let highestStack = 24.0
  /// Edges drawn at most, so that files stay small and pictures quick; beyond it edges are left out by lot.
  static let edgeLimit = 250_000.0
  /// Of edges that have their place for themselves.
  private static let greatestOpacity = 0.6
  private static let fading = 0.72

  private var candidates: [RoutedEdge] = []

  init(_ edges: [RoutedEdge], _ options: Picture.Options, _ report: Picture.Report) {
    self.options = options
    self.report = report
    grid = DensityGrid(width: options.width, height: options.height)
    let isMerged =
      options.levelOfDetail == .automatic && edges.count > EdgeRouter.detailLimit
    candidates = isMerged ? merged(edges) : edges
    // Of very many edges a part tells the density as well.
    let stride = max(1, candidates.count / 200_000)
    for index in Swift.stride(from: 0, to: candidates.count, by: stride) {
      let edge = candidates[index]
      for (start, end) in edge.curve.chords {
        grid.add(
          line: start, end, amount: min(edge.width, 4) * Double(stride) / DensityGrid.side)
      }
    }
  }

  /// The edges that stay, in their order, each with its opacity.
  mutating func select() -> [(edge: RoutedEdge, opacity: Double)] {
    let isThinned = options.levelOfDetail == .automatic
    let share = isThinned ? min(1, Self.edgeLimit / Double(max(candidates.count, 1))) : 1
    var selected: [(edge: RoutedEdge, opacity: Double)] = []
    selected.reserveCapacity(candidates.count)
    for edge in candidates {
      let chords = edge.curve.chords
      // How many edges deep: what is covered twice in a cell is a stack of two.
      let stack =
        chords.reduce(0) { $0 + grid.mean(alongLine: $1.0, $1.1) }
        / Double(chords.count) / max(min(edge.width, 4) / DensityGrid.side, 1e-3)
        * Self.crowding(edge.width)
      if isThinned {
        let kept = min(share, Self.highestStack / max(stack, 1e-9))
        if lot(edge.index) >= kept {
          report.edgesThinned += 1
          continue
        }
      }
      selected.append(
        (edge, options.edgeOpacity ?? Self.opacity(stack: min(stack, Self.highestStack))))
    }
    return selected
  }

  /// A cell is several widths wide: the stack over a place in it is the cell's edges times this.
  private static func crowding(_ width: Double) -> Double {
    min(1, min(width, 4) / DensityGrid.side * 2)
  }

  /// In steps, so that edges share their style.
  private static func opacity(stack: Double) -> Double {
    var step = 1.0
    while step * 1.25 < stack { step *= 1.25 }
    return (greatestOpacity * power(step, -fading) * 100).rounded() / 100
  }

  /// One edge of those that begin and end at the same half points and look the same.
  private mutating func merged(_ edges: [RoutedEdge]) -> [RoutedEdge] {
    struct Look: Hashable {
      var ends: SIMD4<Int32>
      var color: RGBColor
      var width: Double
    }
    var seen = Set<Look>(minimumCapacity: edges.count)
    let kept = edges.filter { edge in
      let ends = SIMD4(lowHalf: edge.curve.start, highHalf: edge.curve.end) * 2
      // Points are inside of the picture and a border: far from what Int32 holds.
      let rounded = SIMD4<Int32>(clamping: SIMD4<Int64>(ends.rounded(.down)))
      return seen.insert(Look(ends: rounded, color: edge.color, width: edge.width)).inserted
    }
    report.edgesMerged += edges.count - kept.count
    return kept
  }
}

extension Curve {
  /// The curve as straight lines, near enough for measuring density.
  var chords: [(SIMD2<Double>, SIMD2<Double>)] {
    if case .line(let start, let end) = self { return [(start, end)] }
    let steps = 6 * segmentCount
    let points = (0...steps).map { point(at: Double($0) / Double(steps)) }
    return zip(points, points.dropFirst()).map { ($0, $1) }
  }
}
