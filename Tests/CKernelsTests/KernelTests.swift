import Testing
import _TestSupport

/// All tests of the kernels: one after the other, because a process runs one parallel region at a
/// time, and a pass that finds it taken would not be split.
@Suite("Kernels", .serialized, .traced) enum KernelTests {}
