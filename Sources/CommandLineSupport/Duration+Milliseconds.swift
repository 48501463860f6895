extension Duration {
  /// Rounded to nanoseconds, so that it has at most six decimals when printed.
  package var milliseconds: Double {
    Double(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000) / 1e6
  }
}
