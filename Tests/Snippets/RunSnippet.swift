import Foundation

/// Runs what the arguments ask for:
///
///     doc-snippets list           prints the names of the blocks that can be run
///     doc-snippets NAME FOLDER    runs one of them in a folder, which has the files that it reads
package func runSnippet() async {
  let arguments = CommandLine.arguments.dropFirst()
  if arguments.elementsEqual(["list"]) {
    for snippet in snippets where snippet.notRun == nil { print(snippet.name) }
    return
  }
  guard arguments.count == 2, let snippet = snippets.first(where: { $0.name == arguments.first }),
    let folder = arguments.last
  else { complain("doc-snippets: list, or NAME FOLDER") }
  guard FileManager.default.changeCurrentDirectoryPath(folder) else {
    complain("doc-snippets: there is no folder \(folder)")
  }
  // A block that waits for input that nobody gives, or for an end that does not come, must not hold
  // up all tests.
  useAsStandardInput("/dev/null")
  alarm(600)
  do { try await snippet.run() } catch { complain("\(snippet.name): \(error)") }
}
