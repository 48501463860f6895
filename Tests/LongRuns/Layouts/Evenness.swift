import Foundation

/// Whether the nodes in the middle of a drawing lie in clumps, cells or stripes.
///
/// The middle is the square around the mean position whose half side is 0.8 of the radius that holds half of the
/// nodes. Where a graph has no clusters, its drawing should have none either: its nodes lie at least as evenly as
/// points by lot.
struct Evenness {
  /// The variance of the node counts in the inner 8 by 8 of 16 by 16 bins, over their mean: 1 for points by lot,
  /// less where nodes keep a distance, more where they stick together.
  private(set) var varianceOverMean = 0.0
  /// Of the node counts in 256 equal slices along x, y and both diagonals: the greatest power of a frequency from 8
  /// on, over the mean power of these frequencies. About 5 for points by lot, and much more for rows.
  private(set) var axisPower = 0.0

  init(_ points: [SIMD2<Double>]) {
    guard !points.isEmpty else { return }
    let middle = points.reduce(.zero, +) / Double(points.count)
    let offsets = points.map { $0 - middle }
    let radii = offsets.map { ($0 * $0).sum().squareRoot() }.sorted()
    let half = 0.8 * radii[points.count / 2]
    // From 0 to 1 across the square.
    let inside = offsets.filter { abs($0.x) < half && abs($0.y) < half }.map {
      $0 / (2 * half) + 0.5
    }
    varianceOverMean = Self.varianceOverMean(inside)
    let axes: [([SIMD2<Double>]) -> [Double]] = [
      { $0.map(\.x) }, { $0.map(\.y) }, { $0.map { ($0.x + $0.y) / 2 } },
      { $0.map { ($0.x - $0.y + 1) / 2 } },
    ]
    axisPower = axes.map { Self.peak(of: $0(inside)) }.max() ?? 0
  }

  private static func varianceOverMean(_ points: [SIMD2<Double>]) -> Double {
    var counts = [Double](repeating: 0, count: 64)
    for point in points {
      let bin = (point * 16).rounded(.down) - 4
      guard bin.x >= 0, bin.x < 8, bin.y >= 0, bin.y < 8 else { continue }
      counts[Int(bin.y) * 8 + Int(bin.x)] += 1
    }
    let mean = counts.reduce(0, +) / 64
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 64
    return mean > 0 ? variance / mean : 0
  }

  /// The greatest power over the mean power, of the counts of values from 0 to 1 in 256 slices.
  private static func peak(of values: [Double]) -> Double {
    var counts = [Double](repeating: 0, count: 256)
    for value in values { counts[min(max(Int(value * 256), 0), 255)] += 1 }
    // The wave of the lowest frequency; those of others take its values in other steps.
    let wave = (0..<256).map { slice in
      let angle = 2 * Double.pi * Double(slice) / 256
      return SIMD2(cos(angle), sin(angle))
    }
    let powers = (8...128).map { frequency in
      let sum = counts.indices.reduce(SIMD2<Double>.zero) {
        $0 + counts[$1] * wave[$1 * frequency % 256]
      }
      return (sum * sum).sum()
    }
    let mean = powers.reduce(0, +) / Double(powers.count)
    return mean > 0 ? (powers.max() ?? 0) / mean : 0
  }
}
