/// Cells of the shared tree, and their rows and points in messages.
#include "shared_tree.h"

// MARK: Rows

/// An array of `pass` with this number of bytes for each cell.
typedef struct ck_shared_column {
  char *array;
  int64_t bytes;
} ck_shared_column;

enum { CK_SHARED_COLUMNS = 6 };

/// The arrays that make up a cell; `joins`: with those that its parent is computed from.
static int ck_shared_columns(const ck_world_many_body *shared, bool joins,
                             ck_shared_column column[CK_SHARED_COLUMNS]) {
  const ck_many_body_pass *pass = &shared->pass;
  const int64_t size = shared->tasks.scalar == CK_F64 ? 8 : 4;
  int count = 0;
  column[count++] = (ck_shared_column){pass->sphere, 4 * size};
  column[count++] = (ck_shared_column){pass->mass, size};
  column[count++] = (ck_shared_column){pass->moments, shared->tasks.moment_row * size};
  if (pass->has_accuracy) { column[count++] = (ck_shared_column){pass->power, size}; }
  if (joins && pass->has_accuracy) { column[count++] = (ck_shared_column){pass->square, size}; }
  if (joins) { column[count++] = (ck_shared_column){pass->box, 2 * shared->dimension * 8}; }
  return count;
}

static int64_t ck_shared_row_bytes(const ck_world_many_body *shared, bool joins) {
  ck_shared_column column[CK_SHARED_COLUMNS];
  int64_t bytes = 0;
  for (int count = ck_shared_columns(shared, joins, column), c = 0; c < count; ++c) {
    bytes += column[c].bytes;
  }
  return bytes;
}

static char *ck_shared_write_row(const ck_world_many_body *shared, bool joins, int64_t cell,
                                 char *to) {
  ck_shared_column column[CK_SHARED_COLUMNS];
  for (int count = ck_shared_columns(shared, joins, column), c = 0; c < count; ++c) {
    memcpy(to, column[c].array + cell * column[c].bytes, (size_t)column[c].bytes);
    to += column[c].bytes;
  }
  return to;
}

static const char *ck_shared_read_row(const ck_world_many_body *shared, bool joins, int64_t cell,
                                      const char *from) {
  ck_shared_column column[CK_SHARED_COLUMNS];
  for (int count = ck_shared_columns(shared, joins, column), c = 0; c < count; ++c) {
    memcpy(column[c].array + cell * column[c].bytes, from, (size_t)column[c].bytes);
    from += column[c].bytes;
  }
  return from;
}

// MARK: Refit

/// Gives all ranks the roots of all subtrees.
static void ck_shared_gather_roots(ck_world_many_body *shared) {
  ck_world *world = shared->world;
  const int64_t row = ck_shared_row_bytes(shared, true), first = ck_many_body_level(shared->level);
  const int64_t count = INT64_C(1) << shared->level;
  char *all = ck_shared_bytes_for(shared, &shared->in, count * row);
  char *to = all + shared->subtrees.begin * row;
  for (int64_t at = shared->subtrees.begin; at < shared->subtrees.end; ++at) {
    to = ck_shared_write_row(shared, true, first + at, to);
  }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->in_at[rank] = shared->first_subtree[rank] * row;
  }
  ck_world_gather_all(world, all, shared->in_at);
  const char *from = all;
  for (int64_t at = 0; at < count; ++at) {
    from = ck_shared_read_row(shared, true, first + at, from);
  }
  shared->report.top += count * row;
}

