import ArgumentParser
import CommandLineSupport
import ForceSimulation
import Foundation
import GraphIO

// An option with a number takes the next argument, even one that begins with a minus. So "--nodes
// -5" is reported as a wrong number, not as a missing one.

/// The options for the scene.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of nodes; grid takes the nearest square or cube. (default: 1000)",
      valueName: "count"))
  var nodes: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Dimensions: 2 or 3. (default: 2)", valueName: "2|3"))
  var dim: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Links for each node, in the scenes random and clusters. (default: 2)", valueName: "count"))
  var linksPerNode: Int?

  @Option(
    help: ArgumentHelp(
      """
      random, miserables, grid, clusters, or a graph file, compressed with gzip or not: \
      \(GraphFormat.all.map(\.title).joined(separator: ", ")). Weights and attributes are not \
      used. (default: random)
      """,
      valueName: "name|file"),
    completion: .file())
  var scene: String?

  @Option(
    help: ArgumentHelp(
      "The type of coordinates. (default: double in 2D, float in 3D)", valueName: "type"))
  var precision: Precision?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where random numbers start: 0 to 4294967295. (default: 42)", valueName: "number"))
  var seed: UInt32?

  /// True when no scene option was given.
  var isEmpty: Bool {
    nodes == nil && dim == nil && linksPerNode == nil && scene == nil && precision == nil
      && seed == nil
  }

  func validate() throws {
    let scene = scene ?? "random"
    if let dim { try Self.check(dimension: dim) }
    if let nodes { try Self.check(nodeCount: nodes) }
    if let linksPerNode {
      guard (0...1000).contains(linksPerNode) else {
        throw ValidationError("--links-per-node is 0 to 1000, not \(linksPerNode).")
      }
    }
    try Self.check(scene: scene)
    let choice = SceneChoice(scene)
    if nodes != nil, !choice.hasFreeSize {
      throw ValidationError(
        "--nodes does not go with --scene \(scene), which has its own; leave it out.")
    }
    if linksPerNode != nil, !choice.hasRandomLinks {
      throw ValidationError(
        "--links-per-node does not go with --scene \(scene), which has its own links; leave it out."
      )
    }
  }

  static func check(dimension: Int) throws {
    guard dimension == 2 || dimension == 3 else {
      throw ValidationError("--dim is 2 or 3, not \(dimension).")
    }
  }

  static func check(nodeCount: Int) throws {
    guard (1...RunPlan.maximumNodeCount).contains(nodeCount) else {
      throw ValidationError("--nodes is 1 to \(RunPlan.maximumNodeCount), not \(nodeCount).")
    }
  }

  static func check(scene: String) throws {
    if case .file(let path) = SceneChoice(scene), !path.contains(where: { "/.".contains($0) }),
      !FileManager.default.fileExists(atPath: path)
    {
      throw ValidationError(
        "There is neither a scene nor a file \"\(path)\"; --scene takes "
          + "\(SceneChoice.names.joined(separator: ", ")), or a file such as graph.txt.")
    }
  }
}

/// The options for the forces.
struct ForceOptions: ParsableArguments {
  @Option(
    name: .customLong("forces"),
    help: ArgumentHelp(
      """
      Names separated by commas, in the order in which they act: \(ForceName.list(ForceName.allCases)). \
      (default: \(ForceName.list(ForceName.usual, separator: ",")))
      """,
      valueName: "list"))
  var list: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The error of the many-body tree, relative to the root mean square of the forces; 0 makes it \
      exact. Default: 1e-3 in two dimensions, 6e-3 in three.
      """, valueName: "number"))
  var accuracy: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Instead of an accuracy, the size of a far cell relative to its distance, as d3 has it (0.9 \
      there); 0 makes it exact, larger is faster.
      """, valueName: "number"))
  var theta: Double?

  /// The forces; nil when none were given.
  var names: [ForceName]? {
    list?.split(separator: ",").compactMap { ForceName(rawValue: $0.trimmed) }
  }

  func validate() throws {
    let words =
      list?.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) ?? []
    let known = ForceName.list(ForceName.allCases)
    for (index, word) in words.enumerated() {
      guard ForceName(rawValue: word) != nil else {
        throw ValidationError(
          word.isEmpty
            ? "--forces has an empty name; write for example --forces many-body,link."
            : "There is no force \"\(word)\"; --forces takes \(known).")
      }
      guard !words[..<index].contains(word) else {
        throw ValidationError("--forces names \(word) twice; once is enough.")
      }
    }
    for (name, value) in [("accuracy", accuracy), ("theta", theta)] {
      guard let value else { continue }
      guard value.isFinite, value >= 0 else {
        throw ValidationError("--\(name) is a number from 0, not \(value).")
      }
    }
    guard accuracy == nil || theta == nil else {
      throw ValidationError("--theta takes the place of --accuracy; give one of them.")
    }
  }
}

