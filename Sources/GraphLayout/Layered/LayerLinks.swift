/// Segments between neighbouring layers, as they are collected: upper and lower ends, and where on
/// these they end, as lengths across from the line that the node is placed on.
struct Segments {
  private(set) var upper: [Int32] = []
  private(set) var lower: [Int32] = []
  private(set) var upperPorts: [Double] = []
  private(set) var lowerPorts: [Double] = []

  mutating func append(
    _ upper: Int32, _ lower: Int32, upperPort: Double = 0, lowerPort: Double = 0
  ) {
    self.upper.append(upper)
    self.lower.append(lower)
    upperPorts.append(upperPort)
    lowerPorts.append(lowerPort)
  }
}

/// The numbers of ports, from left to right, at each node.
struct PortRanks {
  /// The most ports that a node has.
  private(set) var most: Int32 = 1
  private var offsets: [Int32: [Double]] = [:]

  init(_ segments: Segments, _ realCount: Int) {
    let hasPorts = [segments.upperPorts, segments.lowerPorts].contains { $0.contains { $0 != 0 } }
    if !hasPorts { return }
    for (nodes, ports) in [
      (segments.upper, segments.upperPorts), (segments.lower, segments.lowerPorts),
    ] {
      for (node, port) in zip(nodes, ports) where node < realCount {
        offsets[node, default: []].append(port)
      }
    }
    for (node, ports) in offsets {
      let different = Array(Set(ports)).sorted()
      offsets[node] = different
      most = max(most, Int32(different.count))
    }
  }

  func rank(_ node: Int32, _ port: Double) -> Int32 {
    if most == 1 { return 0 }
    return Int32(offsets[node]?.firstIndex(of: port) ?? 0)
  }
}

/// For each node the segments that lead to one of the layers beside its own, one node after the
/// other; those of a node by their ports, from left to right.
struct LayerLinks {
  private var offsets: [Int] = []
  /// The nodes at the other ends.
  private(set) var others: [Int32] = []
  /// The ranks of the ports there, and here.
  private(set) var otherPorts: [Int32] = []
  private(set) var ownPorts: [Int32] = []
  /// For each segment the place of the node less that of the other end when the segment is
  /// vertical. It is 0 unless ports are beside the middles of their nodes.
  private(set) var shifts: [Double] = []
  /// The most ports that a node of the part has.
  private(set) var portCount: Int32 = 1

  init() {}

  init(_ count: Int, _ segments: Segments, _ ports: PortRanks, down: Bool) {
    portCount = ports.most
    let (own, far) = down ? (segments.upper, segments.lower) : (segments.lower, segments.upper)
    let ownOffsets = down ? segments.upperPorts : segments.lowerPorts
    let farOffsets = down ? segments.lowerPorts : segments.upperPorts
    offsets = [Int](repeating: 0, count: count + 1)
    for node in own { offsets[Int(node) + 1] += 1 }
    for node in 0..<count { offsets[node + 1] += offsets[node] }
    var (next, sorted) = (offsets, [Int](repeating: 0, count: own.count))
    for (number, node) in own.enumerated() {
      sorted[next[Int(node)]] = number
      next[Int(node)] += 1
    }
    if ports.most > 1 {
      for node in 0..<count {
        sorted[range(node)].sort { (ownOffsets[$0], $0) < (ownOffsets[$1], $1) }
      }
    }
    others = sorted.map { far[$0] }
    ownPorts = sorted.map { ports.rank(own[$0], ownOffsets[$0]) }
    otherPorts = sorted.map { ports.rank(far[$0], farOffsets[$0]) }
    shifts = sorted.map { farOffsets[$0] - ownOffsets[$0] }
  }

  @inline(__always)
  func range(_ node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }
}
