import Dispatch
import ForceSimulation
import Foundation
import Synchronization

/// Times `KDTree` on the points of a scene: reads a request from standard input and writes one line
/// of JSON, as every adapter of scripts/bench-peers does (Benchmarks/Peers/README.md).
@main
struct OurTree {
  static func main() throws {
    let request = try JSONDecoder().decode(
      Request.self, from: FileHandle.standardInput.readDataToEndOfFile())
    // Peers keep points in Double in both dimensions.
    switch request.dim {
    case 2: try run(request, SIMD2<Double>.self)
    case 3: try run(request, SIMD3<Double>.self)
    default: throw Refusal(description: "dim is \(request.dim); it must be 2 or 3")
    }
  }

  private static func run<Vector: SimulatableVector & Sendable>(
    _ request: Request, _: Vector.Type
  ) throws where Vector.Scalar == Double {
    let points = try readPoints(request.start, Vector.self)
    let before = peakMegabytes()
    let timing = TreeTiming(points: points, request: request)
    let answer = Answer(
      version: "this clone", threads: request.threads, ms: timing.run(request.what),
      found: timing.found(request.what), base_mb: before, peak_mb: peakMegabytes())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(answer), as: UTF8.self))
  }

  /// Lines of `x y` or `x y z`.
  private static func readPoints<Vector: SimulatableVector>(
    _ path: String, _: Vector.Type
  ) throws -> [Vector] where Vector.Scalar == Double {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == Vector.scalarCount else {
        throw Refusal(description: "\(path): \"\(line)\" is not a point")
      }
      var point = Vector.zero
      for axis in 0..<Vector.scalarCount { point[axis] = numbers[axis] }
      return point
    }
  }

  /// The most memory the process has had so far; nil where Linux does not tell.
  private static func peakMegabytes() -> Double? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first
      .flatMap { Double($0) }.map { $0 / 1024 }
  }
}

struct Request: Decodable {
  /// "build", "knn" or "radius".
  var what: String
  var start: String
  var dim: Int
  var threads: Int
  var samples: Int
  var neighbors: Int
  var radius: Double
}

struct Answer: Encodable {
  var version: String
  var threads: Int
  var ms: [Double]
  /// How many neighbours all queries found together, to see that all programs did the same.
  var found: Int?
  var base_mb: Double?
  var peak_mb: Double?
}

struct Refusal: Error, CustomStringConvertible {
  var description: String
}

/// One kind of work, timed as often as was asked for after one time that does not count.
struct TreeTiming<Vector: SimulatableVector & Sendable>: Sendable where Vector.Scalar == Double {
  let points: [Vector]
  let threads: Int
  let samples: Int
  let neighbors: Int
  let radius: Double
  let tree: KDTree<Vector>

  init(points: [Vector], request: Request) {
    self.points = points
    (threads, samples) = (request.threads, request.samples)
    (neighbors, radius) = (request.neighbors, request.radius)
    tree = Self.build(points, threads)
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
