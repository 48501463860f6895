import ArgumentParser
import FileWriting

/// Detection of unknown options. The parser reports them only after the command has validated its
/// own, so another error may hide the misspelt option that caused it.
enum UnknownOption {
  /// Returns the text of an error, or a message on an unknown option instead.
  static func added<Command: ParsableCommand>(
    to text: String, _ arguments: [String], _ program: Command.Type
  ) -> String {
    guard let found = sentence(arguments, program) else { return text }
    let usage = text.components(separatedBy: "\n").drop { !$0.hasPrefix("Usage:") }
    return (["Error: \(found)"] + usage).joined(separator: "\n")
  }

  /// Returns a message on the first unknown option; nil if there is none.
  static func sentence<Command: ParsableCommand>(
    _ arguments: [String], _ program: Command.Type
  ) -> String? {
    let text = Data(program._dumpHelp().utf8)
    guard let tool = try? JSONDecoder().decode(Tool.self, from: text) else { return nil }
    let command = tool.command.subcommands?.first { $0.commandName == arguments.first }
    // Without a command, the parser's error is about that.
    guard let options = (command ?? tool.command).arguments else { return nil }
    if command == nil, tool.command.subcommands?.isEmpty == false { return nil }
    guard let word = unknown(arguments, options) else { return nil }
    let names = options.flatMap(\.longNames)
    let meant = Suggestion.option(for: word, among: names)
    return "Unknown option '--\(word)'." + (meant.map { " Did you mean '--\($0)'?" } ?? "")
  }

  private static func unknown(_ arguments: [String], _ options: [Tool.Argument]) -> String? {
    var takesValue: [String: Bool] = [:]
    for option in options {
      for name in option.names ?? [] { takesValue[name.option] = option.kind == "option" }
    }
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      let name = String(argument.prefix { $0 != "=" })
      if let hasValue = takesValue[name] {
        if hasValue, name == argument { rest = rest.dropFirst() }
      } else if name.hasPrefix("--"), !ofEveryProgram.contains(name) {
        return String(name.dropFirst(2))
      }
    }
    return nil
  }

  private static let ofEveryProgram: Set = [
    "--help", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  /// The required parts of the parser's description of a program.
  private struct Tool: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      let kind: String
      let names: [Name]?

      var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map(\.name) }
    }

    struct Name: Decodable {
      let kind: String
      let name: String

      var option: String { (kind == "long" ? "--" : "-") + name }
    }
  }
}
