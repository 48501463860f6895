import GraphModel

extension GraphTopology {
  /// Returns the steps of a breadth-first search: the frontier, and the order in which nodes are
  /// visited. Labels are hop distances from the source. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - source: the node where the search begins.
  ///   - name: returns the name of a node for the titles of steps; its number by default.
  /// - Throws: `GraphError` if there is no such node.
  public func breadthFirstSteps(
    from source: Int, direction: EdgeDirection = .outgoing,
    name: (Int) -> String = { "\($0)" }
  ) throws -> GraphSteps {
    let search = try breadthFirstSearch(from: source, direction: direction)
    var trace = SearchTrace("Breadth-first search", nodeCount: nodeCount, edgeCount: edgeCount)
    trace.begin("begin at \(name(source))", frontier: [(source, "0")])
    var children: [Int32: [Int]] = [:]
    for node in search.order.dropFirst() {
      children[search.parents[Int(node)], default: []].append(Int(node))
    }
    for node in search.order {
      let found = (children[node] ?? []).map { ($0, "\(Int(search.distances[$0]))") }
      trace.visit(
        Int(node), "visit \(name(Int(node)))", edge: Int(search.parentEdges[Int(node)]),
        found: found, from: Int(search.parents[Int(node)]))
    }
    trace.end("done: \(search.order.count) of \(nodeCount) nodes reached")
    return trace.steps
  }

  /// Returns the steps of a depth-first search. The nodes on the path back to the source are the
  /// frontier. Labels are the order of visits. O(nodes + edges).
  public func depthFirstSteps(
    from source: Int, direction: EdgeDirection = .outgoing,
    name: (Int) -> String = { "\($0)" }
  ) throws -> GraphSteps {
    let search = try depthFirstSearch(from: source, direction: direction)
    var trace = SearchTrace("Depth-first search", nodeCount: nodeCount, edgeCount: edgeCount)
    trace.begin("begin at \(name(source))", frontier: [])
    var path: [Int] = []
    for (number, visited) in search.order.enumerated() {
      let node = Int(visited)
      let parent = Int(search.parents[node])
      while let last = path.last, last != parent {
        trace.leave(last, "back from \(name(last))", to: path.dropLast().last)
        path.removeLast()
      }
      path.append(node)
      trace.enter(
        node, "visit \(name(node))", edge: Int(search.parentEdges[node]), from: parent,
        label: "\(number + 1)")
    }
    while let last = path.popLast() { trace.leave(last, "back from \(name(last))", to: path.last) }
    trace.end("done: \(search.order.count) of \(nodeCount) nodes reached")
    return trace.steps
  }

  /// Returns the steps of Dijkstra's algorithm: nodes are visited by distance, and labels are the
  /// shortest lengths so far. With a target it ends there, and shows the path. O((nodes + edges)
  /// log nodes).
  ///
  /// - Parameter weights: the length of each edge, at least 0; nil for 1.
  /// - Throws: `GraphError` if there is no such node, or a weight is negative.
  public func shortestPathSteps(
    from source: Int, to target: Int? = nil, weights: [Double]? = nil,
    direction: EdgeDirection = .outgoing, name: (Int) -> String = { "\($0)" }
  ) throws -> GraphSteps {
    if let target, !(0..<nodeCount).contains(target) {
      throw GraphViewError.outOfRange(
        "the target", value: "\(target)", allowed: "from 0 to \(nodeCount - 1)")
    }
    let paths = try shortestPaths(from: source, weights: weights, direction: direction)
    let order = (0..<nodeCount).filter { paths.distances[$0] < .infinity }
      .sorted { (paths.distances[$0], $0) < (paths.distances[$1], $1) }
    // With edges of length 0, a node may have the same distance as its parent, and must follow it.
    let sequence = Self.parentsFirst(order, paths.parents)
    let adjacency = adjacency(direction)
    var shortest = [Double](repeating: .infinity, count: nodeCount)
    shortest[source] = 0
    var trace = SearchTrace("Shortest paths", nodeCount: nodeCount, edgeCount: edgeCount)
    trace.begin("begin at \(name(source))", frontier: [(source, "0")])
    for node in sequence {
      var found: [(Int, String)] = []
      for place in adjacency.row(of: node) {
        let neighbor = Int(adjacency.neighbors[place])
        let length = shortest[node] + (weights?[Int(adjacency.edges[place])] ?? 1)
        guard length < shortest[neighbor] else { continue }
        shortest[neighbor] = length
        found.append((neighbor, Self.text(length)))
      }
      trace.visit(
        node, "visit \(name(node)) at \(Self.text(shortest[node]))",
        edge: Int(paths.parentEdges[node]), found: found, from: Int(paths.parents[node]))
      if node == target { break }
    }
    guard let target else {
      trace.end("done: \(order.count) of \(nodeCount) nodes reached")
      return trace.steps
    }
    guard let path = paths.path(to: target) else {
      trace.end("\(name(target)) cannot be reached")
      return trace.steps
    }
    trace.end("the path to \(name(target)) has the length \(Self.text(path.length))", path)
    return trace.steps
  }

