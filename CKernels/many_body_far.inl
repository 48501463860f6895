/// The far field, for the scalar type, dimension and degree at hand: sums of cells and single
/// points into a target's local expansion, or into the force on one point.

/// Adds the far points of split leaves to the target's locals. The other points stay pending, for
/// its children.
static CK_NOINLINE void CK_DEGREE_NAME(far_points)(const ck_many_body_pass *pass,
                                                   ck_many_body_walk *walk, CK_NAME(target) *target,
                                                   CK_SCALAR *locals) {
  enum { LEAF = CK_MANY_BODY_LEAF, COUNT = CK_DEGREE_NAME(sum_count) };
  const CK_SCALAR unit = CK_SCALAR_NAME(power_of_two)(target->radius),
                  clear = target->radius + (CK_SCALAR)pass->distance_min;
  const CK_SIMD radius2 = (CK_SIMD)(target->radius * target->radius);
  int32_t *pending = walk->pending[target->level].item;
  int64_t kept = 0;
  CK_SIMD sum[CK_PHASES * COUNT];
  for (int q = 0; q < CK_PHASES * COUNT; ++q) { sum[q] = (CK_SIMD)(CK_SCALAR)0; }
  for (int64_t at = 0; at < target->pending_count; ++at) {
    const int32_t cell = pending[2 * at];
    uint32_t left = (uint32_t)pending[2 * at + 1];
    const CK_SCALAR *points = CK_NAME(leaf_points)(pass, ck_kdtree_leaf_number(&pass->shape, cell));
    // If a leaf is much larger than the distance, its relative coordinates are too coarse: its
    // points wait for exact positions.
    const CK_SCALAR unsure = 2 * CK_NAME(cell_radius)(pass, cell) * CK_CLOSE;
    const CK_SIMD clear2 = (CK_SIMD)(clear > unsure ? clear * clear : unsure * unsure);
    for (int phase = 0; phase < CK_PHASES; ++phase) {
      CK_SIMD d[CK_AXES];
      for (int k = 0; k < CK_AXES; ++k) {
        const CK_SCALAR shift =
            (CK_SCALAR)(target->centre[k] - CK_NAME(cell_centre)(pass, cell, k));
        d[k] = shift - CK_SCALAR_NAME(load)(points + k * LEAF + phase * CK_LANES);
      }
      const CK_SIMD d2 = CK_NAME(length2)(d);
      const CK_MASK wanted = CK_SCALAR_NAME(masks)(left >> (phase * CK_LANES));
      const CK_SIMD strength = CK_SCALAR_NAME(load)(points + CK_AXES * LEAF + phase * CK_LANES);
      CK_MASK far = (radius2 < (CK_SIMD)(CK_SCALAR)pass->theta2 * d2) & (clear2 <= d2) & wanted;
      if (pass->has_accuracy) {
        const CK_SIMD size = __builtin_elementwise_abs(strength);
        far &= CK_NAME(is_accurate)(pass, target->level, size * __builtin_elementwise_sqrt(size),
                                    radius2, radius2, d2);
      }
      const uint32_t bits = CK_SCALAR_NAME(bits)(far);
      if (bits == 0) { continue; }
      left &= ~(bits << (phase * CK_LANES));
      for (int k = 0; k < CK_AXES; ++k) { d[k] = far ? d[k] : (CK_SIMD)unit; }
      CK_DEGREE_NAME(points_to_sums)
      (d, far ? strength : (CK_SIMD)(CK_SCALAR)0, unit, sum + phase * COUNT);
    }
    if (left != 0) {
      pending[2 * kept] = cell;
      pending[2 * kept + 1] = (int32_t)left;
      kept += 1;
    }
  }
  target->pending_count = kept;
  CK_SCALAR joined[CK_SUMS_MAX];
  CK_SCALAR_NAME(join_sums)(sum, COUNT, joined);
  CK_DEGREE_NAME(sums_to_locals)(joined, locals);
}

