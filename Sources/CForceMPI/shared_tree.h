/// The tree of many-body, shared by ranks.
///
/// A node has two ranks. The block of its number has its position, strength and velocity: the
/// caller's. Its place in the tree, a slot, belongs to the rank that has the slot's subtree: there
/// the force on it is computed. Positions go from blocks to slots in each pass, and forces go back.
///
/// Ranks have whole subtrees of the task level: equal numbers of leaves at first, then equal work.
/// Cells and slots have the numbers that they have in one process, and all arrays are as long as
/// there, but only reserved: the system gives memory to the pages that are written, which are a
/// rank's own, the top of the tree, and what others have sent. So the kernels' own tasks run on a
/// part of the tree.
#ifndef CK_SHARED_TREE_H
#define CK_SHARED_TREE_H

#include "many_body_stages.h"
#include "world.h"

/// A list of cells.
typedef struct ck_shared_cells {
  int32_t *cell;
  int64_t count, capacity;
} ck_shared_cells;

/// Bytes that grow with use.
typedef struct ck_shared_bytes {
  char *data;
  int64_t capacity;
} ck_shared_bytes;

/// Reserved memory.
typedef struct ck_shared_memory {
  void *data;
  int64_t bytes;
} ck_shared_memory;

/// What an array of the tree has an item for.
typedef enum ck_shared_item { CK_SHARED_SLOT, CK_SHARED_LEAF, CK_SHARED_CELL } ck_shared_item;

/// An array of the tree.
typedef struct ck_shared_array {
  ck_shared_memory memory;
  ck_shared_item item;
  /// Of an item; if `is_computed`, in Double, and half of it in Float.
  int64_t bytes;
  bool is_computed;
} ck_shared_array;

enum { CK_SHARED_ARRAYS = 16 };

/// The message to one rank: cells whose children it may need, and leaves whose points it may.
typedef struct ck_shared_lists {
  ck_shared_cells opened, leaves;
} ck_shared_lists;

struct ck_world_many_body {
  ck_world *world;
  ck_context *context;
  int32_t scalar, dimension;
  int64_t count;
  /// The nodes of this rank's block, the subtrees and leaves and slots of this rank.
  ck_kdtree_range nodes, subtrees, leaves, slots;
  /// The level of the subtrees.
  int32_t level;
  /// The first subtree and leaf of each rank, and the ends of the last ones.
  int64_t *first_subtree, *first_leaf;
  /// By subtree, the work of its last walk (many_body.h): of the own ones, or after
  /// ck_shared_split_again of all.
  int64_t (*work)[2];

  ck_many_body_pass pass;
  ck_many_body_tasks tasks;
  /// Of all nodes.
  ck_many_body_extent extent;
  ck_shared_array array[CK_SHARED_ARRAYS];
  int32_t array_count;
  // By place, and the place of each slot. The points of own slots are in the places with the numbers of
  // own slots, in the order of the ways; those that others have sent are in the places of their slots.
  // The arrays of `pass` point to these.
  char *position, *strength;
  int64_t *identity;
  int32_t *permutation;
  uint8_t *present;

  // The ways of nodes from blocks to places. `send_node`: nodes of this block, by the rank that has their
  // slots. What is sent in this order comes in the order of places. The ends by rank: of what this rank
  // sends, and of what it receives.
  int32_t *send_node;
  int64_t *send_end, *receive_end;
  /// A hash of the strengths as they were sent last.
  uint64_t sent_hash;
  bool has_sent;

  /// By rank.
  ck_shared_lists *to;
  /// Cells that others have sent for this pass.
  ck_shared_cells received;
  ck_shared_bytes out, in;
  int64_t *out_at, *in_at, *out_bytes, *in_bytes;
  /// The leaf that a test keeps back, -1 for none.
  int64_t forgotten;
  ck_world_report report;
};

#pragma GCC visibility push(hidden)

