// Made from docs/view.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
import GraphView
import GraphViewServer
import Graphs
import Observation

#sourceLocation(file: "docs/view.md", line: 117)
@MainActor @Observable final class Team {
  var members = ["Ada", "Charles"]
}

#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 251)
protocol SocketOfAFramework: Sendable {
  var messages: AsyncStream<ViewerMessage> { get }   // .text(String) or .binary([UInt8])
  func send(_ message: ViewerMessage)                // these two, and .close(code:reason:)
}

/// The body and the content security policy of the page. The nonce is random, and new for each response.
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
  .manyBody(strength: -30).link(length: 35).center()
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
#sourceLocation(file: "docs/view.md", line: 78)



struct Wind: Force {   // a force of one's own
  var speed = 2.0
  func apply(to step: inout StepContext<SIMD2<Double>>) {
    for node in 0..<step.position.count { step.velocity[node].x += speed * step.alpha }
  }
}

let teams = ["Ada": 0, "Charles": 1, "Grace": 0]
let people = ForceDirectedGraph {
  Series(teams.keys.sorted()) { NodeMark(id: $0) }
} force: {
  .manyBody().collide(radius: 5).force(Wind(speed: 0.5)).force(MagneticForce<SIMD2<Double>>(direction: [0, 1]))
    .force(named: "teams") { ids in GroupForce<SIMD2<Double>>(groups: ids.map { teams[$0] }) }
}
let peopleView = try await GraphView(people)
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 98)
let isThere = await peopleView.position(of: "Grace") != nil
discard <~ expect(isThere)
discard <~ await peopleView.close()
#sourceLocation()
_ = teams
_ = people
_ = peopleView
_ = isThere
}

func view3() async throws {
#sourceLocation(file: "docs/view.md", line: 114)







@MainActor func view(_ team: Team) async throws -> GraphView<String> {
  try await GraphView(observing: team, title: "Team") { team in
    ForceDirectedGraph {
      Series(team.members) { NodeMark(id: $0).annotation($0) }
    }
  }
}
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 130)
let team = await Team()
let shown = try await view(team)
discard <~ await MainActor.run { team.members.append("Grace") }
while await shown.position(of: "Grace") == nil { await Task.yield() }
discard <~ await shown.close()
#sourceLocation()
_ = team
_ = shown
}

func view4() async throws {
#sourceLocation(file: "docs/view.md", line: 151)



let power = try Graph(contentsOf: "Examples/power.txt.gz")
let communities = try power.aggregated(by: .community)
let grouped = try await GraphView(communities, of: power)
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 159)
discard <~ expect(communities.graph.nodeCount > 3)
discard <~ await grouped.close()
#sourceLocation()
_ = power
_ = communities
_ = grouped
}

func view5() async throws {
#sourceLocation(file: "docs/view.md", line: 197)


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
#sourceLocation(file: "docs/view.md", line: 213)
discard <~ expect(snapshot.graph.nodeCount == 2 && listSteps.steps.count >= 1)
#sourceLocation()
_ = graph
_ = steps
_ = view
_ = recorder
_ = snapshot
_ = listSteps
}

func view6() async throws {
#sourceLocation(file: "docs/view.md", line: 249)








func page(of view: GraphView<String>, host: String, nonce: String) async -> (body: [UInt8], policy: String) {
  await view.page(host: host, nonce: nonce)
}

/// Serves a viewer until it leaves.
func serve(_ view: GraphView<String>, to socket: some SocketOfAFramework) async {
  guard let viewer = await view.attach({ socket.send($0) }) else {
    return socket.send(.close(code: 1013, reason: "there are as many viewers as there may be"))
  }
  for await message in socket.messages { await view.receive(message, from: viewer) }
  await view.detach(viewer)
}
#sourceLocation()
#sourceLocation(file: "docs/view.md", line: 271)
struct Silent: SocketOfAFramework {
  let messages = AsyncStream<ViewerMessage> { $0.finish() }
  func send(_ message: ViewerMessage) {}
}
let hosted = try await GraphView(ForceDirectedGraph { NodeMark(id: "a") })
let (body, policy) = await page(of: hosted, host: "example.org", nonce: "abc")
discard <~ expect(body.count > 30_000 && policy.contains("wss://example.org"))
discard <~ await serve(hosted, to: Silent())
let left = await hosted.viewerCount
discard <~ expect(left == 0)
discard <~ await hosted.close()
#sourceLocation()
_ = hosted
_ = body
_ = policy
_ = left
}

let viewSnippets: [Snippet] = [
  Snippet("docs/view.md", number: 1, view1, notRun: "it serves until it is cancelled"),
  Snippet("docs/view.md", number: 2, view2),
  Snippet("docs/view.md", number: 3, view3),
  Snippet("docs/view.md", number: 4, view4),
  Snippet("docs/view.md", number: 5, view5),
  Snippet("docs/view.md", number: 6, view6),
]
