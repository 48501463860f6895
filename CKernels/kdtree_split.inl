/// The KD-tree's splits, for the instruction set at hand.
///
/// A split finds the pivot, the key on the widest axis that parts the points of the left child from
/// the others, by counting keys that are smaller than a guess, many at a time. In large nodes it
/// first leaves out the keys that a sample shows to be far from the pivot, on both sides, as in
/// Floyd and Rivest's SELECT (Communications of the ACM 18, 1975). Then it divides column by
/// column, without a branch: a mispredicted branch costs as much as ten points.
#include "kdtree_sort.h"

/// A node, while it is split.
typedef struct ck_kdtree_split_state {
  const ck_kdtree_sort_pass *pass;
  /// Room for as many keys as the node has points.
  int32_t *spare;
} ck_kdtree_split_state;

/// The smallest and largest keys of some slots on each axis.
typedef struct ck_kdtree_box {
  int32_t low[4], high[4];
} ck_kdtree_box;

/// The boundary between the `rank` smallest keys, below `key`, and the others. With a tie, fewer
/// than `rank` are below it, and more than `rank` are not above it.
typedef struct ck_kdtree_pivot {
  int32_t key;
  bool tie;
} ck_kdtree_pivot;

// MARK: Keys

/// The number of keys below the pivot.
static CK_INLINE int32_t ck_kdtree_count_below(const int32_t *keys, int64_t count, int32_t pivot) {
  int32_t below = 0;
  for (int64_t i = 0; i < count; ++i) { below += keys[i] < pivot; }
  return below;
}

static CK_INLINE void ck_kdtree_bounds(const int32_t *keys, int64_t count, int32_t *lowest,
                                       int32_t *highest) {
  int32_t low = keys[0], high = keys[0];
  for (int64_t i = 0; i < count; ++i) {
    low = keys[i] < low ? keys[i] : low;
    high = keys[i] > high ? keys[i] : high;
  }
  *lowest = low;
  *highest = high;
}

/// The numbers of keys below three guesses.
static CK_INLINE void ck_kdtree_count_below_each(const int32_t *keys, int64_t count,
                                                 const int32_t guess[3], int32_t below[3]) {
  int32_t first = 0, second = 0, third = 0;
  for (int64_t i = 0; i < count; ++i) {
    first += keys[i] < guess[0];
    second += keys[i] < guess[1];
    third += keys[i] < guess[2];
  }
  below[0] = first, below[1] = second, below[2] = third;
}

/// The pivot for 0 < rank < count of keys in [low, high]. Guesses by interpolation, and halves the
/// range whenever a guess did not. Each guess has one on either side, as far away as it is wrong on
/// average, the square root of the number of keys that are left: counting them takes less time than
/// another turn.
static CK_NOINLINE ck_kdtree_pivot ck_kdtree_count_pivot(const int32_t *keys, int64_t count,
                                                         int64_t rank, int32_t low, int32_t high) {
  int64_t below_low = 0, below_high = count;
  bool halve = false;
  high += 1;
  while (high - low > 1) {
    const int32_t width = high - low;
    const int32_t left = (int32_t)(below_high - below_low);
    const float share = (float)(rank - below_low) / (float)left;
    int32_t step = halve ? width / 2 : (int32_t)(share * (float)width);
    step = step < 1 ? 1 : step > width - 1 ? width - 1 : step;
    const int32_t reach = width >> ((32 - __builtin_clz((uint32_t)left)) / 2 + 1);
    const int32_t middle = low + step;
    const int32_t guess[3] = {step > reach ? middle - reach : middle, middle,
                              width - step > reach ? middle + reach : middle};
    int32_t below[3];
    ck_kdtree_count_below_each(keys, count, guess, below);
    for (int g = 0; g < 3; ++g) {
      if (below[g] == rank) { return (ck_kdtree_pivot){guess[g], false}; }
    }
    for (int g = 0; g < 3; ++g) {
      if (below[g] < rank) { low = guess[g], below_low = below[g]; }
      if (below[2 - g] > rank) { high = guess[2 - g], below_high = below[2 - g]; }
    }
    halve = !halve && high - low > width / 2;
  }
  return (ck_kdtree_pivot){low, true};
}

// MARK: Divisions

