/// Whose a label is, as a reader sees it: that of the nearest disc, unless a line leads to another.
extension LabelPlacement {
  /// Discs of up to this radius, in points, are a texture in any picture: readers do not look for their names.
  /// Only where all discs are that small they count.
  static let leastTexture = 2.0
  /// The size of discs on which a name may lie, relative to its own.
  private static let textureRatio = 0.7
  /// The cost of a name that lies on a disc as large as its own.
  private static let coverCost = 0.25

  /// Returns the radius of the largest disc without a name if so many discs have names, the largest ones.
  static func textureRadius(_ nodes: PlacedNodes, names: Int) -> Double {
    guard names < nodes.radii.count else { return leastTexture }
    let radii = nodes.radii.indices.lazy.filter { nodes.isInside[$0] }.map { nodes.radii[$0] }
    let sorted = radii.sorted(by: >)
    return names < sorted.count ? max(sorted[names], leastTexture) : leastTexture
  }
  /// The least distance that other discs have beyond that of its own, in points.
  private static let leastLead = 1.0
  /// The least distance of other discs from a label with a line, in points.
  private static let leastDistance = 1.5

  /// Returns the cost of other discs that are nearly as near to a label as its own; nil if readers would
  /// take it for that of another, or it lies on one.
  func ambiguity(_ label: PlacedLabel) -> Double? {
    let letters = label.letters
    if label.isOnNode {
      let isSeen = obstacles.allDiscs(near: letters, reach: 0, besides: label.node) { other, _ in
        !isPainted(other, over: label.node)
      }
      return isSeen ? 0 : nil
    }
    let own = max(nodes.distance(of: label.node, from: letters), 0)
    let (least, clear) =
      label.leader == nil
      ? (own + Self.leastLead, 2 * own + 3) : (Self.leastDistance, Self.leastDistance + 3)
    var cost = 0.0
    var known: [Int] = []
    let isOwn = obstacles.allDiscs(near: letters, reach: clear, besides: label.node) {
      other, distance in
      if known.contains(other) { return true }
      guard isNoticed(other, beside: label.node) else {
        let radius = nodes.radii[other]
        if distance < 0, radius > Self.leastTexture {
          known.append(other)
          cost += Self.coverCost * radius / nodes.radii[label.node]
        }
        return true
      }
      if distance < least { return false }
      known.append(other)
      cost += 0.3 * (clear - distance) / (clear - least)
      return true
    }
    return isOwn ? cost : nil
  }

  /// Returns false for textures, and for discs that the own one covers.
  private func isNoticed(_ other: Int, beside own: Int) -> Bool {
    let (radius, ownRadius) = (nodes.radii[other], nodes.radii[own])
    if radius <= textureRadius, radius < Self.textureRatio * ownRadius { return false }
    return (nodes.centers[other] - nodes.centers[own]).length + radius > ownRadius + 0.1
  }

  private func isPainted(_ other: Int, over own: Int) -> Bool {
    isSpace
      ? nodes.depths[other] < nodes.depths[own]
      : (nodes.radii[own], own) < (nodes.radii[other], other)
  }

  /// A way to write a label.
  struct Form {
    var size: Double
    /// The part of the greatest width of labels that it may take.
    var share = 1.0
    var place = Place.beside
    /// The cost of writing it so.
    var penalty = 0.0

    enum Place { case beside, away, farAway }
  }

  /// The number of the most important labels to which lines may lead where not all are wanted, and of
  /// those to which long ones may.
  static let mostLines = 40
  private static let mostLongLines = 30
  private static let mostLargeNames = 15

  /// Returns the ways to write a label, the preferred first.
  func forms(of node: Int) -> [Form] {
    let least = options.labelSizes.lowerBound
    let (size, rank) = ranks[node] ?? (least, .max)
    var forms = [Form(size: size)]
    if size > least { forms.append(Form(size: least, penalty: 0.2)) }
    guard !isSpace, wantsAll || rank < Self.mostLines else { return forms }
    let middle = rank < Self.mostLargeNames ? max(least, (size + least).rounded(.down) / 2) : least
    forms.append(Form(size: middle, place: .away, penalty: Self.leaderCost))
    if rank < Self.mostLongLines {
      forms.append(Form(size: least, place: .farAway, penalty: Self.leaderCost + 0.3))
    }
    // A small name tells more than a short one.
    if text(of: node, size: least, share: Self.shortShare).text != text(of: node, size: least).text
    {
      forms.append(
        Form(size: least, share: Self.shortShare, place: .away, penalty: Self.leaderCost + 1))
    }
    return forms
  }

  /// The part of the greatest width that shortened labels have.
  private static let shortShare = 0.6

  /// Returns the places of a label that are in the picture and belong to its node, with their costs. What
  /// other labels take is not looked at.
  func places(of node: Int, _ form: Form) -> [Choice] {
    let (text, width) = self.text(of: node, size: form.size, share: form.share)
    if text.isEmpty { return [] }
    let isCovered = covers.isCovered(node)
    var found: [Choice] = []
    switch form.place {
    case .beside:
      if isCovered { return [] }
      let beside = placesBeside(node, text, form.size, width)
      found = beside.enumerated().map { ($1, 0.02 * Double($0 + 1)) }
      if let inside = placeInside(node, text, form.size, width) {
        found.insert((inside, Self.costPerPoint * (form.size - inside.size)), at: 0)
      }
    case .away, .farAway:
      found = placesAway(node, text, form.size, width, isFar: form.place == .farAway)
    }
    // The costs of lines begin with what all lines cost.
    let penalty = form.place == .beside ? form.penalty : form.penalty - Self.leaderCost
    return found.compactMap { label, cost in
      guard picture.contains(label.box), let ambiguity = ambiguity(label) else { return nil }
      return (label, cost + penalty + ambiguity + ink(label))
    }
  }

  /// What it costs per point that a label in its node is smaller than beside it.
  private static let costPerPoint = 0.03
  /// The size of the smallest labels in nodes, relative to that of the smallest beside them.
  private static let leastInside = 0.9
  /// The share of a disc's radius that the corners of letters inside it reach at most: beyond it are the
  /// outline, and room for fonts that are wider than the metrics.
  static let filledRadius = 0.88

  /// The place in the middle of a node, in the largest size with which the label fits; nil if it is too wide.
  private func placeInside(
    _ node: Int, _ text: String, _ size: Double, _ width: Double
  ) -> PlacedLabel? {
    let diagonal = SIMD2(max(width / size, widest) / 2, TextMetrics.capitals / 2).length
    let room = Self.filledRadius * nodes.radii[node]
    let fitting = min(size, (2 * room / diagonal).rounded(.down) / 2)
    let least = hasOneSize ? size : Self.leastInside * options.labelSizes.lowerBound
    guard fitting >= least else { return nil }
    let center = nodes.centers[node]
    var label = PlacedLabel(
      text, size: fitting, width: width / size * fitting,
      at: [center.x, center.y + TextMetrics.capitals * fitting / 2], .middle, node: node)
    label.isOnNode = true
    return label
  }
}