void ck_shared_refit(ck_world_many_body *shared) {
  ck_many_body_pass *pass = &shared->pass;
  ck_many_body_refit_subtrees(shared->context, &shared->tasks, pass, shared->subtrees.begin,
                              shared->subtrees.end);
  ck_shared_gather_roots(shared);
  // The cells at the top are joined by all ranks, and so counted by all.
  int64_t sums[3] = {atomic_load(&pass->leaf_radius_sum), atomic_load(&pass->upper_radius_sum),
                     atomic_load(&pass->narrow_leaves)};
  ck_world_sum(shared->world, sums, 3);
  atomic_store(&pass->leaf_radius_sum, sums[0]);
  atomic_store(&pass->upper_radius_sum, sums[1]);
  atomic_store(&pass->narrow_leaves, sums[2]);
  ck_many_body_join_subtrees(shared->context, &shared->tasks, pass);
}

// MARK: Leaves

int64_t ck_shared_leaf_bytes(const ck_world_many_body *shared) {
  const int64_t scalar = shared->scalar == CK_F64 ? 8 : 4;
  const int64_t point = 8 + scalar + ck_stride(shared->dimension) * scalar;
  return 8 + CK_MANY_BODY_LEAF * point;
}

/// The three arrays of points, by place.
static int ck_shared_point_columns(const ck_world_many_body *shared, ck_shared_column column[3]) {
  const int64_t scalar = shared->scalar == CK_F64 ? 8 : 4;
  column[0] = (ck_shared_column){(char *)shared->identity, 8};
  column[1] = (ck_shared_column){shared->strength, scalar};
  column[2] = (ck_shared_column){shared->position, ck_stride(shared->dimension) * scalar};
  return 3;
}

char *ck_shared_write_leaf(const ck_world_many_body *shared, int64_t cell, char *to) {
  const int64_t slot = ck_kdtree_leaf_number(&shared->pass.shape, cell) * CK_MANY_BODY_LEAF;
  const int64_t left = shared->count - slot;
  const int64_t points = left < CK_MANY_BODY_LEAF ? left : CK_MANY_BODY_LEAF;
  ck_shared_column column[3];
  memcpy(to, &cell, sizeof cell);
  to += sizeof cell;
  for (int count = ck_shared_point_columns(shared, column), c = 0; c < count; ++c) {
    ck_shared_pick(column[c].array, column[c].bytes, shared->permutation + slot, points, to);
    const int64_t bytes = points * column[c].bytes, all = CK_MANY_BODY_LEAF * column[c].bytes;
    memset(to + bytes, 0, (size_t)(all - bytes));
    to += all;
  }
  return to;
}

const char *ck_shared_read_leaf(ck_world_many_body *shared, const char *from) {
  ck_many_body_pass *pass = &shared->pass;
  int64_t cell = 0;
  memcpy(&cell, from, sizeof cell);
  from += sizeof cell;
  const int64_t slot = ck_kdtree_leaf_number(&pass->shape, cell) * CK_MANY_BODY_LEAF;
  ck_shared_column column[3];
  for (int count = ck_shared_point_columns(shared, column), c = 0; c < count; ++c) {
    const int64_t bytes = CK_MANY_BODY_LEAF * column[c].bytes;
    memcpy(column[c].array + slot * column[c].bytes, from, (size_t)bytes);
    from += bytes;
  }
  for (int64_t at = slot; at < slot + CK_MANY_BODY_LEAF; ++at) {
    shared->permutation[at] = (int32_t)at;
  }
  // The leaf as a subtree of its own level. Its sizes are in its owner's sums.
  const int64_t leaf_sum = atomic_load(&pass->leaf_radius_sum),
                narrow = atomic_load(&pass->narrow_leaves);
  const int32_t level = ck_kdtree_depth(cell);
  pass->task_level = level;
  shared->tasks.refit(pass, 0, cell - ck_many_body_level(level),
                      cell - ck_many_body_level(level) + 1);
  atomic_store(&pass->leaf_radius_sum, leaf_sum);
  atomic_store(&pass->narrow_leaves, narrow);
  return from;
}

// MARK: Exchange

