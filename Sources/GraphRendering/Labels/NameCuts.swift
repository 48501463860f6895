/// Where names that are too long are cut: not where they differ from others.
///
/// Names that begin alike, such as those of modules, would all be the same with their ends cut off. Such a
/// name loses its beginning instead, up to the last sign that ends a part of it (`.`, `/`, a blank), or its
/// middle where it has no parts. A beginning that nearly all names have, such as that of a package, is
/// left out everywhere.
struct NameCuts {
  private let names: [String]
  /// The beginning that nearly all names have; empty if there is none.
  private let beginning: String
  /// A longer beginning that many of them have, which is left out where names stay different.
  private let common: String
  /// The names without `common` that would be those of others.
  private let ambiguous: Set<ExactText>
  /// Of long names: how many scalars the one that is most like it begins with, too.
  private var shared: [Int: Int] = [:]

  /// Scalars that a name shows at least beyond those it shares with another.
  private static let leastDifference = 4
  /// What ends a part of a name.
  private static let separators: Set<Unicode.Scalar> = [
    ".", "/", ":", "\\", "_", "-", " ", ",", "|", "#", "@", ">",
  ]

  /// - Parameter room: the width at size 1 that no name is cut for.
  init(_ names: [String], room: Double) {
    self.names = names
    beginning = Self.beginning(of: names)
    (common, ambiguous) = Self.common(of: names, after: beginning)
    var long: [(text: [Unicode.Scalar], number: Int)] = []
    for (number, name) in names.enumerated() {
      // No letter is wider than one and a half sizes.
      guard name.utf8.count > Int(room / 1.5), TextMetrics.width(of: name) > room else { continue }
      long.append((Array(LabelText.shown(name, limit: .infinity).unicodeScalars), number))
    }
    guard long.count > 1 else { return }
    long.sort { first, second in
      first.text == second.text
        ? first.number < second.number : first.text.lexicographicallyPrecedes(second.text)
    }
    var begin = 0
    var before: [Unicode.Scalar] = []
    while begin < long.count {
      var end = begin + 1
      while end < long.count, long[end].text == long[begin].text { end += 1 }
      let after = end < long.count ? long[end].text : []
      let text = long[begin].text
      let count = max(Self.shared(text, before), Self.shared(text, after))
      for place in begin..<end { shared[long[place].number] = count }
      before = text
      begin = end
    }
  }

  /// The signs between the parts of names that are paths, and the number of names and the part of them
  /// that a beginning must have in common to be left out.
  private static let partEnds: Set<Character> = [".", "/", ":", "\\"]
  private static let leastNames = 12
  private static let leastShare = 0.95

  /// The longest beginning of whole parts that nearly all names share.
  private static func beginning(of names: [String]) -> String {
    let given = names.filter { !$0.isEmpty }
    guard given.count >= leastNames else { return "" }
    // One of these three has it if nearly all have.
    let samples = [given[given.count / 4], given[given.count / 2], given[given.count * 3 / 4]]
    var longest = ""
    for sample in samples {
      let start = sample.prefix(100)
      for place in start.indices where partEnds.contains(start[place]) {
        let part = String(start[...place])
        guard part.count > max(longest.count, 3) else { continue }
        let count = given.count { $0.count > part.count && $0.hasPrefix(part) }
        if Double(count) >= leastShare * Double(given.count) { longest = part }
      }
    }
    return longest
  }

  /// The part of the names that have a beginning in common that is left out.
  private static let commonShare = 0.25

  /// The longest beginning of whole parts after that of all names that many share, and the names without it that
  /// others have without theirs.
  private static func common(
    of names: [String], after beginning: String
  ) -> (common: String, ambiguous: Set<ExactText>) {
    let given = names.filter { $0.count > beginning.count && $0.hasPrefix(beginning) }
    guard !beginning.isEmpty, given.count >= leastNames else { return ("", []) }
    var longest = ""
    for sample in 1...7 {
      let start = given[given.count * sample / 8].prefix(100)
      for place in start.indices where partEnds.contains(start[place]) {
        let part = String(start[...place])
        guard part.count > max(longest.count, beginning.count) else { continue }
        let count = given.count { $0.count > part.count && $0.hasPrefix(part) }
        if Double(count) >= commonShare * Double(given.count) { longest = part }
      }
    }
    if longest.isEmpty { return ("", []) }
    var counts: [ExactText: Int] = [:]
    for name in given {
      let hasCommon = name.count > longest.count && name.hasPrefix(longest)
      let rest = String(name.dropFirst((hasCommon ? longest : beginning).count))
      counts[ExactText(rest), default: 0] += 1
    }
    return (longest, Set(counts.lazy.filter { $0.value > 1 }.map(\.key)))
  }

  private static func shared(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    zip(first, second).prefix { $0 == $1 }.count
  }

  /// A name as it is written in so much room, at size 1.
  func shown(_ number: Int, limit: Double) -> String {
    let name = names[number]
    if !beginning.isEmpty, name.count > beginning.count, name.hasPrefix(beginning) {
      let hasCommon = !common.isEmpty && name.count > common.count && name.hasPrefix(common)
      let short = hasCommon ? name.dropFirst(common.count) : ""
      let isShort = hasCommon && !ambiguous.contains(ExactText(String(short)))
      let rest = String(LabelText.ellipsis) + (isShort ? short : name.dropFirst(beginning.count))
      if TextMetrics.width(of: rest.prefix(4096)) <= limit {
        return LabelText.shown(rest, limit: limit)
      }
    }
    let cut = LabelText.shown(name, limit: limit)
    guard let shared = shared[number], cut.last == LabelText.ellipsis else { return cut }
    let kept = cut.unicodeScalars.count - 1
    let text = Array(LabelText.shown(names[number], limit: .infinity).unicodeScalars)
    let needed = min(shared + Self.leastDifference, text.count)
    if kept >= needed || kept == 0 { return cut }
    // The longest end of whole parts that there is room for, which begins where names still agree.
    let ellipsis = String(LabelText.ellipsis)
    let room = limit - TextMetrics.width(of: ellipsis)
    var start = shared
    var left = room
    for place in text.indices.reversed() {
      left -= TextMetrics.width(of: String(text[place]))
      if left < 0 { break }
      let isPart = place > 0 && Self.separators.contains(text[place - 1])
      if isPart, place <= shared { start = place }
    }
    if start == shared {
      // There is no room for the whole end: from the part in which the name differs, or a little before.
      let part = text[..<shared].lastIndex { Self.separators.contains($0) }.map { $0 + 1 }
      start = part.flatMap { shared - $0 <= kept / 2 ? $0 : nil } ?? max(shared - 2, 0)
    }
    // A mark stands on the letter before it.
    while start < text.count - 1, text[start].properties.isGraphemeExtend { start += 1 }
    let end = LabelText.shown(String(String.UnicodeScalarView(text[start...])), limit: room)
    return end.unicodeScalars.count > 1 ? ellipsis + end : cut
  }
}
