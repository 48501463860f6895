import Foundation

/// One block of the documentation with those that continue it, as a function.
struct Snippet: Sendable {
  /// The page, and the number of the block in it: `docs/live.md#3`.
  let name: String
  /// Why it is compiled only; nil when it is run.
  let notRun: String?
  let run: @Sendable () async throws -> Void

  init(
    _ page: String, number: Int, _ run: @escaping @Sendable () async throws -> Void,
    notRun: String? = nil
  ) {
    name = "\(page)#\(number)"
    self.run = run
    self.notRun = notRun
  }
}

infix operator <~ : AssignmentPrecedence

/// What becomes of results that a page does not use: `discard <~ try simulation.run()`. The compiler
/// warns of `_ = ` where there is no result, which only it knows.
struct Discard {
  static func <~ <Value>(discard: Discard, value: Value) {}
}
let discard = Discard()

/// Ends the program when something is not as the page says. Called by code that the page leaves
/// out, so that the place is a line of the page.
func expect(_ isSo: Bool, file: String = #filePath, line: Int = #line) {
  if !isSo { complain("\(file):\(line): this is not so") }
}

/// Ends the program with a message.
func complain(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(1)
}

/// Makes a file the standard input of the program.
func useAsStandardInput(_ path: String) {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0, dup2(descriptor, STDIN_FILENO) >= 0 else {
    complain("doc-snippets: \(path) cannot be opened")
  }
  close(descriptor)
}
