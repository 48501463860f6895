import CForceKernels

/// Settings and working memory of the kernels for one simulation. The memory grows during the first
/// ticks to what the passes need, then stays.
///
/// The simulation owns it and lends it to its `Kinetics` for the length of a tick, so forces can be
/// plain values, and copies of them never share memory.
///
/// `@unchecked Sendable`: `Kinetics` uses it only after making sure that it is the only owner, as
/// Swift's arrays do with their buffers.
final class Workspace: @unchecked Sendable {
  private let context: OpaquePointer = ck_context_create(KernelOptions().settings)

  /// The context for the next pass.
  func context(_ options: KernelOptions) -> OpaquePointer {
    ck_context_set(context, options.settings)
    return context
  }

  deinit { ck_context_destroy(context) }
}
