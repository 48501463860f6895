/// Collide's meetings, for the scalar type and dimension at hand (variants/kernels.inl says how it
/// is included).
///
/// A node looks from where it was predicted when its turn began, so whom it hits does not depend on
/// whom it has hit before, and it can look at as many neighbours at once as a register has lanes.

/// The members by component.
typedef struct CK_NAME(collide_members) {
  CK_T *base[CK_D], *velocity[CK_D], *radius;
  const uint32_t *node;
} CK_NAME(collide_members);

static CK_INLINE CK_NAME(collide_members) CK_NAME(collide_members_of)(const ck_collide_task *task) {
  CK_NAME(collide_members) all;
  CK_T *sorted = task->sorted;
  for (int k = 0; k < CK_D; ++k) {
    all.base[k] = sorted + k * task->row;
    all.velocity[k] = sorted + (CK_D + k) * task->row;
  }
  all.radius = sorted + 2 * CK_D * task->row;
  all.node = task->node;
  return all;
}

static CK_INLINE CK_V CK_NAME(collide_load)(const CK_T *at) {
  CK_V lanes;
  memcpy(&lanes, at, sizeof lanes);
  return lanes;
}

/// The node in slot i, and where it is predicted when its turn begins.
typedef struct CK_NAME(collide_one) {
  int64_t i;
  int32_t node;
  CK_T radius, low;
  CK_T q[CK_D];
  /// Its velocity, as it changes.
  CK_T velocity[CK_D];
  bool has_moved;
} CK_NAME(collide_one);

/// Bit l: the node overlaps the one in slot `at` + l, which is later than it or a visitor.
static CK_INLINE uint32_t CK_NAME(collide_hits)(const CK_NAME(collide_members) *all,
                                                const CK_NAME(collide_one) *one, int64_t at,
                                                bool has_visitors) {
  CK_V l2 = (CK_V)(CK_T)0;
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    CK_V d = (CK_V)one->q[k] - (CK_NAME(collide_load)(all->base[k] + at) +
                                CK_NAME(collide_load)(all->velocity[k] + at));
    l2 = k == 0 ? d * d : l2 + d * d;
  }
  CK_V other = CK_NAME(collide_load)(all->radius + at);
  CK_V reach = (CK_V)one->radius + other;
  CK_N node;
  memcpy(&node, all->node + at, sizeof node);
  CK_M is_due = CK_CONVERT(node > (CK_N)one->node, CK_M);
  if (has_visitors) { is_due |= other <= (CK_V)one->low; }
  return CK_TNAME(bits)((l2 < reach * reach) & is_due);
}

/// The difference vector of coincident nodes, seen from slot i.
static CK_COLD void CK_NAME(collide_jiggle)(const ck_collide_task *task, int64_t i, int64_t j,
                                            CK_T d[CK_D]) {
  uint64_t a = task->node[i], b = task->node[j];
  uint64_t pair = ck_jiggle_pair(ck_jiggle_tick(task->jiggle), a < b ? a : b, a < b ? b : a);
  for (int k = 0; k < CK_D; ++k) {
    CK_T push = (CK_T)ck_jiggle_axis(pair, (uint64_t)k);
    d[k] = a < b ? push : -push;
  }
}

/// The node and the one in slot j, which overlap, push each other apart.
static CK_INLINE void CK_NAME(collide_push)(const ck_collide_task *task,
                                            const CK_NAME(collide_members) *all,
                                            CK_NAME(collide_one) *one, int64_t j) {
  CK_T d[CK_D], l2 = 0;
  for (int k = 0; k < CK_D; ++k) {
    d[k] = one->q[k] - (all->base[k][j] + all->velocity[k][j]);
    l2 = k == 0 ? d[k] * d[k] : l2 + d[k] * d[k];
  }
  if (CK_UNLIKELY(l2 < CK_TINY2)) {
    CK_NAME(collide_jiggle)(task, one->i, j, d);
    for (int k = 0; k < CK_D; ++k) { l2 = k == 0 ? d[k] * d[k] : l2 + d[k] * d[k]; }
  }
  const CK_T radius_i = one->radius, radius_j = all->radius[j];
  const CK_T l = __builtin_elementwise_sqrt(l2);
  const CK_T f = (radius_i + radius_j - l) / l * (CK_T)task->strength;
  const CK_T square_j = radius_j * radius_j;
  const CK_T share = square_j / (square_j + radius_i * radius_i);
  for (int k = 0; k < CK_D; ++k) {
    CK_T push = d[k] * f;
    one->velocity[k] += push * share;
    all->velocity[k][j] -= push * (1 - share);
  }
  one->has_moved = true;
  task->flags[j] |= CK_COLLIDE_MOVED;
}

