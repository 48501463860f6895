/// Parallel regions, and the choice of what runs them: threads of our own (pool.c), or an OpenMP
/// runtime for those who ask for it.
///
/// OpenMP is found at run time, through GOMP_parallel, which the runtimes of GCC and LLVM share.
/// Linking it by name would break every program that depends on this package and lacks the library.
/// Two OpenMP runtimes in one process would compete for the cores, so one that is already loaded is
/// preferred.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // RTLD_DEFAULT
#endif

#include "parallel.h"

#include "environment.h"
#include "pool.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#if defined(__APPLE__)
#include <dispatch/dispatch.h>
#endif

// Larger counts are a mistake in the settings.
enum { CK_PARALLEL_MAX_THREADS = 1024 };

// MARK: A region, as one thread sees it

typedef struct ck_parallel_region {
  int64_t end, block;
  ck_parallel_task *task;
  void *shared;
  // The next item that nobody has taken, and the number of threads so far. On a cache line of their
  // own: the rest is read-only.
  _Alignas(128) _Atomic int64_t next;
  _Atomic int32_t workers;
  // The number of threads that have done blocks.
  _Atomic int32_t doers;
} ck_parallel_region;

/// Takes blocks until none are left. Every thread of a region runs this, at most as many times
/// together as the region has threads.
static void ck_parallel_work(void *argument) {
  ck_parallel_region *region = argument;
  const uint64_t saved = ck_control_begin();
  const int32_t worker = atomic_fetch_add_explicit(&region->workers, 1, memory_order_relaxed);
  for (bool is_first = true;; is_first = false) {
    int64_t begin = atomic_fetch_add_explicit(&region->next, region->block, memory_order_relaxed);
    if (begin >= region->end) { break; }
    if (is_first) { atomic_fetch_add_explicit(&region->doers, 1, memory_order_relaxed); }
    int64_t left = region->end - begin;
    region->task(region->shared, worker, begin,
                 begin + (left < region->block ? left : region->block));
  }
  ck_control_end(saved);
}

// MARK: The runtime, found once

static struct {
  pthread_once_t once;
  const char *name, *reason;
  int32_t default_threads;
  void (*run)(ck_parallel_region *region, int32_t threads);
  void (*gomp_parallel)(void (*body)(void *), void *data, unsigned threads, unsigned flags);
} ck_parallel_found = {.once = PTHREAD_ONCE_INIT};

// Set while a region runs. A second caller does not wait: it does its pass alone.
static atomic_bool ck_parallel_taken;

// The number of regions that several threads have done.
static _Atomic int64_t ck_parallel_shared;

#if defined(__APPLE__)

static void ck_parallel_apply(void *region, size_t index) {
  (void)index;
  ck_parallel_work(region);
}

static void ck_parallel_run_dispatch(ck_parallel_region *region, int32_t threads) {
  dispatch_apply_f((size_t)threads, DISPATCH_APPLY_AUTO, region, ck_parallel_apply);
}

#endif

static void ck_parallel_run_openmp(ck_parallel_region *region, int32_t threads) {
  ck_parallel_found.gomp_parallel(ck_parallel_work, region, (unsigned)threads, 0);
}

static void ck_parallel_run_pool(ck_parallel_region *region, int32_t threads) {
  const ck_pool_region pool_region = {
      .task = region->task,
      .shared = region->shared,
      .begin = atomic_load_explicit(&region->next, memory_order_relaxed),
      .end = region->end,
      .block = region->block,
  };
  const bool is_shared = ck_pool_run(threads, &pool_region);
  atomic_store_explicit(&region->doers, is_shared ? 2 : 1, memory_order_relaxed);
}

static int32_t ck_parallel_limit(long count) {
  return count < 1 ? 1 : count > CK_PARALLEL_MAX_THREADS ? CK_PARALLEL_MAX_THREADS : (int32_t)count;
}

