import ForceSimulation

/// A rank's part of a graph: the links of its block of the nodes.
struct GraphPart {
  var nodeCount: Int
  var linkCount: Int
  /// By node of the block, its id in the file; nil where nodes have only their numbers.
  var nodeIDs: [Int]?
  var rows: BlockRows
  /// The sum of the hashes of all links, with their numbers.
  var hash: UInt64

  /// Reads a graph, of which each rank gets its part. No rank has more than its share of the file and of
  /// the graph at any time.
  static func read(_ path: String, over world: World) throws(DistributedError) -> GraphPart {
    var links = try FileLinks.read(path, over: world)
    var nodeIDs: [Int]?
    var nodeCount = 0
    if let own = links.nodeCount {
      nodeCount = Int(world.maximum(of: Double(own)))
    } else {
      (nodeCount, nodeIDs) = number(&links, over: world)
    }
    guard nodeCount <= Int(Int32.max) else {
      throw .file(
        path, line: nil,
        reason: "it has \(nodeCount) nodes; a simulation can have \(Int32.max) over all ranks")
    }
    let before = world.sumBefore(links.sources.count)
    var hash: UInt64 = 0
    for link in links.sources.indices {
      hash &+= LinkHash.of(before + link, links.sources[link], UInt64(links.targets[link]))
    }
    return GraphPart(
      nodeCount: nodeCount, linkCount: world.sum(of: links.sources.count), nodeIDs: nodeIDs,
      rows: rows(links, nodeCount, over: world), hash: sum(hash, over: world))
  }

  /// The hash of a whole graph.
  static func hash(of links: [Link<Int>]) -> UInt64 {
    links.indices.reduce(0) {
      $0 &+ LinkHash.of($1, links[$1].source, UInt64(links[$1].target))
    }
  }

  /// The sum of all ranks, modulo 2^64.
  static func sum(_ number: UInt64, over world: World) -> UInt64 {
    world.gather([number]).reduce(0, &+)
  }

  // MARK: Numbers of nodes

  /// Numbers the ids in increasing order, as GraphIO does. Ranges of ids belong to ranks, which sort
  /// those of all: a sample sort. Returns the number of nodes, and the ids of this rank's block.
  private static func number(
    _ links: inout FileLinks, over world: World
  ) -> (nodeCount: Int, nodeIDs: [Int]) {
    let own = sortedOnce(links.sources + links.targets)
    let splitters = splitters(own, over: world)
    var counts = [Int](repeating: 0, count: world.count)
    var rank = 0
    for id in own {
      while rank < splitters.count, id >= splitters[rank] { rank += 1 }
      counts[rank] += 1
    }
    let received = world.exchange(own, counts: counts)
    let ids = sortedOnce(received.items)
    let first = world.sumBefore(ids.count)
    let nodeCount = world.sum(of: ids.count)
    let numbers = world.exchange(
      received.items.map { first + ids.index(ofSorted: $0) }, counts: received.counts
    ).items
    for link in links.sources.indices {
      links.sources[link] = numbers[own.index(ofSorted: links.sources[link])]
      links.targets[link] = numbers[own.index(ofSorted: links.targets[link])]
    }
    var counted = [Int](repeating: 0, count: world.count)
    if nodeCount > 0 {
      let owner = world.owners(nodeCount: nodeCount)
      for rank in 0..<world.count {
        let block = owner.first[rank]..<owner.first[rank + 1]
        counted[rank] = block.clamped(to: first..<first + ids.count).count
      }
    }
    return (nodeCount, world.exchange(ids, counts: counted).items)
  }

  /// Ids between which ranks have about as many of all.
  private static func splitters(_ own: [Int], over world: World) -> [Int] {
    let count = min(own.count, 64)
    let samples = world.gather((0..<count).map { own[$0 * own.count / count] }).sorted()
    guard !samples.isEmpty else { return [] }
    return (1..<world.count).map { samples[samples.count * $0 / world.count] }
  }

