/// Many-body by tree, for the scalar type, dimension and order at hand: a fast multipole method with a dual traversal
/// (Dehnen 2002, doi:10.1006/jcph.2002.7026), one-sided so that every target is written by one task.
///
/// Refit, from the leaves up: centre, radius, box and moments of every cell from the points' current positions. Walk, from the
/// root down: each cell has a list of cells whose influence is still to be counted; those far away become terms of its
/// local expansion, those that are too large are opened, the rest is left to its children; leaves meet leaves point by point.
/// What a cell computes depends on its own path from the root only, so subtrees can be walked in any order.

// MARK: Refit

/// Coordinate `axis` of the point in `slot`, in lattice units.
static CK_INLINE double CK_XNAME(lattice)(const ck_many_body_task *task, int64_t slot, int axis) {
  int64_t at = (int64_t)task->order[slot] * CK_STRIDE + axis;
  double x = task->is_f64 ? ((const double *)task->position)[at] : (double)((const float *)task->position)[at];
  return (x - task->origin[axis]) * task->per_unit;
}

static CK_INLINE double CK_XNAME(source_strength)(const ck_many_body_task *task, int64_t slot) {
  int64_t node = task->order[slot];
  double w = task->is_f64 ? ((const double *)task->strength)[node] : (double)((const float *)task->strength)[node];
  return w * task->strength_scale;
}

/// Writes a cell's centre, rounded to what a centre can be, and gives back what it is now.
static CK_INLINE double CK_XNAME(set_centre)(const ck_many_body_task *task, int64_t cell, int axis, double x) {
  CK_C centre = (CK_C)CK_ROUND_CENTRE(x);
  memcpy((CK_T *)task->sphere + 4 * cell + axis, &centre, sizeof centre);
  return (double)centre;
}

/// Whether points that are one on the lattice are not.
static CK_COLD bool CK_XNAME(differ)(const ck_many_body_task *task, int64_t slot, int count) {
  for (int j = 1; j < count; ++j) {
    const void *a = ck_many_body_position(task, slot, CK_STRIDE), *b = ck_many_body_position(task, slot + j, CK_STRIDE);
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
    const double *a = (double *)task->box + child[0] * 2 * CK_D, *b = (double *)task->box + child[1] * 2 * CK_D;
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
  radius = (corner < radius ? corner : radius) * (1 + CK_CLOSE) * (CK_T)ck_many_body_growth(task, cell);
  ((CK_T *)task->sphere)[4 * cell + 3] = radius;
  mass[cell] = mass[child[0]] + mass[child[1]];
  const CK_T unit = CK_TNAME(power_of_two)(radius), inverse = (CK_T)1 / unit;
  for (int q = 0; q < CK_XNAME(moment_row); ++q) { moments[q] = 0; }
  for (int c = 0; c < 2; ++c) {
    const CK_T ratio = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, child[c])) * inverse;
    for (int k = 0; k < CK_D; ++k) { shift[c][k] *= inverse; }
    CK_XNAME(moments_to_moments)((CK_T *)task->moments + child[c] * CK_XNAME(moment_row), shift[c], ratio, moments);
  }
}

