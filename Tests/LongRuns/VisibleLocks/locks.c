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

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*Unlock)(__attribute__((swift_context)) void *);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    fprintf(stderr, "VisibleLocks: Swift's library has no %s: %s\n", name, dlerror());
    abort();
  }
  return found;
}

__attribute__((swiftcall)) void lock_slow(
    uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *handle) __asm__(
    UNLOCK_SLOW);

void lock_slow(uint32_t thread, void *handle) {
  ((Lock)next(LOCK_SLOW))(thread, handle);
  __tsan_acquire(handle);
}

void unlock_slow(void *handle) {
  __tsan_release(handle);
  ((Unlock)next(UNLOCK_SLOW))(handle);
}

#endif
#endif
