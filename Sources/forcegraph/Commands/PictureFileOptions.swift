import ArgumentParser
import Graphs

/// The options for picture files: metadata and encoding.
struct PictureFileOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Say beside the graph what --color-by and --size-by stand for.")
  var key = true

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      Classes and identifiers for nodes and edges of an SVG. (default: up to 10,000 of them)
      """))
  var svgIds: Bool?

  @Flag(help: "An SVG that is light or dark as the reader's screen is.")
  var svgAutoTheme = false

  var form: Picture.SVGForm {
    Picture.SVGForm(hasIdentifiers: svgIds, followsColorScheme: svgAutoTheme)
  }

  /// Returns the first option that has no effect on these outputs; nil if there is none.
  func firstUseless(_ kinds: [OutputKind]) -> (option: String, meaning: String)? {
    let hasSVG = kinds.contains(.svg) || kinds.contains(.svgz)
    if !hasSVG, svgIds != nil { return (svgIds == true ? "--svg-ids" : "--no-svg-ids", "SVG") }
    if !hasSVG, svgAutoTheme { return ("--svg-auto-theme", "SVG") }
    if !key, !kinds.contains(where: \.isPicture) { return ("--no-key", "pictures") }
    return nil
  }
}
