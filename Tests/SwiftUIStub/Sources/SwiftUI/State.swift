// Property wrappers. Values are kept in boxes, so that copies of a view share them, as SwiftUI does.

private final class Box<Value>: @unchecked Sendable {
  // Unchecked, because the tests use views on the main actor alone.
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// State that a new value of a view takes over from the previous one, as in SwiftUI.
public protocol StubStateful {
  func stubAdopt(_ old: Any)
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (read, write) = (get, set)
  }
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
  }
}

@propertyWrapper public struct State<Value>: StubStateful {
  private let place: Box<Box<Value>>
  private var box: Box<Value> { place.value }
  public init(wrappedValue value: Value) { place = Box(Box(value)) }
  public init(initialValue value: Value) { self.init(wrappedValue: value) }
  public func stubAdopt(_ old: Any) {
    if let old = old as? Self { place.value = old.box }
  }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> {
    Binding(get: { [box] in box.value }, set: { [box] in box.value = $0 })
  }
}

@propertyWrapper public struct GestureState<Value>: StubStateful {
  private let place: Box<Box<Value>>
  private var box: Box<Value> { place.value }
  let stubInitial: Value
  public init(wrappedValue: Value) {
    (place, stubInitial) = (Box(Box(wrappedValue)), wrappedValue)
  }
  public func stubAdopt(_ old: Any) {
    if let old = old as? Self { place.value = old.box }
  }
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }
  public var wrappedValue: Value { box.value }
  public var projectedValue: GestureState<Value> { self }
  var stubValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

public enum ColorScheme: CaseIterable, Sendable { case light, dark }

public struct EnvironmentValues: Sendable {
  public init() {}
  public var colorScheme = ColorScheme.light
  public var accessibilityReduceMotion: Bool { stubReduceMotion }
  public var stubReduceMotion = false
}

/// The environment values of views.
nonisolated(unsafe) public var stubEnvironment = EnvironmentValues()

@propertyWrapper public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }
  public var wrappedValue: Value { stubEnvironment[keyPath: keyPath] }
}