/// Refits the subtrees number [begin, end) of the task level.
static void CK_XNAME(many_body_refit)(void *context, int64_t begin, int64_t end) {
  ck_many_body_task *task = context;
  double leaf_radius = 0, cell_radius = 0;
  for (int64_t root = ck_many_body_level(task->task_level) + begin; root < ck_many_body_level(task->task_level) + end;
       ++root) {
    for (int32_t depth = task->shape.height - task->task_level; depth >= 0; --depth) {
      int64_t first = ck_many_body_descendants(root, depth), last = ck_many_body_descendants(root + 1, depth);
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

// MARK: Walk

/// What a cell gets from its parent: cells and points whose influence is still to be counted, and the locals of the parent
/// (none for the root). The walk's list of soft cells holds what is within distanceMin of all ancestors.
typedef struct CK_XNAME(inheritance) {
  const int32_t *candidates, *pending;
  int64_t candidate_count, pending_count, soft_count;
  const CK_T *locals;
} CK_XNAME(inheritance);

/// A target cell, or a single point, and what it found.
typedef struct CK_XNAME(target) {
  int64_t cell;
  int32_t level;
  CK_C centre[CK_D];
  CK_T radius;
  /// Whether sources are opened until they are far or leaves, rather than left to children.
  bool is_last;
  int64_t far_count, near_count, next_count, pending_count, soft_count;
} CK_XNAME(target);

/// The rare cases of a group of candidates: sources within distanceMin, beyond distanceMax, and cells of coincident points.
/// Takes bits out of `far`, and cells that are done with out of `rest`.
static CK_COLD void CK_XNAME(accept_rare)(const ck_many_body_task *task, ck_many_body_walk *walk, const int32_t *from,
                                          CK_XNAME(target) * target, const CK_T *distance2, const CK_T *reach,
                                          int lanes, unsigned *far, unsigned *rest) {
  const CK_T min = (CK_T)task->distance_min, max = (CK_T)task->distance_max;
  for (int lane = 0; lane < lanes; ++lane) {
    const unsigned bit = 1u << lane;
    const CK_T d2 = distance2[lane], r = reach[lane];
    if (task->distance_max < (double)INFINITY) {
      const CK_T within = max * (CK_T)0.9 - r, beyond = max + r;
      if ((*far & bit) && !(within > 0 && d2 <= within * within)) {
        *far &= ~bit;
        *rest |= bit;
      }
      if (d2 >= beyond * beyond) {
        *far &= ~bit;
        *rest &= ~bit;
      }
    }
    if (!(*rest & bit)) { continue; }
    if (r < min && d2 <= (min - r) * (min - r) && r * r < (CK_T)task->soft_theta2 * d2) {
      walk->soft[target->soft_count++] = from[lane];
      *rest &= ~bit;
    } else if (d2 == 0 && r <= CK_POINTLIKE) {
      // Points on one place meet those of the leaves beside theirs only: all of them would be quadratic.
      const ck_kdtree_range own = ck_kdtree_leaves(&task->shape, target->cell);
      const ck_kdtree_range other = ck_kdtree_leaves(&task->shape, from[lane]);
      if (own.end < other.begin || other.end < own.begin) { *rest &= ~bit; }
    }
  }
}

/// Sorts CK_LANES candidates (the first `count` of them are real) into the walk's lists. Returns the new end of the work list.
static CK_INLINE int64_t CK_XNAME(accept)(const ck_many_body_task *task, ck_many_body_walk *walk, const int32_t *from,
                                          int64_t count, CK_XNAME(target) * target, int64_t work_count) {
  CK_V column[4], d2 = (CK_V)(CK_T)0;
  CK_TNAME(rows)(task->sphere, 4, 0, 4, from, column);
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    const CK_V d = CK_TNAME(centre_difference)(target->centre[k], column[k]);
    d2 = k == 0 ? d * d : CK_MULTIPLY_ADD(d, d, d2);
  }
  const CK_V radius = column[3], reach = radius + target->radius;
  const CK_V clear = reach + (CK_V)(CK_T)task->distance_min;
  const unsigned real = count >= CK_LANES ? (1u << CK_LANES) - 1 : (1u << count) - 1;
  unsigned far = CK_TNAME(bits)((reach * reach < (CK_V)(CK_T)task->theta2 * d2) & (clear * clear <= d2)) & real;
  unsigned rest = real & ~far;
  const CK_T min = (CK_T)task->distance_min;
  const CK_M rare =
      ((d2 < (CK_V)(min * min)) & (reach < (CK_V)min)) | ((d2 == (CK_V)(CK_T)0) & (reach <= (CK_V)CK_POINTLIKE));
  if (CK_UNLIKELY(task->distance_max < (double)INFINITY || (CK_TNAME(bits)(rare) & real) != 0)) {
    CK_T distance2[CK_LANES], reaches[CK_LANES];
    CK_TNAME(store)(distance2, d2);
    CK_TNAME(store)(reaches, reach);
    int lanes = count < CK_LANES ? (int)count : CK_LANES;
    CK_XNAME(accept_rare)(task, walk, from, target, distance2, reaches, lanes, &far, &rest);
  }
  const unsigned leaves = CK_TNAME(bits)(CK_TNAME(load_cells)(from) >= (CK_M)(CK_I)(task->shape.leaf_count - 1));
  unsigned open = rest & ~leaves, keep = rest & leaves;
  if (!target->is_last) {
    const unsigned larger = CK_TNAME(bits)(radius > (CK_V)target->radius);
    keep = rest & ~(larger & (~leaves | task->bursts));
    open &= larger;
    // A leaf that is larger than the target comes apart into its points, most of which are far away.
    for (unsigned burst = rest & ~open & ~keep; burst != 0; burst &= burst - 1) {
      int32_t *pending = walk->pending[target->level] + 2 * target->pending_count++;
      pending[0] = from[__builtin_ctz(burst)];
      pending[1] = (int32_t)ck_many_body_points(task, pending[0]);
    }
  }
  target->far_count = ck_lists_append(walk->far, target->far_count, from, far);
  if (target->is_last) {
    target->near_count = ck_lists_append(walk->near, target->near_count, from, keep);
  } else {
    target->next_count = ck_lists_append(walk->next[target->level], target->next_count, from, keep);
  }
  return ck_lists_append_children(walk->work, work_count, from, open);
}

/// Sorts the candidates, and what comes out of them, into the walk's lists.
static CK_INLINE void CK_XNAME(accept_all)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                           const int32_t *candidates, int64_t candidate_count,
                                           CK_XNAME(target) * target) {
  memcpy(walk->work, candidates, (size_t)candidate_count * sizeof *candidates);
  int64_t work_count = candidate_count;
  for (int64_t at = 0; at < work_count; at += CK_LANES) {
    const int64_t count = work_count - at < CK_LANES ? work_count - at : CK_LANES;
    for (int64_t pad = count; pad < CK_LANES; ++pad) { walk->work[at + pad] = 0; }
    const int64_t end = CK_XNAME(accept)(task, walk, walk->work + at, count, target, work_count);
    at -= CK_LANES - count;
    work_count = end;
  }
  for (int64_t pad = 0; pad < CK_LANES; ++pad) { walk->far[target->far_count + pad] = 0; }
}

/// Adds the points of loose leaves that are far away to the target's locals. The others stay pending, for its children.
static CK_COLD void CK_XNAME(far_points)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                         CK_XNAME(target) * target, CK_T *locals) {
  enum { LEAF = CK_MANY_BODY_LEAF, COUNT = CK_XNAME(sum_count) };
  const CK_T unit = CK_TNAME(power_of_two)(target->radius), clear = target->radius + (CK_T)task->distance_min;
  const CK_V radius2 = (CK_V)(target->radius * target->radius);
  int32_t *pending = walk->pending[target->level];
  int64_t kept = 0;
  CK_V sum[CK_PHASES * COUNT];
  for (int q = 0; q < CK_PHASES * COUNT; ++q) { sum[q] = (CK_V)(CK_T)0; }
  for (int64_t at = 0; at < target->pending_count; ++at) {
    const int32_t cell = pending[2 * at];
    uint32_t left = (uint32_t)pending[2 * at + 1];
    const CK_T *points = CK_NAME(leaf_points)(task, ck_kdtree_leaf_number(&task->shape, cell));
    // Where a leaf is much larger than the distance, its points are not known well enough: they wait for exact positions.
    const CK_T unsure = 2 * CK_NAME(cell_radius)(task, cell) * CK_CLOSE;
    const CK_V clear2 = (CK_V)(clear > unsure ? clear * clear : unsure * unsure);
    for (int phase = 0; phase < CK_PHASES; ++phase) {
      CK_V d[CK_D];
      for (int k = 0; k < CK_D; ++k) {
        const CK_T shift = (CK_T)(target->centre[k] - CK_NAME(cell_centre)(task, cell, k));
        d[k] = shift - CK_TNAME(load)(points + k * LEAF + phase * CK_LANES);
      }
      const CK_V d2 = CK_NAME(length2)(d);
      const CK_M wanted = CK_TNAME(masks)(left >> (phase * CK_LANES));
      const CK_M far = (radius2 < (CK_V)(CK_T)task->theta2 * d2) & (clear2 <= d2) & wanted;
      const uint32_t bits = CK_TNAME(bits)(far);
      if (bits == 0) { continue; }
      left &= ~(bits << (phase * CK_LANES));
      for (int k = 0; k < CK_D; ++k) { d[k] = far ? d[k] : (CK_V)unit; }
      const CK_V strength = CK_TNAME(load)(points + CK_D * LEAF + phase * CK_LANES);
      CK_XNAME(points_to_sums)(d, far ? strength : (CK_V)(CK_T)0, unit, sum + phase * COUNT);
    }
    if (left != 0) {
      pending[2 * kept] = cell;
      pending[2 * kept + 1] = (int32_t)left;
      kept += 1;
    }
  }
  target->pending_count = kept;
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, COUNT, joined);
  CK_XNAME(sums_to_locals)(joined, locals);
}

