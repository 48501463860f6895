/// The memory of the shared tree.
///
/// Arrays are as long as in one process, and the system gives memory to what is written. Own cells and points are next to
/// each other, and get large pages: nodes are read in all orders, and there are more small pages than the processor can
/// translate quickly. Cells that others have sent lie far apart, and each would take a large page.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // MAP_ANONYMOUS, MAP_NORESERVE, madvise
#endif

#include "shared_tree.h"

#include "kdtree_sort.h"

#include <sys/mman.h>
#include <unistd.h>

// MARK: Memory that grows

char *ck_shared_bytes_for(ck_world_many_body *shared, ck_shared_bytes *bytes, int64_t count) {
  if (count > bytes->capacity || bytes->data == NULL) {
    free(bytes->data);
    bytes->capacity = count + count / 4;
    bytes->data = ck_world_allocate(shared->world, bytes->capacity);
  }
  return bytes->data;
}

void ck_shared_add(ck_world_many_body *shared, ck_shared_cells *cells, int64_t cell) {
  if (cells->count == cells->capacity) {
    const int64_t capacity = 2 * cells->capacity + 64;
    int32_t *grown = realloc(cells->cell, (size_t)capacity * sizeof *grown);
    if (grown == NULL) { ck_world_refuse(shared->world, capacity * (int64_t)sizeof *grown); }
    cells->cell = grown;
    cells->capacity = capacity;
  }
  cells->cell[cells->count++] = (int32_t)cell;
}

// MARK: Reserved memory

#if defined(MAP_NORESERVE)
#define CK_SHARED_NORESERVE MAP_NORESERVE
#else
#define CK_SHARED_NORESERVE 0
#endif

ck_shared_memory ck_shared_map(ck_world *world, int64_t bytes) {
  // Vector code reads whole registers at the end of an array.
  const int64_t size = ck_round_up(bytes + 4096, 4096);
  void *memory = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | CK_SHARED_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) { ck_world_refuse(world, size); }
#if defined(MADV_NOHUGEPAGE)
  // Cells of other ranks are spread over the arrays: each would take a large page.
  (void)madvise(memory, (size_t)size, MADV_NOHUGEPAGE);
#endif
  return (ck_shared_memory){memory, size};
}

void ck_shared_unmap(const ck_shared_memory *memory) {
  (void)munmap(memory->data, (size_t)memory->bytes);
}

/// Gives whole pages of [begin, end) back, which are zero from now on.
static void ck_shared_clear(const ck_shared_memory *memory, int64_t begin, int64_t end) {
  const int64_t page = sysconf(_SC_PAGESIZE);
  begin = ck_round_up(begin, page);
  end = end < memory->bytes ? end / page * page : memory->bytes;
  if (begin >= end) { return; }
  char *first = (char *)memory->data + begin;
  const size_t bytes = (size_t)(end - begin);
  void *again = mmap(first, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | CK_SHARED_NORESERVE, -1, 0);
  CK_ASSERT(again == first);
#if defined(MADV_NOHUGEPAGE)
  (void)madvise(first, bytes, MADV_NOHUGEPAGE);
#endif
}

/// Reserves memory that is in use once it is written, zero at first, of an item for each slot, leaf or
/// cell. `is_computed`: with scalars of the computation's type, of which the largest is meant.
static void *ck_shared_reserve(ck_world_many_body *shared, ck_shared_item item, int64_t bytes,
                               bool is_computed) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const int64_t count = item == CK_SHARED_CELL   ? shape->node_count
                        : item == CK_SHARED_LEAF ? shape->leaf_count
                                                 : shape->leaf_count * CK_MANY_BODY_LEAF;
  CK_ASSERT(shared->array_count < CK_SHARED_ARRAYS);
  ck_shared_array *array = &shared->array[shared->array_count++];
  // Behind the cells of the last leaf is room for ck_shared_scratch.
  const int64_t nodes = ck_world_first_node(shared->world, 1, shared->count);
  const int64_t spare = 16 * (2 * nodes + (CK_KDTREE_PADDING << CK_MANY_BODY_TASK_LEVELS));
  *array = (ck_shared_array){.memory = ck_shared_map(shared->world, count * bytes + spare),
                             .item = item,
                             .bytes = bytes,
                             .is_computed = is_computed};
  return array->memory.data;
}

