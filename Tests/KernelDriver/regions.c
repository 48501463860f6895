/// Parallel regions without kernels: each item has to be done once, and no two threads may be the
/// same worker at the same time. Pauses of every length between regions make threads fall asleep
/// and wake up at every point.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // nanosleep
#endif

#include "driver.h"

#include "../../CKernels/parallel.h"

#include <pthread.h>
#include <time.h>

enum { ITEMS = 500, WORKERS = 8 };

typedef struct region {
  uint8_t done[ITEMS];
  atomic_int is_running[WORKERS];
  int32_t threads;
  /// The number of rounds of useless work for an item.
  int32_t load;
  atomic_int mistakes;
} region;

static void do_items(void *shared, int32_t worker, int64_t begin, int64_t end) {
  region *region = shared;
  if (worker < 0 || worker >= region->threads) {
    atomic_fetch_add(&region->mistakes, 1);
    return;
  }
  if (atomic_exchange(&region->is_running[worker], 1) != 0) {
    atomic_fetch_add(&region->mistakes, 1);
  }
  volatile int32_t rounds = 0;
  for (int64_t item = begin; item < end; ++item) {
    region->done[item] += 1;
    while (rounds < region->load) { rounds = rounds + 1; }
    rounds = 0;
  }
  atomic_store(&region->is_running[worker], 0);
}

/// Items of a region for other work, each to be done once.
static void do_blocks(void *shared, int64_t begin, int64_t end) {
  uint8_t *done = shared;
  for (int64_t item = begin; item < end; ++item) { done[item] += 1; }
}

static void run_blocks(ck_settings settings, region *region, int64_t count, int64_t block) {
  memset(region->done, 0, sizeof region->done);
  ck_parallel_blocks(settings, 0, count, block, do_blocks, region->done);
  for (int64_t item = 0; item < ITEMS; ++item) {
    if (region->done[item] != (item < count ? 1 : 0)) {
      driver_fail("item %d was done %d times in blocks", (int)item, (int)region->done[item]);
    }
  }
}

static void *run_regions(void *seed) {
  uint64_t state = *(const uint64_t *)seed;
  region *region = driver_allocate(sizeof *region);
  // With no work too small to split, no thread is left out.
  ck_settings settings = {.isa = ck_isa_best(), .serial_below_ns = 0};
  ck_context *context = ck_context_create(settings);
  for (int round = 0; round < 4000; ++round) {
    memset(region, 0, sizeof *region);
    settings.thread_count = 1 + (int32_t)(driver_random(&state) % WORKERS);
    ck_context_set(context, settings);
    region->threads = ck_parallel_threads(context, 0);
    region->load = (int32_t)(driver_random(&state) % 200);
    const int64_t begin = (int64_t)(driver_random(&state) % 20);
    const int64_t end = begin + (int64_t)(driver_random(&state) % (ITEMS - 20));
    const int64_t block = 1 + (int64_t)(driver_random(&state) % 40);
    ck_parallel_for(region->threads, begin, end, block, do_items, region);
    for (int64_t item = 0; item < ITEMS; ++item) {
      if (region->done[item] != (item >= begin && item < end ? 1 : 0)) {
        driver_fail("item %d was done %d times", (int)item, (int)region->done[item]);
      }
    }
    if (atomic_load(&region->mistakes) != 0) { driver_fail("a worker was there twice"); }
    if (round % 8 == 0) { run_blocks(settings, region, end, block); }
    if (driver_random(&state) % 8 == 0) {
      // Around the time for which threads watch before they sleep.
      const struct timespec pause = {0, (long)(driver_random(&state) % 300000)};
      (void)nanosleep(&pause, NULL);
    }
  }
  ck_context_destroy(context);
  free(region);
  return NULL;
}

void driver_run_regions(void) {
  uint64_t seeds[] = {1, 2, 3};
  (void)run_regions(&seeds[0]);
  // Several callers at once: one of them gets the team, the others work alone.
  pthread_t callers[2];
  for (int i = 0; i < 2; ++i) {
    if (pthread_create(&callers[i], NULL, run_regions, &seeds[1 + i]) != 0) {
      driver_fail("no thread");
    }
  }
  for (int i = 0; i < 2; ++i) { pthread_join(callers[i], NULL); }
  printf("12000 regions, threads: %s\n", ck_parallel_runtime());
}
