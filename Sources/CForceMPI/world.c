/// MPI. The only file that includes mpi.h, so that the others do not depend on which one it is.
///
/// The library is opened at run time, as OpenBLAS is: a program that is not started over MPI needs
/// none. It has to be of the kind that mpi.h is of, Open MPI or MPICH.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // RTLD_GLOBAL
#endif

#include "world.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if __has_include(<mpi.h>)
#include <mpi.h>
#define CK_HAS_MPI 1
#elif __has_include(<mpi/mpi.h>)
#include <mpi/mpi.h>
#define CK_HAS_MPI 1
#else
#define CK_HAS_MPI 0
#endif

int32_t ck_world_rank(const ck_world *world) { return world->rank; }
int32_t ck_world_size(const ck_world *world) { return world->size; }

int32_t ck_world_threads(const ck_world *world) {
  const long all = sysconf(_SC_NPROCESSORS_ONLN) / world->near;
  const int32_t own = ck_parallel_default_threads();
  return all >= own ? own : all >= 1 ? (int32_t)all : 1;
}

void ck_world_refuse(ck_world *world, int64_t bytes) {
  (void)fprintf(stderr, "ForceSimulation: rank %d: the system has no memory for %lld more bytes.\n",
                (int)world->rank, (long long)bytes);
  ck_world_abort(world, 71);
}

void *ck_world_allocate(ck_world *world, int64_t bytes) {
  void *memory = malloc((size_t)(bytes + (bytes == 0)));
  if (memory == NULL) { ck_world_refuse(world, bytes); }
  return memory;
}

double ck_world_seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#if CK_HAS_MPI

// MARK: The library

// clang-format off
#define CK_MPI_FUNCTIONS(X)                                                                    \
  X(Abort) X(Allgatherv) X(Allreduce) X(Alltoall) X(Barrier) X(Bcast) X(Comm_free)             \
  X(Comm_rank) X(Comm_size) X(Comm_split_type) X(Error_string) X(File_close) X(File_get_size)  \
  X(File_open) X(File_read_at) X(File_set_size) X(File_sync) X(File_write_at) X(Finalize)      \
  X(Get_count) X(Init_thread) X(Irecv) X(Isend) X(Recv) X(Send) X(Waitall)
// clang-format on

static struct {
#define X(name) __typeof__(&MPI_##name) name;
  CK_MPI_FUNCTIONS(X)
#undef X
  MPI_Comm all;
  MPI_Datatype byte, f64, i64;
  MPI_Op max, sum;
  MPI_Info none;
} mpi;

/// Reads a symbol into a pointer. ISO C has no cast from an object pointer to a function pointer;
/// POSIX guarantees that the bits are the same.
static bool ck_world_find(void *library, const char *name, void *pointer) {
  void *symbol = dlsym(library, name);
  memcpy(pointer, &symbol, sizeof symbol);
  return symbol != NULL;
}

/// Sets the handles. Those of Open MPI are addresses in the library.
static bool ck_world_find_handles(void *library) {
#if defined(OPEN_MPI)
  return ck_world_find(library, "ompi_mpi_comm_world", &mpi.all) &&
         ck_world_find(library, "ompi_mpi_byte", &mpi.byte) &&
         ck_world_find(library, "ompi_mpi_double", &mpi.f64) &&
         ck_world_find(library, "ompi_mpi_int64_t", &mpi.i64) &&
         ck_world_find(library, "ompi_mpi_op_max", &mpi.max) &&
         ck_world_find(library, "ompi_mpi_op_sum", &mpi.sum) &&
         ck_world_find(library, "ompi_mpi_info_null", &mpi.none);
#else
  (void)library;
  mpi.all = MPI_COMM_WORLD;
  mpi.byte = MPI_BYTE;
  mpi.f64 = MPI_DOUBLE;
  mpi.i64 = MPI_INT64_T;
  mpi.max = MPI_MAX;
  mpi.sum = MPI_SUM;
  mpi.none = MPI_INFO_NULL;
  return true;
#endif
}

static bool ck_world_load(void) {
  static const char *const names[] = {
#if defined(__APPLE__)
    "libmpi.dylib",
    "/opt/homebrew/lib/libmpi.dylib",
    "/usr/local/lib/libmpi.dylib",
#elif defined(OPEN_MPI)
    "libmpi.so.40",
    "libmpi.so",
#else
    "libmpich.so.12",
    "libmpi.so.12",
    "libmpi.so",
#endif
  };
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; ++i) {
    // Open MPI's own parts look for its functions among the global ones.
    library = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
  }
  if (library == NULL) { return false; }