/// The node meets those of the lanes `bits` at `at`, in their order.
static CK_COLD void CK_NAME(collide_push_lanes)(const ck_collide_task *task,
                                                const CK_NAME(collide_members) *all,
                                                CK_NAME(collide_one) *one, int64_t at,
                                                uint32_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    CK_NAME(collide_push)(task, all, one, at + __builtin_ctz(bits));
  }
}

/// The node meets those in slots [begin, end) that it has to, in their order.
static CK_INLINE void CK_NAME(collide_meet_run)(const ck_collide_task *task,
                                                const CK_NAME(collide_members) *all,
                                                CK_NAME(collide_one) *one, int64_t begin,
                                                int64_t end, bool has_visitors) {
  if (CK_LANES == 1 && begin >= end) { return; }
  int64_t at = begin;
  // Most runs are shorter than a register: looking at one without need takes less time than a wrong
  // guess whether to.
  do {
    uint32_t valid = end - at >= CK_LANES ? (1U << CK_LANES) - 1 : (1U << (end - at)) - 1;
    uint32_t bits = valid & CK_NAME(collide_hits)(all, one, at, has_visitors);
    if (CK_UNLIKELY(bits != 0)) { CK_NAME(collide_push_lanes)(task, all, one, at, bits); }
    at += CK_LANES;
  } while (CK_UNLIKELY(at < end));
}

/// The end of the run in row r around the cell of slot i.
static CK_INLINE int64_t CK_NAME(collide_run_end)(const ck_collide_task *task, int64_t i, int r) {
  const int64_t at = i * CK_NAME(collide_rows) + r, begin = task->run[at];
  if (CK_LIKELY(task->run_length[at] < CK_COLLIDE_LONG)) { return begin + task->run_length[at]; }
  return ck_collide_find_near(task->key, begin + CK_COLLIDE_LONG, task->members,
                              task->key[i] + task->row_step[r] + 2);
}

