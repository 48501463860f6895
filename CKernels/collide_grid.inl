/// Collide's grid, for the scalar type and dimension at hand (variants/kernels.inl explains the
/// names).

#include "collide_cells.h"

enum { CK_NAME(collide_rows) = CK_AXES == 2 ? 3 : CK_AXES == 3 ? 9 : 27 };

/// Bit r: row r around slot s has somebody whom the owner may have to meet.
static CK_INLINE uint32_t CK_NAME(collide_due_rows)(const ck_collide_pass *pass, int64_t s) {
  return CK_AXES == 2 ? 7 : pass->rows[s];
}

/// The centres of the boxes of nodes [begin, end).
CK_TASK(CK_NAME(collide_centres)) {
  const ck_collide_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position, *restrict offset = pass->offsets;
  CK_SCALAR *restrict centre = pass->centres;
  for (int64_t at = begin * CK_STRIDE; at < end * CK_STRIDE; ++at) {
    centre[at] = position[at] + offset[at];
  }
}

/// The bounds of finite coordinates, in 16 separate lanes.
typedef struct CK_NAME(collide_bounds_lanes) {
  CK_SCALAR low[16], high[16];
  /// A sum of zeros, or NaN if some value was not finite.
  CK_SCALAR nonfinite[16];
} CK_NAME(collide_bounds_lanes);

static CK_INLINE void CK_NAME(collide_begin_bounds)(CK_NAME(collide_bounds_lanes) *lanes) {
  for (int lane = 0; lane < 16; ++lane) {
    lanes->low[lane] = (CK_SCALAR)INFINITY;
    lanes->high[lane] = -(CK_SCALAR)INFINITY;
    lanes->nonfinite[lane] = 0;
  }
}

static CK_INLINE void CK_NAME(collide_widen)(CK_NAME(collide_bounds_lanes) *lanes, int lane,
                                             CK_SCALAR value) {
  CK_SCALAR zero = value - value;
  lanes->nonfinite[lane] += zero;
  lanes->low[lane] = zero == 0 && value < lanes->low[lane] ? value : lanes->low[lane];
  lanes->high[lane] = zero == 0 && value > lanes->high[lane] ? value : lanes->high[lane];
}

/// The bounds of the scalars [begin, end) of the predicted positions if all of them are finite;
/// false if one is not.
static CK_INLINE bool CK_NAME(collide_bounds_of_finite)(CK_NAME(collide_bounds_lanes) *lanes,
                                                        const CK_SCALAR *restrict position,
                                                        const CK_SCALAR *restrict velocity,
                                                        int64_t begin, int64_t end) {
  CK_SCALAR nonfinite[16] = {0};
  int64_t at = begin;
  for (; at + 16 <= end; at += 16) {
    for (int lane = 0; lane < 16; ++lane) {
      CK_SCALAR value = position[at + lane] + velocity[at + lane];
      nonfinite[lane] += value - value;
      lanes->low[lane] = value < lanes->low[lane] ? value : lanes->low[lane];
      lanes->high[lane] = value > lanes->high[lane] ? value : lanes->high[lane];
    }
  }
  CK_SCALAR sum = 0;
  for (int lane = 0; lane < 16; ++lane) { sum += nonfinite[lane]; }
  // NaN if some value was not finite.
  if (!(sum == 0)) { return false; }
  for (; at < end; ++at) { CK_NAME(collide_widen)(lanes, at % 16, position[at] + velocity[at]); }
  return true;
}

