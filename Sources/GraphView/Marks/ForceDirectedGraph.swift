import ForceSimulation
import GraphModel
import GraphRendering

/// The initial state of a new node. In three dimensions `fixation` has z = 0, while the view
/// chooses the z of `position`.
public struct KineticState: Sendable, Hashable {
  /// The position in layout units, y down.
  public var position: SIMD2<Double>
  /// The velocity in layout units per tick.
  public var velocity: SIMD2<Double>
  /// The point at which the node is pinned; nil for a free node.
  public var fixation: SIMD2<Double>?

  public init(
    position: SIMD2<Double>, velocity: SIMD2<Double> = .zero, fixation: SIMD2<Double>? = nil
  ) {
    (self.position, self.velocity, self.fixation) = (position, velocity, fixation)
  }
}

/// A graph declared with marks, and the forces of its layout. This is a value; `GraphView` displays
/// it.
///
///     let graph = ForceDirectedGraph {
///       Series(people) { NodeMark(id: $0.name).annotation($0.name) }
///       Series(friends) { LinkMark(from: $0.a, to: $0.b).linkShape(.arrow) }
///     } force: {
///       .manyBody(strength: -30).link(length: 35).center()
///     }
public struct ForceDirectedGraph<NodeID: Hashable & Sendable, Content: GraphContent<NodeID>> {
  let content: Content
  let force: DeclaredForces<NodeID>
  let states: ForceDirectedGraphState
  let ticksPerSecond: Double
  let newNodeStates: (@Sendable (NodeID) -> KineticState?)?
  private var scale: [String: RGBColor] = [:]

  /// - Parameters:
  ///   - states: the handle by which the view is controlled and reports its progress.
  ///   - ticksPerSecond: the pace. It does not affect the layout.
  ///   - graph: the marks.
  ///   - force: the forces; by default links and centring at the origin.
  ///   - emittingNewNodesWithStates: the initial state of a node; nil to start it next to its
  ///     neighbours, or on a spiral.
  public init(
    states: ForceDirectedGraphState = ForceDirectedGraphState(), ticksPerSecond: Double = 60,
    @GraphContentBuilder<NodeID> graph: () -> Content,
    force: () -> DeclaredForces<NodeID> = { .link().center() },
    emittingNewNodesWithStates newNodeStates: (@Sendable (NodeID) -> KineticState?)? = nil
  ) {
    content = graph()
    self.force = force()
    self.states = states
    self.ticksPerSecond = ticksPerSecond
    self.newNodeStates = newNodeStates
  }

  /// Sets the colours of groups for `foregroundStyle(by:)`. Other groups get the unused colours of
  /// `Palette`.
  public func foregroundStyleScale(_ scale: [String: RGBColor]) -> Self {
    var new = self
    new.scale = scale
    return new
  }

  /// Returns the graph with its marks collected, as a sendable value that a view shows.
  ///
  /// - Throws: `GraphViewError` if two nodes have the same id, a link refers to a node that does
  ///   not exist, or a number or the state of a new node is not finite.
  /// - Complexity: O(marks).
  public func snapshot(theme: ViewTheme = .auto) throws(GraphViewError) -> GraphSnapshot<NodeID> {
    var marks = GraphMarks<NodeID>()
    content.collect(into: &marks)
    var snapshot = try marks.snapshot(scale: scale, theme: theme == .dark ? .dark : .light)
    snapshot.declaration = GraphDeclaration(
      states: states, force: force, starts: try starts(snapshot.ids),
      ticksPerSecond: ticksPerSecond)
    return snapshot
  }

  /// Returns the initial states of new nodes; nil for nodes without one.
  func starts(_ ids: [NodeID]) throws(GraphViewError) -> [KineticState?]? {
    guard let newNodeStates else { return nil }
    var states: [KineticState?] = []
    for id in ids {
      let state = newNodeStates(id)
      if let state,
        !state.position.isFinite || !state.velocity.isFinite || state.fixation?.isFinite == false
      {
        throw .outOfRange("the state of \"\(id)\"", value: "\(state)", allowed: "finite")
      }
      states.append(state)
    }
    return states
  }
}

