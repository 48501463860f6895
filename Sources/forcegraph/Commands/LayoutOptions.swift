import ArgumentParser
import CommandLineSupport
import FileWriting
@_spi(Interfaces) import Graphs

/// The options of the layout.
struct LayoutOptions: ParsableArguments {
  @Option(
    name: .customLong("layout"),
    help: ArgumentHelp(
      """
      auto chooses by the graph ("forcegraph info" says what); keep draws the positions that the \
      file, or --start, has. (default: keep if all nodes have positions, and no option asks for a \
      layout, else auto)
      """,
      valueName: "name"))
  var givenLayout: LayoutChoice?

  var layout: LayoutChoice { givenLayout ?? .automatic }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Dimensions: 2 or 3. (default: 2)", valueName: "2|3"))
  var dim: Int?

  @Option(
    name: .customLong("quality"),
    help: ArgumentHelp("How much time to spend on it. (default: balanced)", valueName: "how"))
  var givenQuality: LayoutQuality?

  var quality: LayoutQuality { givenQuality ?? .balanced }

  @Option(
    help: ArgumentHelp(
      """
      What a drawing keeps where it cannot keep all; distances are those in the graph. (default: by \
      layout and size)
      """,
      valueName: "what"))
  var goal: LayoutGoal?

  @Option(
    name: .customLong("seed"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      What all random choices follow from: the same seed gives the same drawing. (default: 1)
      """,
      valueName: "number"))
  var givenSeed: UInt64?

  var seed: UInt64 { givenSeed ?? 1 }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ticks, of each component, of layouts that have any. (default: by --quality)",
      valueName: "count"))
  var ticks: Int?

  @Option(
    name: .customLong("repulsion"), parsing: .unconditional,
    help: ArgumentHelp(
      "A factor of the repulsion in force: more than 1 spreads dense parts. (default: 1)",
      valueName: "number"))
  var givenRepulsion: Double?

  /// The name of `--repulsion` until version 0.2.
  @Option(parsing: .unconditional, help: .hidden)
  var openness: Double?

  var repulsion: Double? { givenRepulsion ?? openness }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Take about this long: 10 (seconds), 500ms, 2min. multilevel chooses its ticks to fit; others \
      stop with what there is.
      """,
      valueName: "time"))
  var timeBudget: TimeBudget?

  @Option(
    help: ArgumentHelp(
      """
      What weights of edges mean; with strength an edge four times as heavy is half as long.
      """,
      valueName: "meaning"))
  var weights = WeightUse.none

  @Option(
    help: ArgumentHelp(
      "The root of a tree, by its id or its name. (default: chosen)",
      valueName: "node"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      """
      Where edges lead in layers, and where trees grow: from the top to the bottom, and so on. (default: \
      rankdir of the graph, else TB, or what auto finds to fit)
      """,
      valueName: "TB|LR|BT|RL"))
  var direction: LayoutDirection?

  @Option(
    help: ArgumentHelp(
      """
      Begin with these positions: a graph file that has some, or .csv (id,x,y) or .npy (in the order of \
      the nodes); "input" for those of the graph itself. New nodes begin near their neighbours.
      """,
      valueName: "file"),
    completion: .file())
  var start: String?

  @Option(
    help: ArgumentHelp(
      "Nodes that stay where --start has them; may be repeated.", valueName: "id,id,..."))
  var pin: [String] = []

