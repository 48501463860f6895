// The C interface of swift-force-simulation's layouts and simulation, for other languages.
//
// One dynamic library with Swift's runtime inside, which needs nothing but the C library; made by
// scripts/link-python-library. It prints nothing, opens no file and no port, and calls nobody back.
//
// **Version.** Compare fg_abi() with FG_ABI before anything else. The number changes with every change
// of this file that a caller has to know of; the two sides are for each other only when it is the same.
//
// **Graphs.** Nodes are numbered from 0. Edges are pairs of nodes, one after the other: edge i leads
// from edges[2 * i] to edges[2 * i + 1]. At most 2^31 - 1 nodes and edges. Numbers out of range are an
// error, not a read past an end; the lengths of arrays are the caller's word. An array with no element
// may be NULL. Weights are one for each edge, from 1e-12 to 1e12. Arrays are copied: the caller may
// free them when the call returns.
//
// **Positions.** dim numbers a node (2 or 3), node after node; x to the right, y up.
//
// **Options.** One JSON object in UTF-8, with the names of the program forcegraph's options:
// {"layout": "stress", "seed": 7}. NULL or length 0 for none. null is the same as no option. An unknown
// name is an error whose sentence names those that there are.
//
// **Results.** Functions return an FG_ status. What else there is to say comes in an fg_text, which the
// caller frees by fg_free(text.bytes) whatever the status: JSON (or, of fg_simulation_save, bytes) after
// FG_DONE, else a sentence that says what is wrong, where, and what there should be. `text` may be NULL.
//
// **Long work** takes an fg_run, memory of the caller that both sides use during the call: set
// `cancelled` from another thread and the call returns FG_CANCELLED soon (milliseconds; a step of a
// stress layout of thousands of nodes takes longer). NULL for nobody who watches.
//
// **Threads.** Functions may be called on any thread and at once; calls with the same fg_simulation take
// turns, which is the caller's business. After fork() both processes may go on.
//
// **Determinism.** The same arguments give the same bits, whatever the number of threads, but for
// "time-budget".
#ifndef FORCEGRAPH_H
#define FORCEGRAPH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FG_ABI 1

enum {
  FG_DONE = 0,
  FG_BAD_GRAPH = 1,     // nodes, edges or weights that cannot be
  FG_BAD_OPTION = 2,    // an option that there is not, or a value out of its range
  FG_BAD_POSITION = 3,  // a position that is not finite, or too far away
  FG_CANCELLED = 4,     // the fg_run said so; nothing was written
  FG_UNAVAILABLE = 5,   // this build or this machine cannot do it
  FG_TOO_LARGE = 6,     // more than the method takes
  FG_FAILED = 7,        // something else; the sentence says what
};

typedef struct {
  uint8_t *bytes;  // length bytes and a 0; NULL when there is no memory for them
  int64_t length;
} fg_text;

// All words are 0 at the start. Written and read as whole words, without an order among them.
typedef struct {
  uint64_t cancelled;  // the caller writes: not 0 ends the work
  double fraction;     // the call writes: the share that is done, 0 to 1
  uint64_t count;      // the call writes: ticks so far, where there are any
} fg_run;

int32_t fg_abi(void);
void fg_free(void *bytes);

// Lays out a graph. Writes dim * node_count numbers to positions, nothing when it fails.
//
// start: dim * node_count numbers, or NULL; NaN for a node without a place, which begins near its
//   neighbours. pinned: a byte for each node, not 0 for those that stay at their start to the bit, or NULL.
// Options: layout (an id of fg_layouts; "auto"), dim (2), quality ("quick", "balanced", "best"), goal
//   ("distances", "neighborhoods", "clusters"), seed (1; decimal digits in a text beyond 2^53), ticks,
//   repulsion, root (a node), weights ("strength" or "length"; needed for weights to have a meaning other
//   than strength), directed (false), time-budget (seconds), link-length (30), max-move (needs a start),
//   direction ("down", "up", "right", "left"; of layers), threads.
// Text: {"layout": the id that was chosen, "stop": "converged", "tickBudget" or "timeBudget",
//   "components", "ticks", "seconds", "notes": [...]}.
int32_t fg_layout(int64_t node_count, const int32_t *edges, int64_t edge_count,
                  const double *weights, const double *start, const uint8_t *pinned,
                  const uint8_t *options, int64_t options_length, fg_run *run, double *positions,
                  fg_text *text);

