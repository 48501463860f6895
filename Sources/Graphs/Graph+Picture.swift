extension Graph {
  /// Returns a picture of the graph at its positions. Lay it out first if it has none.
  ///
  ///     let graph = try Graph(contentsOf: "miserables.csv").laidOut()
  ///     try graph.picture(GraphStyle(colorBy: .community)).write(to: "miserables.svg")
  ///
  /// - Throws: `RenderingError` if the graph has no positions, or a number of the style is out of
  ///   range; `GraphError` if the style refers to something that the graph does not have;
  ///   `CancellationError` if `control` ends the work.
  public func picture(
    _ style: GraphStyle = GraphStyle(), control: RunControl = RunControl()
  ) throws -> Picture {
    try picture(
      style, GraphLooks(self, style, control: control.step(0...0.5)), control: control.step(0.5...1)
    )
  }

  /// Returns a picture with looks that have been computed already.
  ///
  /// - Throws: the errors of `picture(_:control:)`.
  public func picture(
    _ style: GraphStyle, _ looks: GraphLooks, control: RunControl = RunControl()
  ) throws -> Picture {
    try picture(style, looks, prefersEqualSizes: false, control: control)
  }

  /// Returns a picture of a graph as a layout has placed it, with looks that have been computed.
  ///
  /// - Parameters:
  ///   - prefersEqualSizes: true if positions convey the structure, as in trees
  ///     (`LayoutMethod.Abilities.order`), so that different sizes would only distract.
  ///   - routes: the routes of edges, from the layout that computed the positions.
  ///   - hasRoomForText: true if that layout has reserved space for text in nodes.
  ///   - boxes: the boxes of groups that constraints keep apart.
  package func picture(
    _ style: GraphStyle, _ looks: GraphLooks, prefersEqualSizes: Bool,
    routes: LayoutRoutes? = nil, hasRoomForText: Bool = false, boxes: [GroupBox] = [],
    control: RunControl = RunControl()
  ) throws -> Picture {
    let style = style.completed(by: looks.fileStyle)
    var drawing = try looks.drawing(self, style, prefersEqualSizes: prefersEqualSizes)
    drawing.backdrop = looks.backdrop
    if let routes { try looks.add(routes, hasRoomForText, to: &drawing, self, style) }
    try looks.addFigures(to: &drawing, self, style)
    if !drawing.figures.isEmpty, looks.fileStyle.dialect == .graphviz {
      // Graphviz draws them black.
      for edge in drawing.edges.indices where drawing.edges[edge].color == nil {
        drawing.edges[edge].color = style.theme.text
      }
    }
    try looks.addGroups(to: &drawing, self, style)
    let beyond = looks.add(boxes, to: &drawing, self)
    if drawing.figures.isEmpty, case .plane(let points) = drawing.positions {
      let angles = ColumnNames(self, points).angles
      drawing.labelAngles = angles.isEmpty ? RadialNames(self, points).angles : angles
      if !angles.isEmpty, style.edgeColors == .automatic, looks.coloring?.isGrouping == true {
        drawing.colorEdges(ofColumns: points)
      }
    }
    do {
      var options = style.options(drawing)
      options.margin += beyond * options.width
      if let width = looks.labelWidth { options.labelWidth = width }
      options.key = looks.key(style, drawing.edges, isTree: prefersEqualSizes)
      options.makeRoomForKey(hasHeight: style.height != nil)
      options.fitsHeightBesideKey = style.height == nil
      if style.separatesDiscs, !prefersEqualSizes {
        drawing =
          try boxes.isEmpty
          ? drawing.separated(options) : drawing.separated(options, within: boxes)
      }
      return try Picture(of: drawing, options, control: control)
    } catch RenderingError.cancelled {
      // The same error is thrown as by measures, so that a call has only one kind of cancellation.
      throw CancellationError()
    }
  }
}

extension LaidOutGraph {
  /// Returns a picture of the graph. If positions convey the structure, as in trees and layers,
  /// nodes are small discs of equal size unless the style has other sizes.
  ///
  /// - Throws: the errors of `Graph.picture(_:control:)`.
  public func picture(
    _ style: GraphStyle = GraphStyle(), control: RunControl = RunControl()
  ) throws -> Picture {
    try graph.picture(
      style, GraphLooks(graph, style, control: control.step(0...0.5)),
      prefersEqualSizes: result.method.abilities.contains(.order), routes: result.routes,
      hasRoomForText: hasRoomForText, boxes: result.boxes, control: control.step(0.5...1))
  }
}
