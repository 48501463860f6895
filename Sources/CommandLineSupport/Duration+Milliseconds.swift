extension Duration {
  /// The duration in milliseconds, rounded to nanoseconds, so that it prints with at most six
  /// decimals.
  package var milliseconds: Double {
    Double(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000) / 1e6
  }
}
