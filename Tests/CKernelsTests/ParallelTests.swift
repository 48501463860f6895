import CForceKernels
import Foundation
import Testing
import _TestSupport

#if arch(x86_64)
/// Flush-to-zero, denormals-are-zero and rounding towards zero, all exceptions masked, in MXCSR.
private let hostileControl: UInt64 = 0x8040 | 0x6000 | 0x1F80
/// The settings in MXCSR; the other bits are flags that calculations raise.
private let controlMask: UInt64 = 0xFFC0
#elseif arch(arm64)
/// Flush-to-zero and rounding towards zero, in FPCR.
private let hostileControl: UInt64 = 1 << 24 | 3 << 22
private let controlMask: UInt64 = 1 << 24 | 3 << 22
#endif

extension KernelTests {
  @Suite("Threads and instruction sets") struct Parallel {
    @Test("the names of the instruction sets, and which of them this machine has")
    func instructionSets() {
      let names = (0..<Int32(CK_ISA_COUNT)).map { ck_isa_name($0).map { String(cString: $0) } }
      #expect(names == ["scalar", "neon", "avx2", "avx512", "wasm128"])
      #expect(ck_isa_name(-1) == nil && ck_isa_name(Int32(CK_ISA_COUNT)) == nil)
      #expect(ck_isa_is_supported(-1) == 0 && ck_isa_is_supported(Int32(CK_ISA_COUNT)) == 0)
      #expect(supportedSets.first == Int32(CK_ISA_SCALAR.rawValue))
      #expect(supportedSets.last == ck_isa_best())
    }

    @Test("the thread runtime is one of those the manual lists, and stays the same")
    func runtime() {
      let name = String(cString: ck_parallel_runtime())
      #expect(
        ["libomp.so.5", "libgomp.so.1", "OpenMP (already loaded)", "pthreads", "dispatch"]
          .contains(name))
      #expect(ck_parallel_default_threads() >= 1)
      _ = Probe().run(settings(ck_isa_best(), threads: 2))
      #expect(String(cString: ck_parallel_runtime()) == name)
    }

    @Test("callers on many threads at once get the bits they would get alone")
    func manyCallers() {
      let probe = Probe()
      let wanted = probe.run(settings(ck_isa_best(), threads: 1))
      let callers = 64
      let agrees = UnsafeMutableBufferPointer<Bool>.allocate(capacity: callers)
      defer { agrees.deallocate() }
      agrees.initialize(repeating: false)
      // Each caller writes to a place of its own.
      nonisolated(unsafe) let places = agrees
      DispatchQueue.concurrentPerform(iterations: callers) { index in
        let set = supportedSets[index % supportedSets.count]
        places[index] = probe.run(settings(set, threads: 1 + index % 8)) == wanted
      }
      #expect(agrees.allSatisfy { $0 })
    }

    #if arch(x86_64) || arch(arm64)
    @Test(
      "the caller's rounding and flush-to-zero change no bit, and are as they were afterwards")
    func controlRegister() {
      let probe = Probe(strength: 0x1p-135)
      let wanted = probe.run(settings(ck_isa_best(), threads: 1))
      // Subnormal strengths and results are what flushing would change.
      #expect(wanted.contains { $0.isSubnormal })
      withEvery("isa", in: supportedSets) { isa in
        withEvery("threads", in: [1, 3]) { threads in
          var flushed = Float.nan
          var after: UInt64 = 0
          let found = probe.run(settings(isa, threads: threads)) { sum in
            let saved = ck_control_begin()
            ck_control_end(hostileControl)
            flushed = half(.leastNormalMagnitude)
            sum()
            after = ck_control_begin()
            ck_control_end(saved)
          }
          #expect(flushed == 0, "the settings made here must be in effect")
          #expect(after & controlMask == hostileControl & controlMask)
          expectSameBits(found, wanted)
        }
      }
    }

    /// Not folded by the compiler, which knows nothing of the control register.
    @inline(never) private func half(_ number: Float) -> Float { number * 0.5 }
    #endif
  }

  @Suite("Jiggle") struct Jiggle {
    @Test("the hash is the specification's, small, and depends on everything it is given")
    func hash() {
      var seen: Set<Double> = []
      for (seed, tick, a, b, axis) in [
        (1, 1, 0, 1, 0), (2, 1, 0, 1, 0), (1, 2, 0, 1, 0), (1, 1, 5, 1, 0), (1, 1, 0, 5, 0),
        (1, 1, 0, 1, 3), (0, 0, 0, 0, 0), (9, 12345, 99, 1 << 31, 2),
      ] {
        let jiggle = ck_jiggle(seed: UInt64(seed), tick: UInt64(tick))
        let value = ck_jiggle_value(jiggle, UInt64(a), UInt64(b), UInt64(axis))
        expectSameBits(value, Specification.jiggle(jiggle, a, b, axis: axis))
        #expect(abs(value) <= 5e-7)
        #expect(seen.insert(value).inserted)
      }
    }
  }
}

/// A direct sum over 500 nodes, prepared before it is run: only the kernel runs under hostile
/// settings.
private struct Probe {
  private let positions: [Float] = flat(500, dimension: 2, kind: .uniform, seed: 11)
  private let strengths: [Float]

  init(strength: Float = -30) { strengths = Array(repeating: strength, count: 500) }

  /// The velocities after the sum. `wrapped` calls what it is given, once.
  func run(_ settings: ck_settings, wrapped: (() -> Void) -> Void = { $0() }) -> [Float] {
    var position = Guarded(positions, offset: 0)
    var strength = Guarded(strengths, offset: 0)
    var velocity = Guarded([Float](repeating: 0, count: positions.count), offset: 0)
    position.withPointer { position in
      strength.withPointer { strength in
        velocity.withPointer { velocity in
          let call = DirectSumCall(
            dimension: 2, count: strengths.count, position: position, strength: strength,
            distanceMin2: 1, distanceMax2: .infinity, alpha: 1, targets: 0..<strengths.count,
            velocity: velocity)
          wrapped { call.run(settings) }
        }
      }
    }
    return velocity.values
  }
}
