import Dispatch
import Foundation
import GraphIO
import GraphLayout
import Synchronization

private func layoutGraph() throws -> LayoutGraph {
  let count = 400
  let edges =
    (1..<count).map { ($0, ($0 * 7) % $0) } + (0..<count).map { ($0, ($0 * 31 + 5) % count) }
  return try LayoutGraph(nodeCount: count, edges: edges)
}

private let layouts = [
  LayoutRequest(.force, quality: .quick), LayoutRequest(.fruchtermanReingold),
  LayoutRequest(.stress, quality: .quick), LayoutRequest(quality: .quick),
  LayoutRequest(.circular), LayoutRequest(.grid),
]

/// Computes layouts of one graph in several tasks, with progress reported to other tasks.
func layoutsAtOnce() async throws {
  let graph = try layoutGraph()
  let last = Mutex(0.0)
  let results = try await inTasks(2 * layouts.count) { index in
    var control = RunControl()
    control.progress = { progress in last.withLock { $0 = progress.fraction } }
    return try graph.layout(layouts[index % layouts.count], control: control).positions
  }
  for index in layouts.indices {
    expect(results[index] == results[index + layouts.count], "layouts disturb each other")
  }
  expect(last.withLock { $0 } > 0, "no progress was reported")
}

/// A flag that other threads set.
private final class Flag: Sendable {
  let isSet = Atomic<Bool>(false)
}

/// Stops layouts from another thread, by their control and by their task.
func layoutsStopped() async throws {
  let graph = try layoutGraph()
  let stop = Flag()
  let tasks = (0..<4).map { index in
    Task {
      var control = RunControl()
      if index % 2 == 0 { control.isCancelled = { stop.isSet.load(ordering: .relaxed) } }
      var request = LayoutRequest(.force(tolerance: 0), quality: .best)
      request.ticks = 1_000_000
      let positions = try graph.layout(request, control: control).positions.inPlane
      return positions.allSatisfy { ($0.x + $0.y).isFinite }
    }
  }
  soon {
    stop.isSet.store(true, ordering: .relaxed)
    for task in tasks { task.cancel() }
  }
  for task in tasks { expect(try await task.value, "a stopped layout has no positions") }
}

/// Writes and reads files in several threads, at the same path and at separate ones.
func files() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "races-\(getpid())").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let graph = try Graph(nodeCount: 200, edges: (0..<500).map { ($0 % 200, ($0 * 7) % 200) })
  let names = ["a.json", "a.gml.gz", "a.graphml", "a.gexf", "a.gv", "a.csv", "a.net", "a.edges.gz"]
  for name in names { try graph.write(to: folder + "/" + name) }
  DispatchQueue.concurrentPerform(iterations: 6) { thread in
    for round in 0..<20 {
      let name = names[(thread + round) % names.count]
      do {
        try graph.write(to: folder + "/" + name)
        try graph.write(to: folder + "/\(thread)-" + name)
        let read = try GraphReader().read(path: folder + "/" + name).graph
        expect(read.edgeCount == 500, "a file was not whole")
      } catch { fatalError("races: \(error)") }
    }
  }
  let left = try FileManager.default.contentsOfDirectory(atPath: folder)
  expect(!left.contains { $0.hasPrefix(".new-") }, "a temporary file is left")
}
