/// Validation of input; later steps rely on it.
enum Validate {
  static func drawing(_ drawing: Drawing) throws(RenderingError) {
    let count = drawing.nodeCount
    // The limit is half the range of Int32, so that sums of two numbers fit, too.
    let limit = 1 << 30
    if count > limit { throw .tooMany("nodes", count: count, limit: limit) }
    if drawing.edges.count > limit {
      throw .tooMany("edges", count: drawing.edges.count, limit: limit)
    }
    try length(of: "nodeColors", drawing.nodeColors.count, count)
    try length(of: "labels", drawing.labels.count, count)
    try length(of: "importance", drawing.importance.count, count)
    for (index, value) in drawing.importance.enumerated() where value.isNaN {
      throw .outOfRange("importance", index: index, value: "nan", allowed: "a number")
    }
    try length(of: "labelAngles", drawing.labelAngles.count, count)
    for (index, angle) in drawing.labelAngles.enumerated() {
      if let angle, !(abs(angle) <= 1e6) {
        throw .outOfRange(
          "the angle of label", index: index, value: "\(angle)", allowed: "finite, in degrees")
      }
    }
    try sizes(drawing.nodeSizes, count)
    try edges(drawing.edges, nodeCount: count)
    try edgeColors(drawing)
    try figures(drawing)
    try edgeTexts(drawing)
    try groups(drawing.groups, nodeCount: count)
    if case .space(_, let camera) = drawing.positions { try self.camera(camera) }
  }

  private static func length(
    of what: String, _ found: Int, _ expected: Int
  ) throws(RenderingError) {
    if found != 0 && found != expected {
      throw .wrongLength(of: what, expected: expected, found: found)
    }
  }

  private static func sizes(_ sizes: Drawing.NodeSizes, _ count: Int) throws(RenderingError) {
    let (what, values): (String, [Double]) =
      switch sizes {
      case .automatic: ("", [])
      case .byWeight(let values): ("the weight of a node", values)
      case .points(let values), .layoutUnits(let values): ("the radius of a node", values)
      }
    if case .automatic = sizes { return }
    if values.count != count {
      throw .wrongLength(of: "nodeSizes", expected: count, found: values.count)
    }
    for (index, value) in values.enumerated() where !(value >= 0 && value < .infinity) {
      throw .outOfRange(what, index: index, value: "\(value)", allowed: "finite and not negative")
    }
  }

  private static func edges(_ edges: [Drawing.Edge], nodeCount: Int) throws(RenderingError) {
    for (index, edge) in edges.enumerated() {
      try end(Int(edge.source), "source", of: index, nodeCount)
      try end(Int(edge.target), "target", of: index, nodeCount)
      if let width = edge.width, !(width >= 0 && width <= 1000) {
        throw .outOfRange(
          "the width of an edge", index: index, value: "\(width)", allowed: "0 to 1000 points")
      }
    }
  }

  private static func end(
    _ node: Int, _ end: String, of edge: Int, _ nodeCount: Int
  ) throws(RenderingError) {
    if node < 0 || node >= nodeCount {
      throw .edgeEndOutOfRange(edge: edge, end: end, node: node, nodeCount: nodeCount)
    }
  }

  private static func camera(_ camera: Camera) throws(RenderingError) {
    func check(_ isGood: Bool, _ what: String, _ value: String, _ allowed: String)
      throws(RenderingError)
    {
      if !isGood { throw .outOfRange(what, index: nil, value: value, allowed: allowed) }
    }
    let field = camera.fieldOfView
    try check(
      field > 0 && field < 180, "the camera's field of view", "\(field)",
      "more than 0 and less than 180 degrees")
    let cue = camera.depthCue
    try check(cue >= 0 && cue <= 1, "the camera's depth cue", "\(cue)", "0 to 1")
    switch camera.placement {
    case .around(let azimuth, let elevation):
      try check(azimuth.isFinite, "the camera's azimuth", "\(azimuth)", "finite")
      try check(elevation.isFinite, "the camera's elevation", "\(elevation)", "finite")
    case .at(let eye, let target, _):
      try check(eye.isFinite, "the camera's place", "\(eye)", "finite")
      try check(target.isFinite, "what the camera looks at", "\(target)", "finite")
      try check(eye != target, "the camera's place", "\(eye)", "apart from what it looks at")
    }
  }

  static func options(_ options: Picture.Options) throws(RenderingError) {
    func check(_ value: Double, _ range: ClosedRange<Double>, _ what: String, _ allowed: String)
      throws(RenderingError)
    {
      if !range.contains(value) {
        throw .outOfRange(what, index: nil, value: "\(value)", allowed: allowed)
      }
    }
    let sides = "1 to 16384 points"
    try check(options.width, 1...16384, "the width of the picture", sides)
    try check(options.height, 1...16384, "the height of the picture", sides)
    try check(options.margin, 0...16384, "the margin", "0 to 16384 points")
    try check(options.labelWidth, 0...16384, "the width of labels", "0 to 16384 points")
    try check(options.labelSizes.lowerBound, 1...1000, "the size of labels", "1 to 1000 points")
    try check(options.labelSizes.upperBound, 1...1000, "the size of labels", "1 to 1000 points")
    try check(options.titleLook.size, 1...1000, "the size of the title", "1 to 1000 points")
    if let width = options.edgeWidth {
      try check(width, 0...1000, "the width of edges", "0 to 1000 points")
    }
    if let opacity = options.edgeOpacity {
      try check(opacity, 0...1, "the opacity of edges", "0 to 1")
    }
    try check(options.edgeCurve, -1...1, "the curve of edges", "-1 to 1")
    if let region = options.region {
      guard region.minimum.isFinite, region.maximum.isFinite,
        region.minimum.x < region.maximum.x, region.minimum.y < region.maximum.y
      else {
        throw .outOfRange(
          "the region", index: nil, value: "\(region.minimum) to \(region.maximum)",
          allowed: "finite and not empty")
      }
    }
  }
}
