/// The values that nodes or edges have unless they say otherwise.
struct DOTDefaults {
  /// The values before, by name; nil for a name that is new.
  typealias Changes = [(name: String, value: String?)]

  private var values: [String: String] = [:]
  /// In the order in which they were added.
  private(set) var names: [String] = []

  subscript(name: String) -> String? { values[name] }

  mutating func set(_ name: String, _ value: String, _ changes: inout Changes) {
    let old = values.updateValue(value, forKey: name)
    if old == nil { names.append(name) }
    changes.append((name, old))
  }

  /// Takes changes back, at the end of the braces that made them.
  mutating func restore(_ changes: Changes) {
    for (name, value) in changes.reversed() {
      values[name] = value
      if value == nil { names.removeLast() }
    }
  }
}