/// Reads CK_LANES far cells as a point of cell `cell` sees them: their moments, the way to it, their radii. `count`: how many are
/// real.
static CK_INLINE void CK_XNAME(load_cells)(const ck_many_body_task *task, const int32_t *far, int64_t count,
                                           CK_V moment[CK_XNAME(moment_row)], CK_V d[CK_D], CK_V *radius, int64_t cell,
                                           const CK_T position[CK_D], CK_T unit) {
  enum { ROW = CK_XNAME(moment_row) };
  CK_V column[4];
  CK_TNAME(rows)(task->sphere, 4, 0, 4, far, column);
  CK_UNROLL
  for (int q = 0; q < ROW; q += 8) { CK_TNAME(rows)(task->moments, ROW, q, 8, far, moment + q); }
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    d[k] = CK_TNAME(centre_difference)(CK_NAME(cell_centre)(task, cell, k), column[k]) + position[k];
  }
  *radius = column[3];
  if (CK_UNLIKELY(count < CK_LANES)) {
    // Past its end the list has cells that are anywhere: no strength, at a distance that keeps powers in range.
    const CK_M padding = CK_TNAME(lane_numbers)() >= (CK_M)(CK_I)count;
    for (int q = 0; q < ROW; ++q) { moment[q] = padding ? (CK_V)(CK_T)0 : moment[q]; }
    for (int k = 0; k < CK_D; ++k) { d[k] = padding ? (CK_V)unit : d[k]; }
    *radius = padding ? (CK_V)unit : *radius;
  }
}

