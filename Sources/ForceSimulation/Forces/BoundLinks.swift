/// The links of a force as flat arrays, laid out for the update order of the engine.
enum BoundLinks<Scalar: SimulationScalar>: Sendable {
  case sequential(LinkList<Scalar>)
  case parallel(HalfLinks<Scalar>)

  init(
    links: [Link<Int>], nodeCount: Int, endCounts: [Int], lengths: CommonOrEach<Scalar>,
    strengths: CommonOrEach<Scalar>, engine: Engine
  ) {
    if engine == .reference(.sequential) {
      self = .sequential(
        LinkList(links: links, endCounts: endCounts, lengths: lengths, strengths: strengths))
    } else {
      self = .parallel(
        HalfLinks(
          links: links, nodeCount: nodeCount, endCounts: endCounts, lengths: lengths,
          strengths: strengths))
    }
  }

  /// The links one after the other, for the sequential update order. Forces are bound again when
  /// the engine changes, so the layout for the other update order is never read.
  var inOrder: LinkList<Scalar> {
    guard case .sequential(let list) = self else { trap(Self.otherEngine) }
    return list
  }

  /// The links grouped by end, for the parallel update order.
  var byEnd: HalfLinks<Scalar> {
    guard case .parallel(let halfLinks) = self else { trap(Self.otherEngine) }
    return halfLinks
  }

  /// Changes the length that all links share.
  mutating func setCommonLength(_ length: Scalar) {
    switch self {
    case .sequential(var links):
      links.lengths = Array(repeating: length, count: links.lengths.count)
      self = .sequential(links)
    case .parallel(var links):
      links.commonLength = length
      self = .parallel(links)
    }
  }

  /// Changes the strength that all links share. The links are those it was made of.
  mutating func setCommonStrength(
    _ strength: Scalar, isDividedByDegree: Bool, _ links: [Link<Int>]
  ) {
    switch self {
    case .sequential(var list):
      let counts = Self.endCounts(links, nodeCount: Self.nodeCount(of: links))
      list.strengths = links.map { link in
        isDividedByDegree
          ? strength / Scalar(min(counts[link.source], counts[link.target])) : strength
      }
      self = .sequential(list)
    case .parallel(var halfLinks):
      halfLinks.setCommonStrength(strength, isDividedByDegree: isDividedByDegree, links)
      self = .parallel(halfLinks)
    }
  }

  private static func nodeCount(of links: [Link<Int>]) -> Int {
    links.reduce(0) { max($0, $1.source + 1, $1.target + 1) }
  }

  private static var otherEngine: String {
    "ForceSimulation: a LinkForce was applied by another engine than it is bound to"
  }

  /// The number of link ends at each node; a link from a node to itself counts twice.
  static func endCounts(_ links: [Link<Int>], nodeCount: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: nodeCount)
    for link in links {
      counts[link.source] += 1
      counts[link.target] += 1
    }
    return counts
  }

  /// The share of a link's correction that goes to its target.
  static func bias(of link: Link<Int>, _ endCounts: [Int]) -> Scalar {
    Scalar(endCounts[link.source]) / Scalar(endCounts[link.source] + endCounts[link.target])
  }
}

/// Links in the sequence of the simulation, for the sequential pass.
struct LinkList<Scalar: SimulationScalar>: Sendable {
  var links: [Link<Int>]
  var lengths: [Scalar]
  var strengths: [Scalar]
  /// The share of the correction that goes to the target.
  var biases: [Scalar]

  init(
    links: [Link<Int>], endCounts: [Int], lengths: CommonOrEach<Scalar>,
    strengths: CommonOrEach<Scalar>
  ) {
    self.links = links
    self.lengths = links.indices.map { lengths[$0] }
    self.strengths = links.indices.map { strengths[$0] }
    biases = links.map { BoundLinks.bias(of: $0, endCounts) }
  }
}

