import Foundation
import Testing

@testable import GraphIO

/// Returns the peak memory of the process, in bytes; nil if the system does not report it.
private func peakMemory() -> Int? {
  guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
  else { return nil }
  return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map {
    $0 << 10
  }
}

/// Resets the peak memory of the process.
private func forgetPeakMemory() {
  guard let file = fopen("/proc/self/clear_refs", "w") else { return }
  fputs("5", file)
  fclose(file)
}

/// Loads a long list and says what that took. Not part of the usual tests:
///
///     GRAPHIO_LOAD_EDGES=10000000 scripts/test --filter LoadTests
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["GRAPHIO_LOAD_EDGES"] != nil))
struct LoadTests {
  @Test(arguments: ["numbers", "weights", "sparse", "names", "distinct"])
  func load(kind: String) throws {
    let count = Int(ProcessInfo.processInfo.environment["GRAPHIO_LOAD_EDGES"] ?? "") ?? 0
    try withTemporaryFolder { folder in
      let path = "\(folder)/list.edges"
      try write(kind, count, to: path)
      forgetPeakMemory()
      let before = peakMemory() ?? 0
      let start = ContinuousClock.now
      let graph = try Graph(contentsOf: path)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      #expect(graph.edgeCount == count)
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      print(
        "\(kind): \(count) edges, \(graph.nodeCount) nodes, \(size) bytes in \(seconds) s; the process has",
        "\(((peakMemory() ?? 0) - before) / max(1, count)) bytes an edge more at its peak than before"
      )
    }
  }

  /// A tenth as many nodes as edges, from a generator of our own; or two new nodes for each edge.
  private func write(_ kind: String, _ count: Int, to path: String) throws {
    let output = TextOutput(try FileSink(path: path), name: path)
    var state: UInt64 = 42
    func next() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, count / 10)
    }
    for edge in 0..<count {
      let (source, target) = (next(), next())
      switch kind {
      case "numbers": try output.write("\(source) \(target)\n")
      case "weights": try output.write("\(source) \(target) 0.\(edge % 1000)\n")
      case "sparse": try output.write("\(source * 37 + 5) \(target * 37 + 5)\n")
      case "distinct": try output.write("v\(2 * edge) v\(2 * edge + 1)\n")
      default: try output.write("node\(source) node\(target)\n")
      }
    }
    try output.finish()
  }
}