/// Adds the cells far away to the target's locals.
static CK_INLINE void CK_XNAME(far_cells)(const ck_many_body_task *task, const ck_many_body_walk *walk,
                                          const CK_XNAME(target) * target, CK_T *locals) {
  enum { COUNT = CK_XNAME(sum_count) };
  const CK_T unit = CK_TNAME(power_of_two)(target->radius), centre[CK_D] = {0};
  CK_V sum[CK_PHASES * COUNT];
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_V *part = sum + phase * COUNT;
    for (int q = 0; q < COUNT; ++q) { part[q] = (CK_V)(CK_T)0; }
    for (int64_t at = phase * CK_LANES; at < target->far_count; at += CK_SUM_LANES) {
      CK_V moment[CK_XNAME(moment_row)], d[CK_D], radius;
      CK_XNAME(load_cells)
      (task, walk->far + at, target->far_count - at, moment, d, &radius, target->cell, centre, unit);
      CK_XNAME(moments_to_sums)(d, moment, CK_TNAME(powers_of_two)(radius), unit, part);
    }
  }
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, COUNT, joined);
  CK_XNAME(sums_to_locals)(joined, locals);
}

/// Adds to `force` what the far cells of one point do to it. `position`: relative to the centre of its leaf.
static CK_INLINE void CK_XNAME(far_cells_on_point)(const ck_many_body_task *task, const ck_many_body_walk *walk,
                                                   int64_t cell, const CK_T position[CK_D], int64_t far_count,
                                                   CK_T force[CK_D]) {
  enum { ROW = CK_XNAME(moment_row), COUNT = CK_D == 2 ? 2 : 3 };
  CK_V sum[CK_PHASES * COUNT];
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_V part[CK_XNAME(sum_count)];
    for (int q = 0; q < CK_XNAME(sum_count); ++q) { part[q] = (CK_V)(CK_T)0; }
    for (int64_t at = phase * CK_LANES; at < far_count; at += CK_SUM_LANES) {
      CK_V moment[ROW], d[CK_D], radius;
      CK_XNAME(load_cells)(task, walk->far + at, far_count - at, moment, d, &radius, cell, position, 1);
      CK_XNAME(moments_to_sums)(d, moment, CK_TNAME(powers_of_two)(radius), (CK_T)1, part);
    }
    for (int q = 0; q < COUNT; ++q) { sum[phase * COUNT + q] = part[q]; }
  }
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, COUNT, joined);
  CK_XNAME(locals_to_force)(joined, force);
}

