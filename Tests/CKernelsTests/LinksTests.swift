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

    @Test("one length or many, limits or none: the specification's bits")
    func kindsOfLinks() {
      kindsOfLinks(Float.self)
      kindsOfLinks(Double.self)
    }

    private func kindsOfLinks<T: KernelScalar>(_: T.Type) {
      withEvery("dimension", in: 2...4) { dimension in
        withEvery("varied", in: [false, true]) { varied in
          withEvery("limited", in: [false, true]) { limited in
            var pass = LinkPass<T>(
              300, dimension: dimension, kind: .uniform, iterations: 2, hub: 40)
            if !varied { pass.length = nil }
            if !limited { pass.total = nil }
            pass.expectSpecification(threads: 1...2)
          }
        }
      }
    }

    // The kernel takes chunks of 256 ends, groups of 16 or a register, and nodes with up to 8 ends
    // in a way of their own.
    @Test("node sizes around those of chunks, groups and registers", arguments: [0, 3, 40])
    func borders(hubNumber: Int) {
      for ends in [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 255, 256, 257, 511, 512, 513] {
        var pass = LinkPass<Double>(
          41, dimension: 2, kind: .uniform, iterations: 2, hub: ends, hubNumber: hubNumber)
        pass.expectSpecification(threads: 1...1)
        pass.length = nil
        pass.expectSpecification(threads: 2...2)
        LinkPass<Float>(
          41, dimension: 3, kind: .coincident, iterations: 2, hub: ends, hubNumber: hubNumber
        ).expectSpecification(threads: 1...1)
      }
    }

    @Test("so many nodes that positions are asked for ahead")
    func prefetch() {
      LinkPass<Double>(20_001, dimension: 2, kind: .uniform, iterations: 1, hub: 300)
        .expectSpecification(threads: 2...2)
    }

    @Test("a hub with a million link ends, blocks split over 1 to 8 threads")
    func hub() {
      LinkPass<Float>(3000, dimension: 2, kind: .uniform, iterations: 2, hub: 1_000_000)
        .expectSpecification(threads: 1...8)
      LinkPass<Double>(3000, dimension: 3, kind: .uniform, iterations: 2, hub: 1_000_000)
        .expectSpecification(threads: 1...8)
    }
  }
}

/// A link pass with its arguments.
private struct LinkPass<T: KernelScalar> {
  let dimension: Int
  let count: Int
  let iterations: Int
  let positions: [T]
  let velocities: [T]
  var begin: [Int64] = [0]
  var other: [Int32] = []
  var length: [T]?
  let coefficient: [T]
  var total: [T]?

  /// Random link ends: `hub` of them at node `hubNumber`, none to five at each other node.
  init(
    _ count: Int, dimension: Int, kind: PointKind, iterations: Int, hub: Int, hubNumber: Int = 0
  ) {
    (self.dimension, self.count, self.iterations) = (dimension, count, iterations)
    positions = flat(count, dimension: dimension, kind: kind, seed: 1)
    // With equal velocities, coincident nodes are coincident in the predicted positions too.
    velocities = flat(
      count, dimension: dimension, kind: kind == .uniform ? .uniform : .coincident, seed: 4)
    var random = SplitMix64(seed: UInt64(count))
    for node in 0..<count {
      let ends = count < 2 ? 0 : node == hubNumber ? hub : Int.random(in: 0...5, using: &random)
      for _ in 0..<ends {
        other.append(Int32((node + Int.random(in: 1..<count, using: &random)) % count))
      }
      begin.append(Int64(other.count))
    }
    length = other.map { _ in T(random.unit() * 50) }
    coefficient = other.map { _ in T(random.unit() * 1.2 - 0.1) }
    // Limits on both sides of alpha, and infinite ones.
    total = (0..<count).map { _ in random.unit() < 0.2 ? 0 : T(random.unit() * 2.5) }
  }

  func run(on velocity: inout Guarded<T>, _ body: (LinksCall<T>) -> Void) {
    var position = Guarded(positions, offset: 3)
    position.withPointer { position in
      velocity.withPointer { velocity in
        body(
          LinksCall(
            dimension: dimension, count: count, position: position, begin: begin, other: other,
            length: length, commonLength: 17.3, coefficient: coefficient, total: total,
            iterations: iterations, alpha: 0.6, velocity: velocity))
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
        run(on: &found) { $0.run(settings(isa, threads: threads)) }
        found.expect(values)
      }
    }
  }
}

/// The arguments of a link pass. The link ends of node i are `begin[i] ..< begin[i + 1]`.
struct LinksCall<T: KernelScalar> {
  var dimension: Int
  var count: Int
  var position: UnsafePointer<T>
  var begin: [Int64]
  var other: [Int32]
  /// By link end; without it, all lengths are `commonLength`.
  var length: [T]?
  var commonLength: T
  var coefficient: [T]
  /// By node; without it there are no limits.
  var total: [T]?
  var iterations: Int
  var alpha: T
  var velocity: UnsafeMutablePointer<T>
  var jiggle = ck_jiggle(seed: 3, tick: 9)

  func run(_ settings: ck_settings) {
    withContext(settings) { context in
      begin.withUnsafeBufferPointer { begin in
        other.withUnsafeBufferPointer { other in
          coefficient.withUnsafeBufferPointer { coefficient in
            (length ?? []).withUnsafeBufferPointer { lengths in
              (total ?? []).withUnsafeBufferPointer { totals in
                let links = ck_half_links(
                  begin: begin.baseAddress, other: other.baseAddress,
                  length: length == nil ? nil : lengths.baseAddress,
                  coefficient: coefficient.baseAddress,
                  total: total == nil ? nil : totals.baseAddress,
                  common_length: Double(commonLength))
                ck_links(
                  context, ck_points(position, dimension: dimension, count: count), links,
                  Int32(iterations), Double(alpha), jiggle, velocity)
              }
            }
          }
        }
      }
    }
  }
}
