import CForceKernels
import Foundation
import Testing
import _TestSupport

#if arch(x86_64)
/// MXCSR with all exceptions masked: flush-to-zero, denormals-are-zero, and each direction of
/// rounding.
private let controls: [UInt64] = [0x8000, 0x0040, 0x2000, 0x4000, 0x6000, 0xE040].map {
  0x1F80 | $0
}
/// The settings in MXCSR; the other bits are flags that calculations raise.
private let controlMask: UInt64 = 0xFFC0
/// No exception masked: the first inexact operation would end the process.
private let trappingControl: UInt64 = 0
#elseif arch(arm64)
/// FPCR: flush-to-zero, and each direction of rounding.
private let controls: [UInt64] = [1 << 24, 1 << 22, 2 << 22, 3 << 22, 1 << 24 | 3 << 22]
private let controlMask: UInt64 = 1 << 24 | 3 << 22
#endif

extension KernelTests {
  /// Results are those of IEEE 754's defaults, whatever the caller's settings, and with subnormal
  /// numbers.
  @Suite("Floating-point state") struct FloatingPointState {
    @Test("subnormal numbers: the specification's bits")
    func subnormal() {
      func check<T: KernelScalar>(_: T.Type) {
        withEvery("pass", in: everyPass(T.self)) { pass in
          let wanted = pass.run(nil)
          #expect(wanted.contains { $0.isSubnormal })
          withEvery("isa", in: supportedSets) { isa in
            withEvery("threads", in: [1, 3, 8]) { threads in
              expectSameBits(pass.run(settings(isa, threads: threads)), wanted)
            }
          }
        }
      }
      check(Float.self)
      check(Double.self)
    }

    #if arch(x86_64) || arch(arm64)
    @Test("the caller's rounding and flushing change no bit, and are as they were afterwards")
    func settingsOfTheCaller() {
      func check<T: KernelScalar>(_: T.Type) {
        withEvery("pass", in: everyPass(T.self)) { pass in
          let wanted = pass.run(nil)
          withEvery("isa", in: supportedSets) { isa in
            withEvery("threads", in: [1, 3]) { threads in
              withEvery("control register", in: controls) { control in
                var after: UInt64 = 0
                let found = pass.run(settings(isa, threads: threads)) { call in
                  after = under(control, call)
                }
                expectSameBits(found, wanted)
                #expect(after & controlMask == control & controlMask)
              }
            }
          }
        }
      }
      check(Float.self)
      check(Double.self)
    }
    #endif

    #if arch(x86_64)
    /// In a process of its own, as a trap ends it.
    @Test("exceptions that the caller has unmasked are not raised")
    func traps() async {
      await #expect(processExitsWith: .success) {
        expectSameUnderTraps(Float.self)
        expectSameUnderTraps(Double.self)
      }
    }
    #endif
  }
}

/// Runs a call under a control register value. Returns the register after the call.
func under(_ control: UInt64, _ call: () -> Void) -> UInt64 {
  let saved = ck_control_begin()
  ck_control_end(control)
  call()
  let after = ck_control_begin()
  ck_control_end(saved)
  return after
}

#if arch(x86_64)
private func expectSameUnderTraps<T: KernelScalar>(_: T.Type) {
  for pass in everyPass(T.self) {
    let wanted = pass.run(nil)
    for isa in supportedSets {
      for threads in [1, 3] {
        let found = pass.run(settings(isa, threads: threads)) { _ = under(trappingControl, $0) }
        expectSameBits(found, wanted, pass.description)
      }
    }
  }
}
#endif

private let plain = settings(Int32(CK_ISA_SCALAR.rawValue), threads: 1)

/// A pass over input with subnormal numbers in it, which give subnormal results.
private struct Pass<T: KernelScalar>: CustomStringConvertible {
  let description: String
  /// Runs the kernel, or the specification without settings, between preparation and result.
  /// `wrapped` calls its argument, which is only the call, once.
  let body: (_ settings: ck_settings?, _ wrapped: (() -> Void) -> Void) -> [T]

  func run(_ settings: ck_settings?, wrapped: (() -> Void) -> Void = { $0() }) -> [T] {
    body(settings, wrapped)
  }
}

private func everyPass<T: KernelScalar>(_: T.Type) -> [Pass<T>] {
  [directSum(), tree(), tForce(), links(), collide(.disc), collide(.offsetBox), integrate()]
}

/// Returns numbers of both signs below the smallest normal one, or a little above.
private func subnormals<T: KernelScalar>(_ count: Int, seed: UInt64) -> [T] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in T(random.unit() * 4 - 2) * T.leastNormalMagnitude }
}

