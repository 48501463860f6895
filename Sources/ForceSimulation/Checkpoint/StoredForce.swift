/// A force that a checkpoint holds, with its parameters.
protocol StoredForce<Vector>: Force {
  /// A number that tells the type in a checkpoint. Never reused.
  static var kind: UInt8 { get }

  /// Writes the parameters, functions as the values they have been evaluated to.
  func write(to writer: inout ByteWriter)

  init(from reader: inout ByteReader) throws(SimulationError)
}

/// The forces with code that are passed in to restore a checkpoint.
struct CustomForces<Vector: SimulationVector> {
  private var forces: [String: any Force<Vector>]

  init(_ forces: [String: any Force<Vector>]) { self.forces = forces }

  mutating func take(_ name: String) throws(SimulationError) -> any Force<Vector> {
    guard let force = forces.removeValue(forKey: name) else { throw .missingForce(name) }
    return force
  }

  func checkAllUsed() throws(SimulationError) {
    if let name = forces.keys.min() { throw .unexpectedForce(name) }
  }
}

/// The kinds that are not a `StoredForce`.
private enum ForceKind {
  static let code: UInt8 = 0
  static let list: UInt8 = 1
  /// A list of which a force is switched off: each name is followed by a flag.
  static let listWithSwitches: UInt8 = 8
}

extension ByteWriter {
  mutating func write<Vector: SimulationVector>(force: any Force<Vector>) {
    if let list = force as? ForceList<Vector> {
      let hasSwitches = !list.namesOff.isEmpty
      write(hasSwitches ? ForceKind.listWithSwitches : ForceKind.list)
      write(UInt64(list.count))
      for name in list.names {
        write(name)
        if hasSwitches { write(list.isOn(name)) }
        write(force: list[name]!)
      }
    } else if let stored = force as? any StoredForce<Vector> {
      write(type(of: stored).kind)
      stored.write(to: &self)
    } else {
      write(ForceKind.code)
      hasCode = true
    }
  }

  /// Values by node; a function as the values it has been evaluated to.
  mutating func write<Value>(_ values: NodeValues<Value>, evaluated: [Value]?)
  where Value: SimulationScalar {
    switch values {
    case .constant(let value): write(each: nil, common: value)
    case .array(let each, let common): write(each: each, common: common)
    case .function: write(each: evaluated ?? [], common: nil)
    }
  }

  /// Vectors by node; a function as the vectors it has been evaluated to.
  mutating func write<Vector>(_ values: NodeValues<Vector>, evaluated: [Vector]?)
  where Vector: SimulationVector {
    func scalars(_ vectors: [Vector]) -> [Vector.Scalar] {
      vectors.flatMap { vector in (0..<Vector.scalarCount).map { vector[$0] } }
    }
    let (each, common): ([Vector]?, Vector?) =
      switch values {
      case .constant(let value): (nil, value)
      case .array(let each, let common): (each, common)
      case .function: (evaluated ?? [], nil)
      }
    write(each != nil)
    if let each { write(scalars(each)) }
    write(common != nil)
    if let common { write(vector: common) }
  }

  /// Values by link; a function as the values it has been evaluated to.
  mutating func write<Value>(
    _ values: LinkValues<Value>, evaluated: CommonOrEach<Value>?, linkCount: Int
  ) where Value: SimulationScalar {
    switch values {
    case .constant(let value): write(each: nil, common: value)
    case .array(let each, let common): write(each: each, common: common)
    case .function: write(each: (0..<linkCount).compactMap { evaluated?[$0] }, common: nil)
    }
  }

  private mutating func write<Value: SimulationScalar>(each: [Value]?, common: Value?) {
    write(each != nil)
    if let each { write(each) }
    write(common != nil)
    if let common { write(common) }
  }
}

