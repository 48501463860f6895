/// A collection of segments between adjacent layers: their upper and lower ends, and the horizontal
/// offsets of these from the reference lines of their nodes.
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

/// The ranks of ports at each node, from left to right.
struct PortRanks {
  /// The maximum number of ports of a node.
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

/// The segments from each node to one of the adjacent layers in compressed rows; those of a node
/// are ordered by port, from left to right.
struct LayerLinks {
  private var offsets: [Int] = []
  /// The nodes at the other ends.
  private(set) var others: [Int32] = []
  /// The ranks of the ports at the other ends, and at the own ends.
  private(set) var otherPorts: [Int32] = []
  private(set) var ownPorts: [Int32] = []
  /// The difference of the coordinates of the node and the other end for which a segment is
  /// vertical. It is 0 unless ports are off centre.
  private(set) var shifts: [Double] = []
  /// The maximum number of ports of a node in the component.
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
