import CForceKernels
import Testing

/// All tests of this target: one after the other, as only one parallel region runs at a time in a process.
@Suite("CKernels", .serialized, .traced) enum KernelTests {}

/// An instruction set, printed by name.
struct InstructionSetCode: CustomStringConvertible {
  let code: Int32
  var description: String { ck_isa_name(code).map { String(cString: $0) } ?? "unknown" }

  /// Those that this machine can run.
  static var supported: [InstructionSetCode] {
    (0..<Int32(CK_ISA_COUNT)).filter { ck_isa_is_supported($0) != 0 }.map(Self.init)
  }
}

/// Settings that split a pass however small it is.
func settings(
  _ set: InstructionSetCode, threads: Int, arithmetic: ck_arithmetic = CK_ARITHMETIC_REPRODUCIBLE
) -> ck_settings {
  ck_settings(
    isa: set.code, arithmetic: Int32(arithmetic.rawValue), thread_count: Int32(threads),
    reserved: 0, serial_below_ns: 0)
}
