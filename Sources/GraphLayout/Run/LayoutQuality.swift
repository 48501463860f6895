/// The trade-off between quality and time. docs/layouts.md has a table of its meaning for each
/// layout.
public enum LayoutQuality: String, Sendable, Hashable, CaseIterable {
  /// For a preview: a third to a half of the time.
  case quick
  /// For interactive use; the default.
  case balanced
  /// For a final picture: three to ten times the time.
  case best
}

extension LayoutQuality {
  /// Returns one of three values.
  package func pick<Value>(quick: Value, balanced: Value, best: Value) -> Value {
    switch self {
    case .quick: quick
    case .balanced: balanced
    case .best: best
    }
  }

  /// The number of ticks of simulations.
  var ticks: Int { pick(quick: 80, balanced: 200, best: 500) }
}
