import Testing
import _TestSupport

@testable import GraphLayout

/// The counts of crossings by which layered layouts order nodes.
///
/// Of three layers the middle one has nodes 0 to 39, each third with one segment up and one down, the others with
/// 0 to 20 of each, so that nodes with one, short rows, long ones and pairs of all occur.
@Suite struct LayerEndsTests {
  private let count = 40
  private let far = 25

  /// Returns for each node of the middle layer the places at which its segments end on another layer.
  private func ends(_ random: inout SplitMix64) -> [[Int]] {
    (0..<count).map { node in
      let most = node % 3 == 0 ? 1 : Int.random(in: 0...20, using: &random)
      return (0..<most).map { _ in Int.random(in: 0..<far, using: &random) }
    }
  }

  private func rows(_ above: [[Int]], _ below: [[Int]]) -> LayerRows {
    var segments = Segments()
    for node in 0..<count {
      for end in above[node] { segments.append(Int32(count + end), Int32(node)) }
      for end in below[node] { segments.append(Int32(node), Int32(count + far + end)) }
    }
    let all = count + 2 * far
    let ports = PortRanks(segments, all)
    return LayerRows(
      layerOf: (0..<all).map { $0 < count ? 1 : $0 < count + far ? 0 : 2 },
      above: LayerLinks(all, segments, ports, down: false),
      below: LayerLinks(all, segments, ports, down: true))
  }

  private func crossings(_ left: [Int], _ right: [Int]) -> Int {
    left.reduce(0) { sum, end in sum + right.count { $0 < end } }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func crossingsAreThoseOfAllPairs(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (above, below) = (ends(&random), ends(&random))
    let rows = rows(above, below)
    let nodes = (0..<count).shuffled(using: &random)
    for (place, node) in nodes.enumerated() { rows.row(1)[place] = Int32(node) }
    rows.setPlaces(1)
    let ends = LayerEnds(width: count, segmentCount: (above + below).reduce(0) { $0 + $1.count })
    ends.set(rows, 1)
    var total = 0
    for (left, a) in nodes.enumerated() {
      for (right, b) in nodes.enumerated() {
        let found = ends.crossings(left, right)
        #expect(found.before == crossings(above[a], above[b]) + crossings(below[a], below[b]))
        #expect(found.after == crossings(above[b], above[a]) + crossings(below[b], below[a]))
        if left < right { total += found.before }
      }
    }
    #expect(rows.crossings() == total)
  }

  /// The places of a layer follow its nodes when the whole order is set.
  @Test func placesFollowTheOrder() {
    var random = SplitMix64(seed: 4)
    let rows = rows(ends(&random), ends(&random))
    let order = rows.order
    let reversed = (0..<rows.layerCount).flatMap { Array(rows.row($0)).reversed() }
    rows.order = reversed
    #expect(rows.order == reversed && reversed != order)
    for layer in 0..<rows.layerCount {
      for (place, node) in rows.row(layer).enumerated() {
        #expect(rows.places[Int(node)] == Int32(place))
      }
    }
  }
}