/// Adds what single soft cells do to one point of a leaf.
static CK_COLD void CK_XNAME(soft_cells)(const ck_many_body_task *task, const ck_many_body_walk *walk, int64_t cell,
                                         int64_t begin, int64_t end, CK_T *force) {
  for (int64_t at = begin; at < end; ++at) {
    const int64_t source = walk->soft[at];
    const CK_T *moments = (const CK_T *)task->moments + source * CK_XNAME(moment_row);
    const CK_T unit = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, source));
    CK_T dipole[CK_D];
    for (int k = 0; k < CK_D; ++k) { dipole[k] = moments[1 + k] * unit; }
    CK_NAME(near_soft)(task, cell, source, ((const CK_T *)task->mass)[source], moments[0], dipole, force);
  }
}

/// Walks the points of a loose leaf one by one, from what the leaf itself has left to be counted. Returns how many pairs of leaves
/// that was worth.
static CK_COLD int64_t CK_XNAME(visit_points)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                              const CK_XNAME(target) * leaf, int count, CK_T *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t number = ck_kdtree_leaf_number(&task->shape, leaf->cell);
  const CK_T *points = CK_NAME(leaf_points)(task, number);
  int64_t work = 0;
  for (int j = 0; j < count; ++j) {
    CK_T position[CK_D], one[CK_D];
    CK_XNAME(target) target = {.cell = leaf->cell, .is_last = true, .soft_count = leaf->soft_count};
    // As good as a point for the choice of what is far: as large as its place is not known.
    target.radius = leaf->radius * CK_CLOSE > CK_POINTLIKE / 4 ? leaf->radius * CK_CLOSE : CK_POINTLIKE / 4;
    for (int k = 0; k < CK_D; ++k) {
      position[k] = points[k * LEAF + j];
      one[k] = force[k * LEAF + j];
      target.centre[k] = leaf->centre[k] + (CK_C)CK_ROUND_CENTRE((double)position[k]);
    }
    CK_XNAME(accept_all)(task, walk, walk->next[leaf->level], leaf->next_count, &target);
    if (target.soft_count > leaf->soft_count) {
      CK_T soft[CK_D * LEAF] = {0};
      CK_XNAME(soft_cells)(task, walk, leaf->cell, leaf->soft_count, target.soft_count, soft);
      for (int k = 0; k < CK_D; ++k) { one[k] += soft[k * LEAF + j]; }
    }
    CK_XNAME(far_cells_on_point)(task, walk, leaf->cell, position, target.far_count, one);
    CK_NAME(near_point)(task, leaf->cell, number * LEAF + j, position, walk->near, target.near_count, one);
    for (int k = 0; k < CK_D; ++k) { force[k * LEAF + j] = one[k]; }
    work += target.near_count + target.far_count / 4;
  }
  return work / 8;
}

