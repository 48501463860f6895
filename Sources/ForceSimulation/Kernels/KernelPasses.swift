// The calls of the kernels. Only this folder imports CForceKernels; CKernels/include/ckernels.h is
// the manual.

import CForceKernels

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The engine of kernels: C, with vector instructions and threads. Equal to `ParallelPasses` in
/// every bit.
enum KernelPasses: EnginePasses {
  // MARK: Availability

  /// True if the kernels know a vector type: 2, 3 or 4 components of Float or Double, in the layout
  /// of SIMD2, SIMD3 and SIMD4.
  static func support<Vector: SIMD>(_: Vector.Type) -> Bool {
    let isKnown = Vector.Scalar.self == Double.self || Vector.Scalar.self == Float.self
    guard isKnown, (2...4).contains(Vector.scalarCount) else { return false }
    let stride = MemoryLayout<Vector>.stride / MemoryLayout<Vector.Scalar>.stride
    return stride == ck_stride(Int32(Vector.scalarCount))
  }

  static func isSupported(_ set: KernelOptions.InstructionSet) -> Bool {
    ck_isa_is_supported(set.code) != 0
  }

  static var bestInstructionSet: KernelOptions.InstructionSet {
    KernelOptions.InstructionSet.allCases.first { $0.code == ck_isa_best() } ?? .scalar
  }

  static var threadRuntime: String { String(cString: ck_parallel_runtime()) }

  static var threadRuntimeReason: String { String(cString: ck_parallel_reason()) }

  static var defaultThreadCount: Int { Int(ck_parallel_default_threads()) }

  static var sharedRegionCount: Int { Int(ck_parallel_shared_regions()) }

  static func usedThreadCount(_ options: KernelOptions) -> Int {
    options.threadCount.map { Int(ck_parallel_available_threads(Int32(clamping: $0))) }
      ?? defaultThreadCount
  }

  static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Writes a note on a wrong environment variable to standard error: `NAME is "value"; advice`.
  static func note(_ name: String, is value: String, _ advice: String) {
    ck_environment_note(name, value, advice)
  }

  /// Writes a note if the environment names a thread runtime that does not exist.
  static func checkThreadRuntime() { _ = ck_environment_runtime() }

  /// Sets rounding, traps and the treatment of subnormal numbers to IEEE 754's defaults on this
  /// thread, for as long as a tick lasts.
  static func beginDefaultArithmetic() -> UInt64 { ck_control_begin() }
  static func endDefaultArithmetic(_ saved: UInt64) { ck_control_end(saved) }

  // MARK: Passes

  /// The link pass, added to the velocities.
  static func links<Vector>(
    _ links: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>
  ) {
    let halfLinks = links.byEnd
    let steps = halfLinks.steps(alpha: step.alpha)
    let alpha = step.alpha / Vector.Scalar(steps)
    step.withKernelPass { context, points, jiggle, velocity in
      halfLinks.withKernelLinks(isLimited: halfLinks.isLimited(alpha: alpha)) { links in
        ck_links(
          context, points, links, Int32(clamping: iterations * steps), Double(alpha), jiggle,
          velocity)
      }
    }
  }

  /// The center pass, which moves the positions.
  static func center<Vector>(
    _ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>
  ) {
    let context = step.kernelContext
    var place = SIMD4<Double>.zero
    for axis in 0..<Vector.scalarCount { place[axis] = Double(center[axis]) }
    step.kinetics._position.storage.withMutableKernelPoints { points in
      withUnsafeBytes(of: place) {
        ck_nodes_center(
          context, points, $0.baseAddress?.assumingMemoryBound(to: Double.self), Double(strength))
      }
    }
  }

  /// The axes on which all nodes have one coordinate (bit k for axis k); nil when a position or a
  /// velocity is not finite.
  static func flatAxes<Vector>(of step: StepContext<Vector>) -> UInt8? {
    guard step.nodeCount > 0 else { return 0 }
    let found = step.kinetics._position.storage.withKernelPoints { points in
      step.kinetics._velocity.storage.withUnsafeBytes {
        ck_nodes_survey(step.kernelContext, points, $0.baseAddress)
      }
    }
    guard found & UInt32(CK_NODES_NOT_FINITE) == 0 else { return nil }
    return step.nodeCount > 1 ? ~UInt8(found) & (1 << UInt8(Vector.scalarCount) - 1) : 0
  }

