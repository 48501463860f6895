/// The kernels of ForceSimulation: the one public header, and the manual.
///
/// Every pass computes the parallel update order of docs/determinism.md, to the bit, for every
/// instruction set and number of threads. Swift calls these functions through
/// Sources/ForceSimulation/Kernels/ only.
///
/// Shapes. A vector of `dimension` components (2, 3 or 4) takes `ck_stride(dimension)` scalars: 2,
/// 4, 4. That is the layout of Swift's SIMD2, SIMD3 and SIMD4; the fourth scalar of a 3D vector is
/// never read for its value. Index and count are 64-bit, node numbers in links 32-bit.
///
/// Types. All arrays of a call that are `void *` hold scalars of one type, `points.scalar`: float
/// or double. Single numbers are doubles; with CK_F32 they must be values of float.
///
/// Ownership. The caller owns all arrays of a call; they must not overlap unless a line says so.
/// A pass takes its working memory from the context, and keeps no pointer of the caller's.
///
/// Checks. The caller has checked everything: counts are not negative, node numbers are in range,
/// parameters are finite. A check that costs nothing is repeated here, and ends the process with a
/// message if it fails. Positions and velocities may hold any value; a value that is not finite
/// affects only the nodes that interact with it.
///
/// Threads. Passes with different contexts may run at the same time, on any thread. A pass splits
/// its work over threads when it is large enough and no other pass does so at the moment. The bits
/// of the result do not depend on it.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Instruction sets

typedef enum ck_isa {
  CK_ISA_SCALAR = 0,
  CK_ISA_NEON = 1,
  CK_ISA_AVX2 = 2,
  CK_ISA_AVX512 = 3,
  /// The only one of a module of WebAssembly.
  CK_ISA_WASM128 = 4,
} ck_isa;

enum { CK_ISA_COUNT = 5 };

/// "scalar", "neon", "avx2", "avx512", "wasm128"; NULL for other values. Static storage.
const char *ck_isa_name(int32_t isa);

/// 1 if this processor, and this build, can run the variant, else 0.
int32_t ck_isa_is_supported(int32_t isa);

/// The widest supported variant.
int32_t ck_isa_best(void);

// MARK: Threads

/// The name of what runs parallel regions: "pthreads" for threads of our own, "libomp.so.5",
/// "libgomp.so.1", "OpenMP (already loaded)" or "dispatch". Static storage. The first call chooses:
/// threads of our own, on Apple's systems libdispatch, unless the environment variable
/// FORCE_SIMULATION_THREAD_RUNTIME says "openmp" (a runtime that the process has loaded,
/// libomp.so.5 or libgomp.so.1, in this order), "libomp.so.5", "libgomp.so.1" or "pthreads".
///
/// OpenMP is not used, with a note on standard error, when the library is missing, when its
/// environment variables would end the process, or when the system gives it fewer threads than it
/// wants. ThreadSanitizer reports races in an OpenMP library, which is not instrumented; with
/// "pthreads" it reports none.
///
/// Threads of our own are one team for the process. They watch for work for a tenth of a
/// millisecond after each region, then sleep; a helper that costs more than it gives, as other
/// programs use its processor, is left out for 16 to 512 milliseconds.
///
/// One region runs at a time; a pass that finds another one running uses the calling thread alone.
/// So does every pass in a child process made by fork() after the first region, as fork() copies no
/// other thread.
const char *ck_parallel_runtime(void);

/// The reason for that choice, for people: the end of a sentence about the threads. Static storage.
const char *ck_parallel_reason(void);

/// The number of threads of a region by default: the runtime's own answer (OMP_NUM_THREADS is
/// honoured), at least 1.
int32_t ck_parallel_default_threads(void);

/// The number of threads of a region that is asked for `count`: fewer if the system gives this
/// process fewer, at least 1.
int32_t ck_parallel_available_threads(int32_t count);

/// The number of regions of this process so far whose blocks were done by more than one thread: for
/// tests, which have to know that passes were split.
int64_t ck_parallel_shared_regions(void);