/// Moves the items of a column whose key is below the pivot to the front, and the others behind
/// them, both in the order they had. Returns where the others begin. The column may be the keys.
static CK_NOINLINE int64_t ck_kdtree_divide_column(int32_t *column, const int32_t *key,
                                                   int64_t begin, int64_t end, int32_t pivot,
                                                   int32_t *spare) {
  int64_t left = begin, right = 0, at = begin;
#if defined(CK_LISTS_COMPRESS)
  enum { ALL = (1 << CK_LANES_F32) - 1 };
  for (; at + CK_LANES_F32 <= end; at += CK_LANES_F32) {
    ck_mask_f32 keys;
    memcpy(&keys, key + at, sizeof keys);
    const unsigned less = ck_bits_f32(keys < pivot);
    right = ck_lists_append(spare, right, column + at, ~less & ALL);
    // The register may reach beyond `left`, but not beyond what has been read.
    left = ck_lists_append(column, left, column + at, less);
  }
#endif
  for (; at < end; ++at) {
    const bool is_less = key[at] < pivot;
    const int32_t item = column[at];
    spare[right] = item;
    column[left] = item;
    left += is_less;
    right += !is_less;
  }
  memcpy(column + left, spare, (size_t)right * sizeof *spare);
  return left;
}

/// Moves the points of slots [begin, end) whose key on the axis is below the pivot to the front,
/// and the others behind them. Returns where the others begin. Without `keys`, the keys are not
/// needed any more, and stay where they are.
static CK_INLINE int64_t ck_kdtree_divide(const ck_kdtree_split_state *state, int64_t begin,
                                          int64_t end, int axis, int32_t pivot, bool keys) {
  const ck_kdtree_sort_pass *pass = state->pass;
  int32_t *key = pass->key[axis];
  const int64_t middle =
      ck_kdtree_divide_column(pass->permutation, key, begin, end, pivot, state->spare);
  for (int k = 0; keys && k < pass->points.dimension; ++k) {
    if (k != axis) {
      (void)ck_kdtree_divide_column(pass->key[k], key, begin, end, pivot, state->spare);
    }
  }
  if (keys) { (void)ck_kdtree_divide_column(key, key, begin, end, pivot, state->spare); }
  return middle;
}

// MARK: Pivots

/// Copies the keys in [low, high) to `to`, which may be the keys themselves. Returns their number,
/// and that of the keys below `low`. Writes up to CK_KDTREE_PADDING keys past the end.
static int64_t ck_kdtree_filter(const int32_t *keys, int64_t count, int32_t low, int32_t high,
                                int32_t *to, int64_t *below_low) {
  int64_t size = 0, below = 0, at = 0;
#if defined(CK_LISTS_COMPRESS)
  for (; at + CK_LANES_F32 <= count; at += CK_LANES_F32) {
    ck_mask_f32 all;
    memcpy(&all, keys + at, sizeof all);
    const unsigned lower = ck_bits_f32(all < low), inside = ck_bits_f32(all < high) & ~lower;
    below += __builtin_popcount(lower);
    size = ck_lists_append(to, size, keys + at, inside);
  }
#endif
  for (; at < count; ++at) {
    const int32_t key = keys[at];
    below += key < low;
    to[size] = key;
    size += key >= low && key < high;
  }
  *below_low = below;
  return size;
}

/// Keys around the pivot for `rank` of some keys in [*low, *high], from a sample of them.
static void ck_kdtree_sample_band(const int32_t *keys, int64_t count, int64_t rank, int32_t *low,
                                  int32_t *high) {
  // Room around the wanted rank, in standard deviations of the sample's rank.
  static const double room = 3;
  int32_t sample[CK_KDTREE_SAMPLE];
  uint32_t random = (uint32_t)count;
  const int64_t stretch = count / CK_KDTREE_SAMPLE;
  for (int64_t j = 0; j < CK_KDTREE_SAMPLE; ++j) {
    // One key at a random place of each of equal sections.
    random = random * UINT32_C(747796405) + UINT32_C(2891336453);
    sample[j] = keys[j * stretch + (int64_t)((uint64_t)random * (uint64_t)stretch >> 32)];
  }
  int32_t least, most;
  ck_kdtree_bounds(sample, CK_KDTREE_SAMPLE, &least, &most);
  const double share = (double)rank / (double)count, at = share * CK_KDTREE_SAMPLE;
  const double spread = room * __builtin_elementwise_sqrt(at * (1 - share)) + 1;
  const int64_t before = (int64_t)(at - spread), behind = (int64_t)(at + spread);
  // An end of the sample leaves nothing out.
  if (before >= 1) {
    *low = ck_kdtree_count_pivot(sample, CK_KDTREE_SAMPLE, before, least, most).key;
  }
  if (behind < CK_KDTREE_SAMPLE) {
    *high = ck_kdtree_count_pivot(sample, CK_KDTREE_SAMPLE, behind, least, most).key;
  }
}

