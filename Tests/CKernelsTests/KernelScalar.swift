import CForceKernels
import _TestSupport

/// Float or Double.
protocol KernelScalar: BinaryFloatingPoint, SIMDScalar, Codable, Sendable {
  static var code: ck_scalar { get }
  /// Squared distance below which two nodes are coincident.
  static var tiny2: Self { get }
}

extension Float: KernelScalar {
  static var code: ck_scalar { CK_F32 }
  static var tiny2: Float { 0x1p-100 }
}

extension Double: KernelScalar {
  static var code: ck_scalar { CK_F64 }
  static var tiny2: Double { 0x1p-700 }
}

extension KernelScalar {
  /// A NaN that no arithmetic makes: it marks memory that nobody may write to.
  static var mark: Self {
    Self(
      sign: .minus, exponentBitPattern: Self.nan.exponentBitPattern,
      significandBitPattern: Self.nan.significandBitPattern | 0x2C0DE)
  }
}

extension ck_points {
  init<T: KernelScalar>(_ position: UnsafePointer<T>, dimension: Int, count: Int) {
    self.init(
      scalar: Int32(T.code.rawValue), dimension: Int32(dimension), count: Int64(count),
      position: UnsafeMutablePointer(mutating: position))
  }
}

// MARK: Contexts, instruction sets and settings

/// A context, with the working memory of the passes that have used it.
final class Context {
  let handle: OpaquePointer

  init(_ settings: ck_settings) { handle = ck_context_create(settings) }
  deinit { ck_context_destroy(handle) }
}

/// Calls `body` with a context without memory.
func withContext<Result>(
  _ settings: ck_settings, _ body: (OpaquePointer) -> Result
) -> Result {
  let context = Context(settings)
  return withExtendedLifetime(context) { body(context.handle) }
}

/// The instruction sets that this machine can run, as ck_isa.
let supportedSets = (0..<Int32(CK_ISA_COUNT)).filter { ck_isa_is_supported($0) != 0 }

/// Returns settings that split a pass into tasks even if it is small.
func settings(_ isa: Int32, threads: Int) -> ck_settings {
  ck_settings(isa: isa, thread_count: Int32(threads), serial_below_ns: 0)
}
