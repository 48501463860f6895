/// Calls of the kernels for one scalar type: T float or double, NAME(x) the name x has for it, TINY
/// and HUGE_SIZE sizes whose squares are subnormal or overflow.
///
/// Each function makes its own input, calls one entry once, and returns a hash of everything the
/// entry has computed. A new kernel gets a function here and a line in PASSES of driver.c.

static T *NAME(vectors)(const driver_run *run, uint64_t seed, driver_points points) {
  const int64_t stride = ck_stride(run->dimension);
  driver_run shape = *run;
  shape.points = points;
  uint64_t state = seed;
  T *vectors = driver_allocate((size_t)(run->count * stride) * sizeof *vectors);
  for (int64_t i = 0; i < run->count; ++i) {
    for (int axis = 0; axis < run->dimension; ++axis) {
      vectors[i * stride + axis] = (T)driver_coordinate(&shape, i, axis, &state, TINY, HUGE_SIZE);
    }
  }
  return vectors;
}

static T *NAME(numbers)(int64_t count, uint64_t seed, double low, double high) {
  T *numbers = driver_allocate((size_t)count * sizeof *numbers);
  for (int64_t i = 0; i < count; ++i) { numbers[i] = (T)(low + (high - low) * driver_unit(&seed)); }
  return numbers;
}

static uint64_t NAME(hash)(uint64_t hash, const driver_run *run, const T *vectors) {
  const int64_t stride = ck_stride(run->dimension);
  for (int64_t i = 0; i < run->count; ++i) {
    for (int axis = 0; axis < run->dimension; ++axis) {
      hash = driver_hash(hash, (double)vectors[i * stride + axis]);
    }
  }
  return hash;
}

static uint64_t NAME(direct_sum)(const driver_run *run) {
  const ck_jiggle jiggle = {.seed = 7, .tick = 3};
  T *position = NAME(vectors)(run, 1, run->points);
  T *velocity = NAME(vectors)(run, 2, DRIVER_UNIFORM);
  T *strength = NAME(numbers)(run->count, 3, -40, 20);
  const int64_t scratch_count = ck_direct_sum_scratch(run->dimension, run->count);
  void *scratch = driver_allocate_aligned(scratch_count * (int64_t)sizeof(T));
  const T far2 = run->count % 2 == 0 ? (T)INFINITY : (T)2500;
  DRIVER_CALL(run, NAME(ck_direct_sum)(&run->settings, run->dimension, run->count, position,
                                       strength, 1, far2, (T)0.75, jiggle, run->count / 3,
                                       run->count, scratch, velocity));
  uint64_t hash = NAME(hash)(DRIVER_HASH_START, run, velocity);
  free(scratch);
  free(strength);
  free(velocity);
  free(position);
  return hash;
}

static uint64_t NAME(links)(const driver_run *run) {
  // A hub, nodes without a link, and up to five link ends at the others.
  uint64_t state = 5;
  int64_t *begin = driver_allocate((size_t)(run->count + 1) * sizeof *begin);
  begin[0] = 0;
  for (int64_t i = 0; i < run->count; ++i) {
    int64_t ends = i == 0 ? run->count : (int64_t)(driver_random(&state) % 6);
    begin[i + 1] = begin[i] + (run->count < 2 ? 0 : ends);
  }
  const int64_t ends = begin[run->count];
  int32_t *other = driver_allocate((size_t)ends * sizeof *other);
  for (int64_t i = 0; i < run->count; ++i) {
    for (int64_t end = begin[i]; end < begin[i + 1]; ++end) {
      other[end] =
          (int32_t)((i + 1 + (int64_t)(driver_random(&state) % (uint64_t)(run->count - 1))) %
                    run->count);
    }
  }
  T *length = NAME(numbers)(ends, 6, 0, 50);
  T *coefficient = NAME(numbers)(ends, 7, 0, 1);
  T *total = NAME(numbers)(run->count, 8, 0, 2);
  T *position = NAME(vectors)(run, 9, run->points);
  T *velocity =
      NAME(vectors)(run, 10, run->points == DRIVER_UNIFORM ? DRIVER_UNIFORM : DRIVER_COINCIDENT);
  T *predicted =
      driver_allocate((size_t)(run->count * ck_stride(run->dimension)) * sizeof *predicted);
  const ck_jiggle jiggle = {.seed = 1, .tick = 1};
  DRIVER_CALL(run,
              NAME(ck_links)(&run->settings, run->dimension, run->count, position,
                             (NAME(ck_half_links)){begin, other, length, coefficient, total, 0}, 2,
                             (T)0.6, jiggle, predicted, velocity));
  uint64_t hash = NAME(hash)(DRIVER_HASH_START, run, velocity);
  void *all[] = {begin, other, length, coefficient, total, position, velocity, predicted};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  return hash;
}

static uint64_t NAME(integrate)(const driver_run *run) {
  T *position = NAME(vectors)(run, 11, run->points);
  T *velocity = NAME(vectors)(run, 12, run->points);
  T *pins = NAME(vectors)(run, 13, DRIVER_UNIFORM);
  // Without pins, or with every subset of the axes in turn.
  uint8_t *axes = run->count % 2 == 0 ? NULL : driver_allocate((size_t)run->count);
  for (int64_t i = 0; axes != NULL && i < run->count; ++i) {
    axes[i] = (uint8_t)(i % (1 << run->dimension));
  }
  int64_t kept = 0;
  DRIVER_CALL(run, kept = NAME(ck_integrate)(&run->settings, run->dimension, run->count, (T)1.25,
                                             axes, pins, position, velocity));
  uint64_t hash = driver_hash(DRIVER_HASH_START, (double)kept);
  hash = NAME(hash)(NAME(hash)(hash, run, position), run, velocity);
  free(axes);
  free(pins);
  free(velocity);
  free(position);
  return hash;
}

