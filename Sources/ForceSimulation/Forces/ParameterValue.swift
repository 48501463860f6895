/// The value of a parameter of a force, by the type in which the force stores it.
///
/// Programs outside of Swift, such as the C interface and exported pages, read and set parameters
/// of any force with it, without a word for each force.
@_spi(Interfaces)
public enum ParameterValue<Vector: SimulationVector>: Sendable {
  case number(Vector.Scalar)
  /// A number, or nil for what the force chooses itself.
  case optionalNumber(Vector.Scalar?)
  case count(Int)
  case ticks(UInt64)
  case flag(Bool)
  case axis(Axis)
  case vector(Vector)
  /// A point, or nil for none.
  case optionalVector(Vector?)
  case region(BoundaryForce<Vector>.Region)
  case nodeNumbers(NodeValues<Vector.Scalar>)
  case nodeVectors(NodeValues<Vector>)
  case linkNumbers(LinkValues<Vector.Scalar>)
  /// The group of each node; nil for none.
  case groups([Int?])
  /// The place of each node; nil for none.
  case places([Vector?])

  /// The number that holds for the whole force; nil when each node or link has its own, and for
  /// values of other types.
  var commonNumber: Double? {
    switch self {
    case .number(let value), .nodeNumbers(.constant(let value)),
      .linkNumbers(.constant(let value)):
      Double(value)
    case .count(let count): Double(count)
    default: nil
    }
  }

  /// Returns a value of this type with another number for the whole force; nil where
  /// `commonNumber` is, and for a count that is no integer.
  func settingCommonNumber(_ number: Double) -> Self? {
    switch self {
    case .number: .number(Vector.Scalar(number))
    case .nodeNumbers(.constant): .nodeNumbers(.constant(Vector.Scalar(number)))
    case .linkNumbers(.constant): .linkNumbers(.constant(Vector.Scalar(number)))
    case .count: Int(exactly: number.rounded()).map { .count($0) }
    default: nil
    }
  }
}

/// The conversion between a stored type and `ParameterValue`.
struct ParameterForm<Vector: SimulationVector, Value>: Sendable {
  let wrap: @Sendable (Value) -> ParameterValue<Vector>
  /// Returns nil for a value of another type.
  let unwrap: @Sendable (ParameterValue<Vector>) -> Value?
}

extension ParameterForm where Value == Vector.Scalar {
  static var number: Self {
    Self(wrap: { .number($0) }, unwrap: { if case .number(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == Vector.Scalar? {
  static var optionalNumber: Self {
    Self(
      wrap: { .optionalNumber($0) },
      unwrap: { if case .optionalNumber(let value) = $0 { .some(value) } else { nil } })
  }
}

extension ParameterForm where Value == Int {
  static var count: Self {
    Self(wrap: { .count($0) }, unwrap: { if case .count(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == UInt64 {
  static var ticks: Self {
    Self(wrap: { .ticks($0) }, unwrap: { if case .ticks(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == Bool {
  static var flag: Self {
    Self(wrap: { .flag($0) }, unwrap: { if case .flag(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == Axis {
  static var axis: Self {
    Self(wrap: { .axis($0) }, unwrap: { if case .axis(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == Vector {
  static var vector: Self {
    Self(wrap: { .vector($0) }, unwrap: { if case .vector(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == Vector? {
  static var optionalVector: Self {
    Self(
      wrap: { .optionalVector($0) },
      unwrap: { if case .optionalVector(let value) = $0 { .some(value) } else { nil } })
  }
}

extension ParameterForm where Value == BoundaryForce<Vector>.Region {
  static var region: Self {
    Self(wrap: { .region($0) }, unwrap: { if case .region(let value) = $0 { value } else { nil } })
  }
}

extension ParameterForm where Value == NodeValues<Vector.Scalar> {
  static var nodeNumbers: Self {
    Self(
      wrap: { .nodeNumbers($0) },
      unwrap: { if case .nodeNumbers(let values) = $0 { values } else { nil } })
  }
}

extension ParameterForm where Value == NodeValues<Vector> {
  static var nodeVectors: Self {
    Self(
      wrap: { .nodeVectors($0) },
      unwrap: { if case .nodeVectors(let values) = $0 { values } else { nil } })
  }
}

extension ParameterForm where Value == LinkValues<Vector.Scalar> {
  static var linkNumbers: Self {
    Self(
      wrap: { .linkNumbers($0) },
      unwrap: { if case .linkNumbers(let values) = $0 { values } else { nil } })
  }
}

extension ParameterForm where Value == [Int?] {
  static var groups: Self {
    Self(
      wrap: { .groups($0) }, unwrap: { if case .groups(let values) = $0 { values } else { nil } })
  }
}

extension ParameterForm where Value == [Vector?] {
  static var places: Self {
    Self(
      wrap: { .places($0) }, unwrap: { if case .places(let values) = $0 { values } else { nil } })
  }
}

// MARK: Parameters by their values

extension ForceParameter {
  /// Returns the value of a force; nil for a force of another kind.
  @_spi(Interfaces)
  public func parameterValue(of force: any Force<Vector>) -> ParameterValue<Vector>? {
    access.value(of: force)
  }

  /// Returns the force with another value; nil for a value of another type and for a force of
  /// another kind. The force checks the value when it is bound.
  @_spi(Interfaces)
  public func setting(
    _ value: ParameterValue<Vector>, of force: any Force<Vector>
  ) -> (any Force<Vector>)? {
    var changed = force
    return access.set(value, of: &changed) ? changed : nil
  }
}

extension ForceKind {
  /// A force with the default of each parameter; nil for a type that declares nothing.
  @_spi(Interfaces)
  public var defaults: (any Force<Vector>)? { prototype }
}
