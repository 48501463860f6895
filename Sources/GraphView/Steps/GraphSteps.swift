import GraphRendering

/// The steps of an algorithm on a graph: states of nodes and links, labels, pointers between nodes,
/// and visibility.
///
/// Each step has the changes against the previous one. The graph contains all nodes and links that
/// ever exist, with one index for all steps; those that appear later are hidden by the first step.
/// So each keeps its identity and position.
///
///     let steps = try graph.topology.breadthFirstSteps(from: 0)
///     let view = try GraphView(graph, steps: steps)
///
/// `Recorder` creates steps by ids, also for graphs that grow and shrink.
public struct GraphSteps: Sendable, Hashable {
  /// A state of nodes and links, with its colours on light and dark pages.
  public struct State: Sendable, Hashable, Identifiable {
    /// The name in the legend.
    public var name: String
    /// Its colour on a light page.
    public var color: RGBColor
    /// Its colour on a dark page.
    public var dark: RGBColor

    public var id: String { name }

    public init(_ name: String, color: RGBColor, dark: RGBColor? = nil) {
      self.name = name
      self.color = color
      self.dark = dark ?? color
    }
  }

  /// A named pointer to a node, drawn as a curve from another node or without an origin.
  package struct Pointer: Sendable, Hashable {
    /// The name beside it.
    package var name: String
    /// The node where it begins; nil for none.
    package var from: Int?
    /// The node it points at.
    package var to: Int

    package init(_ name: String, from: Int? = nil, to: Int) {
      self.name = name
      self.from = from
      self.to = to
    }
  }

  /// One step, as `Recorder` or a search has made it. It has changes against the previous one: nodes
  /// and links by number, states by index in `states`.
  public struct Step: Sendable, Hashable {
    /// The title of the step.
    public var title: String
    /// New states of nodes.
    package var nodes: [Int: Int] = [:]
    /// New states of links.
    package var links: [Int: Int] = [:]
    /// New labels of nodes; an empty one restores the label of the graph.
    package var labels: [Int: String] = [:]
    /// Nodes to hide.
    package var hiddenNodes: Set<Int> = []
    /// Nodes to show again.
    package var shownNodes: Set<Int> = []
    /// Links to hide.
    package var hiddenLinks: Set<Int> = []
    /// Links to show again.
    package var shownLinks: Set<Int> = []
    /// All pointers from now on; nil to keep those of the previous step.
    package var pointers: [Pointer]?

    /// Creates a step without changes.
    package init(_ title: String) { self.title = title }
  }

  /// The title of the sequence.
  public var title: String
  /// The possible states of nodes and links, which the legend lists.
  public var states: [State]
  /// The steps in order.
  public var steps: [Step] = []

  public init(title: String, states: [State] = State.search) {
    self.title = title
    self.states = states
  }

  /// Returns the index of a state; nil if there is none of this name.
  package func state(_ name: String) -> Int? { states.firstIndex { $0.name == name } }

  /// Throws if a step refers to a node, a link or a state that does not exist. O(changes).
  func check(nodeCount: Int, linkCount: Int) throws(GraphViewError) {
    for (number, step) in steps.enumerated() {
      let pointed = (step.pointers ?? []).flatMap { [$0.to, $0.from ?? $0.to] }
      let nodes =
        Array(step.nodes.keys) + step.labels.keys + step.hiddenNodes + step.shownNodes + pointed
      if let node = nodes.first(where: { !(0..<nodeCount).contains($0) }) {
        throw .badSteps("step \(number) names the node \(node), but there are \(nodeCount)")
      }
      let links = Array(step.links.keys) + step.hiddenLinks + step.shownLinks
      if let link = links.first(where: { !(0..<linkCount).contains($0) }) {
        throw .badSteps("step \(number) names the link \(link), but there are \(linkCount)")
      }
      let used = Array(step.nodes.values) + step.links.values
      if let state = used.first(where: { !states.indices.contains($0) }) {
        throw .badSteps("step \(number) names the state \(state), but there are \(states.count)")
      }
    }
  }
}

extension GraphSteps.State {
  /// The states of searches and of sorting: unvisited, frontier, current, visited, path, compared,
  /// swapped, done. The colours are those of `Palette`, which are distinguishable with
  /// colour-vision deficiencies.
  public static let search: [GraphSteps.State] = [
    .init("unvisited", color: gray(0xB4), dark: gray(0x5C)),
    .init("frontier", color: Palette.categorical[5]),
    .init("current", color: Palette.categorical[1]),
    .init("visited", color: Palette.categorical[0], dark: Palette.categorical[4]),
    .init("path", color: Palette.categorical[7]),
    .init("compared", color: Palette.categorical[3]),
    .init("swapped", color: Palette.categorical[6]),
    .init("done", color: Palette.categorical[2]),
  ]

  private static func gray(_ level: UInt8) -> RGBColor {
    RGBColor(red: level, green: level, blue: level)
  }
}
