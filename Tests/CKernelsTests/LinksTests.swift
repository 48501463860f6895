import CForceKernels
import Testing
import _TestSupport

extension KernelTests {
  @Suite("Links") struct Links {
    @Test("Float: the specification's bits") func float() { layouts(Float.self) }
    @Test("Double: the specification's bits") func double() { layouts(Double.self) }

    private func layouts<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("count", in: sizes + [700]) { count in
          withEvery("kind", in: PointKind.allCases) { kind in
            withEvery("iterations", in: [0, 1, 3]) { iterations in
              let pass = LinkPass<T>(
                count, dimension: dimension, kind: kind, iterations: iterations, hub: 2 * count)
              let threads = 1 + (count + iterations + dimension) % 8
              pass.expectSpecification(threads: threads...threads)
            }
          }
        }
      }
    }

    @Test("a hub with 100,000 link ends, blocks split over 1 to 8 threads")
    func hub() {
      LinkPass<Float>(3000, dimension: 2, kind: .uniform, iterations: 2, hub: 100_000)
        .expectSpecification(threads: 1...8)
      LinkPass<Double>(3000, dimension: 3, kind: .uniform, iterations: 2, hub: 100_000)
        .expectSpecification(threads: 1...8)
    }
  }
}

/// A link pass with what it needs.
private struct LinkPass<T: KernelScalar> {
  let dimension: Int
  let count: Int
  let iterations: Int
  let positions: [T]
  let velocities: [T]
  var begin: [Int64] = [0]
  var other: [Int32] = []
  let length: [T]
  let coefficient: [T]
  let limit: [T]

  /// Random link ends: `hub` of them at node 0, none to five at each other node.
  init(_ count: Int, dimension: Int, kind: PointKind, iterations: Int, hub: Int) {
    (self.dimension, self.count, self.iterations) = (dimension, count, iterations)
    positions = flat(count, dimension: dimension, kind: kind, seed: 1)
    // With equal velocities, coincident nodes are coincident in the predicted positions too.
    velocities = flat(
      count, dimension: dimension, kind: kind == .uniform ? .uniform : .coincident, seed: 4)
    var random = SplitMix64(seed: UInt64(count))
    for node in 0..<count {
      let ends = count < 2 ? 0 : node == 0 ? hub : Int.random(in: 0...5, using: &random)
      for _ in 0..<ends {
        other.append(Int32((node + Int.random(in: 1..<count, using: &random)) % count))
      }
      begin.append(Int64(other.count))
    }
    length = other.map { _ in T(random.unit() * 50) }
    coefficient = other.map { _ in T(random.unit() * 1.2 - 0.1) }
    limit = other.map { _ in random.unit() < 0.2 ? .infinity : T(random.unit() * 2) }
  }

  func run(on velocity: inout Guarded<T>, _ body: (LinksCall<T>) -> Void) {
    var position = Guarded(positions, offset: 3)
    position.withPointer { position in
      velocity.withPointer { velocity in
        body(
          LinksCall(
            dimension: dimension, count: count, position: position, begin: begin, other: other,
            length: length, coefficient: coefficient, limit: limit, iterations: iterations,
            alpha: 0.6, velocity: velocity))
      }
    }
  }

  func expectSpecification(threads: ClosedRange<Int>) {
    var wanted = Guarded(velocities, offset: 0)
    run(on: &wanted) { Specification.links($0) }
    let values = wanted.values
    withEvery("isa", in: supportedSets) { isa in
      withEvery("threads", in: threads) { threads in
        var found = Guarded(velocities, offset: threads % 4)
        run(on: &found) { T.links($0, settings(isa, threads: threads)) }
        found.expect(values)
      }
    }
  }
}
