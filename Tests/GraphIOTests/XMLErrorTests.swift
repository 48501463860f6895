import Testing

@testable import GraphIO

/// Error messages about GraphML, GEXF and XML in general.
struct XMLErrorTests {
  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected \"<\""),
    ("<a/>", "file:1:1: found <a>, expected <graphml>"),
    ("<graphml/>", "file: found no <graph>, expected one in <graphml>"),
    (
      "<graphml>\n<graph>\n<node/></graph></graphml>",
      "file:3:1: found <node> without id, expected id=\"...\""
    ),
    (
      "<graphml><graph><node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/></graph></graphml>",
      "no error"
    ),
    (
      "<graphml><key id=\"w\" for=\"node\" attr.name=\"w\" attr.type=\"int\"/><graph><node id=\"a\">\n<data key=\"w\">abc</data></node></graph></graphml>",
      "file:2:1: found \"abc\", expected an integer for \"w\""
    ),
    (
      "<graphml><graph><node id=\"a\">\n<data key=\"w\">abc</data></node></graph></graphml>",
      "file:2:1: found <data> with the key \"w\", expected the id of a <key>"
    ),
    (
      "<graphml><graph edgedefault=\"maybe\"/></graphml>",
      "file:1:10: found edgedefault=\"maybe\", expected directed or undirected"
    ),
  ])
  func graphML(text: String, expected: String) {
    #expect(message(text, .graphML) == expected)
  }

  @Test(arguments: [
    (
      "<gexf><graph><nodes><node id=\"a\">\n<position x=\"1\" y=\"b\"/></node></nodes></graph></gexf>",
      "file:2:1: found y=\"b\", expected a number for y of <position>"
    ),
    (
      "<gexf><graph defaultedgetype=\"both\"/></gexf>",
      "file:1:7: found defaultedgetype=\"both\", expected directed, undirected or mutual"
    ),
    (
      "<gexf><graph><nodes><node id=\"a\">\n<color r=\"1\" g=\"2\" b=\"300\"/></node></nodes></graph></gexf>",
      "file:2:1: found a colour beyond 0 ... 255, expected r, g and b from 0 to 255, and a from 0 to 1"
    ),
    (
      "<gexf><graph><nodes><node id=\"a\"><attvalue for=\"1\" value=\"2\"/></node></nodes></graph></gexf>",
      "file:1:34: found an attvalue for \"1\", expected the id of an <attribute>"
    ),
    (
      "<gexf><graph><edges><edge source=\"a\" target=\"b\" weight=\"w\"/></edges></graph></gexf>",
      "file:1:21: found weight=\"w\", expected a number"
    ),
  ])
  func gexf(text: String, expected: String) {
    #expect(message(text, .gexf) == expected)
  }

  @Test(arguments: [
    ("x", "file:1:1: found \"x\", expected \"<\""),
    (
      "<graphml><graph></graphml>",
      "file:1:17: found </graphml>, expected </graph> for the element begun at 1:10"
    ),
    ("<graphml", "file:1:9: found the end of the file, expected a name"),
    (
      "<graphml>\n",
      "file:2:1: found the end of the file, expected </graphml> for the element begun at 1:1"
    ),
    (
      "<graphml>&nbsp;</graphml>",
      "file:1:10: found \"&nbsp;\", expected &lt; &gt; &amp; &quot; &apos; or the number of a character such as &#228;"
    ),
    (
      "<graphml>&#1;</graphml>",
      "file:1:10: found \"&#1;\", expected &lt; &gt; &amp; &quot; &apos; or the number of a character such as &#228;"
    ),
    (
      "<graphml a='1' a='2'/>",
      "file:1:16: found a second a, expected each attribute of <graphml> once"
    ),
    ("<graphml a=1/>", "file:1:12: found \"1/\", expected the value of a in quotes"),
    (
      "<graphml a='<'/>",
      "file:1:13: found \"<\", expected the quote that ends the text begun at 1:12"
    ),
    ("<graphml><graph/></graphml><a/>", "file:1:28: found <a>, expected the end of the file"),
    ("<graphml><graph/></graphml> b", "file:1:29: found \"b\", expected the end of the file"),
    (
      "<graphml><!-- </graphml>",
      "file:1:25: found the end of the file, expected \"-->\" for what begins at 1:10"
    ),
    (
      "<graphml><!A></graphml>", "file:1:10: found <!A, expected an element, a comment or <![CDATA["
    ),
    ("<1/>", "file:1:2: found \"1\", expected a name"),
    (
      "<?xml version='1.0' encoding='UTF-16'?><graphml/>",
      "file:1:1: found the encoding \"UTF-16\", expected UTF-8 or ISO-8859-1"
    ),
    (
      "<?a?><?xml-stylesheet href='x'?><!-- - --><!DOCTYPE g [<!ELEMENT a (b)>]><graphml><?b?><graph/></graphml>\n<!-- -->",
      "no error"
    ),
    (
      "<?xml version='1.1' encoding = \"utf-8\"\nstandalone='no' ?><graphml><graph/></graphml>",
      "no error"
    ),
  ])
  func xml(text: String, expected: String) {
    #expect(message(text, .graphML) == expected)
  }

  @Test(arguments: [
    "versio", "version", "version=1.0", "version='1.0", "version='2.0'",
    "version='1.0'encoding='UTF-8'",
    "encoding='UTF-8'", "encoding='UTF-8' version='1.0'", "version='1.0' encoding='-'",
    "version='1.0' standalone='maybe'", "version='1.0' more='1'",
  ])
  func declarations(text: String) {
    #expect(
      message("<?xml \(text)?><graphml><graph/></graphml>", .graphML)
        .hasPrefix("file:1:1: found a declaration of another form, expected <?xml"))
  }

  /// Also where nothing is kept.
  @Test(arguments: ["<!-- \u{1} -->", "<?a \u{1}?>", "<!DOCTYPE g [<!ELEMENT a \u{1}>]>"])
  func controlCharacters(markup: String) {
    #expect(message("\(markup)<graphml/>", .graphML).contains("text without control characters"))
  }

  @Test(arguments: ["<!-- ~ -->", "<?a ~?>"])
  func bytesThatAreNoText(markup: String) {
    let bytes = Array("\(markup)<graphml/>".utf8).map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
    let error = #expect(throws: GraphFileError.self) {
      try GraphReader(format: .graphML).read(bytes, name: "file")
    }
    #expect(error?.description.contains("UTF-8") == true)
  }
}