extension ByteReader {
  /// The force at a path of names. Lists in lists go 100 deep: each is a call of this function, and
  /// an empty name makes no path longer.
  mutating func readForce<Vector: SimulationVector>(
    _ path: String, _ custom: inout CustomForces<Vector>, depth: Int = 0
  ) throws(SimulationError) -> any Force<Vector> {
    let kind = try read(UInt8.self)
    switch kind {
    case ForceKind.code where path.isEmpty: throw .notAForceList
    case ForceKind.code: return try custom.take(path)
    case ForceKind.list, ForceKind.listWithSwitches:
      guard depth < 100, path.utf8.count < 1 << 12 else {
        throw .unreadableCheckpoint("its lists of forces are nested too deeply")
      }
      var list = ForceList<Vector>()
      for _ in 0..<(try readCount(of: 1)) {
        let name = try readText()
        let isOn = kind == ForceKind.list ? true : try readFlag()
        list[name] = try readForce(
          path.isEmpty ? name : "\(path)/\(name)", &custom, depth: depth + 1)
        list.setOn(isOn, name)
      }
      return list
    case ManyBodyForce<Vector>.kind: return try ManyBodyForce<Vector>(from: &self)
    case LinkForce<Vector>.kind: return try LinkForce<Vector>(from: &self)
    case CollideForce<Vector>.kind: return try CollideForce<Vector>(from: &self)
    case BoxCollideForce<Vector>.kind: return try BoxCollideForce<Vector>(from: &self)
    case CenterForce<Vector>.kind: return try CenterForce<Vector>(from: &self)
    case PositionForce<Vector>.kind: return try PositionForce<Vector>(from: &self)
    case RadialForce<Vector>.kind: return try RadialForce<Vector>(from: &self)
    case AnchorForce<Vector>.kind: return try AnchorForce<Vector>(from: &self)
    case BoundaryForce<Vector>.kind: return try BoundaryForce<Vector>(from: &self)
    case VelocityLimit<Vector>.kind: return try VelocityLimit<Vector>(from: &self)
    case GravityForce<Vector>.kind: return try GravityForce<Vector>(from: &self)
    case PointerForce<Vector>.kind: return try PointerForce<Vector>(from: &self)
    case GroupForce<Vector>.kind: return try GroupForce<Vector>(from: &self)
    case SpringForce<Vector>.kind: return try SpringForce<Vector>(from: &self)
    case TForce<Vector>.kind: return try TForce<Vector>(from: &self)
    default: throw .unreadableCheckpoint("it has a force of an unknown kind, number \(kind)")
    }
  }

  mutating func readNodeValues<Value: SimulationScalar>(
    _: Value.Type
  ) throws(SimulationError) -> NodeValues<Value> {
    let (each, common) = try readValues(Value.self)
    if let each { return .array(each, default: common) }
    return .constant(common!)
  }

  mutating func readNodeValues<Vector: SimulationVector>(
    _: Vector.Type
  ) throws(SimulationError) -> NodeValues<Vector> {
    let scalars = try readFlag() ? readArray(Vector.Scalar.self) : nil
    let common = try readFlag() ? readVector(Vector.self) : nil
    guard let scalars else {
      guard let common else { throw .noValue }
      return .constant(common)
    }
    let axes = Vector.scalarCount
    guard scalars.count.isMultiple(of: axes) else {
      throw .unreadableCheckpoint("a vector of a force has components missing")
    }
    let each = stride(from: 0, to: scalars.count, by: axes).map { first in
      var vector = Vector.zero
      for axis in 0..<axes { vector[axis] = scalars[first + axis] }
      return vector
    }
    return .array(each, default: common)
  }

  mutating func readLinkValues<Value: SimulationScalar>(
    _: Value.Type
  ) throws(SimulationError) -> LinkValues<Value> {
    let (each, common) = try readValues(Value.self)
    if let each { return .array(each, default: common) }
    return .constant(common!)
  }

  /// The values for each, and the common one; at least one of the two.
  private mutating func readValues<Value: SimulationScalar>(
    _: Value.Type
  ) throws(SimulationError) -> (each: [Value]?, common: Value?) {
    let each = try readFlag() ? readArray(Value.self) : nil
    let common = try readFlag() ? read(Value.self) : nil
    if each == nil && common == nil { throw .noValue }
    return (each, common)
  }

  mutating func readInt() throws(SimulationError) -> Int { Int(try read(Int64.self)) }
}

extension SimulationError {
  fileprivate static var noValue: SimulationError {
    .unreadableCheckpoint("a parameter of a force has no value")
  }
}
