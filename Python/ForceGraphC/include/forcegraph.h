// The C interface of swift-force-simulation for other languages: layouts, measures, files, pictures,
// pages and the simulation.
//
// One dynamic library with Swift's runtime inside, which needs nothing but the C library; made by
// scripts/link-python-library. It prints nothing, opens no port and no file but those that it is told
// to, and calls nobody back.
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
// Names and paths are C strings in UTF-8.
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

#define FG_ABI 2

enum {
  FG_DONE = 0,
  FG_BAD_GRAPH = 1,     // nodes, edges or weights that cannot be
  FG_BAD_OPTION = 2,    // an option that there is not, or a value out of its range
  FG_BAD_POSITION = 3,  // a position that is not finite, or too far away
  FG_CANCELLED = 4,     // the fg_run said so; nothing was written
  FG_UNAVAILABLE = 5,   // this build or this machine cannot do it
  FG_TOO_LARGE = 6,     // more than the method takes
  FG_FAILED = 7,        // something else; the sentence says what
  FG_BAD_FILE = 8,      // a file that cannot be read or written
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

// A graph with ids, attributes and all else that files have: fg_graph_new or fg_graph_read make one,
// fg_graph_free ends it. Two threads may read one at once, but not while another changes it.
typedef struct fg_graph fg_graph;

// The kinds of things that have attributes.
enum { FG_NODES = 0, FG_EDGES = 1, FG_GRAPH = 2 };

// A column of values is bytes: a word of 8 bytes a row (an integer; a double; 0 or 1 of a boolean; the
// length of a text in bytes), then a byte a row, 0 where there is no value, then the texts in UTF-8, one
// after the other. Words have the lowest byte first. Types are "string", "integer", "double", "boolean".

// ids: a column of different texts, or NULL for 0, 1, ... Options: directed (false).
// Text of this and of the next two: {"nodes", "edges", "directed": 0 or 1, "weighted": 0 or 1, "dim": 0
//   without positions, "node-attributes": [names], "node-types", "edge-attributes", "edge-types",
//   "graph-attributes", "graph-types", "graph-values": [texts], "groups": their number, "notes": [...]}.
int32_t fg_graph_new(int64_t node_count, const int32_t *edges, int64_t edge_count,
                     const uint8_t *ids, int64_t ids_length, const uint8_t *options,
                     int64_t options_length, fg_graph **graph, fg_text *text);
// Reads the file at path; or, if bytes is not NULL, these length bytes, of which path is the name.
// Options: format (an id of fg_formats; else by name and content), directed, header, source-column,
//   target-column, weight-column, time-column, weight-attribute, as the program's --input-format and so on.
// Text: also "format".
int32_t fg_graph_read(const char *path, const uint8_t *bytes, int64_t length,
                      const uint8_t *options, int64_t options_length, fg_run *run, fg_graph **graph,
                      fg_text *text);
int32_t fg_graph_facts(fg_graph *graph, fg_text *text);
void fg_graph_free(fg_graph *graph);
// A graph of its own with the same content. O(1): what is not changed is shared.
fg_graph *fg_graph_copy(fg_graph *graph);
// Text: {"read": [ids], "write": [ids], "positions": [ids of those that hold positions]}.
int32_t fg_formats(fg_text *text);

// Writes 2 * edges numbers, edges numbers, dim * nodes numbers. NULL for what is not wanted, or not there.
void fg_graph_arrays(fg_graph *graph, int32_t *edges, double *weights, double *positions);
// Text: a column.
int32_t fg_graph_ids(fg_graph *graph, fg_text *text);
int32_t fg_graph_column(fg_graph *graph, int32_t owner, const char *name, fg_text *text);

// type NULL removes the attribute. FG_GRAPH has one row.
int32_t fg_graph_set_column(fg_graph *graph, int32_t owner, const char *name, const char *type,
                            const uint8_t *bytes, int64_t length, fg_text *text);
// One for each edge, of any value; NULL for none.
void fg_graph_set_weights(fg_graph *graph, const double *weights);
// dim numbers a node, NaN for a node without a position; NULL for none.
int32_t fg_graph_set_positions(fg_graph *graph, int32_t dim, const double *positions,
                               fg_text *text);

// Writes a file; or, if path is NULL, gives its bytes in content. A file is there as a whole or as it was.
// Options: format (else by the name), safe-cells, compressed.
// Text: {"notes": [what the format cannot hold]}.
int32_t fg_graph_write(fg_graph *graph, const char *path, const uint8_t *options,
                       int64_t options_length, fg_run *run, fg_text *content, fg_text *text);

// A picture of a graph, which fg_picture_free ends.
typedef struct fg_picture fg_picture;

// Draws the positions of the graph if it has them all and no option asks for a layout, or with "layout":
//   "keep"; else it lays the graph out. The graph is not changed.
// Options: those of fg_layout but max-move and directed; name (what the picture is called, "Graph"), color,
//   size, edge-color, edge-width (the program's --color-by, --size-by, --edge-color-by and --width-by), and,
//   as the program has them, color-scale, label, max-labels, width-range ([low, high]), edge-opacity, curve,
//   bundle, arrows (true), text-in-nodes, groups, theme, background, font, font-size (a number or [low, high]),
//   transparent, width, height, title, camera ([azimuth, elevation]), key (true).
// Text: {"width", "height", "nodes-drawn", "edges-drawn", "labels-drawn", "labels-left-out"}.
int32_t fg_graph_draw(fg_graph *graph, const uint8_t *options, int64_t options_length, fg_run *run,
                      fg_picture **picture, fg_text *text);
void fg_picture_free(fg_picture *picture);
// Text: the bytes of a file. Options: format ("svg", "svgz", "png", "pdf"; the last two need the system's
//   Cairo), scale (pixels a point of a PNG; 1), svg-ids, svg-auto-theme.
int32_t fg_picture_bytes(fg_picture *picture, const uint8_t *options, int64_t options_length,
                         fg_text *text);
// Text: a page of HTML that shows the graph and simulates it, with nothing beside it. Options: those of
//   fg_graph_draw, of which a page shows color, color-scale, size, label, theme (also "auto"), title and name.
int32_t fg_graph_page(fg_graph *graph, const uint8_t *options, int64_t options_length, fg_run *run,
                      fg_text *text);

// A simulation: fg_simulation_new or fg_simulation_restore make one, fg_simulation_free ends it.
typedef struct fg_simulation fg_simulation;

// positions: dim * node_count numbers, or NULL for d3-force's start (phyllotaxis). Links are edges.
// Options: dim, seed, threads, alpha, alpha-min, alpha-decay, alpha-target, velocity-decay, and forces, an
// array of objects {"force": kind, "name": a text, ...parameters}. Kinds and parameters are those of
// docs/api/forces.md, in words with hyphens: box-collide is BoxCollideForce, distance-min its distanceMin.
//   Values for each node or link are a number, or an array of them; vectors arrays of coordinates; axis is "x",
//   "y" or "z"; groups an integer a node, negative for none; places a vector a node, null for none; region an
//   object with one of "box": [low, high], "disc": [center, radius] and "polygon": [corner, ...]. A strength
//   of links that is given is not divided by their nodes' numbers of links, unless is-divided-by-degree is true.
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
// Writes source and target of each link.
void fg_simulation_links(fg_simulation *simulation, int32_t *edges);
// Removes links, then nodes with their links, adds nodes and links, and sets values of forces, as one
// transaction: nothing is changed when it fails. Nodes and links that stay keep their values and their
// sequence; new ones follow. Within an edit they have the numbers from before it, new ones the next ones.
// Writes the simulation after the edit to edited. The one that is given may then only be freed, which ends the
// memory of its positions; both are freed once.
// Options: remove-nodes and remove-links (numbers), add-nodes (a count), positions (dim numbers a new node;
//   null for a node that begins near its neighbours), add-links (source and target, one after the other), alpha,
//   set (an array of objects {"force": its name, "parameter", "index": a node or link, "value"}).
int32_t fg_simulation_edit(fg_simulation *simulation, const uint8_t *options,
                           int64_t options_length, fg_simulation **edited, fg_text *text);
// Text: the simulation as bytes, its forces included.
int32_t fg_simulation_save(fg_simulation *simulation, fg_text *text);

#ifdef __cplusplus
}
#endif

#endif
