/// The placed nodes and edges of a picture, with the key and the title.
struct PictureStage {
  let nodes: PlacedNodes
  let edges: [(edge: RoutedEdge, opacity: Double)]
  /// The coverage by edges.
  let ink: DensityGrid
  let report: Picture.Report
  /// The title and the key.
  let furniture: [PaintedFigure]
  /// The boxes that labels must avoid.
  let furnitureBoxes: [Rectangle]
  /// The scale of the graph relative to that without a key: less than 1 if the key has a column of
  /// its own.
  private(set) var scaleBesideKey = 1.0
  /// The height that the key needs.
  let keyHeight: Double

  /// - Parameter fadesCrowds: true if edges at hubs are fainter than others.
  init(
    _ drawing: Drawing, _ options: Picture.Options, _ projection: Projection, fadesCrowds: Bool
  ) {
    let furnishing = Furniture(options)
    func place(in room: Rectangle?) -> Placed {
      Placed(drawing, options, projection, fadesCrowds: fadesCrowds, room: room)
    }
    var placed = place(in: nil)
    func panel(_ placed: Placed) -> KeyPanel {
      KeyPanel(
        options.key, radii: placed.nodes.radii, widths: placed.widths, options)
    }
    var key = panel(placed)
    // In a smaller picture nodes are smaller, and so is the part of the key that shows their sizes.
    keyHeight = furnishing.height(with: key)
    var box: Rectangle?
    let hasKey = !key.isEmpty && furnishing.hasRoom(for: key)
    if hasKey {
      let labels = projection.view == nil ? TurnedLabel.reach(drawing, options) : []
      box = furnishing.freePlace(for: key, placed.nodes, placed.ink, labels: labels)
      if box == nil {
        // If there are very many edges, the key covers some.
        if drawing.edges.count <= EdgeRouter.detailLimit, projection.fixedFrame == nil {
          let whole = placed.nodes.frame.scale
          placed = place(in: furnishing.room(besides: key))
          scaleBesideKey = placed.nodes.frame.scale / whole
          key = panel(placed)
        }
        box = furnishing.place(for: key)
      }
    }
    nodes = placed.nodes
    edges = placed.edges
    ink = placed.ink
    var report = placed.report
    report.keyIsLeftOut = !key.isEmpty && !hasKey
    self.report = report
    let title = furnishing.title()
    furniture = [title, box.map { key.painted(at: $0.minimum) }].compactMap { $0 }
    furnitureBoxes = (title?.texts.map(\.label.box) ?? []) + [box?.inset(by: -4)].compactMap { $0 }
  }

  /// The nodes and edges in a region of the picture.
  private struct Placed {
    let nodes: PlacedNodes
    let edges: [(edge: RoutedEdge, opacity: Double)]
    let ink: DensityGrid
    let report: Picture.Report
    /// The width of each edge, in points; empty if no key needs them.
    let widths: [Double]

    init(
      _ drawing: Drawing, _ options: Picture.Options, _ projection: Projection,
      fadesCrowds: Bool, room: Rectangle?
    ) {
      nodes = PlacedNodes(
        drawing, options, projection, loopCounts: drawing.loopCounts, room: room)
      var report = Picture.Report()
      report.nonFiniteNodes = projection.nonFiniteNodes
      report.nodesOutside = nodes.isInside.count { !$0 } - projection.nonFiniteNodes
      var router = EdgeRouter(drawing, nodes, projection, options, report)
      let routed = router.route()
      widths =
        options.key.edgeWidths == nil ? [] : drawing.edges.map { [router] in router.width(of: $0) }
      var detail = EdgeDetail(routed, share: router.share, options, router.report)
      var edges = detail.select()
      // Where edges have widths of their own, those say which ones are important.
      if fadesCrowds, projection.view == nil,
        WidthEmphasis(edges.lazy.map(\.edge.width)) == nil, let crowd = CrowdedEnds(drawing)
      {
        for index in edges.indices {
          edges[index] = crowd.changed(edges[index])
        }
      }
      self.edges = edges
      ink = detail.grid
      self.report = detail.report
    }
  }
}
