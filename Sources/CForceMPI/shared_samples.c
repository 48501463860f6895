/// The control of the error for all ranks: sums in the order that one process has.
#include "shared_tree.h"

// The samples' leaves go to all ranks. A block of leaves is summed by the rank that has its first
// leaf, which gets the others. Then each rank adds the blocks' sums of some samples, in the order of
// the blocks: so no rank waits for the sums of those before it.

/// The blocks that begin in a rank's leaves, and the leaf at which they end.
typedef struct ck_shared_blocks {
  int64_t begin, end, last_leaf;
} ck_shared_blocks;

static ck_shared_blocks ck_shared_blocks_of(const ck_world_many_body *shared, int32_t rank) {
  enum { BLOCK = CK_MANY_BODY_SAMPLE_LEAVES };
  const int64_t all = shared->pass.shape.leaf_count;
  const int64_t begin = (shared->first_leaf[rank] + BLOCK - 1) / BLOCK,
                end = (shared->first_leaf[rank + 1] + BLOCK - 1) / BLOCK;
  return (ck_shared_blocks){begin, end, end * BLOCK < all ? end * BLOCK : all};
}

/// Sends the leaves of own samples to all, and those that the blocks of others end in.
static void ck_shared_send_samples(ck_world_many_body *shared) {
  const ck_many_body_pass *pass = &shared->pass;
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    if (rank == shared->world->rank) { continue; }
    ck_shared_cells *leaves = &shared->to[rank].leaves;
    const ck_shared_blocks blocks = ck_shared_blocks_of(shared, rank);
    if (blocks.begin < blocks.end) {
      const int64_t after = shared->first_leaf[rank + 1];
      const int64_t begin = after > shared->leaves.begin ? after : shared->leaves.begin;
      for (int64_t leaf = begin; leaf < blocks.last_leaf && leaf < shared->leaves.end; ++leaf) {
        ck_shared_add(shared, leaves, ck_kdtree_leaf_node(&pass->shape, leaf));
      }
    }
    int64_t before = -1;
    for (int64_t sample = 0; sample < pass->sample_count; ++sample) {
      const int64_t leaf = pass->sample_slot[sample] / CK_MANY_BODY_LEAF;
      if (leaf < shared->leaves.begin || leaf >= shared->leaves.end || leaf == before) { continue; }
      ck_shared_add(shared, leaves, ck_kdtree_leaf_node(&pass->shape, leaf));
      before = leaf;
    }
  }
  ck_shared_exchange(shared, &shared->report.samples);
}

/// The samples whose blocks' sums a rank adds.
static int64_t ck_shared_first_sample(const ck_world_many_body *shared, int32_t rank) {
  return shared->pass.sample_count * rank / shared->world->size;
}

/// Adds up the sums of all blocks: control->exact.
static void ck_shared_add_blocks(ck_world_many_body *shared, ck_many_body_control *control) {
  ck_world *world = shared->world;
  const ck_many_body_pass *pass = &shared->pass;
  const int64_t axes = shared->dimension, row = pass->sample_count * axes;
  const ck_shared_blocks own = ck_shared_blocks_of(shared, world->rank);
  const int64_t first = ck_shared_first_sample(shared, world->rank),
                last = ck_shared_first_sample(shared, world->rank + 1);
  const int64_t part = (last - first) * axes, blocks = own.end - own.begin;
  int64_t all = 0;
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->out_at[rank] =
        blocks * ck_shared_first_sample(shared, rank) * axes * (int64_t)sizeof(double);
    shared->in_at[rank] = all * part * (int64_t)sizeof(double);
    if (rank == world->size) { break; }
    const ck_shared_blocks theirs = ck_shared_blocks_of(shared, rank);
    all += theirs.end - theirs.begin;
  }
  double *send =
      (void *)ck_shared_bytes_for(shared, &shared->out, blocks * row * (int64_t)sizeof *send);
  double *sums =
      (void *)ck_shared_bytes_for(shared, &shared->in, all * part * (int64_t)sizeof *sums);
  double *to = send;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    const int64_t begin = ck_shared_first_sample(shared, rank) * axes,
                  end = ck_shared_first_sample(shared, rank + 1) * axes;
    for (int64_t block = own.begin; block < own.end; ++block, to += end - begin) {
      memcpy(to, pass->samples + block * row + begin, (size_t)(end - begin) * sizeof *to);
    }
  }
  ck_world_exchange(world, send, shared->out_at, sums, shared->in_at);
  shared->report.samples += shared->out_at[world->size] + shared->in_at[world->size];
  for (int64_t sample = first; sample < last; ++sample) {
    for (int64_t k = 0; k < 3; ++k) {
      double force = 0;
      for (int64_t block = 0; k < axes && block < all; ++block) {
        force += sums[block * part + (sample - first) * axes + k];
      }
      control->exact[sample][k] = force;
    }
  }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    shared->in_at[rank] = ck_shared_first_sample(shared, rank) * (int64_t)sizeof control->exact[0];
  }
  ck_world_gather_all(world, control->exact, shared->in_at);
}

