// Made from docs/tutorial-ci.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation

func tutorialCi1() throws {
#sourceLocation(file: "docs/tutorial-ci.md", line: 66)


func run(_ options: KernelOptions) throws -> UInt64 {
  let simulation = try Simulation(
    nodeCount: 200, links: (1..<200).map { Link($0 - 1, $0) },
    forces: ForceList {
      ManyBodyForce<SIMD2<Double>>()
      LinkForce()
    })
  simulation.kernelOptions = options
  simulation.run(atMost: 50)
  return simulation.kinetics.stateHash
}

var plain = KernelOptions()
plain.instructionSet = .scalar
plain.threadCount = 1
let same = try run(KernelOptions()) == run(plain)
#sourceLocation()
#sourceLocation(file: "docs/tutorial-ci.md", line: 86)
discard <~ expect(same)
#sourceLocation()
_ = plain
_ = same
}

let tutorialCiSnippets: [Snippet] = [
  Snippet("docs/tutorial-ci.md", number: 1, tutorialCi1),
]
