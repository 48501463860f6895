// Three declared graphs: `view-example ring|miserables|mermaid FILE.html` writes a page, without a
// name of a file it is served (with the package trait Server). `view-example search GRAPH` shows the
// steps of a search in the graph of a file.

import FileWriting
import Foundation
import GraphIO
import GraphView

#if Server
import GraphViewServer
#endif

func show<NodeID, Content>(
  _ graph: ForceDirectedGraph<NodeID, Content>, title: String, file: String?
) async throws {
  try await show(try await GraphView(graph, title: title), file: file)
}

func show<NodeID>(_ view: GraphView<NodeID>, file: String?) async throws {
  guard let file else {
    #if Server
    return try await view.serve(open: isatty(STDOUT_FILENO) == 1) { address in
      print(address)
      // Whoever reads a pipe shall have it now.
      fflush(nil)
    }
    #else
    return print("name a file, or build with the package trait Server")
    #endif
  }
  let output = try WholeFile(path: file)
  try output.write(try await view.html())
  try output.finish()
  print("wrote \(file)")
}

let arguments = CommandLine.arguments.dropFirst()
let file = arguments.dropFirst().first
switch arguments.first {
case "ring":
  let states = ForceDirectedGraphState(ticksOnAppear: .untilStable)
  try await show(MyRing.graph(states), title: "My ring", file: file)
case "miserables":
  let graph = try Graph(contentsOf: "Examples/miserables.csv")
  try await show(Miserables.graph(graph), title: "Les Misérables", file: file)
case "mermaid":
  let text = "Alice --> Bob\nBob --> Carol\nCarol --- Alice\nBob --> Dave"
  try await show(Mermaid(text).graph, title: "Mermaid", file: file)
case "search":
  if let file {
    try await show(try await Search.view(of: file), file: arguments.dropFirst(2).first)
  } else {
    print("view-example search GRAPH [FILE.html]")
  }
default: print("view-example ring|miserables|mermaid [FILE.html], or search GRAPH [FILE.html]")
}
