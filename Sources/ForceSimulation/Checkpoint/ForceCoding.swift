/// The forces with code that are passed in to restore a checkpoint.
///
/// Each has the name of a force. One that declares its parameters may instead have the name of its
/// kind, and stands for all forces of it: `["Wind": Wind()]`.
struct CustomForces<Vector: SimulationVector> {
  private let forces: [String: any Force<Vector>]
  private var unused: Set<String>

  init(_ forces: [String: any Force<Vector>]) {
    self.forces = forces
    // A force of a kind may be unused: a program may pass in all forces that it has.
    unused = Set(forces.filter { !Self.isKind($0.key, of: $0.value) }.keys)
  }

  private static func isKind(_ name: String, of force: any Force<Vector>) -> Bool {
    let kind = type(of: force).kind
    return kind.name == name && !kind.parameters.isEmpty
  }

  mutating func take(_ name: String, kind: String? = nil) throws(SimulationError)
    -> any Force<Vector>
  {
    if let force = forces[name] {
      unused.remove(name)
      return force
    }
    guard let kind, let force = forces[kind], Self.isKind(kind, of: force) else {
      throw .missingForce(name)
    }
    return force
  }

  func checkAllUsed() throws(SimulationError) {
    if let name = unused.min() { throw .unexpectedForce(name) }
  }
}

/// The code that precedes a force of the program in a checkpoint.
private enum ForceCode {
  /// A force without declared parameters: nothing follows.
  static let undeclared: UInt8 = 0
  static let list: UInt8 = 1
  /// A list with a force that is switched off: each name is followed by a flag.
  static let listWithSwitches: UInt8 = 8
  /// A force with declared parameters: the name of its kind and the parameters follow.
  static let declared: UInt8 = 18
}

extension ByteWriter {
  mutating func write<Vector: SimulationVector>(force: any Force<Vector>) {
    if let list = force as? ForceList<Vector> {
      let hasSwitches = !list.namesOff.isEmpty
      write(hasSwitches ? ForceCode.listWithSwitches : ForceCode.list)
      write(UInt64(list.count))
      for name in list.names {
        write(name)
        if hasSwitches { write(list.isOn(name)) }
        write(force: list[name]!)
      }
    } else if let builtIn = force as? any BuiltInForce<Vector> {
      write(type(of: builtIn).code)
      for parameter in type(of: builtIn).kind.parameters {
        parameter.access.write(force, to: &self)
      }
    } else {
      write(declared: force)
    }
  }

  /// Writes a force of the program: its declared parameters by name, as a later version may declare
  /// more.
  private mutating func write<Vector: SimulationVector>(declared force: any Force<Vector>) {
    // Other properties of the force are not saved.
    hasCode = true
    let kind = type(of: force).kind
    guard !kind.parameters.isEmpty else { return write(ForceCode.undeclared) }
    write(ForceCode.declared)
    write(kind.name)
    write(UInt64(kind.parameters.count))
    for parameter in kind.parameters {
      write(parameter.name)
      parameter.access.write(force, to: &self)
    }
  }

  /// Writes values per node; a function is written as its evaluated values.
  mutating func write<Value>(_ values: NodeValues<Value>, evaluated: [Value]?)
  where Value: SimulationScalar {
    switch values {
    case .constant(let value): write(each: nil, common: value)
    case .array(let each, let common): write(each: each, common: common)
    case .function: write(each: evaluated ?? [], common: nil)
    }
  }

  /// Writes vectors per node; a function is written as its evaluated vectors.
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

  /// Writes values per link; a function is written as its evaluated values.
  mutating func write<Value>(_ values: LinkValues<Value>, evaluated: [Value]?)
  where Value: SimulationScalar {
    switch values {
    case .constant(let value): write(each: nil, common: value)
    case .array(let each, let common): write(each: each, common: common)
    case .function: write(each: evaluated ?? [], common: nil)
    }
  }

  /// Writes optional values.
  mutating func write<Value>(each values: [Value?], _ write: (Value, inout ByteWriter) -> Void) {
    self.write(UInt64(values.count))
    for value in values {
      self.write(value != nil)
      if let value { write(value, &self) }
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
  /// Reads the force at a path of names. The nesting of lists is limited to 100, since each level
  /// is a recursive call, and an empty name does not lengthen the path.
  mutating func readForce<Vector: SimulationVector>(
    _ path: String, _ custom: inout CustomForces<Vector>, depth: Int = 0
  ) throws(SimulationError) -> any Force<Vector> {
    let code = try read(UInt8.self)
    switch code {
    case ForceCode.undeclared where path.isEmpty: throw .notAForceList
    case ForceCode.undeclared: return try custom.take(path)
    case ForceCode.declared: return try readDeclared(path, &custom)
    case ForceCode.list, ForceCode.listWithSwitches:
      guard depth < 100, path.utf8.count < 1 << 12 else {
        throw .unreadableCheckpoint("its lists of forces are nested too deeply")
      }
      var list = ForceList<Vector>()
      for _ in 0..<(try readCount(of: 1)) {
        let name = try readText()
        let isOn = code == ForceCode.list ? true : try readFlag()
        list[name] = try readForce(
          path.isEmpty ? name : "\(path)/\(name)", &custom, depth: depth + 1)
        list.setOn(isOn, name)
      }
      return list
    default:
      guard let kind = ForceKind<Vector>.kind(code: code), var force = kind.prototype else {
        throw .unreadableCheckpoint("it has a force of an unknown kind, number \(code)")
      }
      for parameter in kind.parameters { try parameter.access.read(&force, from: &self) }
      return force
    }
  }

  /// Reads a force of the program: the one passed in, with the saved parameters.
  private mutating func readDeclared<Vector: SimulationVector>(
    _ path: String, _ custom: inout CustomForces<Vector>
  ) throws(SimulationError) -> any Force<Vector> {
    let name = try readText()
    var force = try custom.take(path, kind: name)
    let kind = type(of: force).kind
    for _ in 0..<(try readCount(of: 1)) {
      let parameter = try readText()
      guard kind.name == name, let found = kind.parameters.first(where: { $0.name == parameter })
      else {
        throw .unreadableCheckpoint(
          "the force \"\(path)\" is a \(name) with a \"\(parameter)\", which the \(kind.name) that "
            + "was handed in does not declare")
      }
      try found.access.read(&force, from: &self)
    }
    return force
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

  /// Reads the values per element and the common value, at least one of which is present.
  private mutating func readValues<Value: SimulationScalar>(
    _: Value.Type
  ) throws(SimulationError) -> (each: [Value]?, common: Value?) {
    let each = try readFlag() ? readArray(Value.self) : nil
    let common = try readFlag() ? read(Value.self) : nil
    if each == nil && common == nil { throw .noValue }
    return (each, common)
  }

  /// Reads optional values.
  mutating func readEach<Value>(
    _ read: (inout ByteReader) throws(SimulationError) -> Value
  ) throws(SimulationError) -> [Value?] {
    var values: [Value?] = []
    for _ in 0..<(try readCount(of: 1)) { values.append(try readFlag() ? read(&self) : nil) }
    return values
  }

  mutating func readInt() throws(SimulationError) -> Int { Int(try read(Int64.self)) }
}

extension SimulationError {
  fileprivate static var noValue: SimulationError {
    .unreadableCheckpoint("a parameter of a force has no value")
  }
}
