import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Blocks of forces compile and can use local values wherever a program creates a simulation: on
/// the main actor, on another actor, and outside of actors. That this file compiles is most of the
/// test.
@Suite struct IsolationTests {
  @MainActor private final class Model {
    var isCentered = true
    var length = 30.0
    let live: Named

    init() throws {
      live = try LiveSimulation(["a", "b"], links: [Link("a", "b")]) {
        ManyBodyForce<Vector2>(strength: -30)
        LinkForce(length: 30)
      }
    }

    func another() throws -> Named {
      try LiveSimulation(["a", "b"], links: [Link("a", "b")]) {
        LinkForce<Vector2>(length: .constant(length))
        if isCentered { CenterForce() }
      }
    }
  }

  private actor Maker {
    var strength = -10.0

    func live() throws -> Named {
      try LiveSimulation(["a"]) { ManyBodyForce<Vector2>(strength: .constant(strength)) }
    }
  }

  private nonisolated func plain(_ radius: Double) throws -> Named {
    try LiveSimulation(["a"]) { CollideForce<Vector2>(radius: .constant(radius)) }
  }

  @Test @MainActor func onTheMainActor() async throws {
    let model = try Model()
    #expect(await model.live.forces.names == ["ManyBodyForce", "LinkForce"])
    #expect(try await model.another().forces.names == ["LinkForce", "CenterForce"])
    model.isCentered = false
    #expect(try await model.another().forces.names == ["LinkForce"])
  }

  @Test func onAnotherActorAndOnNone() async throws {
    #expect(try await Maker().live().forces.names == ["ManyBodyForce"])
    #expect(try await plain(3).forces.names == ["CollideForce"])
    let detached = try await Task.detached {
      try Named(["a"]) { CenterForce<Vector2>() }
    }.value
    #expect(await detached.forces.names == ["CenterForce"])
  }
}
