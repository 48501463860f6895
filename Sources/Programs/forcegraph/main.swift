#if Tools

import ForcegraphTool

runForcegraph()

#else

import Foundation

let message =
  "Error: this forcegraph was built without the package trait Tools; build it with: "
  + "swift build -c release --traits Tools --product forcegraph\n"
FileHandle.standardError.write(Data(message.utf8))
// This equals Failure.unavailable of CommandLineSupport, which is missing without the trait.
exit(69)

#endif
