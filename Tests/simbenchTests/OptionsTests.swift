import ArgumentParser
import CommandLineSupport
import ForceSimulation
import Scenes
import Testing

@testable import SimbenchTool

struct OptionsTests {
  @Test func defaults() throws {
    let plan = try plan("")
    #expect(plan.scene.name == "random")
    #expect(plan.scene.nodeCount == 1000)
    #expect(plan.scene.links == Scene.random(nodeCount: 1000, linksPerNode: 2, seed: 42).links)
    #expect(plan.dimension == 2)
    #expect(plan.precision == .double)
    #expect(plan.forces == [.manyBody, .link, .center, .collide])
    #expect(plan.accuracy == nil)
    #expect(plan.theta == nil)
    #expect(plan.linkLength == 30)
    #expect(plan.engine == .kernels)
    #expect(plan.warmup == 20)
    #expect(plan.ticks == 200)
    #expect(plan.runs == 1)
    #expect(plan.verifies)
    #expect(plan.rate == nil)
    #expect(plan.kernelOptions == .default)
  }

  @Test func everyOption() throws {
    let plan = try plan(
      """
      --nodes 50 --dim 3 --links-per-node 4 --scene clusters --precision double --engine both \
      --ticks 7 --warmup 3 --threads 5 --isa scalar --theta 0.5 --seed 9 \
      --forces link,radial --no-verify --json --runs 4 --rate 60
      """)
    #expect(plan.scene.name == "clusters")
    #expect(plan.scene.nodeCount == 50)
    #expect(plan.scene.links == Scene.clusters(nodeCount: 50, linksPerNode: 4, seed: 9).links)
    #expect(plan.dimension == 3)
    #expect(plan.precision == .double)
    #expect(plan.engine == .both)
    #expect(plan.ticks == 7)
    #expect(plan.warmup == 3)
    #expect(plan.runs == 4)
    #expect(plan.rate == 60)
    #expect(plan.kernelOptions.threadCount == 5)
    #expect(plan.kernelOptions.instructionSet == .scalar)
    #expect(plan.theta == 0.5)
    #expect(plan.forces == [.link, .radial])
    #expect(!plan.verifies)
  }

  @Test func accuracyInPlaceOfTheta() throws {
    let plan = try plan("--accuracy 1e-5")
    #expect(plan.accuracy == 1e-5)
    #expect(plan.theta == nil)
  }

  @Test func spaceIsInFloatUnlessSaidOtherwise() throws {
    #expect(try plan("--dim 3").precision == .float)
    #expect(try plan("--dim 2 --precision float").precision == .float)
  }

  @Test func miserablesHasLongerLinks() throws {
    let plan = try plan("--scene miserables")
    #expect(plan.linkLength == 35)
    #expect(plan.scene.nodeCount == 77)
  }

  @Test(arguments: [
    (1, 280), (714, 280), (1000, 200), (5000, 40), (9999, 20), (10_000, 20), (1_000_000, 20),
  ])
  func ticksByNodeCount(nodeCount: Int, ticks: Int) {
    #expect(RunPlan.defaultTicks(nodeCount: nodeCount) == ticks)
  }

