/// The format chosen for a file, with a note on the choice.
struct FormatChoice {
  let format: GraphFormat
  private(set) var note: String?
  private let guess: FormatGuess?

  /// - Parameter given: the format that the caller specifies; it is used unless the file cannot
  ///   have it.
  init(
    given: GraphFormat?, among formats: [GraphFormat], name: String, beginning: FileBeginning
  ) throws(GraphFileError) {
    let guess = FormatGuess(beginning, among: formats)
    self.guess = guess
    let named = GraphFormat(fileName: name, among: formats)
    guard let said = given ?? named else {
      if guess == nil, let other = beginning.unreadFormat {
        throw GraphFileError(
          file: name, location: FileLocation(line: 1, column: 1),
          problem: .unexpected(found: other, expected: "a format that is read"))
      }
      guard let guess else { throw GraphFileError(file: name, problem: .unknownFormat) }
      format = guess.format
      if !guess.format.isKin(of: .edgeList), guess.format.isLines {
        note =
          "neither the name nor a mark says the format; the lines look like "
          + "\(guess.format.titleInSentence)"
      }
      return
    }
    // Node names may resemble the beginnings of other formats.
    guard let guess, guess.isCertain, !guess.format.isKin(of: said),
      said.reader.likeness(of: beginning, to: said) != .certain
    else {
      format = said
      return
    }
    if given == nil {
      format = guess.format
      note =
        "the name says \(said.titleInSentence), but the content is \(guess.format.titleInSentence)"
    } else {
      format = said
      if !said.reader.noticesOtherFormats || said.isLines && !guess.format.isLines {
        throw GraphFileError(
          file: name, location: FileLocation(line: 1, column: 1),
          problem: .unexpected(
            found: "what looks like \(guess.format.titleInSentence)",
            expected: "\(said.titleInSentence) (the format is \(guess.format.id))"))
      }
    }
  }

  /// Returns the error with a hint at the likely format, if that is a different one.
  func explaining(_ error: GraphFileError) -> GraphFileError {
    guard let guess, !guess.format.isKin(of: format), guess.isCertain,
      case .unexpected(let found, let expected) = error.problem, !expected.contains("(the format")
    else { return error }
    return GraphFileError(
      file: error.file, location: error.location,
      problem: .unexpected(
        found: found,
        expected: "\(expected) (the file looks like \(guess.format.titleInSentence), format "
          + "\(guess.format.id))"))
  }
}
