import GraphModel

extension GraphSteps {
  /// Records the changes that an algorithm makes to a graph, by ids. Nodes and links that are added
  /// later, or removed and added again, keep their identity.
  ///
  ///     var recorder = GraphSteps.Recorder<Int>(title: "Linked list")
  ///     recorder.insert(1)
  ///     recorder.step("insert 2") {
  ///       $0.insert(2)
  ///       $0.link(1, 2)
  ///       $0.point("head", to: 1)
  ///     }
  ///     let (snapshot, steps) = try recorder.finish()
  public struct Recorder<ID: Hashable & Sendable>: Sendable {
    private struct Ends: Hashable, Sendable {
      var source: ExactKey<ID>
      var target: ExactKey<ID>

      init(_ source: ID, _ target: ID) {
        (self.source, self.target) = (ExactKey(source), ExactKey(target))
      }
    }

    private var steps: GraphSteps
    private var ids: [ID] = []
    private var places: [ExactKey<ID>: Int] = [:]
    private var labels: [String] = []
    private var ends: [Ends] = []
    private var linkPlaces: [Ends: Int] = [:]
    private var isThere: Set<Int> = []
    private var linkIsThere: Set<Int> = []
    private var pointers: [(name: String, from: ExactKey<ID>?, to: ExactKey<ID>)] = []
    private var current: Step
    private var isFirst = true
    private var failure: GraphViewError?

    /// - Parameter beginning: the title of the first step, which shows the nodes and links that
    ///   exist before the others.
    public init(
      title: String, states: [State] = State.search, beginning: String = "at the beginning"
    ) {
      steps = GraphSteps(title: title, states: states)
      current = Step(beginning)
    }

    // MARK: What happens

    /// Adds a node, or restores a removed one.
    public mutating func insert(_ id: ID, label: String? = nil) {
      let place: Int
      if let known = places[ExactKey(id)] {
        place = known
        if let label { current.labels[known] = label }
      } else {
        place = ids.count
        places[ExactKey(id)] = place
        ids.append(id)
        labels.append(label ?? "\(id)")
        if !isFirst { steps.steps[0].hiddenNodes.insert(place) }
      }
      isThere.insert(place)
      guard !isFirst else { return }
      current.hiddenNodes.remove(place)
      current.shownNodes.insert(place)
    }

    /// Removes a node, with its links and the pointers to it.
    public mutating func remove(_ id: ID) {
      guard let place = node(id, "remove") else { return }
      for (link, ends) in ends.enumerated()
      where linkIsThere.contains(link)
        && (ends.source == ExactKey(id) || ends.target == ExactKey(id))
      {
        hide(link: link)
      }
      isThere.remove(place)
      current.shownNodes.remove(place)
      current.hiddenNodes.insert(place)
      if pointers.contains(where: { $0.to == ExactKey(id) || $0.from == ExactKey(id) }) {
        pointers.removeAll { $0.to == ExactKey(id) || $0.from == ExactKey(id) }
        notePointers()
      }
    }

    /// Adds a link, or restores a removed one.
    public mutating func link(_ source: ID, _ target: ID) {
      guard node(source, "link") != nil, node(target, "link") != nil else { return }
      let pair = Ends(source, target)
      let place: Int
      if let known = linkPlaces[pair] {
        place = known
      } else {
        place = ends.count
        linkPlaces[pair] = place
        ends.append(pair)
        if !isFirst { steps.steps[0].hiddenLinks.insert(place) }
      }
      linkIsThere.insert(place)
      guard !isFirst else { return }
      current.hiddenLinks.remove(place)
      current.shownLinks.insert(place)
    }

    /// Removes a link.
    public mutating func unlink(_ source: ID, _ target: ID) {
      guard let place = link(source, target, "unlink") else { return }
      hide(link: place)
    }

    private mutating func hide(link place: Int) {
      linkIsThere.remove(place)
      current.shownLinks.remove(place)
      current.hiddenLinks.insert(place)
    }

    /// Sets the state of a node, by its name.
    public mutating func set(_ state: String, _ id: ID) {
      guard let place = node(id, "set"), let number = number(of: state) else { return }
      current.nodes[place] = number
    }

    /// Sets the state of a link.
    public mutating func set(_ state: String, link source: ID, _ target: ID) {
      guard let place = link(source, target, "set"), let number = number(of: state) else { return }
      current.links[place] = number
    }

    /// Sets the label of a node.
    public mutating func label(_ id: ID, _ text: String) {
      if let place = node(id, "label") { current.labels[place] = text }
    }

    /// Moves a named pointer to a node, from another one or without an origin.
    public mutating func point(_ name: String, from: ID? = nil, to: ID) {
      guard node(to, "point") != nil else { return }
      if let from, node(from, "point") == nil { return }
      pointers.removeAll { $0.name == name }
      pointers.append((name, from.map { ExactKey($0) }, ExactKey(to)))
      notePointers()
    }

    /// Removes a pointer.
    public mutating func endPointer(_ name: String) {
      pointers.removeAll { $0.name == name }
      notePointers()
    }

    private mutating func notePointers() {
      current.pointers = pointers.compactMap { pointer in
        guard let to = places[pointer.to] else { return nil }
        return Pointer(pointer.name, from: pointer.from.flatMap { places[$0] }, to: to)
      }
    }

    // MARK: Steps

    /// Records the changes that `body` makes as one step.
    public mutating func step(_ title: String, _ body: (inout Self) throws -> Void) rethrows {
      if isFirst {
        steps.steps.append(current)
        isFirst = false
      }
      current = Step(title)
      try body(&self)
      steps.steps.append(current)
      current = Step("")
    }

    /// Returns the graph with all nodes and links that ever existed, and the steps.
    ///
    /// - Throws: `GraphViewError` for the first invalid operation.
    public func finish() throws -> (snapshot: GraphSnapshot<ID>, steps: GraphSteps) {
      if let failure { throw failure }
      var all = steps
      if isFirst { all.steps.append(current) }
      var marks = GraphMarks<ID>()
      for (id, label) in zip(ids, labels) {
        var style = MarkStyle()
        style.label = label
        marks.styled(style) { $0.add(node: id) }
      }
      for ends in ends {
        var style = MarkStyle()
        style.shape = .arrow
        marks.styled(style) { $0.add(linkFrom: ends.source.id, to: ends.target.id) }
      }
      return (try marks.snapshot(scale: [:], theme: .light), all)
    }

    // MARK: Checks: the first failure is kept, and the rest goes on

    private mutating func node(_ id: ID, _ verb: String) -> Int? {
      if let place = places[ExactKey(id)], isThere.contains(place) { return place }
      fail("\(verb): there is no node \"\(id)\" at this step")
      return nil
    }

    private mutating func link(_ source: ID, _ target: ID, _ verb: String) -> Int? {
      if let place = linkPlaces[Ends(source, target)],
        linkIsThere.contains(place)
      {
        return place
      }
      fail("\(verb): there is no link from \"\(source)\" to \"\(target)\" at this step")
      return nil
    }

    private mutating func number(of state: String) -> Int? {
      if let number = steps.state(state) { return number }
      let names = steps.states.map(\.name).joined(separator: ", ")
      fail("there is no state \"\(state)\"; there are \(names)")
      return nil
    }

    private mutating func fail(_ sentence: String) {
      if failure == nil { failure = .badSteps(sentence) }
    }
  }
}
