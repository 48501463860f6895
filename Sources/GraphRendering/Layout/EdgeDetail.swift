/// The reduction of many edges: which are drawn, and with what opacity.
///
/// It is based on the stack of an edge: the mean number of edges that overlap along it. The opacity
/// falls with the stack, but less than proportionally, so that denser regions still look denser. If
/// the stack is so high that edges would be too faint for screens, a pseudorandom sample is drawn
/// instead.
struct EdgeDetail {
  private let options: Picture.Options
  private(set) var grid: DensityGrid
  private(set) var report: Picture.Report

  /// The stack above which edges are omitted.
  private static let highestStack = 24.0
  /// The maximum number of drawn edges, to limit files and time; beyond it a pseudorandom sample is
  /// drawn.
  static let edgeLimit = 250_000.0
  /// The opacity of edges that do not overlap others.
  private static let greatestOpacity = 0.6
  private static let fading = 0.72

  private var candidates: [RoutedEdge]
  /// The candidates as a fraction of all edges.
  private let routedShare: Double

  /// - Parameter share: the fraction of all edges in `edges`, a pseudorandom sample.
  init(
    _ edges: consuming [RoutedEdge], share: Double = 1, _ options: Picture.Options,
    _ report: Picture.Report
  ) {
    self.options = options
    routedShare = share
    self.report = report
    grid = DensityGrid(width: options.width, height: options.height)
    let isMerged =
      options.levelOfDetail == .automatic && edges.count > EdgeRouter.detailLimit
    candidates = edges
    if isMerged { merge() }
    // If there are very many edges, the density is estimated from a sample.
    let stride = max(1, candidates.count / 200_000)
    for index in Swift.stride(from: 0, to: candidates.count, by: stride) {
      let edge = candidates[index]
      for (start, end) in edge.curve.chords {
        grid.add(
          line: start, end,
          amount: min(edge.width, 4) * Double(stride) / share / DensityGrid.side)
      }
    }
  }

  /// Returns the edges to draw, in order, each with its opacity.
  mutating func select() -> [(edge: RoutedEdge, opacity: Double)] {
    // A bundle without some of its edges would lead to nodes with no line.
    let isThinned = options.levelOfDetail == .automatic && report.edgesBundled == 0
    let count = Double(max(candidates.count, 1)) / routedShare
    let share = isThinned ? min(1, Self.edgeLimit / count) : 1
    var selected: [(edge: RoutedEdge, opacity: Double)] = []
    selected.reserveCapacity(candidates.count)
    for edge in candidates {
      let chords = edge.curve.chords
      // The number of overlapping edges: a cell that is covered twice is a stack of two.
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

  /// Returns the ratio of the stack at a point to the number of edges in its cell, which is several
  /// line widths wide.
  private static func crowding(_ width: Double) -> Double {
    min(1, min(width, 4) / DensityGrid.side * 2)
  }

  /// Returns the opacity, in steps, so that edges share their style.
  private static func opacity(stack: Double) -> Double {
    var step = 1.0
    while step * 1.25 < stack { step *= 1.25 }
    return (greatestOpacity * power(step, -fading) * 100).rounded() / 100
  }

  /// Merges edges that begin and end at the same half points and look the same.
  private mutating func merge() {
    struct Look: Hashable {
      var ends: SIMD4<Int32>
      var color: RGBColor
      var width: Double
    }
    var seen = Set<Look>(minimumCapacity: candidates.count)
    let count = candidates.count
    candidates.removeAll { edge in
      let ends = SIMD4(lowHalf: edge.curve.start, highHalf: edge.curve.end) * 2
      // The points are inside the picture or its margin, far from the limits of Int32.
      let rounded = SIMD4<Int32>(clamping: SIMD4<Int64>(ends.rounded(.down)))
      return !seen.insert(Look(ends: rounded, color: edge.color, width: edge.width)).inserted
    }
    report.edgesMerged += count - candidates.count
  }
}

extension Curve {
  /// The curve as straight lines, with sufficient precision for density.
  var chords: [(SIMD2<Double>, SIMD2<Double>)] {
    if case .line(let start, let end) = self { return [(start, end)] }
    let steps = 6 * segmentCount
    let points = (0...steps).map { point(at: Double($0) / Double(steps)) }
    return zip(points, points.dropFirst()).map { ($0, $1) }
  }
}