/// The value of FORCE_SIMULATION_THREAD_RUNTIME; NULL if it is not set, empty or wrong. The first
/// call reads it, and writes a note to standard error if it is wrong.
const char *ck_environment_runtime(void);

/// Writes a note on a wrong environment variable to standard error: its name, the beginning of its
/// value, with escapes for all but printable ASCII, and the advice, which is printed as it is.
void ck_environment_note(const char *name, const char *value, const char *advice);

// MARK: Context

typedef struct ck_settings {
  /// A supported ck_isa.
  int32_t isa;
  /// The number of threads; 0 for ck_parallel_default_threads().
  int32_t thread_count;
  /// A pass whose estimated work in nanoseconds is below this runs on the calling thread. 0 splits
  /// every pass, for tests.
  int64_t serial_below_ns;
} ck_settings;

/// Settings and working memory of passes. One pass at a time may use a context.
///
/// The memory grows during the first passes to what they need, and is reused by later ones.
typedef struct ck_context ck_context;

/// A context without memory yet. Ends the process when the system has no memory for it.
ck_context *ck_context_create(ck_settings settings);
/// Changes the settings for the passes to come.
void ck_context_set(ck_context *context, ck_settings settings);
/// Gives all memory back. NULL is fine.
void ck_context_destroy(ck_context *context);

// MARK: Regions for other work

/// Does the items [begin, end) of a region; see ck_parallel_blocks.
typedef void ck_block_task(void *shared, int64_t begin, int64_t end);

/// Calls `task` for each block of [0, count): `block` items each, at least 1, the last one with
/// what is left. For work that is no pass: layouts use the threads of the kernels by it.
///
/// Any thread may take any block, and several run at the same time, so a task must write only to
/// what belongs to its own items. It may not throw or jump out. The number of threads follows from
/// the settings and `work_ns`, the estimated work in nanoseconds, as for a pass. The floating-point
/// control state is the default one inside the task. Returns after all blocks.
void ck_parallel_blocks(ck_settings settings, double work_ns, int64_t count, int64_t block,
                        ck_block_task *task, void *shared);

// MARK: Input of all passes

typedef enum ck_scalar { CK_F32 = 0, CK_F64 = 1 } ck_scalar;

/// Positions of nodes, or points.
typedef struct ck_points {
  /// A ck_scalar.
  int32_t scalar;
  /// 2, 3 or 4.
  int32_t dimension;
  int64_t count;
  /// count vectors. Only ck_integrate writes them.
  void *position;
} ck_points;

/// The law of many-body.
typedef struct ck_law {
  /// count scalars of any sign: the strengths of the nodes as sources.
  const void *strength;
  /// The accuracy of ck_many_body: the root mean square error of the forces relative to their
  /// root mean square, if above 0; else `theta`, a shape. ck_direct_sum sums points in Double in
  /// Float if the accuracy is at least 1e-5.
  double accuracy, theta;
  /// Squares; distance_max2 may be infinite.
  double distance_min2, distance_max2;
} ck_law;

/// The source of pushes on coincident nodes: hash(seed, tick, lower node, higher node, axis).
typedef struct ck_jiggle {
  uint64_t seed;
  uint64_t tick;
} ck_jiggle;

/// Scalars per vector: 2, 4, 4 for 2, 3, 4 dimensions.
static inline int64_t ck_stride(int32_t dimension) { return dimension == 2 ? 2 : 4; }

/// jiggle(seed, tick, a, b, axis) of docs/determinism.md, before rounding to the scalar type.
double ck_jiggle_value(ck_jiggle jiggle, uint64_t a, uint64_t b, uint64_t axis);

/// Saves the floating-point control state and sets it to the default (round to nearest, no flush to
/// zero, no traps), so that the caller's settings cannot change results. Pair each begin with an
/// end on the same thread.
uint64_t ck_control_begin(void);
void ck_control_end(uint64_t saved);

// MARK: Many-body, direct sum

