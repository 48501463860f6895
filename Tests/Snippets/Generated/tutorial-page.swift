// Made from docs/tutorial-page.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import Foundation
import GraphView
import GraphViewServer

func tutorialPage2() async throws {
#sourceLocation(file: "docs/tutorial-page.md", line: 73)




struct Person: Sendable {
  var name: String
  var role: String
}

func declare(
  _ people: [Person], _ pairs: [(String, String)]
) -> ForceDirectedGraph<String, some GraphContent<String>> {
  ForceDirectedGraph {
    Series(people) { person in
      NodeMark(id: person.name)
        .foregroundStyle(by: .value("Role", person.role))
        .annotation(person.name)
    }
    Series(pairs) { LinkMark(from: $0.0, to: $0.1) }
  } force: {
    .manyBody(strength: -60).link(length: 40).center()
  }
}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 102)
var people = [Person(name: "Ada", role: "author"), Person(name: "Charles", role: "engineer")]
var pairs = [("Ada", "Charles")]
let view = try await GraphView(declare(people, pairs), title: "Team")
let server = Task { try await view.serve() }
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 113)
discard <~ people.append(Person(name: "Mary", role: "teacher"))
discard <~ pairs.append(("Ada", "Mary"))
discard <~ try await view.update(declare(people, pairs))
discard <~ try await view.pin("Ada", at: SIMD2(0, 0))
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 119)
let place = await view.position(of: "Mary")
discard <~ expect(place != nil)
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 127)
let page = try await view.html()
discard <~ try Data(page).write(to: URL(filePath: "team.html"))
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 131)
discard <~ expect(page.count > 50_000)
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 138)
discard <~ server.cancel()
#sourceLocation()
#sourceLocation(file: "docs/tutorial-page.md", line: 141)
discard <~ try await server.value
#sourceLocation()
_ = people
_ = pairs
_ = view
_ = server
_ = place
_ = page
}

let tutorialPageSnippets: [Snippet] = [
  Snippet("docs/tutorial-page.md", number: 2, tutorialPage2),
]
