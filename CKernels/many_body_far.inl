/// What is far from a target, for the scalar type, dimension and order at hand: cells and single
/// points, summed up into the target's local expansion, or into the force on one point.

/// Adds the points of loose leaves that are far away to the target's locals. The others stay
/// pending, for its children.
static CK_COLD void CK_XNAME(far_points)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                         CK_XNAME(target) * target, CK_T *locals) {
  enum { LEAF = CK_MANY_BODY_LEAF, COUNT = CK_XNAME(sum_count) };
  const CK_T unit = CK_TNAME(power_of_two)(target->radius),
             clear = target->radius + (CK_T)task->distance_min;
  const CK_V radius2 = (CK_V)(target->radius * target->radius);
  int32_t *pending = walk->pending[target->level];
  int64_t kept = 0;
  CK_V sum[CK_PHASES * COUNT];
  for (int q = 0; q < CK_PHASES * COUNT; ++q) { sum[q] = (CK_V)(CK_T)0; }
  for (int64_t at = 0; at < target->pending_count; ++at) {
    const int32_t cell = pending[2 * at];
    uint32_t left = (uint32_t)pending[2 * at + 1];
    const CK_T *points = CK_NAME(leaf_points)(task, ck_kdtree_leaf_number(&task->shape, cell));
    // Where a leaf is much larger than the distance, its points are not known well enough: they
    // wait for exact positions.
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

/// Reads CK_LANES far cells as a point of cell `cell` sees them: their moments, the way to it,
/// their radii. `count`: how many are real.
static CK_INLINE void CK_XNAME(load_cells)(const ck_many_body_task *task, const int32_t *far,
                                           int64_t count, CK_V moment[CK_XNAME(moment_row)],
                                           CK_V d[CK_D], CK_V *radius, int64_t cell,
                                           const CK_T position[CK_D], CK_T unit) {
  enum { ROW = CK_XNAME(moment_row) };
  CK_V column[4];
  CK_TNAME(rows)(task->sphere, 4, 0, 4, far, column);
  CK_UNROLL
  for (int q = 0; q < ROW; q += 8) { CK_TNAME(rows)(task->moments, ROW, q, 8, far, moment + q); }
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    d[k] =
        CK_TNAME(centre_difference)(CK_NAME(cell_centre)(task, cell, k), column[k]) + position[k];
  }
  *radius = column[3];
  if (CK_UNLIKELY(count < CK_LANES)) {
    // Past its end the list has cells that are anywhere: no strength, at a distance that keeps
    // powers in range.
    const CK_M padding = CK_TNAME(lane_numbers)() >= (CK_M)(CK_I)count;
    for (int q = 0; q < ROW; ++q) { moment[q] = padding ? (CK_V)(CK_T)0 : moment[q]; }
    for (int k = 0; k < CK_D; ++k) { d[k] = padding ? (CK_V)unit : d[k]; }
    *radius = padding ? (CK_V)unit : *radius;
  }
}

/// Adds the cells far away to the target's locals.
static CK_INLINE void CK_XNAME(far_cells)(const ck_many_body_task *task,
                                          const ck_many_body_walk *walk,
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
      (task, walk->far + at, target->far_count - at, moment, d, &radius, target->cell, centre,
       unit);
      CK_XNAME(moments_to_sums)(d, moment, CK_TNAME(powers_of_two)(radius), unit, part);
    }
  }
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, COUNT, joined);
  CK_XNAME(sums_to_locals)(joined, locals);
}

/// Adds to `force` what the far cells of one point do to it. `position`: relative to the centre of
/// its leaf.
static CK_INLINE void CK_XNAME(far_cells_on_point)(const ck_many_body_task *task,
                                                   const ck_many_body_walk *walk, int64_t cell,
                                                   const CK_T position[CK_D], int64_t far_count,
                                                   CK_T force[CK_D]) {
  enum { ROW = CK_XNAME(moment_row), COUNT = CK_D == 2 ? 2 : 3 };
  CK_V sum[CK_PHASES * COUNT];
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_V part[CK_XNAME(sum_count)];
    for (int q = 0; q < CK_XNAME(sum_count); ++q) { part[q] = (CK_V)(CK_T)0; }
    for (int64_t at = phase * CK_LANES; at < far_count; at += CK_SUM_LANES) {
      CK_V moment[ROW], d[CK_D], radius;
      CK_XNAME(load_cells)
      (task, walk->far + at, far_count - at, moment, d, &radius, cell, position, 1);
      CK_XNAME(moments_to_sums)(d, moment, CK_TNAME(powers_of_two)(radius), (CK_T)1, part);
    }
    for (int q = 0; q < COUNT; ++q) { sum[phase * COUNT + q] = part[q]; }
  }
  CK_T joined[CK_SUMS_MAX];
  CK_TNAME(join_sums)(sum, COUNT, joined);
  CK_XNAME(locals_to_force)(joined, force);
}
