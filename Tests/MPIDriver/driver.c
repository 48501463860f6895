/// Many-body over ranks against ck_many_body of one process, bit by bit (scripts/test-mpi).
///
///     mpirun -n RANKS driver MODE
///
/// check    all inputs of Tests/KernelDriver, laws with theta and with an accuracy, in Float and
///          Double: velocities, histories and counts of several ticks are those of one process.
/// short    the same with a part of the inputs.
/// forget   the control: a leaf that a rank forgets to send is noticed where it is needed.
/// costs    what a tick costs: tests of cells, and memory after many ticks.
/// measure COUNT DIMENSION LAYOUT TICKS   times and bytes of ticks; LAYOUT is uniform or clustered. One
///          rank also runs them without any, with all threads.
/// network COUNT DIMENSION LAYOUT TICKS MICROSECONDS GIGABYTES   the same ticks without and with a simulated
///          network of this latency and these bytes a second: what it adds, and what the model says.
///
/// Exit: 0 all the same; 1 something differs; 64 wrong arguments; 69 there is no MPI.
#include "scenes.h"

#include <stdarg.h>

_Noreturn void driver_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vfprintf(stderr, format, arguments);
  va_end(arguments);
  exit(70);
}

// MARK: Check

static bool is_same_history(const ck_many_body_history *a, const ck_many_body_history *b) {
  return a->sorted == b->sorted && a->sorts == b->sorts && a->divided == b->divided &&
         a->next_trial == b->next_trial && a->staleness == b->staleness && a->work == b->work &&
         a->excess == b->excess && a->level == b->level && a->measured == b->measured &&
         a->error2 == b->error2 && a->force == b->force && a->last_error == b->last_error;
}

/// The number of different nodes.
static int64_t compare(const scene *scene, const void *a, const void *b) {
  const int64_t stride = ck_stride(scene->dimension) * scalar_size(scene);
  const int64_t used = scene->dimension * scalar_size(scene);
  int64_t different = 0;
  for (int64_t i = 0; i < scene->count; ++i) {
    different +=
        memcmp((const char *)a + i * stride, (const char *)b + i * stride, (size_t)used) != 0;
  }
  return different;
}

/// Runs a scene over all ranks, and on the first rank as one process. Returns the number of mistakes
/// there, 0 on the others.
static int64_t check(ck_world *world, const scene *scene) {
  const bool is_first = ck_world_rank(world) == 0;
  const int64_t begin = ck_world_first_node(world, ck_world_rank(world), scene->count);
  const int64_t end = ck_world_first_node(world, ck_world_rank(world) + 1, scene->count);
  const int64_t vector = ck_stride(scene->dimension) * scalar_size(scene);
  const ck_settings settings = {.isa = ck_isa_best(), .thread_count = 2, .serial_below_ns = 0};
  state own = make_state(scene, begin, end), whole = {0};
  ck_world_many_body *many_body =
      ck_world_many_body_create(world, settings, scene->scalar, scene->dimension, scene->count);
  ck_many_body_history history = {0};
  ck_context *context = ck_context_create(settings);
  ck_many_body_state one = {0};
  void *all = driver_allocate((size_t)(scene->count * vector));
  if (is_first) {
    whole = make_state(scene, 0, scene->count);
    one.permutation = driver_allocate((size_t)scene->count * sizeof *one.permutation);
    for (int64_t i = 0; i < scene->count; ++i) { one.permutation[i] = (int32_t)i; }
  }
  int64_t mistakes = 0;
  for (int tick = 1; tick <= scene->ticks; ++tick) {
    const ck_jiggle jiggle = {.seed = 4, .tick = (uint64_t)tick};
    const ck_points points = {scene->scalar, scene->dimension, own.count, own.position};
    ck_many_body_report counts = {0}, expected = {0};
    const int64_t missing = ck_world_many_body_add(many_body, points, law_of(scene, &own), 0.01,
                                                   jiggle, &history, own.velocity, &counts, NULL);
    ck_world_gather_nodes(world, scene->count, vector, own.velocity, all);
    if (is_first) {
      ck_many_body(context,
                   (ck_points){scene->scalar, scene->dimension, scene->count, whole.position},
                   law_of(scene, &whole), 0.01, jiggle, &one, whole.velocity, &expected);
      const int64_t different = compare(scene, all, whole.velocity);
      const bool is_same =
          is_same_history(&history, &one.history) && counts.near_work == expected.near_work &&
          counts.far_cells == expected.far_cells && counts.walks == expected.walks &&
          counts.computed_in_f64 == expected.computed_in_f64;
      if (missing != 0 || different != 0 || !is_same) {
        mistakes += 1;
        (void)printf("WRONG %s, tick %d: %lld nodes differ, %lld parts missing%s\n", scene->name,
                     tick, (long long)different, (long long)missing,
                     is_same ? "" : ", history or counts differ");
      }
      move(scene, &whole);
    }
    if (missing != 0) { break; }
    move(scene, &own);
    // A strength that changes after a while.
    if (tick == 3) {
      if (begin == 0 && own.count > 0) { put(scene, own.strength, 0, -55); }
      if (is_first) { put(scene, whole.strength, 0, -55); }
    }
  }
  ck_world_many_body_destroy(many_body);
  ck_context_destroy(context);
  free_state(&own);
  free_state(&whole);
  free(one.permutation);
  free(all);
  return mistakes;
}

