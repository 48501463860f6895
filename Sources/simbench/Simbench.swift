import ArgumentParser
import CommandLineSupport

/// Runs simbench from its arguments to its exit code.
package func runSimbench() -> Never { runProgram(Simbench.self) }

/// Times a force simulation pass by pass, verifies its results and compares programs.
struct Simbench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simbench",
    abstract: "Times a force-directed simulation, checks its results, and compares them.",
    discussion: """
      EXAMPLES
        simbench --nodes 1000 --dim 3                 one scene, force by force (simbench run)
        simbench sweep --csv sizes.csv                many sizes in one table
        simbench verify                               kernels against the reference engine
        simbench compare old/simbench new/simbench    is one of two builds slower?
        simbench info                                 what would run on this machine, and why

      "simbench help run" and so on tell the options, with more examples. For completion in the \
      shell, put what "simbench --generate-completion-script bash" prints (or zsh, or fish) where \
      your shell looks for completions.

      EXIT CODES
          0  done, and all that was checked is as it has to be
          1  a deviation is beyond its bound, a state hash is not the expected one, a node would \
      have become infinite, or a comparison says "slower"
         64  an option is wrong
         65  the graph file is damaged, or of no known format; a report is not one of simbench's
         66  a file cannot be read
         69  this machine lacks the instruction set
         70  the library refused the scene, or a program to compare failed
         71  there is not enough memory for the scene
         73  a file, or standard output, cannot be written
        129  stopped by the signal HUP, as by Ctrl-C
        130  stopped by Ctrl-C, after printing what had been measured
        143  stopped by the signal TERM, as by Ctrl-C
      """,
    version: packageVersion,
    subcommands: [Run.self, Sweep.self, Verify.self, Compare.self, Info.self, Tick.self],
    defaultSubcommand: Run.self)
}