/// Adds the exact many-body force of all nodes to `velocity` of targets [target_begin, target_end).
///
/// Points in Double with an accuracy of at least 1e-5 are summed in Float, where its range allows:
/// each coordinate is kept in two Floats, and the force of a pair has a relative error of about
/// 1e-6 at most.
///
/// velocity: count vectors; only the target range is written.
/// Each target sums over its sources by increasing index: bits do not depend on the range.
/// O((target_end - target_begin) * count).
void ck_direct_sum(ck_context *context, ck_points points, ck_law law, double alpha,
                   ck_jiggle jiggle, int64_t target_begin, int64_t target_end, void *velocity);

/// The number of points up to which ck_direct_sum takes at most about as long as ck_many_body with
/// a usual accuracy. It decides bits, so it is the same on every machine.
static inline int64_t ck_direct_sum_limit(int32_t scalar, int32_t dimension) {
  if (dimension == 2) { return scalar == CK_F32 ? 512 : 384; }
  return scalar == CK_F32 ? 640 : 448;
}

// MARK: KD-tree
//
// A KD-tree over n points sorts them into slots; leaves are ranges of exactly B slots
// (`leaf_size`), and the last leaf may be short. The shape depends on n and B alone and is stored
// nowhere: m = ceil(n / B) leaves and m - 1 inner nodes are numbered level by level from the root
// 0, without gaps, so that the children of node k are 2k + 1 and 2k + 2, and the nodes from m - 1
// on are the leaves. When leaves are on two levels, those of the deeper level come first in slot
// order. The functions of kdtree.h go from nodes to slots in constant time.

/// Sorts points into KD-tree order. The slots of a node are split between its children by whole
/// leaves: the points that are smallest on the axis on which the node's points spread widest go
/// left, as many as the left child has slots. docs/determinism.md ("KD-tree order") has the rule to
/// the bit. The result depends on the positions alone.
///
/// points.count: up to 2^31 - 1; points.position: finite (other points get some slot). leaf_size: 1
/// to 256. permutation: count point numbers by slot, written; its old content is not read. O(count
/// log(count / leaf_size)) for any input, also with ties and coincident points.
void ck_kdtree_sort(ck_context *context, ck_points points, int64_t leaf_size, int32_t *permutation);

/// The exact bounding box of each node's points, which may have moved since the sort; and the
/// points by slot.
///
/// permutation: as ck_kdtree_sort left it. low, high: one vector for each of the 2m - 1 nodes,
/// written; none for no points. slots: count vectors, written; NULL if they are not wanted.
/// O(count).
void ck_kdtree_refit(ck_context *context, ck_points points, int64_t leaf_size,
                     const int32_t *permutation, void *low, void *high, void *slots);

// MARK: Batched queries of a KD-tree

/// A KD-tree as ck_kdtree_sort and ck_kdtree_refit leave it, with its points by slot.
typedef struct ck_kdtree {
  /// A ck_scalar; and 2, 3 or 4.
  int32_t scalar, dimension;
  int64_t count, leaf_size;
  const int32_t *permutation;
  /// count vectors, finite.
  const void *slots;
  /// A vector for each node.
  const void *low, *high;
} ck_kdtree;

/// A point that has been found, for each scalar type: its number and its squared distance.
typedef struct ck_neighbor_f32 {
  int32_t number;
  float distance2;
} ck_neighbor_f32;

typedef struct ck_neighbor_f64 {
  int32_t number;
  double distance2;
} ck_neighbor_f64;

/// The points that a row has. A query is the point of the same number when the queries are the
/// searched tree.
typedef enum ck_kdtree_which {
  CK_KDTREE_ALL = 0,
  /// All but the query.
  CK_KDTREE_OTHERS = 1,
  /// Those with a higher number than the query, so that every pair is found once.
  CK_KDTREE_ABOVE = 2,
} ck_kdtree_which;