  /// Returns the nodes in the order of `order`, except that each node follows its parent.
  private static func parentsFirst(_ order: [Int], _ parents: [Int32]) -> [Int] {
    var isDone = [Bool](repeating: false, count: parents.count)
    var result: [Int] = []
    for node in order {
      var waiting: [Int] = []
      var next = node
      while next >= 0, !isDone[next] {
        waiting.append(next)
        isDone[next] = true
        next = Int(parents[next])
      }
      result += waiting.reversed()
    }
    return result
  }

  /// Formats a number with at most three decimals, none for integers.
  private static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    let rounded = (number * 1000).rounded() / 1000
    return rounded.isFinite ? "\(rounded)" : "\(number)"
  }
}

/// Records the steps of a search.
private struct SearchTrace {
  private(set) var steps: GraphSteps
  private var current: Int?
  private var isVisited: Set<Int> = []

  private enum State {
    static let unvisited = 0
    static let frontier = 1
    static let current = 2
    static let visited = 3
    static let path = 4
  }

  init(_ title: String, nodeCount: Int, edgeCount: Int) {
    steps = GraphSteps(title: title)
    var first = GraphSteps.Step("")
    for node in 0..<nodeCount { first.nodes[node] = State.unvisited }
    for edge in 0..<edgeCount { first.links[edge] = State.unvisited }
    steps.steps = [first]
  }

  mutating func begin(_ title: String, frontier: [(Int, String)]) {
    steps.steps[0].title = title
    for (node, label) in frontier {
      steps.steps[0].nodes[node] = State.frontier
      steps.steps[0].labels[node] = label
    }
  }

  /// Returns the step in which a node becomes the current one, and the previous one is done.
  private mutating func step(_ title: String, _ node: Int?, before: Int) -> GraphSteps.Step {
    var step = GraphSteps.Step(title)
    if let current { step.nodes[current] = before }
    if let node { step.nodes[node] = State.current }
    step.pointers = node.map { [GraphSteps.Pointer("current", to: $0)] } ?? []
    current = node
    return step
  }

  mutating func visit(
    _ node: Int, _ title: String, edge: Int, found: [(Int, String)], from parent: Int
  ) {
    var step = step(title, node, before: State.visited)
    if edge >= 0 { step.links[edge] = State.visited }
    if parent >= 0 {
      step.pointers?.append(GraphSteps.Pointer("parent", from: node, to: parent))
    }
    for (neighbor, label) in found {
      step.nodes[neighbor] = State.frontier
      step.labels[neighbor] = label
    }
    steps.steps.append(step)
  }

  mutating func enter(_ node: Int, _ title: String, edge: Int, from parent: Int, label: String) {
    var step = step(title, node, before: State.frontier)
    if edge >= 0 { step.links[edge] = State.frontier }
    step.labels[node] = label
    steps.steps.append(step)
  }

  mutating func leave(_ node: Int, _ title: String, to parent: Int?) {
    current = nil
    var step = step(title, parent, before: State.visited)
    step.nodes[node] = State.visited
    steps.steps.append(step)
  }

  mutating func end(_ title: String, _ path: GraphPath? = nil) {
    var step = step(title, nil, before: State.visited)
    for node in path?.nodes ?? [] { step.nodes[Int(node)] = State.path }
    for edge in path?.edges ?? [] { step.links[Int(edge)] = State.path }
    steps.steps.append(step)
  }
}
