// A stub of SwiftUI: the names that GraphViewSwiftUI uses. Declarations are those of Apple's
// documentation, isolation, generics and result builders included (without `@frozen`); what is behind them is as much as
// tests need. Names that begin with `stub` are not SwiftUI's.

@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public var body: Never { fatalError("a view of the system has no body") }
}

/// A view of the system, with its content for tests.
@MainActor public protocol StubView: View where Body == Never {
  var stubChildren: [any View] { get }
}

extension StubView {
  public var body: Never { fatalError("a view of the system has no body") }
}

@resultBuilder public struct ViewBuilder {
  public static func buildExpression<Content>(_ content: Content) -> Content where Content: View {
    content
  }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content>(_ content: Content) -> Content where Content: View {
    content
  }
  public static func buildBlock<each Content>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> where repeat each Content: View {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView((repeat each content), stubChildren: views)
  }
  public static func buildIf<Content>(_ content: Content?) -> Content? where Content: View {
    content
  }
}

nonisolated public struct EmptyView: StubView {
  nonisolated public init() {}
  @MainActor public var stubChildren: [any View] { [] }
}

nonisolated public struct TupleView<T>: StubView {
  public var value: T
  public let stubChildren: [any View]
  nonisolated init(_ value: T, stubChildren: [any View]) {
    self.value = value
    self.stubChildren = stubChildren
  }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a view of the system has no body") }
}

extension Optional: StubView where Wrapped: View {
  @MainActor public var stubChildren: [any View] { map { [$0] } ?? [] }
}

/// A fact that a modifier has stated about a view.
public enum StubFact {
  case gesture(any Gesture)
  case task(id: (any Equatable)?, @Sendable () async -> Void)
  case change(of: any Equatable, () -> Void)
  case label(Text)
  case traits(AccessibilityTraits)
  case action(() -> Void)
  case accessibilityChildren(any View)
  case shape
}

/// A view with a fact that a modifier has stated.
@MainActor public protocol StubModifying {
  var stubFact: StubFact { get }
}

nonisolated public struct StubModified<Content: View>: StubView, StubModifying {
  let content: Content
  public let stubFact: StubFact
  nonisolated init(_ content: Content, _ fact: StubFact) {
    self.content = content
    stubFact = fact
  }
  @MainActor public var stubChildren: [any View] { [content] }
}

public struct GeometryProxy: Sendable {
  public let size: CGSize
}

nonisolated public struct GeometryReader<Content> where Content: View {
  public var content: (GeometryProxy) -> Content
  nonisolated public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    self.content = content
  }
}

/// The size that geometry readers report.
@MainActor public var stubSize = CGSize(width: 400, height: 300)

extension GeometryReader: StubView, View {
  @MainActor public var stubChildren: [any View] { [content(GeometryProxy(size: stubSize))] }
}

nonisolated public struct ForEach<Data, ID, Content>
where Data: RandomAccessCollection, ID: Hashable {
  public var data: Data
  public var content: (Data.Element) -> Content
}

extension ForEach: StubView, View where Content: View {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }
  @MainActor public var stubChildren: [any View] { data.map { content($0) } }
}

// MARK: Time

public protocol TimelineSchedule {}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  public let stubIsPaused: Bool
  public init(minimumInterval: Double? = nil, paused: Bool = false) { stubIsPaused = paused }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  public static func animation(
    minimumInterval: Double? = nil, paused: Bool = false
  ) -> AnimationTimelineSchedule {
    AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
  }
}

nonisolated public struct TimelineView<Schedule, Content> where Schedule: TimelineSchedule {
  public struct Context {
    public let date: Date
  }
  public let stubSchedule: Schedule
  let content: (TimelineViewDefaultContext) -> Content
}

public typealias TimelineViewDefaultContext = TimelineView<
  EveryMinuteTimelineSchedule, Never
>.Context

extension TimelineView: StubView, View where Content: View {
  nonisolated public init(
    _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
  ) {
    stubSchedule = schedule
    self.content = content
  }
  @MainActor public var stubChildren: [any View] {
    [content(TimelineViewDefaultContext(date: .now))]
  }
}

// MARK: Modifiers

extension View {
  nonisolated public func task<T>(
    id value: T, priority: TaskPriority = .userInitiated,
    _ action: @escaping @Sendable () async -> Void
  ) -> some View where T: Equatable { StubModified(self, .task(id: value, action)) }

  nonisolated public func onChange<V>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View where V: Equatable { StubModified(self, .change(of: value, action)) }

