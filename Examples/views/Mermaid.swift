import GraphView

/// A graph written as text, a line for each link: `Alice --> Bob`, or `Bob --- Carol` without an
/// arrow. While the text changes, `GraphView.update` shows the next one by its difference.
package struct Mermaid {
  package struct Line: Hashable {
    package var source: String
    package var target: String
    package var hasArrow: Bool
  }

  package let lines: [Line]
  /// What has a name, in the sequence of the text.
  package let names: [String]

  /// Lines that are no links are left out.
  package init(_ text: String) {
    var (lines, names): ([Line], [String]) = ([], [])
    var isKnown: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) {
      for (separator, hasArrow) in [("-->", true), ("---", false)] {
        let ends = line.split(separator: separator, maxSplits: 1).map { part in
          part.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed()
        }.map { String($0) }
        guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty }) else { continue }
        lines.append(Line(source: ends[0], target: ends[1], hasArrow: hasArrow))
        for end in ends where isKnown.insert(end).inserted { names.append(end) }
        break
      }
    }
    (self.lines, self.names) = (lines, names)
  }

  package var graph: ForceDirectedGraph<String, some GraphContent<String>> {
    ForceDirectedGraph {
      Series(names) { name in
        AnnotationNodeMark(id: name, name, radius: 8)
          .symbol(.square)
          .foregroundStyle(.teal)
      }
      Series(lines) { line in
        if line.hasArrow {
          LinkMark(from: line.source, to: line.target).linkShape(.arrow)
        } else {
          LinkMark(from: line.source, to: line.target).stroke(nil, LinkStroke(dash: [3, 3]))
        }
      }
    } force: {
      .manyBody(strength: -120).link(length: 60).center()
    }
  }
}