private func directSum<T: KernelScalar>() -> Pass<T> {
  Pass(description: "direct sum") { settings, wrapped in
    let count = 150
    var position = Guarded<T>(flat(count, dimension: 3, kind: .uniform, seed: 1), offset: 0)
    var strength = Guarded<T>(subnormals(count, seed: 2).map { $0 * 64 }, offset: 0)
    var velocity = Guarded<T>(subnormals(count * 4, seed: 3), offset: 0)
    position.withPointer { position in
      strength.withPointer { strength in
        velocity.withPointer { velocity in
          let call = DirectSumCall(
            dimension: 3, count: count, position: position, strength: strength, distanceMin2: 1,
            distanceMax2: 10_000, alpha: 0.75, targets: 0..<count, velocity: velocity)
          wrapped {
            if let settings { call.run(settings) } else { Specification.directSum(call) }
          }
        }
      }
    }
    return velocity.values
  }
}

/// Returns a many-body pass by tree. Its expected result is that of the tree on one thread without
/// instruction sets.
private func tree<T: KernelScalar>() -> Pass<T> {
  Pass(description: "many-body by tree") { settings, wrapped in
    let pass = ManyBodyCase<T>(900, dimension: 2, .shell).with {
      $0.strengths = subnormals(900, seed: 2).map { $0 * 64 }
      $0.start = subnormals($0.start.count, seed: 3)
    }
    return pass.run(settings ?? plain, wrapped: wrapped)
  }
}

/// Returns a t-force pass. Its expected result is that of one thread without instruction sets.
private func tForce<T: KernelScalar>() -> Pass<T> {
  Pass(description: "t-force") { settings, wrapped in
    let positions: [T] = flat(900, dimension: 2, kind: .uniform, seed: 4)
    let strength = Double(T.leastNormalMagnitude) / 16
    let call = TForceCall(positions, dimension: 2, strength: strength, distance: 20)
    return call.run(settings ?? plain, offset: 0, start: 0, wrapped: wrapped)
  }
}

private func collide<T: KernelScalar>(_ shape: CollidePass<T>.Shape) -> Pass<T> {
  Pass(description: "collide, \(shape)") { settings, wrapped in
    let pass = CollidePass<T>(900, dimension: 3, kind: .uniform, radii: .spread, shape: shape)
    var velocity = Guarded(subnormals(pass.velocities.count, seed: 2) as [T], offset: 0)
    pass.run(on: &velocity) { call in
      wrapped {
        if let settings { call.run(settings) } else { Specification.collide(call) }
      }
    }
    return velocity.values
  }
}

private func links<T: KernelScalar>() -> Pass<T> {
  Pass(description: "links") { settings, wrapped in
    // A ring; each node has two link ends.
    let count = 900
    let ends: [Int32] = (0..<count).flatMap { node -> [Int32] in
      let (before, after) = ((node + count - 1) % count, (node + 1) % count)
      return [Int32(before), Int32(after)]
    }
    var position = Guarded<T>(flat(count, dimension: 2, kind: .uniform, seed: 1), offset: 0)
    var velocity = Guarded<T>(subnormals(count * 2, seed: 2), offset: 0)
    position.withPointer { position in
      velocity.withPointer { velocity in
        let call = LinksCall(
          dimension: 2, count: count, position: position, begin: (0...count).map { Int64(2 * $0) },
          other: ends, length: nil, commonLength: 30,
          coefficient: subnormals(ends.count, seed: 3).map { abs($0) / 8 }, total: nil,
          iterations: 2, alpha: 0.6, velocity: velocity)
        wrapped { if let settings { call.run(settings) } else { Specification.links(call) } }
      }
    }
    return velocity.values
  }
}

private func integrate<T: KernelScalar>() -> Pass<T> {
  Pass(description: "integration") { settings, wrapped in
    let count = 9000
    var position = Guarded<T>(subnormals(count * 4, seed: 1), offset: 0)
    var velocity = Guarded<T>(subnormals(count * 4, seed: 2), offset: 0)
    var pins = Guarded<T>(subnormals(count * 4, seed: 3), offset: 0)
    let axes: [UInt8] = (0..<count).map { node in UInt8(node % 37 == 0 ? node % 16 : 0) }
    position.withPointer { position in
      velocity.withPointer { velocity in
        pins.withPointer { pins in
          let call = IntegrateCall(
            dimension: 4, count: count, decay: 0.6, pinnedAxes: axes, pins: pins,
            position: position, velocity: velocity)
          wrapped {
            if let settings {
              _ = call.run(settings)
            } else {
              _ = Specification.integrate(call)
            }
          }
        }
      }
    }
    return position.values + velocity.values
  }
}
