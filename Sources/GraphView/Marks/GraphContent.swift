/// A part of a declared graph: one or more marks.
///
/// A custom type composes other contents in its `body`:
///
///     struct Ring: GraphContent {
///       var body: some GraphContent<Int> {
///         Series(0..<20) { NodeMark(id: $0) }
///         Series(0..<20) { LinkMark(from: $0, to: ($0 + 1) % 20) }
///       }
///     }
public protocol GraphContent<NodeID> {
  /// The type of node ids.
  associatedtype NodeID: Hashable & Sendable
  /// The type of `body`.
  associatedtype Body: GraphContent where Body.NodeID == NodeID

  /// The contents that this one is composed of.
  @GraphContentBuilder<NodeID> var body: Body { get }

  /// Adds the marks to a collection: the package's own marks do it, all others by their `body`.
  @_spi(Marks)
  func collect(into marks: inout GraphMarks<NodeID>)
}

extension GraphContent {
  /// Adds the marks of `body`.
  public func collect(into marks: inout GraphMarks<NodeID>) { body.collect(into: &marks) }
}

/// A content that is not composed of others: it adds its marks itself.
protocol PrimitiveContent: GraphContent where Body == Self {}

extension GraphContent where Body == Self {
  /// The content itself, which is not composed of others.
  public var body: Self { self }
}

/// Joins the contents of a block.
@resultBuilder
public enum GraphContentBuilder<NodeID: Hashable & Sendable> {
  public static func buildExpression<Content: GraphContent<NodeID>>(_ content: Content) -> Content {
    content
  }

  public static func buildBlock() -> some GraphContent<NodeID> { GraphMarks<NodeID>([]) }

  public static func buildPartialBlock<Content: GraphContent<NodeID>>(first: Content) -> Content {
    first
  }

  public static func buildPartialBlock<First: GraphContent<NodeID>, Next: GraphContent<NodeID>>(
    accumulated: First, next: Next
  ) -> some GraphContent<NodeID> {
    PairedGraphContent(first: accumulated, second: next)
  }

  public static func buildOptional<Content: GraphContent<NodeID>>(
    _ content: Content?
  ) -> some GraphContent<NodeID> { OptionalGraphContent(content: content) }

  public static func buildEither<Content: GraphContent<NodeID>>(
    first content: Content
  ) -> GraphMarks<NodeID> { GraphMarks([content]) }

  public static func buildEither<Content: GraphContent<NodeID>>(
    second content: Content
  ) -> GraphMarks<NodeID> { GraphMarks([content]) }

  public static func buildArray<Content: GraphContent<NodeID>>(
    _ contents: [Content]
  ) -> GraphMarks<NodeID> { GraphMarks(contents) }

  public static func buildLimitedAvailability<Content: GraphContent<NodeID>>(
    _ content: Content
  ) -> GraphMarks<NodeID> { GraphMarks([content]) }
}

/// An optional content.
struct OptionalGraphContent<Content: GraphContent>: PrimitiveContent {
  typealias NodeID = Content.NodeID
  let content: Content?

  func collect(into marks: inout GraphMarks<Content.NodeID>) {
    content?.collect(into: &marks)
  }
}

/// Two contents, one after the other.
struct PairedGraphContent<First: GraphContent, Second: GraphContent>: PrimitiveContent
where First.NodeID == Second.NodeID {
  typealias NodeID = First.NodeID
  let first: First
  let second: Second

  func collect(into marks: inout GraphMarks<First.NodeID>) {
    first.collect(into: &marks)
    second.collect(into: &marks)
  }
}

/// A content for each element of a sequence.
public struct Series<NodeID: Hashable & Sendable, Data: Sequence, Content: GraphContent<NodeID>>:
  PrimitiveContent
{
  private let data: Data
  private let content: (Data.Element) -> Content

  /// Creates the content of each element, in order.
  public init(
    _ data: Data, @GraphContentBuilder<NodeID> content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }

  @_spi(Marks)
  public func collect(into marks: inout GraphMarks<NodeID>) {
    for element in data { content(element).collect(into: &marks) }
  }
}
