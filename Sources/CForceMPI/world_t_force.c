/// The t-force over all ranks: all of them have the tree, and each walks it for a share of the leaves.
#include "common.h"
#include "t_force.h"
#include "world.h"

/// Pushes on their way from the ranks of leaves to those of blocks, in the order of slots.
typedef struct ck_world_pushes {
  ck_world *world;
  const ck_t_force_pass *pass;
  /// Bytes of a push.
  int64_t row;
  int64_t *send_at, *receive_at;
} ck_world_pushes;

static int64_t ck_world_first_leaf(const ck_world_pushes *pushes, int32_t rank) {
  return pushes->pass->shape.leaf_count * rank / pushes->world->size;
}

/// The slots of a rank's leaves.
static ck_kdtree_range ck_world_slots(const ck_world_pushes *pushes, int32_t rank) {
  return ck_kdtree_leaf_slots(
      &pushes->pass->shape,
      (ck_kdtree_range){ck_world_first_leaf(pushes, rank), ck_world_first_leaf(pushes, rank + 1)});
}

/// Copies the pushes on the nodes of rank `to`'s block that rank `from` has found, from the array by
/// node to `packed`, or back from it. Returns the bytes; `packed` NULL only counts them.
static int64_t ck_world_pack(const ck_world_pushes *pushes, int32_t from, int32_t to, char *packed,
                             bool back) {
  const ck_t_force_pass *pass = pushes->pass;
  const int64_t first = ck_world_first_node(pushes->world, to, pass->points.count),
                last = ck_world_first_node(pushes->world, to + 1, pass->points.count);
  const ck_kdtree_range slots = ck_world_slots(pushes, from);
  int64_t bytes = 0;
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) {
    const int64_t node = pass->permutation[slot];
    if (node < first || node >= last) { continue; }
    char *push = (char *)pass->push + node * pushes->row;
    if (packed != NULL && back) { memcpy(push, packed + bytes, (size_t)pushes->row); }
    if (packed != NULL && !back) { memcpy(packed + bytes, push, (size_t)pushes->row); }
    bytes += pushes->row;
  }
  return bytes;
}

/// Gives each rank the pushes on the nodes of its block.
static void ck_world_send_pushes(const ck_world_pushes *pushes) {
  ck_world *world = pushes->world;
  const int32_t own = world->rank, size = world->size;
  pushes->send_at[0] = pushes->receive_at[0] = 0;
  for (int32_t rank = 0; rank < size; ++rank) {
    const bool is_own = rank == own;
    pushes->send_at[rank + 1] =
        pushes->send_at[rank] + (is_own ? 0 : ck_world_pack(pushes, own, rank, NULL, false));
    pushes->receive_at[rank + 1] =
        pushes->receive_at[rank] + (is_own ? 0 : ck_world_pack(pushes, rank, own, NULL, false));
  }
  char *send = ck_world_allocate(world, pushes->send_at[size]);
  char *receive = ck_world_allocate(world, pushes->receive_at[size]);
  for (int32_t rank = 0; rank < size; ++rank) {
    if (rank != own) {
      (void)ck_world_pack(pushes, own, rank, send + pushes->send_at[rank], false);
    }
  }
  ck_world_exchange(world, send, pushes->send_at, receive, pushes->receive_at);
  for (int32_t rank = 0; rank < size; ++rank) {
    if (rank != own) {
      (void)ck_world_pack(pushes, rank, own, receive + pushes->receive_at[rank], true);
    }
  }
  free(receive);
  free(send);
}

void ck_world_t_force_add(ck_world *world, ck_context *context, ck_points points, int64_t count,
                          ck_t_law law, const ck_t_links *links, double alpha, ck_jiggle jiggle,
                          void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(points.dimension <= 3);
  CK_ASSERT(count <= INT32_MAX);
  if (count == 0) { return; }
  const int64_t scalar = ck_scalar_size(points), vector = ck_stride(points.dimension) * scalar;
  const int64_t ends = (world->size + 1) * (int64_t)sizeof(int64_t);
  char *position = ck_world_allocate(world, count * vector);
  ck_world_gather_nodes(world, count, vector, points.position, position);
  ck_t_force_pass pass;
  ck_t_force_begin(context, (ck_points){points.scalar, points.dimension, count, position}, law,
                   alpha, jiggle, &pass);
  const ck_world_pushes pushes = {.world = world,
                                  .pass = &pass,
                                  .row = (points.dimension + 1) * scalar,
                                  .send_at = ck_world_allocate(world, ends),
                                  .receive_at = ck_world_allocate(world, ends)};
  ck_t_force_push(context, &pass, ck_world_first_leaf(&pushes, world->rank),
                  ck_world_first_leaf(&pushes, world->rank + 1));
  ck_world_send_pushes(&pushes);
  pass.links = links;
  pass.velocity = velocity;
  pass.first = ck_world_first_node(world, world->rank, count);
  ck_t_force_step(context, &pass, pass.first, pass.first + points.count);
  free(pushes.receive_at);
  free(pushes.send_at);
  free(position);
}
