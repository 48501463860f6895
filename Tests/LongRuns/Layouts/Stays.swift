import Dispatch
import Foundation
import GraphLayout
import GraphModel
import Numbers
import Synchronization

/// A layout from which drawings start again: a method, and its goal if it has one.
struct Restart: Sendable {
  var request: LayoutRequest
  /// The measure of quality: that of this goal.
  var measure: LayoutGoal

  static let all: [Restart] =
    LayoutGoal.allCases.map { Restart(.multilevel, $0, measure: $0) } + [
      Restart(.stress, measure: .distances), Restart(.force, measure: .distances),
      Restart(.fruchtermanReingold, measure: .distances),
      Restart(.automatic, measure: .neighborhoods),
    ]

  private init(_ method: LayoutMethod, _ goal: LayoutGoal? = nil, measure: LayoutGoal) {
    request = LayoutRequest(method)
    request.goal = goal
    self.measure = measure
  }

  var name: String { request.goal?.rawValue ?? request.method.id }

  func positions(
    _ graph: LayoutGraph, from start: [Point]?, seed: UInt64 = 1
  ) throws -> [Point] {
    var request = request
    request.seed = seed
    request.kernelOptions.threadCount = 1
    request.start = start.map { .plane($0) }
    return try graph.layout(request).positions.inPlane
  }
}

/// A graph in which 1 % of the nodes are others, and 1 % of the edges.
struct Edit {
  var graph: LayoutGraph
  /// For each node its number before the edit; -1 for new ones.
  var old: [Int]
  /// True for nodes none of whose edges has changed.
  var isUntouched: [Bool]

  /// Half of the changed nodes are removed, and as many are added; so are edges.
  ///
  /// - Parameter reach: the number of steps along edges to the other end of an added edge; nil for
  ///   any other node.
  init(_ graph: LayoutGraph, reach: Int?, _ random: Numbers) throws {
    var random = random
    let count = graph.nodeCount
    func steps(_ node: Int, _ reach: Int) -> Int {
      var node = node
      for _ in 0..<reach where graph.degree(of: node) > 0 {
        let neighbors = Array(graph.neighbors(of: node))
        node = Int(neighbors[random.below(neighbors.count)])
      }
      return node
    }
    let (nodes, edges) = (max(count / 200, 1), max(graph.pairCount / 200, 1))
    var isTouched = [Bool](repeating: false, count: count + nodes)
    var isRemoved = isTouched
    for _ in 0..<nodes { isRemoved[random.below(count)] = true }
    var pairs: [(Int, Int)] = []
    for node in 0..<count {
      for neighbor in graph.neighbors(of: node) where Int(neighbor) > node {
        pairs.append((node, Int(neighbor)))
      }
    }
    func touch(_ pair: (Int, Int)) {
      isTouched[pair.0] = true
      isTouched[pair.1] = true
    }
    for _ in 0..<min(edges, pairs.count) {
      let place = random.below(pairs.count)
      touch(pairs[place])
      pairs.swapAt(place, pairs.count - 1)
      pairs.removeLast()
    }
    for pair in pairs where isRemoved[pair.0] || isRemoved[pair.1] { touch(pair) }
    pairs.removeAll { isRemoved[$0.0] || isRemoved[$0.1] }
    func add(_ a: Int, _ b: Int) {
      if a == b || isRemoved[a] || isRemoved[b] { return }
      touch((a, b))
      pairs.append((a, b))
    }
    for _ in 0..<edges {
      let node = random.below(count)
      add(node, reach.map { steps(node, $0) } ?? random.below(count))
    }
    for node in count..<count + nodes {
      let place = random.below(count)
      let degree = max(graph.degree(of: random.below(count)), 1)
      for number in 0..<degree {
        add(node, number == 0 ? place : reach.map { steps(place, $0) } ?? random.below(count))
      }
    }
    old = (0..<count + nodes).filter { !isRemoved[$0] }
    var numbers = [Int](repeating: -1, count: count + nodes)
    for (number, node) in old.enumerated() { numbers[node] = number }
    isUntouched = old.map { !isTouched[$0] && $0 < count }
    self.graph = try LayoutGraph(
      nodeCount: old.count, edges: pairs.map { (numbers[$0.0], numbers[$0.1]) })
    old = old.map { $0 < count ? $0 : -1 }
  }
}

