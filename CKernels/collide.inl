/// Collide's meetings, for the scalar type and dimension at hand (variants/kernels.inl says how it is included).
///
/// A node looks at as many neighbours at once as a register has lanes. Mostly none of them is hit, and then nothing depends on
/// their order. One that is hit moves the node, so those behind it are looked at again.

/// The members by component.
typedef struct CK_NAME(collide_members) {
  CK_T *base[CK_D], *velocity[CK_D], *radius;
} CK_NAME(collide_members);

static CK_INLINE CK_NAME(collide_members) CK_NAME(collide_members_of)(const ck_collide_task *task) {
  CK_NAME(collide_members) all;
  CK_T *sorted = task->sorted;
  for (int k = 0; k < CK_D; ++k) {
    all.base[k] = sorted + k * task->row;
    all.velocity[k] = sorted + (CK_D + k) * task->row;
  }
  all.radius = sorted + 2 * CK_D * task->row;
  return all;
}

static CK_INLINE CK_V CK_NAME(collide_load)(const CK_T *at) {
  CK_V lanes;
  memcpy(&lanes, at, sizeof lanes);
  return lanes;
}

/// Bit l: the node at q overlaps the one in slot `at` + l. `visitors`: and that is a visitor.
static CK_INLINE uint32_t CK_NAME(collide_hits)(const CK_NAME(collide_members) *all, const CK_T q[CK_D], CK_T radius,
                                                int64_t at, bool visitors, CK_T low) {
  CK_V l2 = (CK_V)(CK_T)0;
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    CK_V d = (CK_V)q[k] - (CK_NAME(collide_load)(all->base[k] + at) + CK_NAME(collide_load)(all->velocity[k] + at));
    l2 = k == 0 ? d * d : CK_MULTIPLY_ADD(d, d, l2);
  }
  CK_V other = CK_NAME(collide_load)(all->radius + at);
  CK_V reach = (CK_V)radius + other;
  CK_M hit = l2 < reach * reach;
  if (visitors) { hit &= other <= (CK_V)low; }
  return CK_TNAME(bits)(hit);
}

/// The difference vector of coincident nodes, seen from slot i.
static CK_COLD void CK_NAME(collide_jiggle)(const ck_collide_task *task, int64_t i, int64_t j, CK_T d[CK_D]) {
  uint64_t a = task->node[i], b = task->node[j];
  uint64_t pair = ck_jiggle_pair(ck_jiggle_tick(task->jiggle), a < b ? a : b, a < b ? b : a);
  for (int k = 0; k < CK_D; ++k) {
    CK_T push = (CK_T)ck_jiggle_axis(pair, (uint64_t)k);
    d[k] = a < b ? push : -push;
  }
}

/// Slots i and j, which overlap, push each other apart; q becomes the new predicted position of i.
static CK_INLINE void CK_NAME(collide_push)(const ck_collide_task *task, const CK_NAME(collide_members) *all, int64_t i,
                                            int64_t j, CK_T q[CK_D]) {
  CK_T d[CK_D], l2 = 0;
  for (int k = 0; k < CK_D; ++k) {
    d[k] = q[k] - (all->base[k][j] + all->velocity[k][j]);
    l2 = k == 0 ? d[k] * d[k] : CK_MULTIPLY_ADD(d[k], d[k], l2);
  }
  if (CK_UNLIKELY(l2 < CK_TINY2)) {
    CK_NAME(collide_jiggle)(task, i, j, d);
    for (int k = 0; k < CK_D; ++k) { l2 = k == 0 ? d[k] * d[k] : CK_MULTIPLY_ADD(d[k], d[k], l2); }
  }
  const CK_T radius_i = all->radius[i], radius_j = all->radius[j];
  const CK_T l = __builtin_elementwise_sqrt(l2);
  const CK_T f = (radius_i + radius_j - l) / l * (CK_T)task->strength;
  const CK_T square_j = radius_j * radius_j;
  const CK_T share = square_j / CK_MULTIPLY_ADD(radius_i, radius_i, square_j);
  for (int k = 0; k < CK_D; ++k) {
    CK_T push = d[k] * f;
    all->velocity[k][i] = CK_MULTIPLY_ADD(push, share, all->velocity[k][i]);
    all->velocity[k][j] = CK_MULTIPLY_ADD(-push, 1 - share, all->velocity[k][j]);
    q[k] = all->base[k][i] + all->velocity[k][i];
  }
  task->moved[i] = 1;
  task->moved[j] = 1;
}

