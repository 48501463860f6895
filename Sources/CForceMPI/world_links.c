/// Links over all ranks: each has the rows of its nodes, and the predicted positions of the nodes of
/// others that these lead to, its halo.
#include "links.h"
#include "world.h"

struct ck_world_links {
  ck_world *world;
  ck_context *context;
  int32_t scalar, dimension;
  /// Own nodes, and those of the halo.
  int64_t count, halo;
  /// Rows of own nodes, by place: own nodes, then the halo by number. `total` is of all places.
  int64_t *begin;
  int32_t *other;
  char *length, *coefficient, *total;
  double common_length;
  int64_t *identity;
  char *predicted;
  /// Own nodes that others need, by rank, and the ends by rank; the ends of the halo by rank.
  int32_t *send;
  int64_t *send_end, *halo_end, *out_at, *in_at;
  char *out;
};

static void *ck_world_links_copy(ck_world *world, const void *from, int64_t bytes) {
  if (from == NULL) { return NULL; }
  void *copy = ck_world_allocate(world, bytes);
  if (bytes > 0) { memcpy(copy, from, (size_t)bytes); }
  return copy;
}

static int ck_world_compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/// The numbers of the nodes of others that links lead to, once each, in order.
static int64_t *ck_world_find_halo(ck_world_links *links, const int32_t *other, int64_t first) {
  const int64_t ends = links->begin[links->count];
  int64_t *halo = ck_world_allocate(links->world, ends * (int64_t)sizeof *halo), found = 0;
  for (int64_t end = 0; end < ends; ++end) {
    if (other[end] < first || other[end] >= first + links->count) { halo[found++] = other[end]; }
  }
  qsort(halo, (size_t)found, sizeof *halo, ck_world_compare);
  links->halo = 0;
  for (int64_t i = 0; i < found; ++i) {
    if (i == 0 || halo[i] != halo[i - 1]) { halo[links->halo++] = halo[i]; }
  }
  return halo;
}

/// Sends one item for each place of others' halos, and receives those of the own one.
static void ck_world_send_halo(ck_world_links *links, const char *own, int64_t bytes, char *halo) {
  ck_world *world = links->world;
  for (int64_t i = 0; i < links->send_end[world->size]; ++i) {
    memcpy(links->out + i * bytes, own + links->send[i] * bytes, (size_t)bytes);
  }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    links->out_at[rank] = links->send_end[rank] * bytes;
    links->in_at[rank] = links->halo_end[rank] * bytes;
  }
  ck_world_exchange(world, links->out, links->out_at, halo, links->in_at);
}

/// Tells the owners of the halo's nodes what to send. `wanted`: their numbers, in order.
static void ck_world_ask_for_halo(ck_world_links *links, const int64_t *wanted, int64_t count) {
  ck_world *world = links->world;
  int64_t at = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    links->halo_end[rank] = at;
    const int64_t last = ck_world_first_node(world, rank + 1, count);
    while (at < links->halo && wanted[at] < last) { at += 1; }
    links->out_at[rank] = at - links->halo_end[rank];
  }
  links->halo_end[world->size] = at;
  ck_world_exchange_counts(world, links->out_at, links->in_at);
  links->send_end[0] = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    links->send_end[rank + 1] = links->send_end[rank] + links->in_at[rank];
  }
  const int64_t sends = links->send_end[world->size];
  int64_t *asked = ck_world_allocate(world, sends * (int64_t)sizeof *asked);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    links->out_at[rank] = links->halo_end[rank] * (int64_t)sizeof *asked;
    links->in_at[rank] = links->send_end[rank] * (int64_t)sizeof *asked;
  }
  ck_world_exchange(world, wanted, links->out_at, asked, links->in_at);
  const int64_t first = ck_world_first_node(world, world->rank, count);
  links->send = ck_world_allocate(world, sends * (int64_t)sizeof *links->send);
  for (int64_t i = 0; i < sends; ++i) { links->send[i] = (int32_t)(asked[i] - first); }
  const int64_t vector = ck_stride(links->dimension) * (links->scalar == CK_F64 ? 8 : 4);
  links->out = ck_world_allocate(world, sends * vector);
  free(asked);
}

