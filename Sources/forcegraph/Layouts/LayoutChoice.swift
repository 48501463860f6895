import Graphs

/// The argument of --layout: a layout of the library, or the existing positions.
enum LayoutChoice: Hashable, Sendable {
  case method(LayoutMethod)
  /// The positions of the file.
  case keep

  static let automatic = LayoutChoice.method(.automatic)
  static let all = LayoutMethod.all.map(LayoutChoice.method) + [.keep]

  var id: String {
    switch self {
    case .method(let method): method.id
    case .keep: "keep"
    }
  }

  init?(id: String) {
    guard let choice = Self.all.first(where: { $0.id == id }) else { return nil }
    self = choice
  }

  /// The layout method; nil if positions are kept.
  var method: LayoutMethod? {
    if case .method(let method) = self { return method }
    return nil
  }

  func has(_ ability: LayoutMethod.Abilities) -> Bool {
    method?.abilities.contains(ability) ?? false
  }

  /// True if it uses the positions of --start.
  var takesStart: Bool { self == .keep || has(.start) }

  var worksInSpace: Bool { method?.worksInSpace ?? true }

  /// Returns the ids of some layouts, for messages: `tree, radial and trie`.
  static func ids(where isMeant: (LayoutChoice) -> Bool) -> String {
    let ids = all.filter(isMeant).map(\.id)
    guard let last = ids.last, ids.count > 1 else { return ids.first ?? "" }
    return ids.dropLast().joined(separator: ", ") + " and " + last
  }

  static func ids(with ability: LayoutMethod.Abilities) -> String { ids { $0.has(ability) } }
}
