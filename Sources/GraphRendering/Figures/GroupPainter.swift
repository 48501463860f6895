/// Creates the shapes and names of groups.
struct GroupPainter {
  private let drawing: Drawing
  private let nodes: PlacedNodes
  private let theme: Theme
  /// The figure of each group with a position.
  private var figures: [PaintedFigure] = []
  /// The ground behind edges and nodes.
  private(set) var ground: Ground
  /// The number of groups that are not drawn, as their hull would contain more nodes of others.
  private(set) var scatteredCount = 0
  /// Groups with a name that may stand anywhere beside them.
  private var hulls: [(figure: Int, group: Drawing.Group, corners: [SIMD2<Double>])] = []

  init(_ drawing: Drawing, _ nodes: PlacedNodes, _ theme: Theme) {
    self.drawing = drawing
    self.nodes = nodes
    self.theme = theme
    ground = Ground(theme)
    if !drawing.backdrop.isEmpty { paintBackdrop() }
    let scattered = Set(scatteredGroups(drawing.groups))
    scatteredCount = scattered.count
    let shown = drawing.groups.indices.filter { !scattered.contains($0) }
    for group in inOrder(shown.map { drawing.groups[$0] }) { paint(group) }
  }

  /// Returns the groups whose hull would contain more nodes of others than their own: it would look like
  /// the outline of those. Where that is so of most groups, all are shown, as there is no clearer way.
  private func scatteredGroups(_ groups: [Drawing.Group]) -> [Int] {
    let hulls = groups.indices.filter { groups[$0].outline == .hull }
    let found = hulls.filter { number in
      let members = Set(groups[number].nodes)
      let corners = hull(groups[number].nodes, 0)
      guard corners.count > 2 else { return false }
      let others = nodes.isInside.indices.count { node in
        nodes.isInside[node] && !members.contains(node)
          && Self.contains(corners, nodes.centers[node])
      }
      return others > members.count
    }
    return 2 * found.count > hulls.count ? [] : found
  }

  /// Returns true if a point is inside a convex polygon.
  private static func contains(_ corners: [SIMD2<Double>], _ point: SIMD2<Double>) -> Bool {
    guard var last = corners.last else { return false }
    var (isLeft, isRight) = (false, false)
    for corner in corners {
      let (side, away) = (corner - last, point - last)
      let turn = side.x * away.y - side.y * away.x
      if turn > 0 { isLeft = true } else if turn < 0 { isRight = true }
      last = corner
    }
    return !(isLeft && isRight)
  }

  /// Returns groups in the order in which they are painted: as they are given, but hulls in the
  /// places of hulls from the largest to the smallest, so that none hides another.
  private func inOrder(_ groups: [Drawing.Group]) -> [Drawing.Group] {
    let places = groups.indices.filter { groups[$0].outline == .hull }
    let areas = places.map { Self.area(of: hull(groups[$0].nodes, 0)) }
    let order = places.indices.sorted { (areas[$1], $0) < (areas[$0], $1) }
    var groups = groups
    let hulls = order.map { groups[places[$0]] }
    for (place, hull) in zip(places, hulls) { groups[place] = hull }
    return groups
  }

