import Foundation
import Testing
import _TestSupport

/// Runs the sample program of docs/live.md.
@Test func theExampleRunsToItsEnd() async throws {
  try await withFolder { folder in
    let outcome = try Program(name: "live-example")("\(folder)/checkpoint")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    for line in [
      "event: started", "edited: 3 nodes more, 1 less", "the frame of epoch 1 has 1002 nodes",
      "event: paused", "the restored simulation has the same bits",
    ] { #expect(outcome.output.contains(line), "\(outcome.output)") }
    let source = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Examples/live/main.swift"), encoding: .utf8)
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 80)
  }
}
