/// Threads that help with parallel regions.
///
/// A region is published by one store. Helpers that watch take blocks of it until none is left, and
/// so does the caller, who then waits for blocks that helpers hold, not for helpers. A helper that
/// has found no work for CK_POOL_WATCH_NS sleeps. A helper that costs more than it gives, because
/// other programs use its processor, is left out for a while: see "What a helper is worth".
///
/// The clock decides who computes, never what is computed.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // sched_getaffinity
#endif

#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

enum {
  CK_POOL_MAX_HELPERS = 1023,
  // Bytes of a helper's stack. Tasks need about 40 kB.
  CK_POOL_STACK = 1 << 20,
  // A helper without work polls for the next parallel region for this time, then sleeps. The serial
  // parts of a tick are shorter. To wake a helper takes about half as long.
  CK_POOL_WATCH_NS = 100000,
  // A caller polls for the end of the last blocks for this time, then sleeps.
  CK_POOL_JOIN_NS = 100000,
  // Pauses between two looks at the clock.
  CK_POOL_PAUSES = 4,
  // Accounts of helpers: the most they hold, what they hold after a pause, the first pause and the
  // longest, and the time between two questions for the caller's processor time.
  CK_POOL_CREDIT_NS = 4000000,
  CK_POOL_TRIAL_NS = 300000,
  CK_POOL_PAUSE_NS = 16000000,
  CK_POOL_LONGEST_NS = 512000000,
  CK_POOL_LOOK_NS = 500000,
  CK_POOL_GAP_NS = 50000,
};

// MARK: State

typedef struct ck_pool_helper {
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  int32_t number;
  // True while it sleeps, or is about to.
  _Alignas(64) _Atomic bool is_asleep;
  // False while it is left out.
  _Atomic bool is_wanted;
  // True while it runs blocks.
  _Atomic bool is_busy;
  // The number of blocks that it has run.
  _Atomic uint32_t blocks;
  // The caller's account of it, in nanoseconds.
  _Alignas(64) uint32_t counted;
  bool is_late;
  int64_t credit, pause, until;
} ck_pool_helper;

static struct {
  // Counts regions in the upper half, and the blocks that nobody has taken in the lower half.
  _Alignas(128) _Atomic uint64_t ticket;
  // The blocks that have been run.
  _Alignas(128) _Atomic uint32_t done;
  // True while the caller sleeps, or is about to.
  _Atomic bool is_caller_asleep;
  // The region. Helpers may read it while it changes, but take no block of it then.
  _Alignas(128) _Atomic(ck_parallel_task *) task;
  _Atomic(void *) shared;
  _Atomic int64_t begin, end, block;
  _Atomic uint32_t count;
  _Atomic int32_t threads;
  // The caller's.
  _Alignas(128) pthread_mutex_t mutex;
  pthread_cond_t wake;
  int32_t size, processors;
  // The end of the last region, and the last look at the processor time of its caller.
  int64_t left, seen, seen_cpu;
  pthread_t caller;
  _Atomic bool insists;
} ck_pool = {.mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};

static ck_pool_helper ck_pool_helpers[CK_POOL_MAX_HELPERS + 1];

static int64_t ck_pool_clock(clockid_t clock) {
  struct timespec time;
  (void)clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t ck_pool_now(void) { return ck_pool_clock(CLOCK_MONOTONIC); }

static inline void ck_pool_rest(void) {
  for (int i = 0; i < CK_POOL_PAUSES; ++i) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
  }
}

// MARK: Blocks

/// Takes a block of the region that runs, if one is left for `worker`.
///
/// Reads the region first and takes the block afterwards, by exchanging the ticket. If the caller
/// has published another region in between, what was read may be mixed; but then the ticket has
/// changed, the exchange fails, and the region is read again. The caller changes a region only when
/// all of its blocks are taken.
static bool ck_pool_take(int32_t worker, ck_pool_region *taken) {
  uint64_t ticket = atomic_load_explicit(&ck_pool.ticket, memory_order_acquire);
  uint32_t left, count;
  do {
    left = (uint32_t)ticket;
    if (left == 0 || worker >= atomic_load_explicit(&ck_pool.threads, memory_order_acquire)) {
      return false;
    }
    taken->task = atomic_load_explicit(&ck_pool.task, memory_order_acquire);
    taken->shared = atomic_load_explicit(&ck_pool.shared, memory_order_acquire);
    taken->begin = atomic_load_explicit(&ck_pool.begin, memory_order_acquire);
    taken->end = atomic_load_explicit(&ck_pool.end, memory_order_acquire);
    taken->block = atomic_load_explicit(&ck_pool.block, memory_order_acquire);
    count = atomic_load_explicit(&ck_pool.count, memory_order_acquire);
  } while (!atomic_compare_exchange_weak_explicit(&ck_pool.ticket, &ticket, ticket - 1,
                                                  memory_order_acq_rel, memory_order_acquire));
  taken->begin += (int64_t)(count - left) * taken->block;
  if (taken->end - taken->begin > taken->block) { taken->end = taken->begin + taken->block; }
  return true;
}