/// What a declared graph says beside its nodes and links. Two are equal if their handles are; the forces
/// are not compared.
struct GraphDeclaration<NodeID: Hashable & Sendable>: Sendable, Equatable {
  /// The handle by which the view is controlled and reports its progress.
  let states: ForceDirectedGraphState
  let force: DeclaredForces<NodeID>
  /// The initial states of nodes; nil for nodes without one.
  let starts: [KineticState?]?
  let ticksPerSecond: Double

  static func == (left: Self, right: Self) -> Bool { left.states === right.states }
}

// MARK: Marks to snapshots

extension GraphMarks {
  func snapshot(
    scale: [String: RGBColor], theme: Theme
  ) throws(GraphViewError) -> GraphSnapshot<NodeID> {
    var places: [ExactKey<NodeID>: Int32] = [:]
    places.reserveCapacity(nodes.count)
    for (place, node) in nodes.enumerated() {
      guard places.updateValue(Int32(truncatingIfNeeded: place), forKey: ExactKey(node.id)) == nil
      else {
        throw .duplicateNode("\(node.id)")
      }
    }
    var (sources, targets): ([Int32], [Int32]) = ([], [])
    sources.reserveCapacity(links.count)
    targets.reserveCapacity(links.count)
    for link in links {
      let name = "\(link.source) – \(link.target)"
      guard let source = places[ExactKey(link.source)] else {
        throw .missingNode("\(link.source)", link: name)
      }
      guard let target = places[ExactKey(link.target)] else {
        throw .missingNode("\(link.target)", link: name)
      }
      sources.append(source)
      targets.append(target)
    }
    let isDirected = links.contains { $0.style.shape?.hasArrow == true }
    var graph = Graph(
      checkedNodeIDs: names, sources: sources, targets: targets, isDirected: isDirected)
    var colors = MarkColors(nodes.map(\.style), scale: scale, theme: theme)
    for column in colors.columns { graph.nodeAttributes[column.name] = column }
    let labels = nodes.map { $0.style.label ?? "" }
    let looks = try looks(sources, targets, &colors)
    return GraphSnapshot(
      ids: nodes.map(\.id), graph: graph, looks: looks, labels: labels, legend: colors.legend)
  }

  /// The ids as texts. They are unique even if `description` is not.
  private var names: Graph.NodeIDs {
    let texts = nodes.map { "\($0.id)" }
    return (try? Graph.NodeIDs(texts)) ?? Graph.NodeIDs(count: texts.count)
  }

  private func looks(
    _ sources: [Int32], _ targets: [Int32], _ colors: inout MarkColors
  ) throws(GraphViewError) -> ViewLooks {
    var looks = ViewLooks(nodeCount: nodes.count, linkCount: links.count)
    for (place, node) in nodes.enumerated() {
      let style = node.style
      looks.nodeColors[place] = try Self.faded(colors.colors[place], style.opacity)
      looks.nodeShapes[place] = style.symbol?.rawValue ?? 0
      let radius = style.radius ?? 4
      guard radius.isFinite, radius >= 0, radius <= 1e6 else {
        throw .outOfRange(
          "the radius of \"\(node.id)\"", value: "\(radius)", allowed: "from 0 to 1000000")
      }
      looks.nodeRadii[place] = Float(radius)
      if style.strokeColor != nil || style.stroke != nil {
        let width = try Self.width(of: style, "the outline of \"\(node.id)\"")
        looks.nodeStrokes[place] = (style.strokeColor ?? .gray).outline(width)
      }
      if style.isHidden == true {
        looks.nodeFlags[place] |= ViewLooks.NodeFlags.isHidden.rawValue
      }
      if node.isAnnotation { looks.nodeFlags[place] |= ViewLooks.NodeFlags.hasLabel.rawValue }
    }
    let bends = LinkLook.bends(sources: sources, targets: targets)
    for (place, link) in links.enumerated() {
      let style = link.style
      let color = style.strokeColor ?? style.color
      looks.linkColors[place] = try Self.faded(color?.word ?? 0, style.opacity)
      let width = try Self.width(of: style, "the link \(link.source) – \(link.target)")
      looks.linkWidths[place] = LinkLook.width(width)
      var look = LinkLook(hasArrow: style.shape?.hasArrow ?? false, bend: bends[place])
      look.isDashed = style.stroke?.dash.isEmpty == false
      if case .curve(let bend, _)? = style.shape { look.bend = bend }
      // A fully transparent colour is stored as hidden, since the word 0 means the theme's colour.
      look.isHidden = style.isHidden == true || color?.alpha == 0 || style.opacity == 0
      looks.linkFlags[place] = look.flags
    }
    return looks
  }

