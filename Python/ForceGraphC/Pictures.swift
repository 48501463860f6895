@_spi(Interfaces) import RunSupport
@_spi(Interfaces) import GraphView
@_spi(Interfaces) import Graphs

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A graph laid out to be drawn, with the looks that a picture and a page show. The steps are those
/// of the program's command `layout`, so that the same options give the same bytes.
private struct DrawnGraph {
  var graph: Graph
  var style: GraphStyle
  var looks: GraphLooks
  /// The method of the layout; nil if positions are kept.
  var method: LayoutMethod?
  var routes: LayoutRoutes?
  var hasRoomForText = false
  var request: StyleRequest
  var name: String

  init(_ graph: Graph, _ options: inout Options, of what: String, _ control: RunControl) throws {
    request = try StyleRequest(&options)
    name = try options.string("name") ?? "Graph"
    let keeps = try Self.keepsPositions(of: graph, &options)
    let layout = keeps ? nil : try LayoutChoices(&options, control)
    let weights = keeps ? nil : try options.weightMeaning()
    try options.checkAllTaken()
    try layout?.check()
    try request.checked()
    if weights != nil, graph.weights == nil {
      throw CallError(.badOption, "the option weights is given, but there are no weights")
    }
    self.graph = graph
    if let direction = layout?.direction, graph.dialect == .graphviz {
      self.graph.attributes["rankdir"] = .string(direction.rankDirection)
    }
    let dimensions = layout?.dimensions ?? graph.positions?.dimensions ?? 2
    if request.camera != nil, dimensions == 2 {
      throw CallError(.badOption, "camera is for drawings in space: dim must be 3")
    }
    style = try request.styled(self.graph, name: name)
    if keeps { style = style.keepingPositions(of: graph) }
    looks = try GraphLooks(
      self.graph, style, keepsPositions: keeps, control: control.part(0...0.2))
    guard let layout else { return }
    var own = layout.request.fitted(to: looks, style, of: self.graph)
    own.weights = weights
    let drawn = try self.graph.layout(own, control: control.part(0.2...0.8))
    if drawn.result.stop == .cancelled { throw CallError(.cancelled, "the layout was cancelled") }
    self.graph = drawn.graph
    (method, routes, hasRoomForText) = (
      drawn.result.method, drawn.result.routes, drawn.hasRoomForText
    )
  }

  /// Returns true if positions are drawn as they are: where that is asked for, or nothing else is.
  private static func keepsPositions(
    of graph: Graph, _ options: inout Options
  ) throws(CallError) -> Bool {
    let isAskedFor = try options.takes("layout", "keep")
    let given = LayoutChoices.names.filter { options.has($0) }
    guard isAskedFor else { return given.isEmpty && graph.positions?.isDrawing == true }
    if let name = given.first {
      throw CallError(.badOption, "\(name) does not go with the layout keep, which moves nothing")
    }
    if graph.positions == nil {
      throw CallError(.badPosition, "the graph has no positions to keep")
    }
    return true
  }

  func picture(_ control: RunControl) throws -> Picture {
    try graph.picture(
      style, looks, prefersEqualSizes: method?.abilities.contains(.order) ?? false, routes: routes,
      hasRoomForText: hasRoomForText, control: control)
  }

  func page(_ theme: ViewTheme, _ control: RunControl) throws -> [UInt8] {
    var options = GraphViewOptions(title: request.title ?? name)
    options.theme = theme
    options.colorBy = graph.pageColoring(asked: request.colorBy)
    if let size = request.sizeBy, NodeMeasure(size, of: graph) != nil { options.sizeBy = size }
    options.labelsBy = request.label
    options.colorScale = request.colorScale
    return try GraphSnapshot(graph, theme: theme).htmlBlocking(options: options, control: control)
  }
}

// MARK: Options

extension StyleRequest {
  /// The names of options here; those that are not listed are the program's.
  private static let names = [
    "color-by": "color", "size-by": "size", "edge-color-by": "edge-color", "width-by": "edge-width",
  ]

  fileprivate init(_ options: inout Options) throws(CallError) {
    self.init(spelled: { Self.names[$0] ?? $0 })
    colorBy = try options.string("color")
    let scales: [(id: String, scaling: Palette.Scaling)] = [
      ("linear", .linear), ("log", .logarithmic), ("quantiles", .quantiles),
    ]
    colorScale = try options.choice("color-scale", of: scales, id: \.id)?.scaling
    sizeBy = try options.word("size")
    label = try options.string("label")
    maxLabels = try options.integer("max-labels")
    widthBy = try options.word("edge-width")
    widthRange = try options.range("width-range")
    edgeColorBy = try options.string("edge-color")
    edgeOpacity = try options.number("edge-opacity")
    curve = try options.number("curve")
    bundle = try options.bool("bundle") ?? false
    arrows = try options.bool("arrows") ?? true
    textInNodes = try options.bool("text-in-nodes")
    groups = try options.string("groups")
    theme =
      try options.choice("theme", of: ["light", "dark", "auto"], id: { $0 }) == "dark"
      ? .dark : .light
    if let word = try options.string("background") {
      guard let color = RGBColor(word, names: .css) else {
        throw CallError(
          .badOption, "background is \"\(word)\"; it must be a colour: a name of CSS, or #rrggbb")
      }
      background = color
    }
    font = try options.string("font")
    fontSize = try options.range("font-size")
    transparent = try options.bool("transparent") ?? false
    width = try options.number("width")
    height = try options.number("height")
    title = try options.string("title")
    camera = try options.range("camera").map { ($0.low, $0.high) }
    key = try options.bool("key") ?? true
  }