  /// Returns the area of a polygon.
  private static func area(of corners: [SIMD2<Double>]) -> Double {
    guard let last = corners.last else { return 0 }
    return abs(
      zip([last] + corners, corners).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) } / 2)
  }

  /// Returns the shapes, which are below everything else.
  func painted() -> [PaintedFigure] {
    figures.map { figure in
      var shapes = figure
      shapes.texts = []
      return shapes
    }
  }

  /// Returns the names, which are above the edges that lead into the groups.
  func names() -> [LabelGroup] {
    figures.flatMap { figure in
      figure.texts.map {
        LabelGroup(
          color: $0.color, rim: ground.color(at: $0.label.box.center), labels: [$0.label])
      }
    }
  }

  /// The names of the groups that are drawn.
  var shownNames: [String] { figures.map(\.name) }

  /// What names of nodes keep off.
  var nameBoxes: [Rectangle] { figures.flatMap { $0.texts.map(\.label.box) } }

  /// Puts names of hulls beside them where they lie on no disc and on few edges: above if there is room,
  /// else at another side. They come before the names of nodes, which are more.
  ///
  /// - Parameters:
  ///   - ink: how much edges cover.
  ///   - furniture: the boxes of the title and the key.
  mutating func placeNames(in picture: Rectangle, ink: DensityGrid, besides furniture: [Rectangle])
  {
    let sums = ink.sums()
    let isOfHull = Set(hulls.map(\.figure))
    var taken = furniture
    for (number, figure) in figures.enumerated() where !isOfHull.contains(number) {
      taken += figure.texts.map(\.label.box)
    }
    for (number, (figure, group, corners)) in hulls.enumerated() {
      let size = nameSize(group)
      let inside = Self.places(of: size, inside: corners)
      let boxes =
        Self.places(of: size, beside: corners, isBelow: group.nameIsBelow) + inside
      let beside = boxes.count - inside.count
      let costs = boxes.enumerated().compactMap { place, box -> (Double, Rectangle)? in
        guard picture.contains(box), !taken.contains(where: { $0.overlaps(box) }) else {
          return nil
        }
        let covered = nodes.isInside.indices.reduce(0.0) { sum, node in
          nodes.isInside[node] && nodes.box(node).overlaps(box) ? sum + 1 : sum
        }
        // In the outline of another group it would seem to be the name of that.
        let others = hulls.indices.count { other in
          other != number && box.spots.contains { Self.contains(hulls[other].corners, $0) }
        }
        let order = place < beside ? 0.03 * Double(place) : Self.insideCost
        return (order + covered + 2 * Double(others) + min(sums.mean(in: box), 2), box)
      }
      guard let best = costs.min(by: { $0.0 < $1.0 })?.1 else {
        taken += figures[figure].texts.map(\.label.box)
        continue
      }
      figures[figure].texts = texts(group, in: best, textSize: group.textSize * nodes.scale)
      taken.append(best)
    }
  }

  private func nameSize(_ group: Drawing.Group) -> SIMD2<Double> {
    let text = Drawing.Text(group.name)
    let width = text.extent(size: group.textSize * nodes.scale).x
    return [width, lineHeight(group) * Double(text.lines.count)]
  }

  /// Boxes that touch a convex outline from outside, those above first, or below.
  private static func places(
    of size: SIMD2<Double>, beside corners: [SIMD2<Double>], isBelow: Bool
  ) -> [Rectangle] {
    // Angles from straight up, to both sides.
    var turns = [0.0]
    for step in 1...12 { turns += [15 * Double(step), -15 * Double(step)] }
    return turns.map { turn in
      let angle = (isBelow ? 90 : -90) + turn
      let direction = SIMD2(cosine(degrees: angle), sine(degrees: angle))
      let reach = corners.map { $0.dot(direction) }.max() ?? 0
      let tips = corners.filter { $0.dot(direction) > reach - 1 }
      let tip = tips.reduce(SIMD2.zero, +) / Double(max(tips.count, 1))
      // The half of the box that a line in this direction has to get past.
      let half = size / 2
      let lift = min(
        half.x / max(abs(direction.x), 1e-9), half.y / max(abs(direction.y), 1e-9))
      let center = tip + direction * (lift + 3)
      return Rectangle(minimum: center - half, maximum: center + half)
    }
  }

  /// The cost of a group name inside its outline, where it takes room from names of nodes.
  private static let insideCost = 0.5
  /// The number of places inside an outline that are tried in each direction.
  private static let insidePlaces = 12

  /// Boxes inside of a convex outline, those at the top first.
  private static func places(
    of size: SIMD2<Double>, inside corners: [SIMD2<Double>]
  ) -> [Rectangle] {
    guard let first = corners.first else { return [] }
    let low = corners.reduce(first) { pointwiseMin($0, $1) } + size / 2
    let high = corners.reduce(first) { pointwiseMax($0, $1) } - size / 2
    guard low.x < high.x, low.y < high.y else { return [] }
    return (0...insidePlaces).flatMap { row in
      (0...insidePlaces).compactMap { column in
        let share = SIMD2(Double(column), Double(row)) / Double(insidePlaces)
        let center = low + (high - low) * share
        let box = Rectangle(minimum: center - size / 2, maximum: center + size / 2)
        return box.spots.allSatisfy { contains(corners, $0) } ? box : nil
      }
    }
  }

  /// The part of the background in lines of the backdrop.
  private static let backdropShare = 0.75

  private mutating func paintBackdrop() {
    var painted = PaintedFigure()
    painted.shapes = drawing.backdrop.map { line in
      let points = line.map { nodes.place($0) }
      return Shape(
        path: zip(points, points.dropFirst()).map { .line($0, $1) }, isClosed: false,
        stroke: theme.text.mixed(with: theme.background, share: Self.backdropShare),
        strokeWidth: 0.8)
    }
    figures.append(painted)
  }

  private mutating func paint(_ group: Drawing.Group) {
    guard let (path, box) = area(group) else { return }
    let colors = colors(group)
    ground.add(colors.fill, in: box)
    var painted = PaintedFigure(name: group.name)
    painted.shapes = [
      Shape(
        path: path, isClosed: true,
        fill: group.gradient == nil && colors.fill.alpha > 0 ? colors.fill : nil,
        gradient: group.gradient, stroke: group.strokeWidth > 0 ? colors.stroke : nil,
        strokeWidth: group.strokeWidth * nodes.scale, dash: group.dash)
    ]
    painted.texts = title(group, box)
    if group.outline == .hull, !group.name.isEmpty {
      let padding = Drawing.Group.padding * nodes.scale
      hulls.append((figures.count, group, hull(group.nodes, padding)))
    }
    figures.append(painted)
  }

  /// Returns the outline of a group, and the box that contains it and its name.
  private func area(_ group: Drawing.Group) -> (path: [Curve], box: Rectangle)? {
    let padding = Drawing.Group.padding * nodes.scale
    let title = lineHeight(group)
    let path: [Curve]
    var box: Rectangle
    switch group.outline {
    case .corners(let first, let second):
      let (a, b) = (nodes.place(first), nodes.place(second))
      box = Rectangle(minimum: pointwiseMin(a, b), maximum: pointwiseMax(a, b))
      path = Self.path(of: box, nodes.scale)
    case .box:
      guard var inner = bounds(group.nodes)?.inset(by: -padding) else { return nil }
      if !group.name.isEmpty {
        if group.nameIsBelow { inner.maximum.y += title } else { inner.minimum.y -= title }
      }
      box = inner
      path = Self.path(of: box, nodes.scale)
    case .hull:
      let hull = hull(group.nodes, padding)
      guard hull.count > 2 else { return nil }
      path = ShapeOutline.closed(hull)
      let low = hull.reduce(hull[0]) { pointwiseMin($0, $1) }
      let high = hull.reduce(hull[0]) { pointwiseMax($0, $1) }
      box = Rectangle(minimum: low, maximum: high)
      if group.nameIsBelow { box.maximum.y += title } else { box.minimum.y -= title }
      // The name is above the highest point, or below the lowest.
      let sign = group.nameIsBelow ? -1.0 : 1.0
      if let tip = hull.min(by: { sign * $0.y < sign * $1.y }) {
        let half = box.size.x / 2
        box.minimum.x = tip.x - half
        box.maximum.x = tip.x + half
      }
    }
    guard box.minimum.isFinite, box.maximum.isFinite else { return nil }
    return (path, box)
  }

  private func lineHeight(_ group: Drawing.Group) -> Double {
    FigureLayout.leading * group.textSize * nodes.scale
  }

  private func title(_ group: Drawing.Group, _ box: Rectangle) -> [PaintedText] {
    let text = Drawing.Text(group.name, alignment: group.textAlignment)
    let all = lineHeight(group) * Double(text.lines.count)
    let gap = 2 * nodes.scale
    let top = group.nameIsBelow ? box.maximum.y - gap - all : box.minimum.y + gap
    let head = Rectangle(
      minimum: SIMD2(box.minimum.x, top), maximum: SIMD2(box.maximum.x, top + all))
    // A name slightly too wide for its box is shrunk.
    let width = text.extent(size: group.textSize * nodes.scale).x
    let fit = width > 0 ? (box.size.x - 4 * nodes.scale) / width : 1
    let share = max(min(fit, 1), 0.6)
    return texts(group, in: head, textSize: share * group.textSize * nodes.scale)
  }

  private func texts(
    _ group: Drawing.Group, in head: Rectangle, textSize: Double
  ) -> [PaintedText] {
    let color = group.textColor ?? ground.text(at: head.center)
    return Drawing.Text(group.name, alignment: group.textAlignment)
      .laidOut(in: head, size: textSize, padding: 4 * nodes.scale)
      .map { PaintedText(color: color, label: $0.placed(-1, { $0 }, scale: 1)) }
  }

  private static func path(of box: Rectangle, _ scale: Double) -> [Curve] {
    let radius = min(6 * scale, 0.2 * min(box.size.x, box.size.y))
    return ShapeOutline.box(box.size / 2, rounded: radius).map { $0.moved(by: box.center) }
  }

  /// Returns the colours of a group, derived from its nodes if they share one, else from the theme;
  /// both are faint.
  private func colors(_ group: Drawing.Group) -> (fill: RGBColor, stroke: RGBColor) {
    var own = theme.node
    if !drawing.nodeColors.isEmpty, let first = group.nodes.first,
      group.nodes.allSatisfy({ drawing.nodeColors[$0] == drawing.nodeColors[first] })
    {
      own = drawing.nodeColors[first]
    }
    let given = group.gradient?.middle ?? group.fill
    let fill = given ?? own.mixed(with: theme.background, share: 0.9)
    let stroke =
      group.stroke
      ?? (given ?? own).mixed(with: theme.text, share: 0.2)
      .mixed(with: theme.background, share: 0.5)
    return (fill, stroke)
  }

  private func bounds(_ members: [Int]) -> Rectangle? {
    let boxes = members.filter { nodes.centers[$0].isFinite }.map { nodes.box($0) }
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) {
      Rectangle(
        minimum: pointwiseMin($0.minimum, $1.minimum), maximum: pointwiseMax($0.maximum, $1.maximum)
      )
    }
  }

  /// Returns the corners of the convex hull of discs around the corners of nodes.
  private func hull(_ members: [Int], _ padding: Double) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    for node in members where nodes.centers[node].isFinite {
      let figure = nodes.figure(node)
      let reach = padding + (figure == nil ? nodes.radii[node] : 0)
      let corners = figure.map { $0.outline.polygon.map($0.place) } ?? [nodes.centers[node]]
      for corner in corners {
        for step in 0..<24 {
          let angle = 15 * Double(step)
          points.append(corner + reach * SIMD2(cosine(degrees: angle), sine(degrees: angle)))
        }
      }
    }
    points.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    guard points.count > 2 else { return points }
    func half(_ points: some Sequence<SIMD2<Double>>) -> ArraySlice<SIMD2<Double>> {
      ConvexOutline.chain(points, turning: 1).dropLast()
    }
    return Array(half(points) + half(points.reversed()))
  }
}

extension Rectangle {
  /// The corners and the middle.
  fileprivate var spots: [SIMD2<Double>] {
    [minimum, maximum, [minimum.x, maximum.y], [maximum.x, minimum.y], center]
  }
}
