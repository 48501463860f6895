import ArgumentParser
import CommandLineSupport
import Graphs
import Testing

@testable import ForcegraphTool

struct OptionsTests {
  @Test func formatsHaveNamesThatReadBack() {
    for format in GraphFormat.all {
      #expect(GraphFormat(argument: format.id) == format)
      #expect(GraphFormat(argument: format.fileExtension) == format)
      #expect(OutputKind(name: format.id) == .graph(format))
    }
    for name in OutputKind.names { #expect(OutputKind(name: name) != nil, "\(name)") }
    #expect(GraphFormat(argument: "xml") == nil)
    #expect(OutputKind(name: "jpeg") == nil)
  }

  /// `holdsPositions` says what the writers do.
  @Test func formatsThatHoldPositions() throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.positions = .plane([SIMD2(1, 2), SIMD2(3, 4)])
    for format in GraphFormat.all where format.isWritable {
      let losses = try GraphWriter(format: format).bytes(graph).report.losses
      #expect(losses.contains(.positions) == !format.holdsPositions, "\(format)")
    }
  }

  @Test func kindsByName() {
    #expect(OutputKind(fileName: "a.SVG", isLayout: true) == .svg)
    #expect(OutputKind(fileName: "a.csv", isLayout: true) == .positions(.csv))
    #expect(OutputKind(fileName: "a.csv", isLayout: false) == .graph(.csv))
    #expect(OutputKind(fileName: "a.npy", isLayout: false) == .positions(.npy))
    #expect(OutputKind(fileName: "b/a.gexf.gz", isLayout: true) == .graph(.gexf))
    #expect(OutputKind(fileName: "a.svg.gz", isLayout: true) == nil)
    #expect(OutputKind(fileName: "svg", isLayout: true) == nil)
  }

  @Test func timeBudgets() {
    #expect(TimeBudget(argument: "10")?.duration == .seconds(10))
    #expect(TimeBudget(argument: "1.5s")?.duration == .milliseconds(1500))
    #expect(TimeBudget(argument: "500ms")?.duration == .milliseconds(500))
    #expect(TimeBudget(argument: "2min")?.duration == .seconds(120))
    for wrong in ["", "s", "0", "-1", "nan", "inf", "1e300", "1h", "10 s"] {
      #expect(TimeBudget(argument: wrong) == nil, "\(wrong)")
    }
  }

  @Test func cameras() {
    #expect(CameraAngles(argument: "-30,20.5")?.azimuth == -30)
    for wrong in ["", "30", "30,", "1,2,3", "nan,2", "inf,0"] {
      #expect(CameraAngles(argument: wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    "g", "g -o a.svg --dim 4", "g -o a.svg --dim 3 --layout tree", "g -o a.svg --ticks 0",
    "g -o a.svg --layout grid --ticks 5", "g -o a.svg --layout circular --start s.csv",
    "g -o a.svg --pin x", "g -o a.svg --start s.csv --layout keep --pin x",
    "g -o a.svg --root r", "g -o a.svg --direction down",
    "g -o a.svg --layout force --direction LR",
    "g -o a.svg --dim 3 --direction LR", "g -o a.svg --layout keep --direction LR",
    "g -o a.svg --repulsion 2", "g -o a.svg --layout force --repulsion 0",
    "g -o a.svg --layout force --repulsion 2 --openness 2",
    "g -o a.svg --camera 1,2", "g -o a.svg --width 0", "g -o a.svg --scale -1",
    "g -o a.svg --label none --max-labels 3", "g -o a.svg --max-labels -3",
    "g -o a.svg --quiet --verbose", "g -o a.svg --directed --no-directed",
    "g -o a.svg --layout keep --weights length", "g -o a.svg --layout keep --align-to b.csv",
    "g -o a.svg --start -", "-o a.svg", "g -o a.svg --distributed",
    "g -o a.svg --layout force --distributed",
    "g -o a.svg --layout multilevel --goal structure --distributed",
    "g -o a.svg --layout multilevel --time-budget 3 --distributed",
    "- -o a.svg --layout multilevel --distributed",
  ])
  func contradictions(_ line: String) {
    #expect(throws: (any Error).self) {
      try LayoutCommand.parse(line.split(separator: " ").map(String.init))
    }
  }

  @Test func optionsThatGoTogether() throws {
    let line =
      "- -o - -o b.gexf --format svg --layout force --dim 3 --camera -30,10 --ticks 9 --seed 7 --start input --pin a,b"
    let command = try LayoutCommand.parse(line.split(separator: " ").map(String.init))
    #expect(command.input.graph == "-")
    #expect(command.output.output == ["-", "b.gexf"])
    #expect(command.output.format == .svg)
    #expect(command.layout.seed == 7)
    #expect(command.layout.pin == ["a,b"])
  }

  @Test func targets() throws {
    let targets = try OutputTarget.targets(["a.svg", "-"], format: .png, isLayout: true)
    #expect(targets.map(\.kind) == [.svg, .png])
    for (paths, format) in [
      (["a.svg", "a.svg"], nil), (["-"], nil), (["a.xyz"], nil), (["a"], nil),
      (["a.svg"], OutputKind.png),
    ] {
      let failure = try #require(throws: Failure.self) {
        try OutputTarget.targets(paths, format: format, isLayout: true)
      }
      #expect(failure.exitCode == 64)
    }
  }
}
