/// The links of a force as flat arrays, in the shape the order of the engine wants.
enum BoundLinks<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
  case sequential(LinkList<Scalar>)
  case parallel(HalfLinks<Scalar>)

  init(
    links: [EdgeID<Int>], nodeCount: Int, endCounts: [Int], lengths: [Scalar],
    strengths: [Scalar], order: Engine.Order
  ) {
    let biases = links.map {
      Scalar(endCounts[$0.source]) / Scalar(endCounts[$0.source] + endCounts[$0.target])
    }
    switch order {
    case .sequential:
      self = .sequential(
        LinkList(links: links, lengths: lengths, strengths: strengths, biases: biases))
    case .parallel:
      self = .parallel(
        HalfLinks(
          links: links, nodeCount: nodeCount, lengths: lengths, strengths: strengths,
          biases: biases))
    }
  }

  /// The number of link ends at each node; a link from a node to itself counts twice.
  static func endCounts(_ links: [EdgeID<Int>], nodeCount: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: nodeCount)
    for link in links {
      counts[link.source] += 1
      counts[link.target] += 1
    }
    return counts
  }
}

/// Links in their own order, for the sequential pass.
struct LinkList<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
  var links: [EdgeID<Int>]
  var lengths: [Scalar]
  var strengths: [Scalar]
  /// The share of the correction that goes to the target.
  var biases: [Scalar]
}

/// Links as seen from their ends, grouped by node (compressed rows), for the parallel pass: the ends of node i are
/// `begin[i] ..< begin[i + 1]`, by increasing link number (docs/determinism.md, "Links").
struct HalfLinks<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
  var begin: [Int64]
  /// The node at the other end.
  var other: [Int32]
  var length: [Scalar]
  /// Strength times the bias of this end.
  var coefficient: [Scalar]
  /// What alpha is limited to, so that links taken all at once cannot overshoot.
  var limit: [Scalar]
  /// The smallest limit there is; infinite without links.
  private(set) var lowestLimit = Scalar.infinity

  @_specialize(where Scalar == Float)
  @_specialize(where Scalar == Double)
  init(
    links: [EdgeID<Int>], nodeCount: Int, lengths: [Scalar], strengths: [Scalar], biases: [Scalar]
  ) {
    begin = Self.rowBegins(links, nodeCount: nodeCount)
    let count = Int(begin[nodeCount])
    other = Array(repeating: 0, count: count)
    length = Array(repeating: 0, count: count)
    coefficient = Array(repeating: 0, count: count)
    limit = Array(repeating: 0, count: count)

    var next = begin
    for (index, link) in links.enumerated() where link.source != link.target {
      let bias = biases[index]
      let ends = (Int(next[link.source]), Int(next[link.target]))
      next[link.source] += 1
      next[link.target] += 1
      other[ends.0] = Int32(link.target)
      other[ends.1] = Int32(link.source)
      length[ends.0] = lengths[index]
      length[ends.1] = lengths[index]
      coefficient[ends.0] = strengths[index] * (1 - bias)
      coefficient[ends.1] = strengths[index] * bias
    }
    setLimits(nodeCount: nodeCount)
  }

  private static func rowBegins(_ links: [EdgeID<Int>], nodeCount: Int) -> [Int64] {
    var begin = [Int64](repeating: 0, count: nodeCount + 1)
    for link in links where link.source != link.target {
      begin[link.source + 1] += 1
      begin[link.target + 1] += 1
    }
    for node in 0..<nodeCount { begin[node + 1] += begin[node] }
    return begin
  }

  private mutating func setLimits(nodeCount: Int) {
    var totals = [Scalar](repeating: 0, count: nodeCount)
    for node in 0..<nodeCount {
      for end in ends(of: node) { totals[node] += abs(coefficient[end]) }
    }
    for node in 0..<nodeCount {
      for end in ends(of: node) {
        limit[end] = Scalar(4.0 / 3) / (totals[node] + totals[Int(other[end])])
        lowestLimit = min(lowestLimit, limit[end])
      }
    }
  }

  /// How many smaller steps an iteration is taken in: as many as keep alpha within the limits, at most 4.
  func steps(alpha: Scalar) -> Int {
    var steps = 1
    while steps < 4, alpha / Scalar(steps) > lowestLimit { steps += 1 }
    return steps
  }

  func ends(of node: Int) -> Range<Int> { Int(begin[node])..<Int(begin[node + 1]) }
}
