#if Tools

import SimbenchTool

runSimbench()

#else

import Foundation

let message =
  "Error: this simbench was built without the package trait Tools; build it with: "
  + "swift build -c release --traits Tools --product simbench\n"
FileHandle.standardError.write(Data(message.utf8))
// This equals Failure.unavailable of CommandLineSupport, which is missing without the trait.
exit(69)

#endif
