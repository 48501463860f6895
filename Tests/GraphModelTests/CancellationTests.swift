import GraphModel
import RunSupport
import Synchronization
import Testing

@Suite struct CancellationTests {
  /// Each long run, by name.
  static let runs: [(String, @Sendable (GraphTopology, RunControl) throws -> Void)] = [
    ("strong components", { _ = try $0.stronglyConnectedComponents(control: $1) }),
    ("topological order", { _ = try $0.topologicalOrder(control: $1) }),
    ("breadth-first", { _ = try $0.breadthFirstSearch(from: 0, control: $1) }),
    ("depth-first", { _ = try $0.depthFirstSearch(from: 0, control: $1) }),
    (
      "shortest paths",
      { _ = try $0.shortestPaths(from: 0, weights: $0.sources.map(Double.init), control: $1) }
    ),
    ("core numbers", { _ = try $0.coreNumbers(control: $1) }),
    ("PageRank", { _ = try $0.pageRank(control: $1) }),
    ("betweenness", { _ = try $0.betweenness(control: $1) }),
    (
      "weighted betweenness",
      { _ = try $0.betweenness(weights: $0.sources.map { Double($0) + 1 }, control: $1) }
    ),
    ("communities", { _ = try $0.communities(control: $1) }),
    ("clustering", { _ = try $0.clustering(control: $1) }),
    ("closeness", { _ = try $0.closeness(control: $1) }),
    ("eccentricities", { _ = try $0.eccentricities(control: $1) }),
    ("eigenvector", { _ = try $0.eigenvectorCentrality(control: $1) }),
    ("hubs", { _ = try $0.hubsAndAuthorities(control: $1) }),
  ]

  /// Long enough for several questions, without a cycle.
  private func graph() throws -> GraphTopology {
    var random = TestRandom(seed: 1)
    return try GraphTopology(
      nodeCount: 100_000,
      edges: (1..<300_000).map { edge in
        let target = 1 + edge % 99_999
        return (edge < 100_000 ? target - 1 : random.below(target), target)
      }, isDirected: true)
  }

  @Test(arguments: runs.indices) func ends(_ run: Int) throws {
    let graph = try graph()
    #expect(throws: CancellationError.self) {
      try Self.runs[run].1(graph, RunControl(isCancelled: { true }))
    }
    // Half way: the third question.
    let questions = Atomic(0)
    #expect(throws: CancellationError.self, "\(Self.runs[run].0)") {
      try Self.runs[run].1(
        graph,
        RunControl(isCancelled: {
          questions.wrappingAdd(1, ordering: .relaxed).newValue >= 3
        }))
    }
    #expect(questions.load(ordering: .relaxed) == 3)
  }

  @Test(arguments: runs.indices.filter { !Self.runs[$0].0.contains("betweenness") })
  func progressRises(_ run: Int) throws {
    let told = Mutex<[RunProgress]>([])
    try Self.runs[run].1(
      graph(), RunControl(progress: { progress in told.withLock { $0.append(progress) } }))
    let reports = told.withLock { $0 }
    #expect(reports.count > 2)
    #expect(reports.last?.fraction == 1)
    for (before, after) in zip(reports, reports.dropFirst()) {
      #expect(before.fraction <= after.fraction && before.count <= after.count)
      #expect(before.phase == after.phase)
    }
  }

  @Test func tasksAreHonoured() async throws {
    let graph = try graph()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try graph.betweenness()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
