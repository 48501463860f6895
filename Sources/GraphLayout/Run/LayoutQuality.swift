/// How much time a layout may take to be good. What it means for each is in the table of docs/layouts.md.
public enum LayoutQuality: String, Sendable, Hashable, CaseIterable {
  /// A first look: a third to a half of the time.
  case quick
  /// What a person waits for gladly; the default.
  case balanced
  /// Three to ten times the time, for the picture that is kept.
  case best
}

extension LayoutQuality {
  /// One of three values.
  package func pick<Value>(quick: Value, balanced: Value, best: Value) -> Value {
    switch self {
    case .quick: quick
    case .balanced: balanced
    case .best: best
    }
  }

  /// How many ticks simulations cool for.
  var ticks: Int { pick(quick: 80, balanced: 200, best: 500) }
}
