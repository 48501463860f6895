import CForceMPI

/// What ranks send each other. Called by all of them.
extension World {
  /// Sends items to the ranks, those for rank r after those for the ranks before it. Returns what came,
  /// by rank.
  func exchange<Item: BitwiseCopyable>(
    _ items: [Item], counts: [Int]
  ) -> (items: [Item], counts: [Int]) {
    let out = counts.map(Int64.init)
    var into = [Int64](repeating: 0, count: count)
    ck_world_exchange_counts(world, out, &into)
    let stride = Int64(MemoryLayout<Item>.stride)
    let (sendAt, receiveAt) = (Self.ends(of: out, stride), Self.ends(of: into, stride))
    let received = [Item](unsafeUninitializedCapacity: into.reduce(0) { $0 + Int($1) }) {
      buffer, count in
      items.withUnsafeBytes {
        ck_world_exchange(world, $0.baseAddress, sendAt, buffer.baseAddress, receiveAt)
      }
      count = Int(receiveAt.last! / stride)
    }
    return (received, into.map(Int.init))
  }

  /// The items of all ranks, by rank: numbers, vectors, or structures of them.
  func gather<Item>(_ own: [Item]) -> [Item] {
    precondition(_isPOD(Item.self), "ForceSimulationDistributed: only plain values can be sent")
    var counts = [Int64](repeating: 0, count: count)
    ck_world_exchange_counts(
      world, [Int64](repeating: Int64(own.count), count: count), &counts)
    let stride = Int64(MemoryLayout<Item>.stride)
    let ends = Self.ends(of: counts, stride)
    return [Item](unsafeUninitializedCapacity: Int(ends.last! / stride)) { buffer, count in
      let place = buffer[Int(ends[rank] / stride)...]
      _ = UnsafeMutableBufferPointer(rebasing: place).update(fromContentsOf: own)
      ck_world_gather_all(world, buffer.baseAddress, ends)
      count = buffer.count
    }
  }

  /// The sum of a number of the ranks before this one.
  func sumBefore(_ number: Int) -> Int { gather([number])[..<rank].reduce(0, +) }

  /// What the ranks of the wanted nodes have for them. `wanted`: in increasing order; `own`: by node of
  /// this rank's block.
  func items<Item: BitwiseCopyable>(
    of wanted: [Int32], from own: [Item], nodeCount: Int
  ) -> [Item] {
    var counts = [Int](repeating: 0, count: count)
    var owner = 0
    for node in wanted {
      while Int(node) >= first(owner + 1, nodeCount) { owner += 1 }
      counts[owner] += 1
    }
    let asked = exchange(wanted, counts: counts)
    let begin = first(rank, nodeCount)
    return exchange(asked.items.map { own[Int($0) - begin] }, counts: asked.counts).items
  }

  /// The rank of each node's block.
  func owners(nodeCount: Int) -> NodeOwners {
    NodeOwners(first: (0...count).map { first($0, nodeCount) }, nodeCount: nodeCount)
  }

  private static func ends(of counts: [Int64], _ stride: Int64) -> [Int64] {
    counts.reduce(into: [0]) { $0.append($0.last! + $1 * stride) }
  }

  /// Does on all ranks what may fail on some. Throws on all the failure of the first rank that has one.
  ///
  /// - Parameter lines: the lines of the file that this rank has read, for the number of the line.
  func agree<Value>(
    about path: String, lines: () -> Int = { 0 }, _ work: () throws(FilePartError) -> Value
  ) throws(DistributedError) -> Value {
    var (value, failure): (Value?, FilePartError?) = (nil, nil)
    do { value = try work() } catch { failure = error }
    let none = Double(count)
    let first = Int(-maximum(of: failure == nil ? -none : -Double(rank)))
    guard first < count else { return value! }
    let before = sumBefore(lines())
    let text = Array((failure?.reason ?? "").utf8)
    let line = gather([failure?.line.map { before + $0 } ?? 0])[first]
    throw .file(
      path, line: line > 0 ? line : nil,
      reason: String(decoding: gather(rank == first ? text : []), as: UTF8.self))
  }
}

/// The ranks of nodes: each has a block.
struct NodeOwners {
  /// The first node of each rank, and the number of all nodes.
  let first: [Int]
  let nodeCount: Int

  func callAsFunction(_ node: Int) -> Int {
    // Blocks are of about one size, so that the first guess is right or next to it.
    var rank = min(Int(Double(node) / Double(nodeCount) * Double(first.count - 1)), first.count - 2)
    while node < first[rank] { rank -= 1 }
    while node >= first[rank + 1] { rank += 1 }
    return rank
  }
}

/// What is wrong with this rank's part of a file.
struct FilePartError: Error {
  var reason: String
  /// The line within the part, from 1.
  var line: Int?
}
