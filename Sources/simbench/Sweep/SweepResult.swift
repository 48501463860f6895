import CommandLineSupport
import Foundation
import GraphIO

/// The measurements of a sweep.
struct SweepResult {
  var machine: Machine
  var rows: [Row]
  var wasInterrupted = false

  struct Row {
    var scene: Report.SceneFacts
    var isa: String
    var threads: Int
    var ticks: Int
    var rounds: [Round] = []

    init(_ report: Report) {
      scene = report.scene
      isa = report.kernels?.isa ?? "reference"
      threads = report.kernels?.threads ?? 1
      ticks = report.tick.samples.count
    }
  }

  struct Round {
    /// The median time of a tick, in milliseconds.
    var tick: Double
    /// The median time of each force, in milliseconds.
    var forces: [(name: String, milliseconds: Double)]
    var bytesPerNode: Double?
    var stateHash: UInt64

    init(_ report: Report) {
      tick = report.tick.median ?? 0
      forces = report.forces.map { ($0.name, $0.timing.median ?? 0) }
      bytesPerNode = report.bytesPerNode
      stateHash = report.stateHash
    }
  }

  /// The failed checks, one sentence for each.
  var problems: [String] {
    var problems: [String] = []
    for row in rows {
      if let other = row.rounds.first(where: { $0.stateHash != row.rounds[0].stateHash }) {
        problems.append(
          "WRONG: rounds of \(row.title) ended in states \(row.rounds[0].stateHash.hexadecimal) and "
            + "\(other.stateHash.hexadecimal).")
      }
    }
    for (index, row) in rows.enumerated() {
      guard let first = rows[..<index].first(where: { $0.mustEqual(row) }),
        first.stateHash != row.stateHash
      else { continue }
      problems.append(
        "WRONG: \(first.title) and \(row.title) ended in different states, "
          + "\(first.stateHash.hexadecimal) and \(row.stateHash.hexadecimal).")
    }
    return problems
  }
}

extension SweepResult.Row {
  var tick: Double { rounds.map(\.tick).quantile(0.5) ?? 0 }
  var fastest: Double { rounds.map(\.tick).min() ?? 0 }
  var slowest: Double { rounds.map(\.tick).max() ?? 0 }
  var stateHash: UInt64 { rounds.first?.stateHash ?? 0 }
  var bytesPerNode: Double? { rounds.compactMap(\.bytesPerNode).quantile(0.5) }
  var forces: [(name: String, milliseconds: Double)] {
    (rounds.first?.forces ?? []).indices.map { force in
      (
        rounds[0].forces[force].name,
        rounds.map { $0.forces[force].milliseconds }.quantile(0.5) ?? 0
      )
    }
  }

  var title: String {
    "\(scene.name), \(scene.nodes) nodes, \(scene.dimension)D \(scene.precision.rawValue), \(isa), "
      + "\(threads) threads"
  }

  /// True when the library promises that both rows end in the same state.
  func mustEqual(_ other: Self) -> Bool {
    scene == other.scene && ticks == other.ticks
  }
}

// MARK: Output

extension SweepResult {
  func text(_ style: Style) -> String {
    let forces = rows.first?.forces.map(\.name) ?? []
    var cells = [
      ["scene", "dim", "isa", "nodes", "threads"] + forces
        + ["whole tick", "between", "ns a node", "state hash"]
    ]
    for row in rows {
      cells.append(
        [
          row.scene.name, "\(row.scene.dimension)D \(row.scene.precision.rawValue)",
          row.isa, String(row.scene.nodes), String(row.threads),
        ] + row.forces.map { Self.milliseconds($0.milliseconds) } + [
          Self.milliseconds(row.tick),
          "\(Self.milliseconds(row.fastest)) and \(Self.milliseconds(row.slowest))",
          String(format: "%.0f", row.tick * 1e6 / Double(max(row.scene.nodes, 1))),
          row.stateHash.hexadecimal,
        ])
    }
    var lines = Table.aligned(cells, leftColumns: 4).split(separator: "\n").map(String.init)
    lines[0] = style.faint(lines[0])
    let rounds = rows.map(\.rounds.count).max() ?? 0
    var heading = "milliseconds a tick, median of \(rounds) rounds"
    if let cpu = machine.cpu { heading += "; \(cpu), \(machine.cores) cores" }
    if wasInterrupted { heading += "; " + style.bad("stopped before the end") }
    return ([heading, ""] + lines).joined(separator: "\n")
  }

  /// The rows as CSV with a heading; times are in milliseconds.
  var csv: String {
    let forces = rows.first?.forces.map(\.name) ?? []
    let names =
      [
        "scene", "nodes", "links", "dim", "precision", "isa", "threads", "ticks",
        "rounds", "tick_ms", "tick_ms_min", "tick_ms_max",
      ] + forces.map { $0 + "_ms" } + ["bytes_per_node", "state_hash"]
    let lines = rows.map { row in
      let facts = [
        CSVCell.quoted(row.scene.name), "\(row.scene.nodes)", "\(row.scene.links)",
        "\(row.scene.dimension)", row.scene.precision.rawValue, row.isa,
        "\(row.threads)", "\(row.ticks)", "\(row.rounds.count)",
      ]
      let times = [row.tick, row.fastest, row.slowest] + row.forces.map(\.milliseconds)
      return
        (facts + times.map(\.description) + [
          row.bytesPerNode?.description ?? "", row.stateHash.hexadecimal,
        ]).joined(separator: ",")
    }
    return ([names.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    .object([
      "version": .string(packageVersion), "cpu": .optional(machine.cpu),
      "cores": .integer(machine.cores), "rows": .array(rows.map(\.json)),
    ])
  }

  /// A time with three digits, never with an exponent.
  static func milliseconds(_ value: Double) -> String {
    let decimals = value < 0.001 ? 5 : value < 1 ? 4 : value < 100 ? 3 : 1
    return String(format: "%.\(decimals)f", value)
  }
}

extension SweepResult.Row {
  fileprivate var json: JSONValue {
    .object([
      "scene": .object([
        "name": .string(scene.name), "nodes": .integer(scene.nodes), "links": .integer(scene.links),
        "dim": .integer(scene.dimension), "precision": .string(scene.precision.rawValue),
        "seed": .integer(Int(scene.seed)),
      ]),
      "isa": .string(isa), "threads": .integer(threads),
      "ticks": .integer(ticks), "tick_ms": .number(tick),
      "rounds": .array(
        rounds.map { round in
          .object([
            "tick_ms": .number(round.tick),
            "forces": .array(
              round.forces.map {
                .object(["name": .string($0.name), "ms": .number($0.milliseconds)])
              }),
          ])
        }),
      "peak_bytes_per_node": .optional(bytesPerNode), "state_hash": .string(stateHash.hexadecimal),
    ])
  }
}
