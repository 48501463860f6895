/// The cells of the many-body tree, for the scalar type, dimension and degree at hand: centre,
/// radius, box and moments of every cell from the current positions, from the leaves up.

/// Computes what the acceptance test of a cell as a source needs, from its moments.
static CK_INLINE void CK_DEGREE_NAME(set_error)(ck_many_body_pass *pass, int64_t cell) {
  const CK_SCALAR *moments = (const CK_SCALAR *)pass->moments + cell * CK_DEGREE_NAME(moment_row);
  const CK_SCALAR strength = CK_DEGREE_NAME(effective_strength)(
      moments, CK_NAME(unit_ratio)(pass, cell), pass->moment_weight);
  CK_NAME(set_power)(pass, cell, moments[0], strength * strength);
}

static CK_INLINE void CK_DEGREE_NAME(refit_leaf)(ck_many_body_pass *pass, int64_t cell) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, cell), slot = leaf * LEAF;
  const int count = pass->points.count - slot < LEAF ? (int)(pass->points.count - slot) : LEAF;
  CK_SCALAR *points = (CK_SCALAR *)pass->leaf_points + leaf * ((CK_AXES + 1) * LEAF);
  CK_NAME(place) x[LEAF], low, high, sum = (CK_NAME(place))0.0, plain = sum;
  double mass = 0, square = 0;
  // Prefetches the next leaf's points, which are anywhere in memory.
  for (int64_t next = slot + LEAF; next < slot + 2 * LEAF && next < pass->points.count; ++next) {
    __builtin_prefetch(ck_many_body_position(pass, next, CK_STRIDE));
    __builtin_prefetch(ck_many_body_strength(pass, next));
  }
  CK_NAME(lattice_place)(pass, slot, &low);
  high = low;
  CK_PLAIN
  for (int j = 0; j < count; ++j) {
    const double w = CK_NAME(source_strength)(pass, slot + j), weight = w < 0 ? -w : w;
    mass += weight;
    square += w * w;
    points[CK_AXES * LEAF + j] = (CK_SCALAR)w;
    CK_NAME(lattice_place)(pass, slot + j, &x[j]);
    low = x[j] < low ? x[j] : low;
    high = high < x[j] ? x[j] : high;
    sum += weight * x[j];
    plain += x[j];
  }
  memcpy((double *)pass->box + cell * 2 * CK_AXES, &low, CK_AXES * sizeof(double));
  memcpy((double *)pass->box + cell * 2 * CK_AXES + CK_AXES, &high, CK_AXES * sizeof(double));
  CK_NAME(place) centre = mass > 0 ? sum / mass : plain / (double)count;
  // Rounding must not move the centre of coincident points away from them.
  centre = centre < low ? low : centre > high ? high : centre;
  double widest = 0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    widest = high[k] - low[k] > widest ? high[k] - low[k] : widest;
    centre[k] = CK_NAME(set_centre)(pass, cell, k, centre[k]);
  }
  CK_NAME(set_leaf_points)(pass, leaf, x, count, &centre);
  CK_SIMD farthest2 = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int at = 0; at < LEAF; at += CK_LANES) {
    CK_SIMD d[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { d[k] = CK_SCALAR_NAME(load)(points + k * LEAF + at); }
    const CK_SIMD r2 = CK_NAME(length2)(d);
    farthest2 = CK_SCALAR_NAME(larger)(farthest2, r2);
  }
  CK_SCALAR radius2 = 0, lane_r2[CK_LANES];
  CK_SCALAR_NAME(store)(lane_r2, farthest2);
  CK_UNROLL
  for (int lane = 0; lane < CK_LANES; ++lane) {
    radius2 = lane_r2[lane] > radius2 ? lane_r2[lane] : radius2;
  }
  for (int j = count; j < LEAF; ++j) { points[CK_AXES * LEAF + j] = 0; }
  const CK_SCALAR radius = __builtin_elementwise_sqrt(radius2) * (1 + CK_CLOSE);
  ((CK_SCALAR *)pass->sphere)[4 * cell + 3] = radius;
  ((CK_SCALAR *)pass->mass)[cell] = (CK_SCALAR)mass;
  const CK_SCALAR inverse = (CK_SCALAR)1 / CK_SCALAR_NAME(power_of_two)(radius);
  CK_DEGREE_NAME(points_to_moments)
  (points, inverse, (CK_SCALAR *)pass->moments + cell * CK_DEGREE_NAME(moment_row));
  if (pass->has_accuracy) {
    ((CK_SCALAR *)pass->square)[cell] = (CK_SCALAR)square;
    CK_DEGREE_NAME(set_error)(pass, cell);
  }
  if (widest < CK_NARROWEST && (widest > 0 || CK_NAME(differ)(pass, slot, count))) {
    atomic_fetch_add_explicit(&pass->narrow_leaves, 1, memory_order_relaxed);
  }
}

