import ForceSimulation
import Foundation
import Testing
import _TestSupport

@testable import ForceSimulationLive

/// Recordings and checkpoints that are forged or altered.
@Suite struct HostileRecordingTests {
  private static let folder: URL = {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzz/Recordings")
  }()

  /// What a replay of the lines throws, in words.
  private func failure(of lines: Data, tickLimit: Int = 1_000_000) async -> String {
    do {
      let recording = try LiveRecording<String, Vector2>(lines: lines)
      _ = try await Named.replay(recording, tickLimit: tickLimit)
      return "nothing"
    } catch { return "\(error)" }
  }

  @Test func theRecordingItselfIsReplayed() async throws {
    let good = try Data(contentsOf: Self.folder.appending(path: "good.jsonl"))
    #expect(await failure(of: good) == "nothing")
  }

  @Test(arguments: [
    ("alphaTarget-inf", "line ", "heldAlphaTarget is inf"),
    ("endless-tick", "line ", "at most 1000000 are done"),
    ("epoch-overflow", "line 1", "epoch is 9223372036854775807"),
    ("place-wrong-count", "line ", "are needed, one for each"),
  ])
  func damagedRecordingsAreRefused(_ name: String, _ line: String, _ reason: String) async throws {
    let lines = try Data(contentsOf: Self.folder.appending(path: "\(name).jsonl"))
    let found = await failure(of: lines)
    #expect(found.contains(line) && found.contains(reason), "\(found)")
  }