  @Flag(help: "All nodes stay where --start has them; only new ones move.")
  var pinAll = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Nodes that --start has move no farther than this, in its units. (default: any distance)",
      valueName: "distance"))
  var maxMove: Double?

  @Option(
    help: ArgumentHelp(
      """
      What holds in the drawing, in its units; may be repeated: "a at 0,0", "a x 10", "align x: a b c", \
      "a left of b by 40" (right of, above, below; by exactly 40), "flow down by 30" for all edges; \
      "group: a b c padding 10" for a box of their own, "clusters" and "groups ATTRIBUTE" for many; \
      "attributes" for those of the file. For auto, multilevel and stress.
      """,
      valueName: "constraint"))
  var constrain: [String] = []

  @Option(
    help: ArgumentHelp(
      "Turn and move the result so that nodes come near to where they are in this file.",
      valueName: "file"),
    completion: .file())
  var alignTo: String?

  @Option(
    help: ArgumentHelp(
      """
      Draw nodes where they are on the earth, by their attributes lat and lon (or latitude, longitude, \
      lng). albers is for continents and countries.
      """,
      valueName: "name"))
  var projection: MapProjection?

  @Option(
    help: ArgumentHelp(
      "Draw the lines of this GeoJSON file, such as coasts, below the graph. Needs --projection.",
      valueName: "file"),
    completion: .file())
  var map: String?

  /// Returns the options for a graph: `keep` if the graph has positions and no option asks for a
  /// layout.
  func fitted(to graph: Graph) -> LayoutOptions {
    let asksForLayout =
      givenLayout != nil || givenQuality != nil || givenSeed != nil || dim != nil || goal != nil
      || direction != nil || ticks != nil || repulsion != nil || timeBudget != nil
      || weights != .none || root != nil
      || start != nil || alignTo != nil || !constrain.isEmpty
    if projection != nil {
      var fitted = self
      fitted.givenLayout = .keep
      return fitted
    }
    guard !asksForLayout, let positions = graph.positions, positions.isDrawing else { return self }
    var fitted = self
    fitted.givenLayout = .keep
    return fitted
  }

  func validate() throws {
    if let dim, dim != 2, dim != 3 { throw ValidationError("--dim is 2 or 3, not \(dim).") }
    if let ticks, !(1...1_000_000).contains(ticks) {
      throw ValidationError("--ticks is 1 to 1000000, not \(ticks).")
    }
    if openness != nil {
      guard givenRepulsion == nil else {
        throw ValidationError("--openness is the old name of --repulsion; give one of them.")
      }
      warn("forcegraph: --openness is called --repulsion now; the old name goes with version 0.4")
    }
    if let repulsion, !(repulsion > 0 && repulsion <= 1e6) {
      throw ValidationError("--repulsion is more than 0 and at most 1000000, not \(repulsion).")
    }
    if map != nil, projection == nil {
      throw ValidationError("--map needs --projection, which says where its lines are.")
    }
    try validateForLayout()
    if layout == .keep { try validateForKeep() }
    if let maxMove, !(maxMove >= 0 && maxMove.isFinite) {
      throw ValidationError("--max-move is 0 or more, not \(maxMove).")
    }
    if maxMove != nil, start == nil {
      throw ValidationError(
        "--max-move needs --start, which says where nodes are; --start input if the graph does.")
    }
    if pinAll || !pin.isEmpty, start == nil {
      throw ValidationError(
        "--pin needs --start, which says where nodes are; --start input if the graph does.")
    }
  }

  /// Validates options that only apply to some layouts.
  private func validateForLayout() throws {
    let name = layout.id
    if projection != nil, givenLayout != nil && layout != .keep || start != nil || dim == 3 {
      throw ValidationError(
        "--projection says where nodes are: it does not go with --layout \(name), --start or --dim 3."
      )
    }
    if dim == 3, !layout.worksInSpace {
      throw ValidationError("--dim 3 does not go with --layout \(name), which is for the plane.")
    }
    if ticks != nil, !layout.has(.ticks) {
      throw ValidationError("--ticks does not go with --layout \(name), which has none.")
    }
    if goal != nil, !layout.has(.goal) {
      throw ValidationError(
        "--goal is for --layout \(LayoutChoice.ids(with: .goal)); \(name) has none.")
    }
    if repulsion != nil, !layout.has(.repulsion) {
      throw ValidationError(
        "--repulsion is for --layout \(LayoutChoice.ids(with: .repulsion)); \(name) has none.")
    }
    if root != nil, !layout.has(.root) {
      throw ValidationError("--root is for --layout \(LayoutChoice.ids(with: .root)).")
    }
    if direction != nil, !layout.has(.direction) {
      throw ValidationError(
        "--direction is for --layout \(LayoutChoice.ids(with: .direction)); \(name) has none.")
    }
    if direction != nil, dim == 3 {
      throw ValidationError("--direction does not go with --dim 3: it is for the plane.")
    }
    if !constrain.isEmpty, !layout.has(.constraints) {
      throw ValidationError(
        "--constrain is for --layout \(LayoutChoice.ids(with: .constraints)), not \(name).")
    }
    if !constrain.isEmpty, maxMove != nil || alignTo != nil || projection != nil {
      throw ValidationError(
        "--constrain does not go with --max-move, --align-to and --projection, which say otherwise."
      )
    }
    if start != nil, !layout.takesStart {
      throw ValidationError(
        "--start does not go with --layout \(name), which begins from nothing; "
          + "\(LayoutChoice.ids(where: \.takesStart)) take it.")
    }
  }

  private func validateForKeep() throws {
    let given: [(String, Bool)] = [
      ("--pin", pinAll || !pin.isEmpty), ("--max-move", maxMove != nil),
      ("--weights", weights != .none),
      ("--align-to", alignTo != nil), ("--time-budget", timeBudget != nil),
    ]
    if let option = given.first(where: { $0.1 }) {
      throw ValidationError(
        "\(option.0) does not go with --layout keep, which moves nothing.")
    }
  }
}

extension MapProjection: ExpressibleByArgument {}

/// The use of weights in a layout.
enum WeightUse: String, CaseIterable, ExpressibleByArgument {
  case none, strength, length

  var meaning: LayoutGraph.WeightMeaning? {
    switch self {
    case .none: nil
    case .strength: .strength
    case .length: .length
    }
  }
}

/// A duration: `10`, `1.5s`, `500ms`, `2min`.
struct TimeBudget: ExpressibleByArgument, Equatable {
  var duration: Duration

  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
    for (unit, seconds) in units where argument.hasSuffix(unit) {
      guard let number = Double(argument.dropLast(unit.count)), number > 0,
        number * seconds <= 1e7
      else { return nil }
      duration = .milliseconds(Int((number * seconds * 1000).rounded(.up)))
      return
    }
    return nil
  }
}
