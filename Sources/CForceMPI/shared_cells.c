/// Cells of the shared tree, and their rows and points in messages.
#include "shared_tree.h"

// MARK: Rows

/// An array with this number of bytes for each cell or place.
typedef struct ck_shared_column {
  char *array;
  int64_t bytes;
} ck_shared_column;

enum { CK_SHARED_COLUMNS = 6 };

/// The arrays of `pass` that make up a cell.
typedef struct ck_shared_row {
  ck_shared_column column[CK_SHARED_COLUMNS];
  int32_t count;
  /// Of all columns.
  int64_t bytes;
} ck_shared_row;

static void ck_shared_add_column(ck_shared_row *row, void *array, int64_t bytes) {
  row->column[row->count++] = (ck_shared_column){array, bytes};
  row->bytes += bytes;
}

/// `joins`: with the arrays that a cell's parent is computed from.
static ck_shared_row ck_shared_row_of(const ck_world_many_body *shared, bool joins) {
  const ck_many_body_pass *pass = &shared->pass;
  const int64_t size = shared->tasks.scalar == CK_F64 ? 8 : 4;
  ck_shared_row row = {0};
  ck_shared_add_column(&row, pass->sphere, 4 * size);
  ck_shared_add_column(&row, pass->mass, size);
  ck_shared_add_column(&row, pass->moments, shared->tasks.moment_row * size);
  if (pass->has_accuracy) { ck_shared_add_column(&row, pass->power, size); }
  if (joins && pass->has_accuracy) { ck_shared_add_column(&row, pass->square, size); }
  if (joins) { ck_shared_add_column(&row, pass->box, 2 * shared->dimension * 8); }
  return row;
}

/// memcpy; of one scalar without a call.
static CK_INLINE void ck_shared_copy(char *to, const char *from, int64_t bytes) {
  if (bytes == 4) {
    memcpy(to, from, 4);
  } else if (bytes == 8) {
    memcpy(to, from, 8);
  } else {
    memcpy(to, from, (size_t)bytes);
  }
}

static char *ck_shared_write_row(const ck_shared_row *row, int64_t cell, char *to) {
  for (int32_t c = 0; c < row->count; ++c) {
    const ck_shared_column column = row->column[c];
    ck_shared_copy(to, column.array + cell * column.bytes, column.bytes);
    to += column.bytes;
  }
  return to;
}

static const char *ck_shared_read_row(const ck_shared_row *row, int64_t cell, const char *from) {
  for (int32_t c = 0; c < row->count; ++c) {
    const ck_shared_column column = row->column[c];
    ck_shared_copy(column.array + cell * column.bytes, from, column.bytes);
    from += column.bytes;
  }
  return from;
}

// MARK: Refit

/// Gives all ranks the roots of all subtrees.
static void ck_shared_gather_roots(ck_world_many_body *shared) {
  ck_world *world = shared->world;
  const ck_shared_row row = ck_shared_row_of(shared, true);
  const int64_t first = ck_many_body_level(shared->level), count = INT64_C(1) << shared->level;
  char *all = ck_shared_bytes_for(shared, &shared->in, count * row.bytes);
  char *to = all + shared->subtrees.begin * row.bytes;
  for (int64_t at = shared->subtrees.begin; at < shared->subtrees.end; ++at) {
    to = ck_shared_write_row(&row, first + at, to);
  }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->in_at[rank] = shared->first_subtree[rank] * row.bytes;
  }
  ck_world_gather_all(world, all, shared->in_at);
  const char *from = all;
  for (int64_t at = 0; at < count; ++at) { from = ck_shared_read_row(&row, first + at, from); }
  shared->report.top += count * row.bytes;
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

/// The arrays of points, by place.
static ck_shared_row ck_shared_points_of(const ck_world_many_body *shared) {
  const int64_t scalar = shared->scalar == CK_F64 ? 8 : 4;
  ck_shared_row row = {0};
  ck_shared_add_column(&row, shared->identity, 8);
  ck_shared_add_column(&row, shared->strength, scalar);
  ck_shared_add_column(&row, shared->position, ck_stride(shared->dimension) * scalar);
  return row;
}

static int64_t ck_shared_sphere_bytes(const ck_world_many_body *shared) {
  return shared->tasks.scalar == CK_F64 ? 32 : 16;
}

/// Bytes of a leaf in a message: its number, its sphere, and its points as they are. The receiver
/// makes what walks need of the points.
static int64_t ck_shared_leaf_bytes(const ck_world_many_body *shared) {
  return 8 + ck_shared_sphere_bytes(shared) + CK_MANY_BODY_LEAF * ck_shared_points_of(shared).bytes;
}

