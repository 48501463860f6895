extension LayoutMethod {
  /// The problem size for estimates of memory.
  struct Size {
    let nodes: Int
    let edges: Int
    let quality: LayoutQuality
    var goal: LayoutGoal?

    /// The memory of layouts that need little besides the graph.
    var graph: Int { 150 * nodes + 40 * edges }
    /// The memory of layouts that run a simulation.
    var simulation: Int { 560 * nodes + 60 * edges }
    /// The memory of a hierarchy of levels and its ticks, and for the goal `distances` of fits over pivots.
    var multilevel: Int {
      let pivots = goal == .distances ? quality.pick(quick: 50, balanced: 100, best: 200) : 0
      return (320 + 11 * pivots) * nodes + 50 * edges
    }
    /// The memory of stress over all pairs, or over pivots in large graphs.
    var stress: Int {
      nodes > 10_000 ? pivots(50, 200, 400, each: 20) : graph + 8 * nodes * nodes
    }
    /// The memory of stress for components of up to 3,000 nodes, or else of the multilevel layout.
    var automatic: Int {
      let stressed = min(nodes, 3_000)
      return max(nodes > 3_000 ? multilevel : 0, graph + 8 * stressed * stressed)
    }

    /// Returns the memory of layouts that need `size` bytes per node and pivot.
    func pivots(_ quick: Int, _ balanced: Int, _ best: Int, each size: Int) -> Int {
      graph + size * nodes * quality.pick(quick: quick, balanced: balanced, best: best)
    }
  }
}
