#if Server

import CommandLineSupport
import FileWriting
import ForceSimulation
import ForceSimulationLive
import GraphView
import Graphs

/// The replay of a recorded view, without viewers.
struct ViewReplay<Vector: LayoutVector>: Sendable {
  private let plan: ViewPlan
  private let path: String
  private let targets: [OutputTarget]

  init(_ plan: ViewPlan, _ path: String, _ targets: [OutputTarget]) {
    (self.plan, self.path, self.targets) = (plan, path, targets)
  }

  func run() async throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure.noInput("\(path): there is no such file, or it must not be read")
    }
    let recording: LiveRecording<String, Vector>
    do { recording = try LiveRecording(lines: data) } catch let error as LiveError {
      throw Failure.badInput("\(path): \(error)")
    }
    guard recording.checkpoint.ids == Array(plan.graph.nodeIDs) else {
      throw Failure.badInput("\(path): the recording is of another graph than \(plan.name)")
    }
    guard let live = try await replayed(recording) else { return }
    let (state, frame) = (await live.kinetics, await live.frame)
    let graph = try plan.graph.following(frame)
    let hash = String(state.stateHash, radix: 16)
    try StandardOutput.printText(String(repeating: "0", count: 16 - hash.count) + hash)
    warn(
      "\(recording.commandCount) commands in \(state.tickCount) ticks; "
        + (recording.stateHash == nil
          ? "the recording was cut off, and does not say where it ended"
          : "the state is the recorded one"))
    guard !targets.isEmpty else { return }
    let page =
      targets.contains { $0.kind == .html }
      ? try await GraphSnapshot(graph, theme: plan.options.theme).html(
        options: plan.options.withGraphs(dimensions: plan.dimensions)) : []
    for target in targets { try target.writeEnd(graph, page) }
  }

  /// Converts the error of an invalid recording to that of an invalid input file.
  private func failure(
    _ error: LiveError, _ recording: LiveRecording<String, Vector>
  ) -> Failure {
    switch error {
    case .noThread: .cannotCreate(error.description)
    // The hash is in the last line, after the head and the commands.
    case .replayDiffers: .badInput("\(path): line \(recording.commandCount + 2): \(error)")
    default: .badInput("\(path): \(error)")
    }
  }

  /// Returns the simulation at the end of the recording; nil if a signal has interrupted the
  /// replay.
  private func replayed(
    _ recording: LiveRecording<String, Vector>
  ) async throws -> LiveSimulation<String, Vector>? {
    let replay = Task {
      do {
        return try await LiveSimulation.replay(recording, tickLimit: plan.tickLimit)
      } catch let error as SimulationError {
        // The error is in the checkpoint, or due to a force with code, which forcegraph never
        // records.
        throw Failure.badInput("\(path): line 1: \(error)")
      } catch let error as LiveError {
        throw failure(error, recording)
      }
    }
    let listener = Task {
      while !Interrupt.isRequested { try await Task.sleep(for: .milliseconds(50)) }
      replay.cancel()
    }
    defer { listener.cancel() }
    do { return try await replay.value } catch is CancellationError { return nil }
  }
}

extension Graph {
  /// Returns the graph in the state of its simulation: with the current positions, without removed
  /// nodes, and with new nodes, which have neither a name nor attributes. O(nodes + links).
  fileprivate func following<Vector: LayoutVector>(
    _ frame: LiveFrame<String, Vector>
  ) throws -> Graph {
    func isBefore(_ first: String, _ second: String) -> Bool {
      first.utf8.lexicographicallyPrecedes(second.utf8)
    }
    func pair(_ source: String, _ target: String) -> [ExactText] {
      (isDirected || !isBefore(target, source) ? [source, target] : [target, source])
        .map(ExactText.init)
    }
    func inOrder(_ links: Set<[ExactText]>) -> [[String]] {
      links.map { $0.map(\.id) }.sorted { $0.lexicographicallyPrecedes($1, by: isBefore) }
    }
    let old = Set(zip(sources, targets).map { pair(nodeIDs[Int($0)], nodeIDs[Int($1)]) })
    let new = Set(frame.links.map { pair(frame.ids[$0.source], frame.ids[$0.target]) })
    var edit = Graph.Edit()
    for id in frame.ids where nodeIDs.index(of: id) == nil { edit.insert(id) }
    for ends in inOrder(new.subtracting(old)) {
      edit.link(ends[0], ends[1])
    }
    for ends in inOrder(old.subtracting(new)) {
      edit.unlink(ends[0], ends[1])
    }
    for id in nodeIDs where frame[id] == nil { edit.remove(id) }
    var graph = self
    if !edit.isEmpty { try graph.apply(edit) }
    let places = graph.nodeIDs.map { frame[$0] ?? .zero }
    // y points up in files.
    graph.positions =
      Vector.scalarCount == 3
      ? .space(places.map { SIMD3($0[0], -$0[1], $0[2]) })
      : .plane(places.map { SIMD2($0[0], -$0[1]) })
    return graph
  }
}

#endif
