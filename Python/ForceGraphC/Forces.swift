@_spi(Interfaces) import ForceSimulation
import GraphLayout

/// The forces of a simulation, from JSON: an array of objects, each with `force`, the name of a kind,
/// and its parameters. Kinds and parameters are those that the forces declare (`ForceKind.all`), in
/// words with hyphens: "many-body" for `ManyBodyForce`, "distance-min" for `distanceMin`.
struct ForceReader<Vector: LayoutVector> where Vector: SIMD {
  let nodeCount: Int

  func forces(_ value: JSONValue) throws(CallError) -> ForceList<Vector> {
    guard case .array(let values) = value else {
      throw CallError(.badOption, "forces is \(value.kind); it must be an array of objects")
    }
    var entries: [ForceList<Vector>.Entry] = []
    var names: Set<String> = []
    for (number, value) in values.enumerated() {
      var options = try Options(value, of: "force \(number)")
      guard let kind = try options.string("force") else {
        throw CallError(.badOption, "force \(number) has no member force, which says what it is")
      }
      let name = try options.string("name") ?? unused(kind, names)
      guard names.insert(name).inserted else {
        throw CallError(.badOption, "two forces have the name \(name)")
      }
      let force = try force(kind, &options)
      try options.checkAllTaken()
      entries.append(ForceList<Vector>.Entry(force, named: name))
    }
    return ForceList(entries)
  }

  /// Returns a name for an unnamed force: its kind, with a number from the second one on.
  private func unused(_ kind: String, _ names: Set<String>) -> String {
    var (name, number) = (kind, 1)
    while names.contains(name) {
      number += 1
      name = "\(kind) \(number)"
    }
    return name
  }

  private func force(
    _ name: String, _ options: inout Options
  ) throws(CallError) -> any Force<Vector> {
    let kinds = ForceKind<Vector>.all
    guard let kind = kinds.first(where: { $0.word == name }), var force = kind.defaults else {
      throw CallError(
        .badOption,
        "there is no force \"\(name)\"; there are \(kinds.map(\.word).joined(separator: ", "))")
    }
    for parameter in kind.parameters {
      guard let json = options.take(parameter.word) else {
        guard !parameter.isRequired else {
          throw CallError(.badOption, "\(options.subject), \(name), needs \(parameter.word)")
        }
        continue
      }
      guard let old = parameter.parameterValue(of: force) else { continue }
      let value = try ParameterReader(options: options, name: parameter.word, nodeCount: nodeCount)
        .value(json, like: old)
      force = parameter.setting(value, of: force) ?? force
    }
    // Strengths of links that are given are those of the links, not of their ends.
    if var links = force as? LinkForce<Vector>, options.wasTaken("strength"),
      !options.wasTaken("is-divided-by-degree")
    {
      links.strength.isDividedByDegree = false
      force = links
    }
    return force
  }
}

extension ForceKind {
  /// The name in JSON: "box-collide" for `BoxCollideForce`; "t-force" for `TForce`, as the field
  /// calls it.
  var word: String {
    let words = hyphenated(name)
    let short = words.hasSuffix("-force") ? String(words.dropLast("-force".count)) : words
    return short.count > 1 ? short : words
  }
}

extension ForceParameter {
  /// The name in JSON: "distance-min" for `distanceMin`.
  var word: String { hyphenated(name) }
}

private func hyphenated(_ name: String) -> String {
  var words = ""
  for letter in name {
    if letter.isUppercase, !words.isEmpty { words += "-" }
    words += letter.lowercased()
  }
  return words
}

/// Reads the value of a parameter from JSON.
private struct ParameterReader<Vector: LayoutVector> where Vector: SIMD {
  let options: Options
  /// The name of the parameter in JSON.
  let name: String
  let nodeCount: Int

