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

/// The receiver of results that a page does not use: `discard <~ try simulation.run()`. The
/// compiler warns of `_ = ` for a call without a result, and only the compiler knows which calls
/// have none.
struct Discard {
  static func <~ <Value>(discard: Discard, value: Value) {}
}
let discard = Discard()

/// Ends the program if a claim of the page is false. It is called in code that the page hides, so
/// that the reported location is a line of the page.
func expect(_ isSo: Bool, file: String = #filePath, line: Int = #line) {
  if !isSo { complain("\(file):\(line): this is not so") }
}

/// Ends the program with a message.
func complain(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(1)
}

/// Redirects the program's standard input to a file.
func useAsStandardInput(_ path: String) {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0, dup2(descriptor, STDIN_FILENO) >= 0 else {
    complain("doc-snippets: \(path) cannot be opened")
  }
  close(descriptor)
}