/// A search for the points within a radius of each query, one row of points for each.
typedef struct ck_kdtree_search {
  ck_kdtree tree;
  /// Points of the same scalar type and dimension; `tree` itself unless `which` is CK_KDTREE_ALL.
  ck_kdtree queries;
  /// The square of the radius, which belongs to it; may be infinite.
  double radius2;
  /// A ck_kdtree_which.
  int32_t which;
  /// Nodes of `queries`, all on one level, whose queries have rows; none for all queries. Then rows
  /// are numbered by slot, from the first slot of node_begin, else by query.
  int64_t node_begin, node_end;
} ck_kdtree_search;

/// Counts the points in each row: writes begin[0] = 0 and begin[i + 1], where row i ends.
///
/// begin: an element more than there are rows. Returns the sum of all rows. When that is above
/// `limit`, some number above the limit is returned, and the elements of `begin` mean nothing.
/// O(queries * log(points) + points found) for points that are spread out.
int64_t ck_kdtree_count_rows(ck_context *context, const ck_kdtree_search *search, int64_t limit,
                             int64_t *begin);

/// Writes the points of each row by increasing number, with their squared distances.
///
/// begin: from ck_kdtree_count_rows. neighbors: a ck_neighbor_f32 or ck_neighbor_f64 for each point
/// found.
void ck_kdtree_fill_rows(ck_context *context, const ck_kdtree_search *search, const int64_t *begin,
                         void *neighbors);

/// Finds the k points nearest to each query within a radius, the nearest first, and of points at
/// one distance the one with the lowest number first.
///
/// search.which: not CK_KDTREE_ABOVE; the nodes are not used. k: at least 1. neighbors: k elements
/// for each query. Where fewer points are within the radius, the row ends with elements of the
/// number INT32_MAX. O(queries * (k + log(points))) for points that are spread out.
void ck_kdtree_nearest(ck_context *context, const ck_kdtree_search *search, int64_t k,
                       void *neighbors);

// MARK: Many-body by tree

/// The numbers that decide when the points of one many-body force are sorted again. All zero at
/// first.
typedef struct ck_many_body_history {
  /// 1 once the points have been sorted; set it to 0 to have them sorted by the next pass.
  int32_t sorted;
  /// The number of sorts so far.
  int32_t sorts;
  /// 1 if points far from all others are sorted apart, else 0; and the sort that tries it next.
  int32_t divided, next_trial;
  /// Size of leaves relative to larger cells, right after the last sort.
  double staleness;
  /// Work of a pass with points that are freshly sorted, in pairs of points, and the sum of what
  /// passes since the last sort cost more. Below 0: -work at most, as the next pass has a larger
  /// tolerance than the last one.
  double work, excess;
  /// With an accuracy, the control of the error (many_body_control.c). The error that a far cell may
  /// make on a leaf, in quarters of an octave above the accuracy.
  int32_t level;
  /// The number of ticks whose measurements are in `error2`, at most 32; 0 makes the next pass
  /// measure anew.
  int32_t measured;
  /// The mean square of the measured errors, relative to the accuracy.
  double error2;
  /// The root mean square force of the last pass: the scale of errors for the next one.
  double force;
  /// The error that the last pass has measured, relative to the root mean square force; 0: none.
  double last_error;
} ck_many_body_history;

/// The state of one many-body force. It fixes the bits of all later results.
typedef struct ck_many_body_state {
  /// count node numbers by slot of the tree, in the caller's memory: the identity at first.
  int32_t *permutation;
  ck_many_body_history history;
} ck_many_body_state;

/// Counts of a pass.
typedef struct ck_many_body_report {
  /// The work of the near field in pairs of points, 256 for each pair of leaves, and an estimate
  /// for leaves that are walked point by point.
  int64_t near_work;
  /// Pairs of a cell and a far cell.
  int64_t far_cells;
  /// 1 if the pass computed in Double, else 0.
  int32_t computed_in_f64;
  /// The number of walks: more than 1 when the measured error was too large.
  int32_t walks;
} ck_many_body_report;