/// The pivot for 0 < rank < count of keys in [low, high]. `spare` has room for as many keys.
static ck_kdtree_pivot ck_kdtree_find_pivot(const int32_t *keys, int64_t count, int64_t rank,
                                            int32_t low, int32_t high, int32_t *spare) {
  const int32_t *some = keys;
  int64_t left = count, sought = rank;
  int32_t from = low, to = high;
  while (left > CK_KDTREE_SMALL) {
    ck_kdtree_sample_band(some, left, sought, &from, &to);
    int64_t below;
    // Keys equal to `to` stay, so that a band of one key is a tie.
    const int64_t size = ck_kdtree_filter(some, left, from, to + 1, spare, &below);
    if (below == sought) { return (ck_kdtree_pivot){from, false}; }
    if (below + size == sought) { return (ck_kdtree_pivot){to + 1, false}; }
    const bool is_inside = below < sought && sought < below + size;
    if (is_inside && from == to) { return (ck_kdtree_pivot){from, true}; }
    // After a bad sample, or with many equal keys, all keys are counted.
    if (!is_inside || size > left / 2) {
      return ck_kdtree_count_pivot(keys, count, rank, low, high);
    }
    some = spare, left = size, sought -= below;
  }
  return ck_kdtree_count_pivot(some, left, sought, from, to);
}

// MARK: Nodes

static CK_INLINE ck_kdtree_box ck_kdtree_box_of(const ck_kdtree_sort_pass *pass,
                                                ck_kdtree_range slots) {
  ck_kdtree_box box;
  for (int k = 0; k < pass->points.dimension; ++k) {
    ck_kdtree_bounds(pass->key[k] + slots.begin, slots.end - slots.begin, &box.low[k],
                     &box.high[k]);
  }
  return box;
}

static CK_INLINE int ck_kdtree_widest(const ck_kdtree_box *box, int dimension) {
  int axis = 0;
  for (int k = 1; k < dimension; ++k) {
    if (box->high[k] - box->low[k] > box->high[axis] - box->low[axis]) { axis = k; }
  }
  return axis;
}

/// Gives the points of a node that the lattice is too coarse for other keys. Returns the axis on
/// which they are widest; -1 when they coincide, and need no split: they are in the order of ids.
static CK_NOINLINE int ck_kdtree_refine(const ck_kdtree_sort_pass *pass, ck_kdtree_range slots,
                                        ck_kdtree_box *box) {
  int32_t *key = pass->key[1];
  if (key[slots.begin] == CK_KDTREE_COINCIDENT) { return -1; }
  if (pass->rekey(pass, slots.begin, slots.end)) {
    *box = ck_kdtree_box_of(pass, slots);
    return ck_kdtree_widest(box, pass->points.dimension);
  }
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) { key[slot] = CK_KDTREE_COINCIDENT; }
  return -1;
}

/// Splits points of which some with the pivot's key, `tied`, belong to either child: by position,
/// then by id.
static CK_NOINLINE void ck_kdtree_split_ties(const ck_kdtree_split_state *state,
                                             ck_kdtree_range slots, int axis, int64_t boundary,
                                             int32_t tied, bool keys) {
  int32_t *key = state->pass->key[axis];
  const int64_t below = ck_kdtree_count_below(key + slots.begin, slots.end - slots.begin, tied);
  const int64_t keep = boundary - slots.begin - below;
  state->pass->tiebreak(state->pass, slots, axis, tied, keep);
  (void)ck_kdtree_divide(state, slots.begin, slots.end, axis, 2 * tied + 1, keys);
  for (int64_t slot = slots.begin; slot < slots.end; ++slot) { key[slot] >>= 1; }
}

