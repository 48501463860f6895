import Foundation

/// Times this package as the adapters of scripts/bench-peers time other programs: reads a request from standard input and
/// writes one line of JSON (Benchmarks/Peers/README.md).
@main
struct Ours {
  static func main() throws {
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let what = try JSONDecoder().decode(Work.self, from: input).what
    let answer =
      if what == "whole" {
        try LayoutTiming.run(JSONDecoder().decode(LayoutInput.self, from: input))
      } else {
        try runTree(JSONDecoder().decode(TreeRequest.self, from: input))
      }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(answer), as: UTF8.self))
  }

  private static func runTree(_ request: TreeRequest) throws -> Answer {
    switch (request.dim, request.what.hasSuffix("-float")) {
    case (2, false): try TreeTiming<SIMD2<Double>>.run(request)
    case (3, false): try TreeTiming<SIMD3<Double>>.run(request)
    case (2, true): try TreeTiming<SIMD2<Float>>.run(request)
    case (3, true): try TreeTiming<SIMD3<Float>>.run(request)
    default: throw Refusal(description: "dim is \(request.dim); it must be 2 or 3")
    }
  }
}

/// What all requests have.
struct Work: Decodable {
  /// A work of `TreeRequest`, or "whole" for a layout.
  var what: String
}

struct Answer: Encodable {
  var version = "this clone"
  var threads: Int
  var ms: [Double]
  /// Processor time of all threads, of whole layouts.
  var cpu_ms: [Double]?
  /// How many neighbours all queries found together, to see that all programs did the same.
  var found: Int?
  /// What an automatic layout has chosen.
  var layout: String?
  var base_mb: Double?
  var peak_mb: Double?
}

struct Refusal: Error, CustomStringConvertible {
  var description: String
}

/// The most memory the process has had so far; nil where Linux does not tell.
func peakMegabytes() -> Double? {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line?.split(whereSeparator: \.isWhitespace).dropFirst().first
    .flatMap { Double($0) }.map { $0 / 1024 }
}

/// The numbers of a file, line by line.
func readLines<Number: LosslessStringConvertible>(
  _ path: String, _ count: Int, of _: Number.Type
) throws -> [[Number]] {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  return try text.split(separator: "\n").map { line in
    let numbers = line.split(separator: " ").compactMap { Number(String($0)) }
    guard numbers.count == count else {
      throw Refusal(description: "\(path): \"\(line)\" is not \(count) numbers")
    }
    return numbers
  }
}
