import Testing

@testable import GraphIO

/// Values for which a format has a field, beside an attribute of the same name.
struct FieldTests {
  @Test func twoWeights() throws {
    let result = try Fixture.read("gexf-two-weights.gexf")
    #expect(result.graph.weights == [2])
    #expect(result.graph.edgeAttributes["weight_attribute", 0] == 7.0)
    #expect(
      result.notes == [
        "the attribute \"weight\" of edges is called \"weight_attribute\", as the format has one too"
      ])
  }

  private func gexf(_ keys: String, node: String, edge: String) throws -> Graph {
    try graph(
      "<gexf><graph>\(keys)<nodes><node id=\"a\" label=\"A\">\(node)</node><node id=\"b\"/></nodes>"
        + "<edges><edge id=\"e\" source=\"a\" target=\"b\" weight=\"2\">\(edge)</edge></edges>"
        + "</graph></gexf>", .gexf)
  }

  private func keys(_ name: String, _ type: String) -> String {
    ["node", "edge"].map {
      "<attributes class=\"\($0)\"><attribute id=\"0\" title=\"\(name)\" type=\"\(type)\"/>"
        + "</attributes>"
    }.joined()
  }

  private func values(_ text: String) -> String {
    "<attvalues><attvalue for=\"0\" value=\"\(text)\"/></attvalues>"
  }

  @Test(arguments: ["label", "size", "color", "x", "y", "z"])
  func fieldsOfNodes(name: String) throws {
    let drawing =
      "<position x=\"1\" y=\"2\" z=\"3\"/><size value=\"4\"/><color r=\"1\" g=\"2\" b=\"3\"/>"
    let graph = try gexf(keys(name, "string"), node: values("own") + drawing, edge: "")
    #expect(graph.nodeAttributes["\(name)_attribute", 0] == "own")
    #expect(graph.positions == .space([[1, 2, 3], [.nan, .nan, .nan]]) || graph.positions != nil)
    #expect(graph.nodeAttributes["label", 0] == "A")
    #expect(graph.nodeAttributes["size", 0] == 4.0)
    #expect(graph.nodeAttributes["color", 0] == "#010203")
  }

  @Test(arguments: ["id", "label", "weight"])
  func fieldsOfEdges(name: String) throws {
    let graph = try gexf(keys(name, "string"), node: "", edge: values("own"))
    let column = name == "label" ? "label" : "\(name)_attribute"
    #expect(graph.edgeAttributes[column, 0] == "own")
    #expect(graph.weights == [2])
    #expect(graph.edgeAttributes["id", 0] == "e")
  }

  /// Said twice alike, or each for other nodes, it is one.
  @Test func oneColumnWhereNothingIsLost() throws {
    let alike = try gexf(keys("weight", "double"), node: "", edge: values("2.0"))
    #expect(alike.weights == [2] && alike.edgeAttributes.names == ["id"])
    let apart = try gexf(keys("label", "string"), node: values("A"), edge: values("l"))
    #expect(apart.nodeAttributes.names == ["label"])
    #expect(apart.edgeAttributes["label", 0] == "l")
  }

  @Test func graphML() throws {
    let graph = try graph(
      """
      <graphml><key id="x" for="node" attr.name="x" attr.type="double"/>
      <key id="d" for="node"/><key id="e" for="edge" attr.name="id" attr.type="string"/>
      <graph><node id="a"><data key="x">7</data><data key="d">
      <Geometry x="0" y="1" width="2" height="2"/><NodeLabel>A</NodeLabel></data></node>
      <edge id="first" source="a" target="a"><data key="e">other</data></edge></graph></graphml>
      """, .graphML)
    #expect(graph.positions == .plane([[1, 2]]))
    #expect(graph.nodeAttributes["x_attribute", 0] == 7.0)
    #expect(graph.edgeAttributes["id", 0] == "first")
    #expect(graph.edgeAttributes["id_attribute", 0] == "other")
  }

  @Test func otherFormats() throws {
    let gml = try graph(
      "graph [ node [ id 1 x 7 graphics [ x 1 y 2 ] ] ]", .gml)
    #expect(gml.positions == .plane([[1, 2]]) && gml.nodeAttributes["x_attribute", 0] == 7)
    let dot = try graph(
      "graph { a [pos=\"1,2\", x=7]; subgraph cluster_c { a [cluster=own] } }", .dot)
    #expect(dot.positions == .plane([[1, 2]]) && dot.nodeAttributes["x_attribute", 0] == 7)
    #expect(dot.nodeAttributes["cluster", 0] == "cluster_c")
    #expect(dot.nodeAttributes["cluster_attribute", 0] == "own")
    let json = try graph(
      "{\"nodes\":[{\"id\":\"a\",\"x\":7,\"pos\":[1,2]}],\"links\":[]}", .json)
    #expect(json.positions == .plane([[1, 2]]) && json.nodeAttributes["x_attribute", 0] == 7)
    let cytoscape = try graph(
      """
      {"elements":{"nodes":[{"data":{"id":"a","x":7},"position":{"x":1,"y":2}}],"edges":[]}}
      """, .json)
    #expect(cytoscape.positions == .plane([[1, -2]]))
    #expect(cytoscape.nodeAttributes["x_attribute", 0] == 7)
  }

  @Test func namesThatAreTaken() throws {
    let graph = try graph(
      "graph [ node [ id 1 x 7 x_attribute 8 graphics [ x 1 y 2 ] ] ]", .gml)
    #expect(graph.nodeAttributes["x_attribute", 0] == 8)
    #expect(graph.nodeAttributes["x_attribute2", 0] == 7)
  }
}