void ck_shared_begin_control(ck_world_many_body *shared, ck_many_body_control *control) {
  ck_many_body_control_choose(control);
  ck_shared_send_samples(shared);
  const ck_shared_blocks own = ck_shared_blocks_of(shared, shared->world->rank);
  if (own.begin < own.end) {
    ck_many_body_control_sum_blocks(control, own.begin * CK_MANY_BODY_SAMPLE_LEAVES, own.last_leaf);
  }
  ck_shared_add_blocks(shared, control);
  ck_many_body_control_limit(control);
  ck_shared_release_samples(shared, false);
}

// MARK: After the walk

/// The result of a walk for a sample: whether its leaf counts, and the force on it.
typedef struct ck_shared_found {
  double leaf_force2, force[3];
} ck_shared_found;

/// Gives all ranks the forces on all samples, in the arrays of `pass`.
static void ck_shared_gather_found(ck_world_many_body *shared) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  ck_world *world = shared->world;
  ck_many_body_pass *pass = &shared->pass;
  const int64_t axes = shared->dimension;
  const bool is_f64 = shared->tasks.scalar == CK_F64;
  ck_shared_found found[CK_MANY_BODY_FIRST_SAMPLES];
  int32_t rank = 0;
  shared->in_at[0] = 0;
  // Samples are in the order of slots, and slots in that of ranks.
  for (int64_t sample = 0; sample < pass->sample_count; ++sample) {
    const int64_t slot = pass->sample_slot[sample], leaf = slot / LEAF;
    while (leaf >= shared->first_leaf[rank + 1]) {
      shared->in_at[++rank] = sample * (int64_t)sizeof *found;
    }
    if (rank != world->rank) { continue; }
    found[sample] = (ck_shared_found){.leaf_force2 = pass->leaf_force2[leaf]};
    for (int64_t k = 0; k < axes; ++k) {
      const int64_t at = (leaf * axes + k) * LEAF + slot % LEAF;
      found[sample].force[k] =
          is_f64 ? ((const double *)pass->force)[at] : (double)((const float *)pass->force)[at];
    }
  }
  while (rank < world->size) {
    shared->in_at[++rank] = pass->sample_count * (int64_t)sizeof *found;
  }
  ck_world_gather_all(world, found, shared->in_at);
  for (int64_t sample = 0; sample < pass->sample_count; ++sample) {
    const int64_t slot = pass->sample_slot[sample], leaf = slot / LEAF;
    pass->leaf_force2[leaf] = found[sample].leaf_force2;
    for (int64_t k = 0; k < axes; ++k) {
      const int64_t at = (leaf * axes + k) * LEAF + slot % LEAF;
      if (is_f64) {
        ((double *)pass->force)[at] = found[sample].force[k];
      } else {
        ((float *)pass->force)[at] = (float)found[sample].force[k];
      }
    }
  }
}

bool ck_shared_end_control(ck_world_many_body *shared, ck_many_body_control *control,
                           int32_t walks) {
  ck_many_body_forces forces = {0};
  if (control->measures) {
    ck_shared_gather_found(shared);
    const ck_kdtree_range leaves = shared->leaves;
    ck_many_body_control_add_forces(&shared->pass, leaves.begin, leaves.end, &forces);
    // From the first leaf of all ranks to the last; those below zero do not count.
    forces.sum = ck_world_add_in_order(shared->world, shared->pass.leaf_force2 + leaves.begin,
                                       leaves.end - leaves.begin, &forces.points);
  }
  const bool again = ck_many_body_control_decide(control, &forces, walks);
  ck_shared_release_samples(shared, true);
  return again;
}
