import GraphIO
import GraphLayout

/// Estimates of the bytes that a command takes when it has read a graph.
///
/// They were measured on Linux with graphs of a million nodes, as the growth of the peak, and
/// rounded up.
struct MemoryNeed {
  let nodeCount: Int
  let edgeCount: Int

  init(_ graph: Graph) {
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
  }

  private func bytes(node: Int, edge: Int) -> Int { node * nodeCount + edge * edgeCount }

  /// Of `forcegraph info`.
  var facts: Int { bytes(node: 80, edge: 40) }

  /// Of `forcegraph metrics`.
  var metrics: Int { bytes(node: 400, edge: 100) }

  /// Of a picture.
  var picture: Int { bytes(node: 500, edge: 450) }

  /// Of a layout.
  func layout(_ choice: LayoutChoice, _ quality: LayoutQuality) -> Int {
    let graph = bytes(node: 150, edge: 40)
    func pivots(_ quick: Int, _ balanced: Int, _ best: Int, each size: Int) -> Int {
      graph + size * nodeCount * quality.pick(quick: quick, balanced: balanced, best: best)
    }
    switch choice {
    // Stress for components of up to 3,000 nodes.
    case .auto:
      let stressed = min(nodeCount, 3_000)
      return max(nodeCount > 3_000 ? force : 0, graph + 8 * stressed * stressed)
    case .force, .fruchtermanReingold: return force
    case .stress where nodeCount > 10_000: return pivots(50, 200, 400, each: 20)
    case .stress: return graph + 8 * nodeCount * nodeCount
    case .pivotMDS: return pivots(50, 100, 300, each: 12)
    case .spectral: return pivots(50, 100, 200, each: 8)
    case .circular, .layered, .tree, .radial, .trie, .binaryHeap, .linear, .grid, .keep:
      return graph
    }
  }

  private var force: Int { bytes(node: 420, edge: 170) }

  /// The graph in messages.
  var what: String { "\(nodeCount) nodes and \(edgeCount) edges" }
}
