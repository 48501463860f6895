import ForceSimulation
import ForceSimulationLive
import Foundation
@_spi(Interfaces) import Graphs
import Testing

@testable import GraphView
@testable import GraphViewServer

#if MPI
import ForceSimulationDistributed
#endif

/// Every public error type of all libraries has a message. The tests are in this target because it
/// depends on all libraries.
struct ErrorSentenceTests {
  private static let errors: [any Error] =
    [
      SimulationError.tooManyNeighbors(limit: 3), LiveError.unknownNode("Valjean"),
      GraphError("there is no node 4"), GraphFileError(file: "a.csv", problem: .damaged("it ends")),
      LayoutError.badWeight(edge: 1, value: "-2"),
      RenderingError.wrongOffsets(expected: 4, found: 2),
      GraphViewError.duplicateNode("Valjean"), StyleRequest.Problem("--curve is -1 to 1, not 2."),
      ViewBrowser.Failure(description: "there is no browser"),
    ] + distributed

  #if MPI
  private static let distributed: [any Error] = [DistributedError.noMPI("there is no MPI")]
  #else
  private static let distributed: [any Error] = []
  #endif

  /// By the protocol, as in a `catch` that does not know the type.
  @Test func localizedDescriptionIsTheDescription() {
    for error in Self.errors { #expect(error.localizedDescription == "\(error)") }
  }

  /// By the type, without LocalizedError.
  @Test func errorsOfTheCoreHaveTheirOwn() {
    let error = SimulationError.tooManyNeighbors(limit: 3)
    #expect(error.localizedDescription == error.description)
  }

  /// A type that is new in the sources has to be in the list above.
  @Test func allTypesAreHere() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let declaration =
      /^ *(?:public (?:final |indirect )*(?:enum|struct|class|actor)|extension) (?:\w+\.)*(\w+)[^\n{]*[:,] *(?:Localized)?Error\b/
    var declared: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: declaration.anchorsMatchLineEndings()) {
        declared.insert(String(match.output.1))
      }
    }
    // The library of the trait MPI may not be there.
    if Self.distributed.isEmpty { declared.remove("DistributedError") }
    let known = Set(Self.errors.map { String(describing: type(of: $0)) })
    #expect(declared == known)
  }
}