/// Computes a cell from its two children.
static CK_INLINE void CK_DEGREE_NAME(join_cell)(ck_many_body_pass *pass, int64_t cell) {
  const int64_t child[2] = {2 * cell + 1, 2 * cell + 2};
  CK_SCALAR *mass = pass->mass,
            *moments = (CK_SCALAR *)pass->moments + cell * CK_DEGREE_NAME(moment_row);
  double *low = (double *)pass->box + cell * 2 * CK_AXES, *high = low + CK_AXES;
  const double m0 = (double)mass[child[0]], m1 = (double)mass[child[1]];
  const double share = m0 + m1 > 0 ? m0 / (m0 + m1) : 0.5;
  CK_SCALAR shift[2][CK_AXES], edge[2] = {0, 0}, corner = 0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const double *a = (double *)pass->box + child[0] * 2 * CK_AXES,
                 *b = (double *)pass->box + child[1] * 2 * CK_AXES;
    low[k] = a[k] < b[k] ? a[k] : b[k];
    high[k] = a[CK_AXES + k] > b[CK_AXES + k] ? a[CK_AXES + k] : b[CK_AXES + k];
    const double x0 = (double)CK_NAME(cell_centre)(pass, child[0], k),
                 x1 = (double)CK_NAME(cell_centre)(pass, child[1], k);
    const double x = CK_NAME(set_centre)(pass, cell, k, x1 + (x0 - x1) * share);
    shift[0][k] = (CK_SCALAR)(x0 - x);
    shift[1][k] = (CK_SCALAR)(x1 - x);
    for (int c = 0; c < 2; ++c) { edge[c] += shift[c][k] * shift[c][k]; }
    const CK_SCALAR side = (CK_SCALAR)(x - low[k] > high[k] - x ? x - low[k] : high[k] - x);
    corner += side * side;
  }
  CK_SCALAR radius = 0;
  for (int c = 0; c < 2; ++c) {
    edge[c] = __builtin_elementwise_sqrt(edge[c]) + CK_NAME(true_radius)(pass, child[c]);
    radius = edge[c] > radius ? edge[c] : radius;
  }
  corner = __builtin_elementwise_sqrt(corner);
  radius = (corner < radius ? corner : radius) * (1 + CK_CLOSE) *
           (CK_SCALAR)ck_many_body_radius_factor(pass, cell);
  ((CK_SCALAR *)pass->sphere)[4 * cell + 3] = radius;
  mass[cell] = mass[child[0]] + mass[child[1]];
  const CK_SCALAR unit = CK_SCALAR_NAME(power_of_two)(radius), inverse = (CK_SCALAR)1 / unit;
  for (int q = 0; q < CK_DEGREE_NAME(moment_row); ++q) { moments[q] = 0; }
  for (int c = 0; c < 2; ++c) {
    const CK_SCALAR ratio = CK_NAME(cell_unit)(pass, child[c]) * inverse;
    for (int k = 0; k < CK_AXES; ++k) { shift[c][k] *= inverse; }
    CK_DEGREE_NAME(moments_to_moments)
    ((CK_SCALAR *)pass->moments + child[c] * CK_DEGREE_NAME(moment_row), shift[c], ratio, moments);
  }
  if (pass->has_accuracy) {
    CK_SCALAR *square = pass->square;
    square[cell] = square[child[0]] + square[child[1]];
    CK_DEGREE_NAME(set_error)(pass, cell);
  }
}

/// Refits the subtrees [begin, end) of the task level.
CK_TASK(CK_DEGREE_NAME(many_body_refit)) {
  ck_many_body_pass *pass = shared;
  double leaf_radius_sum = 0, upper_radius_sum = 0;
  for (int64_t root = ck_many_body_level(pass->task_level) + begin;
       root < ck_many_body_level(pass->task_level) + end; ++root) {
    for (int32_t below = pass->shape.height - pass->task_level; below >= 0; --below) {
      int64_t first = ck_many_body_descendants(root, below),
              last = ck_many_body_descendants(root + 1, below);
      if (last > pass->shape.node_count) { last = pass->shape.node_count; }
      for (int64_t cell = first; cell < last; ++cell) {
        if (ck_kdtree_is_leaf(&pass->shape, cell)) {
          CK_DEGREE_NAME(refit_leaf)(pass, cell);
          leaf_radius_sum += floor((double)CK_NAME(cell_radius)(pass, cell));
        } else {
          CK_DEGREE_NAME(join_cell)(pass, cell);
          if (pass->task_level + below == pass->shape.height - CK_MANY_BODY_UPPER) {
            upper_radius_sum += floor((double)CK_NAME(cell_radius)(pass, cell));
          }
        }
      }
    }
  }
  // Sums of integers below 2^53: exact in any order.
  atomic_fetch_add_explicit(&pass->leaf_radius_sum, (int64_t)leaf_radius_sum, memory_order_relaxed);
  atomic_fetch_add_explicit(&pass->upper_radius_sum, (int64_t)upper_radius_sum,
                            memory_order_relaxed);
}

/// Computes the cells above the task level from their finished subtrees: those of the subtrees
/// [begin, end) of the join level.
CK_TASK(CK_DEGREE_NAME(many_body_join)) {
  ck_many_body_pass *pass = shared;
  double upper_radius_sum = 0;
  for (int64_t root = ck_many_body_level(pass->join_level) + begin;
       root < ck_many_body_level(pass->join_level) + end; ++root) {
    for (int32_t below = pass->task_level - pass->join_level - 1; below >= 0; --below) {
      const int64_t last = ck_many_body_descendants(root + 1, below);
      for (int64_t cell = ck_many_body_descendants(root, below); cell < last; ++cell) {
        CK_DEGREE_NAME(join_cell)(pass, cell);
        if (pass->join_level + below == pass->shape.height - CK_MANY_BODY_UPPER) {
          upper_radius_sum += floor((double)CK_NAME(cell_radius)(pass, cell));
        }
      }
    }
  }
  atomic_fetch_add_explicit(&pass->upper_radius_sum, (int64_t)upper_radius_sum,
                            memory_order_relaxed);
}
