/// Shared by the checks over ranks (driver.c) and what is measured of them (measure.c): scenes.
#ifndef CK_MPI_DRIVER_SCENES_H
#define CK_MPI_DRIVER_SCENES_H

#include "../KernelDriver/driver.h"

#include "cforcempi.h"

/// The nodes of a scene that is measured. Each has the space that it has in a settled layout, so that a node's work
/// does not depend on the number of nodes. In a box that stays the same, ever more nodes would be within distanceMin
/// of each other, where no cell is far enough.
typedef enum measured_points {
  NOT_MEASURED,
  /// Uniform in a square or cube.
  MEASURED_UNIFORM,
  /// In as many small squares or cubes as the root of the nodes, which fill a sixteenth or a sixty-fourth of the large one.
  MEASURED_CLUSTERS,
} measured_points;

typedef struct scene {
  const char *name;
  driver_points points;
  int32_t scalar, dimension;
  int64_t count;
  double accuracy, theta, distance_min, distance_max;
  int ticks;
  /// True if a hundredth of the nodes are far from the others, so that these are sorted apart.
  bool has_outliers;
  /// Instead of `points`.
  measured_points measured;
} scene;

/// The nodes of a scene: those of the whole on the first rank, and those of the own block.
typedef struct state {
  int64_t count;
  void *position, *velocity, *strength;
} state;

/// The bytes of a scalar.
int64_t scalar_size(const scene *scene);
/// Writes a number to an array of the scene's scalars.
void put(const scene *scene, void *array, int64_t at, double value);
/// The nodes [begin, end), at rest.
state make_state(const scene *scene, int64_t begin, int64_t end);
void free_state(state *state);
/// Moves the nodes by their velocities, which then lose a part.
void move(const scene *scene, state *state);
ck_law law_of(const scene *scene, const state *state);

// measure.c

/// Times and bytes of ticks, by rank; and a hash of the velocities after the last one.
void measure(ck_world *world, const scene *scene);

/// Holds what a tick over ranks costs, in counts that do not depend on the machine. Returns the number of mistakes
/// on the first rank, 0 on the others.
int64_t check_costs(ck_world *world, const scene *scene);
/// The same ticks in this process alone.
void measure_alone(const scene *scene);
/// Times ticks without and with a simulated network.
void measure_network(ck_world *world, const scene *scene, ck_world_network network);

#endif
