@MainActor @preconcurrency
public protocol Gesture<Value> {
  associatedtype Value
  associatedtype Body: Gesture
  @MainActor @preconcurrency var body: Self.Body { get }
  /// Gives a value to all that listens: one more of the gesture, or its last.
  @MainActor func stubSend(_ value: Any, isLast: Bool)
}

extension Never: Gesture {
  public typealias Value = Never
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {}
}

extension Gesture where Body == Never {
  public var body: Never { fatalError("a gesture of the system has no body") }
}

extension Gesture {
  nonisolated public func onEnded(
    _ action: @escaping (Self.Value) -> Void
  ) -> _EndedGesture<Self> { _EndedGesture(base: self, action: action) }

  @MainActor @preconcurrency public func updating<State>(
    _ state: GestureState<State>,
    body: @escaping (Self.Value, inout State, inout Transaction) -> Void
  ) -> GestureStateGesture<Self, State> {
    GestureStateGesture(base: self, state: state, update: body)
  }
}

extension Gesture where Value: Equatable {
  nonisolated public func onChanged(
    _ action: @escaping (Self.Value) -> Void
  ) -> _ChangedGesture<Self> { _ChangedGesture(base: self, action: action) }
}

public struct Transaction {
  public init() {}
}

nonisolated public struct _EndedGesture<Content: Gesture>: Gesture {
  public typealias Value = Content.Value
  public typealias Body = Never
  let base: Content
  let action: (Content.Value) -> Void
  nonisolated init(base: Content, action: @escaping (Content.Value) -> Void) {
    self.base = base
    self.action = action
  }
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {
    base.stubSend(value, isLast: isLast)
    if isLast, let value = value as? Content.Value { action(value) }
  }
}

nonisolated public struct _ChangedGesture<Content: Gesture>: Gesture {
  public typealias Value = Content.Value
  public typealias Body = Never
  let base: Content
  let action: (Content.Value) -> Void
  nonisolated init(base: Content, action: @escaping (Content.Value) -> Void) {
    self.base = base
    self.action = action
  }
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {
    base.stubSend(value, isLast: isLast)
    if !isLast, let value = value as? Content.Value { action(value) }
  }
}

public struct GestureStateGesture<Base: Gesture, State>: Gesture {
  public typealias Value = Base.Value
  public typealias Body = Never
  let base: Base
  let state: GestureState<State>
  let update: (Value, inout State, inout Transaction) -> Void
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {
    base.stubSend(value, isLast: isLast)
    guard let value = value as? Value else { return }
    var transaction = Transaction()
    update(value, &state.stubValue, &transaction)
    if isLast { state.stubValue = state.stubInitial }
  }
}

public struct GestureMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let all = GestureMask(rawValue: 3)
}

public protocol CoordinateSpaceProtocol {}

public struct LocalCoordinateSpace: CoordinateSpaceProtocol, Sendable {
  public init() {}
}

extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace {
  public static var local: LocalCoordinateSpace { LocalCoordinateSpace() }
}

nonisolated public struct DragGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var time: Date
    public var location: CGPoint
    public var startLocation: CGPoint
    public init(stubFrom start: CGPoint, to location: CGPoint) {
      (time, startLocation, self.location) = (.now, start, location)
    }
  }
  public typealias Body = Never
  nonisolated public init(
    minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) {}
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {}
}

nonisolated public struct MagnifyGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var magnification: CGFloat
    public var startLocation: CGPoint
    public init(stubMagnification: CGFloat, at point: CGPoint) {
      (magnification, startLocation) = (stubMagnification, point)
    }
  }
  public typealias Body = Never
  nonisolated public init(minimumScaleDelta: CGFloat = 0.01) {}
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {}
}

nonisolated public struct SpatialTapGesture: Gesture {
  public struct Value: Equatable, Sendable {
    public var location: CGPoint
    public init(stubAt point: CGPoint) { location = point }
  }
  public typealias Body = Never
  nonisolated public init(
    count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local
  ) {}
  @MainActor public func stubSend(_ value: Any, isLast: Bool) {}
}
