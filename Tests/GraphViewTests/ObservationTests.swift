import Foundation
import Observation
import Testing

@testable import GraphView

@Suite("A view follows a model that is observed")
struct ObservationTests {
  @MainActor @Observable
  final class Friends {
    var names = ["Ada", "Bob", "Cy"]
    var isRed = false
    var notes = 0
    /// How often the block has been asked.
    @ObservationIgnored var count = 0
  }

  @MainActor
  private func view(_ model: Friends) async throws -> GraphView<String> {
    try await GraphView(observing: model) { model in
      model.count += 1
      return ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
        Series(model.names) { NodeMark(id: $0).foregroundStyle(model.isRed ? .red : .blue) }
        Series(model.names.dropFirst()) { LinkMark(from: model.names[0], to: $0) }
      }
    }
  }

  @Test("changes in a row are one, and those that stay keep their places")
  @MainActor
  func changes() async throws {
    let model = Friends()
    let view = try await view(model)
    let viewer = try #require(await TestViewer.join(view.session))
    let ada = await view.position(of: "Ada")
    model.names.append("Di")
    model.names.removeAll { $0 == "Bob" }
    model.names.append("Eve")
    try await viewer.wait("the graph") { $0.messages(.graph).count == 2 }
    #expect(await view.session.snapshot.ids == ["Ada", "Cy", "Di", "Eve"])
    #expect(await view.position(of: "Ada") == ada)
    #expect(model.count == 2)
    // Other looks are looks, and heat nothing.
    let hash = await view.session.live.kinetics.stateHash
    model.isRed = true
    try await viewer.wait("the looks") { $0.messages(.looks).count == 1 }
    #expect(viewer.messages(.graph).count == 2)
    #expect(await view.session.live.kinetics.stateHash == hash)
    // What the block has not read asks for nothing; what it has read and is equal, shows nothing.
    model.notes += 1
    let sent = viewer.all.count
    model.isRed = true
    model.names = model.names
    model.names.append("Flo")
    try await viewer.wait("the graph") { $0.messages(.graph).count == 3 }
    #expect(
      viewer.all[sent...].allSatisfy {
        if case .binary(let head, _) = $0 { head[0] != 3 } else { true }
      })
    #expect(model.count == 4)
    await view.close()
  }

  @Test("a graph that is not possible leaves the one before, and is told of")
  @MainActor
  func impossible() async throws {
    let model = Friends()
    let view = try await view(model)
    let viewer = try #require(await TestViewer.join(view.session))
    let events = view.events
    model.names.append("Ada")
    try await viewer.wait("a sentence") { $0.states.contains { $0["message"] is String } }
    let message = viewer.states.compactMap { $0["message"] as? String }.first
    #expect(message?.contains("\"Ada\"") == true)
    #expect(await view.session.snapshot.ids == ["Ada", "Bob", "Cy"])
    model.names = ["Ada", "Zoe"]
    try await viewer.wait("the graph") { $0.messages(.graph).count == 2 }
    await view.close()
    var failures: [String] = []
    for await case .failed(let words) in events { failures.append(words) }
    #expect(failures == [message])
  }

  @Test("a view that is let go of lets go of the model")
  @MainActor
  func end() async throws {
    weak var kept: Friends?
    var view: GraphView<String>?
    do {
      let model = Friends()
      kept = model
      view = try await self.view(model)
    }
    #expect(kept != nil && view != nil)
    view = nil
    for _ in 0..<1000 where kept != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(kept == nil)
  }

  @Test("cameras fly where the program says; a node that is not there moves none")
  @MainActor
  func cameras() async throws {
    let view = try await view(Friends())
    let viewer = try #require(await TestViewer.join(view.session))
    await view.fit()
    try await view.focus(on: "Cy")
    try await view.focus(on: ["Cy", "Ada"])
    try await view.focus(on: [])
    await #expect(throws: (any Error).self) { try await view.focus(on: ["Ada", "Nobody"]) }
    let cameras = viewer.states.compactMap { $0["camera"] }
    #expect(cameras.count == 3)
    #expect(cameras[0] as? String == "fit")
    #expect(cameras[1] as? [Int] == [2] && cameras[2] as? [Int] == [0, 2])
    // It is no state: who comes later gets nothing of it.
    let later = try #require(await TestViewer.join(view.session))
    #expect(later.texts.allSatisfy { $0["camera"] == nil })
  }

  @Test("states let cameras fly too, and do not keep the view")
  @MainActor
  func states() async throws {
    let states = ForceDirectedGraphState(initialIsRunning: false)
    weak var session: GraphViewSession<Int, SIMD2<Double>>?
    do {
      let view = try await GraphView(ForceDirectedGraph(states: states) { NodeMark(id: 1) })
      session = view.session
      let viewer = try #require(await TestViewer.join(view.session))
      states.fit()
      try await viewer.wait("the flight") { $0.states.contains { $0["camera"] != nil } }
      await viewer.leave()
    }
    for _ in 0..<1000 where session != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(session == nil)
    states.fit()
  }
}
