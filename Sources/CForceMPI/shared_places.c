/// Nodes and their places: the ways between blocks and slots.
#include "shared_tree.h"

#include "isa.h"

static int64_t ck_shared_vector(const ck_world_many_body *shared) {
  return ck_stride(shared->dimension) * (shared->scalar == CK_F64 ? 8 : 4);
}

void ck_shared_make_ways(ck_world_many_body *shared) {
  ck_world *world = shared->world;
  const int32_t size = world->size;
  const int64_t slots = shared->slots.end - shared->slots.begin;
  const int64_t *identity = shared->identity + shared->slots.begin;
  // Own slots by the ranks of their nodes: a block is found by its number.
  int64_t *first = ck_world_allocate(shared->world, (size + 1) * (int64_t)sizeof *first);
  int32_t *rank_of = ck_world_allocate(shared->world, slots * (int64_t)sizeof *rank_of);
  for (int32_t rank = 0; rank <= size; ++rank) {
    first[rank] = ck_world_first_node(world, rank, shared->count);
    shared->receive_end[rank] = 0;
  }
  for (int64_t slot = 0; slot < slots; ++slot) {
    int32_t rank = (int32_t)((double)identity[slot] / (double)shared->count * size);
    while (rank > 0 && identity[slot] < first[rank]) { rank -= 1; }
    while (identity[slot] >= first[rank + 1]) { rank += 1; }
    rank_of[slot] = rank;
    shared->receive_end[rank + 1] += 1;
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    shared->receive_end[rank + 1] += shared->receive_end[rank];
  }
  int64_t *next = ck_world_allocate(shared->world, size * (int64_t)sizeof *next);
  memcpy(next, shared->receive_end, (size_t)size * sizeof *next);
  int32_t *wanted =
      (void *)ck_shared_bytes_for(shared, &shared->out, slots * (int64_t)sizeof *wanted);
  for (int64_t slot = 0; slot < slots; ++slot) {
    const int32_t rank = rank_of[slot];
    wanted[next[rank]] = (int32_t)(identity[slot] - first[rank]);
    shared->receive_slot[next[rank]++] = shared->slots.begin + slot;
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    shared->out_at[rank] = shared->receive_end[rank + 1] - shared->receive_end[rank];
  }
  ck_world_exchange_counts(world, shared->out_at, shared->in_at);
  shared->send_end[0] = 0;
  for (int32_t rank = 0; rank < size; ++rank) {
    shared->send_end[rank + 1] = shared->send_end[rank] + shared->in_at[rank];
  }
  for (int32_t rank = 0; rank <= size; ++rank) {
    shared->out_at[rank] = shared->receive_end[rank] * (int64_t)sizeof *wanted;
    shared->in_at[rank] = shared->send_end[rank] * (int64_t)sizeof *wanted;
  }
  ck_world_exchange(world, wanted, shared->out_at, shared->send_node, shared->in_at);
  free(next);
  free(rank_of);
  free(first);
}

/// Copies items of `bytes` bytes.
static void ck_shared_pick(const char *from, int64_t bytes, const int32_t *which, int64_t count,
                           char *to) {
  for (int64_t i = 0; i < count; ++i) {
    memcpy(to + i * bytes, from + which[i] * bytes, (size_t)bytes);
  }
}

/// Sends items of this rank's nodes to their slots.
static void ck_shared_send_items(ck_world_many_body *shared, const void *items, int64_t bytes,
                                 char *slots) {
  ck_world *world = shared->world;
  const int64_t out = shared->send_end[world->size], in = shared->receive_end[world->size];
  char *send = ck_shared_bytes_for(shared, &shared->out, out * bytes);
  char *receive = ck_shared_bytes_for(shared, &shared->in, in * bytes);
  ck_shared_pick(items, bytes, shared->send_node, out, send);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->out_at[rank] = shared->send_end[rank] * bytes;
    shared->in_at[rank] = shared->receive_end[rank] * bytes;
  }
  ck_world_exchange(world, send, shared->out_at, receive, shared->in_at);
  for (int64_t i = 0; i < in; ++i) {
    memcpy(slots + shared->receive_slot[i] * bytes, receive + i * bytes, (size_t)bytes);
  }
  shared->report.moved += (out + in) * bytes;
}

