import CForceKernels
import Testing
import _TestSupport

@Suite("Kernels: links", .traced)
struct LinksTests {
  @Test func equalsTheSpecificationFloat() { equalsTheSpecification(Float.self) }
  @Test func equalsTheSpecificationDouble() { equalsTheSpecification(Double.self) }

  func equalsTheSpecification<T: KernelScalar>(_: T.Type) {
    withEvery("dimension", in: 2...4) { dimension in
      withEvery("count", in: sizes.dropFirst() + [1000]) { count in
        withEvery("kind", in: PointKind.allCases) { kind in
          withEvery("iterations", in: [0, 1, 3]) { iterations in
            check(T.self, count: count, dimension: dimension, kind: kind, iterations: iterations)
          }
        }
      }
    }
  }

  /// Random half-links with a hub: node 0 is at one end of every fourth link.
  func halfLinks<T: KernelScalar>(_ count: Int, as: T.Type) -> LinksCall<T> {
    var random = SplitMix64(seed: UInt64(count))
    var ends = [[Int32]](repeating: [], count: count)
    for link in 0..<(count > 1 ? 2 * count : 0) {
      let a = link % 4 == 0 ? 0 : Int(random.next() % UInt64(count))
      let b = Int(random.next() % UInt64(count))
      if a == b { continue }
      ends[a].append(Int32(b))
      ends[b].append(Int32(a))
    }
    var begin: [Int64] = [0]
    for node in ends { begin.append(begin.last! + Int64(node.count)) }
    let other = ends.flatMap { $0 }
    return LinksCall(
      dimension: 0, count: count, position: UnsafePointer(bitPattern: 64)!, begin: begin,
      other: other, length: other.map { _ in T(random.unit() * 50) },
      coefficient: other.map { _ in T(random.unit() * 1.2 - 0.1) },
      limit: other.map { _ in random.unit() < 0.2 ? .infinity : T(random.unit() * 2) },
      iterations: 0, alpha: 0.6, velocity: UnsafeMutablePointer(bitPattern: 64)!)
  }

  func check<T: KernelScalar>(
    _: T.Type, count: Int, dimension: Int, kind: PointKind, iterations: Int
  ) {
    var call = halfLinks(count, as: T.self)
    call.dimension = dimension
    call.iterations = iterations
    let positions: [T] = flat(count, dimension: dimension, kind: kind, seed: 1)
    let zero: [T] = flat(count, dimension: dimension, kind: .coincident, seed: 1)
    // Without velocities of their own, coincident nodes stay coincident in the predicted positions.
    let start: [T] =
      kind == .uniform ? flat(count, dimension: dimension, kind: .uniform, seed: 4) : zero
    var wanted = Guarded(start, offset: 0)
    run(call, positions, &wanted) { Specification.links($0) }
    for isa in supportedSets {
      let threads = 1 + (count + iterations + dimension) % 8
      var found = Guarded(start, offset: 1 + count % 3)
      run(call, positions, &found) { T.links($0, settings(isa, threads: threads)) }
      withTrace("isa, threads", (isa, threads)) {
        expectSameBits(found.values, wanted.values)
        #expect(found.isIntact)
      }
    }
  }

  func run<T: KernelScalar>(
    _ call: LinksCall<T>, _ positions: [T], _ velocity: inout Guarded<T>,
    _ body: (LinksCall<T>) -> Void
  ) {
    var position = Guarded(positions, offset: 3)
    position.withPointer { position in
      velocity.withPointer { velocity in
        var call = call
        call.position = UnsafePointer(position)
        call.velocity = velocity
        body(call)
      }
    }
  }
}
