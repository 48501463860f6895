/// Cells and points of the many-body tree, for the scalar type and dimension at hand.

#include "many_body.h"

// A cell's sphere is 4 scalars: the centre, whose third one is unused in 2D, then the radius. In
// Float the centre is whole lattice units, stored as the bits of int32.

static CK_INLINE CK_SCALAR CK_NAME(cell_radius)(const ck_many_body_pass *pass, int64_t cell) {
  return ((const CK_SCALAR *)pass->sphere)[4 * cell + 3];
}

/// The unit of a cell's moments and locals: its radius, rounded down to a power of two.
static CK_INLINE CK_SCALAR CK_NAME(cell_unit)(const ck_many_body_pass *pass, int64_t cell) {
  return CK_SCALAR_NAME(power_of_two)(CK_NAME(cell_radius)(pass, cell));
}

static CK_INLINE CK_CENTRE CK_NAME(cell_centre)(const ck_many_body_pass *pass, int64_t cell,
                                                int axis) {
  CK_CENTRE centre;
  memcpy(&centre, (const CK_SCALAR *)pass->sphere + 4 * cell + axis, sizeof centre);
  return centre;
}

static CK_INLINE const CK_SCALAR *CK_NAME(leaf_points)(const ck_many_body_pass *pass,
                                                       int64_t leaf) {
  return (const CK_SCALAR *)pass->leaf_points + leaf * ((CK_AXES + 1) * CK_MANY_BODY_LEAF);
}

/// The radius of a cell, without the factor of its level.
static CK_INLINE CK_SCALAR CK_NAME(true_radius)(const ck_many_body_pass *pass, int64_t cell) {
  return CK_NAME(cell_radius)(pass, cell) / (CK_SCALAR)ck_many_body_radius_factor(pass, cell);
}

/// Sets a cell's `power` (many_body.h) from the squared effective strength of its moments.
///
/// With strengths of both signs the kept moments may cancel, while the moments that are left out,
/// which make the error, do not: there the points add up like independent terms, and the sum of
/// their squared strengths is added.
static CK_INLINE void CK_NAME(set_power)(ck_many_body_pass *pass, int64_t cell, CK_SCALAR charge,
                                         CK_SCALAR strength2) {
  const CK_SCALAR mass = ((const CK_SCALAR *)pass->mass)[cell];
  if (charge * charge < mass * mass * (CK_SCALAR)0.999) {
    strength2 += ((const CK_SCALAR *)pass->square)[cell];
  }
  ((CK_SCALAR *)pass->power)[cell] =
      mass > 0 ? strength2 / __builtin_elementwise_sqrt(mass) : (CK_SCALAR)0;
}

/// The ratio of a cell's unit to its radius, at most 1; 0 for a cell of coincident points.
static CK_INLINE CK_SCALAR CK_NAME(unit_ratio)(const ck_many_body_pass *pass, int64_t cell) {
  const CK_SCALAR radius = CK_NAME(cell_radius)(pass, cell), unit = CK_NAME(cell_unit)(pass, cell);
  return radius < unit ? (CK_SCALAR)0 : unit / radius;
}

/// A place in Double, in memory layout: the fourth lane in 3D is unused. For variables only: it may
/// be wider than the registers that pass parameters.
typedef double CK_NAME(place) __attribute__((ext_vector_type(CK_STRIDE)));
typedef float CK_NAME(narrow_place) __attribute__((ext_vector_type(CK_STRIDE)));

/// Sets the place of the point in `slot`, in lattice units.
static CK_INLINE void CK_NAME(lattice_place)(const ck_many_body_pass *pass, int64_t slot,
                                             CK_NAME(place) *place) {
  const void *from = ck_many_body_position(pass, slot, CK_STRIDE);
  CK_NAME(place) x, origin;
  if (ck_many_body_has_f64_input(pass)) {
    memcpy(&x, from, sizeof x);
  } else {
    CK_NAME(narrow_place) narrow;
    memcpy(&narrow, from, sizeof narrow);
    x = __builtin_convertvector(narrow, CK_NAME(place));
  }
  memcpy(&origin, pass->origin, sizeof origin);
  *place = (x - origin) * pass->per_unit;
}

