/// The many-body tree's cells, for the scalar type, dimension and order at hand: from the leaves
/// up, centre, radius, box and moments of every cell from the points' current positions.

/// Coordinate `axis` of the point in `slot`, in lattice units.
static CK_INLINE double CK_XNAME(lattice)(const ck_many_body_task *task, int64_t slot, int axis) {
  int64_t at = (int64_t)task->order[slot] * CK_STRIDE + axis;
  double x = task->is_f64 ? ((const double *)task->position)[at]
                          : (double)((const float *)task->position)[at];
  return (x - task->origin[axis]) * task->per_unit;
}

static CK_INLINE double CK_XNAME(source_strength)(const ck_many_body_task *task, int64_t slot) {
  int64_t node = task->order[slot];
  double w = task->is_f64 ? ((const double *)task->strength)[node]
                          : (double)((const float *)task->strength)[node];
  return w * task->strength_scale;
}

/// Writes a cell's centre, rounded to what a centre can be, and gives back what it is now.
static CK_INLINE double CK_XNAME(set_centre)(const ck_many_body_task *task, int64_t cell, int axis,
                                             double x) {
  CK_C centre = (CK_C)CK_ROUND_CENTRE(x);
  memcpy((CK_T *)task->sphere + 4 * cell + axis, &centre, sizeof centre);
  return (double)centre;
}

/// Whether points that are one on the lattice are not.
static CK_COLD bool CK_XNAME(differ)(const ck_many_body_task *task, int64_t slot, int count) {
  for (int j = 1; j < count; ++j) {
    const void *a = ck_many_body_position(task, slot, CK_STRIDE),
               *b = ck_many_body_position(task, slot + j, CK_STRIDE);
    for (int k = 0; k < CK_D; ++k) {
      if (task->is_f64 ? ((const double *)a)[k] != ((const double *)b)[k]
                       : ((const float *)a)[k] != ((const float *)b)[k]) {
        return true;
      }
    }
  }
  return false;
}

static CK_INLINE void CK_XNAME(refit_leaf)(ck_many_body_task *task, int64_t cell) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t leaf = ck_kdtree_leaf_number(&task->shape, cell), slot = leaf * LEAF;
  const int count = task->count - slot < LEAF ? (int)(task->count - slot) : LEAF;
  CK_T *points = (CK_T *)task->points + leaf * ((CK_D + 1) * LEAF);
  double x[CK_D][LEAF], weight[LEAF], mass = 0, centre[CK_D] = {0};
  // The next leaf's points, which are anywhere in memory.
  for (int64_t next = slot + LEAF; next < slot + 2 * LEAF && next < task->count; ++next) {
    __builtin_prefetch(ck_many_body_position(task, next, CK_STRIDE));
    __builtin_prefetch(ck_many_body_strength(task, next));
  }
  double *low = (double *)task->box + cell * 2 * CK_D, *high = low + CK_D;
  CK_PLAIN
  for (int j = 0; j < count; ++j) {
    const double w = CK_XNAME(source_strength)(task, slot + j);
    weight[j] = w < 0 ? -w : w;
    mass += weight[j];
    points[CK_D * LEAF + j] = (CK_T)w;
    for (int k = 0; k < CK_D; ++k) { x[k][j] = CK_XNAME(lattice)(task, slot + j, k); }
  }
  double widest = 0;
  for (int k = 0; k < CK_D; ++k) {
    low[k] = high[k] = x[k][0];
    double sum = 0, plain = 0;
    for (int j = 0; j < count; ++j) {
      low[k] = x[k][j] < low[k] ? x[k][j] : low[k];
      high[k] = x[k][j] > high[k] ? x[k][j] : high[k];
      sum += weight[j] * x[k][j];
      plain += x[k][j];
    }
    centre[k] = mass > 0 ? sum / mass : plain / count;
    // Rounding must not move the centre of coincident points away from them.
    centre[k] = centre[k] < low[k] ? low[k] : centre[k] > high[k] ? high[k] : centre[k];
    widest = high[k] - low[k] > widest ? high[k] - low[k] : widest;
  }
  CK_T radius2 = 0;
  CK_T r2[LEAF] = {0};
  for (int k = 0; k < CK_D; ++k) {
    centre[k] = CK_XNAME(set_centre)(task, cell, k, centre[k]);
    for (int j = 0; j < count; ++j) {
      CK_T relative = (CK_T)(x[k][j] - centre[k]);
      points[k * LEAF + j] = relative;
      r2[j] += relative * relative;
    }
  }
  for (int j = 0; j < count; ++j) { radius2 = r2[j] > radius2 ? r2[j] : radius2; }
  // Empty slots: no strength, at a place that changes nothing.
  for (int j = count; j < LEAF; ++j) {
    for (int k = 0; k < CK_D; ++k) { points[k * LEAF + j] = points[k * LEAF + count - 1]; }
    points[CK_D * LEAF + j] = 0;
  }
  const CK_T radius = __builtin_elementwise_sqrt(radius2) * (1 + CK_CLOSE);
  ((CK_T *)task->sphere)[4 * cell + 3] = radius;
  ((CK_T *)task->mass)[cell] = (CK_T)mass;
  const CK_T inverse = (CK_T)1 / CK_TNAME(power_of_two)(radius);
  CK_XNAME(points_to_moments)(points, inverse, (CK_T *)task->moments + cell * CK_XNAME(moment_row));
  if (widest < CK_NARROWEST && (widest > 0 || CK_XNAME(differ)(task, slot, count))) {
    atomic_fetch_add_explicit(&task->narrow_leaves, 1, memory_order_relaxed);
  }
}

