import CForceKernels
import Foundation
import Testing
import _TestSupport

#if arch(x86_64)
  /// Flush-to-zero and denormals-are-zero, and rounding towards zero: the bits of the control register.
  private let hostileControl: UInt32 = 0x8040 | 0x6000 | 0x1F80
#endif

@Suite("Kernels: threads and instruction sets", .traced)
struct ParallelTests {
  @Test("there is a thread runtime, and this machine can run what it says is best")
  func whatThereIs() {
    #expect(!String(cString: ck_parallel_runtime()).isEmpty)
    #expect(ck_parallel_default_threads() >= 1)
    #expect(supportedSets.contains(ck_isa_best()))
    #expect(ck_isa_is_supported(Int32(CK_ISA_SCALAR.rawValue)) != 0)
    let names = (0..<Int32(CK_ISA_COUNT)).map { String(cString: ck_isa_name($0)) }
    #expect(names == ["scalar", "neon", "avx2", "avx512"])
    #expect(ck_isa_name(99) == nil)
    #expect(ck_isa_is_supported(-1) == 0)
  }

  /// One direct sum over 500 nodes.
  private func sum(_ settings: ck_settings) -> [Float] {
    let count = 500
    let positions: [Float] = flat(count, dimension: 3, kind: .uniform, seed: 11)
    let strength = [Float](repeating: -30, count: count)
    var velocity = [Float](repeating: 0, count: count * 4)
    positions.withUnsafeBufferPointer { position in
      strength.withUnsafeBufferPointer { strength in
        velocity.withUnsafeMutableBufferPointer { velocity in
          Float.directSum(
            DirectSumCall(
              dimension: 3, count: count, position: position.baseAddress!,
              strength: strength.baseAddress!, distanceMin2: 1, distanceMax2: .infinity, alpha: 1,
              targets: 0..<count, velocity: velocity.baseAddress!), settings)
        }
      }
    }
    return velocity
  }

  @Test("callers on many threads at once get the bits they would get alone")
  func manyCallers() {
    let best = ck_isa_best()
    let wanted = sum(settings(best, threads: 1))
    let results = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 64)
    results.initialize(repeating: false)
    defer { results.deallocate() }
    nonisolated(unsafe) let shared = results
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      shared[index] = sum(settings(best, threads: 1 + index % 8)) == wanted
    }
    #expect(results.allSatisfy { $0 })
  }

  @Test("the control register is the caller's again afterwards, and its settings change no bit")
  func controlRegister() {
    let saved = ck_control_begin()
    defer { ck_control_end(saved) }
    #if arch(x86_64)
      let standard = ck_control_begin()
      let wanted = sum(settings(ck_isa_best(), threads: 3))
      ck_control_end((standard & ~0xFFFF) | UInt64(hostileControl))
      // Subnormals are flushed now, and rounding goes towards zero.
      let flushed = Double.leastNormalMagnitude.nextUp / Double(ProcessInfo.processInfo.processorCount + 1)
      #expect(flushed == 0)
      let found = sum(settings(ck_isa_best(), threads: 3))
      let still = ck_control_begin()
      #expect(still & 0xFFC0 == UInt64(hostileControl) & 0xFFC0)
      ck_control_end(standard)
      expectSameBits(found, wanted)
    #endif
  }
}
