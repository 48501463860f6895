import Foundation
import GraphModel
import Testing
import _TestSupport

@testable import GraphView

@Suite("Ids are bytes")
struct ExactIDTests {
  @Test("a view shows them all, tells them apart, and writes them into tables")
  func hostileIDs() async throws {
    let ids = HostileIDs.all
    let graph = try Graph(
      nodeIDs: Graph.NodeIDs(ids), sources: ids.indices.dropFirst().map { Int32($0) },
      targets: ids.indices.dropFirst().map { _ in 0 })
    let session = try await GraphView(graph).session
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"export","id":1,"format":"positions"}"#)
    try await viewer.wait("the table") { viewer in viewer.messages(.file).count == 1 }
    let message = try #require(viewer.messages(.file).first)
    for cell in HostileIDs.cells.map(\.cell) {
      #expect(message.firstRange(of: Array("\n\(cell),".utf8)) != nil, "\(cell.debugDescription)")
    }
    try await session.focus(on: ["e\u{301}"])
    let node = try #require(ids.firstIndex { $0.utf8.elementsEqual("e\u{301}".utf8) })
    #expect(viewer.states.last?["camera"] as? [Int] == [node])
  }

  @Test("nodes of another spelling are new ones")
  func differences() throws {
    func snapshot(_ id: String) throws -> GraphSnapshot<String> {
      GraphSnapshot(try Graph(nodeIDs: Graph.NodeIDs([id, "x"]), sources: [0], targets: [1]))
    }
    let (old, new) = (try snapshot("\u{E9}"), try snapshot("e\u{301}"))
    #expect(old.difference(to: new) == .graph && old != new)
    #expect(old.previousIndices(of: new) == [.max, 1])
    #expect(old.order(of: new) == [1, 0])
  }
}
