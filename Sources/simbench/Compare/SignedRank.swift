/// A confidence interval for the median of paired differences, which assumes no distribution: the
/// interval of Wilcoxon's signed-rank test, with the Hodges-Lehmann estimate (Hollander, Wolfe and
/// Chicken, Nonparametric Statistical Methods, 3.1 to 3.3, DOI 10.1002/9781119196037).
struct SignedRankInterval: Equatable {
  var estimate: Double
  var low: Double
  var high: Double

  /// The interval; nil when there are too few differences for the confidence. O(n³) time.
  init?(_ differences: [Double], confidence: Double) {
    let count = differences.count
    var averages: [Double] = []
    for (index, one) in differences.enumerated() {
      for other in differences[...index] { averages.append((one + other) / 2) }
    }
    averages.sort()
    guard let middle = averages.quantile(0.5) else { return nil }
    let tail = (1 - confidence) / 2
    // The number of averages to leave out at each end: the largest with a tail probability of at
    // most `tail`.
    var beyond = 0.0
    var leftOut = 0
    for probability in Self.distribution(count: count) {
      beyond += probability
      guard beyond <= tail else { break }
      leftOut += 1
    }
    guard leftOut > 0 else { return nil }
    estimate = middle
    low = averages[leftOut - 1]
    high = averages[averages.count - leftOut]
  }

  /// The probability of each sum of the ranks of the positive differences, from sum 0, when both
  /// signs are equally likely.
  static func distribution(count: Int) -> [Double] {
    var probabilities = [1.0]
    for rank in stride(from: 1, through: count, by: 1) {
      var next = [Double](repeating: 0, count: probabilities.count + rank)
      for (sum, probability) in probabilities.enumerated() {
        next[sum] += probability / 2
        next[sum + rank] += probability / 2
      }
      probabilities = next
    }
    return probabilities
  }
}