/// The options for the engine, the duration and the verification.
struct EngineOptions: ParsableArguments {
  @Option(help: "What computes the forces; both times the reference too and gives the speed-up.")
  var engine = EngineChoice.kernels

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Measured ticks. (default: 20 from 10000 nodes on; below, 200000 / nodes but at most 280: \
      about a second)
      """,
      valueName: "count"))
  var ticks: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ticks before the measured ones.", valueName: "count"))
  var warmup = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Whole runs, each from the start of the scene. The one whose measured ticks took the median \
      time is reported: more than one tells more about runs of a few milliseconds.
      """,
      valueName: "count"))
  var runs = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Measured ticks a second, as in a program that shows them; it sleeps in between. (default: \
      one tick right after the other)
      """,
      valueName: "number"))
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads. (default: as many as the machine offers)", valueName: "count"))
  var threads: Int?

  @Option(help: "The instruction set of the kernels. (default: the widest this machine has)")
  var isa: KernelOptions.InstructionSet?

  @Flag(
    inversion: .prefixedNo,
    help: "Compare the kernels with the reference engine and the exact sum at the end.")
  var verify = true

  func validate() throws {
    if let ticks { try Self.check(ticks: ticks) }
    try Self.check(warmup: warmup)
    guard (1...10_000).contains(runs) else {
      throw ValidationError("--runs is 1 to 10000, not \(runs).")
    }
    if let threads { try Self.check(threads: threads) }
    if let rate {
      guard rate >= 0.1, rate <= 1000 else {
        throw ValidationError("--rate is 0.1 to 1000, not \(rate).")
      }
    }
  }

  static func check(ticks: Int) throws {
    guard (1...1_000_000).contains(ticks) else {
      throw ValidationError("--ticks is 1 to 1000000, not \(ticks).")
    }
  }

  static func check(warmup: Int) throws {
    guard (0...1_000_000).contains(warmup) else {
      throw ValidationError("--warmup is 0 to 1000000, not \(warmup).")
    }
  }

  static func check(threads: Int) throws {
    guard (1...1024).contains(threads) else {
      throw ValidationError("--threads is 1 to 1024, not \(threads).")
    }
  }
}

/// The options for the output.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the final positions: id,x,y[,z], a line for each node.", valueName: "file.csv"),
    completion: .file(extensions: ["csv"]))
  var positions: String?

  @Flag(help: "Write --positions also in the place of the file of the scene.")
  var force = false

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  /// Throws if the positions would replace the graph of the scene.
  func check(_ scene: SceneOptions) throws(Failure) {
    guard !force, let positions, case .file(let path)? = scene.scene.map(SceneChoice.init) else {
      return
    }
    try OutputFile(path: positions).check(
      differsFrom: path, reason: "positions cannot hold its links")
  }
}

extension Precision: ExpressibleByArgument {}
extension EngineChoice: ExpressibleByArgument {}
extension ForceName: ExpressibleByArgument {}
extension KernelOptions.InstructionSet: ExpressibleByArgument {}

extension StringProtocol {
  /// The text without white space at either end.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// A list of values separated by commas: `1000,10000`.
struct List<Element: ExpressibleByArgument & Sendable>: ExpressibleByArgument, Sendable {
  var elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  init?(argument: String) {
    elements = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let element = Element(argument: word.trimmed) else { return nil }
      elements.append(element)
    }
  }

  var defaultValueDescription: String {
    elements.map(\.defaultValueDescription).joined(separator: ",")
  }

  static var allValueStrings: [String] { Element.allValueStrings }
}

extension RunPlan {
  /// Makes a plan from the options. It reads the graph if it is a file, opens the file for the
  /// positions, and checks the instruction set. So all failures happen before the timing starts.
  init(
    scene: SceneOptions, forces: ForceOptions, engine: EngineOptions, positions path: String?,
    showsNotes: Bool = true, graph: String? = nil
  ) throws(Failure) {
    try self.init(
      scene: graph.map { .parts($0) } ?? SceneChoice(scene.scene ?? "random"),
      nodeCount: scene.nodes ?? 1000,
      linksPerNode: scene.linksPerNode ?? 2, dimension: scene.dim ?? 2,
      precision: scene.precision, seed: scene.seed ?? 42,
      kernelOptions: Self.checkedOptions(
        isa: engine.isa, threads: engine.threads),
      showsNotes: showsNotes)
    self.forces = forces.names ?? ForceName.usual
    accuracy = forces.accuracy
    theta = forces.theta
    self.engine = engine.engine
    warmup = engine.warmup
    if graph != nil { ticks = Self.defaultTicks(nodeCount: Self.maximumNodeCount) }
    if let ticks = engine.ticks { self.ticks = ticks }
    runs = engine.runs
    rate = engine.rate
    verifies = engine.verify
    if let path { positions = try PositionsFile(path: path) }
  }
}
