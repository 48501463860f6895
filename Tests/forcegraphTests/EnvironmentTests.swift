import Foundation
import Testing
import _TestSupport

/// The effects of the environment and of system limits.
struct EnvironmentTests {
  static let wrong = [
    ("ISA", "avx17"), ("THREADS", "many"), ("THREADS", "-1"), ("THREADS", "1e3"),
    ("THREAD_RUNTIME", "tbb"), ("THREAD_RUNTIME", "\u{1B}[31m"),
  ]

  @Test(arguments: wrong)
  func wrongVariablesAreIgnoredAndSaid(_ name: String, _ value: String) throws {
    try OutputTests.withGraph { folder, _ in
      let arguments = [
        "layout", folder.appending(path: "g.json").path(percentEncoded: false), "-o", "-",
        "--format", "svg", "--layout", "force",
      ]
      let usual = try forcegraph.start(arguments).outcome()
      let outcome = try forcegraph.start(
        arguments, environment: ["FORCE_SIMULATION_\(name)": value]
      ).outcome()
      #expect(outcome.exitCode == 0 && outcome.exited)
      #expect(outcome.output == usual.output)
      let shown = value.replacing("\u{1B}", with: "\\x1B")
      let note = "ForceSimulation: FORCE_SIMULATION_\(name) is \"\(shown)\"; "
      #expect(outcome.errors.components(separatedBy: note).count == 2)
    }
  }

  /// The library writes its notes by itself.
  @Test func notesWithoutAReaderChangeNothing() throws {
    try OutputTests.withGraph { _, run in
      let layout = "\"$program\" layout g.json -o - --format svg"
      let usual = try run(layout)
      for redirection in ["2> /dev/full", "2>&-"] {
        let outcome = try run("FORCE_SIMULATION_ISA=x \(layout) \(redirection)")
        #expect(outcome.exitCode == 0 && outcome.output == usual.output)
      }
      let noReader = try run(
        "{ FORCE_SIMULATION_ISA=x \(layout) 2>&3 > o.svg; echo $? >&2; } 3>&1 | true")
      #expect(noReader.errors == "0\n")
    }
  }

  #if os(Linux)
  /// More than the system gives ends a program within LLVM's OpenMP.
  @Test(arguments: ["OMP", "KMP", "GOMP"])
  func stacksThatAreTooLargeAreIgnoredAndSaid(_ prefix: String) throws {
    try OutputTests.withGraph { folder, run in
      try Self.writePath(folder, nodeCount: 20_000)
      let layout =
        "FORCE_SIMULATION_THREADS=2 OMP_NUM_THREADS=2 \"$program\" layout p.edges -o - "
        + "--format positions-csv --layout force --ticks 2"
      let usual = try run(layout)
      for size in ["99999G", "99999999999999999999", "9999999T"] {
        let outcome = try run(
          "export FORCE_SIMULATION_THREAD_RUNTIME=openmp \(prefix)_STACKSIZE=\(size); \(layout)")
        #expect(outcome.exitCode == 0 && outcome.exited)
        #expect(outcome.output == usual.output)
        #expect(outcome.errors.contains("\(prefix)_STACKSIZE is \"\(size)\"; the system gives no"))
      }
    }
  }

  /// The limit on the address space in KiB, and the file of a long path.
  @Test(arguments: [
    ("layout p.edges -o p.svg", "laying out 1000000 nodes and 999999 edges takes about"),
    ("layout p.edges -o p.csv --layout force", "laying out 1000000 nodes"),
    ("metrics p.edges p.csv", "measuring 1000000 nodes"),
    ("measure p.edges --core -o m.csv", "measures of 1000000 nodes"),
  ])
  func tooLittleMemoryIsSaid(_ arguments: String, _ message: String) throws {
    try OutputTests.withGraph { folder, run in
      try Self.writePath(folder, nodeCount: 1_000_000)
      let outcome = try run("ulimit -v 400000; \"$program\" \(arguments)")
      #expect(outcome.exitCode == 71 && outcome.exited)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.errors.contains("(ulimit -v: 390 MiB)."))
      let option = try run("\"$program\" \(arguments) --max-memory 100M")
      #expect(option.exitCode == 71 && option.exited)
      #expect(option.errors.contains("--max-memory"))
    }
  }

  /// Work that is not refused has enough: with any limit, a command ends well or says why not.
  @Test(arguments: [
    "layout p.edges -o p.svg", "layout p.edges -o p.csv --layout force --ticks 2",
    "layout p.edges -o p.npy --layout circular", "layout p.edges -o p.npy --layout tree",
    "metrics p.edges p.csv", "info p.edges", "measure p.edges --core --component -o m.csv",
  ])
  func acceptedWorkFits(_ arguments: String) throws {
    try OutputTests.withGraph { folder, run in
      try Self.writePath(folder, nodeCount: 200_000)
      var codes: Set<Int32> = []
      for mebibytes in [80, 120, 180, 240, 300, 360, 480, 700] {
        let outcome = try run("ulimit -v \(mebibytes * 1024); \"$program\" \(arguments)")
        #expect(outcome.exited, "\(mebibytes) MiB: \(outcome.errors)")
        codes.insert(outcome.exitCode)
      }
      #expect(codes.contains(0) && codes.subtracting([0, 71]).isEmpty)
      #expect(codes.contains(71) || arguments.hasPrefix("info"))
    }
  }

  /// Too little already for the file. Its nodes take 1.5 times the limit, so that the outcome does
  /// not depend on what the program itself takes on a machine.
  @Test func filesThatTakeTooMuchMemoryAreRefused() throws {
    try OutputTests.withGraph { folder, run in
      let nodes = (0..<1_000_000).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
      try Data("{\"nodes\":[\(nodes)],\"links\":[]}".utf8)
        .write(to: folder.appending(path: "big.json"))
      let outcome = try run("\"$program\" info big.json --max-memory 60M")
      #expect(outcome.exitCode == 71 && outcome.exited)
      #expect(outcome.errors.hasPrefix("Error: big.json: reading takes more than "))
      #expect(outcome.errors.hasSuffix(" of the 60 MiB that --max-memory allows\n"))
    }
  }

  @Test(arguments: ["ulimit -s 256", "ulimit -s 1024; export OMP_STACKSIZE=16k"])
  func smallStacksAreEnough(_ limit: String) throws {
    try OutputTests.withGraph { folder, run in
      try Self.writePath(folder, nodeCount: 20_000)
      let layout = "\"$program\" layout p.edges -o p.csv --layout force --ticks 2"
      let outcome = try run("\(limit); \(layout)")
      #expect(outcome.exitCode == 0 && outcome.exited, "\(outcome.errors)")
    }
  }

  private static func writePath(_ folder: URL, nodeCount: Int) throws {
    let places = (0..<nodeCount).map { "\($0),\($0),0\n" }.joined()
    try Data("id,x,y\n\(places)".utf8).write(to: folder.appending(path: "p.csv"))
    let edges = (1..<nodeCount).map { "\($0 - 1) \($0)\n" }.joined()
    try Data(edges.utf8).write(to: folder.appending(path: "p.edges"))
  }
  #endif
}
