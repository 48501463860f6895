import ArgumentParser
import FileWriting

/// Runs a program from its arguments to its exit code, and prints its help and errors.
///
/// `ParsableCommand.main()` does the same, but does not notice output errors.
///
/// - Parameter completing: returns the arguments to parse for those of the command line.
package func runProgram<Command: ParsableCommand>(
  _ program: Command.Type,
  completing: ([String]) throws -> [String] = { $0 }
) -> Never {
  StandardStreams.occupyClosed()
  Signals.install()
  var arguments = Array(CommandLine.arguments.dropFirst())
  do {
    arguments = try completing(arguments)
    var command = try parsed(arguments, program)
    try command.run()
    exit(0)
  } catch {
    exit(exitCode(printing: error, arguments, program))
  }
}

/// Returns the command of arguments.
///
/// On the way down from the program, ArgumentParser lists the options of a subcommand two times
/// more than for the subcommand alone, which takes milliseconds. So the subcommand is asked first,
/// and the program where that does not end with it: help and errors name the program.
private func parsed<Command: ParsableCommand>(
  _ arguments: [String], _ program: Command.Type
) throws -> any ParsableCommand {
  let named = program.configuration.subcommands.first {
    $0.configuration.commandName != nil && $0.configuration.commandName == arguments.first
  }
  if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
    type(of: command) == named
  {
    return command
  }
  return try program.parseAsRoot(arguments)
}

private func exitCode<Command: ParsableCommand>(
  printing error: any Error, _ arguments: [String], _ program: Command.Type
) -> Int32 {
  let code = program.exitCode(for: error)
  let text = program.fullMessage(for: error)
  if text.isEmpty { return code.rawValue }
  if code != .success {
    let known =
      code == .validationFailure ? UnknownOption.added(to: text, arguments, program) : text
    StandardError.write(Suggestion.added(to: known).visibleLines + "\n")
    return code.rawValue
  }
  do { try StandardOutput.write(Array((text + "\n").utf8)) } catch {
    warn("Error: \(error.message)")
    return error.exitCode
  }
  return code.rawValue
}

/// Runs the body of a command: a failure becomes its message and exit code.
///
/// - Parameter catchesInterrupts: true if Ctrl-C, TERM and HUP are requests from now on, instead of
///   ending the process.
package func withExitCodes(catchesInterrupts: Bool = true, _ body: () throws -> Void) throws {
  if catchesInterrupts { Interrupt.install() }
  do { try body() } catch let failure as Failure {
    warn("Error: \(failure.message)")
    throw ExitCode(failure.exitCode)
  }
}