/// What a restart does to one graph.
struct StayRow: Sendable {
  /// Medians over edits.
  struct Edits: Sendable {
    /// Of all nodes that are in both drawings.
    var displacement: Double
    /// The median move of untouched nodes, in edge lengths.
    var move: Double
    /// How far the quality is behind that of fresh drawings, if the drawing before the edit was as
    /// good as fresh ones with other seeds.
    var lag: Double
  }

  var subject: Subject
  var restart: Restart
  /// A start of its own result.
  var again: LayoutMetrics.Change
  /// Edits whose new edges lead to near nodes, and to any.
  var near, any: Edits

  init(_ subject: Subject, _ restart: Restart, edits: Int) throws {
    (self.subject, self.restart) = (subject, restart)
    let drawn = try restart.positions(subject.graph, from: nil)
    again = try LayoutMetrics.Change(
      of: restart.positions(subject.graph, from: drawn), from: drawn, in: subject.graph)
    let fresh = try (2...5).map {
      try Self.quality(
        restart, subject.graph, restart.positions(subject.graph, from: nil, seed: $0))
    }
    let luck = try restart.measure.lag(
      of: Self.quality(restart, subject.graph, drawn), behind: Self.median(fresh))
    func edited(_ reach: Int?) throws -> Edits {
      var all = try Self.edited(subject.graph, restart, drawn, reach: reach, edits)
      all.lag -= luck
      return all
    }
    near = try edited(3)
    any = try edited(nil)
  }

  private static func edited(
    _ graph: LayoutGraph, _ restart: Restart, _ drawn: [Point], reach: Int?, _ edits: Int
  ) throws -> Edits {
    var (displacements, moves): ([Double], [Double]) = ([], [])
    var (kept, fresh) = (moves, moves)
    for number in 0..<edits {
      let edit = try Edit(graph, reach: reach, Numbers(seed: UInt64(300 + number)))
      let nowhere = Point(repeating: .nan)
      let start = edit.old.map { $0 >= 0 ? drawn[$0] : nowhere }
      let after = try restart.positions(edit.graph, from: start)
      let untouched = start.indices.map { edit.isUntouched[$0] ? start[$0] : nowhere }
      displacements.append(
        try LayoutMetrics.Change(of: after, from: start, in: edit.graph).displacement)
      moves.append(try LayoutMetrics.Change(of: after, from: untouched, in: edit.graph).medianMove)
      kept.append(try quality(restart, edit.graph, after))
      fresh.append(
        try quality(
          restart, edit.graph,
          restart.positions(edit.graph, from: nil, seed: UInt64(2 + number))))
    }
    return Edits(
      displacement: median(displacements), move: median(moves),
      lag: restart.measure.lag(of: median(kept), behind: median(fresh)))
  }

  private static func quality(
    _ restart: Restart, _ graph: LayoutGraph, _ positions: [Point]
  ) throws -> Double {
    try restart.measure.measure(
      Subject(name: "", isHeldBack: false, graph: graph),
      communities: restart.measure == .clusters ? graph.topology.communities().classOfNode : [],
      positions)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// What is not as promised.
  var faults: [String] {
    var faults: [String] = []
    if again.medianMove > 0.02 || again.greatestMove > 0.2 { faults.append("moves") }
    for (name, edit) in [("near", near), ("any", any)] {
      if edit.displacement > 0.05 || edit.move > 1 { faults.append("\(name) edits move") }
      if edit.lag > 0.03 { faults.append("\(name) edits cost quality") }
    }
    return faults
  }
}

extension Subjects {
  /// Of each kind one, and some of many components.
  static func staying(folder: URL) throws -> [Subject] {
    let names = [
      "grid 40 by 40", "mesh 30 by 30", "mesh, three holes", "torus 24 by 24", "random tree 300",
      "random tree 2000", "binary tree 511", "caterpillar", "roads 20 by 20", "small world 400",
      "scale-free 500", "scale-free 1000", "communities 8 of 40", "bipartite 200 and 200",
      "cliques in a tree", "geometric 600", "random 500", "lesmis", "netscience", "power",
    ]
    let all = try all(folder: folder)
    return names.compactMap { name in all.first { $0.name == name } } + (try manyParts())
  }

