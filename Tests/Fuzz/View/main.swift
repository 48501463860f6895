import Foundation
import FuzzSupport
import GraphModel
import GraphView
import GraphViewServer

// Sends damaged messages to a view, one kind for a given time:
//
//     view-fuzz KIND SECONDS [SEED [FIRST]]
//
// KIND is one of those that "view-fuzz kinds" prints: view-messages go to a session without sockets, as do
// view-orders, which are whole messages in any sequence; view-heads and view-frames to a server over real ones. Every input follows from SEED and its
// number; a session is made anew every 100 inputs, at whose beginning a repetition has to begin too.
// Between inputs, a viewer that does everything right has to get what it always gets.

let arguments = CommandLine.arguments
let kinds: [String: () async throws -> any Target] = [
  "view-messages": { try await Messages() }, "view-orders": { try await Orders() },
  "view-heads": { try await Heads() }, "view-frames": { try await Frames() },
]
if arguments.dropFirst() == ["kinds"] {
  for kind in kinds.keys.sorted() { print(kind) }
  exit(0)
}
guard arguments.count >= 3, let make = kinds[arguments[1]], let seconds = Double(arguments[2])
else {
  print("usage: view-fuzz KIND SECONDS [SEED [FIRST]]")
  exit(64)
}
let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
let first = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0

Watch.begin()
let deadline = ContinuousClock.now + .seconds(seconds)
Watch.current = first / 100 * 100
var done = 0
while ContinuousClock.now < deadline {
  let target = try await make()
  for _ in 0..<100 {
    let input = target.damage.input(number: Watch.current, seed: seed)
    alarm(20)
    try await target.take(input)
    alarm(0)
    Watch.current += 1
    done += 1
  }
  alarm(20)
  try await target.end()
  alarm(0)
}
print(
  "\(arguments[1]): \(done) inputs in \(Int(seconds)) s; no crash, no hang (seed \(seed))")