static int64_t check_all(ck_world *world, bool is_short) {
  static const char *const layouts[] = {"uniform", "clustered", "coincident", "pairs",
                                        "line",    "lattice",   "huge",       "subnormal"};
  static const struct {
    const char *name;
    double accuracy[2], theta, distance_min, distance_max;
  } laws[] = {
      {"default accuracy", {1e-3, 6e-3}, 0, 1, (double)INFINITY},
      {"theta 0.9", {0, 0}, 0.9, 1, (double)INFINITY},
      {"accuracy 1e-5", {1e-5, 1e-5}, 0, 1, (double)INFINITY},
      {"distanceMax", {1e-3, 6e-3}, 0, 1, 60},
      {"distanceMin", {1e-3, 6e-3}, 0, 30, (double)INFINITY},
      {"theta 0.3, distanceMax", {0, 0}, 0.3, 5, 100},
  };
  int64_t mistakes = 0, scenes = 0;
  for (int points = 0; points <= DRIVER_SUBNORMAL; ++points) {
    for (size_t law = 0; law < sizeof laws / sizeof *laws; ++law) {
      for (int kind = 0; kind < 4; ++kind) {
        const int32_t scalar = kind & 1, dimension = 2 + (kind >> 1);
        if (is_short && (points + (int)law + kind) % 4 != 0 && (points > 0 || law > 1)) {
          continue;
        }
        char name[128];
        (void)snprintf(name, sizeof name, "%s, %s, %s, %dD", layouts[points], laws[law].name,
                       scalar == CK_F64 ? "Double" : "Float", (int)dimension);
        const scene scene = {.name = name,
                             .points = (driver_points)points,
                             .scalar = scalar,
                             .dimension = dimension,
                             .count = law == 0   ? 9000
                                      : law == 1 ? 700
                                                 : 4001,
                             .accuracy = laws[law].accuracy[dimension - 2],
                             .theta = laws[law].theta,
                             .distance_min = laws[law].distance_min,
                             .distance_max = laws[law].distance_max,
                             .ticks = 6,
                             .has_outliers = points == DRIVER_UNIFORM};
        mistakes += check(world, &scene);
        scenes += 1;
      }
    }
  }
  if (ck_world_rank(world) == 0) {
    (void)printf("%s ranks %d: %lld scenes, %lld mistakes\n", mistakes == 0 ? "ok   " : "WRONG",
                 (int)ck_world_size(world), (long long)scenes, (long long)mistakes);
  }
  return mistakes;
}

