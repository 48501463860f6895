import CommandLineSupport
import Foundation

/// The parts of `simbench run --json` that a comparison needs.
struct ResultFile: Decodable, Equatable {
  var version: String
  var machine: Machine
  var scene: Scene
  var ticks: Ticks
  var tick_ms: Times
  var forces: [Force]
  var state_hash: String

  struct Machine: Decodable, Equatable {
    var cpu: String?
    var isa: String?
    var threads: Int?
  }

  struct Scene: Decodable, Equatable {
    var name: String
    var nodes: Int
    var links: Int
    var dim: Int
    var precision: String
    var seed: Int
  }

  struct Ticks: Decodable, Equatable {
    var warmup: Int
    var measured: Int
  }

  struct Times: Decodable, Equatable {
    var median: Double?
    var samples: [Double]
  }

  struct Force: Decodable, Equatable {
    var name: String
    var ms: Double?
    /// The single times; nil in reports of version 0.1, which did not write them.
    var samples: [Double]?
  }

  /// - Parameter source: the origin of the text, for the message.
  init(json: Data, source: String) throws(Failure) {
    do { self = try JSONDecoder().decode(Self.self, from: json) } catch {
      throw .badInput("\(source): not a report of simbench run --json: \(Self.reason(error))")
    }
    let times = [tick_ms.samples] + forces.compactMap(\.samples)
    guard times.allSatisfy({ $0.allSatisfy { $0.isFinite && $0 >= 0 } }) else {
      throw .badInput("\(source): it has a time that is negative.")
    }
  }

  /// The first difference between two runs that makes their times incomparable; nil when there is
  /// none.
  func obstacle(_ other: ResultFile) -> String? {
    if scene != other.scene { return "they are of different scenes" }
    if forces.map(\.name) != other.forces.map(\.name) { return "they have different forces" }
    if ticks != other.ticks { return "they measured different ticks" }
    return nil
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    switch error {
    case .keyNotFound(let key, let context):
      return
        "\"\((context.codingPath + [key]).map(\.stringValue).joined(separator: "."))\" is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\"\(place(context))\" is of another type."
    case .dataCorrupted(let context): return "\(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}

extension Comparison {
  /// Compares two reports, tick by tick. Successive ticks are not independent (a slow moment of the
  /// machine is many ticks long). So up to 20 blocks of ticks are compared, each by its median.
  init(_ a: ResultFile, _ b: ResultFile, threshold: Double) {
    var pairs = zip(a.forces, b.forces).map { a, b in
      (name: a.name, a: Self.blocks(a.samples ?? []), b: Self.blocks(b.samples ?? []))
    }
    pairs.append(("whole tick", Self.blocks(a.tick_ms.samples), Self.blocks(b.tick_ms.samples)))
    self.init(pairs, threshold: threshold)
  }

  /// Compares rounds of two programs, each report of A with the one of B from the same round.
  init(rounds: [(a: ResultFile, b: ResultFile)], threshold: Double) {
    guard let first = rounds.first else {
      self.init([], threshold: threshold)
      return
    }
    var pairs = first.a.forces.indices.map { force in
      (
        name: first.a.forces[force].name, a: rounds.map { $0.a.forces[force].ms ?? 0 },
        b: rounds.map { $0.b.forces[force].ms ?? 0 }
      )
    }
    pairs.append(
      (
        "whole tick", rounds.map { $0.a.tick_ms.median ?? 0 },
        rounds.map { $0.b.tick_ms.median ?? 0 }
      )
    )
    self.init(pairs, threshold: threshold)
  }

  static func blocks(_ samples: [Double]) -> [Double] {
    let count = min(20, samples.count)
    return (0..<count).map { block in
      let range = block * samples.count / count..<(block + 1) * samples.count / count
      return Array(samples[range]).quantile(0.5) ?? 0
    }
  }
}
