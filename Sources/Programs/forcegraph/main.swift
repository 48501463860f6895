#if Tools

import ForcegraphTool

runForcegraph()

#else

import Foundation

let message =
  "Error: this forcegraph was built without the package trait Tools; build it with: "
  + "swift build -c release --traits Tools --product forcegraph\n"
FileHandle.standardError.write(Data(message.utf8))
// As Failure.unavailable of CommandLineSupport, which is not there without the trait.
exit(69)

#endif
