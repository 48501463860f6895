import CForceKernels
import Testing
import _TestSupport

@Suite("Kernels: integration", .traced)
struct IntegrateTests {
  @Test func equalsTheSpecificationFloat() { equalsTheSpecification(Float.self) }
  @Test func equalsTheSpecificationDouble() { equalsTheSpecification(Double.self) }

  func equalsTheSpecification<T: KernelScalar>(_: T.Type) {
    withEvery("dimension", in: 2...4) { dimension in
      withEvery("count", in: sizes + [70_000]) { count in
        withEvery("kind", in: [PointKind.uniform, .huge, .tiny, .notFinite]) { kind in
          withEvery("pins", in: [false, true]) { hasPins in
            check(T.self, count: count, dimension: dimension, kind: kind, hasPins: hasPins)
          }
        }
      }
    }
  }

  func check<T: KernelScalar>(
    _: T.Type, count: Int, dimension: Int, kind: PointKind, hasPins: Bool
  ) {
    let positions: [T] = flat(count, dimension: dimension, kind: .uniform, seed: 1)
    // Velocities are what can be anything; the largest finite ones overflow on the way.
    var velocities: [T] = flat(count, dimension: dimension, kind: kind, seed: 2)
    if kind == .huge {
      velocities = velocities.map { $0 > 0 ? .greatestFiniteMagnitude : $0 }
    }
    let pins: [T] = flat(count, dimension: dimension, kind: .uniform, seed: 3)
    let axes = hasPins ? (0..<count).map { UInt8($0 % (1 << dimension)) } : nil
    let decay: T = kind == .huge ? 1.5 : 0.6

    func run(
      _ body: (IntegrateCall<T>) -> Int, offset: Int
    ) -> (kept: Int, position: Guarded<T>, velocity: Guarded<T>) {
      var position = Guarded(positions, offset: offset)
      var velocity = Guarded(velocities, offset: (offset * 2) % 4)
      var kept = 0
      position.withPointer { position in
        velocity.withPointer { velocity in
          pins.withUnsafeBufferPointer { pins in
            kept = body(
              IntegrateCall(
                dimension: dimension, count: count, decay: decay, pinnedAxes: axes,
                pins: pins.baseAddress ?? UnsafePointer(position), position: position,
                velocity: velocity))
          }
        }
      }
      return (kept, position, velocity)
    }

    let wanted = run({ Specification.integrate($0) }, offset: 0)
    for isa in supportedSets {
      let threads = 1 + (count + dimension) % 8
      let found = run({ T.integrate($0, settings(isa, threads: threads)) }, offset: 1 + count % 3)
      withTrace("isa, threads", (isa, threads)) {
        #expect(found.kept == wanted.kept)
        expectSameBits(found.position.values, wanted.position.values)
        expectSameBits(found.velocity.values, wanted.velocity.values)
        #expect(found.position.isIntact && found.velocity.isIntact)
      }
    }
  }
}
