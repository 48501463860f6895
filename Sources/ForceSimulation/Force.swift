/// Something that changes the velocities (or positions) of nodes in every tick.
///
/// A force of your own reads and writes everything in the state:
///
///     struct Gravity: Force {
///       func apply(to step: inout StepContext<SIMD2<Double>>) {
///         for node in 0..<step.nodeCount { step.velocity[node].y += 0.1 * step.alpha }
///       }
///     }
///
/// `StepContext.changeVelocities(_:)` does such a loop quickly in debug builds too.
///
/// During `apply` the state belongs to the argument. Accessing the simulation itself meanwhile
/// traps.
public protocol Force<Vector>: Sendable {
  /// The vector type of positions and velocities.
  associatedtype Vector: SimulationVector

  /// The declared parameters of the type. The default declares none.
  static var kind: ForceKind<Vector> { get }

  /// Prepares for a set of nodes and links, and checks parameters. A simulation calls it when it
  /// takes the force, and again when nodes, links, or the force itself are replaced. A force that
  /// contains others binds them here. The default does nothing.
  mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError)

  /// Carries values by node or link over an edit of the graph; `bind(to:)` follows. A force that
  /// contains others carries them here. The default carries those of the declared parameters.
  mutating func carry(over change: GraphChange) throws(SimulationError)

  /// Changes the state once, as part of a tick.
  func apply(to step: inout StepContext<Vector>)
}

extension Force {
  /// Does nothing, and does not throw.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {}
}

/// The graph that a force is bound to.
public struct BindingContext<Vector: SimulationVector> {
  /// The state of the simulation.
  public let kinetics: Kinetics<Vector>
  /// The engine that will run the force's passes.
  public let engine: Engine
  /// The histories of the forces bound so far.
  private(set) var histories = TreeHistories()
  /// The path of names of the force that is being bound: its own name and those of its containers.
  private var path: [String] = []

  /// The nodes of the state, by their numbers in the whole graph, and the number of all nodes. They
  /// differ from 0..<nodeCount for a block of the nodes, whose process has no others.
  let nodes: Range<Int>
  let wholeNodeCount: Int

  init(_ kinetics: Kinetics<Vector>, engine: Engine) {
    self.init(
      kinetics, engine: engine, nodes: 0..<kinetics.nodeCount, wholeNodeCount: kinetics.nodeCount)
  }

  init(
    _ kinetics: Kinetics<Vector>, engine: Engine, nodes: Range<Int>, wholeNodeCount: Int
  ) {
    self.kinetics = kinetics
    self.engine = engine
    self.nodes = nodes
    self.wholeNodeCount = wholeNodeCount
  }

  /// What values by node and link are evaluated for; nil for a block of the nodes.
  var graph: BoundGraph? {
    nodes.count == wholeNodeCount ? BoundGraph(kinetics.revision, engine) : nil
  }

  /// The number of nodes.
  public var nodeCount: Int { kinetics.nodeCount }

  /// The links, by node index.
  public var links: [Link<Int>] { kinetics.links }

  /// Binds a force that is part of another one, under a name. Checkpoints store the inner force's
  /// state under that name. Throws the error of the inner force's `bind(to:)`.
  public mutating func bind(
    _ force: inout some Force<Vector>, named name: String
  ) throws(SimulationError) {
    path.append(name)
    defer { path.removeLast() }
    try force.bind(to: &self)
  }

  /// Makes a tree history for the force that is being bound. Returns its slot number.
  mutating func addHistory() -> Int { histories.add(path.joined(separator: "/")) }
}

/// What values by node and link are evaluated for: the nodes and links of a state, and the update
/// order of an engine.
struct BoundGraph: Equatable, Sendable {
  private let revision: Revision
  private let isSequential: Bool

  init(_ revision: Revision, _ engine: Engine) {
    self.revision = revision
    isSequential = engine == .reference(.sequential)
  }
}

/// The values that a force computed when it was bound; reading them before that traps.
///
/// Binding the force again to the same graph need not compute them again, as long as the parameters
/// that they come from are the same: these parameters call `expire()` when they are set.
struct Bound<Value: Sendable>: Sendable {
  private var value: Value?
  private var nodeCount = 0
  /// The graph that the values are for; nil when they have to be computed again.
  private var graph: BoundGraph?

  /// Sets the values for `nodeCount` nodes. Without a graph, the next binding computes them again.
  mutating func set(_ value: Value, nodeCount: Int, graph: BoundGraph? = nil) {
    self.value = value
    self.nodeCount = nodeCount
    self.graph = graph
  }

  /// Makes the next binding compute the values again. They can be read until then.
  mutating func expire() { graph = nil }

  /// Returns true if the values are those of this graph, and no parameter has changed since.
  func isCurrent(for graph: BoundGraph?) -> Bool { graph != nil && graph == self.graph }

  /// Changes values that are current.
  mutating func update(_ body: (inout Value) -> Void) { if value != nil { body(&value!) } }

  /// The values for `nodeCount` nodes. Traps when there are none or they are for another number;
  /// `force` names the force in the message.
  func value(_ force: String, nodeCount: Int) -> Value {
    guard let value, self.nodeCount == nodeCount else {
      trap(
        "ForceSimulation: \(force) was applied to \(nodeCount) nodes, but is bound to "
          + "\(self.value == nil ? "none" : "\(self.nodeCount)"); bind it in bind(to:) first")
    }
    return value
  }

  /// The values of the last binding; nil before the first one.
  var latest: Value? { value }
}
