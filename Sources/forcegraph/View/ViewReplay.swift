#if Tools && Server

import CommandLineSupport
import ForceSimulation
import ForceSimulationLive
import Foundation
import GraphView
import Graphs

/// A recorded view, gone through once more without viewers.
struct ViewReplay<Vector: LayoutVector>: Sendable {
  private let plan: ViewPlan
  private let path: String
  private let targets: [OutputTarget]

  init(_ plan: ViewPlan, _ path: String, _ targets: [OutputTarget]) {
    (self.plan, self.path, self.targets) = (plan, path, targets)
  }

  func run() async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure.noInput("\(path): there is no such file")
    }
    let recording: LiveRecording<String, Vector>
    do { recording = try LiveRecording(contentsOf: path) } catch let error as SimulationError {
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
        options: plan.options, services: .graphs(dimensions: plan.dimensions)) : []
    for target in targets { try target.writeEnd(graph, page) }
  }

  /// The simulation at the end of the recording; nil when Ctrl-C has ended the replay.
  private func replayed(
    _ recording: LiveRecording<String, Vector>
  ) async throws -> LiveSimulation<String, Vector>? {
    let replay = Task {
      do { return try await LiveSimulation.replay(recording) } catch let error as SimulationError {
        throw Failure.badInput("\(path): \(error)")
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
  /// The graph as a simulation of it has become: where its nodes are, without those that are gone,
  /// and with those that are new, which have neither a name nor attributes. O(nodes + links).
  fileprivate func following<Vector: LayoutVector>(
    _ frame: LiveFrame<String, Vector>
  ) throws -> Graph {
    func pair(_ source: String, _ target: String) -> [String] {
      isDirected || source <= target ? [source, target] : [target, source]
    }
    let old = Set(zip(sources, targets).map { pair(nodeIDs[Int($0)], nodeIDs[Int($1)]) })
    let new = Set(frame.links.map { pair(frame.ids[$0.source], frame.ids[$0.target]) })
    var edit = Graph.Edit()
    for id in frame.ids where nodeIDs.index(of: id) == nil { edit.insert(id) }
    for ends in new.subtracting(old).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      edit.link(ends[0], ends[1])
    }
    for ends in old.subtracting(new).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
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
