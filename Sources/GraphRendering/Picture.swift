import GraphModel

/// A picture of a graph, to be written as SVG, PDF or PNG. All of these show the same.
///
/// ```swift
/// var options = Picture.Options(width: 1200, height: 900)
/// options.theme = .dark
/// let picture = try Picture(of: drawing, options)
/// let svg = picture.svg()
/// let png = try picture.png(scale: 2)  // with the package trait PNG
/// ```
///
/// The same drawing and options give the same picture, byte for byte.
public struct Picture: Sendable {
  /// The width in points.
  public let width: Double
  /// The height in points.
  public let height: Double
  /// The text alternative.
  public let title: String
  /// The numbers of drawn and omitted elements.
  public let report: Report
  /// The position of each node in the picture: points from the upper left corner, y down. Not
  /// finite for nodes without a position (see `Drawing.positions`) and those behind the camera.
  public let nodeCenters: [SIMD2<Double>]
  /// The radius of each node in points.
  public let nodeRadii: [Double]

  let list: DisplayList
  let nodeCount: Int
  let edgeCount: Int
  /// The source and the target of each edge, if there are few enough to be distinguishable; else
  /// empty.
  let edgeEnds: [SIMD2<Int32>]
  let theme: Theme
  /// The tooltips of nodes, if there are few enough of them.
  let names: [String]

  /// Creates a picture. An empty drawing gives an empty picture.
  ///
  /// - Parameter control: cancellation and progress.
  /// - Throws: `RenderingError` for arrays of the wrong length, edges between nodes that do not
  ///   exist, and numbers out of range, and if `control` or the task ends the work. Non-finite
  ///   positions are no error: the report counts them.
  /// - Complexity: O(*n* log *n* + *m* log *m*) for *n* nodes and *m* edges.
  public init(
    of drawing: Drawing, _ options: Options = Options(), control: RunControl = RunControl()
  ) throws(RenderingError) {
    func begin(_ phase: String, at fraction: Double) throws(RenderingError) {
      if control.mustEnd { throw .cancelled }
      control.progress?(RunProgress(phase: phase, fraction: fraction))
    }
    try begin("nodes", at: 0)
    try Validate.drawing(drawing)
    try Validate.options(options)
    var options = options
    let fadesCrowds = options.edgeOpacity == nil
    // Edges between boxes are read individually, so they are opaque.
    if drawing.figures.contains(where: { $0 != nil }) {
      options.edgeOpacity = options.edgeOpacity ?? 1
    }
    var projection = Projection(drawing, options)
    try begin("edges", at: 0.2)
    var stage = PictureStage(drawing, options, projection, fadesCrowds: fadesCrowds)
    if projection.view == nil, !drawing.groups.isEmpty, options.key.nodeColors != nil {
      let names = GroupPainter(drawing, stage.nodes, options.theme).shownNames
      if options.key.leaveOut(groupsNamed: names) {
        stage = PictureStage(drawing, options, projection, fadesCrowds: fadesCrowds)
      }
    }
    if options.fitsHeightBesideKey, stage.scaleBesideKey < 1 {
      options.fitHeight(besideKeyAt: stage.scaleBesideKey, atLeast: stage.keyHeight)
      projection = Projection(drawing, options)
      stage = PictureStage(drawing, options, projection, fadesCrowds: fadesCrowds)
    }
    let (nodes, edges) = (stage.nodes, stage.edges)
    let edgeLabels = EdgeLabelPlacement(
      drawing, nodes, drawing.edgeLabels.isEmpty ? [] : edges.map(\.edge)
    ).place(
      in: Rectangle(minimum: .zero, maximum: [options.width, options.height]))
    try begin("layers", at: 0.6)
    var ground = Ground(options.theme)
    var groups: GroupPainter?
    if projection.view == nil, !drawing.groups.isEmpty || !drawing.backdrop.isEmpty {
      var painter = GroupPainter(drawing, nodes, options.theme)
      painter.placeNames(
        in: Rectangle(minimum: .zero, maximum: [options.width, options.height]), ink: stage.ink,
        besides: stage.furnitureBoxes)
      (groups, ground) = (painter, painter.ground)
    }
    var order = PaintOrder(
      drawing, nodes, options, ground, depthCue: projection.depthCue, stage.report)
    let layers = order.layers(edges)
    try begin("labels", at: 0.8)
    var (labels, report) = ([PlacedLabel](), order.report)
    if LabelPlacement.isNeeded(drawing, nodes, options) {
      var placement = LabelPlacement(
        drawing, nodes, ink: stage.ink, edges, options, isSpace: projection.view != nil, report)
      placement.reserve(
        edgeLabels.boxes + nodes.figures.compactMap { $0?.box } + stage.furnitureBoxes
          + (groups?.nameBoxes ?? []))
      labels = placement.place()
      report = placement.report
    }

    width = options.width
    height = options.height
    title = options.title.flatMap { $0.isEmpty ? nil : $0 } ?? options.name
    report.groupsWithoutHull = groups?.scatteredCount ?? 0
    self.report = report
    nodeCenters = nodes.centers
    nodeRadii = nodes.radii
    var list = DisplayList(
      width: options.width, height: options.height,
      background: options.isTransparent ? nil : options.theme.background, layers: layers,
      labels: order.edgeLabelGroups(edgeLabels.labels) + order.labelGroups(labels))
    if let groups {
      list.ground = groups.painted()
      list.labels += groups.names()
    }
    list.leaders = labels.flatMap { $0.leader?.shapes(options.theme) ?? [] }
    list.furniture = stage.furniture
    list.font = options.font
    self.list = list
    nodeCount = drawing.nodeCount
    edgeCount = drawing.edges.count
    edgeEnds =
      edgeCount <= Self.edgesWithEnds ? drawing.edges.map { SIMD2($0.source, $0.target) } : []
    theme = options.theme
    control.progress?(RunProgress(phase: "labels", fraction: 1))
    names = drawing.nodeCount <= Self.namedNodes ? drawing.labels : []
  }

  /// The number of nodes above which tooltips would take a substantial part of the file.
  private static let namedNodes = 2000
  private static let edgesWithEnds = 100_000
}
