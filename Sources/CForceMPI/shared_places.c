/// Nodes and their places: the ways between blocks and the points of the tree.
///
/// The points of own slots lie in the order in which they come, by the rank of their block, so that
/// what is received needs no copy: the permutation tells the slots' places, as it does in one process.
#include "shared_tree.h"

#include "isa.h"

static int64_t ck_shared_scalar_size(const ck_world_many_body *shared) {
  return shared->scalar == CK_F64 ? 8 : 4;
}

static int64_t ck_shared_vector(const ck_world_many_body *shared) {
  return ck_stride(shared->dimension) * ck_shared_scalar_size(shared);
}

// A copy of a constant size is one move, not a call.
#define CK_SHARED_PICK(BYTES)                                          \
  case BYTES:                                                          \
    for (int64_t i = 0; i < count; ++i) {                              \
      memcpy(to + i * BYTES, from + (int64_t)which[i] * BYTES, BYTES); \
    }                                                                  \
    break;

void ck_shared_pick(const char *from, int64_t bytes, const int32_t *which, int64_t count,
                    char *to) {
  switch (bytes) {
    CK_SHARED_PICK(4)
    CK_SHARED_PICK(8)
    CK_SHARED_PICK(16)
    CK_SHARED_PICK(32)
  default: CK_ASSERT(!"a scalar or a vector"); break;
  }
}

// MARK: Ways

void ck_shared_make_ways(ck_world_many_body *shared, const int64_t *number) {
  ck_world *world = shared->world;
  const int32_t size = world->size;
  const int64_t begin = shared->slots.begin, slots = shared->slots.end - begin;
  // Own slots by the ranks of their nodes: a block is found by its number.
  int64_t *first = ck_world_allocate(world, (size + 1) * (int64_t)sizeof *first);
  int32_t *rank_of = ck_world_allocate(world, slots * (int64_t)sizeof *rank_of);
  for (int32_t rank = 0; rank <= size; ++rank) {
    first[rank] = ck_world_first_node(world, rank, shared->count);
    shared->receive_end[rank] = 0;
  }
  for (int64_t slot = 0; slot < slots; ++slot) {
    int32_t rank = (int32_t)((double)number[slot] / (double)shared->count * size);
    while (rank > 0 && number[slot] < first[rank]) { rank -= 1; }
    while (number[slot] >= first[rank + 1]) { rank += 1; }
    rank_of[slot] = rank;
    shared->receive_end[rank + 1] += 1;
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    shared->receive_end[rank + 1] += shared->receive_end[rank];
  }
  int64_t *next = ck_world_allocate(world, size * (int64_t)sizeof *next);
  memcpy(next, shared->receive_end, (size_t)size * sizeof *next);
  int32_t *wanted =
      (void *)ck_shared_bytes_for(shared, &shared->out, slots * (int64_t)sizeof *wanted);
  for (int64_t slot = 0; slot < slots; ++slot) {
    const int64_t place = next[rank_of[slot]]++;
    wanted[place] = (int32_t)(number[slot] - first[rank_of[slot]]);
    shared->identity[begin + place] = number[slot];
    shared->permutation[begin + slot] = (int32_t)(begin + place);
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
  shared->has_sent = false;
  free(next);
  free(rank_of);
  free(first);
}

// MARK: To the places

/// The bytes of items of this rank's nodes for each rank, and of items for own slots from each rank.
static void ck_shared_count_items(ck_world_many_body *shared, int64_t bytes, int64_t *of_nodes,
                                  int64_t *of_slots) {
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    of_nodes[rank] = (shared->send_end[rank + 1] - shared->send_end[rank]) * bytes;
    of_slots[rank] = (shared->receive_end[rank + 1] - shared->receive_end[rank]) * bytes;
  }
}

