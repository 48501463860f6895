/// Collide's grid, for the scalar type and dimension at hand (variants/kernels.inl says how it is
/// included).

enum { CK_NAME(collide_rows) = CK_D == 2 ? 3 : CK_D == 3 ? 9 : 27 };

/// Widens `box` by what is finite in a chunk of 16 scalars, as lanes of their own.
typedef struct CK_NAME(collide_bounds_lanes) {
  CK_T low[16], high[16];
  /// The sum of zeros, or NaN where something was not finite.
  CK_T odd[16];
} CK_NAME(collide_bounds_lanes);

static CK_INLINE void CK_NAME(collide_widen)(CK_NAME(collide_bounds_lanes) *lanes, int lane,
                                             CK_T value) {
  CK_T zero = value - value;
  lanes->odd[lane] += zero;
  lanes->low[lane] = zero == 0 && value < lanes->low[lane] ? value : lanes->low[lane];
  lanes->high[lane] = zero == 0 && value > lanes->high[lane] ? value : lanes->high[lane];
}

/// The bounds of the owners among nodes [begin, end), one block; when there are visitors, the
/// numbers of both.
static void CK_NAME(collide_bounds)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const CK_T *restrict position = task->position, *restrict velocity = task->velocity,
                       *restrict radius = task->radius;
  CK_NAME(collide_bounds_lanes) lanes;
  for (int lane = 0; lane < 16; ++lane) {
    lanes.low[lane] = (CK_T)INFINITY;
    lanes.high[lane] = -(CK_T)INFINITY;
    lanes.odd[lane] = 0;
  }
  ck_collide_box *box = task->box + begin / CK_COLLIDE_BLOCK;
  *box = (ck_collide_box){.owners = end - begin};
  if (!task->is_filtered) {
    int64_t at = begin * CK_STRIDE;
    for (; at + 16 <= end * CK_STRIDE; at += 16) {
      for (int lane = 0; lane < 16; ++lane) {
        CK_NAME(collide_widen)(&lanes, lane, position[at + lane] + velocity[at + lane]);
      }
    }
    for (; at < end * CK_STRIDE; ++at) {
      CK_NAME(collide_widen)(&lanes, at % 16, position[at] + velocity[at]);
    }
  } else {
    const CK_T low = (CK_T)task->low, largest = (CK_T)task->largest;
    box->owners = 0;
    for (int64_t i = begin; i < end; ++i) {
      if (radius[i] <= low) { box->visitors += 1; }
      if (!(radius[i] > low && radius[i] <= largest)) { continue; }
      box->owners += 1;
      for (int k = 0; k < CK_D; ++k) {
        CK_NAME(collide_widen)(&lanes, k,
                               position[i * CK_STRIDE + k] + velocity[i * CK_STRIDE + k]);
      }
    }
  }
  for (int k = 0; k < CK_D; ++k) {
    CK_T low = (CK_T)INFINITY, high = -(CK_T)INFINITY;
    for (int lane = k; lane < 16; lane += CK_STRIDE) {
      low = lanes.low[lane] < low ? lanes.low[lane] : low;
      high = lanes.high[lane] > high ? lanes.high[lane] : high;
      box->odd_axes |= (lanes.odd[lane] == 0 ? 0 : 1) << k;
    }
    box->low[k] = (double)low;
    box->high[k] = (double)high;
  }
}