void ck_shared_send_points(ck_world_many_body *shared, const void *position, const void *strength,
                           bool strength_changed) {
  ck_shared_send_items(shared, position, ck_shared_vector(shared), shared->position);
  if (strength != NULL && (strength_changed || !shared->has_sent)) {
    const int64_t scalar = shared->scalar == CK_F64 ? 8 : 4;
    ck_shared_send_items(shared, strength, scalar, shared->strength);
    memcpy(shared->sent_strength, strength,
           (size_t)((shared->nodes.end - shared->nodes.begin) * scalar));
    shared->has_sent = true;
  }
}

void ck_shared_return_marks(ck_world_many_body *shared, const bool *marks, uint8_t *to) {
  ck_world *world = shared->world;
  const int64_t out = shared->receive_end[world->size], in = shared->send_end[world->size];
  char *send = ck_shared_bytes_for(shared, &shared->out, out);
  char *receive = ck_shared_bytes_for(shared, &shared->in, in);
  for (int64_t i = 0; i < out; ++i) { send[i] = (char)marks[shared->receive_slot[i]]; }
  ck_world_exchange(world, send, shared->receive_end, receive, shared->send_end);
  for (int64_t i = 0; i < in; ++i) { to[shared->send_node[i]] = (uint8_t)receive[i]; }
}

/// Writes the forces on own slots as the kernels push them to velocities, but for alpha.
static void ck_shared_write_forces(const ck_world_many_body *shared, char *to) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const ck_many_body_pass *pass = &shared->pass;
  const int64_t axes = shared->dimension, in = shared->receive_end[shared->world->size];
  for (int64_t i = 0; i < in; ++i) {
    const int64_t slot = shared->receive_slot[i], leaf = slot / LEAF;
    for (int64_t k = 0; k < axes; ++k) {
      const int64_t at = (leaf * axes + k) * LEAF + slot % LEAF;
      const double force = (shared->tasks.scalar == CK_F64 ? ((const double *)pass->force)[at]
                                                           : (double)((const float *)pass->force)[at]) *
                           pass->force_scale;
      if (shared->scalar == CK_F64) {
        memcpy(to + (i * axes + k) * 8, &force, 8);
      } else {
        const float rounded = (float)force;
        memcpy(to + (i * axes + k) * 4, &rounded, 4);
      }
    }
  }
}

void ck_shared_return_forces(ck_world_many_body *shared, double alpha, void *velocity) {
  ck_world *world = shared->world;
  const int64_t axes = shared->dimension, scalar = shared->scalar == CK_F64 ? 8 : 4;
  const int64_t out = shared->receive_end[world->size], in = shared->send_end[world->size];
  char *send = ck_shared_bytes_for(shared, &shared->out, out * axes * scalar);
  char *receive = ck_shared_bytes_for(shared, &shared->in, in * axes * scalar);
  ck_shared_write_forces(shared, send);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->out_at[rank] = shared->receive_end[rank] * axes * scalar;
    shared->in_at[rank] = shared->send_end[rank] * axes * scalar;
  }
  ck_world_exchange(world, send, shared->out_at, receive, shared->in_at);
  shared->report.moved += (out + in) * axes * scalar;
  for (int64_t i = 0; i < in; ++i) {
    for (int64_t k = 0; k < axes; ++k) {
      const int64_t at = shared->send_node[i] * ck_stride(shared->dimension) + k;
      if (shared->scalar == CK_F64) {
        ((double *)velocity)[at] += ((const double *)(void *)receive)[i * axes + k] * alpha;
      } else {
        ((float *)velocity)[at] +=
            ((const float *)(void *)receive)[i * axes + k] * (float)alpha;
      }
    }
  }
}
