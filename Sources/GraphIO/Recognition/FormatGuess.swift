/// The format that the beginning of a file suggests.
struct FormatGuess {
  let format: GraphFormat
  /// True if files of other formats hardly ever look like this.
  let isCertain: Bool

  /// Returns the first format whose reader accepts the file: a program's own ones, in their order,
  /// then others by rank.
  init?(_ beginning: FileBeginning, among formats: [GraphFormat]) {
    for format in formats.filter({ $0.custom != nil }) + GraphFormat.byRank.filter(formats.contains)
    {
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
