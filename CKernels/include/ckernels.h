/// The kernels of ForceSimulation: the one public header, and the manual.
///
/// Every pass computes the parallel order of docs/determinism.md, to the bit, whatever the
/// instruction set and the number of threads. Swift calls these functions through
/// Sources/ForceSimulation/Kernels/ only.
///
/// Shapes. A vector of `dimension` components (2, 3 or 4) takes `ck_stride(dimension)` scalars: 2,
/// 4, 4. That is the layout of Swift's SIMD2, SIMD3 and SIMD4; the fourth scalar of a 3D vector is
/// never read for its value. An array of n vectors has n * stride scalars. Index and count are
/// 64-bit, node numbers in links 32-bit.
///
/// Ownership. The caller owns all memory. Nothing is allocated, kept or freed by a pass. Arrays of
/// one call must not overlap unless a line says so.
///
/// Checks. The caller has checked everything: counts are not negative, node numbers are in range,
/// parameters are finite. What costs nothing to check again ends the process with a sentence when
/// it does not hold. Positions and velocities may hold anything; what is not finite stays confined
/// to the nodes that touch it.
///
/// Threads. Any thread may call any pass at any time. A pass splits its work over threads when it
/// is large enough and no other pass is doing so at the moment; the bits of the result do not
/// depend on it.
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
} ck_isa;

enum { CK_ISA_COUNT = 4 };

/// "scalar", "neon", "avx2", "avx512"; NULL for other values. Static storage.
const char *ck_isa_name(int32_t isa);

/// Whether this processor, and this build, can run the variant.
int32_t ck_isa_is_supported(int32_t isa);

/// The widest supported variant.
int32_t ck_isa_best(void);

// MARK: Threads

/// What runs the parallel regions: "libomp.so.5", "libgomp.so.1", "OpenMP (already loaded)",
/// "pthreads", "dispatch". Static storage. Looks for it at the first call, in this order: an OpenMP
/// runtime that the process has loaded, libomp.so.5, libgomp.so.1, threads of our own; on Apple's
/// systems, libdispatch.
///
/// The environment variable FORCE_SIMULATION_THREAD_RUNTIME, read at the first call, narrows the
/// choice: "openmp", "libomp.so.5", "libgomp.so.1" (each falls back to the system's threads when
/// missing) or "pthreads".
///
/// One region runs at a time; a pass that finds another one running uses the calling thread alone.
/// So does every pass in a child process made by fork() after the first region, as no thread of the
/// parent lives there.
const char *ck_parallel_runtime(void);

/// How many threads a region uses by default: the runtime's own answer (OMP_NUM_THREADS is
/// honoured), at least 1.
int32_t ck_parallel_default_threads(void);

// MARK: Settings of a call

typedef struct ck_settings {
  /// A supported ck_isa.
  int32_t isa;
  /// Threads to use; 0 means ck_parallel_default_threads().
  int32_t thread_count;
  /// A pass whose estimated work in nanoseconds is below this runs on the calling thread. 0 splits
  /// every pass, for tests.
  int64_t serial_below_ns;
} ck_settings;

/// Where coincident nodes get their push from: hash(seed, tick, lower node, higher node, axis).
typedef struct ck_jiggle {
  uint64_t seed;
  uint64_t tick;
} ck_jiggle;

/// Scalars per vector: 2, 4, 4 for 2, 3, 4 dimensions.
static inline int64_t ck_stride(int32_t dimension) { return dimension == 2 ? 2 : 4; }

/// jiggle(seed, tick, a, b, axis) of docs/determinism.md, before rounding to the scalar type.
double ck_jiggle_value(ck_jiggle jiggle, uint64_t a, uint64_t b, uint64_t axis);

/// The floating-point control state, saved and set to the default (round to nearest, no flush to
/// zero, no traps), so that a caller's settings cannot change results. Pair each begin with an end
/// on the same thread.
uint64_t ck_control_begin(void);
void ck_control_end(uint64_t saved);

// MARK: Many-body, direct sum

/// Adds the exact many-body force of all `count` nodes to `velocity` of targets [target_begin,
/// target_end).
///
/// position: count vectors. strength: count scalars, the source strengths. velocity: count vectors;
/// only the target range is written. distance_min2, distance_max2: squares; distance_max2 may be
/// infinite. scratch: ck_direct_sum_scratch_*() scalars, 64-byte aligned; holds a component-major
/// copy of the sources. Sums sources by increasing index for each target: bits do not depend on
/// range, instruction set or threads. O((target_end - target_begin) * count). Allocates nothing.
void ck_direct_sum_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                       const float *position, const float *strength, float distance_min2,
                       float distance_max2, float alpha, ck_jiggle jiggle, int64_t target_begin,
                       int64_t target_end, float *scratch, float *velocity);
