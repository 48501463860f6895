import CommandLineSupport
import Graphs

// The errors of the libraries, with their exit codes.

extension Failure {
  init(ofFile error: GraphFileError) { self.init(error, formatOption: "--input-format") }

  init(_ error: LayoutError) {
    switch error {
    case .linearAlgebraMissing, .linearAlgebraNotInstalled: self = .unavailable(error.description)
    case .badOption: self = .usage(error.description)
    case .badGraph, .wrongLength, .badWeight, .badPosition, .tooLarge:
      self = .badInput(error.description)
    case .linearAlgebraFailed: self = .internalError(error.description)
    }
  }

  init(_ error: RenderingError) {
    switch error {
    case .traitMissing, .cairoNotInstalled: self = .unavailable(error.description)
    case .outOfRange, .tooManyPixels: self = .usage(error.description)
    case .tooMany: self = .badInput(error.description)
    case .unwritable: self = .cannotCreate(error.description)
    case .cancelled: self = .interrupted(error.description)
    case .wrongLength, .wrongOffsets, .edgeEndOutOfRange, .cairo:
      self = .internalError(error.description)
    }
  }
}

/// Runs a command; converts errors of the libraries to messages and exit codes.
func withLibraryErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as GraphFileError {
    throw Failure(ofFile: error)
  } catch let error as LayoutError {
    throw Failure(error)
  } catch let error as RenderingError {
    throw Failure(error)
  } catch let error as GraphError {
    throw Failure.usage(error.description)
  }
}
