import ForceSimulation

@testable import ForceSimulationLive

typealias Vector2 = SIMD2<Double>
typealias Live = LiveSimulation<Int, Vector2>
typealias Named = LiveSimulation<String, Vector2>

/// The forces of most tests.
func someForces() -> ForceList<Vector2> {
  ForceList {
    ManyBodyForce<Vector2>(strength: -30)
    LinkForce<Vector2>(length: .constant(20))
    CollideForce<Vector2>(radius: .constant(3))
    PositionForce<Vector2>(axis: .x)
    PositionForce<Vector2>(axis: .y)
  }
}

/// The links of a binary tree.
func treeLinks(_ count: Int) -> [Link<Int>] { (1..<max(count, 1)).map { Link($0, ($0 - 1) / 2) } }

/// A tree of nodes 0 ..< count that ticks as fast as it can.
func makeTree(
  _ count: Int = 40, parameters: SimulationParameters<Double> = .d3,
  options: LiveOptions<Double> = LiveOptions(frequency: nil)
) throws -> Live {
  try Live(
    0..<count, links: treeLinks(count), forces: someForces(), parameters: parameters,
    options: options)
}

/// The same simulation without a loop.
func makePlainTree(_ count: Int = 40) throws -> Simulation<Vector2, ForceList<Vector2>> {
  try Simulation(nodeCount: count, links: treeLinks(count), forces: someForces())
}

/// Parameters that never become cold.
let warm = SimulationParameters<Double>(alphaTarget: 0.1)

/// A consumer that takes frames one at a time.
final class FrameReader<Frames: AsyncSequence> where Frames.Failure == Never {
  private var iterator: Frames.AsyncIterator

  init(_ frames: Frames) { iterator = frames.makeAsyncIterator() }

  func next(isolation actor: isolated (any Actor)? = #isolation) async -> Frames.Element? {
    await iterator.next(isolation: actor)
  }
}

extension AsyncSequence where Failure == Never {
  /// The first frame that satisfies the condition; nil when the sequence ends before.
  func first(_ condition: (Element) -> Bool) async -> Element? {
    for await frame in self where condition(frame) { return frame }
    return nil
  }
}