  fileprivate func checked() throws(CallError) {
    do throws(Problem) { try check() } catch { throw CallError(.badOption, error.description) }
    if widthRange != nil, widthBy == nil {
      throw CallError(.badOption, "width-range needs edge-width, which says what widths stand for")
    }
  }

  fileprivate func styled(_ graph: Graph, name: String) throws(CallError) -> GraphStyle {
    do throws(Problem) { return try style(of: graph, name: name) } catch {
      throw CallError(.badOption, error.description)
    }
  }
}

extension Options {
  /// Takes a word, or a number as a word.
  fileprivate mutating func word(_ name: String) throws(CallError) -> String? {
    guard let value = take(name) else { return nil }
    switch value {
    case .string(let word): return word
    case .number(let number): return "\(number)"
    default: throw wrong(name, value, "a text or a number")
    }
  }

  /// Takes two numbers, or one that is both.
  fileprivate mutating func range(
    _ name: String
  ) throws(CallError) -> (low: Double, high: Double)? {
    guard let value = take(name) else { return nil }
    if case .number(let number) = value { return (number, number) }
    let numbers = try numbers(in: value, name)
    guard numbers.count == 2 else {
      throw CallError(.badOption, "\(name) has \(numbers.count) numbers; it must have two")
    }
    return (numbers[0], numbers[1])
  }
}

// MARK: Functions

/// A picture, as C sees it.
private final class PictureHandle {
  let picture: Picture

  init(_ picture: Picture) { self.picture = picture }

  var facts: String {
    var facts = JSONObjectWriter()
    let report = picture.report
    facts.add("width", picture.width)
    facts.add("height", picture.height)
    facts.add("nodes-drawn", report.nodesDrawn)
    facts.add("edges-drawn", report.edgesDrawn)
    facts.add("labels-drawn", report.labelsDrawn)
    facts.add("labels-left-out", report.labelsLeftOut)
    return facts.text
  }
}

@_cdecl("fg_graph_draw")
public func fgGraphDraw(
  _ handle: UnsafeMutableRawPointer, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ run: UnsafeMutableRawPointer?, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a picture")
    let control = RunControl(run)
    let drawn = try DrawnGraph(GraphHandle.of(handle).graph, &options, of: "a picture", control)
    let picture = PictureHandle(try drawn.picture(control.part(0.8...1)))
    result.pointee = Unmanaged.passRetained(picture).toOpaque()
    return Array(picture.facts.utf8)
  }
}

@_cdecl("fg_picture_free")
public func fgPictureFree(_ handle: UnsafeMutableRawPointer?) {
  guard let handle else { return }
  Unmanaged<PictureHandle>.fromOpaque(handle).release()
}

@_cdecl("fg_picture_bytes")
public func fgPictureBytes(
  _ handle: UnsafeMutableRawPointer, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a file of a picture")
    let picture = Unmanaged<PictureHandle>.fromOpaque(handle).takeUnretainedValue().picture
    let format =
      try options.choice("format", of: ["svg", "svgz", "png", "pdf"], id: { $0 }) ?? "svg"
    let form = Picture.SVGForm(
      hasIdentifiers: try options.bool("svg-ids"),
      followsColorScheme: try options.bool("svg-auto-theme") ?? false)
    let scale = try options.number("scale") ?? 1
    try options.checkAllTaken()
    guard scale > 0, scale <= 100 else {
      throw CallError(.badOption, "scale is \(scale); it must be more than 0 and at most 100")
    }
    switch format {
    case "png": return try picture.png(scale: scale)
    case "pdf": return try picture.pdf()
    case "svgz": return picture.svgzBytes(form)
    default: return picture.svgBytes(form)
    }
  }
}

@_cdecl("fg_graph_page")
public func fgGraphPage(
  _ handle: UnsafeMutableRawPointer, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ run: UnsafeMutableRawPointer?, _ message: UnsafeMutableRawPointer?
) -> Int32 {
  call(message?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a page")
    let theme = options.peek("theme")
    let control = RunControl(run)
    let drawn = try DrawnGraph(GraphHandle.of(handle).graph, &options, of: "a page", control)
    return try drawn.page(
      theme.flatMap(ViewTheme.init(rawValue:)) ?? .light, control.part(0.8...1))
  }
}