  /// Integration. Returns the number of nodes kept because their new state would not be finite.
  static func integrate<Vector>(_ step: inout StepContext<Vector>) -> Int {
    let (context, pins) = (step.kernelContext, step.kinetics._pins)
    let decay = Double(step.kinetics.parameters.velocityDecay)
    return pins.axes.withUnsafeBufferPointer { axes in
      pins.positions.withUnsafeBytes { pinPositions in
        step.kinetics._position.storage.withMutableKernelPoints { points in
          step.kinetics._velocity.storage.withUnsafeMutableBytes { velocity in
            let pins = ck_pins(
              axes: axes.isEmpty ? nil : axes.baseAddress, position: pinPositions.baseAddress)
            return Int(ck_integrate(context, points, pins, decay, velocity.baseAddress))
          }
        }
      }
    }
  }
}

extension KernelOptions.InstructionSet {
  var code: Int32 {
    switch self {
    case .scalar: Int32(CK_ISA_SCALAR.rawValue)
    case .neon: Int32(CK_ISA_NEON.rawValue)
    case .avx2: Int32(CK_ISA_AVX2.rawValue)
    case .avx512: Int32(CK_ISA_AVX512.rawValue)
    }
  }
}

extension KernelOptions {
  var settings: ck_settings {
    ck_settings(
      isa: instructionSet?.code ?? ck_isa_best(),
      thread_count: Int32(clamping: threadCount ?? 0),
      serial_below_ns: Int64(serialBelowNanoseconds))
  }
}

extension StepContext {
  fileprivate var kernelContext: OpaquePointer { workspace.configured(kernelOptions) }

  /// Calls a pass that reads base positions and changes velocities.
  mutating func withKernelPass(
    _ pass: (
      _ context: OpaquePointer, _ points: ck_points, _ jiggle: ck_jiggle,
      _ velocity: UnsafeMutableRawPointer?
    ) -> Void
  ) {
    let context = kernelContext
    let jiggle = ck_jiggle(seed: kinetics.seed, tick: kinetics.tickCount)
    basePositions.withKernelPoints { points in
      kinetics._velocity.storage.withUnsafeMutableBytes {
        pass(context, points, jiggle, $0.baseAddress)
      }
    }
  }
}

// MARK: Values as the kernels take them

extension ck_points {
  fileprivate init<Vector: SIMD>(_: Vector.Type, _ position: UnsafeMutableRawPointer?, _ count: Int)
  {
    let scalar = Vector.Scalar.self == Double.self ? CK_F64 : CK_F32
    self.init(
      scalar: Int32(scalar.rawValue), dimension: Int32(Vector.scalarCount), count: Int64(count),
      position: position)
  }
}

extension Array where Element: SIMD {
  /// Points for a pass that only reads them.
  func withKernelPoints<Result>(_ body: (ck_points) -> Result) -> Result {
    withUnsafeBytes {
      body(ck_points(Element.self, UnsafeMutableRawPointer(mutating: $0.baseAddress), count))
    }
  }

  /// Points for integration.
  mutating func withMutableKernelPoints<Result>(_ body: (ck_points) -> Result) -> Result {
    let count = count
    return withUnsafeMutableBytes { body(ck_points(Element.self, $0.baseAddress, count)) }
  }
}

extension HalfLinks {
  func withKernelLinks(isLimited: Bool, _ body: (ck_half_links) -> Void) {
    begin.withUnsafeBufferPointer { begin in
      other.withUnsafeBufferPointer { other in
        // An empty array stands for no array: the kernel does not read it.
        (length ?? []).withUnsafeBytes { lengths in
          coefficient.withUnsafeBytes { coefficient in
            total.withUnsafeBytes { total in
              body(
                ck_half_links(
                  begin: begin.baseAddress, other: other.baseAddress,
                  length: length == nil ? nil : lengths.baseAddress,
                  coefficient: coefficient.baseAddress,
                  total: isLimited ? total.baseAddress : nil,
                  common_length: Double(commonLength)))
            }
          }
        }
      }
    }
  }
}
