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
  static let greatestOpacity = 0.6
  private static let fading = 0.72

  /// All edges that were given. They are not changed: an array of a million takes 200 MB, and a copy as much.
  private let routed: [RoutedEdge]
  /// The edges of which some are drawn, by their places in `routed`.
  private var candidates: [Int32]
  /// The routed edges as a fraction of all edges.
  private let routedShare: Double

  /// - Parameter share: the fraction of all edges in `edges`, a pseudorandom sample.
  init(
    _ edges: [RoutedEdge], share: Double = 1, _ options: Picture.Options,
    _ report: Picture.Report
  ) {
    self.options = options
    routedShare = share
    self.report = report
    grid = DensityGrid(width: options.width, height: options.height)
    let isMerged =
      options.levelOfDetail == .automatic && edges.count > EdgeRouter.detailLimit
    routed = edges
    candidates = edges.indices.map { Int32($0) }
    if isMerged { merge() }
    // If there are very many edges, the density is estimated from a sample.
    let stride = max(1, candidates.count / 200_000)
    for index in Swift.stride(from: 0, to: candidates.count, by: stride) {
      let place = Int(candidates[index])
      let amount = min(routed[place].width, 4) * Double(stride) / share / DensityGrid.side
      let curve = routed[place].curve
      curve.forEachChord { grid.add(line: $0, $1, amount: amount) }
    }
  }

  /// Returns the edges to draw, in order, each with its opacity.
  mutating func select() -> [(edge: RoutedEdge, opacity: Double)] {
    // A bundle without some of its edges would lead to nodes with no line.
    let isThinned = options.levelOfDetail == .automatic && report.edgesBundled == 0
    let count = Double(max(candidates.count, 1)) / routedShare
    let share = isThinned ? min(1, Self.edgeLimit / count) : 1
    let least = leastStack()
    var selected: [(edge: RoutedEdge, opacity: Double)] = []
    selected.reserveCapacity(Int(1.01 * share * Double(candidates.count)))
    for candidate in candidates {
      let place = Int(candidate)
      // An edge whose lot is beyond the share is omitted, whatever its stack.
      let lot = isThinned ? lot(routed[place].index) : -1
      let stack = lot < share ? Double(stack(at: place)) : .infinity
      guard lot < min(share, Self.highestStack / max(stack, 1e-9)) else {
        report.edgesThinned += 1
        continue
      }
      let shown = min(max(stack, least), Self.highestStack)
      selected.append((routed[place], options.edgeOpacity ?? Self.opacity(stack: shown)))
    }
    if options.edgeOpacity == nil { emphasize(&selected) }
    return selected
  }

  /// Where edges have widths of their own, as by weight, wide ones are darker than narrow ones and are
  /// painted later, so that a few strong ties are not hidden among many weak ones.
  private func emphasize(_ edges: inout [(edge: RoutedEdge, opacity: Double)]) {
    let widths = edges.lazy.map(\.edge.width)
    guard let emphasis = WidthEmphasis(widths) else { return }
    for index in edges.indices {
      edges[index].opacity = emphasis.opacity(
        ofWidth: edges[index].edge.width, in: edges[index].opacity)
    }
    edges.sort { ($0.edge.width, $0.edge.index) < ($1.edge.width, $1.edge.index) }
  }

  /// Returns the number of edges that overlap along the edge at a place of `routed`: a cell that is covered
  /// twice is a stack of two.
  private func stack(at place: Int) -> Float {
    let width = routed[place].width
    var (sum, count) = (0.0, 0)
    let curve = routed[place].curve
    curve.forEachChord { start, end in
      sum += grid.mean(alongLine: start, end)
      count += 1
    }
    return Float(
      sum / Double(count) / max(min(width, 4) / DensityGrid.side, 1e-3) * Self.crowding(width))
  }

  /// The part of the median stack that every edge counts as, at least, in pictures of at least so many edges.
  /// Else the few edges around a dense graph would be its darkest, which looks like a structure.
  private static let leastShare: Float = 0.5
  private static let crowdOfEdges = 2000

  private func leastStack() -> Double {
    guard candidates.count >= Self.crowdOfEdges else { return 0 }
    // Of very many a sample is enough.
    let step = max(candidates.count / 20_000, 1)
    let sample = stride(from: 0, to: candidates.count, by: step)
      .map { stack(at: Int(candidates[$0])) }.sorted()
    return Double(Self.leastShare * sample[sample.count / 2])
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

      // Most edges look the same: their ends tell them apart.
      func hash(into hasher: inout Hasher) {
        hasher.combine(
          UInt64(truncatingIfNeeded: ends.x) << 32 ^ UInt64(truncatingIfNeeded: ends.y))
        hasher.combine(
          UInt64(truncatingIfNeeded: ends.z) << 32 ^ UInt64(truncatingIfNeeded: ends.w))
      }
    }
    var seen = Set<Look>(minimumCapacity: candidates.count)
    // Ends of curves may be far outside the picture.
    func halfPoint(_ coordinate: Double) -> Int32 {
      Int32(max(-1e9, min((coordinate * 2).rounded(.down), 1e9)))
    }
    let count = candidates.count
    candidates.removeAll { candidate in
      let place = Int(candidate)
      let (start, end) = (routed[place].curve.start, routed[place].curve.end)
      let ends = SIMD4(halfPoint(start.x), halfPoint(start.y), halfPoint(end.x), halfPoint(end.y))
      return !seen.insert(Look(ends: ends, color: routed[place].color, width: routed[place].width))
        .inserted
    }
    report.edgesMerged += count - candidates.count
  }
}

/// How dark edges are by their width.
struct WidthEmphasis {
  private let least: Double
  private let range: Double

  /// The opacity of the widest edges, and what is left of that of the narrowest.
  private static let greatest = 0.95
  private static let faded = 0.5

  /// Nil where widths differ too little to mean something.
  init?(_ widths: some Sequence<Double>) {
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for width in widths { (least, greatest) = (min(least, width), max(greatest, width)) }
    guard greatest > 1.5 * least, greatest.isFinite else { return nil }
    self.least = least
    range = greatest - least
  }

  /// - Parameter opacity: that of the edge if all had one width.
  func opacity(ofWidth width: Double, in opacity: Double) -> Double {
    let share = max(0, min((width - least) / range, 1))
    let faint = Self.faded * opacity
    // The steps are those of other opacities, so that edges share their style.
    return ((faint + (max(Self.greatest, opacity) - faint) * share) * 100).rounded() / 100
  }
}

extension Curve {
  /// The curve as straight lines, with sufficient precision for density.
  var chords: [(SIMD2<Double>, SIMD2<Double>)] {
    var chords: [(SIMD2<Double>, SIMD2<Double>)] = []
    forEachChord { chords.append(($0, $1)) }
    return chords
  }

  /// Calls `body` with the start and the end of each of the `chords`.
  @inline(__always)
  func forEachChord(_ body: (_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Void) {
    if case .line(let start, let end) = self { return body(start, end) }
    let steps = 6 * segmentCount
    var start = point(at: 0)
    for step in 1...steps {
      let end = point(at: Double(step) / Double(steps))
      body(start, end)
      start = end
    }
  }
}
