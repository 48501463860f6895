import CommandLineSupport
import Foundation
import Testing
import _TestSupport

/// Text from files must not send control sequences to a terminal.
struct ForeignTextTests {
  @Test(arguments: [
    ("plain äöü 漢字 👩‍👩‍👧 ✈️", "plain äöü 漢字 👩‍👩‍👧 ✈️"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"),
    ("\u{0}\n\r\t\u{7F}", "\\u{0}\\n\\r\\t\\u{7F}"), ("\u{9B}31m", "\\u{9B}31m"),
    ("\r\n", "\\r\\n"), ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
    ("a\u{2028}b\u{200B}c\u{FEFF}", "a\\u{2028}b\\u{200B}c\\u{FEFF}"),
    ("\u{E0041}", "\\u{E0041}"), ("a\u{AD}b", "a\\u{AD}b"),
  ])
  func hiddenCharactersAreShown(_ text: String, _ shown: String) {
    #expect(text.visible == shown)
    #expect(text.visible.visible == shown)
    #expect(Style.plain.printed(text).replacing("\n", with: "\\n") == shown)
  }

  @Test func stylesAreNotHidden() {
    let style = Style(isPlain: false)
    #expect(
      style.printed(style.bad("no\u{1B}[32m") + "\nyes")
        == "\u{1B}[1;31mno\\u{1B}[32m\u{1B}[0m\nyes")
    #expect(Style.plain.printed("a\u{10FFF4}b") == "a\u{10FFF4}b")
    let cells = Table.aligned([["a\nb", style.good("ok")], ["c", "d"]], leftColumns: 2)
    #expect(cells.split(separator: "\n").count == 2)
  }

  /// A file on a terminal keeps its lines and tabs; some terminals obey single bytes above 127.
  @Test func filesForTerminalsAreText() {
    func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes.visibleText, as: UTF8.self) }
    #expect(shown(Array("a\tb\u{1B}[2J\r\nc\u{202E}".utf8)) == "a\tb\\u{1B}[2J\\r\nc\\u{202E}")
    #expect(shown([0x61, 0x9B, 0x33, 0x31, 0x6D]) == "a\u{FFFD}31m")
    #expect(shown(Array("plain äöü\n".utf8)) == "plain äöü\n")
  }

  /// Pipes get the bytes as they are; on_terminal.py of scripts/adversary has the terminals.
  @Test func pipesGetTheBytesOfFiles() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "g.csv").path(percentEncoded: false)
      try Data("source,target\na\u{1B}[2J,b\n".utf8).write(to: URL(filePath: path))
      for arguments in [["measure", path, "--degree"], ["convert", path, "-", "--format", "csv"]] {
        let outcome = try forcegraph.start(arguments).outcome()
        #expect(outcome.output.contains("a\u{1B}[2J"), "\(arguments)")
      }
    }
  }

  @Test func jsonHoldsHiddenCharactersAsEscapes() throws {
    let text = "a\u{1B}\u{7F}\u{9B}\u{202E}\u{E0041}\n"
    let json = JSONValue.string(text).text
    #expect(json == #""a\u001b\u007f\u009b\u202e\udb40\udc41\n""#)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
  }

  /// Escape sequences in all that a file can name.
  private static let hostile: String = {
    let code = #"\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\n"#
    return """
      {"nodes": [{"id": "a\(code)", "k\(code)": "v\(code)", "num\(code)": 1.5, "x": 1, "y": 2},
        {"id": "b\(code)", "k\(code)": "w\(code)"}, {"id": "c", "x": "\(code)"}],
        "links": [{"source": "a\(code)", "target": "b\(code)", "w\(code)": "x"}],
        "graph": {"t\(code)": "u\(code)"}}
      """
  }()

  @Test func noCommandReachesTheTerminal() throws {
    let name = "g\u{1B}[31m\u{202E}.json"
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      try Data(Self.hostile.utf8).write(to: URL(filePath: path(name)))
      try Data("{\"nodes\": [\u{1B}[2J\u{9B}".utf8).write(to: URL(filePath: path("bad\u{1B}.json")))
      try Data("id,x,y\nq\u{1B}[2J,1,2\n".utf8).write(to: URL(filePath: path("p.csv")))
      let commands = [
        ["info", path(name)], ["info", path(name), "--json"], ["metrics", path(name)],
        ["info", path("bad\u{1B}.json")], ["info", path("no\u{1B}.json")], ["info", "\u{1B}[2J"],
        ["--no\u{1B}[2J"], ["info", path(name), "--weight-attribute", "k\u{1B}"],
        ["convert", path(name), path("o\u{1B}.mtx")], ["convert", path(name), path("o.\u{1B}")],
        [
          "layout", path(name), "-o", path("o\u{1B}.svg"), "--verbose", "--color-by", "group\u{1B}",
        ],
        ["layout", path(name), "-o", path("o.svg"), "--verbose", "--start", path("p.csv")],
        ["layout", path(name), "-o", path("o.svg"), "--verbose", "--color-by", "label"],
        ["layout", path(name), "-o", path("o.svg"), "--layout", "tree", "--root", "q\u{1B}"],
      ]
      for arguments in commands {
        let outcome = try forcegraph.start(arguments).outcome()
        for text in [outcome.output, outcome.errors] {
          let hidden = text.unicodeScalars.filter { $0.isHidden && $0 != "\n" }
          #expect(hidden.isEmpty, "\(arguments.map(\.visible)): \(text.visible)")
        }
      }
    }
  }
}
