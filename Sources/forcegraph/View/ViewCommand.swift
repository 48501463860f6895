import ArgumentParser
import CommandLineSupport
import FileWriting
import ForceSimulation
import ForceSimulationLive
import GraphView
import Graphs

#if Server
import GraphViewServer
#endif

/// `forcegraph view`: serves a page with the live layout of a graph.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a graph in the browser while it moves, and let people touch it.",
    discussion: """
      Prints the address of a page on this machine, and serves it until Ctrl-C, or the signal TERM \
      or HUP. The address is a secret: whoever has it can see and steer the view. -o writes files \
      when it ends, with the nodes where they are then. --record writes down what people do, and --replay does it again, \
      as quickly as it can and without a page: it prints the hash of the state at the end, which \
      is the recorded one on every machine.

      EXAMPLES
        forcegraph view miserables.gexf --open --color-by community
        forcegraph view tasks.gv --layout layered
        forcegraph view new.json --start old.json --edit -o new.gexf
        forcegraph view big.edges.gz --timeout 10min -o big.html
        forcegraph view net.gexf --record session.jsonl
        forcegraph view net.gexf --replay session.jsonl -o end.svg
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions
  @OptionGroup(title: "Part of the graph")
  var part: FilterOptions
  @OptionGroup(title: "Server")
  var server: ServerOptions
  @OptionGroup(title: "View")
  var view: ViewOptions

  func validate() throws {
    if view.layout == .keep, view.dim != nil {
      throw ValidationError("--dim does not go with --layout keep, which has that of the file.")
    }
    if let dim = view.dim, dim != 2, dim != 3 {
      throw ValidationError("--dim is 2 or 3, not \(dim).")
    }
    if let dim = view.dim, dim == 3, !view.layout.worksInSpace {
      throw ValidationError(
        "--dim 3 does not go with --layout \(view.layout.id), which is for the plane.")
    }
    if !(0...65535).contains(server.port) {
      throw ValidationError("--port is 0 to 65535, not \(server.port).")
    }
    try validateReplay()
  }

  /// Validates the options of a replay.
  private func validateReplay() throws {
    if let ticks = view.maxTicks, view.replay == nil || ticks < 0 {
      throw ValidationError(
        ticks < 0 ? "--max-ticks is a number that is not negative." : "--max-ticks is for --replay."
      )
    }
    guard view.replay != nil else { return }
    let others: [(String, Bool)] = [
      ("--record", view.record != nil), ("--start", view.start != nil),
      ("--layout", view.layout != .automatic), ("--speed", view.speed != .one),
      ("--edit", view.edit), ("--open", server.open), ("--port", server.port != 0),
      ("--host", server.host != nil), ("--token", server.token != nil),
      ("--allow-frame", !server.allowFrame.isEmpty), ("--timeout", server.timeout != nil),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError("\(name) does not go with --replay, which serves nothing.")
    }
  }

  func run() throws {
    try withExitCodes(catchesInterrupts: false) { try withLibraryErrors { try runChecked() } }
  }

  private func runChecked() throws {
    #if Server
    try checkOpenFiles()
    let targets = try OutputTarget.targets(view.output, format: nil, isLayout: true)
    for target in targets where !target.kind.isOfView {
      throw Failure.usage(
        "\(target.name): a view ends as .html, .svg, a graph with positions, or positions.")
    }
    try OutputTarget.check(targets)
    if let record = view.record { try checkRecord(record, targets) }
    for target in targets {
      try target.check(inputs: [input.file])
      try target.check()
    }
    let (read, members) = try part.appliedWithMembers(to: input)
    // What people add belongs to no group.
    let supernodes =
      view.edit ? nil : try members.map { try Supernodes($0.aggregate, of: $0.whole) }
    for target in targets { try target.check(input: input.file, read) }
    for note in read.notes { warn("Note: \(input.name): \(note)") }
    let plan = try ViewPlan(read.graph, supernodes, view, server, input)
    Interrupt.install()
    let (dimensions, files) = (plan.dimensions, targets)
    do {
      switch (dimensions, plan.replay) {
      case (3, nil): try waitFor { try await ViewRun<SIMD3<Double>>(plan, files).run() }
      case (3, let path?):
        try waitFor { try await ViewReplay<SIMD3<Double>>(plan, path, files).run() }
      case (_, nil): try waitFor { try await ViewRun<SIMD2<Double>>(plan, files).run() }
      case (_, let path?):
        try waitFor { try await ViewReplay<SIMD2<Double>>(plan, path, files).run() }
      }
    } catch let error as GraphViewError {
      throw Failure.usage(error.description)
    } catch let error as LiveError {
      throw Failure(error)
    }
    if Interrupt.isRequested { throw ExitCode(Interrupt.exitCode) }
    #else
    throw Failure.unavailable(
      "this forcegraph was built without the package trait Server, which \"view\" needs; build it "
        + "with: swift build -c release --traits Tools,Server --product forcegraph")
    #endif
  }

  /// Throws if too few file descriptors are left, as timers and event loops abort the process
  /// without them.
  private func checkOpenFiles() throws(Failure) {
    let count = 24
    guard Descriptor.areLeft(count) else {
      throw Failure(
        exitCode: 71,
        message: "a view needs \(count) more open files than there may be (ulimit -n).")
    }
  }

  /// Throws if a recording cannot be written, or would replace a file that is needed.
  private func checkRecord(_ record: String, _ targets: [OutputTarget]) throws {
    if record == "-" { throw Failure.usage("--record needs a file, as it is written bit by bit.") }
    if let identity = FileIdentity(path: record) {
      if identity == FileIdentity(path: input.graph) {
        throw Failure.usage("\(record) is the graph, which a recording would replace.")
      }
      if targets.contains(where: { FileIdentity(path: $0.path) == identity }) {
        throw Failure.usage("\(record) is also one of the files of -o.")
      }
    }
    if targets.contains(where: { $0.path == record }) {
      throw Failure.usage("\(record) is also one of the files of -o.")
    }
    try OutputFile(path: record).check()
  }
}

extension Failure {
  fileprivate init(_ error: LiveError) {
    switch error {
    case .unreadable, .replayDiffers: self = .badInput(error.description)
    default: self = .cannotCreate(error.description)
    }
  }
}

/// The options of the server.
struct ServerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The port; 0 for one that is free.", valueName: "number"))
  var port = 0

  @Option(
    help: ArgumentHelp(
      """
      The IP address to serve at. Others than those of this machine alone can be reached by \
      everybody there. (default: 127.0.0.1 and ::1)
      """,
      valueName: "address"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      """
      The secret in the address: 8 to 64 letters, digits, - and _. Others on this machine can see it \
      in the list of processes. (default: a new one)
      """,
      valueName: "text"))
  var token: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Let pages of this origin show the view in a frame, as http://localhost:8888 for a notebook; may \
      be repeated.
      """,
      valueName: "origin"))
  var allowFrame: [String] = []

  @Flag(help: "Open the page in the browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "End when nobody has looked for so long: 60 (seconds), 10min.", valueName: "time"))
  var timeout: TimeBudget?
}

