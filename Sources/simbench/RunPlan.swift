import ForceSimulation
import Scenes

/// Which scene was asked for: a name, or everything else is a file.
enum SceneChoice: Equatable {
  case random, miserables, grid, clusters
  case file(String)

  static let names = ["random", "miserables", "grid", "clusters"]

  init(_ text: String) {
    switch text {
    case "random": self = .random
    case "miserables": self = .miserables
    case "grid": self = .grid
    case "clusters": self = .clusters
    default: self = .file(text)
    }
  }

  /// Whether it can be made with any number of nodes.
  var hasFreeSize: Bool { self == .random || self == .grid || self == .clusters }
  var hasRandomLinks: Bool { self == .random || self == .clusters }
}

/// What to run, checked, with all defaults filled in.
struct RunPlan {
  var scene: Scene
  var dimension: Int
  var precision: Precision
  var seed: UInt32
  /// In the order in which they act.
  var forces: [ForceName]
  var theta: Double
  /// In layout units.
  var linkDistance: Double
  var engine: EngineChoice
  var kernelOptions: KernelOptions
  var warmup: Int
  var ticks: Int
  var verifies: Bool
  var positions: PositionsFile?

  /// Node numbers in links have 31 bits; this leaves room in memory for the links.
  static let maximumNodeCount = 100_000_000

  /// Reads the graph if it is a file, opens the file for the positions, and finds out whether the
  /// machine has the instruction set: whatever can go wrong does so before the clock starts.
  init(
    scene: SceneOptions, forces: ForceOptions, engine: EngineOptions, output: OutputOptions
  ) throws(Failure) {
    kernelOptions = try Self.kernelOptions(engine)
    dimension = scene.dim
    precision = scene.precision ?? (scene.dim == 2 ? .double : .float)
    seed = scene.seed
    self.forces = forces.names
    theta = forces.theta
    self.engine = engine.engine
    warmup = engine.warmup
    verifies = engine.verify
    let choice = SceneChoice(scene.scene)
    self.scene = try Self.scene(choice, scene)
    linkDistance = choice == .miserables ? 35 : 30
    ticks = engine.ticks ?? Self.defaultTicks(nodeCount: self.scene.nodeCount)
    if let path = output.positions { positions = try PositionsFile(creating: path) }
  }

  /// About a second of work on a laptop. 20 + 280 ticks are a whole run of d3-force, from hot to
  /// cold.
  static func defaultTicks(nodeCount: Int) -> Int {
    nodeCount >= 10_000 ? 20 : min(280, 200_000 / max(nodeCount, 1))
  }

  private static func kernelOptions(_ options: EngineOptions) throws(Failure) -> KernelOptions {
    var result = KernelOptions.default
    if let isa = options.isa {
      guard isa.isSupported else {
        let supported = InstructionSet.allCases.filter(\.isSupported).map(\.rawValue)
        throw .unavailable(
          "this machine has no \(isa.rawValue); here --isa can be "
            + "\(supported.joined(separator: " or ")), or left out.")
      }
      result.instructionSet = isa
    }
    if let threads = options.threads { result.threadCount = threads }
    result.arithmetic = options.arithmetic
    return result
  }

  private static func scene(_ choice: SceneChoice, _ options: SceneOptions) throws(Failure) -> Scene
  {
    let nodeCount = options.nodes ?? 1000
    let linksPerNode = options.linksPerNode ?? 2
    switch choice {
    case .random:
      return .random(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: options.seed)
    case .clusters:
      return .clusters(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: options.seed)
    case .grid: return .grid(nodeCount: nodeCount, dimension: options.dim)
    case .miserables: return .miserables
    case .file(let path): return try file(path)
    }
  }

  private static func file(_ path: String) throws(Failure) -> Scene {
    let scene: Scene
    do { scene = try .file(path) } catch { throw Failure(error) }
    guard scene.nodeCount > 0 else { throw .badInput("\(path): there are no links in it.") }
    return scene
  }
}