/// The value of OMP_NUM_THREADS, or the number of processors this process may use: the answer of an
/// OpenMP runtime.
static int32_t ck_parallel_wanted(void) {
  const long count = ck_environment_threads(CK_PARALLEL_MAX_THREADS);
  return ck_parallel_limit(count < 1 ? ck_pool_processors() : count);
}

/// Uses the OpenMP runtime behind `handle` if it has both functions.
static bool ck_parallel_use_openmp(void *handle, const char *name) {
  void *parallel = dlsym(handle, "GOMP_parallel");
  void *max_threads = dlsym(handle, "omp_get_max_threads");
  if (parallel == NULL || max_threads == NULL) { return false; }
  // ISO C has no cast from an object pointer to a function pointer; POSIX guarantees that the bits
  // are the same.
  int (*get_max_threads)(void);
  memcpy(&get_max_threads, &max_threads, sizeof get_max_threads);
  memcpy(&ck_parallel_found.gomp_parallel, &parallel, sizeof parallel);
  ck_parallel_found.default_threads = ck_parallel_limit(get_max_threads());
  ck_parallel_found.name = name;
  ck_parallel_found.run = ck_parallel_run_openmp;
  return true;
}

static bool ck_parallel_find_openmp(const char *wish) {
  static const char *const libraries[] = {"libomp.so.5", "libgomp.so.1"};
  static const char *const loaded[] = {"libomp.so.5", "libomp.so", "libiomp5.so", "libgomp.so.1"};
  bool any = wish == NULL || strcmp(wish, "openmp") == 0;
  if (any) {
    static const char *const name = "OpenMP (already loaded)";
    if (ck_parallel_use_openmp(RTLD_DEFAULT, name)) { return true; }
    for (size_t i = 0; i < sizeof loaded / sizeof *loaded; ++i) {
      // Loaded by a plugin for itself: not among the symbols of the process.
      void *handle = dlopen(loaded[i], RTLD_NOW | RTLD_NOLOAD);
      if (handle != NULL && ck_parallel_use_openmp(handle, name)) { return true; }
    }
  }
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; ++i) {
    if (!any && strcmp(wish, libraries[i]) != 0) { continue; }
    void *handle = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
    if (handle != NULL && ck_parallel_use_openmp(handle, libraries[i])) { return true; }
  }
  return false;
}

static void *ck_parallel_probe(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return NULL;
}

/// The number of threads, the caller included, that the system lets this process have at once, up
/// to `threads`, each with a stack of `stack_bytes`, or the usual one if that is 0. An OpenMP
/// runtime ends the process when it gets fewer than it wants.
static int32_t ck_parallel_available(int32_t threads, int64_t stack_bytes) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) { return 1; }
  if (stack_bytes > 0 && pthread_attr_setstacksize(&attributes, (size_t)stack_bytes) != 0) {
    (void)pthread_attr_destroy(&attributes);
    return 1;
  }
  pthread_t helpers[CK_PARALLEL_MAX_THREADS];
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_mutex_lock(&gate);
  int32_t count = 0;
  while (count < threads - 1 &&
         pthread_create(&helpers[count], &attributes, ck_parallel_probe, &gate) == 0) {
    ++count;
  }
  pthread_mutex_unlock(&gate);
  for (int32_t i = 0; i < count; ++i) { pthread_join(helpers[i], NULL); }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  (void)pthread_attr_destroy(&attributes);
  return count + 1;
}

static bool ck_parallel_has_stacks(int64_t stack_bytes) {
  const int32_t wanted = ck_parallel_wanted();
  return ck_parallel_available(wanted, stack_bytes) == wanted;
}

