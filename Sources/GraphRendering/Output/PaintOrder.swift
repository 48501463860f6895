/// Arranges edges and nodes in layers and groups: the order of painting, and the shapes that are
/// painted together.
struct PaintOrder {
  private let nodes: PlacedNodes
  private let drawing: Drawing
  private let options: Picture.Options
  private let depthCue: Double
  private let ground: Ground
  /// The depths of the nearest and the farthest visible node.
  private let nearest: Double
  private let farthest: Double
  private let layerCount: Int
  private let edgeShades: Shades
  private let nodeShades: Shades
  private(set) var report: Picture.Report

  /// The number of layers in three dimensions, enough for smooth fading and correct occlusion.
  private static let layersInSpace = 24
  /// The approximate maximum number of shapes for all edges.
  private static let strokeLimit = 600
  /// The number of nodes above which discs are painted in groups.
  static let crowd = 5000
  /// The minimum radius of discs with an outline, which would otherwise fill most of the disc.
  private static let leastRimmedRadius = 2.5

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, _ options: Picture.Options, _ ground: Ground,
    depthCue: Double, _ report: Picture.Report
  ) {
    self.ground = ground
    self.drawing = drawing
    self.nodes = nodes
    self.options = options
    self.depthCue = depthCue
    self.report = report
    var nearest = Double.infinity
    var farthest = -Double.infinity
    for (node, isInside) in nodes.isInside.enumerated() where isInside {
      nearest = min(nearest, nodes.depths[node])
      farthest = max(farthest, nodes.depths[node])
    }
    self.nearest = nearest
    self.farthest = farthest
    layerCount = nearest < farthest ? Self.layersInSpace : 1
    let isAutomatic = options.levelOfDetail == .automatic
    edgeShades = Shades(
      isAutomatic && drawing.edges.count > EdgeRouter.detailLimit
        ? drawing.edges.lazy.compactMap(\.color) : nil)
    nodeShades = Shades(
      isAutomatic && drawing.nodeCount > Self.crowd ? drawing.nodeColors : nil)
  }

  /// Returns the layer of a depth; 0 is the farthest, which is painted first.
  private func layer(ofDepth depth: Double) -> Int {
    guard layerCount > 1 else { return 0 }
    let place = (farthest - depth) / (farthest - nearest) * Double(layerCount)
    return max(0, min(layerCount - 1, Int(max(-1, min(place, Double(layerCount))))))
  }

  /// Returns the colour faded by distance.
  private func faded(_ color: RGBColor, inLayer layer: Int) -> RGBColor {
    guard layerCount > 1 else { return color }
    let distance = Double(layerCount - 1 - layer) / Double(layerCount - 1)
    var background = options.theme.background
    background.alpha = color.alpha
    return color.mixed(with: background, share: depthCue * distance)
  }

  mutating func layers(_ edges: [(edge: RoutedEdge, opacity: Double)]) -> [Layer] {
    var layers = [Layer](repeating: Layer(), count: layerCount)
    paint(edges, into: &layers)
    paintNodes(into: &layers)
    return layers
  }

  /// Groups labels by colour: those beside their nodes have the theme's colour; those inside are
  /// light or dark, whichever has more contrast.
  func labelGroups(_ labels: [PlacedLabel]) -> [LabelGroup] {
    let theme = options.theme
    var groups = [LabelGroup(color: theme.text, rim: theme.background, labels: [])]
    var slots: [RGBColor: Int] = [:]
    for label in labels {
      guard label.isOnNode else {
        groups[0].labels.append(label)
        continue
      }
      let fill = fill(ofNode: label.node, inLayer: layer(ofDepth: nodes.depths[label.node]))
      if let slot = slots[fill] {
        groups[slot].labels.append(label)
      } else {
        slots[fill] = groups.count
        let color = fill.brightness > 140 ? Theme.light.text : Theme.light.background
        groups.append(LabelGroup(color: color, rim: fill, labels: [label]))
      }
    }
    return groups.filter { !$0.labels.isEmpty }
  }

  /// Groups labels of edges by their colours.
  func edgeLabelGroups(_ labels: [(PlacedLabel, RGBColor?)]) -> [LabelGroup] {
    var groups: [LabelGroup] = []
    for (label, color) in labels {
      let below = ground.color(at: label.box.center)
      let color = color ?? options.theme.text(on: below)
      if let last = groups.last, last.color == color, last.rim == below {
        groups[groups.count - 1].labels.append(label)
      } else {
        groups.append(LabelGroup(color: color, rim: below, labels: [label]))
      }
    }
    return groups
  }

  private func fill(ofNode node: Int, inLayer layer: Int) -> RGBColor {
    let colors = drawing.nodeColors
    return faded(
      colors.isEmpty ? options.theme.node : nodeShades.shade(colors[node]), inLayer: layer)
  }

  // MARK: Edges

  private mutating func paint(
    _ edges: [(edge: RoutedEdge, opacity: Double)], into layers: inout [Layer]
  ) {
    report.edgesDrawn = edges.count
    var byLayer = [[(edge: RoutedEdge, opacity: Double)]](repeating: [], count: layerCount)
    let strands = EdgeStrands(drawing)
    for (edge, opacity) in edges {
      for strand in strands.strands(of: edge) {
        for piece in split(strand) {
          let middle = piece.depth(at: 0.5)
          byLayer[layer(ofDepth: middle)].append((piece, opacity))
        }
      }
    }
    let pieceCount = byLayer.reduce(0) { $0 + $1.count }
    let together = max(1, pieceCount / Self.strokeLimit)
    for layer in layers.indices {
      layers[layer].strokes = strokes(byLayer[layer], layer, together: together)
      layers[layer].heads = heads(byLayer[layer], layer)
      layers[layer].marks = byLayer[layer].flatMap { marks($0.edge, $0.opacity, layer) }
    }
  }

  /// Splits an edge at the borders of layers, if there are few enough edges for the difference to
  /// be visible.
  private func split(_ edge: RoutedEdge) -> [RoutedEdge] {
    guard layerCount > 1, drawing.edges.count <= EdgeRouter.detailLimit,
      case .line = edge.curve
    else { return [edge] }
    let first = layer(ofDepth: edge.depths.0)
    let last = layer(ofDepth: edge.depths.1)
    guard first != last else { return [edge] }
    let (a, b) = edge.depths
    let step = (farthest - nearest) / Double(layerCount)
    var cuts = [0.0]
    for boundary in stride(from: first, to: last, by: first < last ? 1 : -1) {
      let depth = farthest - step * Double(first < last ? boundary + 1 : boundary)
      // The inverse depth is linear along the projected edge.
      let t = (1 / depth - 1 / a) / (1 / b - 1 / a)
      if let previous = cuts.last, t > previous, t < 1 { cuts.append(t) }
    }
    cuts.append(1)
    return zip(cuts, cuts.dropFirst()).map { from, to in
      var piece = edge.part(from: from, to: to)
      if to < 1 { (piece.head, piece.marks) = (nil, []) }
      return piece
    }
  }

  /// Groups edges into strokes of `together` edges. The opacities of a stroke do not add up at
  /// crossings, so its edges are a pseudorandom sample, which is spread over the picture and has
  /// few crossings.
  private func strokes(
    _ edges: [(edge: RoutedEdge, opacity: Double)], _ layer: Int, together: Int
  ) -> [Stroke] {
    let order =
      together == 1 ? Array(edges.indices) : edges.indices.sorted { mixedBits($0) < mixedBits($1) }
    var strokes: [Stroke] = []
    /// The current stroke of each style that is not yet full.
    var slots: [StrokeStyle: Int] = [:]
    for index in order {
      let (edge, opacity) = edges[index]
      let style = StrokeStyle(
        color: faded(edgeShades.shade(edge.color), inLayer: layer), opacity: opacity,
        width: edge.width, dash: edge.dash)
      if let slot = slots[style], strokes[slot].curves.count < together {
        strokes[slot].curves.append(edge.curve)
        strokes[slot].edges.append(Int32(truncatingIfNeeded: edge.index))
      } else {
        slots[style] = strokes.count
        strokes.append(
          Stroke(
            style: style, curves: [edge.curve], edges: [Int32(truncatingIfNeeded: edge.index)]))
      }
    }
    return strokes
  }

  private func heads(
    _ edges: [(edge: RoutedEdge, opacity: Double)], _ layer: Int
  ) -> [HeadGroup] {
    var groups: [HeadGroup] = []
    var slots: [StrokeStyle: Int] = [:]
    for (edge, opacity) in edges {
      guard let head = edge.head else { continue }
      let style = StrokeStyle(
        color: faded(edgeShades.shade(edge.color), inLayer: layer), opacity: opacity, width: 0)
      if let slot = slots[style] {
        groups[slot].heads.append(head)
        groups[slot].edges.append(Int32(truncatingIfNeeded: edge.index))
      } else {
        slots[style] = groups.count
        groups.append(
          HeadGroup(
            color: style.color, opacity: opacity, heads: [head],
            edges: [Int32(truncatingIfNeeded: edge.index)]))
      }
    }
    return groups
  }

  private func marks(_ edge: RoutedEdge, _ opacity: Double, _ layer: Int) -> [Shape] {
    edge.marks.map { mark in
      let color = faded(edge.color, inLayer: layer)
      let isLines = mark.path.first.map { $0.start != mark.path[mark.path.count - 1].end } ?? true
      return Shape(
        path: mark.path, isClosed: !isLines, fill: mark.isFilled ? color : nil, stroke: color,
        strokeWidth: min(edge.width, 1.5), opacity: opacity)
    }
  }

  // MARK: Nodes

  /// Paints nodes from back to front, and in two dimensions smaller ones first. Discs are painted
  /// in runs, and by colour within a run, so that no colour is always on top and files stay small.
  private mutating func paintNodes(into layers: inout [Layer]) {
    let inside = nodes.isInside.indices.filter { nodes.isInside[$0] }
    let visible = nodes.figures.isEmpty ? inside : inside.filter { nodes.figure($0) == nil }
    let isCrowded = options.levelOfDetail == .automatic && visible.count > Self.crowd
    let shown = isCrowded ? uncovered(visible) : visible
    report.nodesDrawn = shown.count + inside.count - visible.count
    if visible.count < inside.count {
      let painter = FigurePainter(
        drawing: drawing, nodes: nodes, theme: options.theme, ground: ground)
      for node in inside {
        guard let figure = painter.painted(node) else { continue }
        layers[layer(ofDepth: nodes.depths[node])].figures.append(figure)
      }
    }
    report.nodesCovered = visible.count - shown.count
    let keys = shown.map { node in
      (
        layer: layer(ofDepth: nodes.depths[node]), depth: -nodes.depths[node],
        radius: radius(node, isCrowded), node: node
      )
    }
    let order = keys.sorted { $0 < $1 }
    let run = isCrowded ? 2048 : 1
    var begin = 0
    while begin < order.count {
      let layer = order[begin].layer
      var end = begin
      while end < order.count, end - begin < run, order[end].layer == layer { end += 1 }
      append(order[begin..<end].map { ($0.node, $0.radius) }, to: &layers[layer].discs, layer)
      begin = end
    }
  }

  /// Returns the radius, in crowded pictures in steps of a quarter point, so that discs share their
  /// shape.
  private func radius(_ node: Int, _ isCrowded: Bool) -> Double {
    let radius = nodes.radii[node]
    return isCrowded && radius < Self.leastRimmedRadius
      ? max(0.25, (radius * 4).rounded() / 4) : radius
  }

  private func append(
    _ discs: [(node: Int, radius: Double)], to groups: inout [DiscGroup], _ layer: Int
  ) {
    struct Look: Hashable {
      var color: RGBColor
      var rimWidth: Double
      var plainRadius: Double
    }
    var slots: [Look: Int] = [:]
    for (node, radius) in discs {
      let rimWidth = radius < Self.leastRimmedRadius ? 0 : min(1.5, 0.4 + radius / 12)
      let fill = fill(ofNode: node, inLayer: layer)
      let disc = Disc(center: nodes.centers[node], radius: radius, node: node)
      let look = Look(color: fill, rimWidth: rimWidth, plainRadius: rimWidth == 0 ? radius : 0)
      if let slot = slots[look] {
        groups[slot].discs.append(disc)
      } else if let last = groups.last, discs.count == 1, last.color == fill,
        last.rimWidth == rimWidth, rimWidth > 0 || last.discs[0].radius == radius
      {
        // Discs are painted individually, but one that looks like the previous one can join its
        // group.
        groups[groups.count - 1].discs.append(disc)
      } else {
        slots[look] = groups.count
        groups.append(
          DiscGroup(
            color: fill, rim: options.theme.background, rimWidth: rimWidth, discs: [disc]))
      }
    }
  }

  /// Returns the nodes without those that coincide with another of their colour, to half a point,
  /// and are not larger.
  private func uncovered(_ visible: [Int]) -> [Int] {
    struct Place: Hashable {
      var x: Int32
      var y: Int32
      var color: RGBColor

      func hash(into hasher: inout Hasher) {
        hasher.combine(UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y)))
      }
    }
    var largest: [Place: Int] = [:]
    largest.reserveCapacity(visible.count)
    var isCovered = [Bool](repeating: false, count: nodes.centers.count)
    let colors = drawing.nodeColors
    for node in visible {
      let half = (nodes.centers[node] * 2).rounded(.down)
      let place = Place(
        x: Int32(half.x), y: Int32(half.y),
        color: colors.isEmpty ? options.theme.node : colors[node])
      if let other = largest[place] {
        let isSmaller = nodes.radii[other] >= nodes.radii[node]
        isCovered[isSmaller ? node : other] = true
        if isSmaller { continue }
      }
      largest[place] = node
    }
    return visible.filter { !isCovered[$0] }
  }
}

/// Reduces the number of colours if very many thin lines or small discs have individual ones, as
/// shapes of one colour are written together.
private struct Shades {
  private let isCoarse: Bool

  /// The number of distinct colours up to which they are kept unchanged.
  private static let limit = 64

  /// - Parameter colors: the colours; nil to keep all.
  init(_ colors: (some Sequence<RGBColor>)?) {
    var different = Set<RGBColor>()
    if let colors {
      for color in colors where different.count <= Self.limit { different.insert(color) }
    }
    isCoarse = different.count > Self.limit
  }

  /// Returns the nearest colour with 16 levels per component.
  func shade(_ color: RGBColor) -> RGBColor {
    guard isCoarse else { return color }
    func coarse(_ value: UInt8) -> UInt8 { UInt8((Int(value) + 8) / 17 * 17) }
    return RGBColor(
      red: coarse(color.red), green: coarse(color.green), blue: coarse(color.blue),
      alpha: coarse(color.alpha))
  }
}