/// Adds the many-body force of all nodes on each of them to `velocity`, by multipole and local
/// expansions over a KD-tree.
///
/// points.dimension: 2 or 3; points.position: finite. velocity: count vectors.
///
/// law.accuracy > 0: two cells interact as a whole when the error that this makes, by their
/// moments, radii and distance, is a small enough share of the root mean square force, smaller for
/// targets of many points. What comes out is compared with exact forces on a few points, chosen by
/// jiggle.seed and jiggle.tick, and the share follows (many_body_error.c, many_body_control.c). The
/// expansions have the higher degree for accuracies below 1e-4 in 2D, and below 0.1 in 3D. Else
/// law.theta > 0: when (r + s) / d, with radii r and s at distance d, is below min(theta, 1) in 3D,
/// and below min(0.92 theta, 1) in 2D; the radii of inner cells are enlarged by their level. The
/// expansions have the higher degree for theta below 0.7 in 2D, and below 1 in 3D.
///
/// The points are sorted again when the leaves have grown too much, or when what the passes since
/// the last sort cost more than the first of them adds up to the cost of a sort; never by the
/// clock. Same bits for any number of threads and any instruction set. O(count log(count)) when the
/// points have to be sorted, else O(count).
///
/// The pass computes in Float, relative to cells, also for CK_F64. The whole pass computes in
/// Double for CK_F64 and accuracies below 1e-5 or theta below 0.35, if any leaf is narrower than
/// 2^-24 of the layout, and where Float would overflow. report: NULL if it is not wanted.
void ck_many_body(ck_context *context, ck_points points, ck_law law, double alpha, ck_jiggle jiggle,
                  ck_many_body_state *state, void *velocity, ck_many_body_report *report);

// MARK: t-force

/// The law of the t-force: a point pushes another that is at the distance r with
/// strength * r / (1 + (r / distance)^2)^2.
typedef struct ck_t_law {
  double strength;
  /// Above zero.
  double distance;
  /// Cells and leaves whose gap to a leaf is larger do not act on it; may be infinite.
  double cutoff;
  /// A cell acts as one point at its mean when the diagonal of its box is below theta times its gap
  /// to the leaf, a quarter of `distance` added.
  double theta;
} ck_t_law;

/// Links that attract, as seen from their ends (ck_half_links). A link pulls an end at the distance
/// r with (near / (1 + (r / distance)^2) + far) * r.
typedef struct ck_t_links {
  const int64_t *begin;  ///< count + 1 offsets
  const int32_t *other;  ///< the node at the other end
  const void *near;      ///< by link end; NULL: common_near for all
  const void *far;       ///< by link end
  double common_near;
} ck_t_links;

/// Adds the t-force of all nodes on each of them, and the pull of the links, to `velocity`. Cells
/// of a KD-tree act as points (Zhong, Xue, Zhang, Zhang, Ban, Deussen and Wang 2023,
/// doi:10.1109/TVCG.2023.3238821; Barnes and Hut 1986, doi:10.1038/324446a0).
///
/// A node's change is divided by one plus alpha times its stiffness, the sum of the factors of its
/// links, as in a step of the implicit Euler method; or, where this is more, by alpha times half of
/// the stiffness and an eighth of |strength| times the sum of 1 / (1 + (r / distance)^2)^2 over the
/// other points. So it overshoots neither at a hub nor in a crowd.
///
/// points.dimension: 2 or 3; points.position: finite. links: NULL for none. velocity: count
/// vectors. The result depends on the positions alone. O(count log(count)) for any input with a
/// finite cutoff or theta above zero.
void ck_t_force(ck_context *context, ck_points points, ck_t_law law, const ck_t_links *links,
                double alpha, ck_jiggle jiggle, void *velocity);

// MARK: Links

/// Links as seen from their ends, grouped by node (compressed rows). The ends of node i are
/// [begin[i], begin[i + 1]), by increasing link number. Links from a node to itself are left out.
typedef struct ck_half_links {
  const int64_t *begin;     ///< count + 1 offsets
  const int32_t *other;     ///< the node at the other end
  const void *length;       ///< by link end, the wanted length; NULL: common_length for all
  const void *coefficient;  ///< by link end, strength times the bias of this end
  const void *total;  ///< by node, the sum of |coefficient|; NULL when no limit is below alpha
  double common_length;
} ck_half_links;

