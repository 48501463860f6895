/// The format that the beginning of a file suggests.
struct FormatGuess {
  let format: GraphFormat
  /// True if files of other formats hardly ever look like this.
  let isCertain: Bool

  /// Returns the first format, by rank, whose reader accepts the file.
  init?(_ beginning: FileBeginning) {
    for format in GraphFormat.byRank {
      // Almost any lines look like a list.
      if format.isLines, beginning.unreadFormat != nil { return nil }
      guard let likeness = format.reader.likeness(of: beginning, to: format) else { continue }
      self.format = format
      isCertain = likeness == .certain
      return
    }
    return nil
  }
}
