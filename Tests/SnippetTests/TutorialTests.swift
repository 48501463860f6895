import Foundation
import Testing
import _TestSupport

/// The commands of docs/tutorial-*.md, run from the text of the pages. Comments of HTML before a
/// block say what it is, as scripts/update-snippets has it for code in Swift, which SnippetTests runs:
///
///     <!-- file: people.csv -->   the block is a file that the reader writes
///     <!-- output -->             the block is what the commands before it have printed
///     <!-- not run: why -->       the commands are not run
struct TutorialTests {
  private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs").standardizedFileURL

  private static let pages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
    return names.filter { $0.hasPrefix("tutorial-") && $0.hasSuffix(".md") }.sorted()
  }()

  @Test func thereAreFive() {
    #expect(Self.pages.count == 5)
  }

  @Test(arguments: pages) func commandsRun(_ page: String) throws {
    let text = try String(contentsOf: Self.docs.appending(path: page), encoding: .utf8)
    try withTemporaryFolder { folder in
      var printed = ""
      for block in Block.all(of: text) {
        let place = "docs/\(page):\(block.line)"
        if let name = block.mark.value(of: "file") {
          try block.text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        } else if block.mark == "output" {
          #expect(printed == block.text, "\(place): the commands print something else")
        } else if block.language == "sh", block.mark.value(of: "not run") == nil {
          let outcome = try run(block.text, in: folder)
          let said = outcome.errors + outcome.output.suffix(500)
          #expect(outcome.exited && outcome.exitCode == 0, "\(place): \(said)")
          printed = outcome.output
        }
      }
    }
  }

  /// A command that fails fails the block, wherever it stands in it.
  @Test func failuresAreSeen() throws {
    try withTemporaryFolder { folder in
      let noFile = try run("forcegraph info none.csv\ntrue\n", in: folder)
      let noPipe = try run("false | true\n", in: folder)
      #expect(noFile.exitCode == 66 && noPipe.exitCode == 1)
    }
  }

  /// The programs of this build come first on the PATH.
  private func run(_ commands: String, in folder: URL) throws -> Program.Outcome {
    let programs = try Program(name: "forcegraph").executable.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try Program(path: "/usr/bin/env")(
      "bash", "-euo", "pipefail", "-c", "cd -- '\(folder.path)'\n" + commands,
      environment: ["PATH": "\(programs):\(path)"])
  }
}

/// A block of code in a page of Markdown.
private struct Block {
  var language: String
  /// What the comment before it says; empty if there is none.
  var mark: String
  var text: String
  /// Of its first line of code, from 1.
  var line: Int

  static func all(of page: String) -> [Block] {
    var blocks: [Block] = []
    var mark = ""
    var open: Block?
    for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          (open, mark) = (nil, "")
        } else {
          block.text += line + "\n"
          open = block
        }
      } else if line.hasPrefix("```") {
        open = Block(language: String(line.dropFirst(3)), mark: mark, text: "", line: index + 2)
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        mark = String(line.dropFirst(5).dropLast(4))
      } else if !line.isEmpty {
        mark = ""
      }
    }
    return blocks
  }
}

extension String {
  /// What follows `name: `.
  fileprivate func value(of name: String) -> String? {
    hasPrefix(name + ": ") ? String(dropFirst(name.count + 2)) : nil
  }
}