/// The keys of nodes [begin, end), all of them owners, into slots of the same numbers.
static void CK_NAME(collide_keys)(void *context, int64_t begin, int64_t end) {
  enum { CHUNK = 64 };
  const ck_collide_task *task = context;
  const CK_T *restrict position = task->position, *restrict velocity = task->velocity;
  const double size = task->size, last = task->last_cell;
  double origin[16];
  for (int lane = 0; lane < 16; ++lane) { origin[lane] = task->origin[lane % CK_STRIDE]; }
  for (int64_t first = begin; first < end; first += CHUNK) {
    const int64_t count = end - first < CHUNK ? end - first : CHUNK;
    const CK_T *restrict p = position + first * CK_STRIDE, *restrict v =
                                                               velocity + first * CK_STRIDE;
    int32_t cell[CHUNK * CK_STRIDE];
    for (int64_t at = 0; at < count * CK_STRIDE; at += 16) {
      CK_T predicted[16] = {0};
      if (at + 16 <= count * CK_STRIDE) {
        for (int lane = 0; lane < 16; ++lane) { predicted[lane] = p[at + lane] + v[at + lane]; }
      } else {
        for (int lane = 0; at + lane < count * CK_STRIDE; ++lane) {
          predicted[lane] = p[at + lane] + v[at + lane];
        }
      }
      for (int lane = 0; lane < 16; ++lane) {
        // What is not a number becomes the first cell. Below zero there is nothing to round down.
        double place = ((double)predicted[lane] - origin[lane]) / size;
        place = place > 0 ? place : 0;
        cell[at + lane] = (int32_t)(place < last ? place : last);
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      int64_t key = 0;
      for (int k = 0; k < CK_D; ++k) {
        key += ((int64_t)cell[i * CK_STRIDE + k] + 1) << task->shift[k];
      }
      task->key[first + i] = key;
      task->node[first + i] = (uint32_t)(first + i);
    }
  }
}

/// The key of one member of a level; -1 for a visitor that is too far away to touch a cell of an
/// owner.
static CK_INLINE int64_t CK_NAME(collide_key)(const ck_collide_task *task, int64_t i, bool owns) {
  const CK_T *position = task->position, *velocity = task->velocity;
  int64_t key = 0;
  for (int k = 0; k < CK_D; ++k) {
    CK_T predicted = position[i * CK_STRIDE + k] + velocity[i * CK_STRIDE + k];
    double place = ((double)predicted - task->origin[k]) / task->size;
    if (owns) {
      place = place > 0 ? place : 0;
      place = place < task->last_cell ? place : task->last_cell;
    } else if (!(place >= -1 && place < (double)(task->cells[k] + 1))) {
      return -1;
    }
    int64_t cell = (int64_t)place;
    if (place < (double)cell) { cell -= 1; }
    key += (cell + 1) << task->shift[k];
  }
  return key;
}

/// The keys of the owners and visitors among nodes [begin, end), one block, to where `box` says
/// they begin. Counts the visitors.
static void CK_NAME(collide_member_keys)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const CK_T *restrict radius = task->radius;
  const CK_T low = (CK_T)task->low, largest = (CK_T)task->largest;
  ck_collide_box *box = task->box + begin / CK_COLLIDE_BLOCK;
  int64_t owner = box->owner_begin, visitor = box->visitor_begin;
  for (int64_t i = begin; i < end; ++i) {
    if (radius[i] > largest) { continue; }
    bool owns = radius[i] > low;
    int64_t key = CK_NAME(collide_key)(task, i, owns);
    if (key < 0) { continue; }
    int64_t *at = owns ? &owner : &visitor;
    task->key[*at] = key;
    task->node[*at] = (uint32_t)i;
    *at += 1;
  }
  box->visitors = visitor - box->visitor_begin;
}

/// Copies the members in slots [begin, end) there.
static CK_INLINE void CK_NAME(collide_copy)(const ck_collide_task *task, int64_t begin,
                                            int64_t end) {
  // So far ahead that a node has arrived from memory when its turn comes.
  enum { AHEAD = 24 };
  const CK_T *restrict position = task->position, *restrict velocity = task->velocity,
                       *restrict radius = task->radius;
  const uint32_t *restrict node = task->node;
  CK_T *restrict sorted = task->sorted;
  const int64_t row = task->row, last = task->members - 1;
  CK_PLAIN
  for (int64_t s = begin; s < end; ++s) {
    int64_t i = node[s], later = node[s + AHEAD < last ? s + AHEAD : last];
    __builtin_prefetch(position + later * CK_STRIDE);
    __builtin_prefetch(velocity + later * CK_STRIDE);
    __builtin_prefetch(radius + later);
    for (int k = 0; k < CK_D; ++k) {
      sorted[k * row + s] = position[i * CK_STRIDE + k];
      sorted[(CK_D + k) * row + s] = velocity[i * CK_STRIDE + k];
    }
    sorted[2 * CK_D * row + s] = radius[i];
  }
}

