import Foundation

/// Prints the number of the current input if the process ends by a signal, or if the input takes
/// too long.
public enum Watch {
  /// The input that is being read, for the handler of signals.
  nonisolated(unsafe) public static var current = 0

  /// What ends the process says the number of the input.
  public static func begin() {
    for fault in [SIGILL, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGTRAP] {
      signal(fault) { fault in
        Watch.complain("fuzz: crashed in input ")
        signal(fault, SIG_DFL)
        raise(fault)
      }
    }
    signal(SIGALRM) { _ in
      Watch.complain("fuzz: hangs in input ")
      _exit(3)
    }
  }

  private static func complain(_ what: StaticString) {
    // Nothing that takes memory, as this may be the result of there being none.
    what.withUTF8Buffer { _ = write(2, $0.baseAddress, $0.count) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
      digits.initialize(repeating: 0x30)
      digits[20] = 0x0A
      var (rest, place) = (current, 19)
      while rest > 0 {
        digits[place] = 0x30 + UInt8(rest % 10)
        rest /= 10
        place -= 1
      }
      _ = write(2, digits.baseAddress, digits.count)
    }
  }
}