// MARK: Sums

/// Term `i` of a sum: of about one size, of all sizes, with places that lie between two of the sum's, or none.
static double term_of(int kind, int64_t i) {
  uint64_t random = (uint64_t)i * 7919 + (uint64_t)kind;
  const double one = driver_unit(&random);
  const int exponent = (int)(driver_unit(&random) * 400);
  switch (kind) {
  case 0: return one;
  case 1: return i % 5 == 0 ? -1 : ldexp(one, exponent - 200);
  case 2: return i == 0 ? 0x1p52 : (double)(i % 4) * 0.5;
  case 3: return i < 900 ? 0 : i == 900 ? 1 : 0x1p-53 * (double)(1 + i % 3);
  case 4: return ldexp(one, -1060 + exponent / 20);
  case 5: return i == 1234 ? (double)INFINITY : one;
  default: return 0;
  }
}

/// Sums over ranks have the bits of one loop. Returns the number of mistakes, on all ranks.
static int64_t check_sums(ck_world *world) {
  enum { KINDS = 7, COUNT = 5000 };
  const int64_t rank = ck_world_rank(world), size = ck_world_size(world);
  // Uneven parts, of which some are empty.
  const int64_t begin = COUNT * rank * rank / (size * size),
                end = rank % 3 == 1 && rank + 1 < size
                          ? begin
                          : COUNT * (rank + 1) * (rank + 1) / (size * size);
  int64_t mistakes = 0;
  for (int kind = 0; kind < KINDS; ++kind) {
    double *term = driver_allocate(COUNT * sizeof *term), sum = 0;
    int64_t all = 0;
    for (int64_t other = 0; other < size; ++other) {
      const int64_t from = COUNT * other * other / (size * size),
                    to = other % 3 == 1 && other + 1 < size
                             ? from
                             : COUNT * (other + 1) * (other + 1) / (size * size);
      for (int64_t i = from; i < to; ++i) { sum += fmax(term_of(kind, i), 0); }
      all += to - from;
    }
    for (int64_t i = begin; i < end; ++i) { term[i - begin] = term_of(kind, i); }
    int64_t number = end - begin;
    const double found = ck_world_add_in_order(world, term, end - begin, &number);
    if (memcmp(&found, &sum, sizeof sum) != 0 || number != all) {
      mistakes += 1;
      (void)printf("WRONG ranks %d: the sum of kind %d is %a, not %a\n", (int)size, kind, found,
                   sum);
    }
    free(term);
  }
  return mistakes;
}

// MARK: The control

