import Foundation

/// The memory of a process, in bytes; nil if the system does not report it.
public enum Memory {
  /// The pages in memory of this process.
  public static var resident: Int? { resident(of: "self") }

  /// Those of a process, by its number.
  public static func resident(of process: String) -> Int? {
    let path = "/proc/\(process)/statm"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// Samples of a quantity over time, and its growth.
public struct Curve {
  public private(set) var samples: [Int] = []

  public init() {}

  public mutating func add(_ sample: Int) { samples.append(sample) }

  /// The median of the samples in a part of the time, 0 to 1.
  public func median(_ part: Range<Double>) -> Int {
    let count = Double(samples.count)
    let range = Int(count * part.lowerBound)..<Int(count * part.upperBound)
    let sorted = samples[range].sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// The last fifth against the second: the first is to warm up.
  public var growth: Int { median(0.8..<1) - median(0.2..<0.4) }
}

public func megabytes(_ bytes: Int) -> String { String(format: "%.2f", Double(bytes) / 1_048_576) }
