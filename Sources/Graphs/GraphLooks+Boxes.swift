import GraphLayout

extension GraphLooks {
  /// Adds the boxes of groups that constraints keep apart. A box looks as the outline of the same nodes that
  /// the style asks for, or as the cluster of the file that has them; others have no name.
  func add(_ boxes: [GroupBox], to drawing: inout Drawing, _ graph: Graph) {
    guard case .plane(let points) = drawing.positions, let given = graph.positions?.inPlane else {
      return
    }
    // Where nodes carry text, all has been enlarged.
    let (now, before) = (LayoutMetrics.extent(points), LayoutMetrics.extent(given))
    let scale = before.max() > 0 ? now.max() / before.max() : 1
    for group in boxes {
      let outline = Drawing.Group.Outline.corners(group.box.low * scale, group.box.high * scale)
      if let place = drawing.groups.firstIndex(where: { $0.nodes == group.nodes }) {
        drawing.groups[place].outline = outline
      } else if let cluster = graph.groups.first(where: {
        $0.isCluster && Set($0.nodes) == Set(group.nodes)
      }) {
        drawing.groups.append(fileStyle.box(around: cluster, at: outline))
      } else {
        var box = Drawing.Group(group.nodes, name: "")
        box.outline = outline
        drawing.groups.append(box)
      }
    }
  }
}
