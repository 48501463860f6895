import ForceSimulation

/// A small graph with the name a failing test prints.
public struct GraphFixture: CustomStringConvertible, Sendable {
  public let name: String
  public let nodeCount: Int
  public let links: [Link<Int>]

  public var description: String { "\(name): \(nodeCount) nodes, \(links.count) links" }

  private init(_ name: String, nodeCount: Int, _ links: [(Int, Int)]) {
    self.name = name
    self.nodeCount = nodeCount
    self.links = links.map { Link(source: $0.0, target: $0.1) }
  }

  /// Node 0 linked to each of `leaves` others.
  public static func star(leaves: Int) -> GraphFixture {
    GraphFixture("star(\(leaves))", nodeCount: leaves + 1, (0..<leaves).map { (0, $0 + 1) })
  }

  /// Every pair linked once, from the lower to the higher number.
  public static func complete(_ count: Int) -> GraphFixture {
    GraphFixture(
      "complete(\(count))", nodeCount: count,
      (0..<count).flatMap { source in ((source + 1)..<max(count, source + 1)).map { (source, $0) } }
    )
  }

  /// Each of the first `left` nodes linked to each of the `right` others.
  public static func completeBipartite(_ left: Int, _ right: Int) -> GraphFixture {
    GraphFixture(
      "completeBipartite(\(left), \(right))", nodeCount: left + right,
      (0..<left).flatMap { source in (0..<right).map { (source, left + $0) } })
  }

  /// A chain.
  public static func path(_ count: Int) -> GraphFixture {
    GraphFixture("path(\(count))", nodeCount: count, (1..<max(count, 1)).map { ($0 - 1, $0) })
  }

  /// Rows of `width` nodes, each linked to its right and its lower neighbour.
  public static func grid(_ width: Int, _ height: Int) -> GraphFixture {
    var links: [(Int, Int)] = []
    for node in 0..<(width * height) {
      if node % width + 1 < width { links.append((node, node + 1)) }
      if node / width + 1 < height { links.append((node, node + width)) }
    }
    return GraphFixture("grid(\(width), \(height))", nodeCount: width * height, links)
  }

  /// The complete tree with `degree` children a node and `depth` levels below the root, numbered by
  /// level.
  public static func tree(depth: Int, degree: Int) -> GraphFixture {
    var nodeCount = 1
    var levelSize = 1
    for _ in 0..<depth {
      levelSize *= degree
      nodeCount += levelSize
    }
    return GraphFixture(
      "tree(depth: \(depth), degree: \(degree))", nodeCount: nodeCount,
      (1..<nodeCount).map { (($0 - 1) / degree, $0) })
  }

  /// `linkCount` links between random different nodes. Pairs may repeat, in either direction.
  public static func random(_ nodeCount: Int, links linkCount: Int, seed: UInt64) -> GraphFixture {
    var random = SplitMix64(seed: seed)
    let links = (0..<linkCount).map { _ in
      let source = Int.random(in: 0..<nodeCount, using: &random)
      let step = Int.random(in: 1..<nodeCount, using: &random)
      return (source, (source + step) % nodeCount)
    }
    return GraphFixture(
      "random(\(nodeCount), \(linkCount), seed: \(seed))", nodeCount: nodeCount, links)
  }
}