void ck_shared_take_arrays(ck_world_many_body *shared) {
  ck_many_body_pass *pass = &shared->pass;
  const int64_t axes = shared->dimension, scalar = shared->scalar == CK_F64 ? 8 : 4;
  const int64_t moments = axes == 2 ? CK_MANY_BODY_MOMENTS(2, CK_MANY_BODY_DEGREE_2D_ACCURATE)
                                    : CK_MANY_BODY_MOMENTS(3, CK_MANY_BODY_DEGREE_3D_ACCURATE);
  const int64_t vector = ck_stride(shared->dimension) * scalar;
  shared->position = ck_shared_reserve(shared, CK_SHARED_SLOT, vector, false);
  shared->strength = ck_shared_reserve(shared, CK_SHARED_SLOT, scalar, false);
  shared->identity = ck_shared_reserve(shared, CK_SHARED_SLOT, 8, false);
  shared->permutation = ck_shared_reserve(shared, CK_SHARED_SLOT, 4, false);
  shared->present = ck_shared_reserve(shared, CK_SHARED_CELL, 1, false);
  pass->sphere = ck_shared_reserve(shared, CK_SHARED_CELL, 4 * 8, true);
  pass->box = ck_shared_reserve(shared, CK_SHARED_CELL, 2 * axes * 8, false);
  pass->mass = ck_shared_reserve(shared, CK_SHARED_CELL, 8, true);
  pass->square = ck_shared_reserve(shared, CK_SHARED_CELL, 8, true);
  pass->power = ck_shared_reserve(shared, CK_SHARED_CELL, 8, true);
  pass->moments = ck_shared_reserve(shared, CK_SHARED_CELL, moments * 8, true);
  pass->leaf_points =
      ck_shared_reserve(shared, CK_SHARED_LEAF, CK_MANY_BODY_LEAF * (axes + 1) * 8, true);
  pass->force = ck_shared_reserve(shared, CK_SHARED_LEAF, CK_MANY_BODY_LEAF * axes * 8, true);
  pass->leaf_force2 = ck_shared_reserve(shared, CK_SHARED_LEAF, 8, false);
  // By block of leaves.
  const int64_t blocks_row = CK_MANY_BODY_FIRST_SAMPLES * axes * 8;
  pass->samples =
      ck_shared_reserve(shared, CK_SHARED_LEAF, blocks_row / CK_MANY_BODY_SAMPLE_LEAVES, false);
}

void *ck_shared_scratch(const ck_world_many_body *shared) {
  const int64_t size = shared->tasks.scalar == CK_F64 ? 8 : 4;
  return (char *)shared->pass.leaf_points + shared->slots.begin * (shared->dimension + 1) * size;
}

// MARK: Own items

/// The bytes of an array that are this rank's own: those of the cells at the top, down to the roots of all subtrees, and
/// of the own subtrees.
typedef struct ck_shared_own {
  ck_kdtree_range bytes[CK_MANY_BODY_LEVELS + 1];
  int32_t count;
} ck_shared_own;

/// The bytes of an item, with scalars as they are computed now.
static int64_t ck_shared_item_bytes(const ck_world_many_body *shared,
                                    const ck_shared_array *array) {
  const int64_t size = shared->tasks.scalar == CK_F64 ? 8 : 4;
  if (array->memory.data == shared->pass.moments) { return shared->tasks.moment_row * size; }
  return array->is_computed && size == 4 ? array->bytes / 2 : array->bytes;
}

static ck_shared_own ck_shared_own_of(const ck_world_many_body *shared,
                                      const ck_shared_array *array) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const int64_t bytes = ck_shared_item_bytes(shared, array);
  if (array->item != CK_SHARED_CELL) {
    const ck_kdtree_range own = array->item == CK_SHARED_SLOT ? shared->slots : shared->leaves;
    return (ck_shared_own){{{own.begin * bytes, own.end * bytes}}, 1};
  }
  const int64_t first = ck_many_body_level(shared->level);
  ck_shared_own own = {{{0, ck_many_body_level(shared->level + 1) * bytes}}, 1};
  for (int32_t below = 1; below <= shape->height - shared->level; ++below) {
    own.bytes[own.count++] =
        (ck_kdtree_range){ck_many_body_descendants(first + shared->subtrees.begin, below) * bytes,
                          ck_many_body_descendants(first + shared->subtrees.end, below) * bytes};
  }
  return own;
}

void ck_shared_use_large(const ck_world_many_body *shared) {
#if defined(MADV_HUGEPAGE)
  const uintptr_t page = 2 << 20;
  for (int32_t at = 0; at < shared->array_count; ++at) {
    const ck_shared_own own = ck_shared_own_of(shared, &shared->array[at]);
    const uintptr_t start = (uintptr_t)shared->array[at].memory.data;
    for (int32_t part = 0; part < own.count; ++part) {
      // Whole pages only, so that no memory is taken for what is not written.
      const uintptr_t begin = (start + (uintptr_t)own.bytes[part].begin + page - 1) / page * page;
      const uintptr_t end = (start + (uintptr_t)own.bytes[part].end) / page * page;
      if (begin < end) { (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE); }
    }
  }
#else
  (void)shared;
#endif
}