/// The bounds of the owners among nodes [begin, end), which are one block; with visitors, also the
/// numbers of owners and visitors.
CK_TASK(CK_NAME(collide_bounds)) {
  const ck_collide_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position, *restrict velocity = pass->velocity,
                            *restrict radius = pass->radius;
  CK_NAME(collide_bounds_lanes) lanes;
  CK_NAME(collide_begin_bounds)(&lanes);
  ck_collide_box *box = pass->box + begin / CK_COLLIDE_BLOCK;
  *box = (ck_collide_box){.owners = end - begin};
  if (!pass->is_filtered) {
    const int64_t first = begin * CK_STRIDE, last = end * CK_STRIDE;
    if (!CK_NAME(collide_bounds_of_finite)(&lanes, position, velocity, first, last)) {
      CK_NAME(collide_begin_bounds)(&lanes);
      for (int64_t at = first; at < last; ++at) {
        CK_NAME(collide_widen)(&lanes, at % 16, position[at] + velocity[at]);
      }
    }
  } else {
    const CK_SCALAR low = (CK_SCALAR)pass->low, largest = (CK_SCALAR)pass->largest;
    box->owners = 0;
    for (int64_t i = begin; i < end; ++i) {
      if (radius[i] <= low) { box->visitors += 1; }
      if (!(radius[i] > low && radius[i] <= largest)) { continue; }
      box->owners += 1;
      for (int k = 0; k < CK_AXES; ++k) {
        CK_NAME(collide_widen)(&lanes, k,
                               position[i * CK_STRIDE + k] + velocity[i * CK_STRIDE + k]);
      }
    }
  }
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR low = (CK_SCALAR)INFINITY, high = -(CK_SCALAR)INFINITY;
    for (int lane = k; lane < 16; lane += CK_STRIDE) {
      low = lanes.low[lane] < low ? lanes.low[lane] : low;
      high = lanes.high[lane] > high ? lanes.high[lane] : high;
      box->nonfinite_axes |= (lanes.nonfinite[lane] == 0 ? 0 : 1) << k;
    }
    box->low[k] = (double)low;
    box->high[k] = (double)high;
  }
}

/// The keys of nodes [begin, end), all of them owners, into slots of the same numbers.
CK_TASK(CK_NAME(collide_keys)) {
  enum { CHUNK = 64 };
  const ck_collide_pass *pass = shared;
  const CK_SCALAR *restrict position = pass->points.position, *restrict velocity = pass->velocity;
  const double last = pass->last_cell;
  double origin[16], size[16];
  for (int lane = 0; lane < 16; ++lane) {
    const int k = lane % CK_STRIDE;
    origin[lane] = k < CK_AXES ? pass->origin[k] : 0;
    size[lane] = k < CK_AXES ? pass->size[k] : 1;
  }
  for (int64_t first = begin; first < end; first += CHUNK) {
    const int64_t count = end - first < CHUNK ? end - first : CHUNK;
    const CK_SCALAR *restrict p = position + first * CK_STRIDE;
    const CK_SCALAR *restrict v = velocity + first * CK_STRIDE;
    int32_t cell[CHUNK * CK_STRIDE];
    for (int64_t at = 0; at < count * CK_STRIDE; at += 16) {
      CK_SCALAR predicted[16] = {0};
      if (at + 16 <= count * CK_STRIDE) {
        for (int lane = 0; lane < 16; ++lane) { predicted[lane] = p[at + lane] + v[at + lane]; }
      } else {
        for (int lane = 0; at + lane < count * CK_STRIDE; ++lane) {
          predicted[lane] = p[at + lane] + v[at + lane];
        }
      }
      for (int lane = 0; lane < 16; ++lane) {
        // A NaN goes to the first cell. Truncation rounds down, as no value is below zero.
        double place = ((double)predicted[lane] - origin[lane]) / size[lane];
        place = place > 0 ? place : 0;
        cell[at + lane] = (int32_t)(place < last ? place : last);
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      int64_t key = 0;
      for (int k = 0; k < CK_AXES; ++k) {
        key += ((int64_t)cell[i * CK_STRIDE + k] + 1) << pass->shift[k];
      }
      pass->key[first + i] = key;
      pass->node[first + i] = (uint32_t)(first + i);
    }
  }
}

/// The key of one member of a level; -1 for a visitor that is too far away to touch a cell of an
/// owner.
static CK_INLINE int64_t CK_NAME(collide_key)(const ck_collide_pass *pass, int64_t i, bool owns) {
  const CK_SCALAR *position = pass->points.position, *velocity = pass->velocity;
  int64_t key = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR predicted = position[i * CK_STRIDE + k] + velocity[i * CK_STRIDE + k];
    double place = ((double)predicted - pass->origin[k]) / pass->size[k];
    if (owns) {
      place = place > 0 ? place : 0;
      place = place < pass->last_cell ? place : pass->last_cell;
    } else if (!(place >= -1 && place < (double)(pass->cell_count[k] + 1))) {
      return -1;
    }
    int64_t cell = (int64_t)place;
    if (place < (double)cell) { cell -= 1; }
    key += (cell + 1) << pass->shift[k];
  }
  return key;
}

