import Graphs

/// Estimates of the bytes that a command takes when it has read a graph.
///
/// They were measured on Linux with graphs of a million nodes, as the growth of the peak, and
/// rounded up.
struct MemoryNeed {
  let topology: GraphTopology

  init(_ graph: Graph) { topology = graph.topology }

  private func bytes(node: Int, edge: Int) -> Int {
    node * topology.nodeCount + edge * topology.edgeCount
  }

  /// Of `forcegraph info`.
  var facts: Int { bytes(node: 80, edge: 40) }

  /// Of `forcegraph metrics`.
  var metrics: Int { bytes(node: 400, edge: 100) }

  /// Of `forcegraph measure`.
  var measures: Int { bytes(node: 300, edge: 150) }

  /// Of a picture.
  var picture: Int { bytes(node: 500, edge: 450) }

  /// Of a layout.
  func layout(_ choice: LayoutChoice, _ quality: LayoutQuality) -> Int {
    choice.method?.memory(of: topology, quality: quality) ?? bytes(node: 150, edge: 40)
  }

  /// The graph in messages.
  var what: String { "\(topology.nodeCount) nodes and \(topology.edgeCount) edges" }
}
