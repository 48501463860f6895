import Dispatch
import ForceSimulation

struct TreeRequest: Decodable {
  /// "build", "knn", "radius" or "pairs"; with "-float" behind it in Float, else in Double.
  var what: String
  var start: String
  var dim: Int
  var threads: Int
  var samples: Int
  var neighbors: Int
  var radius: Double
}

/// One kind of work, timed as often as was asked for after one time that does not count.
struct TreeTiming<Vector: SimulationVector> {
  let points: [Vector]
  let request: TreeRequest
  let work: Substring
  let tree: KDTree<Vector>

  init(points: [Vector], request: TreeRequest) {
    self.points = points
    self.request = request
    work = request.what.prefix { $0 != "-" }
    tree = Self.build(points, request.threads)
  }

  static func run(_ request: TreeRequest) throws -> Answer {
    let points = try readLines(request.start, Vector.scalarCount, of: Double.self).map { numbers in
      var point = Vector.zero
      for (axis, number) in numbers.enumerated() { point[axis] = Vector.Scalar(number) }
      return point
    }
    let before = peakMegabytes()
    let timing = TreeTiming(points: points, request: request)
    let found = try timing.once()
    return Answer(
      threads: request.threads, ms: try timing.times(),
      found: timing.work == "build" ? nil : found, base_mb: before, peak_mb: peakMegabytes())
  }

  private static func build(_ points: [Vector], _ threads: Int) -> KDTree<Vector> {
    var options = KernelOptions.default
    options.threadCount = threads
    return KDTree(points, kernelOptions: options)
  }

  private func times() throws -> [Double] {
    try (0..<request.samples).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      _ = try once()
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }
  }

  /// Asks for the neighbours of every point and counts them.
  private func once() throws -> Int {
    let radius = Vector.Scalar(request.radius)
    switch work {
    case "build": return Self.build(points, request.threads).count
    case "knn": return tree.nearest(request.neighbors, toEach: points).all.count
    case "radius": return try tree.neighbors(within: radius, ofEach: points).all.count
    case "pairs": return try tree.pairs(within: radius).all.count
    default: throw Refusal(description: "there is no tree work \"\(request.what)\"")
    }
  }
}
