import FileWriting
import Graphs

/// Estimates of the memory in bytes that a command takes after reading a graph.
///
/// They were measured on Linux with graphs of a million nodes, as the growth of the peak, and
/// rounded up.
struct MemoryNeed {
  let topology: GraphTopology

  init(_ graph: Graph) { topology = graph.topology }

  private func bytes(node: Int, edge: Int) -> Int {
    node * topology.nodeCount + edge * topology.edgeCount
  }

  /// The memory of `forcegraph info`.
  var facts: Int { bytes(node: 80, edge: 40) }

  /// The memory of `forcegraph metrics`.
  var metrics: Int { bytes(node: 400, edge: 100) }

  /// The memory of `forcegraph measure`.
  var measures: Int { bytes(node: 300, edge: 150) }

  /// The memory of a picture.
  var picture: Int { bytes(node: 500, edge: 450) }

  /// Returns the memory of a layout.
  func layout(
    _ choice: LayoutChoice, _ quality: LayoutQuality, _ goal: LayoutGoal? = nil
  ) -> Int {
    choice.method?.memory(of: topology, quality, goal) ?? bytes(node: 150, edge: 40)
  }

  /// Returns the memory of a view.
  func view(_ choice: LayoutChoice) -> Int {
    (48 << 20) + bytes(node: 600, edge: 200) + layout(choice, .quick)
  }

  /// The address space for the threads of a view, each with a stack and a heap. A failure to start
  /// one would abort the process.
  static var viewThreads: Int { (4 + ProcessInfo.processInfo.activeProcessorCount) * (72 << 20) }

  /// The description of the graph in messages.
  var what: String { "\(topology.nodeCount) nodes and \(topology.edgeCount) edges" }
}
