/// A number for each node (or any other attribute): the same for all, or from a function of the node's index.
///
/// The function is called once per node when a force is bound to a simulation, not during ticks.
public enum AttributeDescriptor<T> {
  case varied((Int) -> T)
  case constant(T)

  /// The values for nodes 0 ..< count.
  func evaluate(count: Int) -> [T] {
    switch self {
    case .varied(let value): (0..<count).map(value)
    case .constant(let value): Array(repeating: value, count: count)
    }
  }
}

extension AttributeDescriptor: Equatable where T: Equatable {
  /// Constants are equal when their values are. Functions cannot be compared, so `.varied` equals nothing.
  public static func == (a: Self, b: Self) -> Bool {
    if case .constant(let x) = a, case .constant(let y) = b { return x == y }
    return false
  }
}
