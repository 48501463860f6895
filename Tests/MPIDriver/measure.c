/// Times, bytes and memory of ticks over ranks, beside those of one process.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // clock_gettime, getrusage
#endif

#include "scenes.h"
#include "world.h"

#include <sys/resource.h>
#include <time.h>

/// A hash of the velocities of the nodes [begin, begin + own->count). Those of several ranks add up to that of all nodes.
static int64_t hash_of(const scene *scene, const state *own, int64_t begin) {
  const int64_t stride = ck_stride(scene->dimension), size = scalar_size(scene);
  uint64_t sum = 0;
  for (int64_t i = 0; i < own->count; ++i) {
    uint64_t hash = (uint64_t)(begin + i);
    for (int64_t k = 0; k < scene->dimension; ++k) {
      uint64_t bits = 0;
      memcpy(&bits, (const char *)own->velocity + (i * stride + k) * size, (size_t)size);
      hash ^= bits;
      hash = driver_random(&hash);
    }
    sum += hash;
  }
  return (int64_t)sum;
}

void measure(ck_world *world, const scene *scene) {
  const int32_t rank = ck_world_rank(world);
  const int64_t begin = ck_world_first_node(world, rank, scene->count);
  state own = make_state(scene, begin, ck_world_first_node(world, rank + 1, scene->count));
  // The ranks share the processors of this machine.
  const int32_t threads = ck_parallel_default_threads() / ck_world_size(world);
  const ck_settings settings = {
      .isa = ck_isa_best(), .thread_count = threads > 0 ? threads : 1, .serial_below_ns = 20000};
  ck_world_many_body *many_body =
      ck_world_many_body_create(world, settings, scene->scalar, scene->dimension, scene->count);
  ck_many_body_history history = {0};
  for (int tick = 1; tick <= scene->ticks; ++tick) {
    ck_world_report parts = {0};
    ck_many_body_report counts = {0};
    const ck_points points = {scene->scalar, scene->dimension, own.count, own.position};
    ck_world_wait(world);
    struct timespec start, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    const int64_t missing = ck_world_many_body_add(many_body, points, law_of(scene, &own), 0.01,
                                                   (ck_jiggle){.seed = 4, .tick = (uint64_t)tick},
                                                   &history, own.velocity, &counts, &parts);
    if (missing != 0) { ck_world_abort(world, 1); }
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    move(scene, &own);
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    (void)printf(
        "tick %d rank %d: ms all %.1f sort %.1f move %.1f refit %.1f samples %.1f essential %.1f "
        "walk %.1f; MB moved %.2f top %.2f samples %.2f targets %.2f essential %.2f; walks "
        "%d; a node %.0f pairs %.2f cells; resident MB %.1f\n",
        tick, (int)rank,
        (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) * 1e-6,
        parts.sort_seconds * 1e3, parts.move_seconds * 1e3, parts.refit_seconds * 1e3,
        parts.samples_seconds * 1e3, parts.essential_seconds * 1e3, parts.walk_seconds * 1e3,
        (double)parts.moved * 1e-6, (double)parts.top * 1e-6, (double)parts.samples * 1e-6,
        (double)parts.targets * 1e-6, (double)parts.essential * 1e-6, counts.walks,
        (double)counts.near_work / (double)scene->count,
        (double)counts.far_cells / (double)scene->count, (double)usage.ru_maxrss / 1024);
  }
  int64_t tree, others;
  ck_world_many_body_memory(many_body, &tree, &others);
  (void)printf("rank %d: MB of the tree %.1f own, %.1f for parts of others\n", (int)rank,
               (double)tree * 1e-6, (double)others * 1e-6);
  int64_t hash = hash_of(scene, &own, begin);
  ck_world_sum(world, &hash, 1);
  if (rank == 0) { (void)printf("hash %016llx\n", (unsigned long long)hash); }
  ck_world_many_body_destroy(many_body);
  free_state(&own);
}

int64_t check_costs(ck_world *world, const scene *scene) {
  // Measured with 3 ranks: 7.4 tests and .92 times the pages; 14 if all targets of a cell are tested, and 1.05 if leaves of
  // samples stay.
  enum { EARLY = 3 };
  static const double tests_limit = 8.5, growth_limit = 1;
  const int32_t rank = ck_world_rank(world);
  const int64_t begin = ck_world_first_node(world, rank, scene->count);
  state own = make_state(scene, begin, ck_world_first_node(world, rank + 1, scene->count));
  const ck_settings settings = {.isa = ck_isa_best(), .thread_count = 1};
  ck_world_many_body *many_body =
      ck_world_many_body_create(world, settings, scene->scalar, scene->dimension, scene->count);
  ck_many_body_history history = {0};
  double tested = 0, first = 0, last = 0;
  for (int tick = 1; tick <= scene->ticks; ++tick) {
    ck_world_report parts = {0};
    const ck_points points = {scene->scalar, scene->dimension, own.count, own.position};
    const ck_jiggle jiggle = {.seed = 4, .tick = (uint64_t)tick};
    if (ck_world_many_body_add(many_body, points, law_of(scene, &own), 0.01, jiggle, &history,
                               own.velocity, NULL, &parts) != 0) {
      ck_world_abort(world, 1);
    }
    move(scene, &own);
    int64_t tree, others;  // Bytes of pages.
    ck_world_many_body_memory(many_body, &tree, &others);
    last = ck_world_largest(world, (double)others);
    if (tick == EARLY) { first = last; }
    tested = fmax(tested, ck_world_largest(world, (double)parts.tested));
  }
  // A tree of n / 16 leaves has about n / 8 cells.
  const double cells = (double)(own.count > 0 ? own.count : 1) / 8;
  const double tests = tested / cells, growth = last / first;
  const bool is_right = tests <= tests_limit && growth <= growth_limit;
  if (rank == 0) {
    (void)printf(
        "%s ranks %d: %.2f tests of a cell (at most %.2f); pages for others' parts after %d ticks "
        "%.3f times those of %d (at most "
        "%.2f)\n",
        is_right ? "ok   " : "WRONG", (int)ck_world_size(world), tests, tests_limit, scene->ticks,
        growth, EARLY, growth_limit);
  }
  ck_world_many_body_destroy(many_body);
  free_state(&own);
  return rank == 0 && !is_right ? 1 : 0;
}