  private static func sortedOnce(_ ids: [Int]) -> [Int] {
    var ids = ids
    ids.sort()
    var count = 0
    for id in ids where count == 0 || ids[count - 1] != id {
      ids[count] = id
      count += 1
    }
    ids.removeLast(ids.count - count)
    return ids
  }

  // MARK: Rows

  /// An end of a link on its way to the rank of its node.
  private struct End {
    /// The number within the block.
    var node: Int32
    /// The node at the other end, twice, and 1 more at the source.
    var other: UInt32
  }

  private static func rows(
    _ links: FileLinks, _ nodeCount: Int, over world: World
  ) -> BlockRows {
    let ends = ends(links, nodeCount, over: world)
    let nodes = world.nodes(of: nodeCount)
    var endCount = [Int32](repeating: 0, count: nodes.count)
    var begin = [Int64](repeating: 0, count: nodes.count + 1)
    func isLoop(_ end: End) -> Bool { Int(end.other >> 1) == nodes.lowerBound + Int(end.node) }
    for end in ends {
      endCount[Int(end.node)] += isLoop(end) ? 2 : 1
      if !isLoop(end) { begin[Int(end.node) + 1] += 1 }
    }
    for node in nodes.indices.map({ $0 - nodes.lowerBound }) { begin[node + 1] += begin[node] }
    let count = Int(begin[nodes.count])
    var other = [Int32](repeating: 0, count: count)
    var isSource = [Bool](repeating: false, count: count)
    var next = begin
    for end in ends where !isLoop(end) {
      let place = Int(next[Int(end.node)])
      next[Int(end.node)] += 1
      other[place] = Int32(end.other >> 1)
      isSource[place] = end.other & 1 == 1
    }
    return BlockRows(
      begin: begin, other: other, isSource: isSource, endCount: endCount,
      otherEndCount: otherEndCount(other, nodes, endCount, nodeCount, over: world))
  }

  /// The ends at this rank's nodes, by the numbers of their links; one of a link from a node to itself.
  private static func ends(
    _ links: FileLinks, _ nodeCount: Int, over world: World
  ) -> [End] {
    guard nodeCount > 0 else { return [] }
    let owner = world.owners(nodeCount: nodeCount)
    var counts = [Int](repeating: 0, count: world.count)
    for (source, target) in zip(links.sources, links.targets) {
      counts[owner(source)] += 1
      if source != target { counts[owner(target)] += 1 }
    }
    var next = counts.reduce(into: [0]) { $0.append($0.last! + $1) }
    var sent = [End](repeating: End(node: 0, other: 0), count: next.last!)
    func send(_ node: Int, _ other: Int, isSource: Bool) {
      let rank = owner(node)
      sent[next[rank]] = End(
        node: Int32(node - owner.first[rank]), other: UInt32(other) << 1 | (isSource ? 1 : 0))
      next[rank] += 1
    }
    for (source, target) in zip(links.sources, links.targets) {
      send(source, target, isSource: true)
      if source != target { send(target, source, isSource: false) }
    }
    return world.exchange(sent, counts: counts).items
  }

  private static func otherEndCount(
    _ other: [Int32], _ nodes: Range<Int>, _ endCount: [Int32], _ nodeCount: Int, over world: World
  ) -> [Int32] {
    var wanted = other.filter { !nodes.contains(Int($0)) }
    wanted.sort()
    var count = 0
    for node in wanted where count == 0 || wanted[count - 1] != node {
      wanted[count] = node
      count += 1
    }
    wanted.removeLast(wanted.count - count)
    let counts = world.items(of: wanted, from: endCount, nodeCount: nodeCount)
    return other.map { node in
      nodes.contains(Int(node))
        ? endCount[Int(node) - nodes.lowerBound] : counts[wanted.index(ofSorted: node)]
    }
  }
}

extension Array where Element: Comparable {
  /// The index of an element that exists, in an array in increasing order. O(log n).
  fileprivate func index(ofSorted element: Element) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
