/// The way of points from the ranks of their blocks to those of their slots, in a sort.
#include "shared_sort.h"

/// A message to a rank, or from one: for each of the owned cells with points of both parts how many
/// each has, then for each of these numbers and positions.
typedef struct ck_shared_mail {
  char *data;
  int64_t *at;
} ck_shared_mail;

/// The points of a cell by part, of this block.
static void ck_shared_count_parts(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                  int64_t count[2]) {
  count[0] = count[1] = 0;
  for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
    count[ck_shared_part(sorter, sorter->point[i])] += 1;
  }
}

static int64_t ck_shared_point_bytes(const ck_world_many_body *shared) {
  return (int64_t)sizeof(int32_t) +
         ck_stride(shared->dimension) * (shared->scalar == CK_F64 ? 8 : 4);
}

/// Writes the points of one part of a cell.
static char *ck_shared_write_part(const ck_shared_sorter *sorter, const ck_shared_cell *cell,
                                  int part, char *to) {
  const int64_t vector = ck_shared_point_bytes(sorter->shared) - (int64_t)sizeof(int32_t);
  for (int64_t i = cell->points.begin; i < cell->points.end; ++i) {
    const int64_t point = sorter->point[i];
    if (ck_shared_part(sorter, point) != part) { continue; }
    const int32_t number = (int32_t)(sorter->shared->nodes.begin + point);
    memcpy(to, &number, sizeof number);
    memcpy(to + sizeof number, sorter->position + point * vector, (size_t)vector);
    to += (int64_t)sizeof number + vector;
  }
  return to;
}

/// The message to all ranks. Owned cells are in the order of slots, and so of ranks.
static ck_shared_mail ck_shared_write_mail(const ck_shared_sorter *sorter) {
  ck_world *world = sorter->shared->world;
  const int64_t all = sorter->owned_count * 2 * (int64_t)sizeof(int64_t) +
                      (sorter->shared->nodes.end - sorter->shared->nodes.begin) *
                          ck_shared_point_bytes(sorter->shared);
  ck_shared_mail mail = {ck_world_allocate(world, all),
                         ck_world_allocate(world, (world->size + 1) * (int64_t)sizeof *mail.at)};
  char *to = mail.data;
  int64_t cell = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    mail.at[rank] = to - mail.data;
    const int64_t first = cell;
    for (; cell < sorter->owned_count && sorter->owned[cell].owner == rank; ++cell) {
      int64_t count[2];
      ck_shared_count_parts(sorter, &sorter->owned[cell], count);
      memcpy(to, count, sizeof count);
      to += sizeof count;
    }
    for (int64_t at = first; at < cell; ++at) {
      to = ck_shared_write_part(sorter, &sorter->owned[at], 0, to);
      to = ck_shared_write_part(sorter, &sorter->owned[at], 1, to);
    }
  }
  mail.at[world->size] = to - mail.data;
  return mail;
}

static ck_shared_mail ck_shared_exchange_mail(const ck_shared_sorter *sorter,
                                              const ck_shared_mail *out) {
  ck_world *world = sorter->shared->world;
  int64_t *bytes = ck_world_allocate(world, 2 * world->size * (int64_t)sizeof *bytes);
  ck_shared_mail in = {.at = ck_world_allocate(world, (world->size + 1) * (int64_t)sizeof *in.at)};
  for (int32_t rank = 0; rank < world->size; ++rank) {
    bytes[rank] = out->at[rank + 1] - out->at[rank];
  }
  ck_world_exchange_counts(world, bytes, bytes + world->size);
  in.at[0] = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    in.at[rank + 1] = in.at[rank] + bytes[world->size + rank];
  }
  in.data = ck_world_allocate(world, in.at[world->size]);
  ck_world_exchange(world, out->data, out->at, in.data, in.at);
  free(bytes);
  return in;
}

/// Puts the points of own cells into their slots: those of each part by increasing number, as they
/// come, from rank after rank.
static void ck_shared_read_mail(const ck_shared_sorter *sorter, const ck_shared_mail *mail,
                                const ck_shared_cell *own, int64_t cells) {
  ck_world_many_body *shared = sorter->shared;
  ck_world *world = shared->world;
  const int64_t vector = ck_shared_point_bytes(shared) - (int64_t)sizeof(int32_t);
  int64_t(*next)[2] = ck_world_allocate(world, cells * (int64_t)sizeof *next);
  for (int64_t at = 0; at < cells; ++at) {
    next[at][0] = own[at].slots.begin;
    next[at][1] = own[at].slots.begin > sorter->core ? own[at].slots.begin : sorter->core;
  }
  for (int32_t rank = 0; rank < world->size; ++rank) {
    const char *counts = mail->data + mail->at[rank];
    const char *from = counts + cells * 2 * (int64_t)sizeof(int64_t);
    for (int64_t at = 0; at < cells; ++at) {
      int64_t count[2];
      memcpy(count, counts + at * (int64_t)sizeof count, sizeof count);
      for (int part = 0; part < 2; ++part) {
        for (int64_t i = 0; i < count[part]; ++i, from += (int64_t)sizeof(int32_t) + vector) {
          const int64_t slot = next[at][part]++;
          int32_t number;
          memcpy(&number, from, sizeof number);
          shared->identity[slot] = number;
          memcpy(shared->position + slot * vector, from + sizeof number, (size_t)vector);
        }
      }
    }
  }
  free(next);
}

void ck_shared_send_cells(ck_shared_sorter *sorter, const ck_shared_cell *own, int64_t cells) {
  ck_shared_mail out = ck_shared_write_mail(sorter);
  // They have done their work, and what comes needs room.
  free(sorter->spare);
  free(sorter->candidate);
  free(sorter->point);
  ck_shared_mail in = ck_shared_exchange_mail(sorter, &out);
  free(out.data);
  free(out.at);
  ck_shared_read_mail(sorter, &in, own, cells);
  free(in.data);
  free(in.at);
}
