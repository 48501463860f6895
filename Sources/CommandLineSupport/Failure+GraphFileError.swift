import GraphIO

extension Failure {
  /// - Parameter formatOption: the option that specifies the format of a file, if there is one.
  package init(_ error: GraphFileError, formatOption: String? = nil) {
    switch error.problem {
    case .unreadable: self = .noInput(error.description)
    case .unwritable: self = .cannotCreate(error.description)
    case .damaged, .unexpected, .limit: self = .badInput(error.description)
    case .memory, .tooLong: self = .tooLittleMemory(error.description)
    case .cancelled: self = .interrupted(error.description)
    case .unknownFormat:
      guard let formatOption else {
        self = .badInput(error.description)
        return
      }
      self = .badInput(
        "\(error.file): neither the name nor the content says which format it is; \(formatOption) "
          + "does: \(GraphFormat.all.map(\.id).joined(separator: ", "))")
    }
  }
}
