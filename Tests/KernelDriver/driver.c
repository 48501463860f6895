/// Calls every kernel in many ways. scripts/check-kernels runs it; scripts/sanitize compiles it with
/// the sanitizers, scripts/check-arm64 for another processor.
///
///     driver hashes     what the passes compute, in a line for each and each instruction set, for
///                       scripts/check-arm64 to compare with other processors
///     driver dimensions the same for each number of dimensions, for scripts/record-kernel-hashes
///     driver passes     every pass over sizes, inputs, instruction sets and threads, one at a time
///     driver callers    every pass from many threads at once
///     driver settings   every pass under rounding, flushing and traps of the caller's
///     driver settings-short
///                       the same, with a sixth of the inputs that are large enough for threads
///     driver regions    parallel regions without kernels
///     driver overrun, driver race, driver overflow
///                       makes a mistake of its own, to see whether the tool that watches finds it
///
/// Checks results, too: all have to give the bits of the plain variant on one thread. Exit: 0 all
/// fine, 1 a difference, which is printed.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // posix_memalign, _exit
#endif

#include "driver.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <unistd.h>

void driver_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(stderr, format, arguments);
  va_end(arguments);
  (void)fputc('\n', stderr);
  exit(1);
}

// MARK: The floating-point control register

#if defined(__x86_64__)
// The settings in MXCSR; the other bits are flags that calculations raise.
static const uint64_t control_mask = 0xFFC0;
// No exception masked, so that the first inexact operation would end the process; flush-to-zero and
// denormals-are-zero; each direction of rounding.
static const uint64_t controls[] = {0, 0x9FC0, 0x3F80, 0x5F80, 0x7F80};
#elif defined(__aarch64__)
// FPCR: flush-to-zero; each direction of rounding.
static const uint64_t control_mask = UINT64_C(7) << 22;
static const uint64_t controls[] = {UINT64_C(1) << 24, UINT64_C(1) << 22, UINT64_C(2) << 22,
                                    UINT64_C(3) << 22};
#else
static const uint64_t control_mask = 0;
static const uint64_t controls[] = {0};
#endif

uint64_t driver_enter(const driver_run *run) {
  if (!run->control_is_set) { return 0; }
  uint64_t saved = ck_control_begin();
  ck_control_end(run->control);
  return saved;
}

void driver_leave(const driver_run *run, uint64_t saved) {
  if (!run->control_is_set) { return; }
  uint64_t after = ck_control_begin();
  ck_control_end(saved);
  if ((after & control_mask) != (run->control & control_mask)) {
    driver_fail("a call changed the control register");
  }
}

// MARK: Passes

/// Each pass for either scalar type.
#define PASS_COUNT (2 * driver_pass_count)

static const char *name_of(int pass) { return driver_passes[pass / 2].name; }

static uint64_t call(int pass, driver_run run) {
  run.scalar = pass % 2 == 0 ? CK_F32 : CK_F64;
  ck_context_set(run.context, run.settings);
  return driver_passes[pass / 2].call(&run);
}

static ck_settings settings_of(int32_t isa, int32_t threads) {
  return (ck_settings){.isa = isa, .thread_count = threads, .serial_below_ns = 0};
}

// MARK: One call at a time

/// All instruction sets and numbers of threads. Returns the number of calls.
static int64_t compare_settings(int pass, driver_run run, const int32_t *threads,
                                int thread_counts) {
  int64_t calls = 0;
  run.settings = settings_of(CK_ISA_SCALAR, 1);
  const uint64_t plain = call(pass, run);
  for (int32_t isa = 0; isa < CK_ISA_COUNT; ++isa) {
    if (!ck_isa_is_supported(isa)) { continue; }
    for (int i = 0; i < thread_counts; ++i) {
      run.settings = settings_of(isa, threads[i]);
      if (call(pass, run) != plain) {
        driver_fail("%s: other bits with %s, %d threads (dimension %d, %lld nodes, points %d)",
                    name_of(pass), ck_isa_name(isa), threads[i], run.dimension,
                    (long long)run.count, run.points);
      }
      calls += 1;
    }
  }
  return calls;
}

static void run_passes(void) {
  static const int32_t few[] = {1, 3}, many[] = {1, 2, 3, 5, 8};
  static const int64_t counts[] = {0, 1, 2, 3, 5, 8, 15, 17, 33, 70};
  int64_t calls = 0;
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  for (int pass = 0; pass < PASS_COUNT; ++pass) {
    for (int32_t dimension = 2; dimension <= 4; ++dimension) {
      for (int points = 0; points < DRIVER_POINTS_COUNT; ++points) {
        driver_run run = {
            .context = context, .dimension = dimension, .points = (driver_points)points};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
          run.count = counts[i];
          calls += compare_settings(pass, run, few, 2);
        }
        run.count = driver_passes[pass / 2].split_count / (points == DRIVER_UNIFORM ? 1 : 4);
        calls += compare_settings(pass, run, points == DRIVER_UNIFORM ? many : few,
                                  points == DRIVER_UNIFORM ? 5 : 2);
      }
    }
  }
  ck_context_destroy(context);
  printf("%lld calls of %d passes, threads: %s\n", (long long)calls, PASS_COUNT,
         ck_parallel_runtime());
}