// The most threads that the system is known to give; `is_limit` is true once it has refused more.
static struct {
  pthread_mutex_t mutex;
  _Atomic int32_t count;
  bool is_limit;
} ck_parallel_given = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void ck_parallel_forked(void) {
  // fork() copies no thread of a runtime, and libgomp would wait for them for ever: in the child,
  // regions stay taken. Nor does it copy who would release the mutex.
  atomic_store(&ck_parallel_taken, true);
  (void)pthread_mutex_init(&ck_parallel_given.mutex, NULL);
}

static void ck_parallel_note(int32_t available, int32_t threads) {
  char line[80];
  (void)snprintf(line, sizeof line, "the system gives this process %d of %d threads",
                 (int)available, (int)threads);
  ck_environment_say(line);
}

/// Uses the OpenMP runtime that is wished for. Returns NULL, or the reason why not.
static const char *ck_parallel_try_openmp(const char *wish, bool has_threads) {
  if (!ck_environment_suits_openmp(CK_PARALLEL_MAX_THREADS, ck_parallel_has_stacks)) {
    return "as the environment variables of OpenMP are wrong";
  }
  if (!has_threads) { return "as the system gives too few threads for OpenMP"; }
  if (!ck_parallel_find_openmp(wish)) {
    ck_environment_note(CK_ENVIRONMENT_RUNTIME, wish,
                        "it was not found, and the system's threads are used");
    return "as no such OpenMP library was found";
  }
  ck_parallel_found.reason = "as " CK_ENVIRONMENT_RUNTIME " says so";
  return NULL;
}

static void ck_parallel_find(void) {
  (void)pthread_atfork(NULL, NULL, ck_parallel_forked);
  const int32_t wanted = ck_parallel_wanted();
  const int32_t available = ck_parallel_available(wanted, 0);
  if (available < wanted) {
    ck_parallel_note(available, wanted);
    ck_parallel_given.is_limit = true;
  }
  const char *wish = ck_environment_runtime();
  const char *reason = "which wait at little cost; " CK_ENVIRONMENT_RUNTIME "=openmp for OpenMP";
  if (wish == NULL) {
    (void)ck_environment_has_good_threads(CK_PARALLEL_MAX_THREADS);
  } else if (strcmp(wish, "pthreads") == 0) {
    (void)ck_environment_has_good_threads(CK_PARALLEL_MAX_THREADS);
    reason = "as " CK_ENVIRONMENT_RUNTIME " says so";
  } else {
    reason = ck_parallel_try_openmp(wish, available == wanted);
    if (reason == NULL) { return; }
  }
  ck_parallel_found.name = "pthreads";
  ck_parallel_found.run = ck_parallel_run_pool;
#if defined(__APPLE__)
  if (wish == NULL && available == wanted) {
    ck_parallel_found.name = "dispatch";
    ck_parallel_found.run = ck_parallel_run_dispatch;
    reason = "which is part of the system";
  }
#endif
  ck_parallel_found.reason = reason;
  ck_parallel_found.default_threads = available;
}

/// Looks for the runtime once, under the default control state, as for all calls of a runtime.
/// libomp computes with doubles when it starts, which would raise exceptions that the caller has
/// unmasked, and new threads inherit the state of the one that starts them.
static void ck_parallel_ensure_found(void) {
  uint64_t saved = ck_control_begin();
  (void)pthread_once(&ck_parallel_found.once, ck_parallel_find);
  ck_control_end(saved);
}

const char *ck_parallel_runtime(void) {
  ck_parallel_ensure_found();
  return ck_parallel_found.name;
}

int64_t ck_parallel_shared_regions(void) {
  return atomic_load_explicit(&ck_parallel_shared, memory_order_relaxed);
}

const char *ck_parallel_reason(void) {
  ck_parallel_ensure_found();
  return ck_parallel_found.reason;
}

int32_t ck_parallel_default_threads(void) {
  ck_parallel_ensure_found();
  return ck_parallel_found.default_threads;
}