/// Writes the keys of the owners and visitors among nodes [begin, end), which are one block, from
/// the places in its `box` on. Counts the visitors.
CK_TASK(CK_NAME(collide_member_keys)) {
  const ck_collide_pass *pass = shared;
  const CK_SCALAR *restrict radius = pass->radius;
  const CK_SCALAR low = (CK_SCALAR)pass->low, largest = (CK_SCALAR)pass->largest;
  ck_collide_box *box = pass->box + begin / CK_COLLIDE_BLOCK;
  int64_t owner = box->owner_begin, visitor = box->visitor_begin;
  for (int64_t i = begin; i < end; ++i) {
    if (radius[i] > largest) { continue; }
    bool owns = radius[i] > low;
    int64_t key = CK_NAME(collide_key)(pass, i, owns);
    if (key < 0) { continue; }
    int64_t *at = owns ? &owner : &visitor;
    pass->key[*at] = key;
    pass->node[*at] = (uint32_t)i;
    *at += 1;
  }
  box->visitors = visitor - box->visitor_begin;
}

/// Copies the members in slots [begin, end) to component order.
static CK_INLINE void CK_NAME(collide_copy)(const ck_collide_pass *pass, int64_t begin,
                                            int64_t end) {
  // Prefetched early enough to have arrived when it is needed.
  enum { AHEAD = 24 };
  const CK_SCALAR *restrict position = pass->points.position, *restrict velocity = pass->velocity,
                            *restrict radius = pass->radius;
  const uint32_t *restrict node = pass->node;
  CK_SCALAR *restrict sorted = pass->sorted;
  const int64_t row = pass->row, last = pass->members - 1;
  CK_PLAIN
  for (int64_t s = begin; s < end; ++s) {
    int64_t i = node[s], later = node[s + AHEAD < last ? s + AHEAD : last];
    __builtin_prefetch(position + later * CK_STRIDE);
    __builtin_prefetch(velocity + later * CK_STRIDE);
    __builtin_prefetch(radius + later);
    for (int k = 0; k < CK_AXES; ++k) {
      sorted[k * row + s] = position[i * CK_STRIDE + k];
      sorted[(CK_AXES + k) * row + s] = velocity[i * CK_STRIDE + k];
    }
    sorted[2 * CK_AXES * row + s] = radius[i];
  }
}

/// Copies the half sides and weights of the boxes in slots [begin, end) to component order.
static CK_INLINE void CK_NAME(collide_copy_boxes)(const ck_collide_pass *pass, int64_t begin,
                                                  int64_t end) {
  const CK_SCALAR *restrict half_sides = pass->half_sides, *restrict weights = pass->weights;
  const int64_t row = pass->row;
  CK_SCALAR *restrict sorted = (CK_SCALAR *)pass->sorted + (2 * CK_AXES + 1) * row;
  CK_PLAIN
  for (int64_t s = begin; s < end; ++s) {
    const int64_t i = pass->node[s];
    for (int k = 0; k < CK_AXES; ++k) { sorted[k * row + s] = half_sides[i * CK_STRIDE + k]; }
    sorted[CK_AXES * row + s] = weights[i];
  }
}

