/// Many-body by tree, as its tasks see it.
///
/// Lengths are in lattice units: (x - origin) * per_unit. Lattice units are a power of two of
/// layout units, and the longest side of the layout has about 2^30 of them. In Float, centres of
/// cells are integers, so differences of centres are exact.
#ifndef CK_MANY_BODY_H
#define CK_MANY_BODY_H

#include "context.h"
#include "kdtree.h"

/// Points of a leaf: a multiple of every instruction set's lanes.
#define CK_MANY_BODY_LEAF 16
/// Points whose exact forces are summed, to measure the error: in each pass, in one soon after the
/// tolerance has changed, and in one that knows nothing yet. Multiples of every instruction set's
/// lanes.
#define CK_MANY_BODY_SAMPLES 16
#define CK_MANY_BODY_MORE_SAMPLES 64
#define CK_MANY_BODY_FIRST_SAMPLES 256
/// Leaves of a block of that sum, and those whose points are added in the computation's own type.
#define CK_MANY_BODY_SAMPLE_LEAVES 64
#define CK_MANY_BODY_SAMPLE_RUN 16
/// A bit for each point.
#define CK_MANY_BODY_ALL ((UINT32_C(1) << CK_MANY_BODY_LEAF) - 1)
/// Levels of a tree with at most 2^31 points.
#define CK_MANY_BODY_LEVELS 32

/// A leaf with more near leaves than this is loose: its points are far apart compared with its
/// surroundings, and are walked one by one.
#define CK_MANY_BODY_LOOSE(dimension) ((dimension) == 2 ? 160 : 128)

/// Two leaves are sparse if the squared extent of both is more than this multiple of the squared
/// distance below which a pair of points needs more than the plain law. Then the plain law is tried
/// for all their pairs at once: of neighbouring leaves with evenly spread points a third or fewer
/// have such a pair. It decides the time only, not the bits.
#define CK_MANY_BODY_SPARSE 512

/// The degree of the expansions, the sum of the source's and the target's orders: two for each
/// dimension.
#define CK_MANY_BODY_DEGREE_2D 7
#define CK_MANY_BODY_DEGREE_2D_ACCURATE 11
#define CK_MANY_BODY_DEGREE_3D 2
#define CK_MANY_BODY_DEGREE_3D_ACCURATE 3

/// Scalars of a cell's moments, rounded up to a multiple of eight for the transposes.
#define CK_MANY_BODY_MOMENTS(dimension, degree) \
  ((dimension) == 2 ? ck_round_up(2 * (degree) + 1, 8) : ck_round_up((degree) == 2 ? 10 : 20, 8))

/// The deepest level whose cells are roots of tasks.
#define CK_MANY_BODY_TASK_LEVELS 10
/// Room for the locals of a cell of any degree and dimension, in bytes.
#define CK_MANY_BODY_LOCALS 320

/// Staleness compares the radii of leaves with those of the cells this many levels above the
/// deepest.
#define CK_MANY_BODY_UPPER 4

/// The first cell of a level.
static inline int64_t ck_many_body_level(int32_t level) { return (INT64_C(1) << level) - 1; }

/// The first of a cell's descendants `levels` further down. It need not exist.
static inline int64_t ck_many_body_descendants(int64_t cell, int32_t levels) {
  return ((cell + 1) << levels) - 1;
}

/// The lengths of the lists that a cell leaves to its children.
typedef struct ck_many_body_left {
  int64_t next_count, pending_count, soft_count;
} ck_many_body_left;

/// Vector code writes whole registers past the end of a list: room for them, in items.
#define CK_MANY_BODY_PADDING 64

/// Lists of cells that one worker needs. They grow with use.
typedef struct ck_many_body_walk {
  /// The sources that are still to be classified.
  ck_list *queue;
  ck_list *far, *near, *soft;
  /// By level: what a target leaves to its children.
  ck_list *next;
  /// By level: split leaves, that is sources of which single points are still to be counted. Pairs
  /// of a cell and a bit for each point.
  ck_list *pending;
  /// The number of the subtree that the worker has walked last, -1 at first. By level of the path
  /// to it: what its cells have left, and their locals. The next subtree shares most of the path.
  int64_t last;
  /// Cells that were opened, and leaves whose points were needed, though they are not `present`.
  int64_t missing;
  ck_many_body_left left[CK_MANY_BODY_TASK_LEVELS + 1];
  char *locals;
} ck_many_body_walk;