/// Slot i meets those of the lanes `bits` at `at` that it overlaps, in their order. `valid`: the lanes that are meant.
static CK_COLD void CK_NAME(collide_push_lanes)(const ck_collide_task *task, const CK_NAME(collide_members) *all,
                                                int64_t i, int64_t at, uint32_t bits, uint32_t valid, bool visitors,
                                                CK_T q[CK_D]) {
  while (bits != 0) {
    int lane = __builtin_ctz(bits);
    CK_NAME(collide_push)(task, all, i, at + lane, q);
    uint32_t later = valid & ~((2U << lane) - 1);
    if (later == 0) { return; }
    bits = later & CK_NAME(collide_hits)(all, q, all->radius[i], at, visitors, (CK_T)task->low);
  }
}

/// Slot i, predicted at q, meets slots [begin, end) in their order.
static CK_INLINE void CK_NAME(collide_meet_run)(const ck_collide_task *task, const CK_NAME(collide_members) *all,
                                                int64_t i, int64_t begin, int64_t end, bool visitors, CK_T q[CK_D]) {
  const CK_T radius = all->radius[i], low = (CK_T)task->low;
  if (CK_LANES == 1 && begin >= end) { return; }
  int64_t at = begin;
  // Most runs are shorter than a register: looking at one without need takes less time than a wrong guess whether to.
  do {
    uint32_t valid = end - at >= CK_LANES ? (1U << CK_LANES) - 1 : (1U << (end - at)) - 1;
    uint32_t bits = valid & CK_NAME(collide_hits)(all, q, radius, at, visitors, low);
    if (CK_UNLIKELY(bits != 0)) { CK_NAME(collide_push_lanes)(task, all, i, at, bits, valid, visitors, q); }
    at += CK_LANES;
  } while (CK_UNLIKELY(at < end));
}

/// Slot i, one of `own_count` owners of its cell, meets its group among `count` others of one list that begin at `begin`.
static void CK_NAME(collide_meet_group)(const ck_collide_task *task, const CK_NAME(collide_members) *all, int64_t i,
                                        int64_t rank, int64_t own_count, int64_t begin, int64_t count, CK_T q[CK_D]) {
  int64_t fewer = own_count < count ? own_count : count;
  int64_t groups = (fewer + CK_COLLIDE_CROWD - 1) / CK_COLLIDE_CROWD;
  if (groups == 0) { return; }
  // Member m of a list of n is in group floor(m * groups / n).
  int64_t group = rank * groups / own_count;
  int64_t first = begin + (group * count + groups - 1) / groups;
  int64_t last = begin + ((group + 1) * count + groups - 1) / groups;
  if (first <= i && i < last) { first = i + 1; }
  if (first < last) { CK_NAME(collide_meet_run)(task, all, i, first, last, false, q); }
}

/// What one slot of a crowded cell meets. Groups are formed list by list: the owners of a cell, and the visitors of a cell.
typedef struct CK_NAME(collide_crowd) {
  const ck_collide_task *task;
  const CK_NAME(collide_members) *all;
  int64_t i, rank, own_count;
} CK_NAME(collide_crowd);