/// Links as seen from their ends, grouped by node (compressed rows), for the parallel pass: the
/// ends of node i are `begin[i] ..< begin[i + 1]`, by increasing link number (docs/determinism.md,
/// "Links").
struct HalfLinks<Scalar: SimulationScalar>: Sendable {
  var begin: [Int64]
  /// The node at the other end.
  var other: [Int32]
  /// The length by link end; nil when all lengths are `commonLength`.
  var length: [Scalar]?
  var commonLength: Scalar = 0
  /// Strength times the bias of this end.
  var coefficient: [Scalar]
  /// By node, the sum of |coefficient| over its ends.
  var total: [Scalar]
  /// The smallest limit of alpha over all link ends; infinite without links.
  private(set) var lowestLimit = Scalar.infinity
  /// Nil until the strength of all links is changed.
  private var shares: Shares?

  init(
    links: [Link<Int>], nodeCount: Int, endCounts: [Int], lengths: CommonOrEach<Scalar>,
    strengths: CommonOrEach<Scalar>
  ) {
    begin = Self.rowBegins(links, nodeCount: nodeCount)
    let count = Int(begin[nodeCount])
    other = Array(repeating: 0, count: count)
    coefficient = Array(repeating: 0, count: count)
    total = []
    if case .common(let value) = lengths { commonLength = value }

    // The next free place in each node's group of link ends.
    var next = begin
    other.withUnsafeMutableBufferPointer { other in
      coefficient.withUnsafeMutableBufferPointer { coefficient in
        next.withUnsafeMutableBufferPointer { next in
          for (index, link) in links.enumerated() where link.source != link.target {
            let bias = BoundLinks<Scalar>.bias(of: link, endCounts)
            let ends = (Int(next[link.source]), Int(next[link.target]))
            next[link.source] += 1
            next[link.target] += 1
            other[ends.0] = Int32(truncatingIfNeeded: link.target)
            other[ends.1] = Int32(truncatingIfNeeded: link.source)
            coefficient[ends.0] = strengths[index] * (1 - bias)
            coefficient[ends.1] = strengths[index] * bias
          }
        }
      }
    }
    if case .each(let lengths) = lengths { setLengths(lengths, of: links) }
    setTotals()
  }

  private static func rowBegins(_ links: [Link<Int>], nodeCount: Int) -> [Int64] {
    var begin = [Int64](repeating: 0, count: nodeCount + 1)
    for link in links where link.source != link.target {
      begin[link.source + 1] += 1
      begin[link.target + 1] += 1
    }
    for node in 0..<nodeCount { begin[node + 1] += begin[node] }
    return begin
  }

  private mutating func setLengths(_ lengths: [Scalar], of links: [Link<Int>]) {
    var ends = [Scalar](repeating: 0, count: other.count)
    var next = begin
    for (index, link) in links.enumerated() where link.source != link.target {
      ends[Int(next[link.source])] = lengths[index]
      ends[Int(next[link.target])] = lengths[index]
      next[link.source] += 1
      next[link.target] += 1
    }
    length = ends
  }

  /// Computes the coefficients and totals of a strength that all links share, with the bits of
  /// `init`. The links are those it was made of. O(nodes + links). What does not depend on the
  /// strength is kept from the first call on, so that later ones read in sequence.
  @_specialize(where Scalar == Float)
  @_specialize(where Scalar == Double)
  mutating func setCommonStrength(
    _ strength: Scalar, isDividedByDegree: Bool, _ links: [Link<Int>]
  ) {
    let shares = self.shares ?? makeShares(of: links)
    self.shares = shares
    // The strength of a link by the smaller number of links at its ends.
    let divided = (0...shares.largestCount).map {
      isDividedByDegree ? strength / Scalar($0) : strength
    }
    let ends = other.count
    coefficient = Array(unsafeUninitializedCapacity: ends) { coefficient, count in
      shares.fraction.withUnsafeBufferPointer { fraction in
        shares.smallerCount.withUnsafeBufferPointer { smallerCount in
          divided.withUnsafeBufferPointer { divided in
            for end in 0..<ends {
              coefficient.initializeElement(
                at: end, to: divided[Int(smallerCount[end])] * fraction[end])
            }
          }
        }
      }
      count = ends
    }
    setTotals()
  }

