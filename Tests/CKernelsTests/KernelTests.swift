import Testing
import _TestSupport

/// All tests of the kernels. They are serialised, because a process runs one parallel region at a
/// time, and a pass that finds it in use is not split.
@Suite("Kernels", .serialized, .traced) enum KernelTests {}
