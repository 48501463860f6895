/// Environment variables, checked before they are used, and the notes on wrong ones.
#ifndef CK_ENVIRONMENT_H
#define CK_ENVIRONMENT_H

#include "common.h"

/// The variable that chooses the library which runs threads.
#define CK_ENVIRONMENT_RUNTIME "FORCE_SIMULATION_THREAD_RUNTIME"

#pragma GCC visibility push(hidden)

/// Writes a line to standard error, if that takes it. The text is printed as it is.
void ck_environment_say(const char *line);

/// The first number of OMP_NUM_THREADS; 0 if it is not set, or not a list of numbers from 1 to
/// `most`.
int32_t ck_environment_threads(int32_t most);

/// True if OMP_NUM_THREADS is not set, or a list of numbers from 1 to `most`. Else writes a note to
/// standard error.
bool ck_environment_has_good_threads(int32_t most);

/// True if an OpenMP runtime can start: LLVM's ends the process, or hangs, at some values of
/// OMP_NUM_THREADS, and gives its threads any stack that is asked for, or ends the process. Else
/// writes a note to standard error. `has_threads` tells if the system gives the threads that are
/// wanted stacks of that size.
bool ck_environment_suits_openmp(int32_t most, bool (*has_threads)(int64_t stack_bytes));

#pragma GCC visibility pop

#endif
