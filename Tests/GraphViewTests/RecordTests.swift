import ForceSimulation
import ForceSimulationLive
import Foundation
import Testing
import _TestSupport

@testable import GraphView

@Suite("A recorded session, replayed without viewers")
struct RecordTests {
  private typealias Live = LiveSimulation<String, SIMD2<Double>>
  private typealias Recording = LiveRecording<String, SIMD2<Double>>

  /// Drags nodes while the simulation runs: each over some ticks, then let go, pinned or thrown.
  private func drag(_ viewer: TestViewer, times: Int, nodes: Int) async throws {
    var command: UInt32 = 0
    for number in 0..<times {
      let node = number * 37 % nodes
      for step in 1...3 {
        command += 1
        await viewer.pointer(
          1, command: command, node: node, Float(step * 9), Float(number) / 3)
        let (wanted, tick) = (command, viewer.frame?.tick ?? 0)
        try await viewer.wait("the hold and a tick") { viewer in
          viewer.frame.map { $0.command >= wanted && $0.tick > tick } == true
        }
      }
      command += 1
      switch number % 3 {
      case 0: await viewer.pointer(2, command: command, node: node)
      case 1: await viewer.pointer(2, flags: 1, command: command, node: node)
      default: await viewer.pointer(2, command: command, node: node, 4, -7)
      }
    }
  }

  @Test("50 drags and all else that moves nodes end with the same bits, on one thread and on two")
  func replay() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "graph-view-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "session.jsonl").path(percentEncoded: false)

    let count = 200
    let session = try await Sample.session(Sample.graph(count), isRunning: true) {
      $0.speed = .ticksPerFrame(8)
      $0.allowsEditing = true
    }
    let live = await session.live
    try await live.startRecording(to: path)
    let viewer = try #require(await TestViewer.join(session))
    try await drag(viewer, times: 50, nodes: count)
    let commands = [
      #""do":"set","force":"charge","parameter":"strength","value":-55"#,
      #""do":"force","name":"links","on":false"#, #""do":"pin","nodes":[3,9]"#,
      #""do":"step","ticks":5"#, #""do":"reheat","alpha":0.4"#, #""do":"unpin","nodes":"all""#,
      #""do":"add","nodes":[{"id":"new"}],"links":[["new","n3"]]"#,
      #""do":"remove","nodes":[7]"#, #""do":"speed","factor":2"#, #""do":"pause""#,
    ]
    for (id, command) in commands.enumerated() {
      await viewer.send("{\(command),\"id\":\(id)}")
      try await viewer.wait("an answer") { $0.reply(id) != nil }
      #expect(viewer.reply(id)?["ok"] != nil, "\(command)")
    }
    try await live.stopRecording()
    let end = await live.kinetics.stateHash

    let recording = try Recording(contentsOf: path)
    #expect(recording.stateHash == end)
    // 50 drags of three holds and a release; what follows them.
    #expect(recording.commandCount >= 200 + 7)
    for round in 0..<3 {
      for threads in [1, 2] {
        let again = try await Live.replay(
          recording,
          kernelOptions: KernelOptions(threadCount: threads, serialBelowNanoseconds: 0))
        #expect(await again.kinetics.stateHash == end, "round \(round), \(threads) threads")
        #expect(await Array(again.ids) == Array(live.ids))
      }
    }
  }
}
