import ForceSimulation

extension Scene {
  /// Links between random nodes, nodes uniform in a disc (radius 10 sqrt n) or ball (20 cbrt n):
  /// the scene in which simulation libraries are compared with each other.
  ///
  /// d3-force's generator, started with `seed`, draws source and target of every link first (the
  /// node after the source where the two are the same; links may occur twice), then the positions
  /// node by node. One node has no links.
  public static func random(nodeCount: Int, linksPerNode: Int = 2, seed: UInt32 = 42) -> Scene {
    var random = LinearCongruentialGenerator(seed: seed)
    var links: [Link<Int>] = []
    if nodeCount > 1 {
      links.reserveCapacity(nodeCount * linksPerNode)
      for _ in 0..<nodeCount * linksPerNode {
        let source = random.index(below: nodeCount)
        let target = random.index(below: nodeCount)
        links.append(
          Link(source: source, target: other(target, than: source, in: 0..<nodeCount)))
      }
    }
    return Scene(
      name: "random", nodeCount: nodeCount, links: links, nodeNames: nil, start: .ball(random))
  }

  /// A square (2D), cubic (3D) or 4D lattice: nodes 20 units apart, each linked to the next along
  /// every axis. The last row may be short, so that there are exactly `nodeCount` nodes.
  ///
  /// There is no randomness, so many coordinates, distances and cells are exactly equal.
  public static func grid(nodeCount: Int, dimension: Int) -> Scene {
    precondition((2...4).contains(dimension), "a grid has 2, 3 or 4 dimensions, not \(dimension)")
    var side = 1
    while (0..<dimension).reduce(1, { power, _ in power * side }) < nodeCount { side += 1 }
    var links: [Link<Int>] = []
    for node in 0..<nodeCount {
      var step = 1
      for _ in 0..<dimension {
        if node / step % side + 1 < side, node + step < nodeCount {
          links.append(Link(source: node, target: node + step))
        }
        step *= side
      }
    }
    return Scene(
      name: "grid", nodeCount: nodeCount, links: links, nodeNames: nil,
      start: .lattice(dimension: dimension, side: side))
  }

  /// The complete square (cube, hypercube) whose number of nodes is nearest to `nodeCount`.
  ///
  /// It starts unfolded, near its final layout, so that 300 ticks settle it. A large grid with
  /// random positions would stay tangled.
  public static func grid(nearest nodeCount: Int, dimension: Int) -> Scene {
    precondition((2...4).contains(dimension), "a grid has 2, 3 or 4 dimensions, not \(dimension)")
    func count(_ side: Int) -> Int { (0..<dimension).reduce(1) { product, _ in product * side } }
    var side = 1
    while count(side + 1) <= nodeCount { side += 1 }
    if count(side + 1) - nodeCount < nodeCount - count(side) { side += 1 }
    return grid(nodeCount: count(side), dimension: dimension)
  }

  /// About sqrt n dense clusters in a disc or ball; nine of ten links stay inside their cluster.
  /// This is hard for trees and cell lists, as most of the space is empty and most nodes are close
  /// together.
  public static func clusters(nodeCount: Int, linksPerNode: Int = 2, seed: UInt32 = 42) -> Scene {
    var random = LinearCongruentialGenerator(seed: seed)
    let count = max(1, Int(Double(nodeCount).squareRoot().rounded()))
    var links: [Link<Int>] = []
    if nodeCount > 1 {
      links.reserveCapacity(nodeCount * linksPerNode)
      for _ in 0..<nodeCount * linksPerNode {
        let source = random.index(below: nodeCount)
        let own = members(
          of: cluster(of: source, of: nodeCount, clusters: count), of: nodeCount, clusters: count)
        let staysInside = random.next() < 0.9 && own.count > 1
        let range = staysInside ? own : 0..<nodeCount
        let target = range.lowerBound + random.index(below: range.count)
        links.append(Link(source: source, target: other(target, than: source, in: range)))
      }
    }
    return Scene(
      name: "clusters", nodeCount: nodeCount, links: links, nodeNames: nil,
      start: .clusters(count: count, random))
  }

  /// Returns the cluster of a node. Clusters are ranges of nodes of almost equal length.
  static func cluster(of node: Int, of nodeCount: Int, clusters: Int) -> Int {
    node * clusters / nodeCount
  }

  /// Returns the nodes of a cluster, the inverse of `cluster(of:of:clusters:)`.
  static func members(of cluster: Int, of nodeCount: Int, clusters: Int) -> Range<Int> {
    func begin(_ cluster: Int) -> Int { (cluster * nodeCount + clusters - 1) / clusters }
    return begin(cluster)..<begin(cluster + 1)
  }

  /// Returns `target`, or the next node if that is the source.
  private static func other(_ target: Int, than source: Int, in range: Range<Int>) -> Int {
    guard target == source else { return target }
    return target + 1 < range.upperBound ? target + 1 : range.lowerBound
  }
}

extension LinearCongruentialGenerator {
  fileprivate mutating func index(below count: Int) -> Int { Int(next() * Double(count)) }
}
