import GraphRendering

/// Steps as a page takes them.
struct SentSteps: Encodable {
  var title: String
  private var states: [State]
  private var steps: [Step]

  init(_ steps: GraphSteps) {
    title = steps.title
    states = steps.states.map(State.init)
    self.steps = steps.steps.map(Step.init)
  }

  private struct State: Encodable {
    var name: String
    var color: String
    var dark: String

    init(_ state: GraphSteps.State) {
      (name, color, dark) = (state.name, state.color.hex, state.dark.hex)
    }
  }

  private struct Pointer: Encodable {
    var name: String
    var from: Int?
    var to: Int?

    private enum CodingKeys: CodingKey { case name, from, to }

    init(_ pointer: GraphSteps.Pointer) {
      (name, from, to) = (pointer.name, pointer.from, pointer.to)
    }

    /// With null for what there is not.
    func encode(to encoder: any Encoder) throws {
      var all = encoder.container(keyedBy: CodingKeys.self)
      try all.encode(name, forKey: .name)
      try all.encode(from, forKey: .from)
      try all.encode(to, forKey: .to)
    }
  }
}

extension SentSteps {
  private struct Step: Encodable {
    let step: GraphSteps.Step

    init(_ step: GraphSteps.Step) { self.step = step }

    private enum CodingKeys: CodingKey { case title, nodes, links, labels, hide, show, pointers }

    private struct Part: Encodable {
      var nodes: [Int]
      var links: [Int]
      var isEmpty: Bool { nodes.isEmpty && links.isEmpty }
    }

    private enum LabelPart: Encodable {
      case node(Int)
      case text(String)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .node(let node): try container.encode(node)
        case .text(let text): try container.encode(text)
        }
      }
    }

    /// Entries are sorted by number, so that the encoding is deterministic.
    func encode(to encoder: any Encoder) throws {
      func pairs(_ values: [Int: Int]) -> [[Int]] {
        values.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
      }
      var all = encoder.container(keyedBy: CodingKeys.self)
      try all.encode(step.title, forKey: .title)
      if !step.nodes.isEmpty { try all.encode(pairs(step.nodes), forKey: .nodes) }
      if !step.links.isEmpty { try all.encode(pairs(step.links), forKey: .links) }
      if !step.labels.isEmpty {
        let texts = step.labels.sorted { $0.key < $1.key }.map {
          [LabelPart.node($0.key), .text($0.value)]
        }
        try all.encode(texts, forKey: .labels)
      }
      let hidden = Part(nodes: step.hiddenNodes.sorted(), links: step.hiddenLinks.sorted())
      let shown = Part(nodes: step.shownNodes.sorted(), links: step.shownLinks.sorted())
      if !hidden.isEmpty { try all.encode(hidden, forKey: .hide) }
      if !shown.isEmpty { try all.encode(shown, forKey: .show) }
      try all.encodeIfPresent(step.pointers?.map(Pointer.init), forKey: .pointers)
    }
  }
}
