/// Collide's turns: whom a node meets, and when; for the scalar type and dimension at hand
/// (variants/kernels.inl explains the names).

#include "collide.h"

/// Pushes the node apart from those in the lanes `bits` at `at`, in slot order.
static CK_NOINLINE void CK_NAME(collide_push_lanes)(const ck_collide_pass *pass,
                                                    const CK_NAME(collide_members) *all,
                                                    CK_NAME(collide_one) *one, int64_t at,
                                                    uint32_t bits) {
  one->has_moved = true;
  for (; bits != 0; bits &= bits - 1) {
    const int64_t j = at + __builtin_ctz(bits);
    if (pass->half_sides == NULL) {
      CK_NAME(collide_push_disc)(pass, all, one, j);
    } else {
      CK_NAME(collide_push_box)(pass, all, one, j);
    }
    pass->flags[j] |= CK_COLLIDE_MOVED;
  }
}

/// Pushes the node apart from those it hits in slots [begin, end), in slot order.
static CK_INLINE void CK_NAME(collide_meet_run)(const ck_collide_pass *pass,
                                                const CK_NAME(collide_members) *all,
                                                CK_NAME(collide_one) *one, int64_t begin,
                                                int64_t end, bool has_visitors, bool is_box) {
  if (CK_LANES == 1 && begin >= end) { return; }
  int64_t at = begin;
  // Most runs are shorter than a register: comparing an empty run costs less than a mispredicted
  // branch.
  do {
    uint32_t valid = end - at >= CK_LANES ? (1U << CK_LANES) - 1 : (1U << (end - at)) - 1;
    uint32_t bits = valid & CK_NAME(collide_hits)(all, one, at, has_visitors, is_box);
    if (CK_UNLIKELY(bits != 0)) { CK_NAME(collide_push_lanes)(pass, all, one, at, bits); }
    at += CK_LANES;
  } while (CK_UNLIKELY(at < end));
}

/// The end of the run in row r around the cell of slot i.
static CK_INLINE int64_t CK_NAME(collide_run_end)(const ck_collide_pass *pass, int64_t i, int r) {
  const int64_t at = i * CK_NAME(collide_rows) + r, begin = pass->run[at];
  if (CK_LIKELY(pass->run_length[at] < CK_COLLIDE_LONG)) { return begin + pass->run_length[at]; }
  return ck_collide_find_near(pass->key, begin + CK_COLLIDE_LONG, pass->members,
                              pass->key[i] + pass->row_step[r] + 2);
}