  private static func manyParts() throws -> [Subject] {
    let (pair, triangle) = (
      Draft(width: 2, height: 1), Draft(cliques: 1, of: 3, inRing: false, Numbers(seed: 1))
    )
    let drafts = [
      (
        "many meshes",
        Draft(
          parts: (3..<14).map { Draft(width: $0, height: $0 + 2) }
            + repeatElement(triangle, count: 20) + [Draft(nodeCount: 15)])
      ),
      (
        "one giant, many pairs",
        Draft(
          parts: [Draft(random: 600, degree: 5, Numbers(seed: 31))]
            + repeatElement(pair, count: 40) + [Draft(nodeCount: 30)])
      ),
      (
        "forest",
        Draft(
          parts: (1...12).map { Draft(randomTree: 10 * $0, Numbers(seed: UInt64(40 + $0))) }
            + repeatElement(triangle, count: 5))
      ),
    ]
    return try drafts.map { name, draft in
      let draft = draft.shuffled(Numbers(seed: 98))
      return try Subject(
        name: name, isHeldBack: false,
        graph: LayoutGraph(nodeCount: draft.nodeCount, edges: draft.edges))
    }
  }
}

extension Draft {
  /// Several graphs beside each other.
  init(parts: [Draft]) {
    self.init(nodeCount: 0)
    for part in parts {
      edges += part.edges.map { ($0.0 + nodeCount, $0.1 + nodeCount) }
      nodeCount += part.nodeCount
    }
  }
}

/// Draws 23 graphs again from their own drawings, before and after edits, and prints a table.
/// Returns whether all is as it should be.
func measureStays(folder: URL, edits: Int, isWanted: (Subject) -> Bool, methods: [String]) throws
  -> Bool
{
  let subjects = try Subjects.staying(folder: folder).filter(isWanted)
  let restarts = Restart.all.filter { methods.isEmpty || methods.contains($0.name) }
  let tasks = restarts.flatMap { restart in subjects.map { ($0, restart) } }
  let rows = Mutex<[Int: StayRow]>([:])
  DispatchQueue.concurrentPerform(iterations: tasks.count) { task in
    do {
      let row = try StayRow(tasks[task].0, tasks[task].1, edits: edits)
      rows.withLock { $0[task] = row }
    } catch {
      fatalError("\(tasks[task].0.name): \(error)")
    }
  }
  let all = rows.withLock { rows in rows.keys.sorted().compactMap { rows[$0] } }
  print(
    "| layout | graph | again: median, most | near edits: displacement, median move, quality behind by | any edits | |"
  )
  print("|---|---|---|---|---|---|")
  func text(_ edit: StayRow.Edits) -> String {
    String(format: "%.3f, %.2f, %.1f %%", edit.displacement, edit.move, 100 * edit.lag)
  }
  for row in all {
    print(
      "| \(row.restart.name) | \(row.subject.name) |",
      String(format: "%.3f, %.2f |", row.again.medianMove, row.again.greatestMove),
      text(row.near), "|", text(row.any), "|", row.faults.joined(separator: "; "), "|")
  }
  let faults = all.count { !$0.faults.isEmpty }
  print("\n\(faults) of \(all.count) have a fault.")
  return faults == 0
}