/// Splits a node that is not a leaf. The spare keys have room for its points.
static CK_NOINLINE void ck_kdtree_split_node(const ck_kdtree_sort_pass *pass, int64_t node,
                                             ck_kdtree_range slots, int32_t *spare) {
  const int64_t boundary = ck_kdtree_slots(&pass->shape, 2 * node + 1).end;
  if (CK_UNLIKELY(slots.begin < pass->core && pass->core < slots.end)) {
    // The boundary between the core and the others stays in place.
    if (boundary < pass->core) {
      slots.end = pass->core;
    } else {
      slots.begin = pass->core;
    }
    if (boundary == slots.begin) { return; }
  }
  const ck_kdtree_split_state state = {.pass = pass, .spare = spare};
  ck_kdtree_box box = ck_kdtree_box_of(pass, slots);
  int axis = ck_kdtree_widest(&box, pass->points.dimension);
  if (CK_UNLIKELY(box.high[axis] - box.low[axis] < CK_KDTREE_COARSE)) {
    axis = ck_kdtree_refine(pass, slots, &box);
    if (axis < 0) { return; }
  }
  const ck_kdtree_pivot pivot =
      ck_kdtree_find_pivot(pass->key[axis] + slots.begin, slots.end - slots.begin,
                           boundary - slots.begin, box.low[axis], box.high[axis], spare);
  // Children that are leaves need no keys.
  const bool keys = !ck_kdtree_is_leaf(&pass->shape, 2 * node + 1);
  if (CK_UNLIKELY(pivot.tie)) {
    ck_kdtree_split_ties(&state, slots, axis, boundary, pivot.key, keys);
  } else {
    (void)ck_kdtree_divide(&state, slots.begin, slots.end, axis, pivot.key, keys);
  }
}

/// Sorts the ids of the leaf that has points on both sides of the core's end, if there is one: they
/// are two runs of increasing ids.
static void ck_kdtree_join_leaf(const ck_kdtree_sort_pass *pass, ck_kdtree_range slots) {
  if (CK_LIKELY(slots.begin >= pass->core || pass->core >= slots.end)) { return; }
  int32_t *ids = pass->permutation;
  for (int64_t next = pass->core; next < slots.end; ++next) {
    const int32_t id = ids[next];
    int64_t at = next;
    for (; at > slots.begin && ids[at - 1] > id; --at) { ids[at] = ids[at - 1]; }
    ids[at] = id;
  }
}

// MARK: Tasks

/// Sorts everything below a node, of which the spare keys belong to slot 0. The depth of the
/// recursion is that of the tree, at most 31.
static void ck_kdtree_split_subtree(const ck_kdtree_sort_pass *pass, int64_t node, int32_t *spare) {
  const ck_kdtree_range slots = ck_kdtree_slots(&pass->shape, node);
  if (ck_kdtree_is_leaf(&pass->shape, node)) {
    ck_kdtree_join_leaf(pass, slots);
    return;
  }
  ck_kdtree_split_node(pass, node, slots, spare + slots.begin);
  ck_kdtree_split_subtree(pass, 2 * node + 1, spare);
  ck_kdtree_split_subtree(pass, 2 * node + 2, spare);
}

CK_TASK(ck_kdtree_splits) {
  const ck_kdtree_sort_pass *pass = shared;
  for (int64_t node = begin; node < end; ++node) {
    const ck_kdtree_range slots = ck_kdtree_slots(&pass->shape, node);
    const int64_t index = node - ck_kdtree_level(&pass->shape, ck_kdtree_depth(node)).begin;
    ck_kdtree_split_node(pass, node, slots, pass->spare + slots.begin + index * CK_KDTREE_PADDING);
  }
}

CK_TASK(ck_kdtree_subtrees) {
  const ck_kdtree_sort_pass *pass = shared;
  const int64_t first = ck_kdtree_level(&pass->shape, pass->top).begin;
  for (int64_t node = begin; node < end; ++node) {
    ck_kdtree_split_subtree(pass, node, pass->spare + (node - first) * CK_KDTREE_PADDING);
  }
}
