// Made from docs/view.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import GraphView
import GraphViewServer
import Graphs
import Observation

#sourceLocation(file: "docs/view.md", line: 86)
@MainActor @Observable final class Team {
  var members = ["Ada", "Charles"]
}

#sourceLocation()
func view1() async throws {
#sourceLocation(file: "docs/view.md", line: 18)
struct Person { let name: String, family: String, friends: [String] }
let people = [
  Person(name: "Ada", family: "Byron", friends: ["Charles"]),
  Person(name: "Charles", family: "Babbage", friends: ["Ada"]),
]
let friendships = [(a: "Ada", b: "Charles")]
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 27)
// in a target: .product(name: "GraphView", ...) and .product(name: "GraphViewServer", ...), with the trait Server



let graph = ForceDirectedGraph {
  Series(people) { person in
    NodeMark(id: person.name)
      .symbolSize(radius: 4 + Double(person.friends.count).squareRoot())
      .foregroundStyle(by: .value("Family", person.family))
      .annotation(person.name)
  }
  Series(friendships) { pair in
    LinkMark(from: pair.a, to: pair.b)
      .stroke(.gray, LinkStroke(lineWidth: 1.5, dash: [4, 2]))
      .linkShape(.arrow)
  }
} force: {
  .manyBody(strength: -30).link(originalLength: 35).center()
}

let view = try await GraphView(graph, title: "Friends")
discard <~ try await view.serve(port: 8080, open: true)   // until the task is cancelled
#sourceLocation()
_ = people
_ = friendships
_ = graph
_ = view
}

func view2() async throws {
#sourceLocation(file: "docs/view.md", line: 83)







@MainActor func view(_ team: Team) async throws -> GraphView<String> {
  try await GraphView(observing: team, title: "Team") { team in
    ForceDirectedGraph {
      Series(team.members) { NodeMark(id: $0).annotation($0) }
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 99)
let team = await Team()
let shown = try await view(team)
discard <~ await MainActor.run { team.members.append("Grace") }
while await shown.position(of: "Grace") == nil { await Task.yield() }
discard <~ await shown.close()
#sourceLocation()
_ = team
_ = shown
}

func view3() async throws {
#sourceLocation(file: "docs/view.md", line: 146)


let graph = try Graph(contentsOf: "Examples/miserables.csv")
let steps = try graph.topology.breadthFirstSteps(from: 0)
let view = try await GraphView(graph, steps: steps)

var recorder = GraphSteps.Recorder<Int>(title: "Linked list")
discard <~ recorder.insert(1)
discard <~ recorder.step("append 2") {
  $0.insert(2)
  $0.link(1, 2)
  $0.point("tail", to: 2)
}
let (snapshot, listSteps) = try recorder.finish()
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 162)
discard <~ expect(snapshot.nodeCount == 2 && listSteps.steps.count >= 1)
#sourceLocation()
_ = graph
_ = steps
_ = view
_ = recorder
_ = snapshot
_ = listSteps
}

let viewSnippets: [Snippet] = [
  Snippet("docs/view.md", number: 1, view1, notRun: "it serves until it is cancelled"),
  Snippet("docs/view.md", number: 2, view2),
  Snippet("docs/view.md", number: 3, view3),
]
