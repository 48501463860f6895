// The kernels, as Swift calls them. Only this folder knows them. CKernels/include/ckernels.h is their manual.

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

enum KernelPasses: EnginePasses {
  // MARK: What there is

  /// Whether the kernels know a vector type: 2, 3 or 4 components of Float or Double, in the layout of Swift's own.
  static func support<Vector: SIMD>(_: Vector.Type) -> Bool {
    let isKnown = Vector.Scalar.self == Double.self || Vector.Scalar.self == Float.self
    guard isKnown, (2...4).contains(Vector.scalarCount) else { return false }
    return scalarStride(Vector.self) == ck_stride(dimension(Vector.self))
  }

  static func isSupported(_ set: InstructionSet) -> Bool { ck_isa_is_supported(set.code) != 0 }

  static var bestInstructionSet: InstructionSet {
    InstructionSet.allCases.first { $0.code == ck_isa_best() } ?? .scalar
  }

  static var threadRuntime: String { String(cString: ck_parallel_runtime()) }

  static var defaultThreadCount: Int { Int(ck_parallel_default_threads()) }

  static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Sets rounding, traps and the treatment of subnormal numbers to IEEE 754's defaults on this thread, for as long as a
  /// tick lasts.
  static func beginDefaultArithmetic() -> UInt64 { ck_control_begin() }
  static func endDefaultArithmetic(_ saved: UInt64) { ck_control_end(saved) }

  // MARK: Passes

  /// The mean has the bits of the parallel order; there is no kernel, as one pass over the positions
  /// is all it takes.
  static func center<Vector>(
    _ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>
  ) {
    ParallelPasses.center(center, strength: strength, on: &step)
  }

  /// Many-body by direct sum, added to the velocities.
  static func directSum<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, on step: inout StepContext<Vector>
  ) {
    let count = step.nodeCount
    var settings = step.kernelOptions.settings
    let scratch = step.workspace.scratch(
      of: Vector.Scalar.self,
      count: Int(ck_direct_sum_scratch(dimension(Vector.self), Int64(count))))
    let (alpha, jiggle, base) = (step.alpha, step.ckJiggle, step.basePositions)
    base.withUnsafeScalars { position in
      law.strengths.withUnsafeBufferPointer { strengths in
        step.kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
          if Vector.Scalar.self == Double.self {
            ck_direct_sum_f64(
              &settings, dimension(Vector.self), Int64(count), position.cast(),
              strengths.baseAddress?.cast(), Double(law.distanceMin2), Double(law.distanceMax2),
              Double(alpha), jiggle, 0, Int64(count), scratch.cast(), velocity.cast())
          } else {
            ck_direct_sum_f32(
              &settings, dimension(Vector.self), Int64(count), position.cast(),
              strengths.baseAddress?.cast(), Float(law.distanceMin2), Float(law.distanceMax2),
              Float(alpha), jiggle, 0, Int64(count), scratch.cast(), velocity.cast())
          }
        }
      }
    }
  }

  /// The link pass, added to the velocities.
  static func links<Vector>(
    _ boundLinks: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>
  ) {
    let links = boundLinks.byEnd
    let steps = links.steps(alpha: step.alpha)
    let alpha = step.alpha / Vector.Scalar(steps)
    let count = step.nodeCount
    var settings = step.kernelOptions.settings
    let predicted = step.workspace.scratch(
      of: Vector.Scalar.self, count: count * scalarStride(Vector.self))
    let (jiggle, base) = (step.ckJiggle, step.basePositions)
    let iterations = Int32(clamping: iterations * steps)
    base.withUnsafeScalars { position in
      links.withUnsafePointers { begin, other, length, coefficient, total in
        let total = links.isLimited(alpha: alpha) ? total : nil
        step.kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
          if Vector.Scalar.self == Double.self {
            let halfLinks = ck_half_links_f64(
              begin: begin, other: other, length: length?.cast(),
              coefficient: coefficient?.cast(), total: total?.cast(),
              common_length: Double(links.commonLength))
            ck_links_f64(
              &settings, dimension(Vector.self), Int64(count), position.cast(), halfLinks,
              iterations, Double(alpha), jiggle,
              predicted.cast(), velocity.cast())
          } else {
            let halfLinks = ck_half_links_f32(
              begin: begin, other: other, length: length?.cast(),
              coefficient: coefficient?.cast(), total: total?.cast(),
              common_length: Float(links.commonLength))
            ck_links_f32(
              &settings, dimension(Vector.self), Int64(count), position.cast(), halfLinks,
              iterations, Float(alpha), jiggle, predicted.cast(),
              velocity.cast())
          }
        }
      }
    }
  }

  /// Integration. Returns the number of nodes kept because their new state would not be finite.
  static func integrate<Vector>(_ step: inout StepContext<Vector>) -> Int {
    let count = Int64(step.nodeCount)
    var settings = step.kernelOptions.settings
    let decay = step.kinetics.parameters.velocityDecay
    let pins = step.kinetics._pins
    return pins.axes.withUnsafeBufferPointer { axes in
      pins.positions.withUnsafeScalars { pinPositions in
        step.kinetics._position.storage.withUnsafeMutableScalars { position in
          step.kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
            let pinnedAxes = axes.isEmpty ? nil : axes.baseAddress
            let kept =
              Vector.Scalar.self == Double.self
              ? ck_integrate_f64(
                &settings, dimension(Vector.self), count, Double(decay), pinnedAxes,
                pinPositions.cast(), position.cast(), velocity.cast())
              : ck_integrate_f32(
                &settings, dimension(Vector.self), count, Float(decay), pinnedAxes,
                pinPositions.cast(), position.cast(), velocity.cast())
            return Int(kept)
          }
        }
      }
    }
  }

  static func dimension<Vector: SIMD>(_: Vector.Type) -> Int32 {
    Int32(Vector.scalarCount)
  }

  /// Scalars from one vector to the next.
  static func scalarStride<Vector: SIMD>(_: Vector.Type) -> Int {
    MemoryLayout<Vector>.stride / MemoryLayout<Vector.Scalar>.stride
  }
}