/// Sends items of this rank's nodes to their places in an array.
static void ck_shared_send_items(ck_world_many_body *shared, const void *items, int64_t bytes,
                                 char *places) {
  ck_world *world = shared->world;
  const int32_t own = world->rank;
  char *receive = places + shared->slots.begin * bytes;
  ck_shared_count_items(shared, bytes, shared->out_bytes, shared->in_bytes);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->in_at[rank] = shared->receive_end[rank] * bytes;
  }
  ck_shared_pick(items, bytes, shared->send_node + shared->send_end[own],
                 shared->out_bytes[own] / bytes, receive + shared->in_at[own]);
  for (ck_world_steps steps = {1, 1}; steps.end < world->size;) {
    steps = ck_world_round(world, steps.end, shared->out_bytes, shared->in_bytes);
    const int64_t out = ck_world_place_sent(world, steps, shared->out_bytes, shared->out_at);
    char *send = ck_shared_bytes_for(shared, &shared->out, out);
    for (int32_t rank = 0; rank < world->size; ++rank) {
      ck_shared_pick(items, bytes, shared->send_node + shared->send_end[rank],
                     (shared->out_at[rank + 1] - shared->out_at[rank]) / bytes,
                     send + shared->out_at[rank]);
    }
    ck_world_exchange_steps(world, steps, send, shared->out_at, receive, shared->in_at);
    shared->report.moved += out;
  }
  shared->report.moved += shared->in_at[world->size] - shared->in_bytes[own];
}

uint64_t ck_shared_hash_strengths(const ck_world_many_body *shared, const void *strength) {
  // The lanes are apart, so that their multiplications need not wait for each other.
  enum { LANES = 4, WORD = 4 };
  static const uint64_t odd = UINT64_C(0x9E3779B97F4A7C15);
  const int64_t nodes = shared->nodes.end - shared->nodes.begin;
  const int64_t words = nodes * ck_shared_scalar_size(shared) / WORD;
  uint64_t lane[LANES] = {1, 2, 3, 4}, hash = 0;
  for (int64_t at = 0; at < words; ++at) {
    uint32_t word = 0;
    memcpy(&word, (const char *)strength + at * WORD, WORD);
    uint64_t *own = &lane[at % LANES];
    *own = (*own ^ word) * odd;
    *own ^= *own >> 32;
  }
  for (int i = 0; i < LANES; ++i) {
    hash = (hash ^ lane[i]) * odd;
    hash ^= hash >> 29;
  }
  return hash;
}

void ck_shared_send_positions(ck_world_many_body *shared, const void *position) {
  ck_shared_send_items(shared, position, ck_shared_vector(shared), shared->position);
}

void ck_shared_send_strengths(ck_world_many_body *shared, const void *strength) {
  const int64_t scalar = ck_shared_scalar_size(shared);
  ck_shared_send_items(shared, strength, scalar, shared->strength);
  shared->sent_hash = ck_shared_hash_strengths(shared, strength);
  shared->has_sent = true;
}

// MARK: Back to the blocks

void ck_shared_return_marks(ck_world_many_body *shared, const bool *marks, uint8_t *to) {
  const int64_t in = shared->send_end[shared->world->size];
  char *receive = ck_shared_bytes_for(shared, &shared->in, in);
  ck_world_exchange(shared->world, marks + shared->slots.begin, shared->receive_end, receive,
                    shared->send_end);
  for (int64_t i = 0; i < in; ++i) { to[shared->send_node[i]] = (uint8_t)receive[i]; }
}

// Places are anywhere in memory: they are asked for so many slots before they are written.
enum { CK_SHARED_AHEAD = 32 };

/// Writes the forces on own slots to their places, as the kernels push them to velocities, but for
/// alpha; FORCE is the type of the computation, SCALAR that of velocities. Adds forces to velocities.
#define CK_SHARED_FORCES(FORCE, SCALAR)                                                          \
  static CK_INLINE void ck_shared_write_forces_##FORCE##_##SCALAR(                               \
      const ck_world_many_body *shared, const int axes, SCALAR *to) {                            \
    enum { LEAF = CK_MANY_BODY_LEAF };                                                           \
    const ck_many_body_pass *pass = &shared->pass;                                               \
    const ck_kdtree_range slots = shared->slots;                                                 \
    const int32_t *place = shared->permutation;                                                  \
    for (int64_t slot = slots.begin; slot < slots.end; ++slot) {                                 \
      const FORCE *force = (const FORCE *)pass->force + slot / LEAF * axes * LEAF + slot % LEAF; \
      SCALAR *own = to + (place[slot] - slots.begin) * axes;                                     \
      if (slot + CK_SHARED_AHEAD < slots.end) {                                                  \
        __builtin_prefetch(to + (place[slot + CK_SHARED_AHEAD] - slots.begin) * axes, 1);        \
      }                                                                                          \
      for (int k = 0; k < axes; ++k) {                                                           \
        own[k] = (SCALAR)((double)force[k * LEAF] * pass->force_scale);                          \
      }                                                                                          \
    }                                                                                            \
  }