ck_world_links *ck_world_links_create(ck_world *world, ck_settings settings, int32_t scalar,
                                      int32_t dimension, int64_t count, const int64_t *begin,
                                      const int32_t *other, const void *length,
                                      const void *coefficient, const void *total,
                                      double common_length) {
  const int64_t first = ck_world_first_node(world, world->rank, count);
  const int64_t own = ck_world_first_node(world, world->rank + 1, count) - first;
  const int64_t ends = begin[own], bytes = scalar == CK_F64 ? 8 : 4;
  ck_world_links *links = ck_world_allocate(world, sizeof *links);
  *links = (ck_world_links){.world = world,
                            .context = ck_context_create(settings),
                            .scalar = scalar,
                            .dimension = dimension,
                            .count = own,
                            .common_length = common_length};
  links->begin = ck_world_links_copy(world, begin, (own + 1) * (int64_t)sizeof *begin);
  links->length = ck_world_links_copy(world, length, ends * bytes);
  links->coefficient = ck_world_links_copy(world, coefficient, ends * bytes);
  int64_t **by_rank[] = {&links->send_end, &links->halo_end, &links->out_at, &links->in_at};
  for (size_t i = 0; i < sizeof by_rank / sizeof *by_rank; ++i) {
    *by_rank[i] = ck_world_allocate(world, (world->size + 1) * (int64_t)sizeof(int64_t));
  }
  int64_t *halo = ck_world_find_halo(links, other, first);
  const int64_t places = own + links->halo;
  CK_ASSERT(places <= INT32_MAX);
  ck_world_ask_for_halo(links, halo, count);
  links->identity = ck_world_allocate(world, places * (int64_t)sizeof *links->identity);
  for (int64_t i = 0; i < own; ++i) { links->identity[i] = first + i; }
  for (int64_t i = 0; i < links->halo; ++i) { links->identity[own + i] = halo[i]; }
  links->other = ck_world_allocate(world, ends * (int64_t)sizeof *links->other);
  for (int64_t end = 0; end < ends; ++end) {
    const int64_t node = other[end];
    if (node >= first && node < first + own) {
      links->other[end] = (int32_t)(node - first);
    } else {
      const int64_t *found =
          bsearch(&node, halo, (size_t)links->halo, sizeof *halo, ck_world_compare);
      links->other[end] = (int32_t)(own + (found - halo));
    }
  }
  free(halo);
  links->total = ck_world_allocate(world, places * bytes);
  if (own > 0) { memcpy(links->total, total, (size_t)(own * bytes)); }
  ck_world_send_halo(links, links->total, bytes, links->total + own * bytes);
  links->predicted = ck_world_allocate(world, places * ck_stride(dimension) * bytes);
  return links;
}

void ck_world_links_destroy(ck_world_links *links) {
  if (links == NULL) { return; }
  void *all[] = {links->begin,    links->other,    links->length, links->coefficient,
                 links->total,    links->identity, links->send,   links->predicted,
                 links->send_end, links->halo_end, links->out_at, links->in_at,
                 links->out};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) { free(all[i]); }
  ck_context_destroy(links->context);
  free(links);
}

#define CK_WORLD_LOWEST_LIMIT(SCALAR)                                                      \
  static double ck_world_lowest_limit_##SCALAR(const ck_world_links *links) {              \
    const SCALAR *total = (const void *)links->total;                                      \
    SCALAR lowest = INFINITY;                                                              \
    for (int64_t node = 0; node < links->count; ++node) {                                  \
      for (int64_t end = links->begin[node]; end < links->begin[node + 1]; ++end) {        \
        const SCALAR limit = (SCALAR)(4.0 / 3) / (total[node] + total[links->other[end]]); \
        lowest = limit < lowest ? limit : lowest;                                          \
      }                                                                                    \
    }                                                                                      \
    return (double)lowest;                                                                 \
  }

CK_WORLD_LOWEST_LIMIT(float)
CK_WORLD_LOWEST_LIMIT(double)

double ck_world_links_lowest_limit(const ck_world_links *links) {
  const uint64_t control = ck_control_begin();
  double highest = -(links->scalar == CK_F64 ? ck_world_lowest_limit_double(links)
                                             : ck_world_lowest_limit_float(links));
  ck_world_max(links->world, &highest, 1);
  ck_control_end(control);
  return -highest;
}

int64_t ck_world_links_halo(const ck_world_links *links) { return links->halo; }

/// Predicted positions of own nodes.
static void ck_world_predict(const ck_world_links *links, ck_points points, const void *velocity) {
  const int64_t all = points.count * ck_stride(points.dimension);
  if (points.scalar == CK_F64) {
    const double *x = points.position, *v = velocity;
    for (int64_t at = 0; at < all; ++at) {
      ((double *)(void *)links->predicted)[at] = x[at] + v[at];
    }
  } else {
    const float *x = points.position, *v = velocity;
    for (int64_t at = 0; at < all; ++at) {
      ((float *)(void *)links->predicted)[at] = x[at] + v[at];
    }
  }
}

void ck_world_links_add(ck_world_links *links, ck_points points, int32_t iterations, double alpha,
                        bool is_limited, ck_jiggle jiggle, void *velocity) {
  CK_ASSERT(points.scalar == links->scalar && points.dimension == links->dimension);
  CK_ASSERT(points.count == links->count);
  const uint64_t control = ck_control_begin();
  const int64_t vector = ck_stride(points.dimension) * ck_scalar_size(points);
  ck_links_pass pass = {
      .points = {points.scalar, points.dimension, links->count + links->halo, points.position},
      .links = {links->begin, links->other, links->length, links->coefficient,
                is_limited ? links->total : NULL, links->common_length},
      .alpha = alpha,
      .jiggle = jiggle,
      .velocity = velocity,
      .identity = links->identity,
      .predicted = links->predicted};
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    ck_world_predict(links, points, velocity);
    ck_world_send_halo(links, links->predicted, vector, links->predicted + links->count * vector);
    ck_links_pull(links->context, &pass, links->count);
  }
  ck_control_end(control);
}