/// Bytes of the lists for a rank in a message: the numbers of both kinds, then the opened cells with
/// the rows of their children, then the leaves. 0 if both are empty.
static int64_t ck_shared_lists_bytes(const ck_world_many_body *shared,
                                     const ck_shared_lists *lists) {
  if (lists->opened.count == 0 && lists->leaves.count == 0) { return 0; }
  return 16 + lists->opened.count * (8 + 2 * ck_shared_row_bytes(shared, false)) +
         lists->leaves.count * ck_shared_leaf_bytes(shared);
}

static void ck_shared_write_lists(const ck_world_many_body *shared, const ck_shared_lists *lists,
                                  char *to) {
  memcpy(to, &lists->opened.count, 8);
  memcpy(to + 8, &lists->leaves.count, 8);
  to += 16;
  for (int64_t at = 0; at < lists->opened.count; ++at) {
    const int64_t cell = lists->opened.cell[at];
    memcpy(to, &cell, 8);
    to = ck_shared_write_row(shared, false, 2 * cell + 1, to + 8);
    to = ck_shared_write_row(shared, false, 2 * cell + 2, to);
  }
  for (int64_t at = 0; at < lists->leaves.count; ++at) {
    to = ck_shared_write_leaf(shared, lists->leaves.cell[at], to);
  }
}

static void ck_shared_mark(ck_world_many_body *shared, int64_t cell) {
  shared->present[cell] = 1;
  ck_shared_add(shared, &shared->received, cell);
}

static void ck_shared_read_lists(ck_world_many_body *shared, const char *from) {
  int64_t opened = 0, leaves = 0;
  memcpy(&opened, from, 8);
  memcpy(&leaves, from + 8, 8);
  from += 16;
  for (int64_t at = 0; at < opened; ++at) {
    int64_t cell = 0;
    memcpy(&cell, from, 8);
    from = ck_shared_read_row(shared, false, 2 * cell + 1, from + 8);
    from = ck_shared_read_row(shared, false, 2 * cell + 2, from);
    ck_shared_mark(shared, cell);
  }
  for (int64_t at = 0; at < leaves; ++at) {
    int64_t cell = 0;
    memcpy(&cell, from, 8);
    from = ck_shared_read_leaf(shared, from);
    ck_shared_mark(shared, cell);
  }
}

void ck_shared_exchange(ck_world_many_body *shared, int64_t *bytes) {
  ck_world *world = shared->world;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    shared->out_bytes[rank] = ck_shared_lists_bytes(shared, &shared->to[rank]);
  }
  ck_world_exchange_counts(world, shared->out_bytes, shared->in_bytes);
  for (ck_world_steps steps = {1, 1}; steps.end < world->size;) {
    steps = ck_world_round(world, steps.end, shared->out_bytes, shared->in_bytes);
    const int64_t out = ck_world_place_sent(world, steps, shared->out_bytes, shared->out_at);
    const int64_t in = ck_world_place_received(world, steps, shared->in_bytes, shared->in_at);
    char *send = ck_shared_bytes_for(shared, &shared->out, out);
    char *receive = ck_shared_bytes_for(shared, &shared->in, in);
    for (int32_t rank = 0; rank < world->size; ++rank) {
      if (shared->out_at[rank + 1] == shared->out_at[rank]) { continue; }
      ck_shared_write_lists(shared, &shared->to[rank], send + shared->out_at[rank]);
      shared->to[rank].opened.count = shared->to[rank].leaves.count = 0;
    }
    ck_world_exchange_steps(world, steps, send, shared->out_at, receive, shared->in_at);
    for (int32_t rank = 0; rank < world->size; ++rank) {
      if (shared->in_at[rank + 1] > shared->in_at[rank]) {
        ck_shared_read_lists(shared, receive + shared->in_at[rank]);
      }
    }
    *bytes += out + in;
  }
}

void ck_shared_forget_received(ck_world_many_body *shared) {
  for (int64_t at = 0; at < shared->received.count; ++at) {
    shared->present[shared->received.cell[at]] = 0;
  }
  shared->received.count = 0;
}