/// Runs blocks until none is left. Returns their number.
static uint32_t ck_pool_work(int32_t worker, ck_pool_helper *self) {
  ck_pool_region taken;
  uint32_t blocks = 0;
  while ((self == NULL || atomic_load_explicit(&self->is_wanted, memory_order_relaxed)) &&
         ck_pool_take(worker, &taken)) {
    taken.task(taken.shared, worker, taken.begin, taken.end);
    blocks += 1;
    if (self == NULL) {
      atomic_fetch_add_explicit(&ck_pool.done, 1, memory_order_relaxed);
      continue;
    }
    atomic_fetch_add_explicit(&self->blocks, 1, memory_order_relaxed);
    const uint32_t count = atomic_load_explicit(&ck_pool.count, memory_order_relaxed);
    // The caller may return from here on, and `count` be another region's.
    if (atomic_fetch_add(&ck_pool.done, 1) + 1 == count && atomic_load(&ck_pool.is_caller_asleep)) {
      pthread_mutex_lock(&ck_pool.mutex);
      atomic_store(&ck_pool.is_caller_asleep, false);
      pthread_cond_signal(&ck_pool.wake);
      pthread_mutex_unlock(&ck_pool.mutex);
    }
  }
  return blocks;
}

// MARK: Helpers

static bool ck_pool_has_work(const ck_pool_helper *self) {
  return (uint32_t)atomic_load(&ck_pool.ticket) != 0 &&
         self->number < atomic_load(&ck_pool.threads) && atomic_load(&self->is_wanted);
}

static void ck_pool_sleep(ck_pool_helper *self) {
  atomic_store(&self->is_asleep, true);
  // The caller publishes, then looks for sleepers: one of both sees the other.
  if (ck_pool_has_work(self)) {
    atomic_store(&self->is_asleep, false);
    return;
  }
  pthread_mutex_lock(&self->mutex);
  while (atomic_load(&self->is_asleep)) { pthread_cond_wait(&self->wake, &self->mutex); }
  pthread_mutex_unlock(&self->mutex);
}

static void ck_pool_wake(ck_pool_helper *helper) {
  if (!atomic_load(&helper->is_asleep)) { return; }
  pthread_mutex_lock(&helper->mutex);
  atomic_store(&helper->is_asleep, false);
  pthread_cond_signal(&helper->wake);
  pthread_mutex_unlock(&helper->mutex);
}

static void *ck_pool_help(void *argument) {
  ck_pool_helper *self = argument;
  // A helper beyond the processors would watch at the expense of those that work.
  const int64_t patience = self->number < ck_pool.processors ? CK_POOL_WATCH_NS : 0;
  int64_t begin = ck_pool_now();
  for (;;) {
    if (ck_pool_has_work(self)) {
      atomic_store_explicit(&self->is_busy, true, memory_order_relaxed);
      (void)ck_pool_work(self->number, self);
      atomic_store_explicit(&self->is_busy, false, memory_order_relaxed);
      begin = ck_pool_now();
    } else if (!atomic_load_explicit(&self->is_wanted, memory_order_relaxed) ||
               ck_pool_now() - begin >= patience) {
      ck_pool_sleep(self);
      begin = ck_pool_now();
    }
    ck_pool_rest();
  }
  return NULL;
}

int32_t ck_pool_processors(void) {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) { return CPU_COUNT(&set); }
#endif
  const long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (int32_t)count;
}