/// Where the visitors of the cell in slots [begin, end) begin.
static int64_t CK_NAME(collide_first_visitor)(const ck_collide_task *task, const CK_NAME(collide_members) *all,
                                              int64_t begin, int64_t end) {
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

/// The cells in slots [begin, end), one after the other. `visitors`: only their visitors.
static void CK_NAME(collide_meet_crowd_cells)(const CK_NAME(collide_crowd) *crowd, int64_t begin, int64_t end,
                                              bool visitors, CK_T q[CK_D]) {
  const ck_collide_task *task = crowd->task;
  while (begin < end) {
    int64_t next = ck_collide_find(task->key, begin, end, task->key[begin] + 1);
    int64_t middle = CK_NAME(collide_first_visitor)(task, crowd->all, begin, next);
    if (!visitors) {
      CK_NAME(collide_meet_group)(task, crowd->all, crowd->i, crowd->rank, crowd->own_count, begin, middle - begin, q);
    }
    CK_NAME(collide_meet_group)(task, crowd->all, crowd->i, crowd->rank, crowd->own_count, middle, next - middle, q);
    begin = next;
  }
}

static CK_COLD void CK_NAME(collide_meet_crowd)(const ck_collide_task *task, const CK_NAME(collide_members) *all,
                                                int64_t i, CK_T q[CK_D]) {
  enum { ROWS = CK_NAME(collide_rows) };
  const uint32_t *run = task->run + i * task->run_length;
  int64_t begin = ck_collide_find(task->key, 0, i, task->key[i]);
  int64_t next = ck_collide_find(task->key, i, run[0], task->key[i] + 1);
  int64_t middle = CK_NAME(collide_first_visitor)(task, all, begin, next);
  const CK_NAME(collide_crowd) crowd = {task, all, i, i - begin, middle - begin};
  CK_NAME(collide_meet_crowd_cells)(&crowd, begin, run[0], false, q);
  for (int r = 0; r < ROWS; ++r) {
    CK_NAME(collide_meet_crowd_cells)(&crowd, run[1 + 2 * r], run[2 + 2 * r], false, q);
  }
  if (!task->has_visitors) { return; }
  run += 1 + 2 * ROWS;
  for (int r = 0; r <= ROWS; ++r) { CK_NAME(collide_meet_crowd_cells)(&crowd, run[2 * r], run[2 * r + 1], true, q); }
}

/// The owner in slot i meets everyone it has to.
static CK_INLINE void CK_NAME(collide_meet)(const ck_collide_task *task, const CK_NAME(collide_members) *all, int64_t i,
                                            bool has_visitors) {
  enum { ROWS = CK_NAME(collide_rows) };
  CK_T q[CK_D];
  for (int k = 0; k < CK_D; ++k) { q[k] = all->base[k][i] + all->velocity[k][i]; }
  if (CK_UNLIKELY(task->colour[i] >= CK_COLLIDE_CROWDED)) {
    CK_NAME(collide_meet_crowd)(task, all, i, q);
    return;
  }
  const uint32_t *run = task->run + i * task->run_length;
  CK_NAME(collide_meet_run)(task, all, i, i + 1, run[0], false, q);
  for (int r = 0; r < ROWS; ++r) { CK_NAME(collide_meet_run)(task, all, i, run[1 + 2 * r], run[2 + 2 * r], false, q); }
  if (!has_visitors) { return; }
  run += 1 + 2 * ROWS;
  for (int r = 0; r <= ROWS; ++r) { CK_NAME(collide_meet_run)(task, all, i, run[2 * r], run[2 * r + 1], true, q); }
}

/// The owners of one colour in slots [begin, end).
static CK_INLINE void CK_NAME(collide_meet_colour)(const ck_collide_task *task, const CK_NAME(collide_members) *all,
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

/// All colours of the slabs (cells with the same first coordinate) that begin in slots [begin, end) and have the slab colour
/// `turn`. One slab after the other: a slab and the next one stay in the cache while the colours of its cells take turns.
static void CK_NAME(collide_meet_slabs)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const int64_t *key = task->key;
  const CK_NAME(collide_members) all = CK_NAME(collide_members_of)(task);
  const int32_t shift = task->shift[0], colours = CK_D == 2 ? 3 : CK_D == 3 ? 9 : 27;
  int64_t s = begin;
  if (s > 0 && key[s - 1] >> shift == key[s] >> shift) {
    s = ck_collide_find_near(key, s, task->members, ((key[s] >> shift) + 1) << shift);
  }
  while (s < end) {
    int64_t slab = key[s] >> shift;
    int64_t next = ck_collide_find_near(key, s, task->members, (slab + 1) << shift);
    if ((slab + 2) % 3 == task->turn) {
      for (int32_t colour = 0; colour < colours; ++colour) {
        CK_NAME(collide_meet_colour)(task, &all, s, next, task->turn * colours + colour);
      }
    }
    s = next;
  }
}

/// The cells of colour `turn` that begin in slots [begin, end).
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
  CK_NAME(collide_meet_colour)(task, &all, begin, end, task->turn);
}
