/// Computes graph distances from one node to all others, repeatedly in the same buffers.
///
/// It uses breadth-first search if all edges have length 1, else Dijkstra's algorithm with a binary
/// heap (Dijkstra 1959, doi:10.1007/BF01386390). Distances are in link lengths; unreachable nodes
/// have infinity.
struct DistanceFinder {
  private let adjacency: Neighborhoods
  private let nodeCount: Int
  private var queue: [Int32]
  private var heap: [(distance: Double, node: Int32)] = []
  private(set) var distances: [Double]

  init(_ graph: LayoutGraph) {
    adjacency = graph.adjacency
    nodeCount = graph.nodeCount
    queue = [Int32](repeating: 0, count: graph.nodeCount)
    distances = [Double](repeating: .infinity, count: graph.nodeCount)
  }

  /// The estimated nanoseconds of a search.
  static func cost(_ graph: LayoutGraph) -> Double {
    let pieces = Double(graph.nodeCount + graph.adjacency.neighbors.count)
    return graph.lengths == nil ? 3 * pieces : 40 * pieces
  }

  /// Fills `distances` with those from `source`. O(nodes + edges), times a logarithm for edge
  /// lengths.
  mutating func find(from source: Int) {
    for node in 0..<nodeCount { distances[node] = .infinity }
    if let lengths = adjacency.lengths {
      dijkstra(from: source, lengths)
    } else {
      breadthFirst(from: source)
    }
  }

  private mutating func breadthFirst(from source: Int) {
    adjacency.offsets.withUnsafeBufferPointer { offsets in
      adjacency.neighbors.withUnsafeBufferPointer { neighbors in
        distances.withUnsafeMutableBufferPointer { distances in
          queue.withUnsafeMutableBufferPointer { queue in
            distances[source] = 0
            queue[0] = Int32(source)
            var (read, end) = (0, 1)
            // In a dense graph all nodes are reached long before all edges have been examined.
            while read < end && end < nodeCount {
              let node = Int(queue[read])
              read += 1
              let next = distances[node] + 1
              for place in offsets[node]..<offsets[node + 1] {
                let neighbor = Int(neighbors[place])
                if distances[neighbor] == .infinity {
                  distances[neighbor] = next
                  queue[end] = Int32(neighbor)
                  end += 1
                }
              }
            }
          }
        }
      }
    }
  }

  private mutating func dijkstra(from source: Int, _ lengths: [Double]) {
    heap.removeAll(keepingCapacity: true)
    distances[source] = 0
    push((0, Int32(source)))
    while let (distance, node) = pop() {
      if distance > distances[Int(node)] { continue }
      for place in adjacency.range(of: Int(node)) {
        let neighbor = adjacency.neighbors[place]
        let next = distance + lengths[place]
        if next < distances[Int(neighbor)] {
          distances[Int(neighbor)] = next
          push((next, neighbor))
        }
      }
    }
  }

  private mutating func push(_ entry: (distance: Double, node: Int32)) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[(place - 1) / 2].distance > entry.distance {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = entry
  }

  private mutating func pop() -> (distance: Double, node: Int32)? {
    guard let top = heap.first else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return top }
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].distance < heap[child].distance { child += 1 }
      if heap[child].distance >= last.distance { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = last
    return top
  }
}