/// The colour of an owner's cell: the number with the digits `cell mod 3`, first axis most
/// significant.
static CK_INLINE uint8_t CK_NAME(collide_colour)(const ck_collide_pass *pass, int64_t key) {
  uint32_t colour = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    int32_t width = k == 0 ? 31 : pass->shift[k - 1] - pass->shift[k];
    uint32_t cell = ((uint32_t)(key >> pass->shift[k]) & ((1U << width) - 1)) - 1;
    colour = colour * 3 + cell % 3;
  }
  return (uint8_t)colour;
}

/// Stores the run of row r around slot s. Sets the row's bit if the owner may have to meet somebody
/// there: a visitor, or a node with a higher number. In the plane nearly all rows have somebody,
/// and looking costs more than it saves.
static CK_INLINE void CK_NAME(collide_store_run)(const ck_collide_pass *pass, int64_t s, int r,
                                                 int64_t begin, int64_t length) {
  const int64_t at = s * CK_NAME(collide_rows) + r;
  pass->run[at] = (uint32_t)begin;
  pass->run_length[at] = (uint8_t)(length < CK_COLLIDE_LONG ? length : CK_COLLIDE_LONG);
  if (CK_AXES == 2) { return; }
  const bool is_due = pass->has_visitors
                          ? length > 0
                          : ck_collide_has_higher(pass->node + begin, length, pass->node[s]);
  pass->rows[s] |= (uint32_t)is_due << r;
}

/// Finds the runs of slots [begin, end), at most 64, in the list of cells.
///
/// In two steps without branches, as no processor predicts which cells are empty: the rows with
/// members other than the owner, then their runs.
static CK_INLINE void CK_NAME(collide_look_up)(const ck_collide_pass *pass, int64_t begin,
                                               int64_t end) {
  enum { ROWS = CK_NAME(collide_rows) };
  const CK_SCALAR *restrict radius = (const CK_SCALAR *)pass->sorted + 2 * CK_AXES * pass->row;
  const ck_collide_cells cells = pass->cells;
  int64_t first[64 * ROWS + 1];
  uint16_t place[64 * ROWS + 1];
  uint32_t count = 0;
  for (int64_t s = begin; s < end; ++s) {
    // A visitor has no turn, and around its cell there may be no keys.
    const bool is_owner = !pass->has_visitors || radius[s] > (CK_SCALAR)pass->low;
    const int64_t own = is_owner ? pass->key[s] : pass->first_key;
    const bool is_alone = (s == 0 || pass->key[s - 1] != own) && pass->key[s + 1] != own;
    pass->rows[s] = 0;
    CK_UNROLL
    for (int r = 0; r < ROWS; ++r) {
      first[count] = own + pass->row_step[r] - 1;
      place[count] = (uint16_t)((s - begin) * ROWS + r);
      const uint32_t self = r == ROWS / 2 && is_alone ? 2 : 0;
      count += is_owner && (ck_collide_three_cells(&cells, first[count]) & ~self) != 0;
    }
  }
  for (uint32_t c = 0; c < count; ++c) {
    const ck_collide_run run =
        ck_collide_run_of(&cells, first[c], ck_collide_three_cells(&cells, first[c]));
    CK_NAME(collide_store_run)(pass, begin + place[c] / ROWS, place[c] % ROWS, run.begin,
                               run.length);
  }
}

/// Finds the runs of slots [begin, end) by following each row through the sorted keys.
static CK_INLINE void CK_NAME(collide_follow)(const ck_collide_pass *pass, int64_t begin,
                                              int64_t end) {
  enum { ROWS = CK_NAME(collide_rows) };
  const int64_t *restrict key = pass->key;
  int64_t from[ROWS], to[ROWS];
  for (int r = 0; r < ROWS; ++r) {
    from[r] = ck_collide_find(key, 0, pass->members, key[begin] + pass->row_step[r] - 1);
    to[r] = from[r];
  }
  for (int64_t s = begin; s < end; ++s) {
    if (CK_AXES > 2) { pass->rows[s] = 0; }
    CK_UNROLL
    for (int r = 0; r < ROWS; ++r) {
      from[r] = ck_collide_advance(key, from[r], key[s] + pass->row_step[r] - 1);
      to[r] = ck_collide_advance(key, to[r], key[s] + pass->row_step[r] + 2);
      CK_NAME(collide_store_run)(pass, s, r, from[r], to[r] - from[r]);
    }
  }
}