/// Where the visitors of the cell in slots [begin, end) begin.
static int64_t CK_NAME(collide_first_visitor)(const ck_collide_task *task,
                                              const CK_NAME(collide_members) *all, int64_t begin,
                                              int64_t end) {
  if (!task->has_visitors) { return end; }
  while (begin < end) {
    int64_t middle = begin + (end - begin) / 2;
    if (all->radius[middle] > (CK_T)task->low) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// The node, `rank` among `own_count` owners of its cell, meets its group among the members [begin,
/// end) of one list.
static void CK_NAME(collide_meet_group)(const ck_collide_task *task,
                                        const CK_NAME(collide_members) *all,
                                        CK_NAME(collide_one) *one, int64_t rank, int64_t own_count,
                                        int64_t begin, int64_t end) {
  const int64_t count = end - begin, fewer = own_count < count ? own_count : count;
  const int64_t groups = (fewer + CK_COLLIDE_CROWD - 1) / CK_COLLIDE_CROWD;
  if (groups == 0) { return; }
  // Member m of a list of n is in group floor(m * groups / n).
  const int64_t group = rank * groups / own_count;
  const int64_t first = begin + (group * count + groups - 1) / groups;
  const int64_t last = begin + ((group + 1) * count + groups - 1) / groups;
  if (first < last) { CK_NAME(collide_meet_run)(task, all, one, first, last, true); }
}

/// The same as collide_meet for an owner in a crowded cell. Groups are formed list by list: the
/// owners of a cell, and its visitors.
static CK_COLD void CK_NAME(collide_meet_crowd)(const ck_collide_task *task,
                                                const CK_NAME(collide_members) *all,
                                                CK_NAME(collide_one) *one) {
  const int64_t *key = task->key, i = one->i;
  const int64_t own_begin = ck_collide_find(key, 0, i, key[i]);
  const int64_t own_end = ck_collide_find_near(key, i, task->members, key[i] + 1);
  const int64_t own_count =
      CK_NAME(collide_first_visitor)(task, all, own_begin, own_end) - own_begin;
  for (int r = 0; r < CK_NAME(collide_rows); ++r) {
    const int64_t end = CK_NAME(collide_run_end)(task, i, r);
    for (int64_t begin = task->run[i * CK_NAME(collide_rows) + r], next; begin < end;
         begin = next) {
      next = ck_collide_find(key, begin, end, key[begin] + 1);
      int64_t middle = CK_NAME(collide_first_visitor)(task, all, begin, next);
      CK_NAME(collide_meet_group)(task, all, one, i - own_begin, own_count, begin, middle);
      CK_NAME(collide_meet_group)(task, all, one, i - own_begin, own_count, middle, next);
    }
  }
}

/// The owner in slot i meets everyone it has to.
static CK_INLINE void CK_NAME(collide_meet)(const ck_collide_task *task,
                                            const CK_NAME(collide_members) *all, int64_t i,
                                            bool has_visitors) {
  CK_NAME(collide_one) one = {
      .i = i, .node = (int32_t)all->node[i], .radius = all->radius[i], .low = (CK_T)task->low};
  for (int k = 0; k < CK_D; ++k) {
    one.velocity[k] = all->velocity[k][i];
    one.q[k] = all->base[k][i] + one.velocity[k];
  }
  if (CK_UNLIKELY((task->flags[i] & CK_COLLIDE_CROWDED) != 0)) {
    CK_NAME(collide_meet_crowd)(task, all, &one);
  } else {
    const uint32_t *run = task->run + i * CK_NAME(collide_rows);
    for (int r = 0; r < CK_NAME(collide_rows); ++r) {
      CK_NAME(collide_meet_run)(task, all, &one, run[r], CK_NAME(collide_run_end)(task, i, r),
                                has_visitors);
    }
  }
  if (!one.has_moved) { return; }
  for (int k = 0; k < CK_D; ++k) { all->velocity[k][i] = one.velocity[k]; }
  task->flags[i] |= CK_COLLIDE_MOVED;
}

/// The owners of one colour in slots [begin, end).
static CK_INLINE void CK_NAME(collide_meet_colour)(const ck_collide_task *task,
                                                   const CK_NAME(collide_members) *all,
                                                   int64_t begin, int64_t end, int32_t colour) {
  for (int64_t at = begin; at < end; at += 32) {
    uint32_t bits = ck_collide_match(task->colour, at, colour);
    if (end - at < 32) { bits &= (1U << (end - at)) - 1; }
    for (; bits != 0; bits &= bits - 1) {
      int64_t i = at + __builtin_ctz(bits);
      if (task->has_visitors) {
        CK_NAME(collide_meet)(task, all, i, true);
      } else {
        CK_NAME(collide_meet)(task, all, i, false);
      }
    }
  }
}

/// All colours of the slabs (cells with the same first coordinate) that begin in slots [begin, end)
/// and have the slab colour `on`. One slab after the other: it stays in the cache while the colours
/// of its cells take turns.
static void CK_NAME(collide_meet_slabs)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const int64_t *key = task->key;
  const CK_NAME(collide_members) all = CK_NAME(collide_members_of)(task);
  const int32_t shift = task->shift[0], colours = CK_D == 2 ? 3 : CK_D == 3 ? 9 : 27;
  int64_t s = begin;
  if (s > 0 && key[s - 1] >> shift == key[s] >> shift) {
    s = ck_collide_find_near(key, s, task->members, ((key[s] >> shift) + 1) << shift);
  }
  for (int64_t next; s < end; s = next) {
    int64_t field = key[s] >> shift;
    next = ck_collide_find_near(key, s, task->members, (field + 1) << shift);
    // The field is one more than the coordinate, and 0 only where there are no owners.
    if ((field + 2) % 3 != task->on) { continue; }
    for (int32_t colour = 0; colour < colours; ++colour) {
      CK_NAME(collide_meet_colour)(task, &all, s, next, task->on * colours + colour);
    }
  }
}

/// The cells of colour `on` that begin in slots [begin, end).
static void CK_NAME(collide_meet_cells)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const int64_t *key = task->key;
  const CK_NAME(collide_members) all = CK_NAME(collide_members_of)(task);
  if (begin > 0 && key[begin - 1] == key[begin]) {
    begin = ck_collide_find_near(key, begin, task->members, key[begin] + 1);
  }
  if (begin >= end) { return; }
  if (end < task->members && key[end - 1] == key[end]) {
    end = ck_collide_find_near(key, end, task->members, key[end] + 1);
  }
  CK_NAME(collide_meet_colour)(task, &all, begin, end, task->on);
}
