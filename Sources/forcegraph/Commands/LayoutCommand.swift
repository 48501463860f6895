import ArgumentParser
import CommandLineSupport
import FileWriting
import ForceSimulation
@_spi(Interfaces) import Graphs
import Synchronization

/// `forcegraph layout`: lays out a graph, and writes pictures, graphs or positions.
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay a graph out, and draw it or write the positions.",
    discussion: """
      The names of the outputs say what they become: \(OutputKind.known(isLayout: true)). Graphs \
      and positions with .gz at the end are compressed. Where a format cannot hold something, \
      standard error says what. Ctrl-C ends the layout and writes what there is; a second one \
      ends the program. The signals TERM and HUP do the same.

      EXAMPLES
        forcegraph layout miserables.gexf -o miserables.svg --color-by community
        forcegraph layout big.edges.gz -o big.png -o big.csv --time-budget 20
        forcegraph layout tasks.gv -o tasks.svg --layout layered
        forcegraph layout files.csv -o files.svg --layout radial --root src
        forcegraph layout mesh.mtx -o mesh.svg --dim 3 --camera 40,10
        forcegraph layout new.json -o new.svg --start old.json --pin-all
        forcegraph layout drawn.gexf -o drawn.svg --layout keep
        forcegraph flights.csv --nodes airports.csv -o map.svg --projection mercator
        forcegraph layout miserables.gexf -o miserables.html
        zcat pairs.txt.gz | forcegraph layout - -o - --format svg > pairs.svg
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions
  @OptionGroup(title: "Part of the graph")
  var part: FilterOptions
  @OptionGroup(title: "Output")
  var output: OutputOptions
  @OptionGroup(title: "Layout")
  var layout: LayoutOptions
  @OptionGroup(title: "Layout over MPI")
  var distributed: DistributedOptions
  @OptionGroup
  var measures: AddedMeasures
  @OptionGroup(title: "Pictures")
  var picture: PictureOptions
  @OptionGroup(title: "Files of pictures")
  var files: PictureFileOptions

  func validate() throws {
    guard !output.output.isEmpty else {
      throw ValidationError("Say where the result goes: -o graph.svg, for example.")
    }
    if picture.camera != nil, (layout.dim ?? (layout.layout == .keep ? 3 : 2)) == 2 {
      throw ValidationError("--camera is for drawings in space: add --dim 3.")
    }
    if picture.edges.widthRange != nil, picture.edges.edgeWidth == nil,
      part.reduction.aggregate == nil
    {
      throw ValidationError("--width-range needs --width-by, which says what widths stand for.")
    }
    if layout.start == "-" || layout.alignTo == "-" {
      throw ValidationError("Only the graph itself can come from standard input.")
    }
    try distributed.check(layout, input)
  }

  func run() throws {
    if distributed.isDistributed { return try runDistributed() }
    try withExitCodes(catchesInterrupts: false) {
      try withLibraryErrors {
        let job = try self.job()
        // Until here there is nothing to save, so signals end the process.
        Interrupt.install()
        try job.finish(job.plan.run())
      }
    }
  }

  /// A layout that is ready to run, and what becomes of it.
  struct Job {
    /// The command, fitted to the graph.
    var command: LayoutCommand
    var targets: [OutputTarget]
    var read: ReadResult
    var style: GraphStyle
    var plan: LayoutPlan
    var looks: GraphLooks

    /// Writes the results.
    func finish(_ outcome: LayoutPlan.Outcome) throws { try command.finish(self, outcome) }
  }

  var messages: Messages { Messages(isQuiet: output.quiet, isVerbose: output.verbose) }

  /// Returns the validated options with the graph.
  ///
  /// - Parameter writes: false if another process writes the outputs.
  func job(writes: Bool = true) throws -> Job {
    // Accessing the options makes the library's notes on invalid variables appear before any
    // progress bar.
    _ = KernelOptions.default
    let targets = try targets(writes: writes)
    var read = try part.applied(
      to: input, outputs: output.output, hasSafeCells: output.cells.safeCells)
    if let projection = layout.projection { try place(&read, by: projection) }
    if writes, !output.force { try checkReplaced(by: read, targets) }
    var fitted = self
    fitted.layout = layout.fitted(to: read.graph)
    if fitted.layout.layout != layout.layout, layout.projection == nil {
      messages.note(
        "\(input.name): drawn where the file has its nodes; --layout auto lays the graph out")
    }
    return try fitted.job(read, targets)
  }

  /// Gives nodes the places on the earth that their attributes say.
  private func place(_ read: inout ReadResult, by projection: MapProjection) throws {
    let missing: Int?
    do {
      missing = try read.graph.place(by: projection)
    } catch {
      throw Failure.badInput(
        "\(input.name): the node \"\(read.graph.nodeIDs[error.node])\" has the latitude "
          + "\(error.latitude); latitudes are from -90 to 90")
    }
    guard let missing, missing < read.graph.nodeCount || missing == 0 else {
      throw Failure.badInput(
        "\(input.name): --projection needs numbers called lat and lon (or latitude, longitude, lng) "
          + "for nodes; \(Attributes.list(read.graph.nodeAttributes))")
    }
  }

  private func job(_ result: ReadResult, _ targets: [OutputTarget]) throws -> Job {
    var read = result
    // As `dot -Grankdir` does: the cells of records turn with it.
    if let direction = layout.direction, read.graph.dialect == .graphviz {
      read.graph.attributes["rankdir"] = .string(direction.rankDirection)
    }
    var style = try picture.style(read.graph, name: input.shortName)
    style.showsKey = files.key
    var isColoredBySupernodes = false
    if part.reduction.aggregate != nil {
      isColoredBySupernodes = style.colors == .ofFile && read.graph.edgeCount > 0
      if isColoredBySupernodes { style.colors = .by(.community) }
      if part.reduction.listMembers != nil {
        style.nodes = .text
      } else if picture.size == nil {
        style.sizes = .by(.attribute(GraphAggregate.membersAttribute))
      }
      if picture.edges.edgeWidth == nil, read.graph.edgeCount > 0 { style.edgeWidths = .byWeight }
    }
    if layout.layout == .keep { style = style.keepingPositions(of: read.graph) }
    // What is moved apart would not be where constraints have it; in boxes there is room.
    if layout.constrain.contains(where: { ConstraintText.grouping($0, read.graph) == nil }) {
      style.separatesDiscs = false
    }
    if style.groups == .ofFile,
      let measure = layout.constrain.lazy.compactMap({
        ConstraintText.grouping($0, read.graph)
      }).first
    {
      style.groups = .by(measure)
    }
    try checkMemory(read.graph, targets)
    // Errors of the plan are reported before the looks are computed, which may take a while.
    var plan = try LayoutPlan(read.graph, layout, input.limits, name: input.name)
    var looks = try looks(read.graph, style)
    if isColoredBySupernodes {
      let ofWhat = part.reduction.aggregate == NodeMeasure.community.id ? " of communities" : ""
      looks.coloring?.legend?.title = "groups" + ofWhat
    }
    if let map = layout.map, let projection = layout.projection {
      let lines = try input.limits.naming {
        try GeoJSONLines.read(contentsOf: map, limits: input.limits.reading)
      }
      looks.backdrop = projection.lines(lines, around: read.graph.placesOnEarth ?? [])
    }
    if part.reduction.aggregate != nil, style.labels == .automatic {
      looks.addMembers(of: read.graph)
    }
    if targets.contains(where: \.kind.isPicture) {
      plan.request = plan.request.fitted(to: looks, style, of: plan.graph)
    }
    try measures.add(to: &read)
    let messages = self.messages
    for note in read.notes { messages.note("\(input.name): \(note)") }
    if let meaning = picture.colorMeaning(read.graph) { messages.detail(meaning) }
    for note in picture.hiddenMeasures(read.graph) { messages.note("\(input.name): \(note)") }
    return Job(
      command: self, targets: targets, read: read, style: style, plan: plan, looks: looks)
  }

  private func finish(_ job: Job, _ result: LayoutPlan.Outcome) throws {
    var outcome = result
    let (targets, looks, messages) = (job.targets, job.looks, self.messages)
    for column in job.read.graph.nodeAttributes.columns {
      outcome.graph.nodeAttributes[column.name] = column
    }

    var maker = PictureMaker(style: job.style, looks: looks, outcome: outcome)
    for target in targets { try write(outcome.graph, &maker, to: target, messages) }
    for note in [maker.leftOut, maker.bundling].compactMap({ $0 }) {
      let names = targets.filter(\.kind.isPicture).map(\.name).joined(separator: ", ")
      messages.note("\(names): \(note)")
    }
    let fixed = targets.filter { [.png, .pdf].contains($0.kind) }.map(\.name)
    if !fixed.isEmpty, let problem = maker.missingLetters {
      messages.note("\(fixed.joined(separator: ", ")): \(problem)")
    }
    let notDrawn = looks.notDrawn
    if targets.contains(where: \.kind.isPicture), !notDrawn.isEmpty {
      messages.note("\(input.name): not drawn: \(notDrawn.joined(separator: ", "))")
    }
    report(job.plan, outcome, looks, targets, messages)
    if outcome.stop == .cancelled { throw ExitCode(Interrupt.exitCode) }
  }

  /// Computes the values of colours and sizes, which takes a while for some measures.
  private func looks(_ graph: Graph, _ style: GraphStyle) throws -> GraphLooks {
    let bar = Mutex(ProgressBar("colours and sizes"))
    defer { bar.withLock { $0.finish() } }
    let control = RunControl(progress: { step in
      bar.withLock { $0.update(fraction: step.fraction) }
    })
    return try GraphLooks(
      graph, style, keepsPositions: layout.layout == .keep, control: control)
  }

  /// Throws if an output would replace an input without containing all of its data.
  private func checkReplaced(by read: ReadResult, _ targets: [OutputTarget]) throws {
    for target in targets {
      try target.check(input: input.file, read)
      for positions in inputs.dropFirst() {
        try target.check(positions: positions, input.limits, replacedBy: read.graph)
      }
    }
  }

  /// Throws if the graph is too large for its layout or for a picture.
  private func checkMemory(_ graph: Graph, _ targets: [OutputTarget]) throws {
    let need = MemoryNeed(graph)
    let memory = input.limits.memory
    try memory.check(
      need.layout(layout.layout, layout.quality, layout.goal), for: "laying out \(need.what)")
    if targets.contains(where: \.kind.isPicture) {
      try memory.check(need.picture, for: "a picture of \(need.what)")
    }
  }

  private var form: OutputForm {
    OutputForm(
      maximumBytes: input.limits.maximumBytes, hasSafeCells: output.cells.safeCells)
  }

  /// Returns the outputs, validated as far as possible before there are results.
  ///
  /// - Parameter writes: false if another process writes them.
  private func targets(writes: Bool) throws -> [OutputTarget] {
    let targets = try OutputTarget.targets(
      output.output, format: output.format, isLayout: true)
    for target in targets {
      if case .graph(let format) = target.kind, !format.holdsPositions {
        throw Failure.usage(
          "\(target.name): a file of the format \(format.title) cannot hold positions; those that can: "
            + GraphFormat.all.filter(\.holdsPositions).map(\.id).joined(separator: ", ")
            + ". For the graph without positions use \"forcegraph convert\".")
      }
    }
    let isForGraph = targets.contains { if case .graph = $0.kind { true } else { false } }
    if let option = picture.firstGiven(isForGraph: isForGraph),
      !targets.contains(where: \.kind.isPicture)
    {
      throw Failure.usage(
        "\(option) is for pictures, and none of the outputs is .svg, .svgz, .pdf, .png or .html.")
    }
    if let (option, what) = files.firstUseless(targets.map(\.kind)) {
      throw Failure.usage("\(option) is for \(what), and none of the outputs is such a file.")
    }
    try form.check(targets)
    try OutputTarget.check(targets)
    if !output.force { for target in targets { try target.check(inputs: inputs) } }
    if writes { for target in targets { try target.check() } }
    if targets.contains(where: { $0.kind == .png }) { try picture.checkPNG() }
    if targets.contains(where: { $0.kind == .pdf }) { try Picture.checkPDF() }
    return targets
  }

  private var inputs: [InputFile] {
    let positions = [layout.start == "input" ? nil : layout.start, layout.alignTo]
    return [input.file]
      + positions.compactMap { $0.map { InputFile(path: $0, isForPositions: true) } }
  }

  private func write(
    _ graph: Graph, _ maker: inout PictureMaker, to target: OutputTarget,
    _ messages: Messages
  ) throws {
    var bar = ProgressBar("writing \(target.name)")
    bar.show()
    defer { bar.finish() }
    switch target.kind {
    case .svg: try target.write(try maker.picture().svgBytes(files.form))
    case .svgz: try target.write(try maker.picture().svgzBytes(files.form))
    case .pdf: try target.write(try maker.picture().pdf())
    case .png: try target.write(try maker.picture().png(scale: picture.scale))
    case .html: try target.write(try picture.page(graph, name: input.shortName))
    case .graph(let format):
      var graph = graph
      for name in graph.take(maker.looks, of: maker.style) {
        messages.note(
          "\(target.name): the attribute \"\(name)\" of the file is now that of the picture")
      }
      let report = try input.limits.naming { try target.write(graph, as: format, form) }
      bar.finish()
      messages.note(report, of: target)
    case .positions(let format):
      guard let table = NodePositionTable(of: graph) else { return }
      let report = try target.write(table, as: format, form)
      bar.finish()
      messages.note(report, of: target)
    }
  }

  private func report(
    _ plan: LayoutPlan, _ outcome: LayoutPlan.Outcome, _ looks: GraphLooks,
    _ targets: [OutputTarget], _ messages: Messages
  ) {
    let names = targets.map(\.name).joined(separator: ", ")
    var work = "positions as they were"
    if let statistics = outcome.statistics {
      work = statistics.layout
      if statistics.ticks > 0 { work += ", \(statistics.ticks) ticks" }
      work += ", \(Table.threeDigits(statistics.seconds)) s"
    }
    messages.detail(
      "\(input.name): \(plan.graph.nodeCount) nodes, \(plan.graph.edgeCount) edges; \(work)")
    for note in outcome.statistics?.notes ?? [] { messages.detail(note) }
    if let ticks = outcome.statistics?.ticksInTime, outcome.stop == .converged {
      messages.detail("--ticks \(ticks) instead of --time-budget gives the same drawing")
    }
    if let legend = looks.legend, targets.contains(where: \.kind.isPicture) {
      messages.detail(legend.description)
    }
    if let legend = looks.edgeLegend, targets.contains(where: \.kind.isPicture) {
      messages.detail("edges: \(legend.description)")
    }
    if plan.graph.weights != nil, layout.weights == .none, layout.layout != .keep {
      messages.detail("weights are not used (see --weights)")
    }
    let missing = outcome.graph.positions?.missingCount ?? 0
    if missing > 0 { messages.note("nodes without a position: \(missing)") }
    switch outcome.stop {
    case .cold, .converged, .tickBudget: messages.detail("wrote \(names)")
    case .timeBudget:
      messages.note("stopped by --time-budget before the layout was done; wrote \(names)")
    case .cancelled:
      warn(
        "stopped by \(Interrupt.name) before the layout was done; wrote what there was to \(names)")
    }
  }
}

/// The options for outputs.
struct OutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Where the result goes; may be repeated. - is standard output.", valueName: "file"),
    completion: .file())
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      What goes to standard output, or to a file whose name does not say it: \
      \(OutputKind.names.joined(separator: ", ")).
      """,
      valueName: "format"),
    completion: .list(OutputKind.names))
  var format: OutputKind?

  @OptionGroup
  var cells: CellOptions

  @Flag(help: "Replace a file that is also an input, also where something in it gets lost.")
  var force = false

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  @Flag(
    name: [.short, .long],
    help:
      "Say what was done, with what, and how long it took, also when standard error is no terminal."
  )
  var verbose = false

  func validate() throws {
    if quiet, verbose {
      throw ValidationError("--quiet and --verbose contradict each other; leave one of them out.")
    }
  }
}

/// Messages on standard error.
struct Messages {
  var isQuiet: Bool
  var isVerbose: Bool

  private static let isTerminal = isatty(STDERR_FILENO) != 0

  /// Prints a note unless output is quiet.
  func note(_ text: String) {
    if !isQuiet { warn("Note: \(text)") }
  }

  /// Prints a note for each part of a graph that a file lacks.
  func note(_ report: WriteReport, of target: OutputTarget) {
    for loss in report.losses { note("\(target.name): \(loss)") }
  }

  /// Prints a detail, if output is verbose or goes to a terminal.
  func detail(_ text: String) {
    if isVerbose || (Self.isTerminal && !isQuiet) { warn(text) }
  }
}

extension InputOptions {
  /// The file name without folder and extensions.
  var shortName: String {
    if graph == "-" { return "Graph" }
    var url = URL(filePath: graph)
    if url.pathExtension == "gz" { url.deletePathExtension() }
    return url.deletingPathExtension().lastPathComponent
  }
}
