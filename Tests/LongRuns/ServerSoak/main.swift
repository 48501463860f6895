import Client
import Foundation
import GraphModel
import GraphView
import GraphViewServer
import Memory

// Viewers of a server that come, drag, add and remove nodes, and go, all the time:
//
//     server-soak SECONDS [NODES [SEED]]
//
// The server is a process of its own (`server-soak serve NODES`), whose memory is looked at. Exit: 0
// all held; 1 something did not; 64 wrong arguments.

/// Serves a tree until the input ends.
func serve(_ nodeCount: Int) async throws {
  let graph = try Graph(nodeCount: nodeCount, edges: (1..<nodeCount).map { ($0, $0 / 2) })
  var options = GraphViewOptions(title: "Soak")
  options.allowsEditing = true
  // One that has gone is there until the server has read its end.
  options.viewerLimit = 2 * Soak.viewerCount
  let view = try await GraphView(graph, options: options)
  let server = try await GraphViewServer(view)
  GraphViewServer.announce(server.address)
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      while readLine() != nil {}
      continuation.resume()
    }
  }
  await view.close()
  await server.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == "serve", arguments.count == 2, let count = Int(arguments[1]) {
    try await serve(count)
    exit(0)
  }
  let numbers = arguments.map { Double($0) }
  guard let first = numbers.first, let seconds = first, seconds > 0, !numbers.contains(nil) else {
    print("usage: server-soak SECONDS [NODES [SEED]]")
    exit(64)
  }
  let count = numbers.count > 1 ? Int(numbers[1]!) : 2000
  let seed = numbers.count > 2 ? UInt64(numbers[2]!) : 1
  try Soak(nodeCount: count, seed: seed).run(seconds: seconds)
} catch {
  print("WRONG \(error)")
  exit(1)
}