/// The radius of a cell, without what is added to it for its level.
static CK_INLINE CK_T CK_XNAME(true_radius)(const ck_many_body_task *task, int64_t cell) {
  return CK_NAME(cell_radius)(task, cell) / (CK_T)ck_many_body_growth(task, cell);
}

/// A cell from its two children.
static CK_INLINE void CK_XNAME(join_cell)(ck_many_body_task *task, int64_t cell) {
  const int64_t child[2] = {2 * cell + 1, 2 * cell + 2};
  CK_T *mass = task->mass, *moments = (CK_T *)task->moments + cell * CK_XNAME(moment_row);
  double *low = (double *)task->box + cell * 2 * CK_D, *high = low + CK_D;
  const double m0 = (double)mass[child[0]], m1 = (double)mass[child[1]];
  const double share = m0 + m1 > 0 ? m0 / (m0 + m1) : 0.5;
  CK_T shift[2][CK_D], reach[2] = {0, 0}, corner = 0;
  for (int k = 0; k < CK_D; ++k) {
    const double *a = (double *)task->box + child[0] * 2 * CK_D,
                 *b = (double *)task->box + child[1] * 2 * CK_D;
    low[k] = a[k] < b[k] ? a[k] : b[k];
    high[k] = a[CK_D + k] > b[CK_D + k] ? a[CK_D + k] : b[CK_D + k];
    const double x0 = (double)CK_NAME(cell_centre)(task, child[0], k),
                 x1 = (double)CK_NAME(cell_centre)(task, child[1], k);
    const double x = CK_XNAME(set_centre)(task, cell, k, x1 + (x0 - x1) * share);
    shift[0][k] = (CK_T)(x0 - x);
    shift[1][k] = (CK_T)(x1 - x);
    for (int c = 0; c < 2; ++c) { reach[c] += shift[c][k] * shift[c][k]; }
    const CK_T side = (CK_T)(x - low[k] > high[k] - x ? x - low[k] : high[k] - x);
    corner += side * side;
  }
  CK_T radius = 0;
  for (int c = 0; c < 2; ++c) {
    reach[c] = __builtin_elementwise_sqrt(reach[c]) + CK_XNAME(true_radius)(task, child[c]);
    radius = reach[c] > radius ? reach[c] : radius;
  }
  corner = __builtin_elementwise_sqrt(corner);
  radius =
      (corner < radius ? corner : radius) * (1 + CK_CLOSE) * (CK_T)ck_many_body_growth(task, cell);
  ((CK_T *)task->sphere)[4 * cell + 3] = radius;
  mass[cell] = mass[child[0]] + mass[child[1]];
  const CK_T unit = CK_TNAME(power_of_two)(radius), inverse = (CK_T)1 / unit;
  for (int q = 0; q < CK_XNAME(moment_row); ++q) { moments[q] = 0; }
  for (int c = 0; c < 2; ++c) {
    const CK_T ratio = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, child[c])) * inverse;
    for (int k = 0; k < CK_D; ++k) { shift[c][k] *= inverse; }
    CK_XNAME(moments_to_moments)
    ((CK_T *)task->moments + child[c] * CK_XNAME(moment_row), shift[c], ratio, moments);
  }
}

/// Refits the subtrees number [begin, end) of the task level.
static void CK_XNAME(many_body_refit)(void *context, int64_t begin, int64_t end) {
  ck_many_body_task *task = context;
  double leaf_radius = 0, cell_radius = 0;
  for (int64_t root = ck_many_body_level(task->task_level) + begin;
       root < ck_many_body_level(task->task_level) + end; ++root) {
    for (int32_t depth = task->shape.height - task->task_level; depth >= 0; --depth) {
      int64_t first = ck_many_body_descendants(root, depth),
              last = ck_many_body_descendants(root + 1, depth);
      if (last > task->shape.node_count) { last = task->shape.node_count; }
      for (int64_t cell = first; cell < last; ++cell) {
        if (ck_kdtree_is_leaf(&task->shape, cell)) {
          CK_XNAME(refit_leaf)(task, cell);
          leaf_radius += floor((double)CK_NAME(cell_radius)(task, cell));
        } else {
          CK_XNAME(join_cell)(task, cell);
          if (task->task_level + depth == task->shape.height - CK_MANY_BODY_UPPER) {
            cell_radius += floor((double)CK_NAME(cell_radius)(task, cell));
          }
        }
      }
    }
  }
  // Sums of whole numbers below 2^53: exact in any order.
  atomic_fetch_add_explicit(&task->leaf_radius, (int64_t)leaf_radius, memory_order_relaxed);
  atomic_fetch_add_explicit(&task->cell_radius, (int64_t)cell_radius, memory_order_relaxed);
}

/// Joins the cells above the task level, which their subtrees have been done for.
static void CK_XNAME(many_body_join)(void *context, int64_t begin, int64_t end) {
  for (int64_t cell = end - 1; cell >= begin; --cell) { CK_XNAME(join_cell)(context, cell); }
}
