/// A set of cells of the plane that is optimised for lookups: a bitmap around the origin, and a
/// hash set for cells far away (where pins may be).
package struct TakenCells {
  package private(set) var count = 0
  /// The bitmap has columns and rows -reach ..< reach; a column is a run of words.
  private var reach = 128
  private var words = [UInt64](repeating: 0, count: 256 * 256 / 64)
  private var farAway: Set<SIMD2<Int>> = []

  /// The limit of the bitmap, 8 MB. Few pictures extend beyond it.
  private static let largestReach = 4096

  package init() {}

  package func contains(x: Int, y: Int) -> Bool {
    guard isWithin(x, y, reach) else { return farAway.contains(SIMD2(x, y)) }
    let place = place(x, y)
    return words[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  package mutating func insert(x: Int, y: Int) {
    guard isWithin(x, y, Self.largestReach) else {
      if farAway.insert(SIMD2(x, y)).inserted { count += 1 }
      return
    }
    while !isWithin(x, y, reach) { grow() }
    let place = place(x, y)
    let bit: UInt64 = 1 << UInt64(place & 63)
    if words[place >> 6] & bit == 0 { count += 1 }
    words[place >> 6] |= bit
  }

  private func isWithin(_ x: Int, _ y: Int, _ reach: Int) -> Bool {
    x >= -reach && x < reach && y >= -reach && y < reach
  }

  private func place(_ x: Int, _ y: Int) -> Int { (x + reach) * (2 * reach) + y + reach }

  /// Doubles the reach.
  private mutating func grow() {
    let (columns, wordsInColumn) = (2 * reach, 2 * reach / 64)
    reach *= 2
    var grown = [UInt64](repeating: 0, count: 4 * columns * wordsInColumn)
    for column in 0..<columns {
      let from = column * wordsInColumn
      let to = (column + columns / 2) * (2 * wordsInColumn) + wordsInColumn / 2
      for word in 0..<wordsInColumn { grown[to + word] = words[from + word] }
    }
    words = grown
  }
}
