// Made from docs/rendering.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import GraphRendering

func rendering1() throws {
#sourceLocation(file: "docs/rendering.md", line: 7)
guard Picture.isPNGAvailable else { return }
#sourceLocation()
#sourceLocation(file: "docs/rendering.md", line: 10)


var drawing = Drawing(
  positions: [[0, 0], [10, 0], [5, 8]],
  edges: [.init(0, 1), .init(1, 2, isDirected: true), .init(2, 2)])
drawing.labels = ["Valjean", "Cosette", "Javert"]
drawing.nodeSizes = .byWeight(try drawing.topology.degrees().map(Double.init))
drawing.nodeColors = Palette.colors(byGroup: ["family", "family", "police"]).colors

var options = Picture.Options(width: 900, height: 600)
options.theme = .dark
options.title = "Three people"

let picture = try Picture(of: drawing, options)
let svg = picture.svg()                 // a String; svgBytes() for the UTF-8
let png = try picture.png(scale: 2)     // [UInt8]; needs the trait PNG
let pdf = try picture.pdf()             // the same
discard <~ print(picture.report.labelsLeftOut)
#sourceLocation()
#sourceLocation(file: "docs/rendering.md", line: 30)
discard <~ expect(svg.contains("<title>Three people</title>") && svg.contains(">Cosette</text>"))
discard <~ expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
discard <~ expect(pdf.starts(with: Array("%PDF-".utf8)))
discard <~ expect(picture.report.labelsLeftOut == 0)
#sourceLocation()
_ = drawing
_ = options
_ = picture
_ = svg
_ = png
_ = pdf
}

func rendering3() throws {
#sourceLocation(file: "docs/rendering.md", line: 97)


let chain = Drawing(positions: [[0, 0], [4, 2], [8, 0]], edges: [.init(0, 1), .init(1, 2), .init(0, 2)])
var bundled = Picture.Options()
bundled.bundlesEdges = true
let bundles = try Picture(of: chain, bundled)
#sourceLocation()
#sourceLocation(file: "docs/rendering.md", line: 105)
discard <~ expect(bundles.report.edgesBundled == 1)
#sourceLocation()
_ = chain
_ = bundled
_ = bundles
}

func rendering4() throws {
#sourceLocation(file: "docs/rendering.md", line: 129)


var drawing = Drawing(
  positions: [[0, 0], [130, -90], [-130, -90]],
  edges: [.init(0, 1, isDirected: true), .init(0, 2, isDirected: true)])
let table = Drawing.Figure(Drawing.Cell(record: "key|value\\nof two lines") ?? "", shape: .box)
drawing.figures = [.init("Which one?", shape: .diamond), .init("a box"), table]
drawing.edges[1].dash = .dashed
drawing.edgeLabels = [.init(0, "if so")]
drawing.groups = [.init([1, 2], name: "answers")]
drawing.isToScale = true  // one layout unit is one point

let picture = try Picture(of: drawing, .init(fitting: drawing))
#sourceLocation()
#sourceLocation(file: "docs/rendering.md", line: 144)
discard <~ expect(picture.svg().contains(">Which one?</text>") && picture.report.labelsLeftOut == 0)
#sourceLocation()
_ = drawing
_ = table
_ = picture
}

func rendering5() throws {
#sourceLocation(file: "docs/rendering.md", line: 241)
let points: [SIMD3<Double>] = [[0, 0, 0], [1, 2, 3], [-1, 0, 2]]
let space = Drawing(
  positions: points, edges: [.init(0, 1), .init(1, 2)],
  camera: .around(azimuth: 45, elevation: 30))
#sourceLocation()
#sourceLocation(file: "docs/rendering.md", line: 247)
discard <~ expect(try Picture(of: space).report.edgesDrawn == 2)
#sourceLocation()
_ = points
_ = space
}

let renderingSnippets: [Snippet] = [
  Snippet("docs/rendering.md", number: 1, rendering1),
  Snippet("docs/rendering.md", number: 3, rendering3),
  Snippet("docs/rendering.md", number: 4, rendering4),
  Snippet("docs/rendering.md", number: 5, rendering5),
]
