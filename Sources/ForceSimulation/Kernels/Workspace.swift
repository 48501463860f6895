import CForceKernels

/// Settings and working memory of the kernels for one simulation. The memory grows during the first
/// ticks to what the passes need, then stays.
///
/// The simulation owns it and lends it to each tick, so forces can be plain values, and copies of
/// them never share memory.
final class Workspace {
  private let context: OpaquePointer = ck_context_create(KernelOptions().settings)

  /// The context, with these settings.
  func configured(_ options: KernelOptions) -> OpaquePointer {
    ck_context_set(context, options.settings)
    return context
  }

  deinit { ck_context_destroy(context) }
}