extension InstructionSet {
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
  var ckJiggle: ck_jiggle { ck_jiggle(seed: kinetics.seed, tick: kinetics.tickCount) }
}

// MARK: Vectors as the scalars they are made of

extension Array where Element: SIMD {
  func withUnsafeScalars<Result>(
    _ body: (UnsafePointer<Element.Scalar>) -> Result
  ) -> Result {
    withUnsafeBytes { body($0.scalars(of: Element.self)) }
  }

  mutating func withUnsafeMutableScalars<Result>(
    _ body: (UnsafeMutablePointer<Element.Scalar>) -> Result
  ) -> Result {
    withUnsafeMutableBytes {
      body(UnsafeMutablePointer(mutating: UnsafeRawBufferPointer($0).scalars(of: Element.self)))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// An empty buffer has no address, but C's functions want one even for no elements.
  func scalars<Vector: SIMD>(of: Vector.Type) -> UnsafePointer<Vector.Scalar> {
    let address = baseAddress ?? UnsafeRawPointer(bitPattern: MemoryLayout<Vector>.alignment)!
    return address.assumingMemoryBound(to: Vector.Scalar.self)
  }
}

extension UnsafePointer {
  /// The same memory as another scalar type, which the caller has made sure is the same type.
  func cast<T>() -> UnsafePointer<T> {
    UnsafeRawPointer(self).assumingMemoryBound(to: T.self)
  }
}

extension UnsafeMutablePointer {
  func cast<T>() -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: T.self)
  }
}

extension HalfLinks {
  func withUnsafePointers(
    _ body: (
      _ begin: UnsafePointer<Int64>?, _ other: UnsafePointer<Int32>?,
      _ length: UnsafePointer<Scalar>?, _ coefficient: UnsafePointer<Scalar>?,
      _ total: UnsafePointer<Scalar>?
    ) -> Void
  ) {
    begin.withUnsafeBufferPointer { begin in
      other.withUnsafeBufferPointer { other in
        // An empty array stands in for no array: what it has no elements for is not read.
        (length ?? []).withUnsafeBufferPointer { lengths in
          coefficient.withUnsafeBufferPointer { coefficient in
            total.withUnsafeBufferPointer { total in
              body(
                begin.baseAddress, other.baseAddress, length == nil ? nil : lengths.baseAddress,
                coefficient.baseAddress, total.baseAddress)
            }
          }
        }
      }
    }
  }
}
