import CommandLineSupport
import ForceSimulation
import GraphIO
import Scenes

/// The requested scene: a known name, or else a file.
enum SceneChoice: Equatable {
  case random, miserables, grid, clusters
  case file(String)
  /// A file of which the ranks of an MPI run read parts.
  case parts(String)

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

  /// True when the scene can be made with any number of nodes.
  var hasFreeSize: Bool { self == .random || self == .grid || self == .clusters }
  var hasRandomLinks: Bool { self == .random || self == .clusters }
}

/// The checked settings of a run, with all defaults filled in.
struct RunPlan {
  var scene: Scene
  var dimension: Int
  var precision: Precision
  var seed: UInt32
  /// The forces, in the sequence in which they act.
  var forces: [ForceName]
  /// The accuracy of many-body; nil for the default. Not used when theta is set.
  var accuracy: Double?
  var theta: Double?
  /// The target distance of links, in layout units.
  var linkLength: Double
  var engine: EngineChoice
  var kernelOptions: KernelOptions
  var warmup: Int
  var ticks: Int
  /// The number of runs. The verification is done only once.
  var runs: Int
  var verifies: Bool
  /// The measured ticks per second; nil for no pauses.
  var rate: Double?
  var positions: PositionsFile?
  /// A force that is computed wrongly on purpose, to test that the verification detects it.
  var fault: ForceName?
  var showsProgress = true

  /// The largest number of nodes. Node numbers in links have 31 bits; this limit leaves memory for
  /// the links.
  static let maximumNodeCount = 100_000_000
}

extension RunPlan {
  /// A plan for a scene, with defaults for everything else.
  init(
    scene choice: SceneChoice, nodeCount: Int = 1000, linksPerNode: Int = 2, dimension: Int,
    precision: Precision? = nil, seed: UInt32 = 42, kernelOptions: KernelOptions,
    showsNotes: Bool = true
  ) throws(Failure) {
    let scene: Scene
    if choice.hasFreeSize {
      // Grids have a link for each dimension.
      let links = choice == .grid ? dimension : linksPerNode
      try Self.checkMemory(nodeCount: nodeCount, linkCount: nodeCount * links, verifies: false)
    }
    switch choice {
    case .random:
      scene = .random(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: seed)
    case .clusters:
      scene = .clusters(nodeCount: nodeCount, linksPerNode: linksPerNode, seed: seed)
    case .grid: scene = .grid(nearest: nodeCount, dimension: dimension)
    case .miserables: scene = .miserables
    case .file(let path): scene = try Self.file(path, showsNotes: showsNotes)
    case .parts(let path):
      scene = .placeholder(named: path.split(separator: "/").last.map(String.init) ?? path)
    }
    self.init(
      scene: scene, dimension: dimension,
      precision: precision ?? (dimension == 2 ? .double : .float), seed: seed,
      forces: ForceName.usual,
      linkLength: choice == .miserables ? 35 : 30, engine: .kernels,
      kernelOptions: kernelOptions, warmup: 20,
      ticks: Self.defaultTicks(nodeCount: scene.nodeCount), runs: 1, verifies: true)
  }

  /// Throws if a run would take more memory than the process may have.
  func checkMemory() throws(Failure) {
    try Self.checkMemory(
      nodeCount: scene.nodeCount, linkCount: scene.links.count,
      verifies: verifies || engine != .kernels)
  }

  /// The estimates were measured on Linux with a million nodes and two million links, as the growth
  /// of the address space, and rounded up. The reference engine takes as much again.
  private static func checkMemory(
    nodeCount: Int, linkCount: Int, verifies: Bool
  ) throws(Failure) {
    let bytes = nodeCount * (verifies ? 350 : 180) + linkCount * (verifies ? 140 : 90)
    try MemoryLimits.current().check(
      bytes, for: "a run of \(nodeCount) nodes and \(linkCount) links")
  }

  /// The default number of ticks, about a second of work on a laptop. 20 + 280 ticks are a whole
  /// run of d3-force, from alpha 1 to alphaMin.
  static func defaultTicks(nodeCount: Int) -> Int {
    nodeCount >= 10_000 ? 20 : min(280, 200_000 / max(nodeCount, 1))
  }

  /// Checks the options. A nil option is automatic, or taken from the environment, where the
  /// library ignores what is wrong and says so.
  static func checkedOptions(
    isa: KernelOptions.InstructionSet?, threads: Int?
  ) throws(Failure) -> KernelOptions {
    var result = KernelOptions.default
    if let isa {
      guard isa.isSupported else {
        let supported = KernelOptions.InstructionSet.allCases.filter(\.isSupported).map(\.rawValue)
        throw .unavailable(
          "this machine has no \(isa.rawValue); here --isa can be "
            + "\(supported.joined(separator: " or ")), or left out.")
      }
      result.instructionSet = isa
    }
    if let threads { result.threadCount = threads }
    return result
  }

  private static func file(_ path: String, showsNotes: Bool) throws(Failure) -> Scene {
    let scene: Scene
    let memory = MemoryLimits.current()
    var reader = GraphReader()
    reader.limits = memory.readLimits
    reader.memoryShortage = memory.memoryShortage
    reader.control.isCancelled = { Interrupt.isRequested }
    do { scene = try .file(path, reader: reader) } catch { throw Failure(error) }
    for note in scene.notes where showsNotes { warn("Note: \(path): \(note)") }
    guard scene.nodeCount > 0 else { throw .badInput("\(path): there are no nodes in it.") }
    return scene
  }
}
