extension Graph {
  /// A picture of the graph where its positions are: lay it out first if it has none.
  ///
  ///     let graph = try Graph(contentsOf: "miserables.csv").laidOut()
  ///     try graph.picture(GraphStyle(colorBy: .community)).write(to: "miserables.svg")
  ///
  /// - Throws: `RenderingError` when the graph has no positions, or the style a number out of range;
  ///   `GraphError` when the style asks for what the graph does not have; `CancellationError` when
  ///   `control` ends the work.
  public func picture(
    _ style: GraphStyle = GraphStyle(), control: RunControl = RunControl()
  ) throws -> Picture {
    try picture(
      style, GraphLooks(self, style, control: control.step(0...0.5)), control: control.step(0.5...1)
    )
  }

  /// A picture with looks that are known already.
  ///
  /// - Parameters:
  ///   - prefersEqualSizes: true when positions say what there is to say, as in trees
  ///   (`LayoutMethod.Abilities.order`), so that different sizes would only disturb.
  ///   - routes: how edges run, of the layout that has made the positions.
  ///   - hasRoomForText: Whether that layout has made room for text in nodes.
  public func picture(
    _ style: GraphStyle, _ looks: GraphLooks, prefersEqualSizes: Bool = false,
    routes: LayoutRoutes? = nil, hasRoomForText: Bool = false,
    control: RunControl = RunControl()
  ) throws -> Picture {
    let style = style.completed(by: looks.fileStyle)
    var drawing = try looks.drawing(self, style, prefersEqualSizes: prefersEqualSizes)
    if let routes { try looks.add(routes, hasRoomForText, to: &drawing, self, style) }
    try looks.addFigures(to: &drawing, self, style)
    try looks.addGroups(to: &drawing, self, style)
    do {
      var options = style.options(drawing)
      options.key = looks.key(style)
      options.makeRoomForKey(hasHeight: style.height != nil)
      let isFree = style.separatesDiscs && !prefersEqualSizes
      return try Picture(
        of: isFree ? drawing.separated(options) : drawing, options, control: control)
    } catch RenderingError.cancelled {
      // As the measures that colours and sizes stand for: one error for one call.
      throw CancellationError()
    }
  }
}

extension LaidOutGraph {
  /// A picture of the graph. Where positions say what there is to say, as in trees and layers, nodes
  /// are small discs of one size unless the style has other sizes.
  ///
  /// - Throws: as `Graph.picture(_:control:)`.
  public func picture(
    _ style: GraphStyle = GraphStyle(), control: RunControl = RunControl()
  ) throws -> Picture {
    try graph.picture(
      style, GraphLooks(graph, style, control: control.step(0...0.5)),
      prefersEqualSizes: method.abilities.contains(.order), routes: routes,
      hasRoomForText: hasRoomForText, control: control.step(0.5...1))
  }
}
