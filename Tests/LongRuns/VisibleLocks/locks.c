// Makes Swift's Mutex visible to the race detector.
//
// A Mutex that nobody holds is taken and released by one atomic instruction in the caller's code, which
// the detector instruments. A contended one is handed over within Swift's library, which is not
// instrumented: the detector would miss the order of the two holders and report a race. The two
// functions below stand before those of the library, call them, and tell the detector.

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// Swift's names of _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow() in Synchronization.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define CONTEXT __attribute__((swift_context)) void *

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, CONTEXT);
typedef __attribute__((swiftcall)) void (*Unlock)(CONTEXT);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    fprintf(stderr, "VisibleLocks: Swift's library has no %s: %s\n", name, dlerror());
    abort();
  }
  return found;
}

#define NAMED(name) __attribute__((swiftcall)) __asm__(name)

void lock_slow(uint32_t thread, CONTEXT handle) NAMED(LOCK_SLOW);
void unlock_slow(CONTEXT handle) NAMED(UNLOCK_SLOW);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, CONTEXT handle) {
  ((Lock)next(LOCK_SLOW))(thread, handle);
  __tsan_acquire(handle);
}

__attribute__((swiftcall)) void unlock_slow(CONTEXT handle) {
  __tsan_release(handle);
  ((Unlock)next(UNLOCK_SLOW))(handle);
}

#endif
#endif
