import ForceSimulation
import ForceSimulationLive

/// Creates the live simulation of the characters of docs/live.md, not started yet.
func makeCharacters() throws -> LiveSimulation<String, SIMD2<Double>> {
  try LiveSimulation(
    ["Valjean", "Javert", "Cosette", "Fantine"],
    links: [Link("Valjean", "Javert"), Link("Valjean", "Cosette"), Link("Cosette", "Fantine")]
  ) {
    ManyBodyForce<SIMD2<Double>>()
    LinkForce().named("springs")
    CollideForce(radius: .array([5, 6, 4, 5]))
    GroupForce(groups: [1, 2, 1, nil])
  }
}