/// One hash of all inputs and dimensions, on three threads.
static uint64_t hash_all_inputs(int pass, ck_context *context, int32_t isa) {
  uint64_t hash = DRIVER_HASH_START;
  driver_run run = {.context = context,
                    .settings = settings_of(isa, 3),
                    .scalar = pass % 2 == 0 ? CK_F32 : CK_F64};
  for (run.dimension = 2; run.dimension <= 4; ++run.dimension) {
    hash = driver_hash_inputs(hash, &driver_passes[pass / 2], &run);
  }
  return hash;
}

static void print_hashes(void) {
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  for (int pass = 0; pass < PASS_COUNT; ++pass) {
    for (int32_t isa = 0; isa < CK_ISA_COUNT; ++isa) {
      if (!ck_isa_is_supported(isa)) { continue; }
      printf("%s %s %s %016llx\n", name_of(pass), pass % 2 == 0 ? "f32" : "f64", ck_isa_name(isa),
             (unsigned long long)hash_all_inputs(pass, context, isa));
    }
  }
  ck_context_destroy(context);
}

/// A hash of each pass, scalar type and number of dimensions.
static void print_dimensions(void) {
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  for (int pass = 0; pass < PASS_COUNT; ++pass) {
    driver_run run = {.context = context,
                      .settings = settings_of(ck_isa_best(), 3),
                      .scalar = pass % 2 == 0 ? CK_F32 : CK_F64};
    for (run.dimension = 2; run.dimension <= 4; ++run.dimension) {
      printf("%s %s %d %016llx\n", name_of(pass), pass % 2 == 0 ? "f32" : "f64", run.dimension,
             (unsigned long long)driver_hash_inputs(DRIVER_HASH_START, &driver_passes[pass / 2],
                                                    &run));
    }
  }
  ck_context_destroy(context);
}

// MARK: The caller's settings

static const char *trapped_name;

/// Says which pass it was, with what a signal handler may use.
static void trapped(int signal) {
  static const char text[] = ": raised an exception that the caller has unmasked\n";
  (void)signal;
  (void)!write(STDERR_FILENO, trapped_name, strlen(trapped_name));
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(1);
}

/// Of the inputs that are large enough for threads, every `stride`th.
static void run_settings(int stride) {
  static const driver_points points[] = {DRIVER_UNIFORM, DRIVER_CLUSTERED, DRIVER_COINCIDENT,
                                         DRIVER_SUBNORMAL};
  int64_t calls = 0;
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  // Three threads before one: whatever the first region of a process does, it does under the
  // caller's settings.
  (void)signal(SIGFPE, trapped);
  for (int pass = 0; pass < PASS_COUNT; ++pass) {
    trapped_name = name_of(pass);
    for (int variant = 0; variant < 3 * 4 * 2; ++variant) {
      if (variant >= 12 && (variant + pass) % stride != 0) { continue; }
      driver_run run = {.settings = settings_of(CK_ISA_SCALAR, 1),
                        .context = context,
                        .dimension = 2 + variant % 3,
                        .points = points[variant / 3 % 4],
                        .count = variant < 12 ? 33 : driver_passes[pass / 2].split_count / 2};
      const uint64_t wanted = call(pass, run);
      run.control_is_set = true;
      for (size_t i = 0; i < sizeof controls / sizeof *controls; ++i) {
        run.control = controls[i];
        for (int32_t threads = 3; threads > 0; threads -= 2) {
          run.settings = settings_of(ck_isa_best(), threads);
          // With one thread as callers do it, who leave the number of threads to the work.
          if (threads == 1) { run.settings.serial_below_ns = 1; }
          if (call(pass, run) != wanted) {
            driver_fail(
                "%s: other bits under control register %llx (%d threads, dimension %d, %lld nodes, "
                "points %d)",
                name_of(pass), (unsigned long long)run.control, threads, run.dimension,
                (long long)run.count, run.points);
          }
          calls += 1;
        }
      }
    }
  }
  ck_context_destroy(context);
  printf("%lld calls of %d passes, threads: %s\n", (long long)calls, PASS_COUNT,
         ck_parallel_runtime());
}

// MARK: Many callers

enum { CALLERS = 8, ROUNDS = 6 };

static uint64_t call_alone[2 * DRIVER_PASS_LIMIT];

/// The same input for all callers, at the settings of one of them.
static driver_run caller_run(ck_context *context, int pass, int caller, int round) {
  int32_t isa = (caller + round) % CK_ISA_COUNT;
  if (!ck_isa_is_supported(isa)) { isa = ck_isa_best(); }
  return (driver_run){.settings = settings_of(isa, 1 + (caller * 3 + round) % 8),
                      .context = context,
                      .dimension = 2 + pass % 3,
                      .count = driver_passes[pass / 2].split_count,
                      .points = DRIVER_UNIFORM};
}

