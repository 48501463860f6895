import GraphRendering

/// The course of an algorithm on a graph, step by step: the states of nodes and links, their
/// labels, pointers between nodes, and which of them are there.
///
/// Each step holds what changes against the one before. All nodes and links that are ever there are
/// in the graph, with one index for all steps; those that come later are hidden by the first step.
/// So each keeps its identity and its place.
///
///     let steps = try graph.topology.breadthFirstSteps(from: 0)
///     let view = try GraphView(graph, steps: steps)
///
/// `Recorder` makes steps by ids, also of graphs that grow and shrink.
public struct GraphSteps: Sendable, Hashable {
  /// A state that nodes and links can be in, with its colours on light and on dark ground.
  public struct State: Sendable, Hashable, Identifiable {
    /// What the legend says.
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

  /// A name that points at a node, from another node as a curve, or from nowhere.
  public struct Pointer: Sendable, Hashable {
    /// What is written at it.
    public var name: String
    /// The node it comes from; nil for nowhere.
    public var from: Int?
    /// The node it points at.
    public var to: Int

    public init(_ name: String, from: Int? = nil, to: Int) {
      self.name = name
      self.from = from
      self.to = to
    }
  }

  /// Changes of one step. Nodes and links are numbers, states places in `states`.
  public struct Step: Sendable, Hashable {
    /// What happens in it.
    public var title: String
    /// New states of nodes.
    public var nodes: [Int: Int] = [:]
    /// New states of links.
    public var links: [Int: Int] = [:]
    /// Texts beside nodes; an empty one goes back to the label of the graph.
    public var labels: [Int: String] = [:]
    /// Nodes that vanish.
    public var hiddenNodes: Set<Int> = []
    /// Nodes that come back.
    public var shownNodes: Set<Int> = []
    /// Links that vanish.
    public var hiddenLinks: Set<Int> = []
    /// Links that come back.
    public var shownLinks: Set<Int> = []
    /// All pointers from now on; nil for those of the step before.
    public var pointers: [Pointer]?

    /// A step that changes nothing yet.
    public init(_ title: String) { self.title = title }
  }

  /// What the course is called.
  public var title: String
  /// What nodes and links can be; the legend lists them.
  public var states: [State]
  /// In their order.
  public var steps: [Step] = []

  public init(title: String, states: [State] = State.search) {
    self.title = title
    self.states = states
  }

  /// The number of a state; nil when there is none of this name.
  public func state(_ name: String) -> Int? { states.firstIndex { $0.name == name } }

  /// Throws when a step names a node, a link or a state that is not there. O(changes).
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
  /// The states of searches, and of sorting: unvisited, frontier, current, visited, path, compared,
  /// swapped, done. Colours are those of `Palette`, so that all can tell them apart.
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

// MARK: As the page takes them

extension GraphSteps: Encodable {
  private enum CodingKeys: CodingKey { case title, states, steps }

  public func encode(to encoder: any Encoder) throws {
    var all = encoder.container(keyedBy: CodingKeys.self)
    try all.encode(title, forKey: .title)
    try all.encode(states.map(Shown.init), forKey: .states)
    try all.encode(steps, forKey: .steps)
  }

  private struct Shown: Encodable {
    var name: String
    var color: String
    var dark: String

    init(_ state: State) {
      (name, color, dark) = (state.name, state.color.hex, state.dark.hex)
    }
  }
}

extension GraphSteps.Pointer: Encodable {
  private enum CodingKeys: CodingKey { case name, from, to }

  public func encode(to encoder: any Encoder) throws {
    var all = encoder.container(keyedBy: CodingKeys.self)
    try all.encode(name, forKey: .name)
    try all.encode(from, forKey: .from)
    try all.encode(to, forKey: .to)
  }
}

extension GraphSteps.Step: Encodable {
  private enum CodingKeys: CodingKey { case title, nodes, links, labels, hide, show, pointers }

  private struct Part: Encodable {
    var nodes: [Int]
    var links: [Int]
    var isEmpty: Bool { nodes.isEmpty && links.isEmpty }
  }

  private enum LabelPart: Encodable {
    case node(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .node(let node): try container.encode(node)
      case .text(let text): try container.encode(text)
      }
    }
  }

  /// Everything by increasing number, so that the same steps are always the same bytes.
  public func encode(to encoder: any Encoder) throws {
    func pairs(_ values: [Int: Int]) -> [[Int]] {
      values.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    }
    var all = encoder.container(keyedBy: CodingKeys.self)
    try all.encode(title, forKey: .title)
    if !nodes.isEmpty { try all.encode(pairs(nodes), forKey: .nodes) }
    if !links.isEmpty { try all.encode(pairs(links), forKey: .links) }
    if !labels.isEmpty {
      let texts = labels.sorted { $0.key < $1.key }.map {
        [LabelPart.node($0.key), .text($0.value)]
      }
      try all.encode(texts, forKey: .labels)
    }
    let hidden = Part(nodes: hiddenNodes.sorted(), links: hiddenLinks.sorted())
    let shown = Part(nodes: shownNodes.sorted(), links: shownLinks.sorted())
    if !hidden.isEmpty { try all.encode(hidden, forKey: .hide) }
    if !shown.isEmpty { try all.encode(shown, forKey: .show) }
    try all.encodeIfPresent(pointers, forKey: .pointers)
  }
}