/// The mean seconds of the ticks after the first one, which sorts. `counted`: what they took from the network.
static double time_ticks(ck_world *world, const scene *scene, ck_world_traffic *counted) {
  const int32_t rank = ck_world_rank(world);
  const int64_t begin = ck_world_first_node(world, rank, scene->count);
  state own = make_state(scene, begin, ck_world_first_node(world, rank + 1, scene->count));
  const ck_settings settings = {.isa = ck_isa_best(), .thread_count = 1};
  ck_world_many_body *many_body =
      ck_world_many_body_create(world, settings, scene->scalar, scene->dimension, scene->count);
  ck_many_body_history history = {0};
  struct timespec start = {0}, end;
  for (int tick = 0; tick <= scene->ticks; ++tick) {
    if (tick == 1) {
      ck_world_wait(world);
      (void)clock_gettime(CLOCK_MONOTONIC, &start);
      *counted = ck_world_traffic_of(world);
    }
    const ck_points points = {scene->scalar, scene->dimension, own.count, own.position};
    // Nodes stay where they are, so that all ticks have the same work.
    const ck_jiggle jiggle = {.seed = 4, .tick = (uint64_t)tick};
    if (ck_world_many_body_add(many_body, points, law_of(scene, &own), 0.01, jiggle, &history,
                               own.velocity, NULL, NULL) != 0) {
      ck_world_abort(world, 1);
    }
  }
  const ck_world_traffic after = ck_world_traffic_of(world);
  counted->calls = after.calls - counted->calls;
  counted->steps = after.steps - counted->steps;
  counted->bytes = after.bytes - counted->bytes;
  ck_world_wait(world);
  (void)clock_gettime(CLOCK_MONOTONIC, &end);
  ck_world_many_body_destroy(many_body);
  free_state(&own);
  return ((double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9) /
         scene->ticks;
}

void measure_network(ck_world *world, const scene *scene, ck_world_network network) {
  const double ticks = scene->ticks;
  const int32_t size = ck_world_size(world);
  ck_world_traffic counted;
  const double before = time_ticks(world, scene, &counted);
  ck_world_simulate(world, network);
  const double after = time_ticks(world, scene, &counted);
  ck_world_simulate(world, (ck_world_network){0});
  const double bytes = ck_world_largest(world, (double)counted.bytes) / ticks;
  const double steps = ck_world_largest(world, (double)counted.steps) / ticks;
  const double model = steps * network.latency + bytes / network.bandwidth;
  if (ck_world_rank(world) == 0) {
    (void)printf(
        "ranks %d: %.1f calls, %.1f steps, %.3f MB a tick; ms without the network %.1f, with it "
        "%.1f: "
        "%.1f more, and %.1f by the model\n",
        (int)size, (double)counted.calls / ticks, steps, bytes * 1e-6, before * 1e3, after * 1e3,
        (after - before) * 1e3, model * 1e3);
  }
}

void measure_alone(const scene *scene) {
  state own = make_state(scene, 0, scene->count);
  const ck_settings settings = {.isa = ck_isa_best(),
                                .thread_count = ck_parallel_default_threads(),
                                .serial_below_ns = 20000};
  ck_context *context = ck_context_create(settings);
  ck_many_body_state one = {0};
  one.permutation = driver_allocate((size_t)scene->count * sizeof *one.permutation);
  for (int64_t i = 0; i < scene->count; ++i) { one.permutation[i] = (int32_t)i; }
  for (int tick = 1; tick <= scene->ticks; ++tick) {
    ck_many_body_report counts = {0};
    struct timespec start, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    ck_many_body(context, (ck_points){scene->scalar, scene->dimension, own.count, own.position},
                 law_of(scene, &own), 0.01, (ck_jiggle){.seed = 4, .tick = (uint64_t)tick}, &one,
                 own.velocity, &counts);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    move(scene, &own);
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    (void)printf(
        "tick %d alone, %d threads: ms all %.1f; walks %d; resident MB %.1f\n", tick,
        (int)settings.thread_count,
        (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) * 1e-6,
        counts.walks, (double)usage.ru_maxrss / 1024);
  }
  (void)printf("hash %016llx alone\n", (unsigned long long)hash_of(scene, &own, 0));
  ck_context_destroy(context);
  free_state(&own);
  free(one.permutation);
}
