import Dispatch
import Foundation
import GraphLayout
import Synchronization

// Quality of MultilevelLayout by time and goal, on graphs that constants may be chosen on and on others
// that are held back; scripts/sweep-layouts runs it:
//
//     layout-sweep [--large | --stays | --write OUTPUT] FOLDER SEEDS [WORD...]
//
// FOLDER has the graphs of files. With words, graphs whose names have one. Prints tables; exits with 1
// when more time is worse by more than 2 % anywhere, or a graph without clusters is drawn with some. --large
// draws such graphs of up to 250,000 nodes, and none of the others. --stays draws again from drawings, and
// after as many edits as SEEDS; words may be names of layouts. --write draws none: it writes the graphs as lists of
// edges, NAME.edges in the folder OUTPUT.

var arguments = Array(CommandLine.arguments.dropFirst())
let isLarge = arguments.contains("--large")
let staysOnly = arguments.contains("--stays")
arguments.removeAll { $0 == "--large" || $0 == "--stays" }
var output: String?
if let place = arguments.firstIndex(of: "--write"), place + 1 < arguments.count {
  output = arguments[place + 1]
  arguments.removeSubrange(place...place + 1)
}
guard arguments.count >= 2, let seeds = Int(arguments[1]), seeds > 0 else {
  let usage = "layout-sweep: [--large | --stays | --write OUTPUT] FOLDER SEEDS [WORD...]\n"
  FileHandle.standardError.write(Data(usage.utf8))
  exit(64)
}
let words = arguments.dropFirst(2)
func isWanted(_ subject: Subject) -> Bool {
  words.isEmpty || words.contains { subject.name.contains($0) }
}
if staysOnly {
  let methods = Restart.all.map(\.name).filter(words.contains)
  let names = words.filter { !methods.contains($0) }
  let isGood = try measureStays(
    folder: URL(filePath: arguments[0]), edits: seeds,
    isWanted: { subject in names.isEmpty || names.contains { subject.name.contains($0) } },
    methods: methods)
  exit(isGood ? 0 : 1)
}
let subjects =
  isLarge ? [] : try Subjects.all(folder: URL(filePath: arguments[0])).filter(isWanted)
if let output {
  let folder = URL(filePath: output)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for subject in subjects {
    let graph = subject.graph
    let lines = zip(graph.topology.sources, graph.topology.targets).map { "\($0) \($1)\n" }
    try Data(lines.joined().utf8).write(to: folder.appending(path: subject.name + ".edges"))
  }
  exit(0)
}
let tasks = subjects.flatMap { subject in LayoutGoal.allCases.map { (subject, $0) } }
let rows = Mutex<[Int: Row]>([:])
let done = Mutex(0)
DispatchQueue.concurrentPerform(iterations: tasks.count) { task in
  do {
    let row = try Row(tasks[task].0, tasks[task].1, seeds: seeds)
    rows.withLock { $0[task] = row }
  } catch {
    fatalError("\(tasks[task].0.name): \(error)")
  }
  let count = done.withLock { count in
    count += 1
    return count
  }
  FileHandle.standardError.write(Data("\r\(count) of \(tasks.count)".utf8))
}
FileHandle.standardError.write(Data("\n".utf8))

func digits(_ value: Double) -> String { String(format: value < 0.01 ? "%.4f" : "%.3f", value) }

/// Returns the geometric mean of our value divided by the other layout's.
func ratio(_ rows: [Row], _ value: (Row) -> Double) -> Double {
  let logarithms = rows.map { log(max(value($0), 0.001) / max($0.other, 0.001)) }
  return exp(logarithms.reduce(0, +) / Double(max(1, rows.count)))
}

let all = rows.withLock { rows in rows.keys.sorted().compactMap { rows[$0] } }
for goal in LayoutGoal.allCases {
  let other = goal == .distances ? "StressLayout" : "ForceDirectedLayout, best"
  let measure = goal == .distances ? "stress, less is better" : "more is better"
  for isHeldBack in [false, true] {
    let rows = all.filter { $0.goal == goal && $0.subject.isHeldBack == isHeldBack }
    if rows.isEmpty { continue }
    print(
      "\n\(goal) (\(measure)), \(isHeldBack ? "held back" : "for tuning"), medians of \(seeds) seeds\n"
    )
    print("| graph | nodes | edges | quick | balanced | best | \(other) | |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows {
      let graph = row.subject.graph
      let values = [row.quick, row.balanced, row.best, row.other].map(digits)
      print(
        "| \(row.subject.name) | \(graph.nodeCount) | \(graph.pairCount) |",
        values.joined(separator: " | "), "|",
        row.lag > 0.02 ? "more time is worse by \(String(format: "%.1f", 100 * row.lag)) % |" : "|")
    }
    let (quick, balanced, best) = (
      ratio(rows, \.quick), ratio(rows, \.balanced), ratio(rows, \.best)
    )
    print(
      "| over \(other), geometric mean | | | \(digits(quick)) | \(digits(balanced)) |",
      "\(digits(best)) | 1 | |")
  }
}
let worse = all.count { $0.lag > 0.02 }
if !isLarge {
  print("\nMore time is worse by more than 2 % in \(worse) of \(all.count) cases.")
}

// Graphs are drawn one after the other, each with all threads.
var uneven = 0
let shapeless = try Subjects.shapeless(sizes: isLarge ? [80_000, 250_000] : [3_000, 20_000])
  .filter(isWanted)
if !shapeless.isEmpty {
  print(
    "\nGraphs without clusters, balanced, medians of \(seeds) seeds: how unevenly the middle is drawn\n"
  )
  print(
    "| graph | goal | variance over mean of counts | greatest power along an axis over the mean |")
  print("|---|---|---|---|")
}
for subject in shapeless {
  for goal in LayoutGoal.allCases {
    let drawn = try (1...UInt64(seeds)).map { seed in
      var request = LayoutRequest(.multilevel, seed: seed)
      request.goal = goal
      return try Evenness(subject.graph.layout(request).positions.inPlane)
    }
    let variance = drawn.map(\.varianceOverMean).sorted()[seeds / 2]
    let power = drawn.map(\.axisPower).sorted()[seeds / 2]
    // Clusters may be found even where there are none.
    let isUneven = power > 12 || (variance > 1 && goal != .clusters)
    if isUneven { uneven += 1 }
    print(
      "| \(subject.name) | \(goal) | \(digits(variance)) | \(digits(power)) |",
      isUneven ? "structure that is not there" : "")
  }
}
exit(worse == 0 && uneven == 0 ? 0 : 1)
