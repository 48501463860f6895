import ArgumentParser
@_spi(Interfaces) import Graphs

/// The options for the style of pictures.
struct PictureOptions: ParsableArguments {
  @OptionGroup
  var edges: EdgeOptions

  @Option(
    help: ArgumentHelp(
      """
      Colour of nodes: an attribute of theirs (words become groups, numbers a scale), \
      \(NodeMeasure.all.map(\.id).joined(separator: ", ")), or none. (default: colours in the \
      file, else none)
      """,
      valueName: "what"))
  var colorBy: String?

  @Option(
    help: ArgumentHelp(
      """
      How numbers become colours; quantiles go by rank. (default: log for degree, pagerank and \
      betweenness, else linear)
      """,
      valueName: "how"))
  var colorScale: ColorScale?

  @Option(
    help: ArgumentHelp(
      """
      Names of nodes: an attribute, id, or none. (default: of each node "label", else "name", else \
      its id; ids that are numbers up to 100 nodes)
      """,
      valueName: "what"))
  var label: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "No more names than this, those of the largest nodes first. (default: as many as fit)",
      valueName: "count"))
  var maxLabels: Int?

  @Option(
    name: [.customLong("size-by"), .customLong("size")], parsing: .unconditional,
    help: ArgumentHelp(
      """
      Size of nodes: a numeric attribute, or \
      \(NodeMeasure.all.filter { !$0.isGroup }.map(\.id).joined(separator: ", ")) (areas in \
      proportion), a radius in points, or same. (default: degree; same for layers and trees)
      """,
      valueName: "what"))
  var size: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Draw nodes as shapes with their names inside. (default: in layers and in files of \
      Graphviz's)
      """))
  var textInNodes: Bool?

  @Option(
    help: ArgumentHelp(
      """
      Draw outlines around nodes that share a value: an attribute, community or component; or \
      none. (default: boxes around the clusters of a file of Graphviz's)
      """,
      valueName: "what"))
  var groups: String?

  @Option(
    help: ArgumentHelp("Colours of the background and of what has no other.", valueName: "name"))
  var theme = ThemeName.light

  @Option(
    help: ArgumentHelp(
      "Colour of the background: a name of CSS or #rrggbb. (default: the theme's)",
      valueName: "color"))
  var background: RGBColor?

  @Option(
    help: ArgumentHelp(
      "Font of all text, if there is one of this name. (default: sans-serif)", valueName: "family"))
  var font: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Size of names, or sizes for the least and the most important node; of text in nodes their \
      mean. (default: 10,15)
      """,
      valueName: "points"))
  var fontSize: NumberRange?

  @Flag(help: "Leave the background out.")
  var transparent = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Width in points, which are pixels of an SVG. (default: by the number of nodes, 400 to 1600)",
      valueName: "points"))
  var width: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Height in points. (default: what suits the drawing)", valueName: "points"))
  var height: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels of a PNG for each point.", valueName: "number"))
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "What the picture is called, and written above it. (default: the file's name, not written)",
      valueName: "text"))
  var title: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      From where a drawing in space is seen: degrees around the upright axis, and above the \
      horizon. (default: 30,20)
      """,
      valueName: "azimuth,elevation"))
  var camera: CameraAngles?

  func validate() throws {
    do throws(StyleRequest.Problem) { try request.check() } catch {
      throw ValidationError(error.description)
    }
    guard scale > 0, scale <= 100 else {
      throw ValidationError("--scale is more than 0 and at most 100, not \(scale).")
    }
  }

  /// Returns the name of the first option that only applies to pictures; nil if there is none.
  /// Colours and sizes also apply to graphs.
  func firstGiven(isForGraph: Bool) -> String? {
    let given: [(String, Bool)] = [
      ("--color-by", colorBy != nil && !isForGraph),
      ("--color-scale", colorScale != nil && !isForGraph),
      ("--label", label != nil), ("--max-labels", maxLabels != nil),
      ("--size-by", size != nil && !isForGraph), ("--theme", theme != .light),
      ("--background", background != nil),
      ("--font", font != nil), ("--font-size", fontSize != nil),
      ("--transparent", transparent), ("--width", width != nil),
      ("--height", height != nil), ("--scale", scale != 1), ("--title", title != nil),
      ("--camera", camera != nil), ("--text-in-nodes", textInNodes == true),
      ("--no-text-in-nodes", textInNodes == false), ("--groups", groups != nil),
    ]
    return given.first { $0.1 }?.0 ?? edges.firstGiven
  }
}

enum ColorScale: String, CaseIterable, ExpressibleByArgument {
  case linear, log, quantiles

  var scaling: Palette.Scaling {
    switch self {
    case .linear: .linear
    case .log: .logarithmic
    case .quantiles: .quantiles
    }
  }
}

enum ThemeName: String, CaseIterable, ExpressibleByArgument {
  case light, dark

  var theme: Theme { self == .light ? .light : .dark }
}

extension RGBColor: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument, names: .css) }
}

/// Camera angles: `30,20`.
struct CameraAngles: ExpressibleByArgument, Equatable {
  var azimuth: Double
  var elevation: Double

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard numbers.count == 2, let azimuth = numbers[0], let elevation = numbers[1],
      azimuth.isFinite, elevation.isFinite
    else { return nil }
    (self.azimuth, self.elevation) = (azimuth, elevation)
  }
}