/// The options of the content of a view, and of its end.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      force moves live; others are at rest until they are touched, and come back.
      """,
      valueName: "name"))
  var layout = LayoutChoice.automatic

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Dimensions: 2 or 3. (default: 2)", valueName: "2|3"))
  var dim: Int?

  @Option(
    help: ArgumentHelp(
      """
      Begin with these positions: a graph file that has some, .csv or .npy; "input" for those of \
      the graph itself.
      """,
      valueName: "file"),
    completion: .file())
  var start: String?

  @Option(
    help: ArgumentHelp(
      "Colour of nodes: an attribute, or \(NodeMeasure.all.map(\.id).joined(separator: ", ")).",
      valueName: "what"))
  var colorBy: String?

  @Option(
    help: ArgumentHelp("Size of nodes: a numeric attribute or a measure.", valueName: "what"))
  var sizeBy: String?

  @Option(help: ArgumentHelp("Names of nodes: an attribute, id, or none.", valueName: "what"))
  var labels: String?

  @Option(help: ArgumentHelp("Colours; auto is as the viewer's system.", valueName: "how"))
  var theme = ViewThemeName.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ticks for each frame; free is as many as can be.", valueName: "speed"))
  var speed = ViewSpeedName.one

  @Flag(help: "Let people add and remove nodes and links.")
  var edit = false

  @Option(
    help: ArgumentHelp(
      "Write down what happens, for a replay with the same bits.", valueName: "file"),
    completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Go through a recording of this graph, print the state's hash at the end, and serve nothing.",
      valueName: "file"),
    completion: .file())
  var replay: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most ticks that a recording may ask for. (default: \(ViewOptions.tickLimit))",
      valueName: "number"))
  var maxTicks: Int?

  /// The default limit of ticks: more than four hours at 60 ticks per second.
  static let tickLimit = 1_000_000

  @Option(
    help: ArgumentHelp("What the view is called. (default: the file's name)", valueName: "text"))
  var title: String?

  @Option(
    name: [.short, .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Files to write when it ends: .html, .svg, graphs, positions; may be repeated.",
      valueName: "file"),
    completion: .file())
  var output: [String] = []
}

enum ViewThemeName: String, CaseIterable, ExpressibleByArgument {
  case light, dark, auto

  var theme: ViewTheme { ViewTheme(rawValue: rawValue) ?? .auto }
}

enum ViewSpeedName: String, CaseIterable, ExpressibleByArgument {
  case one = "1"
  case two = "2"
  case four = "4"
  case eight = "8"
  case free

  var speed: ViewSpeed { Int(rawValue).map(ViewSpeed.ticksPerFrame) ?? .free }
}

extension OutputKind {
  /// True for the kinds of files that a view can write at its end.
  var isOfView: Bool {
    switch self {
    case .svg, .svgz, .html, .positions: true
    case .pdf, .png: false
    case .graph(let format): format.holdsPositions
    }
  }
}