/// Splits the subtrees anew, so that ranks have equal work as far as the last walk tells, before a sort.
void ck_shared_split_again(ck_world_many_body *shared);

// MARK: shared_memory.c

char *ck_shared_bytes_for(ck_world_many_body *shared, ck_shared_bytes *bytes, int64_t count);
void ck_shared_add(ck_world_many_body *shared, ck_shared_cells *cells, int64_t cell);

/// Reserves the arrays of the tree, for any scalar type and degree.
void ck_shared_take_arrays(ck_world_many_body *shared);
/// Asks for large pages for the own items of the arrays, where they are not in use yet.
void ck_shared_use_large(const ck_world_many_body *shared);
/// Gives back the memory of what others have sent, which are other cells after each sort: in time they would be many more.
void ck_shared_release_others(ck_world_many_body *shared);
/// The same, after the subtrees were split anew. No cell is present then.
void ck_shared_keep_own(ck_world_many_body *shared);
/// Gives back the memory of the samples of others, which are other leaves in each pass: in time they would be all. Before
/// the push, when nothing that others have sent is needed; or of the forces on them, when these have been compared.
void ck_shared_release_samples(const ck_world_many_body *shared, bool only_forces);
void ck_shared_free_arrays(ck_world_many_body *shared);

/// Memory for a while, which the cells of own leaves have at other times: room for an int32_t for each
/// node of the block or own slot and axis, and one more with padding; or a double for each own slot.
void *ck_shared_scratch(const ck_world_many_body *shared);

/// Memory for a while, as that of ck_shared_reserve.
ck_shared_memory ck_shared_map(ck_world *world, int64_t bytes);
void ck_shared_unmap(const ck_shared_memory *memory);

// MARK: shared_sort.c

/// Sorts all nodes: each rank gets the numbers of those in its slots.
void ck_shared_sort(ck_world_many_body *shared, const void *position,
                    ck_many_body_history *history);

// MARK: shared_places.c

/// Copies items of `bytes` bytes, a scalar or a vector.
void ck_shared_pick(const char *from, int64_t bytes, const int32_t *which, int64_t count, char *to);
/// Tells the ranks of blocks which of their nodes belong to which slots. number: by own slot. (A sort
/// makes the ways of what it sends.)
void ck_shared_make_ways(ck_world_many_body *shared, const int64_t *number);
/// Tells the blocks' ranks a mark of each place. marks: by place; to: by node of the block.
void ck_shared_return_marks(ck_world_many_body *shared, const bool *marks, uint8_t *to);
/// A hash of the strengths of this rank's block.
uint64_t ck_shared_hash_strengths(const ck_world_many_body *shared, const void *strength);
/// Sends positions, or strengths, to their places.
void ck_shared_send_positions(ck_world_many_body *shared, const void *position);
void ck_shared_send_strengths(ck_world_many_body *shared, const void *strength);
/// Adds the forces to the velocities of this rank's block.
void ck_shared_return_forces(ck_world_many_body *shared, double alpha, void *velocity);

// MARK: shared_cells.c

/// Computes the own cells, and those at the top from all ranks' subtrees.
void ck_shared_refit(ck_world_many_body *shared);
/// Sends each rank what is in shared->to, and empties that. Marks what comes as present.
void ck_shared_exchange(ck_world_many_body *shared, int64_t *bytes);
/// Marks the cells and leaves of other ranks as missing.
void ck_shared_forget_received(ck_world_many_body *shared);

// MARK: shared_samples.c

/// ck_many_body_control_begin for all ranks.
void ck_shared_begin_control(ck_world_many_body *shared, ck_many_body_control *control);
/// ck_many_body_control_end for all ranks.
bool ck_shared_end_control(ck_world_many_body *shared, ck_many_body_control *control,
                           int32_t walks);

// MARK: shared_push.c

/// Gets the part of the others' trees that the walk of this rank's subtrees may need.
void ck_shared_push(ck_world_many_body *shared);

#pragma GCC visibility pop

#endif