static CK_INLINE void CK_XNAME(visit_leaf)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                           const CK_XNAME(target) * target, bool is_loose, const CK_T *locals,
                                           int64_t *pairs) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t leaf = ck_kdtree_leaf_number(&task->shape, target->cell), slot = leaf * LEAF;
  const int count = task->count - slot < LEAF ? (int)(task->count - slot) : LEAF;
  _Alignas(64) CK_T force[CK_D * LEAF];
  // Where the forces will go is anywhere in memory: fetched while they are computed.
  for (int j = 0; j < count; ++j) { __builtin_prefetch(ck_many_body_velocity(task, slot + j, CK_STRIDE), 1); }
  const CK_T inverse = (CK_T)1 / CK_TNAME(power_of_two)(target->radius);
  CK_XNAME(locals_to_points)(locals, CK_NAME(leaf_points)(task, leaf), inverse, force);
  if (CK_UNLIKELY(target->soft_count > 0)) {
    CK_XNAME(soft_cells)(task, walk, target->cell, 0, target->soft_count, force);
  }
  CK_NAME(near_leaves)(task, target->cell, walk->near, target->near_count, walk->pending[target->level],
                       target->pending_count, force);
  *pairs += target->near_count + target->pending_count;
  if (CK_UNLIKELY(is_loose)) { *pairs += CK_XNAME(visit_points)(task, walk, target, count, force); }
  for (int j = 0; j < count; ++j) {
    for (int k = 0; k < CK_D; ++k) {
      const double f = (double)force[k * LEAF + j] * task->force_scale;
      void *velocity = ck_many_body_velocity(task, slot + j, CK_STRIDE);
      if (task->is_f64) {
        ((double *)velocity)[k] += f * task->alpha;
      } else {
        ((float *)velocity)[k] += (float)f * (float)task->alpha;
      }
    }
  }
}