  /// Returns the validated line width of a style.
  private static func width(
    of style: MarkStyle, _ what: @autoclosure () -> String
  ) throws(GraphViewError) -> Double {
    let width = style.stroke?.lineWidth ?? 1
    guard width.isFinite, width >= 0 else {
      throw .outOfRange(
        "the width of \(what())", value: "\(width)", allowed: "finite and not negative")
    }
    return width
  }

  /// Returns a colour with an opacity. The word 0 stands for the theme's colour, which has no opacity
  /// of its own: a mid-grey takes its place then.
  private static func faded(_ word: UInt32, _ opacity: Double?) throws(GraphViewError) -> UInt32 {
    guard let opacity else { return word }
    guard opacity >= 0, opacity <= 1 else {
      throw .outOfRange("the opacity of a mark", value: "\(opacity)", allowed: "from 0 to 1")
    }
    let color = word == 0 ? RGBColor.gray : RGBColor(word: word)
    // The word 0 would mean the theme's colour.
    return max(color.opacity(opacity).word, 1)
  }
}

/// The colours of marks: explicit ones, and those derived from values.
struct MarkColors {
  private(set) var colors: [UInt32]
  private(set) var legend: [ViewLegend] = []
  /// The values as attributes.
  private(set) var columns: [AttributeColumn] = []

  init(_ styles: [MarkStyle], scale: [String: RGBColor], theme: Theme) {
    colors = styles.map { $0.color?.word ?? 0 }
    var names: [String] = []
    for case let value? in styles.map(\.value) where !names.contains(value.name) {
      names.append(value.name)
    }
    for name in names { add(name, styles, scale, theme) }
  }

  private mutating func add(
    _ name: String, _ styles: [MarkStyle], _ scale: [String: RGBColor], _ theme: Theme
  ) {
    let values = styles.map { $0.value?.name == name ? $0.value?.value : nil }
    let isText = values.contains { if case .text? = $0 { true } else { false } }
    guard isText else {
      let numbers = values.map { value -> Double? in
        if case .number(let number)? = value { number } else { nil }
      }
      let coloring = NodeColoring(byNumber: numbers.map { $0 ?? .nan }, title: name, theme: theme)
      for place in values.indices where values[place] != nil {
        colors[place] = coloring.colors[place].word
      }
      let column = AttributeColumn(name, .doubles(numbers))
      if let key = ViewLegend(coloring, column, theme: theme) { legend.append(key) }
      columns.append(column)
      return
    }
    let groups = values.map { value -> String? in
      switch value {
      case .text(let text)?: text
      case .number(let number)?: "\(number)"
      case nil: nil
      }
    }
    let taken = Set(scale.values)
    let free = Palette.categorical.filter { !taken.contains($0) }
    let assignment = Palette.colors(
      byGroup: groups.map { $0.flatMap { scale[$0] == nil ? $0 : nil } }, from: free)
    var counts: [String: Int] = [:]
    for (place, group) in groups.enumerated() {
      guard let group else { continue }
      counts[group, default: 0] += 1
      colors[place] = (scale[group] ?? assignment.colors[place]).word
    }
    let fixed = scale.filter { counts[$0.key] != nil }.sorted { $0.key < $1.key }
    var entries = fixed.map {
      ViewLegend.Entry(label: $0.key, color: $0.value.hex, count: counts[$0.key] ?? 0)
    }
    entries += assignment.entries.map {
      ViewLegend.Entry(label: $0.value, color: $0.color.hex, count: $0.count)
    }
    let shown = entries.reduce(0) { $0 + $1.count }
    let rest = counts.values.reduce(0, +) - shown
    if rest > 0 { entries.append(.init(label: "others", color: Palette.other.hex, count: rest)) }
    legend.append(ViewLegend(color: name, entries: entries))
    columns.append(AttributeColumn(name, .strings(groups)))
  }
}
