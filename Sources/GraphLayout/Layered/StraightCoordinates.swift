/// Horizontal coordinates that minimise the weighted deviation of segments from the vertical, by
/// the network simplex method on a graph in which each segment is a node above its two ends
/// (Gansner, Koutsofios, North and Vo 1993, doi:10.1109/32.221135, section 4.2). It starts from
/// feasible coordinates.
struct StraightCoordinates {
  /// The number of nodes and segments above which the coordinates are left unchanged.
  private static let limit = 20_000

  /// - Parameters:
  ///   - distance: the distance of nodes, which is 64 steps of the grid of coordinates.
  ///   - gap: returns the minimum distance of two neighbours, left and right.
  static func improved(
    _ x: [Double], _ layers: Layers, distance: Double, run: inout LayoutRun,
    gap: (Int32, Int32) -> Double
  ) -> [Double] {
    let scale = 64 / distance
    let segmentCount = layers.below.others.count
    let count = layers.nodeCount + segmentCount
    guard count <= limit, (x + layers.below.shifts).allSatisfy({ abs($0) * scale < 1e8 }) else {
      return x
    }
    var start = [Int32](repeating: 0, count: count)
    var edges: [NetworkSimplex.Edge] = []
    for row in layers.order {
      var rim = Int32.min
      for (place, node) in row.enumerated() {
        start[Int(node)] = max(Int32((x[Int(node)] * scale).rounded()), rim)
        guard place + 1 < row.count else { continue }
        let length = Int32((gap(node, row[place + 1]) * scale).rounded(.up))
        rim = start[Int(node)] + length
        edges.append(.init(tail: node, head: row[place + 1], length: length, weight: 0))
      }
    }
    var next = Int32(layers.nodeCount)
    let line = mainLine(layers)
    for node in 0..<layers.nodeCount {
      for slot in layers.below.range(node) {
        let other = layers.below.others[slot]
        // The segment is vertical if the node is this much farther to the right than the other.
        let shift = Int32((layers.below.shifts[slot] * scale).rounded())
        let isMain = line?[node] == other
        let weight = Self.weight(layers, node, Int(other)) * (isMain ? mainWeight : 1)
        start[Int(next)] = min(start[node], start[Int(other)] + shift)
        edges.append(.init(tail: next, head: Int32(node), length: 0, weight: weight))
        edges.append(.init(tail: next, head: other, length: -shift, weight: weight))
        next += 1
      }
    }
    let places = NetworkSimplex.layers(count, edges, from: start, run: &run)
    return (0..<layers.nodeCount).map { Double(places[$0]) / scale }
  }

  /// Returns the weight of a segment: high for edges over many layers, highest for borders of
  /// groups.
  private static func weight(_ layers: Layers, _ a: Int, _ b: Int) -> Int {
    if a >= layers.borderStart { return 1_000 }
    let dummies = (a >= layers.realCount ? 1 : 0) + (b >= layers.realCount ? 1 : 0)
    return [1, 2, 8][dummies]
  }

  /// The multiple of the weight that segments of the main line have.
  private static let mainWeight = 100
  /// The least number of layers of a graph with a main line, the least part of the layers in which it has nodes,
  /// and the greatest mean number of nodes on a layer.
  private static let leastLayers = 10
  private static let leastShare = 0.9
  private static let mostPerLayer = 4

  /// The path with most nodes, in a graph that is long and narrow as a history is: it has a node on nearly all
  /// layers. For each of its nodes it has the next one below, of others -1. Nil if there is none.
  /// O(nodes + segments).
  static func mainLine(_ layers: Layers) -> [Int32]? {
    let rows = layers.order
    guard rows.count >= leastLayers, !layers.hasGroups,
      layers.realCount <= mostPerLayer * rows.count
    else { return nil }
    var counts = [Int32](repeating: 0, count: layers.nodeCount)
    var next = [Int32](repeating: -1, count: layers.nodeCount)
    var first: Int32?
    for row in rows.reversed() {
      for node in row {
        for slot in layers.below.range(Int(node)) {
          let other = layers.below.others[slot]
          if next[Int(node)] < 0 || counts[Int(other)] > counts[Int(next[Int(node)])] {
            next[Int(node)] = other
          }
        }
        let isReal = Int(node) < layers.realCount
        counts[Int(node)] =
          (next[Int(node)] < 0 ? 0 : counts[Int(next[Int(node)])]) + (isReal ? 1 : 0)
        if first.map({ (counts[Int(node)], -node) > (counts[Int($0)], -$0) }) ?? true {
          first = node
        }
      }
    }
    guard var node = first, Double(counts[Int(node)]) >= leastShare * Double(rows.count) else {
      return nil
    }
    var line = [Int32](repeating: -1, count: layers.nodeCount)
    while next[Int(node)] >= 0 {
      line[Int(node)] = next[Int(node)]
      node = next[Int(node)]
    }
    return line
  }
}
