import GraphViewSwiftUI
import SwiftUI

struct Person {
  let name: String
  let family: String
  let friends: [String]
}

struct ContentView: View {
  @State private var states = ForceDirectedGraphState()
  @State private var selection: Set<String> = []

  let people = [
    Person(name: "Ada", family: "Byron", friends: ["Charles", "Mary"]),
    Person(name: "Allegra", family: "Byron", friends: ["Ada"]),
    Person(name: "Charles", family: "Babbage", friends: ["Mary", "Michael"]),
    Person(name: "Mary", family: "Somerville", friends: ["Michael"]),
    Person(name: "Michael", family: "Faraday", friends: []),
  ]

  var graph: ForceDirectedGraph<String, some GraphContent<String>> {
    ForceDirectedGraph(states: states) {
      Series(people) { person in
        NodeMark(id: person.name)
          .symbolSize(radius: 6 + 2 * Double(person.friends.count))
          .foregroundStyle(by: .value("Family", person.family))
          .annotation(person.name)
        Series(person.friends) { friend in
          LinkMark(from: person.name, to: friend)
            .stroke(.gray, LinkStroke(lineWidth: 1.5, dash: [4, 2]))
            .linkShape(.arrow)
        }
      }
    } force: {
      .manyBody(strength: -60).link(length: 60).center()
    }
  }

  var body: some View {
    VStack {
      ForceDirectedGraphView(graph, title: "Friends", selection: $selection)
      HStack {
        Button(states.isRunning ? "Pause" : "Run") { states.isRunning.toggle() }
        Button("Reheat") { states.reheat() }
        Text("Selected: \(selection.sorted().joined(separator: ", "))")
      }
      .padding()
    }
  }
}