  /// Commands that no program gives, each with a word of the reason.
  private static let commands = [
    (#"{"hold":{"alphaTarget":"inf","at":[1,2],"id":"n1"}}"#, "heldAlphaTarget is inf"),
    (#"{"hold":{"alphaTarget":"nan","at":[1,2],"id":"n1"}}"#, "heldAlphaTarget is nan"),
    (#"{"hold":{"alphaTarget":-1,"at":[1,2],"id":"n1"}}"#, "heldAlphaTarget is -1"),
    (#"{"hold":{"alphaTarget":0.3,"at":["inf",2],"id":"n1"}}"#, "must be finite"),
    (#"{"hold":{"alphaTarget":0.3,"at":[1,2],"id":"none"}}"#, "no node has the id"),
    (#"{"hold":{"alphaTarget":0.3,"at":[1,2,3],"id":"n1"}}"#, "at: "),
    (#"{"move":{"id":"n1","to":[1,2]}}"#, "neither held nor pinned"),
    (#"{"release":{"id":"n1","velocity":["nan",0]}}"#, "the velocity"),
    (#"{"release":{"id":"n1","velocity":[1e200,1e200]}}"#, "the speed"),
    (#"{"edit":{"_0":{"changes":[]},"newNodeDistance":"inf"}}"#, "newNodeDistance"),
    (#"{"edit":{"_0":{"changes":[]},"newNodeDistance":-1}}"#, "newNodeDistance"),
    (
      #"{"edit":{"_0":{"changes":[],"survivorDistance":"nan"},"newNodeDistance":1}}"#,
      "survivorDistance"
    ),
    (#"{"reheat":{"alpha":"-inf"}}"#, "alpha is -inf"),
    (
      #"{"parameters":{"_0":{"alpha":1,"alphaDecay":2,"alphaMin":0,"alphaTarget":0,"velocityDecay":0}}}"#,
      "alphaDecay is 2"
    ),
    (#"{"place":{"positions":[[1,2]],"share":1}}"#, "20 are needed"),
    (#"{"setForce":{"name":"none"}}"#, "there is no force"),
    (#"{"setForce":{"name":"links","force":""}}"#, "cut off"),
    (#"{"setForce":{"name":"links","force":"AwE="}}"#, "cut off"),
    (#"{"switchForce":{"isOn":false,"name":"none"}}"#, "there is no force"),
    (#"{"explode":{}}"#, "command"),
  ]

  /// Whole lines that are none.
  private static let lines = [
    (#"{"tick":30}"#, "neither a command nor the hash"),
    (#"{"tick":30,"stateHash":"1","command":{"endAnchors":{}}}"#, "both a command and the hash"),
    (#"{"tick":30,"stateHash":"x"}"#, "1 to 16 hexadecimal digits"),
    (#"{"tick":30,"stateHash":"11112222333344445"}"#, "1 to 16 hexadecimal digits"),
    (#"{"tick":-1,"command":{"endAnchors":{}}}"#, "JSON"),
    (#"{"tick":30.5,"command":{"endAnchors":{}}}"#, "JSON"),
    (#"{"tick":"inf","command":{"endAnchors":{}}}"#, "tick"),
    (#"{"tick":3,"command":{"endAnchors":{}}}"#, "its tick is 3, and that before it 10"),
    (#"{"tick":18446744073709551615,"command":{"endAnchors":{}}}"#, "at most 1000000 are done"),
    ("[]", "array"), ("", "JSON"), ("\0", "JSON"),
  ]

  /// The head of a recording whose first command is at tick 10.
  private func begin() throws -> Data {
    let good = try Data(contentsOf: Self.folder.appending(path: "good.jsonl"))
    let head = good.prefix { $0 != UInt8(ascii: "\n") }
    return head + Data("\n{\"command\":{\"endAnchors\":{}},\"tick\":10}\n".utf8)
  }

  @Test(arguments: commands.map { (#"{"tick":30,"command":\#($0)}"#, $1) } + lines)
  func eachLineIsChecked(_ line: String, _ reason: String) async throws {
    let found = await failure(of: try begin() + Data((line + "\n").utf8))
    #expect(found.contains("line 3: ") && found.contains(reason), "\(found)")
  }

  @Test func nothingFollowsTheEnd() async throws {
    let good = try Data(contentsOf: Self.folder.appending(path: "good.jsonl"))
    let last = good.split(separator: UInt8(ascii: "\n")).count
    let found = await failure(
      of: good + Data("{\"command\":{\"endAnchors\":{}},\"tick\":999}\n".utf8))
    #expect(found.contains("line \(last + 1): it follows the hash of the state"), "\(found)")
  }

  @Test func theLimitOfTicksIsTheCallers() async throws {
    let lines = try begin()
    let last = try LiveRecording<String, Vector2>(lines: lines).entries[0].tick
    let start = try await Named.replay(
      LiveRecording(lines: lines.prefix { $0 != UInt8(ascii: "\n") } + Data("\n".utf8))
    ).kinetics.tickCount
    let count = Int(last - start)
    #expect(await failure(of: lines, tickLimit: count) == "nothing")
    #expect(await failure(of: lines, tickLimit: count - 1).contains("at most \(count - 1)"))
    #expect(await failure(of: lines, tickLimit: -1).contains("line 2"))
  }

  /// A replay asks no other questions than a program's call does.
  @Test func theSameCommandsOfAProgramAreRefused() async throws {
    let live = try makeTree(5)
    let before = await live.kinetics.stateHash
    let wrong: [LiveCommand<Int, Vector2>] = [
      .hold(id: 1, at: .zero, alphaTarget: .infinity), .hold(id: 9, at: .zero, alphaTarget: 0),
      .move(id: 1, to: .zero), .release(id: 1, velocity: Vector2(.nan, 0)),
      .edit(LiveEdit(), newNodeDistance: .nan),
      .edit(LiveEdit { $0.setForce("none", to: nil) }, newNodeDistance: 0),
      .edit(
        LiveEdit { $0.setForce("CollideForce", to: CollideForce<Vector2>(radius: [1, 2])) },
        newNodeDistance: 0),
      .restore(await live.checkpoint(), tick: 7),
      .reheat(alpha: .nan), .setForce(name: "none", force: nil),
      .switchForce(name: "none", isOn: true), .place(positions: [], share: 1),
      .place(positions: Array(repeating: .zero, count: 5), share: 1.5),
      .place(positions: Array(repeating: .zero, count: 5), share: .nan),
      .place(positions: Array(repeating: Vector2(.infinity, 0), count: 5), share: 1),
    ]
    for command in wrong {
      await #expect(throws: (any Error).self, "\(command)") { try await live.perform(command) }
      #expect(await live.kinetics.stateHash == before, "\(command)")
    }
    #expect(await live.heldNodes.isEmpty)
  }

  /// The way from one end of the numbers to the other is none.
  @Test func aWayThatOverflowsIsRefused() async throws {
    let live = try makeTree(1)
    try await live.move(to: [Vector2(1e308, 0)], over: .zero)
    await #expect(throws: SimulationError.self) {
      try await live.move(to: [Vector2(-1e308, 0)], over: .zero)
    }
  }

  // MARK: Checkpoints

  @Test func numbersOfACheckpointsHeadAreChecked() async throws {
    let good = await (try makeTree(5)).checkpoint()
    func changed(
      own: Double = 0, held: Double = 0.3, epoch: Int = 0
    ) -> LiveCheckpoint<Int> {
      LiveCheckpoint(
        simulation: good.simulation, ids: good.ids, holds: [], ownAlphaTarget: own,
        heldAlphaTarget: held, epoch: epoch)
    }
    _ = try Live(restoring: changed())
    for wrong in [
      changed(own: .infinity), changed(held: .nan), changed(epoch: -1), changed(epoch: .max),
    ] {
      #expect(throws: LiveError.self) { try Live(restoring: wrong) }
    }
  }

  /// A list in a list, each under an empty name: the path of names stays empty.
  @Test func listsOfForcesAreNotNestedWithoutAnEnd() {
    func nested(_ depth: Int) -> [UInt8] {
      let list: [UInt8] = [1, 1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
      return (0..<depth).flatMap { _ in list } + [1] + [UInt8](repeating: 0, count: 8)
    }
    #expect(throws: Never.self) {
      try ForceList<Vector2>.force("", bytes: nested(50), custom: [:])
    }
    #expect(throws: SimulationError.self) {
      try ForceList<Vector2>.force("", bytes: nested(200_000), custom: [:])
    }
  }
}
