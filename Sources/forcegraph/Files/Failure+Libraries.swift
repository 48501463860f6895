import CommandLineSupport
import GraphIO
import GraphLayout
import GraphRendering

// What the libraries throw, with the exit code that fits.

extension Failure {
  init(_ error: GraphFileError) {
    switch error.problem {
    case .unreadable: self = .noInput(error.description)
    case .unwritable: self = .cannotCreate(error.description)
    case .damaged, .unexpected, .limit: self = .badInput(error.description)
    case .memory, .tooLong: self = .tooLittleMemory(error.description)
    case .cancelled: self = .interrupted(error.description)
    case .unknownFormat:
      self = .badInput(
        "\(error.file): neither the name nor the content says which format it is; --input-format "
          + "does: \(GraphFormat.all.map(\.id).joined(separator: ", "))")
    }
  }

  init(_ error: LayoutError) {
    switch error {
    case .linearAlgebraMissing, .linearAlgebraNotInstalled: self = .unavailable(error.description)
    case .badOption: self = .usage(error.description)
    case .nodeCountOutOfRange, .wrongLength, .edgeEndOutOfRange, .badWeight, .badPosition,
      .tooLarge:
      self = .badInput(error.description)
    case .linearAlgebraFailed: self = .internalError(error.description)
    }
  }

  init(_ error: RenderingError) {
    switch error {
    case .traitMissing: self = .unavailable(error.description)
    case .outOfRange, .tooManyPixels: self = .usage(error.description)
    case .tooMany: self = .badInput(error.description)
    case .wrongLength, .edgeEndOutOfRange, .cairo: self = .internalError(error.description)
    }
  }
}

/// Runs a command; what libraries throw becomes a sentence and an exit code too.
func withLibraryErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as GraphFileError {
    throw Failure(error)
  } catch let error as LayoutError {
    throw Failure(error)
  } catch let error as RenderingError {
    throw Failure(error)
  }
}