static CK_INLINE double CK_NAME(source_strength)(const ck_many_body_pass *pass, int64_t slot) {
  int64_t node = pass->permutation[slot];
  double w = ck_many_body_has_f64_input(pass) ? ((const double *)pass->law.strength)[node]
                                              : (double)((const float *)pass->law.strength)[node];
  return w * pass->strength_scale;
}

/// Writes a cell's centre, rounded to CK_CENTRE, and returns the rounded one.
static CK_INLINE double CK_NAME(set_centre)(const ck_many_body_pass *pass, int64_t cell, int axis,
                                            double x) {
#if defined(CK_TYPE_IS_F32)
  // The last bits of this sum are the nearest whole number. A conversion takes several times as
  // long, as it sees to numbers that do not fit.
  const double whole = 0x1.8p52, sum = x + whole;
  int64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  const CK_CENTRE centre = (CK_CENTRE)bits;
  x = sum - whole;
#else
  const CK_CENTRE centre = x;
#endif
  memcpy((CK_SCALAR *)pass->sphere + 4 * cell + axis, &centre, sizeof centre);
  return x;
}

/// True if points differ that are equal on the lattice.
static CK_NOINLINE bool CK_NAME(differ)(const ck_many_body_pass *pass, int64_t slot, int count) {
  for (int j = 1; j < count; ++j) {
    const void *a = ck_many_body_position(pass, slot, CK_STRIDE),
               *b = ck_many_body_position(pass, slot + j, CK_STRIDE);
    for (int k = 0; k < CK_AXES; ++k) {
      if (ck_many_body_has_f64_input(pass) ? ((const double *)a)[k] != ((const double *)b)[k]
                                           : ((const float *)a)[k] != ((const float *)b)[k]) {
        return true;
      }
    }
  }
  return false;
}

/// Sets the coordinates of a leaf's points relative to its centre, in Double here. Empty slots have
/// the position of the last point, which changes nothing.
static CK_INLINE void CK_NAME(set_leaf_points)(const ck_many_body_pass *pass, int64_t leaf,
                                               const CK_NAME(place) *x, int count,
                                               const CK_NAME(place) *centre) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  CK_SCALAR *points = (CK_SCALAR *)pass->leaf_points + leaf * ((CK_AXES + 1) * LEAF);
  CK_PLAIN
  for (int j = 0; j < count; ++j) {
    const CK_NAME(place) d = x[j] - *centre;
    CK_UNROLL
    for (int k = 0; k < CK_AXES; ++k) { points[k * LEAF + j] = (CK_SCALAR)d[k]; }
  }
  for (int k = 0; k < CK_AXES; ++k) {
    for (int j = count; j < LEAF; ++j) { points[k * LEAF + j] = points[k * LEAF + count - 1]; }
  }
}

/// Sets the points of leaves whose cells are known: those that another process has computed.
CK_TASK(CK_NAME(many_body_points)) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const ck_many_body_pass *pass = shared;
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    const int64_t slot = leaf * LEAF, cell = ck_kdtree_leaf_node(&pass->shape, leaf);
    const int count = pass->points.count - slot < LEAF ? (int)(pass->points.count - slot) : LEAF;
    CK_SCALAR *strength =
        (CK_SCALAR *)pass->leaf_points + leaf * ((CK_AXES + 1) * LEAF) + CK_AXES * LEAF;
    CK_NAME(place) x[LEAF], centre = (CK_NAME(place))0.0;
    for (int k = 0; k < CK_AXES; ++k) { centre[k] = (double)CK_NAME(cell_centre)(pass, cell, k); }
    for (int j = 0; j < LEAF; ++j) {
      strength[j] = j < count ? (CK_SCALAR)CK_NAME(source_strength)(pass, slot + j) : 0;
      if (j < count) { CK_NAME(lattice_place)(pass, slot + j, &x[j]); }
    }
    CK_NAME(set_leaf_points)(pass, leaf, x, count, &centre);
  }
}