  nonisolated public func gesture<T>(
    _ gesture: T, including mask: GestureMask = .all
  ) -> some View where T: Gesture { StubModified(self, .gesture(gesture)) }

  nonisolated public func simultaneousGesture<T>(
    _ gesture: T, including mask: GestureMask = .all
  ) -> some View where T: Gesture { StubModified(self, .gesture(gesture)) }

  nonisolated public func contentShape<S>(
    _ shape: S, eoFill: Bool = false
  ) -> some View where S: Shape { StubModified(self, .shape) }

  nonisolated public func accessibilityLabel(
    _ label: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    ModifiedContent(self, .label(label))
  }

  nonisolated public func accessibilityAddTraits(
    _ traits: AccessibilityTraits
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    ModifiedContent(self, .traits(traits))
  }

  nonisolated public func accessibilityAction(
    _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    ModifiedContent(self, .action(handler))
  }

  nonisolated public func accessibilityChildren<V>(
    @ViewBuilder children: () -> V
  ) -> some View where V: View { StubModified(self, .accessibilityChildren(children())) }
}

public struct AccessibilityAttachmentModifier {}

nonisolated public struct ModifiedContent<Content, Modifier> {
  let content: Content
  public let stubFact: StubFact
}

extension ModifiedContent: StubView, StubModifying, View
where Content: View, Modifier == AccessibilityAttachmentModifier {
  nonisolated init(_ content: Content, _ fact: StubFact) {
    self.content = content
    stubFact = fact
  }
  @MainActor public var stubChildren: [any View] { [content] }
}

public struct AccessibilityActionKind: Sendable {
  public static let `default` = AccessibilityActionKind()
}

public struct AccessibilityTraits: SetAlgebra, Sendable {
  var rawValue: Set<Int> = []
  public init() {}
  init(_ rawValue: Set<Int>) { self.rawValue = rawValue }
  public static let isSelected = AccessibilityTraits([1])
  public func contains(_ member: AccessibilityTraits) -> Bool {
    rawValue.isSuperset(of: member.rawValue)
  }
  public func union(_ other: Self) -> Self { Self(rawValue.union(other.rawValue)) }
  public func intersection(_ other: Self) -> Self { Self(rawValue.intersection(other.rawValue)) }
  public func symmetricDifference(_ other: Self) -> Self {
    Self(rawValue.symmetricDifference(other.rawValue))
  }
  public mutating func insert(
    _ newMember: Self
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    let isNew = !contains(newMember)
    rawValue.formUnion(newMember.rawValue)
    return (isNew, newMember)
  }
  public mutating func remove(_ member: Self) -> AccessibilityTraits? {
    let common = intersection(member)
    rawValue.subtract(member.rawValue)
    return common.rawValue.isEmpty ? nil : common
  }
  public mutating func update(with newMember: Self) -> AccessibilityTraits? {
    let common = intersection(newMember)
    rawValue.formUnion(newMember.rawValue)
    return common.rawValue.isEmpty ? nil : common
  }
  public mutating func formUnion(_ other: Self) { rawValue.formUnion(other.rawValue) }
  public mutating func formIntersection(_ other: Self) {
    rawValue.formIntersection(other.rawValue)
  }
  public mutating func formSymmetricDifference(_ other: Self) {
    rawValue.formSymmetricDifference(other.rawValue)
  }
}

// MARK: What examples use beside

public enum HorizontalAlignment: Sendable { case leading, center, trailing }
public enum VerticalAlignment: Sendable { case top, center, bottom }

nonisolated public struct VStack<Content>: StubView where Content: View {
  let content: Content
  nonisolated public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { self.content = content() }
  @MainActor public var stubChildren: [any View] { [content] }
}

nonisolated public struct HStack<Content>: StubView where Content: View {
  let content: Content
  nonisolated public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) { self.content = content() }
  @MainActor public var stubChildren: [any View] { [content] }
}

nonisolated public struct Button<Label>: StubView where Label: View {
  let label: Label
  public let stubAction: @MainActor () -> Void
  @MainActor public var stubChildren: [any View] { [label] }
}

extension Button where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) {
    label = Text(titleKey)
    stubAction = action
  }

  @_disfavoredOverload nonisolated public init<S>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) where S: StringProtocol {
    label = Text(verbatim: String(title))
    stubAction = action
  }
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let text: String
  public init(stringLiteral value: String) { text = value }
}

extension Text {
  nonisolated public init(_ key: LocalizedStringKey) { self.init(verbatim: key.text) }
}

public struct Edge {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let all = Set(rawValue: 15)
  }
}

extension View {
  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View { StubModified(self, .shape) }
}