#define X(name) \
  if (!ck_world_find(library, "MPI_" #name, &mpi.name)) { return false; }
  CK_MPI_FUNCTIONS(X)
#undef X
  return ck_world_find_handles(library);
}

ck_world *ck_world_open(const char **reason) {
  static ck_world world;
  if (world.size > 0) {
    *reason = "the ranks of a run can be joined once in a process";
    return NULL;
  }
  if (!ck_world_load()) {
    *reason = "the library of MPI cannot be loaded; on Debian: apt-get install openmpi-bin";
    return NULL;
  }
  int level = 0, rank = 0, size = 0;
  if (mpi.Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
    *reason = "MPI could not be started; what it has printed says why";
    return NULL;
  }
  (void)mpi.Comm_rank(mpi.all, &rank);
  (void)mpi.Comm_size(mpi.all, &size);
  int near = 1;
  MPI_Comm machine;
  (void)mpi.Comm_split_type(mpi.all, MPI_COMM_TYPE_SHARED, rank, mpi.none, &machine);
  (void)mpi.Comm_size(machine, &near);
  (void)mpi.Comm_free(&machine);
  world = (ck_world){.rank = rank, .size = size, .near = near};
  return &world;
}

void ck_world_close(ck_world *world) {
  if (world != NULL) { (void)mpi.Finalize(); }
}

void ck_world_wait(ck_world *world) {
  (void)world;
  (void)mpi.Barrier(mpi.all);
}

void ck_world_abort(ck_world *world, int32_t status) {
  (void)world;
  (void)mpi.Abort(mpi.all, status);
  abort();
}

// MARK: Messages

// MPI's own errors end all ranks with its message: that is its default.

enum {
  CK_WORLD_TAG = 41,
  /// Bytes of a message, at most: MPI counts them with an int.
  CK_WORLD_MESSAGE = 1 << 30,
};

void ck_world_max(ck_world *world, double *values, int32_t count) {
  (void)mpi.Allreduce(MPI_IN_PLACE, values, count, mpi.f64, mpi.max, mpi.all);
  ck_world_count(world, count * (int64_t)sizeof *values, 0);
}

void ck_world_sum(ck_world *world, int64_t *values, int32_t count) {
  (void)mpi.Allreduce(MPI_IN_PLACE, values, count, mpi.i64, mpi.sum, mpi.all);
  ck_world_count(world, count * (int64_t)sizeof *values, 0);
}

void ck_world_exchange_counts(ck_world *world, const int64_t *out, int64_t *in) {
  (void)mpi.Alltoall(out, 1, mpi.i64, in, 1, mpi.i64, mpi.all);
  ck_world_count(world, world->size * (int64_t)sizeof *out, 0);
}

void ck_world_broadcast(ck_world *world, int32_t root, void *data, int64_t bytes) {
  for (int64_t at = 0; at < bytes; at += CK_WORLD_MESSAGE) {
    const int64_t left = bytes - at;
    const int part = left < CK_WORLD_MESSAGE ? (int)left : CK_WORLD_MESSAGE;
    (void)mpi.Bcast((char *)data + at, part, mpi.byte, root, mpi.all);
  }
  ck_world_count(world, bytes, 0);
}

void ck_world_receive_before(ck_world *world, void *data, int64_t bytes) {
  if (world->rank == 0) { return; }
  (void)mpi.Recv(data, (int)bytes, mpi.byte, world->rank - 1, CK_WORLD_TAG, mpi.all,
                 MPI_STATUS_IGNORE);
  ck_world_count(world, bytes, 1);
}

void ck_world_send_after(ck_world *world, const void *data, int64_t bytes) {
  if (world->rank == world->size - 1) { return; }
  (void)mpi.Send(data, (int)bytes, mpi.byte, world->rank + 1, CK_WORLD_TAG, mpi.all);
}

/// The number of messages of so many bytes.
static int64_t ck_world_messages(int64_t bytes) {
  return (bytes + CK_WORLD_MESSAGE - 1) / CK_WORLD_MESSAGE;
}

void ck_world_exchange_steps(ck_world *world, ck_world_steps steps, const void *send,
                             const int64_t *send_at, void *receive, const int64_t *receive_at) {
  int64_t most = 1, count = 0, sent = 0, received = 0;
  for (int32_t step = steps.first; step < steps.end; ++step) {
    const int32_t to = ck_world_after(world, step), from = ck_world_before(world, step);
    most += ck_world_messages(send_at[to + 1] - send_at[to]) +
            ck_world_messages(receive_at[from + 1] - receive_at[from]);
  }
  MPI_Request *request = malloc((size_t)most * sizeof *request);
  if (request == NULL) { ck_world_abort(world, 71); }
  for (int32_t step = steps.first; step < steps.end; ++step) {
    const int32_t from = ck_world_before(world, step);
    received += receive_at[from + 1] - receive_at[from];
    for (int64_t at = receive_at[from]; at < receive_at[from + 1]; at += CK_WORLD_MESSAGE) {
      const int64_t left = receive_at[from + 1] - at;
      (void)mpi.Irecv((char *)receive + at, left < CK_WORLD_MESSAGE ? (int)left : CK_WORLD_MESSAGE,
                      mpi.byte, from, CK_WORLD_TAG, mpi.all, &request[count++]);
    }
  }
  for (int32_t step = steps.first; step < steps.end; ++step) {
    const int32_t to = ck_world_after(world, step);
    sent += send_at[to + 1] - send_at[to];
    for (int64_t at = send_at[to]; at < send_at[to + 1]; at += CK_WORLD_MESSAGE) {
      const int64_t left = send_at[to + 1] - at;
      (void)mpi.Isend((const char *)send + at,
                      left < CK_WORLD_MESSAGE ? (int)left : CK_WORLD_MESSAGE, mpi.byte, to,
                      CK_WORLD_TAG, mpi.all, &request[count++]);
    }
  }
  // MPI_Waitall takes an int, and there are at most a few messages for each rank.
  (void)mpi.Waitall((int)count, request, MPI_STATUSES_IGNORE);
  free(request);
  ck_world_count(world, sent > received ? sent : received, 0);
}

void ck_world_gather_all(ck_world *world, void *all, const int64_t *at) {
  const int32_t size = world->size;
  if (at[size] <= INT_MAX) {
    int *counts = malloc((size_t)size * 2 * sizeof *counts), *places = counts + size;
    if (counts == NULL) { ck_world_abort(world, 71); }
    for (int32_t rank = 0; rank < size; ++rank) {
      places[rank] = (int)at[rank];
      counts[rank] = (int)(at[rank + 1] - at[rank]);
    }
    (void)mpi.Allgatherv(MPI_IN_PLACE, 0, mpi.byte, all, counts, places, mpi.byte, mpi.all);
    free(counts);
    ck_world_count(world, at[size] - (at[world->rank + 1] - at[world->rank]), 0);
    return;
  }
  for (int32_t rank = 0; rank < size; ++rank) {
    ck_world_broadcast(world, rank, (char *)all + at[rank], at[rank + 1] - at[rank]);
  }
}

// MARK: Files

struct ck_world_file {
  ck_world *world;
  MPI_File file;
  /// The file to replace, and the one that is written beside it; NULL of a file that is read.
  char *path, *part;
};

static void ck_world_file_free(ck_world_file *file) {
  free(file->path);
  free(file->part);
  free(file);
}

/// Sets `path` and `part`. False if there is something else than a file.
static bool ck_world_file_name(ck_world_file *file, const char *path) {
  static const char end[] = ".part";
  const size_t length = strlen(path);
  file->path = ck_world_allocate(file->world, (int64_t)length + 1);
  memcpy(file->path, path, length + 1);
  file->part = ck_world_allocate(file->world, (int64_t)(length + sizeof end));
  memcpy(file->part, path, length);
  memcpy(file->part + length, end, sizeof end);
  struct stat status;
  return stat(path, &status) != 0 || S_ISREG(status.st_mode);
}

ck_world_file *ck_world_file_open(ck_world *world, const char *path, bool writes,
                                  const char **reason) {
  static char text[MPI_MAX_ERROR_STRING + 1];
  ck_world_file *file = ck_world_allocate(world, sizeof *file);
  *file = (ck_world_file){.world = world};
  double failed = writes && !ck_world_file_name(file, path);
  ck_world_max(world, &failed, 1);
  if (failed > 0) {
    *reason = "there is something else than a file";
    ck_world_file_free(file);
    return NULL;
  }
  const int mode = writes ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
  const int error = mpi.File_open(mpi.all, writes ? file->part : path, mode, mpi.none, &file->file);
  failed = error != MPI_SUCCESS;
  ck_world_max(world, &failed, 1);
  if (failed == 0) { return file; }
  *reason = "another rank cannot open it";
  int length = 0;
  if (error != MPI_SUCCESS && mpi.Error_string(error, text, &length) == MPI_SUCCESS) {
    text[length] = 0;
    *reason = text;
  }
  // Those that could open it would wait for the others to close it.
  ck_world_file_free(file);
  return NULL;
}

int64_t ck_world_file_size(ck_world_file *file) {
  MPI_Offset size = 0;
  return mpi.File_get_size(file->file, &size) == MPI_SUCCESS ? (int64_t)size : -1;
}

bool ck_world_file_set_size(ck_world_file *file, int64_t size) {
  return mpi.File_set_size(file->file, (MPI_Offset)size) == MPI_SUCCESS;
}

bool ck_world_file_read(ck_world_file *file, int64_t at, void *data, int64_t bytes) {
  for (int64_t done = 0; done < bytes;) {
    const int64_t left = bytes - done;
    const int part = left < CK_WORLD_MESSAGE ? (int)left : CK_WORLD_MESSAGE;
    MPI_Status status;
    int got = 0;
    if (mpi.File_read_at(file->file, (MPI_Offset)(at + done), (char *)data + done, part, mpi.byte,
                         &status) != MPI_SUCCESS ||
        mpi.Get_count(&status, mpi.byte, &got) != MPI_SUCCESS || got <= 0) {
      return false;
    }
    done += got;
  }
  return true;
}

bool ck_world_file_write(ck_world_file *file, int64_t at, const void *data, int64_t bytes) {
  for (int64_t done = 0; done < bytes;) {
    const int64_t left = bytes - done;
    const int part = left < CK_WORLD_MESSAGE ? (int)left : CK_WORLD_MESSAGE;
    MPI_Status status;
    int got = 0;
    if (mpi.File_write_at(file->file, (MPI_Offset)(at + done), (const char *)data + done, part,
                          mpi.byte, &status) != MPI_SUCCESS ||
        mpi.Get_count(&status, mpi.byte, &got) != MPI_SUCCESS || got <= 0) {
      return false;
    }
    done += got;
  }
  return true;
}

bool ck_world_file_close(ck_world_file *file, bool is_whole) {
  ck_world *world = file->world;
  const bool writes = file->path != NULL;
  double failed = !is_whole;
  if (writes && mpi.File_sync(file->file) != MPI_SUCCESS) { failed = 1; }
  if (mpi.File_close(&file->file) != MPI_SUCCESS) { failed = 1; }
  if (writes) {
    ck_world_max(world, &failed, 1);
    if (world->rank == 0 && failed > 0) { (void)unlink(file->part); }
    if (world->rank == 0 && failed == 0) { failed = rename(file->part, file->path) != 0; }
    ck_world_max(world, &failed, 1);
  }
  ck_world_file_free(file);
  return failed == 0;
}

#else

// Without mpi.h there are no ranks, and so nobody calls the rest.

ck_world *ck_world_open(const char **reason) {
  *reason =
      "this program was built without MPI; on Debian: apt-get install libopenmpi-dev "
      "openmpi-bin, then build it again";
  return NULL;
}

void ck_world_close(ck_world *world) { (void)world; }
void ck_world_wait(ck_world *world) { (void)world; }
void ck_world_abort(ck_world *world, int32_t status) {
  (void)world;
  exit(status);
}
void ck_world_max(ck_world *world, double *values, int32_t count) {
  (void)world, (void)values, (void)count;
}
void ck_world_sum(ck_world *world, int64_t *values, int32_t count) {
  (void)world, (void)values, (void)count;
}
void ck_world_gather_all(ck_world *world, void *all, const int64_t *at) {
  (void)world, (void)all, (void)at;
}
void ck_world_exchange_counts(ck_world *world, const int64_t *out, int64_t *in) {
  memcpy(in, out, (size_t)world->size * sizeof *in);
}
void ck_world_exchange_steps(ck_world *world, ck_world_steps steps, const void *send,
                             const int64_t *send_at, void *receive, const int64_t *receive_at) {
  (void)world, (void)steps, (void)send, (void)send_at, (void)receive, (void)receive_at;
}
void ck_world_broadcast(ck_world *world, int32_t root, void *data, int64_t bytes) {
  (void)world, (void)root, (void)data, (void)bytes;
}
void ck_world_receive_before(ck_world *world, void *data, int64_t bytes) {
  (void)world, (void)data, (void)bytes;
}
void ck_world_send_after(ck_world *world, const void *data, int64_t bytes) {
  (void)world, (void)data, (void)bytes;
}
ck_world_file *ck_world_file_open(ck_world *world, const char *path, bool writes,
                                  const char **reason) {
  (void)world, (void)path, (void)writes, (void)reason;
  return NULL;
}
int64_t ck_world_file_size(ck_world_file *file) {
  (void)file;
  return -1;
}
bool ck_world_file_set_size(ck_world_file *file, int64_t size) {
  (void)file, (void)size;
  return false;
}
bool ck_world_file_read(ck_world_file *file, int64_t at, void *data, int64_t bytes) {
  (void)file, (void)at, (void)data, (void)bytes;
  return false;
}
bool ck_world_file_write(ck_world_file *file, int64_t at, const void *data, int64_t bytes) {
  (void)file, (void)at, (void)data, (void)bytes;
  return false;
}
bool ck_world_file_close(ck_world_file *file, bool is_whole) {
  (void)file, (void)is_whole;
  return false;
}

#endif

void ck_world_exchange(ck_world *world, const void *send, const int64_t *send_at, void *receive,
                       const int64_t *receive_at) {
  const int32_t own = world->rank;
  if (send_at[own + 1] > send_at[own]) {
    memcpy((char *)receive + receive_at[own], (const char *)send + send_at[own],
           (size_t)(send_at[own + 1] - send_at[own]));
  }
  const ck_world_steps all = {1, world->size};
  ck_world_exchange_steps(world, all, send, send_at, receive, receive_at);
}

// MARK: Exchanges in rounds

/// The least bytes of a round, if there are so many, and the number of rounds with more of them.
enum { CK_WORLD_ROUND = 1 << 18, CK_WORLD_ROUNDS = 8 };

ck_world_steps ck_world_round(const ck_world *world, int32_t first, const int64_t *out,
                              const int64_t *in) {
  int64_t all = 0;
  for (int32_t step = 1; step < world->size; ++step) {
    all += out[ck_world_after(world, step)] + in[ck_world_before(world, step)];
  }
  const int64_t most =
      all > CK_WORLD_ROUND * CK_WORLD_ROUNDS ? all / CK_WORLD_ROUNDS : CK_WORLD_ROUND;
  ck_world_steps steps = {first, first};
  int64_t sent = 0, received = 0;
  for (; steps.end < world->size; ++steps.end) {
    sent += out[ck_world_after(world, steps.end)];
    received += in[ck_world_before(world, steps.end)];
    if (steps.end > first && sent + received > most) { break; }
  }
  return steps;
}

/// sign: 1 of messages that are sent, -1 of those that are received.
static int64_t ck_world_place(const ck_world *world, ck_world_steps steps, int32_t sign,
                              const int64_t *bytes, int64_t *at) {
  int64_t sum = 0;
  for (int32_t rank = 0; rank < world->size; ++rank) {
    const int32_t step = (world->size + sign * (rank - world->rank)) % world->size;
    at[rank] = sum;
    sum += step >= steps.first && step < steps.end ? bytes[rank] : 0;
  }
  at[world->size] = sum;
  return sum;
}

int64_t ck_world_place_sent(const ck_world *world, ck_world_steps steps, const int64_t *bytes,
                            int64_t *at) {
  return ck_world_place(world, steps, 1, bytes, at);
}

int64_t ck_world_place_received(const ck_world *world, ck_world_steps steps, const int64_t *bytes,
                                int64_t *at) {
  return ck_world_place(world, steps, -1, bytes, at);
}

// MARK: Nodes

/// Nodes of a block are a multiple of this: the center is summed in such blocks.
enum { CK_WORLD_NODES = 1024 };

int64_t ck_world_first_node(const ck_world *world, int32_t rank, int64_t count) {
  const int64_t blocks = (count + CK_WORLD_NODES - 1) / CK_WORLD_NODES;
  const int64_t first = blocks * rank / world->size * CK_WORLD_NODES;
  return first < count ? first : count;
}

void ck_world_gather_nodes(ck_world *world, int64_t count, int64_t bytes, const void *own,
                           void *all) {
  int64_t *at = malloc((size_t)(world->size + 1) * sizeof *at);
  if (at == NULL) { ck_world_abort(world, 71); }
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    at[rank] = ck_world_first_node(world, rank, count) * bytes;
  }
  const int64_t size = at[world->rank + 1] - at[world->rank];
  if (size > 0) { memcpy((char *)all + at[world->rank], own, (size_t)size); }
  ck_world_gather_all(world, all, at);
  free(at);
}
