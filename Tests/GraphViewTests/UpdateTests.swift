import ForceSimulation
import ForceSimulationLive
import GraphModel
import Testing

@testable import GraphView

/// Failing changes of a shown graph leave its state unchanged.
struct UpdateTests {
  /// A ring of nodes whose radii and lengths of links depend on ids.
  private func ring(
    _ ids: [Int], radius: @escaping @Sendable (Int) -> Double = { _ in 2 },
    length: @escaping @Sendable (Int) -> Double = { _ in 9 }
  ) -> ForceDirectedGraph<Int, some GraphContent<Int>> {
    ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
      Series(ids) { NodeMark(id: $0) }
      Series(ids.indices.dropFirst()) { LinkMark(from: ids[$0 - 1], to: ids[$0]) }
    } force: {
      .manyBody(strength: .function { _ in -30 }).link(length: .function { length($0 + $1) })
        .collide(radius: .function { radius($0) })
    }
  }

  /// Simulation and session are of one graph, and viewers get its frames.
  private func checkWhole(_ view: GraphView<Int>, _ viewer: TestViewer) async throws {
    let session = view.session
    #expect(await Array(session.live.ids) == session.snapshot.ids)
    #expect(await session.live.epoch == session.epoch)
    let (count, sequence) = (await session.snapshot.nodeCount, viewer.frame?.sequence)
    await viewer.acknowledge()
    try await session.live.step()
    try await viewer.wait("a frame of this graph") {
      $0.frame?.count == count && $0.frame?.sequence != sequence
    }
  }

  @Test("an update that throws leaves everything as it was, in each way in which it can throw")
  func updates() async throws {
    let ids = Array(0..<1000)
    let view = try await GraphView(ring(ids))
    let viewer = try #require(await TestViewer.join(view.session))
    try await viewer.wait("the first frame") { $0.frame != nil }
    let (before, shown) = (await view.session.live.checkpoint(), await view.session.snapshot.ids)
    let wrong = [
      ring(ids + [1000], radius: { $0 == 1000 ? -1 : 2 }),
      ring(ids + [1000], radius: { $0 == 1000 ? .nan : 2 }),
      ring(ids + [1000], length: { $0 == 1999 ? .infinity : 9 }),
      ring([1000] + ids.dropFirst(500), radius: { _ in -1 }),
      ring(ids + [5]),
    ]
    for graph in wrong {
      await #expect(throws: (any Error).self) { try await view.update(graph) }
      #expect(await view.session.live.checkpoint() == before)
      #expect(await view.session.snapshot.ids == shown)
    }
    try await checkWhole(view, viewer)
    try await view.update(ring(ids + [1000], radius: { _ in 3 }))
    #expect(await view.session.snapshot.nodeCount == 1001)
    try await checkWhole(view, viewer)
  }

  @Test("the forces of an update that throws are forgotten")
  func forces() async throws {
    let view = try await GraphView(ring([0, 1, 2]))
    await #expect(throws: (any Error).self) {
      try await view.update(ring([0, 1, 2, 3], radius: { _ in -1 }))
    }
    // The session makes forces by id anew, with the recipe that it had.
    try await view.session.update(ring([0, 1, 2, 3]).snapshot(theme: .light))
    let collide = await view.session.live.forces["collisions", as: CollideForce<SIMD2<Double>>.self]
    guard case .array(let radii, _)? = collide?.radius else {
      Issue.record("no values by node")
      return
    }
    #expect(radii == [2, 2, 2, 2])
  }

  @Test("what could not be undone can be undone later")
  func undo() async throws {
    var options = GraphViewOptions(title: "Undo")
    options.allowsEditing = true
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    let view = try await GraphView(graph, options: options)
    let viewer = try #require(await TestViewer.join(view.session))
    await viewer.send(#"{"do":"remove","id":1,"nodes":[2]}"#)
    try await viewer.wait("the removal") { $0.reply(1) != nil }
    // A force that no graph with three nodes fits.
    await view.session.setVariedForces { _ in
      ForceList {
        CollideForce<SIMD2<Double>>(radius: .array([1, 2], default: nil)).named("links")
      }
    }
    await viewer.send(#"{"do":"undo","id":2}"#)
    try await viewer.wait("the refusal") { $0.reply(2) != nil }
    #expect(viewer.reply(2)?["error"] != nil)
    #expect(await view.session.snapshot.nodeCount == 2)
    await view.session.setVariedForces { _ in ForceList() }
    await viewer.send(#"{"do":"undo","id":3}"#)
    try await viewer.wait("the undone removal") { $0.reply(3) != nil }
    #expect(viewer.reply(3)?["error"] == nil)
    #expect(await view.session.snapshot.nodeCount == 3)
  }
}