  /// Returns a value of the same type as another value.
  func value(
    _ json: JSONValue, like old: ParameterValue<Vector>
  ) throws(CallError) -> ParameterValue<Vector> {
    switch old {
    case .number: .number(try number(json))
    case .optionalNumber: .optionalNumber(try number(json))
    case .count: .count(try integer(json))
    case .ticks:
      if let ticks = UInt64(exactly: try integer(json)) {
        .ticks(ticks)
      } else {
        throw options.wrong(name, json, "a number of ticks")
      }
    case .flag: .flag(try flag(json))
    case .axis: .axis(try axis(json))
    case .vector: .vector(try vector(json))
    case .optionalVector: .optionalVector(try vector(json))
    case .region: .region(try region(json))
    case .nodeNumbers:
      if case .number(let number) = json {
        .nodeNumbers(.constant(number))
      } else {
        .nodeNumbers(.array(try options.numbers(in: json, name)))
      }
    case .linkNumbers:
      if case .number(let number) = json {
        .linkNumbers(.constant(number))
      } else {
        .linkNumbers(.array(try options.numbers(in: json, name)))
      }
    case .nodeVectors:
      if case .array(let rows) = json, case .array? = rows.first {
        .nodeVectors(.array(try each(json) { (row) throws(CallError) in try vector(row) }))
      } else {
        .nodeVectors(.constant(try vector(json)))
      }
    case .groups: .groups(try groups(json))
    case .places:
      .places(
        try each(json) { (row) throws(CallError) in
          if case .null = row { nil } else { try vector(row) }
        })
    }
  }

  private func number(_ json: JSONValue) throws(CallError) -> Double {
    guard case .number(let number) = json else { throw options.wrong(name, json, "a number") }
    return number
  }

  private func integer(_ json: JSONValue) throws(CallError) -> Int {
    guard case .number(let number) = json, let integer = Int(exactly: number) else {
      throw options.wrong(name, json, "an integer")
    }
    return integer
  }

  private func flag(_ json: JSONValue) throws(CallError) -> Bool {
    guard case .bool(let flag) = json else { throw options.wrong(name, json, "true or false") }
    return flag
  }

  private func axis(_ json: JSONValue) throws(CallError) -> Axis {
    let axes = ["x", "y", "z"].prefix(Vector.scalarCount)
    guard case .string(let word) = json else {
      throw options.wrong(name, json, axes.joined(separator: ", "))
    }
    guard let index = axes.firstIndex(of: word) else {
      throw CallError(
        .badOption,
        "\(name) of \(options.subject) is \"\(word)\"; it must be one of "
          + axes.joined(separator: ", "))
    }
    return Axis(index)
  }

  private func vector(_ json: JSONValue) throws(CallError) -> Vector {
    let numbers = try options.numbers(in: json, name)
    guard numbers.count == Vector.scalarCount else {
      throw CallError(
        .badOption,
        "\(name) of \(options.subject) has \(numbers.count) coordinates, not \(Vector.scalarCount)")
    }
    var vector = Vector.zero
    for axis in numbers.indices { vector[axis] = numbers[axis] }
    return vector
  }

  /// Reads an array with a row for each node or corner.
  private func each<Element>(
    _ json: JSONValue, _ read: (JSONValue) throws(CallError) -> Element
  ) throws(CallError) -> [Element] {
    guard case .array(let rows) = json else {
      throw options.wrong(name, json, "an array of points")
    }
    var elements: [Element] = []
    elements.reserveCapacity(rows.count)
    for row in rows { elements.append(try read(row)) }
    return elements
  }

  private func groups(_ json: JSONValue) throws(CallError) -> [Int?] {
    let numbers = try options.numbers(in: json, name)
    guard numbers.count == nodeCount else {
      throw CallError(
        .badOption, "\(name) has \(numbers.count) elements; there are \(nodeCount) nodes")
    }
    var groups: [Int?] = []
    for (node, number) in numbers.enumerated() {
      guard let group = Int(exactly: number) else {
        throw CallError(.badOption, "the group of node \(node) is \(number), not an integer")
      }
      groups.append(group < 0 ? nil : group)
    }
    return groups
  }

  /// Reads {"box": [low, high]}, {"disc": [center, radius]} or {"polygon": [corner, ...]}.
  private func region(_ json: JSONValue) throws(CallError) -> BoundaryForce<Vector>.Region {
    let failure = options.wrong(
      name, json,
      "an object with one of box: [low, high], disc: [center, radius], polygon: [corner, ...]")
    guard case .object(let members) = json, members.count == 1, let (shape, value) = members.first,
      case .array(let parts) = value
    else { throw failure }
    switch (shape, parts.count) {
    case ("box", 2): return .box(low: try vector(parts[0]), high: try vector(parts[1]))
    case ("disc", 2): return .disc(center: try vector(parts[0]), radius: try number(parts[1]))
    case ("polygon", _):
      return .polygon(try each(value) { (corner) throws(CallError) in try vector(corner) })
    default: throw failure
    }
  }
}