CK_SHARED_FORCES(float, float)
CK_SHARED_FORCES(float, double)
CK_SHARED_FORCES(double, float)
CK_SHARED_FORCES(double, double)

static CK_INLINE void ck_shared_write_forces_of(const ck_world_many_body *shared, const int axes,
                                                void *to) {
  if (shared->tasks.scalar == CK_F64) {
    if (shared->scalar == CK_F64) {
      ck_shared_write_forces_double_double(shared, axes, to);
    } else {
      ck_shared_write_forces_double_float(shared, axes, to);
    }
  } else if (shared->scalar == CK_F64) {
    ck_shared_write_forces_float_double(shared, axes, to);
  } else {
    ck_shared_write_forces_float_float(shared, axes, to);
  }
}

static void ck_shared_write_forces(const ck_world_many_body *shared, void *to) {
  if (shared->dimension == 2) {
    ck_shared_write_forces_of(shared, 2, to);
  } else {
    ck_shared_write_forces_of(shared, 3, to);
  }
}

/// Adds forces to the velocities of some nodes.
#define CK_SHARED_ADD(SCALAR)                                                                    \
  static CK_INLINE void ck_shared_add_##SCALAR(const SCALAR *force, const int axes,              \
                                               const int32_t *node, int64_t count, SCALAR alpha, \
                                               SCALAR *velocity) {                               \
    const int stride = axes == 2 ? 2 : 4;                                                        \
    for (int64_t i = 0; i < count; ++i) {                                                        \
      SCALAR *own = velocity + (int64_t)node[i] * stride;                                        \
      for (int k = 0; k < axes; ++k) { own[k] += force[i * axes + k] * alpha; }                  \
    }                                                                                            \
  }

CK_SHARED_ADD(float)
CK_SHARED_ADD(double)

static void ck_shared_add_forces(const ck_world_many_body *shared, const void *force,
                                 const int32_t *node, int64_t count, double alpha, void *velocity) {
  const bool is_flat = shared->dimension == 2;
  if (shared->scalar == CK_F64) {
    if (is_flat) {
      ck_shared_add_double(force, 2, node, count, alpha, velocity);
    } else {
      ck_shared_add_double(force, 3, node, count, alpha, velocity);
    }
  } else if (is_flat) {
    ck_shared_add_float(force, 2, node, count, (float)alpha, velocity);
  } else {
    ck_shared_add_float(force, 3, node, count, (float)alpha, velocity);
  }
}

void ck_shared_return_forces(ck_world_many_body *shared, double alpha, void *velocity) {
  ck_world *world = shared->world;
  const int32_t own = world->rank;
  const int64_t row = shared->dimension * ck_shared_scalar_size(shared);
  ck_shared_count_items(shared, row, shared->in_bytes, shared->out_bytes);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->out_at[rank] = shared->receive_end[rank] * row;
  }
  // Positions come anew before they are needed again, and are not smaller than forces.
  char *send = shared->position + shared->slots.begin * ck_shared_vector(shared);
  ck_shared_write_forces(shared, send);
  ck_shared_add_forces(shared, send + shared->out_at[own],
                       shared->send_node + shared->send_end[own], shared->in_bytes[own] / row,
                       alpha, velocity);
  for (ck_world_steps steps = {1, 1}; steps.end < world->size;) {
    steps = ck_world_round(world, steps.end, shared->out_bytes, shared->in_bytes);
    const int64_t in = ck_world_place_received(world, steps, shared->in_bytes, shared->in_at);
    char *receive = ck_shared_bytes_for(shared, &shared->in, in);
    ck_world_exchange_steps(world, steps, send, shared->out_at, receive, shared->in_at);
    for (int32_t rank = 0; rank < world->size; ++rank) {
      ck_shared_add_forces(shared, receive + shared->in_at[rank],
                           shared->send_node + shared->send_end[rank],
                           (shared->in_at[rank + 1] - shared->in_at[rank]) / row, alpha, velocity);
    }
    shared->report.moved += in;
  }
  shared->report.moved += shared->out_at[world->size] - shared->out_bytes[own];
}
