/// Parts of a simulation that processes share over MPI, with the bits of one process.
///
/// The processes of one run are its ranks. A graph's nodes are split into blocks, one for each rank,
/// by their numbers; a rank gives the positions of its block and gets the forces on it. What is
/// computed does not depend on the number of ranks.
///
/// Every function with a `ck_world` or a `ck_world_many_body` is called by all ranks, in the same
/// order. When a rank ends early, MPI ends the others.
#ifndef CFORCEMPI_H
#define CFORCEMPI_H

#include "ckernels.h"

#include <stdbool.h>
#include <stdint.h>

// MARK: Ranks

/// The ranks of a run.
typedef struct ck_world ck_world;

/// Joins the run that the process was started in, by mpirun or by the queue of a cluster; a process
/// that was started alone is the only rank. NULL when that cannot be done; `reason` then gets a
/// sentence that lives as long as the process. Call it once.
ck_world *ck_world_open(const char **reason);

/// Leaves the run. Later calls of MPI are not possible. NULL is fine.
void ck_world_close(ck_world *world);

/// The number of this rank, from 0, and that of all.
int32_t ck_world_rank(const ck_world *world);
int32_t ck_world_size(const ck_world *world);

/// Waits for all ranks.
void ck_world_wait(ck_world *world);

/// Ends all ranks at once, with this exit status. Only one has to call it.
_Noreturn void ck_world_abort(ck_world *world, int32_t status);

/// The number of the first node of a rank's block, of `count` nodes; count for the number of ranks.
/// Blocks are multiples of 1,024 nodes, but for the last one.
int64_t ck_world_first_node(const ck_world *world, int32_t rank, int64_t count);

/// The threads that each rank can have to itself: the processors of this machine that this process
/// may use, but at most its share of all of them.
int32_t ck_world_threads(const ck_world *world);

/// The sum of a number of each rank, and the largest one.
int64_t ck_world_total(ck_world *world, int64_t number);
double ck_world_largest(ck_world *world, double number);

/// The sum of the terms of all ranks, from the first of the first rank to the last of the last, with the
/// bits that one process gets which adds them in this order; terms below zero are left out. `number`
/// becomes its sum over all ranks. No rank waits for the sums of those before it.
double ck_world_add_in_order(ck_world *world, const double *term, int64_t count, int64_t *number);

/// Gives all ranks what rank `root` has.
void ck_world_broadcast(ck_world *world, int32_t root, void *data, int64_t bytes);

/// Receives from the rank before this one, if there is one; sends to the one after it.
void ck_world_receive_before(ck_world *world, void *data, int64_t bytes);
void ck_world_send_after(ck_world *world, const void *data, int64_t bytes);

/// Gives each rank the blocks of all nodes, in the order of the nodes' numbers. own: those of this
/// rank, `bytes` for each node; all: room for those of `count` nodes.
void ck_world_gather_nodes(ck_world *world, int64_t count, int64_t bytes, const void *own,
                           void *all);

/// Gives each rank the parts of all, of which rank r has the bytes [at[r], at[r + 1]). `all` has the
/// own part in its place already. `at` has an entry for each rank and one more, as the arrays of
/// ck_world_exchange.
void ck_world_gather_all(ck_world *world, void *all, const int64_t *at);

/// Gives rank r the number out[r] of each rank; in[r] is that of rank r.
void ck_world_exchange_counts(ck_world *world, const int64_t *out, int64_t *in);

/// Sends bytes to each rank, and receives bytes from each, whose numbers both sides know: the bytes
/// [send_at[r], send_at[r + 1]) go to rank r.
void ck_world_exchange(ck_world *world, const void *send, const int64_t *send_at, void *receive,
                       const int64_t *receive_at);

/// What calls between ranks have taken so far, on this rank: their number, the messages of them that
/// follow each other, the larger number of bytes that it sent or received in each, and the seconds of
/// a simulated network.
typedef struct ck_world_traffic {
  int64_t calls, steps, bytes;
  double seconds;
} ck_world_traffic;
ck_world_traffic ck_world_traffic_of(const ck_world *world);

/// A network that is simulated: each call takes longer, by the latency of a message for each of its
/// steps, and by its bytes. The logarithm of the number of ranks counts as steps where all of them
/// take part.
typedef struct ck_world_network {
  /// Seconds of a message, and bytes a second in each direction; both 0 for no simulation.
  double latency, bandwidth;
} ck_world_network;
void ck_world_simulate(ck_world *world, ck_world_network network);

// MARK: Files

/// A file that ranks read or write together, by MPI's own input and output.
typedef struct ck_world_file ck_world_file;

/// Opens a file on all ranks. NULL on all when one of them cannot; `reason` then gets a sentence. What
/// is written goes to a file beside it, `path` with ".part" at its end, which takes its place at last.
ck_world_file *ck_world_file_open(ck_world *world, const char *path, bool writes,
                                  const char **reason);

/// The bytes of the file, or -1.
int64_t ck_world_file_size(ck_world_file *file);
/// Makes the file as long as this. Called by all ranks; false if it cannot be done.
bool ck_world_file_set_size(ck_world_file *file, int64_t size);

/// Reads or writes bytes at a place. Called by any rank; false when that fails, or the file ends.
bool ck_world_file_read(ck_world_file *file, int64_t at, void *data, int64_t bytes);
bool ck_world_file_write(ck_world_file *file, int64_t at, const void *data, int64_t bytes);

/// Closes the file on all ranks. If `is_whole` on all of them, what they have written stands on the
/// disk, in the place of what was there. False on all when that fails, or the file is not whole.
bool ck_world_file_close(ck_world_file *file, bool is_whole);

// MARK: Passes over nodes