/// Adds helpers until there are `size`, or until the system gives no more.
static void ck_pool_grow(int32_t size) {
  if (ck_pool.processors == 0) { ck_pool.processors = ck_pool_processors(); }
  // No signal handler of the program may run on a helper.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_attr_t attributes;
  pthread_attr_t *chosen = NULL;
  if (pthread_attr_init(&attributes) == 0) {
    chosen = &attributes;
    // A size that the system refuses leaves the usual one.
    (void)pthread_attr_setstacksize(chosen, CK_POOL_STACK);
  }
  while (ck_pool.size < size) {
    ck_pool_helper *helper = &ck_pool_helpers[ck_pool.size + 1];
    *helper = (ck_pool_helper){.mutex = PTHREAD_MUTEX_INITIALIZER,
                               .wake = PTHREAD_COND_INITIALIZER,
                               .number = ck_pool.size + 1,
                               .is_wanted = true,
                               .credit = CK_POOL_CREDIT_NS,
                               .pause = CK_POOL_PAUSE_NS};
    pthread_t thread;
    if (pthread_create(&thread, chosen, ck_pool_help, helper) != 0) { break; }
    pthread_detach(thread);
    ck_pool.size += 1;
  }
  if (chosen != NULL) { (void)pthread_attr_destroy(chosen); }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

// MARK: What a helper is worth

/// Begins to watch the caller's processor time, unless it is being watched already.
static void ck_pool_look(int64_t now) {
  const pthread_t caller = pthread_self();
  if (now - ck_pool.left < CK_POOL_GAP_NS && pthread_equal(caller, ck_pool.caller)) { return; }
  ck_pool.caller = caller;
  ck_pool.seen = now;
  ck_pool.seen_cpu = ck_pool_clock(CLOCK_THREAD_CPUTIME_ID);
}

/// The time since the last look in which the caller had no processor although it was ready to run:
/// time of the clock less its processor time. Returns 0 if the last look was less than
/// CK_POOL_LOOK_NS ago, as a look costs a system call.
static int64_t ck_pool_lost(int64_t now) {
  if (now - ck_pool.seen < CK_POOL_LOOK_NS) { return 0; }
  const int64_t cpu = ck_pool_clock(CLOCK_THREAD_CPUTIME_ID);
  const int64_t lost = now - ck_pool.seen - (cpu - ck_pool.seen_cpu);
  ck_pool.seen = now;
  ck_pool.seen_cpu = cpu;
  return lost > 0 ? lost : 0;
}

/// Enters what a helper has given and cost in a region into its account, and leaves it out for a
/// while when the account is overdrawn.
static void ck_pool_account(ck_pool_helper *helper, int64_t gain, int64_t now) {
  helper->credit += gain;
  if (helper->credit >= CK_POOL_CREDIT_NS) {
    helper->credit = CK_POOL_CREDIT_NS;
    helper->pause = CK_POOL_PAUSE_NS;
  } else if (helper->credit < 0 && !atomic_load(&ck_pool.insists)) {
    atomic_store(&helper->is_wanted, false);
    helper->until = now + helper->pause;
    helper->pause = 2 * helper->pause < CK_POOL_LONGEST_NS ? 2 * helper->pause : CK_POOL_LONGEST_NS;
    helper->credit = CK_POOL_TRIAL_NS;
  }
}

// MARK: The caller

/// Waits for the blocks that helpers hold.
static void ck_pool_join(uint32_t count, int64_t begin) {
  while (atomic_load_explicit(&ck_pool.done, memory_order_acquire) != count) {
    if (ck_pool_now() - begin < CK_POOL_JOIN_NS) {
      ck_pool_rest();
      continue;
    }
    pthread_mutex_lock(&ck_pool.mutex);
    atomic_store(&ck_pool.is_caller_asleep, true);
    while (atomic_load(&ck_pool.done) != count && atomic_load(&ck_pool.is_caller_asleep)) {
      pthread_cond_wait(&ck_pool.wake, &ck_pool.mutex);
    }
    atomic_store(&ck_pool.is_caller_asleep, false);
    pthread_mutex_unlock(&ck_pool.mutex);
  }
}

/// Publishes a region and wakes the helpers that take part. Returns their number; publishes nothing
/// when there is none.
static int32_t ck_pool_publish(int32_t threads, const ck_pool_region *region, uint32_t count,
                               int64_t now) {
  int32_t wanted = 0;
  for (int32_t k = 1; k < threads; ++k) {
    ck_pool_helper *helper = &ck_pool_helpers[k];
    if (!atomic_load_explicit(&helper->is_wanted, memory_order_relaxed)) {
      if (now < helper->until) { continue; }
      helper->counted = atomic_load_explicit(&helper->blocks, memory_order_relaxed);
      atomic_store(&helper->is_wanted, true);
    }
    wanted += 1;
  }
  if (wanted == 0) { return 0; }
  atomic_store_explicit(&ck_pool.threads, threads, memory_order_release);
  atomic_store_explicit(&ck_pool.task, region->task, memory_order_release);
  atomic_store_explicit(&ck_pool.shared, region->shared, memory_order_release);
  atomic_store_explicit(&ck_pool.begin, region->begin, memory_order_release);
  atomic_store_explicit(&ck_pool.end, region->end, memory_order_release);
  atomic_store_explicit(&ck_pool.block, region->block, memory_order_release);
  atomic_store_explicit(&ck_pool.count, count, memory_order_release);
  atomic_store_explicit(&ck_pool.done, 0, memory_order_relaxed);
  const uint64_t last = atomic_load_explicit(&ck_pool.ticket, memory_order_relaxed);
  atomic_store(&ck_pool.ticket, ((last >> 32) + 1) << 32 | count);
  for (int32_t k = 1; k < threads; ++k) {
    ck_pool_helper *helper = &ck_pool_helpers[k];
    if (atomic_load_explicit(&helper->is_wanted, memory_order_relaxed)) { ck_pool_wake(helper); }
  }
  return wanted;
}

/// The times of a region, as the caller sees it: it has begun, helpers were told, no block was
/// left, all blocks were done.
typedef struct ck_pool_times {
  int64_t begin, told, ran, end;
} ck_pool_times;

/// Settles the accounts of the helpers that could take part. `own`: the blocks of the caller.
static void ck_pool_settle(int32_t threads, int32_t wanted, uint32_t own,
                           const ck_pool_times *times) {
  const int64_t wait = times->end - times->ran;
  int64_t lost = ck_pool_lost(times->end) - wait;
  lost = lost > 0 ? lost : 0;
  const int64_t ran = times->ran - times->told > lost ? times->ran - times->told - lost : 0;
  for (int32_t k = 1; k < threads; ++k) {
    ck_pool_helper *helper = &ck_pool_helpers[k];
    if (!atomic_load_explicit(&helper->is_wanted, memory_order_relaxed)) { continue; }
    const uint32_t blocks = atomic_load_explicit(&helper->blocks, memory_order_relaxed);
    const int64_t given = blocks - helper->counted;
    helper->counted = blocks;
    int64_t gain = own > 0 ? ran * given / own : 0;
    gain -= (times->told - times->begin + lost) / wanted + (helper->is_late ? wait : 0);
    ck_pool_account(helper, gain, times->end);
  }
}

static void ck_pool_run_alone(const ck_pool_region *region) {
  for (int64_t at = region->begin; at < region->end; at += region->block) {
    const int64_t left = region->end - at;
    region->task(region->shared, 0, at, at + (left < region->block ? left : region->block));
  }
}

bool ck_pool_run(int32_t threads, const ck_pool_region *region) {
  ck_pool_times times = {.begin = ck_pool_now()};
  const uint32_t count =
      (uint32_t)((region->end - region->begin + region->block - 1) / region->block);
  if (ck_pool.size < threads - 1) { ck_pool_grow(threads - 1); }
  if (threads > ck_pool.size + 1) { threads = ck_pool.size + 1; }
  const int32_t wanted = ck_pool_publish(threads, region, count, times.begin);
  if (wanted == 0) {
    ck_pool_run_alone(region);
    return false;
  }
  ck_pool_look(times.begin);
  times.told = ck_pool_now();
  const uint32_t own = ck_pool_work(0, NULL);
  times.ran = ck_pool_now();
  for (int32_t k = 1; k < threads; ++k) {
    ck_pool_helpers[k].is_late =
        atomic_load_explicit(&ck_pool_helpers[k].is_busy, memory_order_relaxed);
  }
  ck_pool_join(count, times.ran);
  times.end = ck_pool_now();
  ck_pool_settle(threads, wanted, own, &times);
  ck_pool.left = times.end;
  return own < count;
}

void ck_pool_insist(bool insists) {
  if (atomic_load_explicit(&ck_pool.insists, memory_order_relaxed) == insists) { return; }
  atomic_store_explicit(&ck_pool.insists, insists, memory_order_relaxed);
}
