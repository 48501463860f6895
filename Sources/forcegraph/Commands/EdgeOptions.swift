import ArgumentParser
import Graphs

/// The options for the style of edges in pictures.
struct EdgeOptions: ParsableArguments {
  @Option(
    name: [.customLong("width-by"), .customLong("edge-width")], parsing: .unconditional,
    help: ArgumentHelp(
      "Width of edges: weight, a numeric attribute, or points. (default: by their number)",
      valueName: "what"))
  var edgeWidth: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Widths of the least and the greatest value of --width-by. (default: 0.5,5)",
      valueName: "points,points"))
  var widthRange: NumberRange?

  @Option(
    help: ArgumentHelp(
      """
      Colour of edges: an attribute of theirs (words become groups, numbers a scale), weight, that \
      of their source or target or a mix of both, or none. (default: a mix where colours of nodes \
      are groups, else those in the file)
      """,
      valueName: "what"))
  var edgeColorBy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Opacity of edges, 0 to 1. (default: the less the more edges share a place)",
      valueName: "number"))
  var edgeOpacity: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Bend straight edges: how far their middle goes to the right, in parts of their length; -1 to 1.
      """,
      valueName: "number"))
  var curve: Double?

  @Flag(
    help: """
      Draw longer edges along paths of shorter ones, as bundles, in pictures of up to 20,000 edges.
      """)
  var bundle = false

  @Flag(inversion: .prefixedNo, help: "Draw arrow heads in directed graphs.")
  var arrows = true

  /// The name of the first option that was given; nil if there is none.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--width-by", edgeWidth != nil), ("--width-range", widthRange != nil),
      ("--edge-color-by", edgeColorBy != nil), ("--edge-opacity", edgeOpacity != nil),
      ("--curve", curve != nil), ("--bundle", bundle), ("--no-arrows", !arrows),
    ]
    return given.first { $0.1 }?.0
  }
}

/// `0.5,8`; or one number, which is both ends.
struct NumberRange: ExpressibleByArgument, Equatable {
  var low: Double
  var high: Double

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard (1...2).contains(numbers.count), let low = numbers[0],
      let high = numbers[numbers.count - 1],
      low.isFinite, high.isFinite
    else { return nil }
    (self.low, self.high) = (low, high)
  }
}
