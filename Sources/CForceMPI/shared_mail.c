/// The way of points from the ranks of their blocks to those of their slots, in a sort.
#include "shared_sort.h"

/// Puts the core's points of each cell before its outliers, in the order they had, and counts both.
static void ck_shared_order_parts(const ck_shared_sorter *sorter, int64_t (*count)[2]) {
  for (int64_t at = 0; at < sorter->owned_count; ++at) {
    const ck_kdtree_range points = sorter->owned[at].points;
    int64_t core = points.begin, outliers = 0;
    if (sorter->is_outlier == NULL) { core = points.end; }
    for (int64_t i = core; i < points.end; ++i) {
      const int32_t point = sorter->point[i];
      const int part = ck_shared_part(sorter, point);
      sorter->spare[outliers] = point;
      sorter->point[core] = point;
      core += part == 0;
      outliers += part;
    }
    if (outliers > 0) {
      memcpy(sorter->point + core, sorter->spare, (size_t)outliers * sizeof *sorter->spare);
    }
    count[at][0] = core - points.begin;
    count[at][1] = outliers;
  }
}

/// Tells the owners of cells how many points of each part come. Returns the numbers for the own cells:
/// by rank, then by cell. Sets the ends of what each rank sends and receives.
static int64_t (*ck_shared_exchange_counts(const ck_shared_sorter *sorter, int64_t cells))[2] {
  ck_world_many_body *shared = sorter->shared;
  ck_world *world = shared->world;
  const int64_t row = 2 * (int64_t)sizeof(int64_t);
  int64_t(*out)[2] = ck_world_allocate(world, sorter->owned_count * row);
  int64_t(*in)[2] = ck_world_allocate(world, world->size * cells * row);
  ck_shared_order_parts(sorter, out);
  int64_t cell = 0;
  shared->send_end[0] = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    shared->out_at[rank] = cell * row;
    shared->in_at[rank] = rank * cells * row;
    shared->send_end[rank + 1] = shared->send_end[rank];
    for (; cell < sorter->owned_count && sorter->owned[cell].owner == rank; ++cell) {
      shared->send_end[rank + 1] += out[cell][0] + out[cell][1];
    }
  }
  shared->out_at[world->size] = cell * row;
  shared->in_at[world->size] = world->size * cells * row;
  ck_world_exchange(world, out, shared->out_at, in, shared->in_at);
  shared->receive_end[0] = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    shared->receive_end[rank + 1] = shared->receive_end[rank];
    for (int64_t at = rank * cells; at < (rank + 1) * cells; ++at) {
      shared->receive_end[rank + 1] += in[at][0] + in[at][1];
    }
  }
  CK_ASSERT(shared->receive_end[world->size] == shared->slots.end - shared->slots.begin);
  free(out);
  return in;
}

/// Sends the numbers of nodes to their places.
static void ck_shared_send_numbers(ck_world_many_body *shared) {
  ck_world *world = shared->world;
  const int64_t slots = shared->slots.end - shared->slots.begin;
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->out_at[rank] = shared->send_end[rank] * (int64_t)sizeof *shared->send_node;
    shared->in_at[rank] = shared->receive_end[rank] * (int64_t)sizeof *shared->send_node;
  }
  int32_t *node = (void *)ck_shared_bytes_for(shared, &shared->in, slots * (int64_t)sizeof *node);
  ck_world_exchange(world, shared->send_node, shared->out_at, node, shared->in_at);
  int64_t *identity = shared->identity + shared->slots.begin;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    const int64_t first = ck_world_first_node(world, rank, shared->count);
    for (int64_t at = shared->receive_end[rank]; at < shared->receive_end[rank + 1]; ++at) {
      identity[at] = first + node[at];
    }
  }
}

/// Gives the slots of own cells their points: those of each part by increasing number, which are those
/// of rank after rank.
static void ck_shared_fill_slots(const ck_world_many_body *shared, const ck_shared_cell *own,
                                 int64_t cells, const int64_t (*count)[2]) {
  const int32_t size = shared->world->size;
  int64_t *next = ck_world_allocate(shared->world, size * (int64_t)sizeof *next);
  for (int32_t rank = 0; rank < size; ++rank) {
    next[rank] = shared->slots.begin + shared->receive_end[rank];
  }
  for (int64_t at = 0; at < cells; ++at) {
    int64_t slot = own[at].slots.begin;
    for (int part = 0; part < 2; ++part) {
      for (int32_t rank = 0; rank < size; ++rank) {
        const int64_t end = next[rank] + count[rank * cells + at][part];
        for (int64_t place = next[rank]; place < end; ++place) {
          shared->permutation[slot++] = (int32_t)place;
        }
        next[rank] = end;
      }
    }
  }
  free(next);
}

void ck_shared_send_cells(ck_shared_sorter *sorter, const ck_shared_cell *own, int64_t cells) {
  ck_world_many_body *shared = sorter->shared;
  int64_t(*count)[2] = ck_shared_exchange_counts(sorter, cells);
  ck_shared_send_numbers(shared);
  ck_shared_send_positions(shared, sorter->position);
  ck_shared_fill_slots(shared, own, cells, (const int64_t(*)[2])count);
  free(count);
}
