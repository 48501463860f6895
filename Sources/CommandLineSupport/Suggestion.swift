import FileWriting

/// Suggestions for mistyped words.
package enum Suggestion {
  /// Returns the nearest word of a list, by the number of deleted, inserted, replaced or transposed
  /// letters. Nil if none is near, which means at most one edit per three letters.
  package static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let wanted = Array(word.lowercased().unicodeScalars)
    guard wanted.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, min(wanted.count, letters.count) / 3)
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the intended option: one with this prefix, or a near one, compared as a whole or by
  /// its first word: `color` and `colour` for `color-by`.
  package static func option(for word: String, among options: [String]) -> String? {
    let wanted = word.lowercased()
    if let longer = options.first(where: { $0.hasPrefix(wanted) }) { return longer }
    if let near = nearest(to: wanted, among: options) { return near }
    let beginnings = options.filter { $0.contains("-") && !$0.hasPrefix("no-") }.map { option in
      (beginning: String(option.prefix { $0 != "-" }), option: option)
    }
    let near = nearest(to: wanted, among: beginnings.map(\.beginning))
    return beginnings.first { $0.beginning == near }?.option
  }

  /// Returns a suffix for a message such as ` Did you mean "stress"?`, or an empty text.
  package static func sentence(for word: String, among words: some Sequence<String>) -> String {
    nearest(to: word, among: words).map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// Returns ArgumentParser's error for an invalid value of a list with a suggestion, and with the
  /// list on one line.
  package static func added(to error: String) -> String {
    var lines = error.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The line is: Error: The value 'stres' is invalid for '--layout <name>'. Please provide one of
    // ...
    guard let first = lines.first, let list = first.firstRange(of: " Please provide one of"),
      let word = first.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first
    else { return error }
    let quoted = first[list.upperBound...].split(separator: "'", omittingEmptySubsequences: false)
    var words = quoted.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let bullet = "  - "
    words += lines.filter { $0.hasPrefix(bullet) }.map { String($0.dropFirst(bullet.count)) }
    guard !words.isEmpty else { return error }
    lines.removeAll { $0.hasPrefix(bullet) }
    lines[0] =
      first[..<list.lowerBound] + sentence(for: String(word), among: words)
      + " There are \(words.joined(separator: ", "))."
    return lines.joined(separator: "\n")
  }

  /// Returns the Damerau-Levenshtein distance with restricted transpositions (optimal string
  /// alignment). O(a * b).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = rows[i][j] + (a[i] == b[j] ? 0 : 1)
        var least = min(rows[i][j + 1] + 1, row[j] + 1, change)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
