import ForceSimulation
import Scenes
import Testing
import _TestSupport

@testable import SimbenchTool

@Suite(.traced)
struct VerificationTests {
  @Test func deviationOfRecordedNumbers() {
    let expected: [SIMD2<Double>] = [[3, 4], [0, 0], [0, 5]]
    #expect(deviation(of: expected, from: expected) == 0)
    // Root mean square sqrt(50 / 3), largest difference 1.
    let changes: [SIMD2<Double>] = [[3, 4], [0.6, 0.8], [0, 5.5]]
    #expect(abs(deviation(of: changes, from: expected) - (3.0 / 50).squareRoot()) < 1e-15)
  }

  @Test func deviationFromNothing() {
    let still = [SIMD3<Float>](repeating: .zero, count: 4)
    var moved = still
    #expect(deviation(of: moved, from: still) == 0)
    moved[2].z = 1e-30
    #expect(deviation(of: moved, from: still) == .infinity)
    #expect(deviation(of: [SIMD3<Float>](), from: []) == 0)
  }

  @Test func deviationOfWhatIsNotANumberIsInfinite() {
    let expected: [SIMD2<Float>] = [[1, 1], [2, 2]]
    #expect(deviation(of: [[1, 1], [.nan, 2]], from: expected) == .infinity)
    #expect(deviation(of: [[1, 1], [.infinity, 2]], from: expected) == .infinity)
  }

  @Test func accuracyOfRecordedNumbers() {
    // 100 forces of size 2, one of them off by 1 and another by 0.5.
    let exact = [SIMD3<Double>](repeating: [0, 2, 0], count: 100)
    var found = exact
    found[7] = [0, 3, 0]
    found[70] = [0.5, 2, 0]
    let accuracy = Verification.Accuracy(of: found, from: exact, bound: nil)
    #expect(abs(accuracy.rms - (1.25 / 400).squareRoot()) < 1e-15)
    #expect(accuracy.p99 == 0.25)
    #expect(accuracy.maximum == 0.5)
    #expect(accuracy.targets == 100)
  }

  @Test func nodeInBalanceDoesNotSpoilTheRelativeError() {
    let exact: [SIMD3<Double>] = [[1, 0, 0], [0, 0, 0]]
    let found: [SIMD3<Double>] = [[1, 0, 0], [1e-9, 0, 0]]
    #expect(Verification.Accuracy(of: found, from: exact, bound: nil).p99 < 1e-5)
    #expect(Verification.Accuracy(of: exact, from: exact, bound: nil).p99 == 0)
  }

  @Test func targetsAreSpreadOverAllNodes() {
    typealias Measured = ManyBodyAccuracy<SIMD2<Double>>
    #expect(Measured.targets(nodeCount: 1000) == Array(0..<1000))
    withEvery("n", in: [1001, 4097, 1_000_000]) { nodeCount in
      let targets = Measured.targets(nodeCount: nodeCount)
      #expect(Set(targets).count == 1000)
      for (run, target) in targets.enumerated() {
        #expect((run * nodeCount / 1000..<(run + 1) * nodeCount / 1000).contains(target))
      }
    }
  }

  /// The sum that accuracy is measured against, and the library's exact sum, were written apart.
  @Test func exactSumAgreesWithTheLibrary() throws {
    func check<Vector: SimulationVector>(_: Vector.Type) throws {
      let scene = Scene.random(nodeCount: 300)
      // Close enough for the softening below a distance of 1 to take part.
      let positions = try #require(scene.positions(of: Vector.self)).map { $0 / 20 }
      let simulation = try Simulation(
        nodeCount: 300, forces: ManyBodyForce<Vector>(strength: -30),
        parameters: SimulationParameters(alpha: 0.5), positions: positions)
      let changes = simulation.forces.exactVelocityChange(of: 0..<300, in: simulation.kinetics)
      let state = State(position: positions, velocity: [], alpha: 0.5)
      // A number of targets that is no multiple of the four taken at a time.
      let exact = ManyBodyAccuracy<Vector>.exactSum(of: Array(0..<299), in: state)
      let accuracy = Verification.Accuracy(
        of: changes.prefix(299).map { SIMD3(widening: $0) }, from: exact, bound: nil)
      #expect(accuracy.rms < (Vector.Scalar.self == Float.self ? 1e-5 : 1e-14))
    }
    try check(SIMD2<Double>.self)
    try check(SIMD3<Double>.self)
    try check(SIMD3<Float>.self)
  }

  /// Kernels, reference and exact sum agree in all kinds of runs.
  @Test(arguments: [
    "--nodes 60", "--nodes 60 --dim 3", "--nodes 60 --precision float",
    "--scene grid --nodes 30 --dim 3 --precision double",
    "--scene clusters --nodes 90 --engine both",
    "--scene miserables --forces radial,position,collide", "--nodes 1",
    "--nodes 2 --engine reference",
    "--nodes 4200 --ticks 1 --warmup 0 --dim 3 --forces many-body --theta 0",
  ])
  func runsStayWithinTheirBounds(arguments: String) throws {
    let report = try plan("--ticks 3 " + arguments).run()
    let verification = try #require(report.verification)
    #expect(report.problems.isEmpty)
    #expect(!verification.deviations.isEmpty)
    #expect(verification.states == 3)
    #expect(verification.maximumDeviation == 0)
  }

  @Test func treeIsHeldToTheExactSumAndToTheReference() throws {
    let nodes = max(3000, Kinetics2D.ManyBodyForce.directSumLimit + 1)
    let run = "--nodes \(nodes) --ticks 1 --warmup 0 --forces many-body"
    let report = try plan(run).run()
    #expect(report.forces[0].algorithm != "direct sum")
    let accuracy = try #require(report.verification?.accuracy)
    #expect(accuracy.targets == 1000)
    #expect(accuracy.rms > 0)
    #expect(accuracy.rms <= accuracy.p99 && accuracy.p99 <= accuracy.maximum)
    let bound = try #require(accuracy.bound)
    #expect(accuracy.rms <= bound)
    #expect(report.verification?.maximumDeviation == 0)
    let loose = try plan(run + " --theta 1.5").run()
    #expect(loose.verification?.accuracy?.bound == nil)
    #expect(try #require(loose.verification?.accuracy).rms > accuracy.rms)
  }

  /// The reference would take too long above 20,000 nodes.
  @Test func treeOfManyNodesIsNotHeldToTheReference() throws {
    let report = try plan("--nodes 20001 --ticks 1 --warmup 0 --forces many-body").run()
    #expect(report.verification?.deviations.isEmpty == true)
    #expect(report.verification?.accuracy?.isWithinBound == true)
  }

  @Test func exactSumOfManyNodesIsComparedOnASample() throws {
    let report = try plan("--nodes 20001 --ticks 1 --warmup 0 --forces many-body --theta 0").run()
    #expect(report.forces[0].algorithm == "direct sum")
    #expect(report.verification?.maximumDeviation == 0)
    #expect(report.problems.isEmpty)
  }
}

/// Returns the plan that a command line requests.
func plan(_ arguments: String) throws -> RunPlan {
  let command = try Run.parse(arguments.split(separator: " ").map(String.init))
  return try RunPlan(
    scene: command.scene, forces: command.forces, engine: command.engine,
    positions: command.output.positions)
}
