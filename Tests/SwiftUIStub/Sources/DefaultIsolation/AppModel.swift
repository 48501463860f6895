import ForceSimulation
import ForceSimulationLive

/// A model of a program whose declarations are on the main actor unless they say otherwise. It is
/// compiled, and does not run.
final class AppModel {
  var isCentered = true
  var length = 30.0
  var radii = [2.0, 3.0]
  let live: LiveSimulation<String, SIMD2<Double>>

  init() throws {
    live = try LiveSimulation(["a", "b"], links: [Link("a", "b")]) {
      ManyBodyForce<SIMD2<Double>>(strength: -30)
      LinkForce(length: 30)
    }
  }

  func another() throws -> LiveSimulation<String, SIMD2<Double>> {
    try LiveSimulation(["a", "b"], links: [Link("a", "b")]) {
      ManyBodyForce<SIMD2<Double>>(strength: -length)
      LinkForce(length: length)
      CollideForce(radius: radii)
      if isCentered { CenterForce() }
    }
  }

  func insert(_ id: String) async throws {
    try await live.edit { edit in
      edit.insert(id)
      edit.setForce("CenterForce", to: CenterForce<SIMD2<Double>>())
    }
  }

  func undo(_ checkpoint: LiveCheckpoint<String>) async throws {
    try await live.restore(checkpoint)
  }
}