static void *caller_main(void *argument) {
  const int caller = *(const int *)argument;
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  for (int round = 0; round < ROUNDS; ++round) {
    for (int step = 0; step < PASS_COUNT; ++step) {
      // Each begins with another pass, so that different ones meet.
      const int pass = (step + caller) % PASS_COUNT;
      const driver_run run = caller_run(context, pass, caller, round);
      if (call(pass, run) != call_alone[pass]) {
        driver_fail("%s: other bits than alone (caller %d, round %d)", name_of(pass), caller,
                    round);
      }
    }
  }
  ck_context_destroy(context);
  return NULL;
}

static void run_callers(void) {
  ck_context *context = ck_context_create(settings_of(CK_ISA_SCALAR, 1));
  for (int pass = 0; pass < PASS_COUNT; ++pass) {
    driver_run run = caller_run(context, pass, 0, 0);
    run.settings.thread_count = 1;
    call_alone[pass] = call(pass, run);
  }
  ck_context_destroy(context);
  pthread_t threads[CALLERS];
  int numbers[CALLERS];
  for (int caller = 0; caller < CALLERS; ++caller) {
    numbers[caller] = caller;
    if (pthread_create(&threads[caller], NULL, caller_main, &numbers[caller]) != 0) {
      driver_fail("no thread");
    }
  }
  for (int caller = 0; caller < CALLERS; ++caller) { pthread_join(threads[caller], NULL); }
  printf("%d calls from %d threads, threads: %s\n", CALLERS * ROUNDS * PASS_COUNT, CALLERS,
         ck_parallel_runtime());
}

// MARK: What is not a pass

static void check_questions(void) {
  int supported = 0;
  for (int32_t isa = -1; isa <= CK_ISA_COUNT; ++isa) {
    supported += ck_isa_is_supported(isa) != 0;
    if ((ck_isa_name(isa) != NULL) != (isa >= 0 && isa < CK_ISA_COUNT)) {
      driver_fail("ck_isa_name(%d)", isa);
    }
  }
  if (supported < 1 || !ck_isa_is_supported(ck_isa_best())) { driver_fail("no instruction set"); }
  if (strlen(ck_parallel_reason()) == 0) { driver_fail("no reason for the runtime"); }
  if (ck_parallel_shared_regions() < 0) { driver_fail("a negative number of regions"); }
  if (ck_parallel_default_threads() < 1) { driver_fail("no threads"); }
  const int32_t available = ck_parallel_available_threads(3);
  if (available < 1 || available > 3) { driver_fail("%d of 3 threads", (int)available); }
  const char *wish = getenv("FORCE_SIMULATION_THREAD_RUNTIME");
  const char *runtime = ck_environment_runtime();
  if (wish != NULL && (runtime == NULL || strcmp(runtime, wish) != 0)) {
    driver_fail("the runtime is not %s", wish);
  }
  // Longer than what a note shows, with bytes that terminals obey.
  ck_environment_note("DRIVER", "\x1b[2J 0123456789 0123456789 0123456789 0123456789", "a note");
  const uint64_t saved = ck_control_begin();
  const double push = ck_jiggle_value((ck_jiggle){.seed = UINT64_MAX, .tick = 1}, 0, UINT64_MAX, 3);
  ck_control_end(saved);
  if (!(push >= -5e-7 && push <= 5e-7)) { driver_fail("ck_jiggle_value is %g", push); }
}

// MARK: Mistakes

static int64_t raced;

static void *race(void *unused) {
  for (int i = 0; i < 100000; ++i) { raced += 1; }
  return unused;
}

/// Does what no kernel may do. Returns when nobody has stopped it.
static void make_mistake(const char *what) {
  volatile int32_t one = 1;
  if (strcmp(what, "overrun") == 0) {
    volatile char *byte = driver_allocate(100);
    byte[100 * one] = 1;
  } else if (strcmp(what, "overflow") == 0) {
    one = INT32_MAX - 1 + one + one;
  } else {
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) {
      if (pthread_create(&threads[i], NULL, race, NULL) != 0) { driver_fail("no thread"); }
    }
    for (int i = 0; i < 2; ++i) { pthread_join(threads[i], NULL); }
  }
}

int main(int count, char **arguments) {
  const char *what = count == 2 ? arguments[1] : "";
  if (strcmp(what, "hashes") == 0) {
    print_hashes();
  } else if (strcmp(what, "dimensions") == 0) {
    print_dimensions();
  } else if (strcmp(what, "passes") == 0) {
    run_passes();
  } else if (strcmp(what, "callers") == 0) {
    run_callers();
  } else if (strcmp(what, "settings") == 0) {
    run_settings(1);
  } else if (strcmp(what, "settings-short") == 0) {
    run_settings(6);
  } else if (strcmp(what, "regions") == 0) {
    driver_run_regions();
  } else if (strcmp(what, "overrun") == 0 || strcmp(what, "race") == 0 ||
             strcmp(what, "overflow") == 0) {
    make_mistake(what);
  } else {
    driver_fail(
        "usage: driver hashes|dimensions|passes|callers|settings|settings-short|regions|overrun|"
        "race|overflow");
  }
  // Last, as it starts what the first region should start by itself.
  check_questions();
  return 0;
}
