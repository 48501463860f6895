import CommandLineSupport
import ForceSimulation
import Foundation
import Testing

@testable import SimbenchTool

struct SweepTests {
  private func row(
    nodes: Int = 1000, threads: Int = 2, isa: String = "avx2",
    times: [Double] = [2, 4, 3], hash: UInt64 = 7
  ) -> SweepResult.Row {
    var report = Report.full
    report.scene.nodes = nodes
    report.kernels?.threads = threads
    report.kernels?.isa = isa
    report.stateHash = hash
    var row = SweepResult.Row(report)
    row.rounds = times.map { time in
      report.tick = Timing(samples: [time])
      return SweepResult.Round(report)
    }
    return row
  }

  private func result(_ rows: [SweepResult.Row]) -> SweepResult {
    SweepResult(machine: Machine(cpu: "Abacus", cores: 2), rows: rows)
  }

  @Test func aRowIsTheMedianOfItsRounds() {
    let row = row()
    #expect((row.fastest, row.tick, row.slowest) == (2, 3, 4))
    #expect(row.forces.map(\.name) == ["many-body", "link"])
    #expect(row.forces.map(\.milliseconds) == [1, 0.5])
    #expect(row.bytesPerNode == 240.25)
  }

  @Test func statesThatDifferAreFound() {
    #expect(result([row(), row(threads: 1), row(isa: "scalar")]).problems.isEmpty)
    let threads = result([row(), row(threads: 1, hash: 8)]).problems
    #expect(threads.count == 1)
    #expect(threads[0].contains("1 threads ended in different states"))
    #expect(result([row(), row(isa: "scalar", hash: 8)]).problems.count == 1)
    // Other sizes are other states.
    #expect(result([row(), row(nodes: 10, hash: 8)]).problems.isEmpty)
    var unsteady = row()
    unsteady.rounds[1].stateHash = 8
    #expect(result([unsteady]).problems.count == 1)
  }

  @Test func csv() {
    var named = row()
    named.scene.name = "a \"b\", c.txt"
    let lines = result([row(), named]).csv.split(separator: "\n")
    #expect(
      lines[0]
        == "scene,nodes,links,dim,precision,isa,threads,ticks,rounds,tick_ms,"
        + "tick_ms_min,tick_ms_max,many-body_ms,link_ms,bytes_per_node,state_hash")
    #expect(
      lines[1]
        == "random,1000,2000,3,float,avx2,2,3,3,3.0,2.0,4.0,1.0,0.5,240.25,"
        + "0000000000000007")
    #expect(lines[2].hasPrefix("\"a \"\"b\"\", c.txt\",1000,"))
  }

  @Test func jsonIsJSON() throws {
    let text = result([row()]).json.text
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows[0]["tick_ms"] as? Double == 3)
    #expect((rows[0]["rounds"] as? [Any])?.count == 3)
  }

  @Test func lists() {
    #expect(List<Int>(argument: "1, 20,3")?.elements == [1, 20, 3])
    #expect(List<Int>(argument: "1,,3") == nil)
    #expect(List<Int>(argument: "1,x") == nil)
    #expect(
      List<KernelOptions.InstructionSet>(argument: "avx2,scalar")?.elements == [.avx2, .scalar])
    #expect(List([1, 2]).defaultValueDescription == "1,2")
  }
}