/// The number with the digits `cell mod 3`, first axis most significant, of an owner's cell.
static CK_INLINE uint8_t CK_NAME(collide_colour)(const ck_collide_task *task, int64_t key) {
  uint32_t colour = 0;
  for (int k = 0; k < CK_D; ++k) {
    int32_t width = k == 0 ? 31 : task->shift[k - 1] - task->shift[k];
    uint32_t cell = ((uint32_t)(key >> task->shift[k]) & ((1U << width) - 1)) - 1;
    colour = colour * 3 + cell % 3;
  }
  return (uint8_t)colour;
}

/// Puts the members in slots [begin, end) there, and finds where their neighbours are.
static void CK_NAME(collide_place)(void *context, int64_t begin, int64_t end) {
  enum { ROWS = CK_NAME(collide_rows) };
  const ck_collide_task *task = context;
  const int64_t *restrict key = task->key;
  const CK_T *radius = task->radius;
  const CK_T low = (CK_T)task->low;
  const int64_t members = task->members;
  CK_NAME(collide_copy)(task, begin, end);

  const int64_t first = key[begin];
  int64_t own_begin = ck_collide_find(key, 0, begin, first);
  int64_t run_begin[ROWS], run_end[ROWS];
  for (int r = 0; r < ROWS; ++r) {
    run_begin[r] = ck_collide_find(key, 0, members, first + task->row_step[r] - 1);
    run_end[r] = run_begin[r];
  }
  bool is_crowded = false;
  for (int64_t s = begin; s < end; ++s) {
    const int64_t own = key[s];
    if (s == begin || own != key[s - 1]) {
      if (s != begin) { own_begin = s; }
      const int64_t beyond = own_begin + CK_COLLIDE_CROWD;
      is_crowded = beyond < members && key[beyond] == own && radius[task->node[beyond]] > low;
    }
    task->flags[s] = is_crowded ? CK_COLLIDE_CROWDED : 0;
    const bool owns = !task->has_visitors || radius[task->node[s]] > low;
    task->colour[s] = owns ? CK_NAME(collide_colour)(task, own) : CK_COLLIDE_NO_COLOUR;
    uint32_t *restrict run = task->run + s * ROWS;
    uint8_t *restrict run_length = task->run_length + s * ROWS;
    CK_UNROLL
    for (int r = 0; r < ROWS; ++r) {
      run_begin[r] = ck_collide_advance(key, run_begin[r], own + task->row_step[r] - 1);
      run_end[r] = ck_collide_advance(key, run_end[r], own + task->row_step[r] + 2);
      const int64_t length = run_end[r] - run_begin[r];
      run[r] = (uint32_t)run_begin[r];
      run_length[r] = (uint8_t)(length < CK_COLLIDE_LONG ? length : CK_COLLIDE_LONG);
    }
  }
}

/// Puts the velocities that have changed back, from slots [begin, end).
static void CK_NAME(collide_return)(void *context, int64_t begin, int64_t end) {
  const ck_collide_task *task = context;
  const CK_T *restrict sorted = (const CK_T *)task->sorted + CK_D * task->row;
  CK_T *restrict velocity = task->velocity;
  for (int64_t s = begin; s < end; ++s) {
    if ((task->flags[s] & CK_COLLIDE_MOVED) == 0) { continue; }
    int64_t i = task->node[s];
    for (int k = 0; k < CK_D; ++k) { velocity[i * CK_STRIDE + k] = sorted[k * task->row + s]; }
  }
}