/// Reads CK_LANES far cells, of which the first `count` are real: their moments, their distance
/// vectors from a point of cell `cell`, and their radii.
static CK_INLINE void CK_DEGREE_NAME(load_far_cells)(
    const ck_many_body_pass *pass, const int32_t *far, int64_t count,
    CK_SIMD moment[CK_DEGREE_NAME(moment_row)], CK_SIMD d[CK_AXES], CK_SIMD *radius, int64_t cell,
    const CK_SCALAR position[CK_AXES], CK_SCALAR unit) {
  enum { ROW = CK_DEGREE_NAME(moment_row) };
  CK_SIMD column[4];
  CK_SCALAR_NAME(rows)(pass->sphere, 4, 0, 4, far, column);
  CK_UNROLL
  for (int q = 0; q < ROW; q += 8) {
    CK_SCALAR_NAME(rows)(pass->moments, ROW, q, 8, far, moment + q);
  }
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = CK_SCALAR_NAME(centre_difference)(CK_NAME(cell_centre)(pass, cell, k), column[k]) +
           position[k];
  }
  *radius = column[3];
  if (CK_UNLIKELY(count < CK_LANES)) {
    // Entries past the end of the list are arbitrary cells: they get no strength, and a distance
    // whose powers stay in range.
    const CK_MASK padding = CK_SCALAR_NAME(lane_numbers)() >= (CK_MASK)(CK_INT)count;
    for (int q = 0; q < ROW; ++q) { moment[q] = padding ? (CK_SIMD)(CK_SCALAR)0 : moment[q]; }
    for (int k = 0; k < CK_AXES; ++k) { d[k] = padding ? (CK_SIMD)unit : d[k]; }
    *radius = padding ? (CK_SIMD)unit : *radius;
  }
}

/// Adds the far cells to the target's locals.
static CK_INLINE void CK_DEGREE_NAME(far_cells)(const ck_many_body_pass *pass,
                                                const ck_many_body_walk *walk,
                                                const CK_NAME(target) *target, CK_SCALAR *locals) {
  enum { COUNT = CK_DEGREE_NAME(sum_count) };
  const CK_SCALAR unit = CK_SCALAR_NAME(power_of_two)(target->radius), centre[CK_AXES] = {0};
  CK_SIMD sum[CK_PHASES * COUNT];
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_SIMD part[COUNT];
    CK_UNROLL
    for (int q = 0; q < COUNT; ++q) { part[q] = (CK_SIMD)(CK_SCALAR)0; }
    for (int64_t at = phase * CK_LANES; at < target->far_count; at += CK_SUM_LANES) {
      CK_SIMD moment[CK_DEGREE_NAME(moment_row)], d[CK_AXES], radius;
      CK_DEGREE_NAME(load_far_cells)
      (pass, walk->far->item + at, target->far_count - at, moment, d, &radius, target->cell, centre,
       unit);
      CK_DEGREE_NAME(moments_to_sums)(d, moment, CK_SCALAR_NAME(powers_of_two)(radius), unit, part);
    }
    CK_UNROLL
    for (int q = 0; q < COUNT; ++q) { sum[phase * COUNT + q] = part[q]; }
  }
  CK_SCALAR joined[CK_SUMS_MAX];
  CK_SCALAR_NAME(join_sums)(sum, COUNT, joined);
  CK_DEGREE_NAME(sums_to_locals)(joined, locals);
}

/// Adds the forces of the far cells on one point. `position`: relative to the centre of its leaf.
static CK_INLINE void CK_DEGREE_NAME(far_cells_on_point)(
    const ck_many_body_pass *pass, const ck_many_body_walk *walk, int64_t cell,
    const CK_SCALAR position[CK_AXES], int64_t far_count, CK_SCALAR force[CK_AXES]) {
  enum { ROW = CK_DEGREE_NAME(moment_row), COUNT = CK_AXES == 2 ? 2 : 3 };
  CK_SIMD sum[CK_PHASES * COUNT];
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_SIMD part[CK_DEGREE_NAME(sum_count)];
    for (int q = 0; q < CK_DEGREE_NAME(sum_count); ++q) { part[q] = (CK_SIMD)(CK_SCALAR)0; }
    for (int64_t at = phase * CK_LANES; at < far_count; at += CK_SUM_LANES) {
      CK_SIMD moment[ROW], d[CK_AXES], radius;
      CK_DEGREE_NAME(load_far_cells)
      (pass, walk->far->item + at, far_count - at, moment, d, &radius, cell, position, 1);
      CK_DEGREE_NAME(moments_to_sums)
      (d, moment, CK_SCALAR_NAME(powers_of_two)(radius), (CK_SCALAR)1, part);
    }
    for (int q = 0; q < COUNT; ++q) { sum[phase * COUNT + q] = part[q]; }
  }
  CK_SCALAR joined[CK_SUMS_MAX];
  CK_SCALAR_NAME(join_sums)(sum, COUNT, joined);
  CK_DEGREE_NAME(locals_to_force)(joined, force);
}