/// Each rank keeps back one leaf at a time that the next rank may need: either that is noticed, or the
/// walk did not need it, and the forces are what they were. Returns the number of mistakes.
static int64_t check_forgotten(ck_world *world) {
  enum { TRIALS = 40 };
  const scene scene = {.points = DRIVER_UNIFORM,
                       .scalar = CK_F32,
                       .dimension = 2,
                       .count = 20000,
                       .accuracy = 1e-3,
                       .distance_min = 1,
                       .distance_max = (double)INFINITY};
  const int32_t rank = ck_world_rank(world), size = ck_world_size(world);
  const int64_t begin = ck_world_first_node(world, rank, scene.count);
  const int64_t bytes = scene.count * 2 * (int64_t)sizeof(float);
  state own = make_state(&scene, begin, ck_world_first_node(world, rank + 1, scene.count));
  const ck_settings settings = {.isa = ck_isa_best(), .thread_count = 1};
  ck_world_many_body *many_body =
      ck_world_many_body_create(world, settings, scene.scalar, scene.dimension, scene.count);
  char *whole = driver_allocate((size_t)bytes), *found = driver_allocate((size_t)bytes);
  int64_t noticed = 0, wrong = 0;
  for (int64_t trial = -1; trial < TRIALS; ++trial) {
    ck_many_body_history history = {0};
    ck_world_many_body_forget(many_body, trial < 0 ? -1 : trial * 7);
    memset(own.velocity, 0, (size_t)own.count * 2 * sizeof(float));
    const ck_points points = {scene.scalar, scene.dimension, own.count, own.position};
    const int64_t missing = ck_world_many_body_add(many_body, points, law_of(&scene, &own), 0.01,
                                                   (ck_jiggle){.seed = 4, .tick = 1}, &history,
                                                   own.velocity, NULL, NULL);
    ck_world_gather_nodes(world, scene.count, 2 * (int64_t)sizeof(float), own.velocity,
                          trial < 0 ? whole : found);
    if (trial < 0) {
      wrong += missing != 0;
    } else if (missing > 0) {
      noticed += 1;
    } else {
      wrong += memcmp(whole, found, (size_t)bytes) != 0;
    }
  }
  const bool is_right = wrong == 0 && (noticed > 0) == (size > 1);
  if (rank == 0) {
    (void)printf(
        "%s ranks %d: of %d leaves that each forgets, %lld were missed and noticed, %lld "
        "changed the forces\n",
        is_right ? "ok   " : "WRONG", (int)size, (int)TRIALS, (long long)noticed, (long long)wrong);
  }
  ck_world_many_body_destroy(many_body);
  free_state(&own);
  free(whole);
  free(found);
  return rank == 0 && !is_right ? 1 : 0;
}

static int usage(void) {
  (void)fprintf(stderr,
                "driver: usage: driver check | short | forget | costs | "
                "measure COUNT DIMENSION uniform|clustered TICKS | "
                "network COUNT DIMENSION uniform|clustered TICKS MICROSECONDS GIGABYTES\n");
  return 64;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 6 && argc != 8) { return usage(); }
  const char *reason = NULL;
  ck_world *world = ck_world_open(&reason);
  if (world == NULL) {
    (void)fprintf(stderr, "driver: %s\n", reason);
    return 69;
  }
  int64_t mistakes = 0;
  if (strcmp(argv[1], "check") == 0 || strcmp(argv[1], "short") == 0) {
    mistakes = check_sums(world) + check_all(world, argv[1][0] == 's');
  } else if (strcmp(argv[1], "forget") == 0) {
    mistakes = check_forgotten(world);
  } else if (strcmp(argv[1], "costs") == 0) {
    const scene scene = {.measured = MEASURED_CLUSTERS,
                         .scalar = CK_F32,
                         .dimension = 3,
                         .count = 100000,
                         .accuracy = 6e-3,
                         .distance_min = 1,
                         .distance_max = (double)INFINITY,
                         .ticks = 40};
    mistakes = check_costs(world, &scene);
  } else if ((strcmp(argv[1], "measure") == 0 && argc == 6) ||
             (strcmp(argv[1], "network") == 0 && argc == 8)) {
    const bool is_flat = atoi(argv[3]) == 2;
    const scene scene = {
        .measured = strcmp(argv[4], "clustered") == 0 ? MEASURED_CLUSTERS : MEASURED_UNIFORM,
        .scalar = CK_F32,
        .dimension = is_flat ? 2 : 3,
        .count = atoll(argv[2]),
        .accuracy = is_flat ? 1e-3 : 6e-3,
        .distance_min = 1,
        .distance_max = (double)INFINITY,
        .ticks = atoi(argv[5])};
    if (argc == 8) {
      measure_network(world, &scene, (ck_world_network){atof(argv[6]) * 1e-6, atof(argv[7]) * 1e9});
    } else {
      if (ck_world_size(world) == 1) { measure_alone(&scene); }
      measure(world, &scene);
    }
  } else {
    ck_world_close(world);
    return usage();
  }
  ck_world_close(world);
  return mistakes == 0 ? 0 : 1;
}