void ck_direct_sum_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                       const double *position, const double *strength, double distance_min2,
                       double distance_max2, double alpha, ck_jiggle jiggle, int64_t target_begin,
                       int64_t target_end, double *scratch, double *velocity);

/// Scalars of scratch that ck_direct_sum_* needs.
int64_t ck_direct_sum_scratch(int32_t dimension, int64_t count);

// MARK: KD-tree
//
// A tree over n points in leaves of exactly B points (`leaf_size`), all of them consecutive slots
// of an order; the last leaf may be short. Its shape depends on n and B alone and is stored
// nowhere: m = ceil(n / B) leaves and m - 1 inner nodes are numbered level by level from the root
// 0, without gaps, so that the children of node k are 2k + 1 and 2k + 2, and the nodes from m - 1
// on are the leaves. Where the tree has two levels with leaves, those of the deeper one come first
// in slot order. The functions of kdtree.h go from nodes to slots in constant time.

/// Sorts points into the order of a KD-tree. Slots of a node are split by whole leaves: as many
/// points as the left child has room for, those smallest on the axis on which the node's points
/// spread widest, go left. docs/determinism.md ("KD-tree order") has the rule to the bit. The
/// result depends on the positions alone.
///
/// count: 0 to 2^31 - 1. leaf_size: 1 to 256. position: count vectors, finite (others end up
/// somewhere). order: count point numbers by slot, written; what it held before means nothing.
/// scratch: ck_kdtree_sort_scratch() bytes, 64-byte aligned. O(count log(count / leaf_size)) for
/// any input: ties, grids, lines and coincident points included. Allocates nothing.
void ck_kdtree_sort_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                        int64_t leaf_size, const float *position, int32_t *order, void *scratch);
void ck_kdtree_sort_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                        int64_t leaf_size, const double *position, int32_t *order, void *scratch);

/// Bytes of scratch that ck_kdtree_sort_* needs: 16 per point, 20 in four dimensions, and 64 more
/// for every 8192 points.
int64_t ck_kdtree_sort_scratch(int32_t dimension, int64_t count);

/// The bounding box of each node's points, wherever they have gone since the sort. Exact: smallest
/// and largest coordinates.
///
/// order: as ck_kdtree_sort_* left it. low, high: one vector for each of the 2m - 1 nodes, written;
/// none for no points. O(count). Allocates nothing.
void ck_kdtree_refit_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                         int64_t leaf_size, const float *position, const int32_t *order, float *low,
                         float *high);
void ck_kdtree_refit_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                         int64_t leaf_size, const double *position, const int32_t *order,
                         double *low, double *high);

// MARK: Many-body by tree

/// Memory of the tree: grows to what is needed at the first passes, then stays. One pass at a time
/// may use it.
typedef struct ck_many_body ck_many_body;

ck_many_body *ck_many_body_create(void);
/// Gives the memory back. NULL is fine.
void ck_many_body_destroy(ck_many_body *tree);

/// What is known of an order of points from one tick to the next. All zero: the order has still to
/// be sorted.
///
/// Together with the order it fixes when the points will be sorted again, and so the bits of all
/// later results.
typedef struct ck_many_body_order {
  /// 1 once the order has been sorted; set it to 0 to have it sorted before the next pass.
  int32_t sorted;
  /// How often it has been sorted.
  int32_t sorts;
  /// Whether points far from all others are sorted apart: 0 or 1; and the sort from which on that
  /// is tried anew.
  int32_t divided, next_trial;
  /// Size of leaves compared with larger cells, right after the last sort.
  double staleness;
  /// Work of the first pass after the last sort, in pairs of points, and what later passes have
  /// cost more, summed up.
  double work, excess;
} ck_many_body_order;

/// What a pass did.
typedef struct ck_many_body_report {
  /// Pairs of points, and pairs of a cell and a cell far away, that were evaluated.
  int64_t near_pairs, far_cells;
  /// Whether it computed in Double.
  int32_t is_f64;
} ck_many_body_report;

/// Adds the many-body force of all `count` nodes on each of them to `velocity`, by multipole and
/// local expansions over a KD-tree.
///
/// position: count vectors of dimension 2 or 3, finite. strength: count scalars of any sign. theta
/// > 0: a pair of cells with radii r and s at distance d acts as a whole when (r + s) / d <
/// min(theta, 1); below 0.7 with expansions of a higher order. distance_min2, distance_max2:
/// squares; distance_max2 may be infinite. velocity: count vectors. order: count node numbers, a
/// permutation: the identity at first, then as the last pass left it. state: belongs to it. The
/// points are sorted anew when the work counted since the last time says that it pays, or when an
/// order has become so stale that a pass would be slow; never by the clock. Same bits for any
/// number of threads and any instruction set. Computes in Float, relative to cells; in Double for
/// theta below 0.35 (in ck_many_body_f64), and where the points of a leaf are closer together than
/// 2^-24 of the layout. O(count log(count)) when the points have to be sorted, else O(count).
void ck_many_body_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                      const float *position, const float *strength, float theta,
                      float distance_min2, float distance_max2, float alpha, ck_jiggle jiggle,
                      int32_t *order, ck_many_body_order *state, ck_many_body *tree,
                      float *velocity, ck_many_body_report *report);