static char *ck_shared_write_leaf(const ck_world_many_body *shared, const ck_shared_row *row,
                                  int64_t cell, char *to) {
  const int64_t slot = ck_kdtree_leaf_number(&shared->pass.shape, cell) * CK_MANY_BODY_LEAF;
  const int64_t left = shared->count - slot, sphere = ck_shared_sphere_bytes(shared);
  const int64_t points = left < CK_MANY_BODY_LEAF ? left : CK_MANY_BODY_LEAF;
  memcpy(to, &cell, sizeof cell);
  memcpy(to + sizeof cell, (const char *)shared->pass.sphere + cell * sphere, (size_t)sphere);
  to += (int64_t)sizeof cell + sphere;
  for (int32_t c = 0; c < row->count; ++c) {
    const ck_shared_column column = row->column[c];
    ck_shared_pick(column.array, column.bytes, shared->permutation + slot, points, to);
    const int64_t bytes = points * column.bytes, all = CK_MANY_BODY_LEAF * column.bytes;
    if (bytes < all) { memset(to + bytes, 0, (size_t)(all - bytes)); }
    to += all;
  }
  return to;
}

static const char *ck_shared_read_leaf(ck_world_many_body *shared, const ck_shared_row *row,
                                       const char *from) {
  ck_many_body_pass *pass = &shared->pass;
  const int64_t sphere = ck_shared_sphere_bytes(shared);
  int64_t cell = 0;
  memcpy(&cell, from, sizeof cell);
  memcpy((char *)pass->sphere + cell * sphere, from + sizeof cell, (size_t)sphere);
  from += (int64_t)sizeof cell + sphere;
  const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, cell), slot = leaf * CK_MANY_BODY_LEAF;
  for (int32_t c = 0; c < row->count; ++c) {
    const ck_shared_column column = row->column[c];
    const int64_t bytes = CK_MANY_BODY_LEAF * column.bytes;
    memcpy(column.array + slot * column.bytes, from, (size_t)bytes);
    from += bytes;
  }
  for (int64_t at = slot; at < slot + CK_MANY_BODY_LEAF; ++at) {
    shared->permutation[at] = (int32_t)at;
  }
  shared->tasks.points(pass, 0, leaf, leaf + 1);
  return from;
}

// MARK: Exchange

/// Bytes of the lists for a rank in a message: the numbers of both kinds, then the opened cells with
/// the rows of their children, then the leaves. 0 if both are empty.
static int64_t ck_shared_lists_bytes(const ck_world_many_body *shared,
                                     const ck_shared_lists *lists) {
  if (lists->opened.count == 0 && lists->leaves.count == 0) { return 0; }
  return 16 + lists->opened.count * (8 + 2 * ck_shared_row_of(shared, false).bytes) +
         lists->leaves.count * ck_shared_leaf_bytes(shared);
}

static void ck_shared_write_lists(const ck_world_many_body *shared, const ck_shared_lists *lists,
                                  char *to) {
  const ck_shared_row row = ck_shared_row_of(shared, false), points = ck_shared_points_of(shared);
  memcpy(to, &lists->opened.count, 8);
  memcpy(to + 8, &lists->leaves.count, 8);
  to += 16;
  for (int64_t at = 0; at < lists->opened.count; ++at) {
    const int64_t cell = lists->opened.cell[at];
    memcpy(to, &cell, 8);
    to = ck_shared_write_row(&row, 2 * cell + 1, to + 8);
    to = ck_shared_write_row(&row, 2 * cell + 2, to);
  }
  for (int64_t at = 0; at < lists->leaves.count; ++at) {
    to = ck_shared_write_leaf(shared, &points, lists->leaves.cell[at], to);
  }
}

static void ck_shared_mark(ck_world_many_body *shared, int64_t cell) {
  shared->present[cell] = 1;
  ck_shared_add(shared, &shared->received, cell);
}

static void ck_shared_read_lists(ck_world_many_body *shared, const char *from) {
  const ck_shared_row row = ck_shared_row_of(shared, false), points = ck_shared_points_of(shared);
  int64_t opened = 0, leaves = 0;
  memcpy(&opened, from, 8);
  memcpy(&leaves, from + 8, 8);
  from += 16;
  for (int64_t at = 0; at < opened; ++at) {
    int64_t cell = 0;
    memcpy(&cell, from, 8);
    from = ck_shared_read_row(&row, 2 * cell + 1, from + 8);
    from = ck_shared_read_row(&row, 2 * cell + 2, from);
    ck_shared_mark(shared, cell);
  }
  for (int64_t at = 0; at < leaves; ++at) {
    int64_t cell = 0;
    memcpy(&cell, from, 8);
    from = ck_shared_read_leaf(shared, &points, from);
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