/// The axes on which all nodes of all ranks have one coordinate (bit k for axis k), if there are at
/// least two. points: those of this rank's block, of `count` nodes; finite.
uint32_t ck_world_flat_axes(ck_world *world, ck_points points, int64_t count);

/// ck_nodes_center of all nodes.
void ck_world_center(ck_world *world, ck_points points, int64_t count, const double center[4],
                     double strength);

/// ck_direct_sum of all nodes on those of this rank's block. points, law and velocity: of the block.
/// Needs room for the positions and velocities of all nodes.
void ck_world_direct_sum_add(ck_world *world, ck_context *context, ck_points points, int64_t count,
                             ck_law law, double alpha, ck_jiggle jiggle, void *velocity);

/// ck_t_force of all nodes on those of this rank's block. points and velocity: of the block; links:
/// the rows of its nodes, whose `other` are numbers of the whole, or NULL if the whole has none.
/// Each rank sorts all nodes, and walks the tree for its share of the leaves: needs room for the
/// positions and the tree of all.
void ck_world_t_force_add(ck_world *world, ck_context *context, ck_points points, int64_t count,
                          ck_t_law law, const ck_t_links *links, double alpha, ck_jiggle jiggle,
                          void *velocity);

// MARK: Links

/// The links of one simulation, as seen from the ends of this rank's nodes.
typedef struct ck_world_links ck_world_links;

/// The rows of the block's nodes (ck_half_links). begin, length, coefficient, total and
/// common_length are those of the block; `other` has the numbers of nodes of the whole. Arrays are
/// copied. Ranks find out which nodes of others their links lead to.
ck_world_links *ck_world_links_create(ck_world *world, ck_settings settings, int32_t scalar,
                                      int32_t dimension, int64_t count, const int64_t *begin,
                                      const int32_t *other, const void *length,
                                      const void *coefficient, const void *total,
                                      double common_length);
void ck_world_links_destroy(ck_world_links *links);

/// ck_links of all nodes on those of this rank's block. is_limited: true if the limit of some link of
/// the whole is below alpha. In each iteration ranks send each other the predicted positions of the
/// nodes that their links lead to.
void ck_world_links_add(ck_world_links *links, ck_points points, int32_t iterations, double alpha,
                        bool is_limited, ck_jiggle jiggle, void *velocity);

/// The smallest limit of alpha over all link ends of the whole: 4/3 of the inverse of the sum of
/// `total` at the two ends; infinite without links.
double ck_world_links_lowest_limit(const ck_world_links *links);

/// Nodes of other ranks that this rank's links lead to.
int64_t ck_world_links_halo(const ck_world_links *links);

// MARK: Many-body

/// The many-body force of one simulation: the tree, of which each rank has a part.
typedef struct ck_world_many_body ck_world_many_body;

/// For `count` nodes in two or three dimensions. scalar: of the points, a ck_scalar.
ck_world_many_body *ck_world_many_body_create(ck_world *world, ck_settings settings, int32_t scalar,
                                              int32_t dimension, int64_t count);
void ck_world_many_body_destroy(ck_world_many_body *many_body);

/// The bytes that a rank sent and received for the last pass, and the seconds of its parts.
typedef struct ck_world_report {
  /// Positions that went to the tree, and forces that came back.
  int64_t moved;
  /// Cells at the top, which all ranks have.
  int64_t top;
  /// Leaves and sums for the samples, with an accuracy.
  int64_t samples;
  /// The part of the others' trees that this rank's walk needs, and what tells them so.
  int64_t essential, targets;
  /// Pairs of an own cell and a target that were tested to find out what the others need.
  int64_t tested;
  /// 1 when the pass sorted the nodes.
  int32_t sorted;
  double sort_seconds, move_seconds, refit_seconds, samples_seconds, essential_seconds,
      walk_seconds;
} ck_world_report;

/// ck_many_body of all nodes. points, law and velocity: of this rank's block. The history is that
/// of the whole, the same on all ranks; `history->sorted` 0 makes the pass sort. report: counts of
/// the whole, NULL if they are not wanted; and so is `shared`.
///
/// Returns 0. If parts of the tree were missing that a walk needs, which is a mistake in this
/// library, it returns their number on all ranks, and the velocities are left alone.
int64_t ck_world_many_body_add(ck_world_many_body *many_body, ck_points points, ck_law law,
                               double alpha, ck_jiggle jiggle, ck_many_body_history *history,
                               void *velocity, ck_many_body_report *report,
                               ck_world_report *shared);

/// The nodes by slot of the tree: ck_many_body_state's permutation, which goes with the history. A
/// history with `sorted` 1 that this tree has not made needs the order that it was made with. order:
/// `count` numbers; written and read on all ranks.
void ck_world_many_body_get_order(ck_world_many_body *many_body, int32_t *order);
void ck_world_many_body_set_order(ck_world_many_body *many_body, const int32_t *order);

/// The same of this rank's slots alone, which are consecutive: their number, and the first one.
int64_t ck_world_many_body_own_slots(const ck_world_many_body *many_body, int64_t *first);
void ck_world_many_body_get_own_order(const ck_world_many_body *many_body, int64_t *order);
void ck_world_many_body_set_own_order(ck_world_many_body *many_body, const int64_t *order);

/// The bytes of the tree's pages that have memory: of those with own cells and points, and of those that have only what
/// others have sent.
void ck_world_many_body_memory(const ck_world_many_body *many_body, int64_t *own, int64_t *others);

/// For tests: from now on this rank does not send one of the leaves that the next rank may need, the
/// one with this number modulo how many there are; -1 for none.
void ck_world_many_body_forget(ck_world_many_body *many_body, int64_t leaf);

#endif