// Text: {"layouts": [ids that this library and machine have], "in-space": [those with dim 3],
//   "with-start": [those that take a start]}.
int32_t fg_layouts(fg_text *text);

// Measures how good positions are. Options: dim, directed, weights, radius (of nodes, for overlaps; a
//   tenth of the mean edge), seed (of samples). With weights, stress goes by the lengths they mean.
// Text: {"stress", "neighborhood_preservation", "edge_length_variation", "crossings_per_edge" (plane only),
//   "overlaps_per_node", "mean_edge_length"}.
int32_t fg_metrics(int64_t node_count, const int32_t *edges, int64_t edge_count,
                   const double *weights, const double *positions, const uint8_t *options,
                   int64_t options_length, fg_text *text);

// Writes a measure of each node to values. Options: measure ("degree", "component", "community",
//   "pagerank", "betweenness", "core"), directed. Weights are strengths here.
int32_t fg_measure(int64_t node_count, const int32_t *edges, int64_t edge_count,
                   const double *weights, const uint8_t *options, int64_t options_length,
                   fg_run *run, double *values, fg_text *text);

// A simulation: fg_simulation_new or fg_simulation_restore make one, fg_simulation_free ends it.
typedef struct fg_simulation fg_simulation;

// positions: dim * node_count numbers, or NULL for d3-force's start (phyllotaxis). Links are edges.
// Options: dim, seed, threads, alpha, alpha-min, alpha-decay, alpha-target, velocity-decay, and forces, an
// array of objects {"force": kind, "name": a text, ...parameters}. Values for each node or link are a
// number or an array of them.
//   many-body (strength, accuracy, theta, distance-min, distance-max), link (strength, length, iterations),
//   collide (radius, strength, iterations), center (center, strength), position (axis "x", "y" or "z",
//   target, strength), radial (radius, center, strength), gravity (center, strength, softening),
//   group (groups: an integer a node, negative for none; strength), velocity-limit (limit).
// Text of this and of the next two: {"nodes", "links", "dim", "ticks", "alpha", "alpha-min", "alpha-decay",
//   "alpha-target", "velocity-decay", "cold": 0 or 1, "hash": 64 bits as hexadecimal digits, of the
//   trajectory, "forces": [names]}.
int32_t fg_simulation_new(int64_t node_count, const int32_t *edges, int64_t edge_count,
                          const double *positions, const uint8_t *options, int64_t options_length,
                          fg_simulation **simulation, fg_text *text);
// The simulation that fg_simulation_save wrote. Damaged bytes are an error.
int32_t fg_simulation_restore(const uint8_t *bytes, int64_t length, fg_simulation **simulation,
                              fg_text *text);
int32_t fg_simulation_facts(fg_simulation *simulation, fg_text *text);
void fg_simulation_free(fg_simulation *simulation);

// Positions and velocities, dim numbers a node, in memory that stays in its place until
// fg_simulation_free. Calls that change them bring it up to date when they end. Do not write there.
double *fg_simulation_positions(fg_simulation *simulation);
double *fg_simulation_velocities(fg_simulation *simulation);

// Does ticks ticks, or with until_cold at most so many until the simulation is cold. Writes the number of
// ticks done to done, also after FG_CANCELLED, which ends the work between two ticks.
int32_t fg_simulation_advance(fg_simulation *simulation, int64_t ticks, int32_t until_cold,
                              fg_run *run, int64_t *done);

// Replace all positions or velocities: dim * node_count finite numbers.
int32_t fg_simulation_set_positions(fg_simulation *simulation, const double *positions,
                                    fg_text *text);
int32_t fg_simulation_set_velocities(fg_simulation *simulation, const double *velocities,
                                     fg_text *text);
// Holds a node at a place, dim numbers; NULL releases it.
int32_t fg_simulation_pin(fg_simulation *simulation, int64_t node, const double *place,
                          fg_text *text);
// Options of fg_simulation_new but dim and seed; forces replaces all forces.
int32_t fg_simulation_set(fg_simulation *simulation, const uint8_t *options, int64_t options_length,
                          fg_text *text);
// Text: the simulation as bytes, its forces included.
int32_t fg_simulation_save(fg_simulation *simulation, fg_text *text);

#ifdef __cplusplus
}
#endif

#endif