  /// What the coefficient of a link end is computed from besides the strength.
  private struct Shares: Sendable {
    /// By link end: the part of a correction that goes to its node.
    var fraction: [Scalar]
    /// By link end: the smaller number of links at the two ends of the link.
    var smallerCount: [Int32]
    var largestCount: Int
  }

  private func makeShares(of links: [Link<Int>]) -> Shares {
    let endCounts = BoundLinks<Scalar>.endCounts(links, nodeCount: begin.count - 1)
    var shares = Shares(
      fraction: Array(repeating: 0, count: other.count),
      smallerCount: Array(repeating: 0, count: other.count), largestCount: 1)
    var next = begin
    for link in links where link.source != link.target {
      let ends = (Int(next[link.source]), Int(next[link.target]))
      next[link.source] += 1
      next[link.target] += 1
      let bias = BoundLinks<Scalar>.bias(of: link, endCounts)
      (shares.fraction[ends.0], shares.fraction[ends.1]) = (1 - bias, bias)
      let smaller = min(endCounts[link.source], endCounts[link.target])
      shares.smallerCount[ends.0] = Int32(smaller)
      shares.smallerCount[ends.1] = Int32(smaller)
      shares.largestCount = max(shares.largestCount, smaller)
    }
    return shares
  }

  private mutating func setTotals() {
    let nodes = begin.count - 1
    total = Array(unsafeUninitializedCapacity: nodes) { total, count in
      begin.withUnsafeBufferPointer { begin in
        coefficient.withUnsafeBufferPointer { coefficient in
          for node in 0..<nodes {
            var sum: Scalar = 0
            for end in Int(begin[node])..<Int(begin[node + 1]) { sum += abs(coefficient[end]) }
            total.initializeElement(at: node, to: sum)
          }
        }
      }
      count = nodes
    }
    setLowestLimit()
  }

  /// The limit of a link is the same at both ends, and falls with the sum of their totals. Of the
  /// links with the largest sum, one end has at least half of it, so the rows of other nodes need
  /// not be read.
  private mutating func setLowestLimit() {
    var heaviest = 0
    for node in total.indices where total[node] > total[heaviest] { heaviest = node }
    var largest: Scalar = 0
    if !total.isEmpty { largest = largestSum(at: heaviest) }
    let half = largest / 2
    for node in total.indices where total[node] >= half {
      largest = max(largest, largestSum(at: node))
    }
    lowestLimit = Self.limit(largest)
  }

  /// The largest sum of the totals at both ends of a link of a node; 0 without links.
  private func largestSum(at node: Int) -> Scalar {
    ends(of: node).reduce(0) { max($0, total[node] + total[Int(other[$1])]) }
  }

  private static func limit(_ totals: Scalar) -> Scalar { Scalar(4.0 / 3) / totals }

  /// The largest alpha that one step may use for the link of an end. Links taken all at once would
  /// overshoot above it. It is needed so seldom that it is computed, not stored.
  func limit(of end: Int, at node: Int) -> Scalar {
    Self.limit(total[node] + total[Int(other[end])])
  }

  /// The number of smaller steps that replace one iteration: the fewest that keep alpha within the
  /// limits, at most 4.
  func steps(alpha: Scalar) -> Int { Self.steps(alpha: alpha, lowestLimit: lowestLimit) }

  static func steps(alpha: Scalar, lowestLimit: Scalar) -> Int {
    var steps = 1
    while steps < 4, alpha / Scalar(steps) > lowestLimit { steps += 1 }
    return steps
  }

  /// True when some limit is below alpha.
  func isLimited(alpha: Scalar) -> Bool { alpha > lowestLimit }

  var isEmpty: Bool { other.isEmpty }

  func ends(of node: Int) -> Range<Int> { Int(begin[node])..<Int(begin[node + 1]) }
}
