/// The scenes of the checks over ranks.
#include "scenes.h"

int64_t scalar_size(const scene *scene) { return scene->scalar == CK_F64 ? 8 : 4; }

void put(const scene *scene, void *array, int64_t at, double value) {
  if (scene->scalar == CK_F64) {
    ((double *)array)[at] = value;
  } else {
    ((float *)array)[at] = (float)value;
  }
}

/// The nodes [begin, end) of a scene.
/// A number in [0, 1) that is the same for all nodes of a cluster.
static double cluster_unit(int64_t cluster, int axis) {
  uint64_t random = (uint64_t)cluster * 8 + (uint64_t)axis;
  return driver_unit(&random);
}

/// A coordinate in a scene that is measured.
static double measured_coordinate(const scene *scene, int64_t i, int axis, uint64_t *random) {
  const bool is_flat = scene->dimension == 2;
  const double count = (double)scene->count;
  const double side = is_flat ? 17.7 * sqrt(count) : 32.2 * cbrt(count);
  const double place = driver_unit(random);
  if (scene->measured == MEASURED_UNIFORM) { return side * place; }
  const double clusters = ceil(sqrt(count));
  const double small = side / (4 * (is_flat ? sqrt(clusters) : cbrt(clusters)));
  // Neighbours in the order of nodes are in one cluster, as in the order of a file.
  const int64_t cluster = (int64_t)((double)i / count * clusters);
  return side * cluster_unit(cluster, axis) + small * place;
}

/// A coordinate of a node.
static double coordinate(const scene *scene, int64_t i, int axis, uint64_t *random) {
  if (scene->measured != NOT_MEASURED) { return measured_coordinate(scene, i, axis, random); }
  const double huge = scene->scalar == CK_F64 ? 0x1p512 : 0x1p64;
  const double tiny = scene->scalar == CK_F64 ? 0x1p-1070 : 0x1p-146;
  const driver_run run = {.count = scene->count, .points = scene->points};
  const double x = driver_coordinate(&run, i, axis, random, tiny, huge);
  return scene->has_outliers && i % 97 == 3 ? x * 40 : x;
}

state make_state(const scene *scene, int64_t begin, int64_t end) {
  const int64_t stride = ck_stride(scene->dimension), size = scalar_size(scene);
  state state = {.count = end - begin};
  state.position = driver_allocate((size_t)(state.count * stride * size));
  state.velocity = driver_allocate((size_t)(state.count * stride * size));
  state.strength = driver_allocate((size_t)(state.count * size));
  for (int64_t i = begin; i < end; ++i) {
    uint64_t random = (uint64_t)i * 977 + 13;
    for (int axis = 0; axis < stride; ++axis) {
      const double x = axis < scene->dimension ? coordinate(scene, i, axis, &random) : 0;
      put(scene, state.position, (i - begin) * stride + axis, x);
      put(scene, state.velocity, (i - begin) * stride + axis, 0);
    }
    const double sign = scene->points == DRIVER_CLUSTERED && i % 3 == 0 ? 1 : -1;
    put(scene, state.strength, i - begin, sign * (20 + 20 * driver_unit(&random)));
  }
  return state;
}

void free_state(state *state) {
  free(state->position);
  free(state->velocity);
  free(state->strength);
}

void move(const scene *scene, state *state) {
  const int64_t all = state->count * ck_stride(scene->dimension);
  for (int64_t at = 0; at < all; ++at) {
    if (scene->scalar == CK_F64) {
      ((double *)state->position)[at] += ((double *)state->velocity)[at];
      ((double *)state->velocity)[at] *= 0.6;
    } else {
      ((float *)state->position)[at] += ((float *)state->velocity)[at];
      ((float *)state->velocity)[at] *= 0.6f;
    }
  }
}

ck_law law_of(const scene *scene, const state *state) {
  return (ck_law){.strength = state->strength,
                  .accuracy = scene->accuracy,
                  .theta = scene->theta,
                  .distance_min2 = scene->distance_min * scene->distance_min,
                  .distance_max2 = scene->distance_max * scene->distance_max};
}
