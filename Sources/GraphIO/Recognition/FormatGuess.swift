/// The format that a file seems to have by its beginning.
struct FormatGuess {
  let format: GraphFormat
  /// True when a file of another format would hardly look like this.
  let isCertain: Bool

  /// The first format, by rank, whose reader finds that the file looks like its own.
  init?(_ beginning: FileBeginning) {
    for format in GraphFormat.byRank {
      // Any lines may be a list.
      if format.isLines, beginning.unreadFormat != nil { return nil }
      guard let likeness = format.reader.likeness(of: beginning, to: format) else { continue }
      self.format = format
      isCertain = likeness == .certain
      return
    }
    return nil
  }
}
