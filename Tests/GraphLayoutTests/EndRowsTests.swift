import Testing
import _TestSupport

@testable import GraphLayout

/// The counts of crossings between two nodes, by which layered layouts exchange them.
@Suite struct EndRowsTests {
  /// Nodes with 0 to 20 ends each, so that short rows, long ones and pairs of both occur.
  @Test(arguments: [1, 2, 3] as [UInt64]) func crossingsAreThoseOfAllPairs(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (count, far) = (40, 25)
    var segments = Segments()
    var ends = [[Int32]](repeating: [], count: count)
    for node in 0..<count {
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let other = Int32.random(in: 0..<Int32(far), using: &random)
        segments.append(Int32(node), Int32(count) + other)
        ends[node].append(other)
      }
    }
    let ports = PortRanks(segments, count + far)
    let links = LayerLinks(count + far, segments, ports, down: true)
    // The other layer is in reverse order.
    let places = (0..<Int32(count + far)).map { $0 < count ? $0 : Int32(count + far) - 1 - $0 }
    let nodes = (0..<Int32(count)).shuffled(using: &random)
    var rows = EndRows()
    rows.set(links, nodes, places)
    for (left, a) in nodes.enumerated() {
      for (right, b) in nodes.enumerated() {
        let pairs = ends[Int(a)].flatMap { one in ends[Int(b)].map { (one, $0) } }
        let found = rows.crossings(left, right)
        #expect(found.before == pairs.count { $0.0 < $0.1 })
        #expect(found.after == pairs.count { $0.0 > $0.1 })
      }
    }
  }
}
