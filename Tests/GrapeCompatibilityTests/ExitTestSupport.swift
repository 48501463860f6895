import Testing

/// Returns true if a process that was expected to trap printed `words` before it did.
func says(_ words: String, _ result: ExitTest.Result?) -> Bool {
  guard let result else { return false }
  return String(decoding: result.standardErrorContent, as: UTF8.self).contains(words)
}