void ck_many_body_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                      const double *position, const double *strength, double theta,
                      double distance_min2, double distance_max2, double alpha, ck_jiggle jiggle,
                      int32_t *order, ck_many_body_order *state, ck_many_body *tree,
                      double *velocity, ck_many_body_report *report);

// MARK: Links

/// Links as seen from their ends, grouped by node (compressed rows). The ends of node i are
/// [begin[i], begin[i + 1]), by increasing link number. Links from a node to itself are left out.
typedef struct ck_half_links_f32 {
  const int64_t *begin;  ///< count + 1 offsets
  const int32_t *other;  ///< the node at the other end
  const float
      *length;  ///< by link end, the wanted length in layout units; NULL: common_length for all
  const float *coefficient;  ///< by link end, strength times the bias of this end
  const float *
      total;  ///< by node, the sum of |coefficient| over its ends; NULL when no limit is below alpha
  float common_length;
} ck_half_links_f32;

typedef struct ck_half_links_f64 {
  const int64_t *begin;
  const int32_t *other;
  const double *length;
  const double *coefficient;
  const double *total;
  double common_length;
} ck_half_links_f64;

/// One link pass: `iterations` times, all nodes gather over their link ends from the state before
/// the iteration.
///
/// The limit of a link between a and b is 4/3 / (total[a] + total[b]): as seldom as it matters, two
/// numbers to read are better than one to keep for each link end.
///
/// position: count vectors. velocity: count vectors, read and written. predicted: scratch of count
/// vectors. O(iterations * (count + half-links)). Allocates nothing.
void ck_links_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                  const float *position, ck_half_links_f32 links, int32_t iterations, float alpha,
                  ck_jiggle jiggle, float *predicted, float *velocity);
void ck_links_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                  const double *position, ck_half_links_f64 links, int32_t iterations, double alpha,
                  ck_jiggle jiggle, double *predicted, double *velocity);

// MARK: Collide

/// Radii of similar size, which share a grid: above < radius <= largest. `largest` is the radius of
/// some node, and above zero. `above` is negative in the last level when no node is smaller, so
/// that it includes radius zero.
typedef struct ck_collide_level_f32 {
  float above, largest;
} ck_collide_level_f32;

typedef struct ck_collide_level_f64 {
  double above, largest;
} ck_collide_level_f64;

/// Pushes overlapping nodes apart, `iterations` times.
///
/// position: count vectors. radius: count scalars, finite and not negative. levels: level_count of
/// them, at most 12, from the largest radii down; each node is in one of them, or has radius zero.
/// velocity: count vectors, read and written. scratch: ck_collide_scratch_*() bytes, 64-byte
/// aligned. At most 2^31 - 1 nodes. O(iterations * levels * count) for any input, as overcrowded
/// cells are thinned out. Allocates nothing.
void ck_collide_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                    const float *position, const float *radius, int32_t level_count,
                    const ck_collide_level_f32 *levels, float strength, int32_t iterations,
                    ck_jiggle jiggle, void *scratch, float *velocity);
void ck_collide_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                    const double *position, const double *radius, int32_t level_count,
                    const ck_collide_level_f64 *levels, double strength, int32_t iterations,
                    ck_jiggle jiggle, void *scratch, double *velocity);

/// Bytes of scratch that ck_collide_* needs: 70 a node for 2D Double, 88 for 3D Float.
int64_t ck_collide_scratch_f32(int32_t dimension, int64_t count);
int64_t ck_collide_scratch_f64(int32_t dimension, int64_t count);

// MARK: Integration

/// v = v * velocity_decay, p = p + v; a pinned axis takes its pin and loses its velocity. A node
/// whose new state would not be finite keeps its position on the axes that are not pinned and loses
/// its velocity.
///
/// pinned_axes: NULL when no node is pinned, else count bytes, bit k set when axis k is pinned.
/// pins: count vectors, read only where a bit is set. position, velocity: count vectors, read and
/// written. Returns the number of nodes that were kept. O(count). Allocates nothing.
int64_t ck_integrate_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                         float velocity_decay, const uint8_t *pinned_axes, const float *pins,
                         float *position, float *velocity);
int64_t ck_integrate_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                         double velocity_decay, const uint8_t *pinned_axes, const double *pins,
                         double *position, double *velocity);

#ifdef __cplusplus
}
#endif

#endif
