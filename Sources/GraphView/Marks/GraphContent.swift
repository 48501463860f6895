/// A part of a declared graph: a mark, or several.
///
/// A type of your own has a `body` of other contents:
///
///     struct Ring: GraphContent {
///       var body: some GraphContent<Int> {
///         Series(0..<20) { NodeMark(id: $0) }
///         Series(0..<20) { LinkMark(from: $0, to: ($0 + 1) % 20) }
///       }
///     }
public protocol GraphContent<NodeID> {
  /// What nodes are known by.
  associatedtype NodeID: Hashable & Sendable
  /// What the content is made of.
  associatedtype Body: GraphContent

  /// What the content is made of.
  @GraphContentBuilder<NodeID> var body: Body { get }

  /// Adds its marks to a collection. Contents with a `body` need not write it.
  func collect(into marks: inout GraphMarks<NodeID>)
}

extension GraphContent where Body.NodeID == NodeID {
  public func collect(into marks: inout GraphMarks<NodeID>) { body.collect(into: &marks) }
}

/// The body of a content that has none.
extension Never: GraphContent {
  public typealias NodeID = Never
  public var body: Never { fatalError("a mark has no body") }
  public func collect(into marks: inout GraphMarks<Never>) {}
}

/// A content that is made of marks alone.
public protocol GraphMarkContent: GraphContent where Body == Never {}

extension GraphMarkContent {
  /// Never asked for: a mark is made of nothing else.
  public var body: Never { fatalError("a mark has no body") }
}

/// Joins the contents of a block.
@resultBuilder
public enum GraphContentBuilder<NodeID: Hashable & Sendable> {
  public static func buildExpression<Content: GraphContent<NodeID>>(_ content: Content) -> Content {
    content
  }

  public static func buildBlock() -> EmptyGraphContent<NodeID> { EmptyGraphContent() }

  public static func buildPartialBlock<Content: GraphContent<NodeID>>(first: Content) -> Content {
    first
  }

  public static func buildPartialBlock<First: GraphContent<NodeID>, Next: GraphContent<NodeID>>(
    accumulated: First, next: Next
  ) -> PairedGraphContent<First, Next> {
    PairedGraphContent(first: accumulated, second: next)
  }

  public static func buildOptional<Content: GraphContent<NodeID>>(
    _ content: Content?
  ) -> OptionalGraphContent<Content> { OptionalGraphContent(content: content) }

  public static func buildEither<Content: GraphContent<NodeID>>(
    first content: Content
  ) -> AnyGraphContent<NodeID> { AnyGraphContent([content]) }

  public static func buildEither<Content: GraphContent<NodeID>>(
    second content: Content
  ) -> AnyGraphContent<NodeID> { AnyGraphContent([content]) }

  public static func buildArray<Content: GraphContent<NodeID>>(
    _ contents: [Content]
  ) -> AnyGraphContent<NodeID> { AnyGraphContent(contents) }

  public static func buildLimitedAvailability<Content: GraphContent<NodeID>>(
    _ content: Content
  ) -> AnyGraphContent<NodeID> { AnyGraphContent([content]) }
}

/// No marks.
public struct EmptyGraphContent<NodeID: Hashable & Sendable>: GraphMarkContent {
  public init() {}
  public func collect(into marks: inout GraphMarks<NodeID>) {}
}

/// A content, or none.
public struct OptionalGraphContent<Content: GraphContent>: GraphMarkContent {
  public typealias NodeID = Content.NodeID
  let content: Content?

  public func collect(into marks: inout GraphMarks<Content.NodeID>) {
    content?.collect(into: &marks)
  }
}

/// Two contents, one after the other.
public struct PairedGraphContent<First: GraphContent, Second: GraphContent>: GraphMarkContent
where First.NodeID == Second.NodeID {
  public typealias NodeID = First.NodeID
  let first: First
  let second: Second

  public func collect(into marks: inout GraphMarks<First.NodeID>) {
    first.collect(into: &marks)
    second.collect(into: &marks)
  }
}

/// Contents of any type.
public struct AnyGraphContent<NodeID: Hashable & Sendable>: GraphMarkContent {
  private let contents: [any GraphContent<NodeID>]

  /// Forgets the type of the content.
  public init(_ content: some GraphContent<NodeID>) { contents = [content] }

  init(_ contents: [any GraphContent<NodeID>]) { self.contents = contents }

  public func collect(into marks: inout GraphMarks<NodeID>) {
    for content in contents { content.collect(into: &marks) }
  }
}

/// A content for each element of a collection.
public struct Series<NodeID: Hashable & Sendable, Data: Sequence, Content: GraphContent<NodeID>>:
  GraphMarkContent
{
  private let data: Data
  private let content: (Data.Element) -> Content

  /// The content for each element of the data, in its order.
  public init(
    _ data: Data, @GraphContentBuilder<NodeID> content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  public func collect(into marks: inout GraphMarks<NodeID>) {
    for element in data { content(element).collect(into: &marks) }
  }
}
