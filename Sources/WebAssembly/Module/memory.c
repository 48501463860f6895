/// Memory: a list of free blocks in the order of their addresses, from which the first that is
/// large enough is taken. A simulation has some dozens of large blocks, so that no search is long.
///
/// All that the module was not linked with comes from memory.grow, and nothing assumes that what it
/// gives follows what it gave before: others may grow the memory too.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  /// Blocks begin and end at multiples of this; so does what is handed out, after a head of as many
  /// bytes.
  ALIGNMENT = 64,
  PAGE = 1 << 16,
};

typedef struct block {
  /// With the head.
  size_t bytes;
  /// While it is free.
  struct block *next;
} block;

static block *first_free;

static char *end_of(block *block) { return (char *)block + block->bytes; }

/// Puts a block among the free ones, and joins it with its neighbours.
static void put(block *freed) {
  block **link = &first_free;
  block *before = NULL;
  while (*link != NULL && *link < freed) {
    before = *link;
    link = &before->next;
  }
  freed->next = *link;
  *link = freed;
  if (freed->next != NULL && end_of(freed) == (char *)freed->next) {
    freed->bytes += freed->next->bytes;
    freed->next = freed->next->next;
  }
  if (before != NULL && end_of(before) == (char *)freed) {
    before->bytes += freed->bytes;
    before->next = freed->next;
  }
}

/// The link to the first free block of at least so many bytes; NULL when there is none.
static block **find(size_t bytes) {
  for (block **link = &first_free; *link != NULL; link = &(*link)->next) {
    if ((*link)->bytes >= bytes) { return link; }
  }
  return NULL;
}

void *malloc(size_t bytes) {
  if (bytes > SIZE_MAX - 2 * PAGE) { return NULL; }
  const size_t size = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + ALIGNMENT;
  block **link = find(size);
  if (link == NULL) {
    const size_t pages = (size + PAGE - 1) / PAGE;
    const size_t at = __builtin_wasm_memory_grow(0, pages);
    if (at == SIZE_MAX) { return NULL; }
    block *grown = (block *)(at * PAGE);
    grown->bytes = pages * PAGE;
    put(grown);
    link = find(size);
  }
  block *taken = *link;
  if (taken->bytes > size) {
    block *rest = (block *)((char *)taken + size);
    *rest = (block){.bytes = taken->bytes - size, .next = taken->next};
    *link = rest;
    taken->bytes = size;
  } else {
    *link = taken->next;
  }
  return (char *)taken + ALIGNMENT;
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) { return NULL; }
  void *memory = malloc(bytes);
  if (memory != NULL) { memset(memory, 0, bytes); }
  return memory;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  // Larger alignments are wishes for large pages, which there are none of.
  (void)alignment;
  return malloc(bytes);
}

void free(void *memory) {
  if (memory != NULL) { put((block *)((char *)memory - ALIGNMENT)); }
}

void *realloc(void *memory, size_t bytes) {
  if (memory == NULL) { return malloc(bytes); }
  const size_t before = ((block *)((char *)memory - ALIGNMENT))->bytes - ALIGNMENT;
  if (bytes <= before) { return memory; }
  void *moved = malloc(bytes);
  if (moved == NULL) { return NULL; }
  memcpy(moved, memory, before);
  free(memory);
  return moved;
}