/// Shared by many_body_refit, many_body_join and many_body_walk. Arrays of cells are in level
/// order.
typedef struct ck_many_body_pass {
  // From the caller.
  ck_points points;
  ck_law law;
  double alpha;
  ck_jiggle jiggle;
  const int32_t *permutation;
  void *velocity;
  /// The numbers of the nodes by their place in `points`, for pushes between coincident ones. NULL
  /// when nodes are numbered by their places.
  const int64_t *identity;
  /// By cell, for a process that has a part of the tree only: not 0 when the cell's children, or the
  /// points of a leaf, are here. A walk counts what it misses, and its forces are not valid then.
  /// NULL when all of the tree is here.
  const uint8_t *present;

  // From layout to lattice, and back. The fourth number is that of vectors' unused lane.
  double origin[4], per_unit, strength_scale, force_scale;
  // In lattice units: squared ratios of the acceptance tests, the distances of the law.
  double theta2, soft_theta2, distance_min, distance_max;
  // With an accuracy: the limit of a far cell's squared error, divided by the root of its mass, by
  // the target's level; the share in the error of the moments of each order; which degree they have.
  double tolerance2[CK_MANY_BODY_LEVELS], moment_weight[CK_MANY_BODY_DEGREE_2D_ACCURATE + 1];
  bool has_accuracy, has_higher_degree;
  /// The factor on a cell's radius, by levels above the deepest: see ck_many_body_radius_factor.
  double radius_factor[CK_MANY_BODY_LEVELS];

  ck_kdtree_shape shape;
  /// All bits set when larger leaves are split into points; none when distanceMax is finite.
  uint32_t splits_leaves;
  // The cells of this level are the roots of the subtrees that tasks are made of. Those of the
  // other one are the roots of what tasks join above them.
  int32_t task_level, join_level;
  /// By cell, 4 scalars: the centre (in Float the bits of whole lattice units as int32; the third
  /// is unused in 2D), then the radius.
  void *sphere;
  /// By cell, `dimension` doubles for the low corner, then as many for the high one.
  void *box;
  /// By cell, the sum of |strength|.
  void *mass;
  /// With an accuracy, by cell: the sum of strength squared; and the squared effective strength
  /// (many_body_error.c) divided by the root of the mass.
  void *square, *power;
  /// By cell, moment_row scalars.
  void *moments;
  /// By leaf number: a row of 16 coordinates for each axis, relative to the leaf's centre, then a
  /// row of strengths.
  void *leaf_points;

  /// The slots of the samples.
  int64_t sample_count, sample_slot[CK_MANY_BODY_FIRST_SAMPLES];
  /// By block of leaves, by sample: the force of the block on it, one number for each axis.
  double *samples;

  /// By leaf number: a row of 16 numbers for each axis, the forces that a walk has found.
  void *force;
  /// With an accuracy, by leaf number: the sum of the squared forces on its points. -1 for a leaf
  /// of coincident points: pushes between them are random.
  double *leaf_force2;

  /// By worker.
  ck_many_body_walk *walks;

  /// By subtree of the task level: the pairs of points and the far cells of its walk; NULL when they
  /// are not wanted.
  int64_t (*work)[2];

  // Integers, whose sums do not depend on the order of their terms.
  _Atomic int64_t near_work, far_cells, leaf_radius_sum, upper_radius_sum, narrow_leaves;
} ck_many_body_pass;

/// True if the caller's arrays are in Double. The type of the computation, CK_SCALAR, may be wider.
static inline bool ck_many_body_has_f64_input(const ck_many_body_pass *pass) {
  return pass->points.scalar == CK_F64;
}

/// A bit for each point of a leaf.
static inline uint32_t ck_many_body_point_mask(const ck_many_body_pass *pass, int64_t cell) {
  const int64_t left =
      pass->points.count - ck_kdtree_leaf_number(&pass->shape, cell) * CK_MANY_BODY_LEAF;
  return left < CK_MANY_BODY_LEAF ? (UINT32_C(1) << left) - 1 : CK_MANY_BODY_ALL;
}

static inline const void *ck_many_body_position(const ck_many_body_pass *pass, int64_t slot,
                                                int64_t stride) {
  return (const char *)pass->points.position +
         pass->permutation[slot] * stride * (ck_many_body_has_f64_input(pass) ? 8 : 4);
}

static inline const void *ck_many_body_strength(const ck_many_body_pass *pass, int64_t slot) {
  return (const char *)pass->law.strength +
         pass->permutation[slot] * (ck_many_body_has_f64_input(pass) ? 8 : 4);
}

static inline void *ck_many_body_velocity(const ck_many_body_pass *pass, int64_t slot,
                                          int64_t stride) {
  return (char *)pass->velocity +
         pass->permutation[slot] * stride * (ck_many_body_has_f64_input(pass) ? 8 : 4);
}

/// The factor on the radius of an inner cell, without an accuracy. The error of a far cell is about
/// strength / d * (r / d)^(degree + 1): cells high up, which hold many nodes, would contribute most
/// of it, and are few. So they must be farther away.
static inline double ck_many_body_radius_factor(const ck_many_body_pass *pass, int64_t cell) {
  return ck_kdtree_is_leaf(&pass->shape, cell)
             ? 1
             : pass->radius_factor[pass->shape.height - ck_kdtree_depth(cell)];
}

#endif