/// The first slot with a visitor of the cell in slots [begin, end).
static int64_t CK_NAME(collide_first_visitor)(const ck_collide_pass *pass,
                                              const CK_NAME(collide_members) *all, int64_t begin,
                                              int64_t end) {
  if (!pass->has_visitors) { return end; }
  while (begin < end) {
    int64_t middle = begin + (end - begin) / 2;
    if (all->radius[middle] > (CK_SCALAR)pass->low) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// Compares the node with its group among the members [begin, end) of one list. The node has rank
/// `rank` among the `own_count` owners of its cell.
static void CK_NAME(collide_meet_group)(const ck_collide_pass *pass,
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
  if (first < last) {
    CK_NAME(collide_meet_run)(pass, all, one, first, last, true, pass->half_sides != NULL);
  }
}

/// The same as collide_meet for an owner in a crowded cell. Each list has groups of its own: the
/// owners of a cell, and its visitors.
static CK_NOINLINE void CK_NAME(collide_meet_crowd)(const ck_collide_pass *pass,
                                                    const CK_NAME(collide_members) *all,
                                                    CK_NAME(collide_one) *one) {
  const int64_t *key = pass->key, i = one->i;
  const int64_t own_begin = ck_collide_find(key, 0, i, key[i]);
  const int64_t own_end = ck_collide_find_near(key, i, pass->members, key[i] + 1);
  const int64_t own_count =
      CK_NAME(collide_first_visitor)(pass, all, own_begin, own_end) - own_begin;
  for (uint32_t rows = CK_NAME(collide_due_rows)(pass, i); rows != 0; rows &= rows - 1) {
    const int r = __builtin_ctz(rows);
    const int64_t end = CK_NAME(collide_run_end)(pass, i, r);
    for (int64_t begin = pass->run[i * CK_NAME(collide_rows) + r], next; begin < end;
         begin = next) {
      next = ck_collide_find(key, begin, end, key[begin] + 1);
      int64_t middle = CK_NAME(collide_first_visitor)(pass, all, begin, next);
      CK_NAME(collide_meet_group)(pass, all, one, i - own_begin, own_count, begin, middle);
      CK_NAME(collide_meet_group)(pass, all, one, i - own_begin, own_count, middle, next);
    }
  }
}

/// Compares the owner in slot i with all its neighbours.
static CK_INLINE void CK_NAME(collide_meet)(const ck_collide_pass *pass,
                                            const CK_NAME(collide_members) *all, int64_t i,
                                            bool has_visitors, bool is_box) {
  CK_NAME(collide_one) one = {
      .i = i, .node = (int32_t)all->node[i], .radius = all->radius[i], .low = (CK_SCALAR)pass->low};
  for (int k = 0; k < CK_AXES; ++k) {
    one.velocity[k] = all->velocity[k][i];
    one.q[k] = all->base[k][i] + one.velocity[k];
    if (is_box) { one.half_side[k] = all->half_side[k][i]; }
  }
  if (is_box) { one.weight = all->weight[i]; }
  if (CK_UNLIKELY((pass->flags[i] & CK_COLLIDE_CROWDED) != 0)) {
    CK_NAME(collide_meet_crowd)(pass, all, &one);
  } else {
    const uint32_t *run = pass->run + i * CK_NAME(collide_rows);
    for (uint32_t rows = CK_NAME(collide_due_rows)(pass, i); rows != 0; rows &= rows - 1) {
      const int r = __builtin_ctz(rows);
      CK_NAME(collide_meet_run)(pass, all, &one, run[r], CK_NAME(collide_run_end)(pass, i, r),
                                has_visitors, is_box);
    }
  }
  if (!one.has_moved) { return; }
  for (int k = 0; k < CK_AXES; ++k) { all->velocity[k][i] = one.velocity[k]; }
  pass->flags[i] |= CK_COLLIDE_MOVED;
}

/// The owners of one colour in slots [begin, end).
static CK_INLINE void CK_NAME(collide_meet_colour)(const ck_collide_pass *pass,
                                                   const CK_NAME(collide_members) *all,
                                                   int64_t begin, int64_t end, int32_t colour) {
  for (int64_t at = begin; at < end; at += 32) {
    uint32_t bits = ck_collide_match(pass->colour, at, colour);
    if (end - at < 32) { bits &= (1U << (end - at)) - 1; }
    for (; bits != 0; bits &= bits - 1) {
      int64_t i = at + __builtin_ctz(bits);
      if (pass->half_sides != NULL) {
        CK_NAME(collide_meet)(pass, all, i, true, true);
      } else if (pass->has_visitors) {
        CK_NAME(collide_meet)(pass, all, i, true, false);
      } else {
        CK_NAME(collide_meet)(pass, all, i, false, false);
      }
    }
  }
}

/// All cell colours of the slabs that begin in slots [begin, end) and have the active slab colour.
/// A slab is the cells with the same first coordinate. Slabs are done one after the other, so that
/// a slab stays in the cache for all colours of its cells.
CK_TASK(CK_NAME(collide_meet_slabs)) {
  const ck_collide_pass *pass = shared;
  const int64_t *key = pass->key;
  const CK_NAME(collide_members) all = CK_NAME(collide_members_of)(pass);
  const int32_t shift = pass->shift[0], colours = CK_AXES == 2 ? 3 : CK_AXES == 3 ? 9 : 27;
  int64_t s = begin;
  if (s > 0 && key[s - 1] >> shift == key[s] >> shift) {
    s = ck_collide_find_near(key, s, pass->members, ((key[s] >> shift) + 1) << shift);
  }
  for (int64_t next; s < end; s = next) {
    int64_t field = key[s] >> shift;
    next = ck_collide_find_near(key, s, pass->members, (field + 1) << shift);
    // The field is the coordinate plus one; it is 0 only in cells without owners.
    if ((field + 2) % 3 != pass->active_colour) { continue; }
    for (int32_t colour = 0; colour < colours; ++colour) {
      CK_NAME(collide_meet_colour)(pass, &all, s, next, pass->active_colour * colours + colour);
    }
  }
}

/// The cells of the active colour that begin in slots [begin, end).
CK_TASK(CK_NAME(collide_meet_cells)) {
  const ck_collide_pass *pass = shared;
  const int64_t *key = pass->key;
  const CK_NAME(collide_members) all = CK_NAME(collide_members_of)(pass);
  if (begin > 0 && key[begin - 1] == key[begin]) {
    begin = ck_collide_find_near(key, begin, pass->members, key[begin] + 1);
  }
  if (begin >= end) { return; }
  if (end < pass->members && key[end - 1] == key[end]) {
    end = ck_collide_find_near(key, end, pass->members, key[end] + 1);
  }
  CK_NAME(collide_meet_colour)(pass, &all, begin, end, pass->active_colour);
}
