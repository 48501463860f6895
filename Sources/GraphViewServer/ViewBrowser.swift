import Dispatch
import FileWriting

/// The user's browser.
package enum ViewBrowser {
  /// The reason why no page was opened, as a sentence.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A file that redirects to the page. It keeps the secret address out of the list of processes,
  /// as only the user can read the file.
  package struct Leader: Sendable {
    private let file: PrivateFile
    var path: String { file.path }

    fileprivate init(_ file: PrivateFile) { self.file = file }

    /// Removes the file. If the browser has not read it yet, the page does not open.
    package func remove() { file.remove() }
  }

  /// Creates the file that redirects to an address.
  static func leader(to address: String) throws(Failure) -> Leader {
    let text =
      "<!doctype html><meta charset=\"utf-8\"><title>forcegraph</title>"
      + "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">"
    do {
      return Leader(try PrivateFile(prefix: "forcegraph-", suffix: ".html", Array(text.utf8)))
    } catch {
      throw Failure(
        description: "no file can be made that leads the browser to the page: \(error.reason)")
    }
  }

  /// Opens the address of a `GraphViewServer`.
  ///
  /// - Parameter onFailure: called from any thread if the system has no browser.
  package static func open(
    _ address: String, onFailure: (@Sendable (Failure) -> Void)? = nil
  ) throws(Failure) -> Leader {
    let leader = try leader(to: address)
    #if os(macOS)
    let program = "open"
    #else
    let program = "xdg-open"
    #endif
    do {
      let process = try start(["/usr/bin/env", program, leader.path])
      // The program may run as long as the browser does, so it is waited for in a thread of its own.
      DispatchQueue(label: "browser").async {
        let status = exitStatus(of: process)
        if status != 0 {
          onFailure?(
            Failure(description: "no browser was opened (\(program) ended with \(status))"))
        }
      }
    } catch {
      leader.remove()
      throw error
    }
    return leader
  }

  /// Starts a program by its path and arguments, without input and output. Ctrl-C in the terminal does
  /// not end it, and it has none of this process's signal settings. All files and sockets are opened so that
  /// they are closed in it.
  static func start(_ arguments: [String]) throws(Failure) -> pid_t {
    #if canImport(Darwin)
    var (files, settings): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    let environment = _NSGetEnviron().pointee
    #else
    var (files, settings) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    let environment = environ
    #endif
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&settings)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&settings)
    }
    for number in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&files, number, "/dev/null", O_RDWR, 0)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&settings, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&settings, &signals)
    posix_spawnattr_setflags(&settings, Int16(flags))
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &files, &settings, &words, environment)
    if code == 0 { return process }
    throw Failure(
      description: "no browser can be started: \(String(cString: strerror(code)))")
  }

  /// Waits for a process, and returns its exit status, or the number of the signal that ended it.
  static func exitStatus(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : signal
  }
}
