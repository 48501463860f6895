import ArgumentParser
import CommandLineSupport
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

  @Flag(inversion: .prefixedNo, help: "Draw arrow heads in directed graphs.")
  var arrows = true

  func validate() throws {
    if let edgeOpacity, !(0...1).contains(edgeOpacity) {
      throw ValidationError("--edge-opacity is 0 to 1, not \(edgeOpacity).")
    }
    if let curve, !(-1...1).contains(curve) {
      throw ValidationError("--curve is -1 to 1, not \(curve).")
    }
    if let widthRange {
      guard widthRange.low >= 0, widthRange.low <= widthRange.high, widthRange.high <= 1000 else {
        throw ValidationError(
          "--width-range is two numbers of 0 to 1000 points, the smaller one first, as in 0.5,8.")
      }
      if let edgeWidth, Double(edgeWidth) != nil {
        throw ValidationError("--width-range needs --width-by, which says what widths stand for.")
      }
    }
  }

  /// The name of the first option that was given; nil if there is none.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--width-by", edgeWidth != nil), ("--width-range", widthRange != nil),
      ("--edge-color-by", edgeColorBy != nil), ("--edge-opacity", edgeOpacity != nil),
      ("--curve", curve != nil), ("--no-arrows", !arrows),
    ]
    return given.first { $0.1 }?.0
  }

  /// Applies the options to a style for a graph. Throws if they refer to something that the graph
  /// does not have.
  func dress(_ style: inout GraphStyle, of graph: Graph) throws(Failure) {
    style.edgeWidths = try widths(graph)
    style.edgeWidthRange = widthRange.map { $0.low...$0.high }
    style.edgeColors = try colors(graph)
    style.edgeOpacity = edgeOpacity
    style.edgeCurve = curve ?? 0
    style.hasArrows = arrows
  }

  private func colors(_ graph: Graph) throws(Failure) -> GraphStyle.EdgeColors {
    guard let edgeColorBy else { return .automatic }
    let isWeight = edgeColorBy == "weight" && graph.weights != nil
    if graph.edgeAttributes[edgeColorBy] != nil || isWeight { return .by(attribute: edgeColorBy) }
    switch edgeColorBy {
    case "source": return .source
    case "target": return .target
    case "mix": return .mix
    case "none": return .none
    default:
      let words = ["weight", "source", "target", "mix", "none"]
      throw .usage(
        "--edge-color-by \(edgeColorBy): edges have no such attribute; "
          + "\(Attributes.list(graph.edgeAttributes)). --edge-color-by also takes weight (where "
          + "edges have weights), source, target, mix and none."
          + Suggestion.sentence(for: edgeColorBy, among: graph.edgeAttributes.names + words))
    }
  }

  private func widths(_ graph: Graph) throws(Failure) -> GraphStyle.EdgeWidths {
    guard let edgeWidth else { return .automatic }
    if edgeWidth == "weight" {
      if graph.weights == nil {
        throw .usage("--width-by weight: the edges have no weights (see --weight-attribute).")
      }
      return .byWeight
    }
    if let column = graph.edgeAttributes[edgeWidth] {
      guard column.numbers != nil else {
        throw .usage(
          "--width-by \(edgeWidth): the attribute is no number, but of type \(column.type).")
      }
      return .by(attribute: edgeWidth)
    }
    guard let width = Double(edgeWidth), width >= 0, width <= 1000 else {
      let names = graph.edgeAttributes.names + ["weight"]
      throw .usage(
        "--width-by is weight, a numeric attribute of edges (\(Attributes.list(graph.edgeAttributes))), "
          + "or 0 to 1000 points, not \(edgeWidth)."
          + Suggestion.sentence(for: edgeWidth, among: names))
    }
    return .points(width)
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