/// Marks the owners in crowded cells among slots [begin, end).
static CK_INLINE void CK_NAME(collide_mark_crowds)(const ck_collide_pass *pass, int64_t begin,
                                                   int64_t end) {
  const int64_t *restrict key = pass->key;
  memset(pass->flags + begin, 0, (size_t)(end - begin));
  // The slots of a crowd hold two of these steps, perhaps from `end` on.
  enum { STEP = CK_COLLIDE_CROWD / 2 };
  bool may_be = false;
  for (int64_t s = begin - begin % STEP - CK_COLLIDE_CROWD; s <= end; s += STEP) {
    may_be |= s >= 0 && s + STEP < pass->members && key[s] == key[s + STEP];
  }
  if (CK_LIKELY(!may_be)) { return; }
  const CK_SCALAR *restrict radius = pass->radius;
  int64_t own_begin = ck_collide_find(key, 0, begin, key[begin]);
  bool is_crowded = false;
  for (int64_t s = begin; s < end; ++s) {
    if (s == begin || key[s] != key[s - 1]) {
      if (s != begin) { own_begin = s; }
      const int64_t beyond = own_begin + CK_COLLIDE_CROWD;
      is_crowded = beyond < pass->members && key[beyond] == key[s] &&
                   radius[pass->node[beyond]] > (CK_SCALAR)pass->low;
    }
    pass->flags[s] = is_crowded ? CK_COLLIDE_CROWDED : 0;
  }
}

/// Fills slots [begin, end) with their members, and finds the runs of their neighbours.
CK_TASK(CK_NAME(collide_place)) {
  // A copy, as writing bytes may change what is shared, for all that the compiler knows.
  const ck_collide_pass level = *(const ck_collide_pass *)shared, *pass = &level;
  CK_NAME(collide_copy)(pass, begin, end);
  if (pass->half_sides != NULL) { CK_NAME(collide_copy_boxes)(pass, begin, end); }
  CK_NAME(collide_mark_crowds)(pass, begin, end);
  if (pass->has_cells) {
    for (int64_t s = begin; s < end; s += 64) {
      CK_NAME(collide_look_up)(pass, s, s + 64 < end ? s + 64 : end);
    }
  } else {
    CK_NAME(collide_follow)(pass, begin, end);
  }
  const CK_SCALAR *restrict radius = (const CK_SCALAR *)pass->sorted + 2 * CK_AXES * pass->row;
  for (int64_t s = begin; s < end; ++s) {
    const bool owns = !pass->has_visitors || radius[s] > (CK_SCALAR)pass->low;
    const uint8_t colour = CK_NAME(collide_colour)(pass, pass->key[s]);
    const bool has_turn = owns && CK_NAME(collide_due_rows)(pass, s) != 0;
    pass->colour[s] = has_turn ? colour : CK_COLLIDE_NO_COLOUR;
  }
}

/// Writes changed velocities of slots [begin, end) back to the nodes.
CK_TASK(CK_NAME(collide_return)) {
  const ck_collide_pass *pass = shared;
  const CK_SCALAR *restrict sorted = (const CK_SCALAR *)pass->sorted + CK_AXES * pass->row;
  CK_SCALAR *restrict velocity = pass->velocity;
  for (int64_t s = begin; s < end; ++s) {
    if ((pass->flags[s] & CK_COLLIDE_MOVED) == 0) { continue; }
    int64_t i = pass->node[s];
    for (int k = 0; k < CK_AXES; ++k) { velocity[i * CK_STRIDE + k] = sorted[k * pass->row + s]; }
  }
}
