import Dispatch
import ForceSimulation
import Synchronization

struct TreeRequest: Decodable {
  var what: String
  var start: String
  var dim: Int
  var threads: Int
  var samples: Int
  var neighbors: Int
  var radius: Double
}

/// One kind of work, timed as often as was asked for after one time that does not count.
struct TreeTiming<Vector: SimulationVector>: Sendable where Vector.Scalar == Double {
  let points: [Vector]
  let threads: Int
  let samples: Int
  let neighbors: Int
  let radius: Double
  let tree: KDTree<Vector>

  init(points: [Vector], request: TreeRequest) {
    self.points = points
    (threads, samples) = (request.threads, request.samples)
    (neighbors, radius) = (request.neighbors, request.radius)
    tree = Self.build(points, threads)
  }

  static func run(_ request: TreeRequest) throws -> Answer {
    let points = try readLines(request.start, Vector.scalarCount, of: Double.self).map { numbers in
      var point = Vector.zero
      for (axis, number) in numbers.enumerated() { point[axis] = number }
      return point
    }
    let before = peakMegabytes()
    let timing = TreeTiming(points: points, request: request)
    return Answer(
      threads: request.threads, ms: timing.run(request.what), found: timing.found(request.what),
      base_mb: before, peak_mb: peakMegabytes())
  }

  private static func build(_ points: [Vector], _ threads: Int) -> KDTree<Vector> {
    var options = KernelOptions.default
    options.threadCount = threads
    return KDTree(points, kernelOptions: options)
  }

  func run(_ what: String) -> [Double] {
    (0...samples).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      if what == "build" {
        precondition(Self.build(points, threads).count == points.count)
      } else {
        _ = found(what)
      }
      return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }.dropFirst().map { $0 }
  }

  /// Asks for the neighbours of every point, in as many parts as there are threads, and counts them.
  func found(_ what: String) -> Int? {
    guard what == "knn" || what == "radius" else { return nil }
    let total = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: threads) { part in
      let range = part * points.count / threads..<(part + 1) * points.count / threads
      var count = 0
      for point in points[range] {
        if what == "knn" {
          count += tree.nearest(neighbors, to: point).count
        } else {
          tree.forEach(within: radius, of: point) { _, _ in count += 1 }
        }
      }
      let found = count
      total.withLock { $0 += found }
    }
    return total.withLock { $0 }
  }
}
