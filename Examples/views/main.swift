// Three declared graphs: `view-example ring|miserables|mermaid FILE.html` writes a page, without a
// name of a file it is served (with the package trait Server).

import FileWriting
import GraphIO
import GraphView

#if Server
import GraphViewServer
#endif

func show<NodeID, Content>(
  _ graph: ForceDirectedGraph<NodeID, Content>, title: String, file: String?
) async throws {
  let view = try await GraphView(graph, title: title)
  guard let file else {
    #if Server
    return try await view.serve(open: true)
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
default: print("view-example ring|miserables|mermaid [FILE.html]")
}
