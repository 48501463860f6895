// Types of force-simulation.js. docs/webassembly.md is the manual.

/** Numbers of the simulation's type. */
export type Scalars = Float32Array | Float64Array;

/** A node as an object: where it starts, its velocity, and on which axes it is held. All may be missing. */
export interface NodeObject {
  x?: number | null;
  y?: number | null;
  z?: number | null;
  vx?: number | null;
  vy?: number | null;
  vz?: number | null;
  fx?: number | null;
  fy?: number | null;
  fz?: number | null;
}

/** A link by the numbers of its nodes, by the nodes themselves, or by what `id` tells of them. */
export interface LinkObject {
  source: unknown;
  target: unknown;
}

/** Links as objects, or as numbers: source and target of each link one after the other. */
export type Links<L extends LinkObject = LinkObject> = readonly L[] | Int32Array | Uint32Array;

/** One number for all, one for each, or a function. */
export type Values<Element> =
  | number
  | ArrayLike<number>
  | ((element: Element, index: number, elements: readonly Element[]) => number);

/** Where a module is: one beside this file, an address, a response, bytes, or one that is compiled. */
export type ModuleSource = "plane" | "all" | string | URL | Response | BufferSource | WebAssembly.Module;

/** Compiles a module, once for any number of simulations. "plane" has simulations in two dimensions in Float. */
export function loadKernels(source?: ModuleSource): Promise<WebAssembly.Module>;

export interface SimulationOptions {
  /** 2 by default. */
  dimensions?: 2 | 3;
  /** "float" by default. */
  scalar?: "float" | "double";
  /** `dimensions` numbers for each node, without padding. By default d3-force's start positions. */
  positions?: ArrayLike<number> | null;
  /** Of the random pushes between nodes at one point; 1 by default. */
  seed?: number | bigint;
}

/** Loads the smallest module that has such simulations, unless one is given, and makes a simulation. */
export function createSimulation<N extends NodeObject = NodeObject>(
  nodes: number | readonly N[],
  options?: SimulationOptions & { module?: ModuleSource },
): Promise<Simulation<N>>;

export class Simulation<N extends NodeObject = NodeObject> {
  constructor(module: WebAssembly.Module, nodes: number | readonly N[], options?: SimulationOptions);

  /** The number of nodes. */
  readonly count: number;
  /** The objects that were given; null for a number of nodes. */
  readonly nodes: readonly N[] | null;
  readonly dimensions: 2 | 3;
  /** Numbers of a vector in `positions`: 2 in the plane; 4 in space, of which the last is not used. */
  readonly stride: 2 | 4;
  /** The positions in the memory of the module, without a copy. Read it anew after ticks and new forces. */
  readonly positions: Scalars;
  /** The velocities, in the same way. */
  readonly velocities: Scalars;
  readonly tickCount: number;
  /** True when alpha and alphaTarget are below alphaMin. */
  readonly isCold: boolean;
  /** How often a node was kept from becoming NaN or infinite. */
  readonly nonFiniteNodeCount: number;

  /** The force of a name. */
  force(name: string): Force | undefined;
  /** Adds or replaces a force; null removes it. */
  force(name: string, force: Force | null): this;
  /** The error of a many-body force relative to the usual force, as the last tick measured it; 0: none. */
  measuredError(name: string): number;

  /** Ticks, also when the simulation is cold. */
  tick(iterations?: number): this;

  alpha(): number;
  alpha(value: number): this;
  alphaMin(): number;
  alphaMin(value: number): this;
  alphaDecay(): number;
  alphaDecay(value: number): this;
  alphaTarget(): number;
  alphaTarget(value: number): this;
  velocityDecay(): number;
  velocityDecay(value: number): this;

  /** Holds a node. A coordinate that is null is let go, one that is undefined stays as it is. */
  pin(node: number, ...point: (number | null | undefined)[]): this;
  /** Lets a node go on all axes. */
  release(node: number): this;
  /** The node follows the hand at once, and alphaTarget is at least 0.3. */
  drag(node: number, ...point: number[]): this;
  /** Ends a drag: the node is let go unless it is to stay, and alphaTarget is 0. */
  drop(node: number, isPinned?: boolean): this;
  /** Says that `positions` have been written. */
  moved(): this;
  /** The node nearest to x, y (and z), within a radius that may follow. */
  find(...pointAndRadius: number[]): number | undefined;
  /** Writes x, y, z, vx, vy and vz to the objects that the nodes were given as. */
  writeBack(): this;
  /** Gives all memory back. */
  dispose(): void;
}

/** A force. Each of its parameters has a method that reads it, or sets it and returns the force. */
export interface Force {
  readonly kind: string;
}

type Parameters<F, P> = { [Name in keyof P]: { (): P[Name]; (value: P[Name]): F } };

export interface ManyBodyForce extends Force, Parameters<ManyBodyForce, {
  strength: Values<any>;
  /** The error that is aimed at, relative to the usual force; null: 1e-3 in the plane, 6e-3 in space. */
  accuracy: number | null;
  /** Decides by shapes alone, in place of the accuracy, when it is not null. */
  theta: number | null;
  distanceMin: number;
  distanceMax: number;
}> {}
export function forceManyBody(): ManyBodyForce;

export interface LinkForce extends Force, Parameters<LinkForce, {
  links: Links<any>;
  /** What links name nodes by; null: their numbers, or the objects themselves. */
  id: ((node: any, index: number, nodes: any) => unknown) | null;
  /** null: 1 over the smaller number of links at the two nodes. */
  strength: Values<any> | null;
  distance: Values<any>;
  iterations: number;
}> {}
export function forceLink(links?: Links<any>): LinkForce;

export interface CollideForce extends Force, Parameters<CollideForce, {
  radius: Values<any>;
  strength: number;
  iterations: number;
}> {}
export function forceCollide(radius?: Values<any>): CollideForce;

/** One vector for all nodes, one for each, or a function. */
export type Vectors = ArrayLike<number> | readonly ArrayLike<number>[]
  | ((node: any, index: number, nodes: any) => ArrayLike<number>);

export interface BoxesForce extends Force, Parameters<BoxesForce, {
  halfSides: Vectors;
  /** From the nodes to the centres of their boxes; null for none. */
  offsets: Vectors | null;
  strength: number;
  iterations: number;
}> {}
export function forceBoxes(halfSides?: Vectors): BoxesForce;

export interface CenterForce extends Force, Parameters<CenterForce, {
  x: number;
  y: number;
  z: number;
  strength: number;
}> {}
export function forceCenter(x?: number, y?: number, z?: number): CenterForce;

export interface XForce extends Force, Parameters<XForce, { x: Values<any>; strength: Values<any> }> {}
export interface YForce extends Force, Parameters<YForce, { y: Values<any>; strength: Values<any> }> {}
export interface ZForce extends Force, Parameters<ZForce, { z: Values<any>; strength: Values<any> }> {}
export function forceX(x?: Values<any>): XForce;
export function forceY(y?: Values<any>): YForce;
export function forceZ(z?: Values<any>): ZForce;

export interface RadialForce extends Force, Parameters<RadialForce, {
  radius: Values<any>;
  x: number;
  y: number;
  z: number;
  strength: Values<any>;
}> {}
export function forceRadial(radius: Values<any>, x?: number, y?: number, z?: number): RadialForce;

export interface TForce extends Force, Parameters<TForce, {
  links: Links<any>;
  id: ((node: any, index: number, nodes: any) => unknown) | null;
  strength: number;
  attraction: number;
  stiffness: Values<any>;
  distance: number;
  cutoff: number;
  theta: number;
}> {}
export function forceT(links?: Links<any>): TForce;