/// The bytes of pages of [begin, end) that have memory.
static int64_t ck_shared_in_use(const ck_shared_memory *memory, int64_t begin, int64_t end) {
  enum { PAGES = 1024 };
  const int64_t page = sysconf(_SC_PAGESIZE);
  begin = begin / page * page;
  int64_t bytes = 0;
  while (begin < end) {
    unsigned char is_here[PAGES];
    const int64_t left = (end - begin + page - 1) / page, pages = left < PAGES ? left : PAGES;
    if (mincore((char *)memory->data + begin, (size_t)(pages * page), (void *)is_here) != 0) {
      return -1;
    }
    for (int64_t at = 0; at < pages; ++at) { bytes += is_here[at] & 1 ? page : 0; }
    begin += pages * page;
  }
  return bytes;
}

void ck_world_many_body_memory(const ck_world_many_body *shared, int64_t *own, int64_t *others) {
  *own = *others = 0;
  for (int32_t at = 0; at < shared->array_count; ++at) {
    const ck_shared_array *array = &shared->array[at];
    const ck_shared_own parts = ck_shared_own_of(shared, array);
    *others += ck_shared_in_use(&array->memory, 0, array->memory.bytes);
    for (int32_t part = 0; part < parts.count; ++part) {
      const int64_t bytes =
          ck_shared_in_use(&array->memory, parts.bytes[part].begin, parts.bytes[part].end);
      *own += bytes;
      *others -= bytes;
    }
  }
}

/// Gives back the memory of an array but for the own items.
static void ck_shared_clear_others(const ck_world_many_body *shared, const ck_shared_array *array) {
  const ck_shared_own own = ck_shared_own_of(shared, array);
  int64_t end = 0;
  for (int32_t part = 0; part < own.count; ++part) {
    ck_shared_clear(&array->memory, end, own.bytes[part].begin);
    end = own.bytes[part].end;
  }
  ck_shared_clear(&array->memory, end, array->memory.bytes);
}

/// Gives back the pages of [begin, end) that have nothing of this rank.
static void ck_shared_release(const ck_shared_array *array, const ck_shared_own *own, int64_t begin,
                              int64_t end) {
  const int64_t page = sysconf(_SC_PAGESIZE);
  begin = begin / page * page;
  end = ck_round_up(end, page);
  for (int32_t part = 0; part < own->count; ++part) {
    const ck_kdtree_range bytes = own->bytes[part];
    if (begin < bytes.end && end > bytes.begin) { return; }
  }
  (void)madvise((char *)array->memory.data + begin, (size_t)(end - begin), MADV_DONTNEED);
}

void ck_shared_release_samples(const ck_world_many_body *shared, bool only_forces) {
  const ck_many_body_pass *pass = &shared->pass;
  for (int32_t at = 0; at < shared->array_count; ++at) {
    const ck_shared_array *array = &shared->array[at];
    const void *data = array->memory.data;
    if (data == pass->samples || data == shared->present) { continue; }
    // Of the cell of a leaf, its sphere has come with the points.
    if (array->item == CK_SHARED_CELL && data != pass->sphere) { continue; }
    if (only_forces && data != pass->force && data != pass->leaf_force2) { continue; }
    const ck_shared_own own = ck_shared_own_of(shared, array);
    const int64_t bytes = ck_shared_item_bytes(shared, array);
    int64_t before = -1;
    for (int64_t sample = 0; sample < pass->sample_count; ++sample) {
      const int64_t leaf = pass->sample_slot[sample] / CK_MANY_BODY_LEAF;
      if (leaf == before || (leaf >= shared->leaves.begin && leaf < shared->leaves.end)) {
        continue;
      }
      before = leaf;
      const int64_t items = array->item == CK_SHARED_SLOT ? CK_MANY_BODY_LEAF : 1;
      const int64_t item =
          array->item == CK_SHARED_CELL ? ck_kdtree_leaf_node(&pass->shape, leaf) : leaf * items;
      ck_shared_release(array, &own, item * bytes, (item + items) * bytes);
    }
  }
  // The sums of blocks have been sent. With the most samples they are as large as other arrays.
  if (!only_forces && pass->sample_count == CK_MANY_BODY_FIRST_SAMPLES) {
    for (int32_t at = 0; at < shared->array_count; ++at) {
      const ck_shared_memory *memory = &shared->array[at].memory;
      if (memory->data != pass->samples) { continue; }
      (void)madvise(memory->data, (size_t)memory->bytes, MADV_DONTNEED);
    }
  }
}

void ck_shared_release_others(ck_world_many_body *shared) {
  for (int32_t at = 0; at < shared->array_count; ++at) {
    if (shared->array[at].memory.data == shared->present) { continue; }
    ck_shared_clear_others(shared, &shared->array[at]);
  }
}

void ck_shared_keep_own(ck_world_many_body *shared) {
  memset(shared->present, 0, (size_t)shared->pass.shape.node_count);
  ck_shared_release_others(shared);
  ck_shared_use_large(shared);
}

void ck_shared_free_arrays(ck_world_many_body *shared) {
  for (int32_t at = 0; at < shared->array_count; ++at) {
    ck_shared_unmap(&shared->array[at].memory);
  }
}