int32_t ck_parallel_available_threads(int32_t count) {
  count = ck_parallel_limit(count);
  int32_t given = atomic_load_explicit(&ck_parallel_given.count, memory_order_relaxed);
  if (count == 1 || count <= given) { return count; }
  ck_parallel_ensure_found();
  pthread_mutex_lock(&ck_parallel_given.mutex);
  given = atomic_load_explicit(&ck_parallel_given.count, memory_order_relaxed);
  if (given == 0) { given = ck_parallel_found.default_threads; }
  if (given < count && !ck_parallel_given.is_limit) {
    // Threads that wait for regions count too, so this may be fewer than before.
    const int32_t available = ck_parallel_available(count, 0);
    given = available > given ? available : given;
    ck_parallel_given.is_limit = given < count;
    if (given < count) { ck_parallel_note(given, count); }
  }
  atomic_store_explicit(&ck_parallel_given.count, given, memory_order_relaxed);
  pthread_mutex_unlock(&ck_parallel_given.mutex);
  return count < given ? count : given;
}

// MARK: Entry

// The least work for which a thread is worth its share of a region, in nanoseconds.
static const double ck_parallel_share_ns = 10e3;

int32_t ck_parallel_threads(const ck_context *context, double work_ns) {
  const ck_settings *settings = &context->settings;
  CK_ASSERT(settings->thread_count >= 0 && settings->serial_below_ns >= 0);
  if (work_ns < (double)settings->serial_below_ns) { return 1; }
  const int32_t threads = settings->thread_count == 0
                              ? ck_parallel_default_threads()
                              : ck_parallel_available_threads(settings->thread_count);
  ck_pool_insist(settings->serial_below_ns == 0);
  if (settings->serial_below_ns == 0) { return threads; }
  // By exact products, not by a quotient: this runs under the caller's settings of floating point,
  // which may let an inexact operation trap.
  int32_t shares = 1;
  while (shares < threads && work_ns >= (shares + 1) * ck_parallel_share_ns) { shares += 1; }
  return shares;
}

void ck_parallel_for(int32_t threads, int64_t begin, int64_t end, int64_t block,
                     ck_parallel_task *task, void *shared) {
  if (begin >= end) { return; }
  ck_parallel_region region = {
      .end = end, .block = block, .task = task, .shared = shared, .next = begin};
  int64_t blocks = (end - begin + block - 1) / block;
  if (blocks < threads) { threads = (int32_t)blocks; }
  // The pool counts blocks in 32 bits.
  if (threads <= 1 || blocks > INT32_MAX) {
    ck_parallel_work(&region);
    return;
  }
  ck_parallel_ensure_found();
  if (atomic_exchange_explicit(&ck_parallel_taken, true, memory_order_acquire)) {
    ck_parallel_work(&region);
    return;
  }
  uint64_t saved = ck_control_begin();
  ck_parallel_found.run(&region, threads);
  ck_control_end(saved);
  if (atomic_load_explicit(&region.doers, memory_order_relaxed) > 1) {
    atomic_fetch_add_explicit(&ck_parallel_shared, 1, memory_order_relaxed);
  }
  atomic_store_explicit(&ck_parallel_taken, false, memory_order_release);
}

// MARK: Regions for other work

typedef struct ck_parallel_other {
  ck_block_task *task;
  void *shared;
} ck_parallel_other;

CK_TASK(ck_parallel_other_task) {
  const ck_parallel_other *other = shared;
  other->task(other->shared, begin, end);
}

void ck_parallel_blocks(ck_settings settings, double work_ns, int64_t count, int64_t block,
                        ck_block_task *task, void *shared) {
  CK_ASSERT(count >= 0 && block >= 1);
  const uint64_t saved = ck_control_begin();
  // The number of threads depends on the settings alone.
  const ck_context context = {.settings = settings};
  ck_parallel_other other = {.task = task, .shared = shared};
  ck_parallel_for(ck_parallel_threads(&context, work_ns), 0, count, block, ck_parallel_other_task,
                  &other);
  ck_control_end(saved);
}
