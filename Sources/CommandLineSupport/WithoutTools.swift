#if !Tools

import Foundation

/// Ends a program that was built without the package trait `Tools`, with a sentence.
package func exitWithoutTools(_ program: String) -> Never {
  warn(
    "Error: this \(program) was built without the package trait Tools; "
      + "build it with: swift build -c release --traits Tools --product \(program)")
  exit(Failure.unavailable("").exitCode)
}

#endif
