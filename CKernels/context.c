#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // madvise
#endif

#include "context.h"

#include <errno.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

_Noreturn static void ck_context_refuse(int64_t bytes) {
  (void)fprintf(stderr, "ForceSimulation: the system has no memory for %lld more bytes.\n",
                (long long)bytes);
  abort();
}

// MARK: Large pages

enum {
  CK_CONTEXT_LARGE_PAGE = 2 << 20,
  /// Arrays of at least this size get large pages. The second-level TLB has room for the pages of
  /// smaller ones.
  CK_CONTEXT_LARGE = 8 << 20,
};

/// Asks for large pages where `memory` is not in use yet. A system that has none is fine.
static void ck_context_begin_large(void *memory, int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (bytes >= CK_CONTEXT_LARGE) { (void)madvise(memory, (size_t)bytes, MADV_HUGEPAGE); }
#else
  (void)memory, (void)bytes;
#endif
}

void ck_context_use_large(ck_context *context, int which, const void *memory, int64_t bytes) {
  if (bytes < CK_CONTEXT_LARGE || context->large[which] == memory) { return; }
  context->large[which] = memory;
#if defined(__linux__)
  // MADV_COLLAPSE, which the C library may not know: from Linux 6.1 on.
  enum { COLLAPSE = 25 };
  const uintptr_t page = CK_CONTEXT_LARGE_PAGE;
  const uintptr_t begin = ((uintptr_t)memory + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)memory + (uintptr_t)bytes) / page * page;
  const int saved = errno;
  (void)madvise((void *)begin, end - begin, COLLAPSE);
  errno = saved;
#endif
}

/// Ends the process when there is none.
static void *ck_context_allocate(int64_t bytes) {
  const int64_t alignment = bytes >= CK_CONTEXT_LARGE ? CK_CONTEXT_LARGE_PAGE : 64;
  const int64_t size = ck_round_up(bytes + (bytes == 0), alignment);
  void *memory = aligned_alloc((size_t)alignment, (size_t)size);
  if (memory == NULL) { ck_context_refuse(bytes); }
  ck_context_begin_large(memory, size);
  return memory;
}

ck_context *ck_context_create(ck_settings settings) {
  ck_context *context = ck_context_allocate(sizeof *context);
  *context = (ck_context){.settings = settings};
  return context;
}

void ck_context_set(ck_context *context, ck_settings settings) { context->settings = settings; }

/// Adds a block of at least this size.
static void ck_context_grow(ck_context *context, int64_t bytes) {
  ck_context_block *block = ck_context_allocate(sizeof *block);
  *block = (ck_context_block){.before = context->newest, .bytes = ck_round_up(bytes, 64)};
  block->memory = ck_context_allocate(block->bytes);
  ASAN_POISON_MEMORY_REGION(block->memory, (size_t)block->bytes);
  context->newest = block;
}

/// Gives all blocks back. Returns their size.
static int64_t ck_context_free(ck_context *context) {
  int64_t bytes = 0;
  for (ck_context_block *block = context->newest, *before; block != NULL; block = before) {
    before = block->before;
    bytes += block->bytes;
    ASAN_UNPOISON_MEMORY_REGION(block->memory, (size_t)block->bytes);
    free(block->memory);
    free(block);
  }
  context->newest = NULL;
  return bytes;
}

void ck_context_destroy(ck_context *context) {
  if (context == NULL) { return; }
  (void)ck_context_free(context);
  for (int64_t i = 0; i < context->list_count; ++i) { free(context->lists[i].item); }
  free(context->lists);
  free(context);
}

void ck_context_reset(ck_context *context) {
  ck_context_block *block = context->newest;
  if (block == NULL) { return; }
  if (block->before != NULL) {
    ck_context_grow(context, ck_context_free(context));
  } else {
    ASAN_POISON_MEMORY_REGION(block->memory, (size_t)block->bytes);
    block->used = 0;
  }
}

void *ck_context_take(ck_context *context, int64_t bytes) {
  ck_context_block *block = context->newest;
  const int64_t size = ck_round_up(bytes, 64);
  if (block == NULL || block->bytes - block->used < size) {
    // An unused block is replaced. An eighth more, so that a graph that grows node by node does not
    // need new memory each time.
    if (block != NULL && block->used == 0) { (void)ck_context_free(context); }
    ck_context_grow(context, size + size / 8);
    block = context->newest;
  }
  char *part = block->memory + block->used;
  block->used += size;
  ASAN_UNPOISON_MEMORY_REGION(part, (size_t)bytes);
  return part;
}

ck_list *ck_context_lists(ck_context *context, int64_t count) {
  if (count > context->list_count) {
    const int64_t bytes = count * (int64_t)sizeof *context->lists;
    ck_list *lists = realloc(context->lists, (size_t)bytes);
    if (lists == NULL) { ck_context_refuse(bytes); }
    for (int64_t i = context->list_count; i < count; ++i) { lists[i] = (ck_list){0}; }
    context->lists = lists;
    context->list_count = count;
  }
  return context->lists;
}

void ck_list_grow(ck_list *list, int64_t count) {
  // Half more, so that a list which grows item by item is copied seldom.
  const int64_t capacity = count + count / 2;
  int32_t *item = realloc(list->item, (size_t)capacity * sizeof *item);
  if (item == NULL) { ck_context_refuse(capacity * (int64_t)sizeof *item); }
  list->item = item;
  list->capacity = capacity;
}