/// Visits a cell with what it inherits. Leaves its own locals in `locals`, and gives back what its children inherit.
static CK_INLINE CK_XNAME(inheritance)
    CK_XNAME(visit)(const ck_many_body_task *task, ck_many_body_walk *walk, int64_t cell, int32_t level,
                    const CK_XNAME(inheritance) * from, CK_T *locals, int64_t *pairs, int64_t *cells) {
  const bool is_leaf = ck_kdtree_is_leaf(&task->shape, cell);
  CK_XNAME(target)
  target = {.cell = cell,
            .level = level,
            .radius = CK_NAME(cell_radius)(task, cell),
            .is_last = is_leaf,
            .pending_count = from->pending_count,
            .soft_count = from->soft_count};
  for (int k = 0; k < CK_D; ++k) { target.centre[k] = CK_NAME(cell_centre)(task, cell, k); }
  if (from->pending_count > 0) {
    memcpy(walk->pending[level], from->pending, (size_t)from->pending_count * 2 * sizeof *from->pending);
  }
  CK_XNAME(accept_all)(task, walk, from->candidates, from->candidate_count, &target);
  const bool is_loose = is_leaf && task->bursts != 0 && target.near_count > CK_MANY_BODY_LOOSE(CK_D);
  if (CK_UNLIKELY(is_loose)) {
    // Once more, with the rest left to the points.
    target.far_count = target.near_count = 0;
    target.soft_count = from->soft_count;
    target.is_last = false;
    CK_XNAME(accept_all)(task, walk, from->candidates, from->candidate_count, &target);
  }
  if (from->locals != NULL) {
    const int64_t above = (cell - 1) / 2;
    const CK_T unit = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, above)), inverse = (CK_T)1 / unit;
    CK_T shift[CK_D];
    for (int k = 0; k < CK_D; ++k) {
      shift[k] = (CK_T)(target.centre[k] - CK_NAME(cell_centre)(task, above, k)) * inverse;
    }
    CK_XNAME(locals_to_locals)(from->locals, shift, CK_TNAME(power_of_two)(target.radius) * inverse, locals);
  } else {
    for (int q = 0; q < CK_XNAME(local_count); ++q) { locals[q] = 0; }
  }
  if (target.far_count > 0) { CK_XNAME(far_cells)(task, walk, &target, locals); }
  if (CK_UNLIKELY(target.pending_count > 0)) { CK_XNAME(far_points)(task, walk, &target, locals); }
  *cells += target.far_count;
  if (is_leaf) { CK_XNAME(visit_leaf)(task, walk, &target, is_loose, locals, pairs); }
  return (CK_XNAME(inheritance)){.candidates = walk->next[level],
                                 .candidate_count = target.next_count,
                                 .pending = walk->pending[level],
                                 .pending_count = target.pending_count,
                                 .soft_count = target.soft_count,
                                 .locals = locals};
}

/// Visits the descendants of a cell that has been visited.
static void CK_XNAME(descend)(const ck_many_body_task *task, ck_many_body_walk *walk, int64_t cell, int32_t level,
                              const CK_XNAME(inheritance) * from, int64_t *pairs, int64_t *cells) {
  if (ck_kdtree_is_leaf(&task->shape, cell)) { return; }
  for (int64_t child = 2 * cell + 1; child <= 2 * cell + 2; ++child) {
    CK_T locals[CK_XNAME(local_count)];
    const CK_XNAME(inheritance) own = CK_XNAME(visit)(task, walk, child, level + 1, from, locals, pairs, cells);
    CK_XNAME(descend)(task, walk, child, level + 1, &own, pairs, cells);
  }
}

/// Walks the subtrees number [begin, end) of the task level, each with its path from the root.
static void CK_XNAME(many_body)(void *context, int64_t begin, int64_t end) {
  ck_many_body_task *task = context;
  ck_many_body_walk *walk = ck_many_body_take_walk(task);
  int64_t pairs = 0, cells = 0;
  for (int64_t number = begin; number < end; ++number) {
    static const int32_t root[1] = {0};
    CK_XNAME(inheritance) inherited = {.candidates = root, .candidate_count = 1};
    CK_T locals[2][CK_XNAME(local_count)];
    for (int32_t level = 0; level <= task->task_level; ++level) {
      // The path is shared by several subtrees; it is counted with the first of them.
      const int32_t below = task->task_level - level;
      int64_t path_pairs = 0, path_cells = 0;
      inherited = CK_XNAME(visit)(task, walk, ck_many_body_level(level) + (number >> below), level, &inherited,
                                  locals[level % 2], &path_pairs, &path_cells);
      if ((number & ((INT64_C(1) << below) - 1)) == 0) {
        pairs += path_pairs;
        cells += path_cells;
      }
    }
    CK_XNAME(descend)
    (task, walk, ck_many_body_level(task->task_level) + number, task->task_level, &inherited, &pairs, &cells);
  }
  atomic_fetch_add_explicit(&task->near_pairs, pairs * CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF, memory_order_relaxed);
  atomic_fetch_add_explicit(&task->far_cells, cells, memory_order_relaxed);
  atomic_store_explicit(&walk->taken, false, memory_order_release);
}