  static let mistakes: [(arguments: [String], message: String)] = [
    (["--dim", "4"], "--dim is 2 or 3, not 4."),
    (["--nodes", "0"], "--nodes is 1 to 100000000, not 0."),
    (["--nodes", "-5"], "--nodes is 1 to 100000000, not -5."),
    (["--nodes", "ten"], "The value 'ten' is invalid for '--nodes <count>'"),
    (["--links-per-node", "-1"], "--links-per-node is 0 to 1000, not -1."),
    (["--ticks", "0"], "--ticks is 1 to 1000000, not 0."),
    (["--warmup", "-1"], "--warmup is 0 to 1000000, not -1."),
    (["--runs", "0"], "--runs is 1 to 10000, not 0."),
    (["--threads", "0"], "--threads is 1 to 1024, not 0."),
    (["--rate", "0"], "--rate is 0.1 to 1000, not 0.0."),
    (["--rate", "nan"], "--rate is 0.1 to 1000, not nan."),
    (["--theta", "-0.5"], "--theta is a number from 0, not -0.5."),
    (["--theta", "nan"], "--theta is a number from 0, not nan."),
    (["--accuracy", "-1"], "--accuracy is a number from 0, not -1.0."),
    (["--accuracy", "1e-3", "--theta", "0.9"], "give one of them."),
    (["--seed", "4294967296"], "The value '4294967296' is invalid for '--seed <number>'"),
    (["--engine", "gpu"], "The value 'gpu' is invalid"),
    (["--precision", "half"], "The value 'half' is invalid"),
    (["--isa", "sse"], "The value 'sse' is invalid"),
    (
      ["--forces", "link,wind"],
      "There is no force \"wind\"; --forces takes many-body, t-force,"
    ),
    (["--forces", "link,link"], "--forces names link twice"),
    (["--forces", ""], "--forces has an empty name"),
    (["--forces", "link,,center"], "--forces has an empty name"),
    (
      ["--scene", "nowhere"],
      "There is neither a scene nor a file \"nowhere\"; --scene takes random,"
    ),
    (["--scene", ""], "There is neither a scene nor a file \"\""),
    (["--scene", "miserables", "--nodes", "5"], "--nodes does not go with --scene miserables"),
    (["--scene", "a.txt", "--nodes", "5"], "--nodes does not go with --scene a.txt"),
    (
      ["--scene", "grid", "--links-per-node", "5"], "--links-per-node does not go with --scene grid"
    ),
    (["--checkpoint", "file"], "--checkpoint needs --distributed."),
    (["--graph", "file"], "--graph needs --distributed."),
    (["--distributed", "--resume"], "--resume needs --checkpoint with a file."),
    (["--distributed", "--checkpoint-every", "5"], "--checkpoint-every needs --checkpoint"),
    (
      ["--distributed", "--checkpoint", "file", "--checkpoint-every", "0"],
      "--checkpoint-every is 1 to 1000000, not 0."
    ),
    (["--speed", "9"], "Unknown option '--speed'"),
    (["graph.txt"], "Unexpected argument 'graph.txt'"),
  ]

  @Test(arguments: mistakes)
  func mistakesAreUsageErrors(arguments: [String], message: String) throws {
    let error = try #require(throws: (any Error).self) { try Run.parse(arguments) }
    #expect(Simbench.exitCode(for: error).rawValue == 64)
    #expect(Simbench.message(for: error).contains(message))
  }

  @Test func blanksBetweenForcesAreFine() throws {
    let command = try Run.parse(["--forces", "link, many-body ,collide"])
    #expect(command.forces.names == [.link, .manyBody, .collide])
  }

  @Test func instructionSetOfAnotherMachineIsUnavailable() throws {
    let foreign = try #require(KernelOptions.InstructionSet.allCases.first { !$0.isSupported })
    let failure = try #require(throws: Failure.self) { try plan("--isa \(foreign)") }
    #expect(failure.exitCode == 69)
    #expect(failure.message.hasPrefix("this machine has no \(foreign); here --isa can be scalar"))
  }

  @Test(arguments: [(2, 1000, 1024), (3, 1000, 1000), (2, 100_000, 99_856), (3, 1, 1), (2, 6, 4)])
  func gridIsTheNearestSquareOrCube(dimension: Int, wanted: Int, found: Int) throws {
    let plan = try plan("--scene grid --dim \(dimension) --nodes \(wanted)")
    #expect(plan.scene.nodeCount == found)
    #expect(plan.scene.links == Scene.grid(nodeCount: found, dimension: dimension).links)
  }

  /// "BoxCollideForce" is "box-collide", "TForce" is "t-force", as the field calls it.
  @Test func everyForceOfTheLibraryHasAName() {
    let names = ForceKind<SIMD2<Double>>.all.map { kind in
      let name = kind.name.replacing(#/[A-Z]/#) { "-\($0.output.lowercased())" }
      let words = String(name.dropFirst())
      return words == "t-force" ? words : words.replacing(#/-force$/#, with: "")
    }
    #expect(Set(names) == Set(ForceName.allCases.map(\.rawValue)))
  }

  @Test(arguments: ForceName.allCases)
  func everyForceHasItsType(name: ForceName) throws {
    let force = try ForceSetup<SIMD3<Float>>(plan("--nodes 20")).force(name)
    // Position is a list with a force for each axis.
    let single = (force as? ForceList<SIMD3<Float>>)?["axis 0"] ?? force
    let type = "\(type(of: single))".prefix { $0 != "<" }.lowercased()
    #expect(type.hasPrefix(name.rawValue.replacing("-", with: "")))
  }

  @Test func helpNamesEveryExitCodeAndForce() {
    let overview = Simbench.helpMessage(columns: 100)
    for code in [0, 1, 64, 65, 66, 69, 70, 71, 73, 130] { #expect(overview.contains(" \(code)  ")) }
    let help = Simbench.helpMessage(for: Run.self, columns: 100)
    for force in ForceName.allCases { #expect(help.contains(force.rawValue)) }
    for scene in SceneChoice.names { #expect(help.contains(scene)) }
  }
}
