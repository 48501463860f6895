/// The passes as a module of WebAssembly, which calls the kernels of another one in whose memory it
/// lives: scripts/build-wasm links it, Tests/PageTests/wasm-kernels.test.mjs runs it.
#include "driver.h"

#if defined(__wasm__)

#define EXPORT(name) __attribute__((export_name(#name)))

_Noreturn void driver_fail(const char *format, ...) {
  (void)format;
  __builtin_trap();
}

// There is no control register.
uint64_t driver_enter(const driver_run *run) {
  (void)run;
  return 0;
}

void driver_leave(const driver_run *run, uint64_t saved) { (void)run, (void)saved; }

EXPORT(pass_count) int32_t pass_count(void) { return driver_pass_count; }

/// The address of the name, which ends with a zero.
EXPORT(pass_name) const char *pass_name(int32_t pass) { return driver_passes[pass].name; }

/// A hash of what the pass computes with all inputs.
EXPORT(hash_pass) uint64_t hash_pass(int32_t pass, int32_t scalar, int32_t dimension) {
  ck_context *context = ck_context_create((ck_settings){.isa = ck_isa_best(), .thread_count = 1});
  driver_run run = {.context = context,
                    .settings = {.isa = ck_isa_best(), .thread_count = 1},
                    .scalar = scalar,
                    .dimension = dimension};
  const uint64_t hash = driver_hash_inputs(DRIVER_HASH_START, &driver_passes[pass], &run);
  ck_context_destroy(context);
  return hash;
}

#endif