/// One link pass: in each of `iterations`, every node sums over its link ends from the state before
/// the iteration.
///
/// The limit of a link between a and b is 4/3 / (total[a] + total[b]): it matters rarely, so
/// reading two numbers then costs less than keeping one for each link end.
///
/// velocity: count vectors, read and written. O(iterations * (count + half-links)).
void ck_links(ck_context *context, ck_points points, ck_half_links links, int32_t iterations,
              double alpha, ck_jiggle jiggle, void *velocity);

// MARK: Collide

/// Radii of similar size, which share a grid: above < radius <= largest. `largest` is above zero,
/// and the radius of some node. `above` is negative in the last level when no node is smaller, so
/// that the level includes radius zero.
typedef struct ck_collide_level {
  double above, largest;
} ck_collide_level;

typedef struct ck_collide_radii {
  /// count scalars, finite and not negative.
  const void *radius;
  /// From the largest radii down, at most 12; each node is in one of them, or has radius zero.
  const ck_collide_level *levels;
  int32_t level_count;
} ck_collide_radii;

/// Pushes overlapping nodes apart, `iterations` times.
///
/// points.count: up to 2^31 - 1. velocity: count vectors, read and written.
/// O(iterations * levels * count) for any input, as nodes in overcrowded cells meet only a part of
/// their neighbours.
void ck_collide(ck_context *context, ck_points points, ck_collide_radii radii, double strength,
                int32_t iterations, ck_jiggle jiggle, void *velocity);

/// Boxes with sides along the axes.
typedef struct ck_boxes {
  /// The largest half side of each box, in levels. A level may be left out when no two boxes of it
  /// and of those below can overlap.
  ck_collide_radii reach;
  /// For each level the largest half side on each axis of its nodes and of those below it, above
  /// zero: `dimension` numbers.
  const double *level_half_sides;
  /// count vectors, finite and not negative.
  const void *half_sides;
  /// count scalars, finite and not negative: the heavier of two boxes moves less.
  const void *weights;
  /// count vectors from each node to the centre of its box; NULL when they are all zero.
  const void *offsets;
} ck_boxes;

/// Pushes overlapping boxes apart, along the axis on which they overlap least, `iterations` times.
/// In all else like ck_collide.
void ck_collide_boxes(ck_context *context, ck_points points, ck_boxes boxes, double strength,
                      int32_t iterations, ck_jiggle jiggle, void *velocity);

// MARK: All nodes

/// Moves all nodes by strength times the way from their mean to `center`. The mean is a sum of sums
/// of 1024 nodes each. Nothing moves when the way is not finite.
///
/// points.position: read and written. center: as many numbers as there are dimensions are read.
/// O(count).
void ck_nodes_center(ck_context *context, ck_points points, const double center[4],
                     double strength);

/// Set in the answer of ck_nodes_survey when a position or velocity is not finite.
#define CK_NODES_NOT_FINITE 16

/// Looks at all nodes. Bit k of the answer is set when two nodes differ on axis k.
///
/// velocity: count vectors. O(count).
uint32_t ck_nodes_survey(ck_context *context, ck_points points, const void *velocity);

// MARK: Integration

typedef struct ck_pins {
  /// NULL when no node is pinned, else count bytes; bit k is set when axis k is pinned.
  const uint8_t *axes;
  /// count vectors, read only where a bit is set.
  const void *position;
} ck_pins;

/// v = v * velocity_decay, p = p + v; a pinned axis takes its pin and loses its velocity. A node
/// whose new state would not be finite keeps its position on the axes that are not pinned and loses
/// its velocity.
///
/// points.position, velocity: count vectors, read and written.
/// Returns the number of nodes that would not have been finite. O(count).
int64_t ck_integrate(ck_context *context, ck_points points, ck_pins pins, double velocity_decay,
                     void *velocity);

#ifdef __cplusplus
}
#endif

#endif