static uint64_t NAME(collide)(const driver_run *run) {
  // One node that is much larger than the others, some without a radius: two levels.
  T *radius = NAME(numbers)(run->count, 14, 1, 3);
  for (int64_t i = 0; i < run->count; ++i) {
    radius[i] = i == 0 ? 40 : i % 7 == 0 ? 0 : i == 1 ? 3 : radius[i];
  }
  NAME(ck_collide_level) *levels = driver_allocate(2 * sizeof *levels);
  levels[0] = (NAME(ck_collide_level)){run->count < 2 ? -1 : 10, 40};
  levels[1] = (NAME(ck_collide_level)){run->count < 8 ? (T)-1 : (T)0.75, 3};
  const int32_t level_count = run->count < 2 ? (int32_t)run->count : 2;
  T *position = NAME(vectors)(run, 15, run->points);
  T *velocity =
      NAME(vectors)(run, 16, run->points == DRIVER_UNIFORM ? DRIVER_UNIFORM : DRIVER_COINCIDENT);
  void *scratch = driver_allocate_aligned(NAME(ck_collide_scratch)(run->dimension, run->count));
  const ck_jiggle jiggle = {.seed = 2, .tick = 8};
  DRIVER_CALL(run, NAME(ck_collide)(&run->settings, run->dimension, run->count, position, radius,
                                    level_count, levels, (T)0.7, 2, jiggle, scratch, velocity));
  uint64_t hash = NAME(hash)(DRIVER_HASH_START, run, velocity);
  void *all[] = {radius, levels, position, velocity, scratch};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  return hash;
}

static uint64_t NAME(kdtree)(const driver_run *run) {
  static const int64_t leaf_sizes[] = {1, 16, 32, 256};
  const int64_t leaf_size = leaf_sizes[run->count % 4];
  const int64_t leaves = (run->count + leaf_size - 1) / leaf_size,
                nodes = leaves == 0 ? 0 : 2 * leaves - 1;
  const size_t box = (size_t)(nodes * ck_stride(run->dimension)) * sizeof(T);
  T *position = NAME(vectors)(run, 17, run->points);
  T *low = driver_allocate(box), *high = driver_allocate(box);
  int32_t *order = driver_allocate((size_t)run->count * sizeof *order);
  for (int64_t i = 0; i < run->count; ++i) { order[i] = (int32_t)(run->count - 1 - i); }
  void *scratch = driver_allocate_aligned(ck_kdtree_sort_scratch(run->dimension, run->count));
  DRIVER_CALL(run, NAME(ck_kdtree_sort)(&run->settings, run->dimension, run->count, leaf_size,
                                        position, order, scratch));
  DRIVER_CALL(run, NAME(ck_kdtree_refit)(&run->settings, run->dimension, run->count, leaf_size,
                                         position, order, low, high));
  uint64_t hash = DRIVER_HASH_START;
  for (int64_t slot = 0; slot < run->count; ++slot) { hash = driver_hash(hash, order[slot]); }
  driver_run boxes = *run;
  boxes.count = nodes;
  hash = NAME(hash)(NAME(hash)(hash, &boxes, low), &boxes, high);
  void *all[] = {position, low, high, order, scratch};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  return hash;
}

/// Three ticks with one tree: the first sorts, the last one moves far.
static uint64_t NAME(many_body)(const driver_run *run) {
  static const double thetas[] = {0.9, 0.6, 0.3};
  uint64_t hash = DRIVER_HASH_START;
  if (run->dimension == 4) { return hash; }
  T *position =
      NAME(vectors)(run, 18, run->points == DRIVER_NOT_FINITE ? DRIVER_UNIFORM : run->points);
  T *move = NAME(vectors)(run, 19, DRIVER_UNIFORM);
  T *velocity = NAME(vectors)(run, 20, DRIVER_UNIFORM);
  T *strength = NAME(numbers)(run->count, 21, -40, 20);
  int32_t *order = driver_allocate((size_t)run->count * sizeof *order);
  for (int64_t i = 0; i < run->count; ++i) { order[i] = (int32_t)i; }
  ck_many_body_order state = {0};
  ck_many_body *tree = ck_many_body_create();
  const T theta = (T)thetas[run->count % 3], far2 = run->count % 2 == 0 ? (T)INFINITY : (T)2500;
  for (uint64_t tick = 1; tick <= 3; ++tick) {
    const ck_jiggle jiggle = {.seed = 4, .tick = tick};
    ck_many_body_report report;
    DRIVER_CALL(run, NAME(ck_many_body)(&run->settings, run->dimension, run->count, position,
                                        strength, theta, 1, far2, (T)0.5, jiggle, order, &state,
                                        tree, velocity, &report));
    hash = NAME(hash)(hash, run, velocity);
    for (int64_t slot = 0; slot < run->count; ++slot) { hash = driver_hash(hash, order[slot]); }
    hash = driver_hash(driver_hash(hash, (double)report.near_pairs), (double)report.far_cells);
    const T step = tick == 1 ? (T)0.001 : (T)1;
    for (int64_t at = 0; at < run->count * ck_stride(run->dimension); ++at) {
      position[at] += move[at] * step;
    }
  }
  ck_many_body_destroy(tree);
  void *all[] = {position, move, velocity, strength, order};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  return hash;
}
