import FileWriting

/// A command of a viewer, decoded from JSON: the action, a number for the response, and the
/// arguments.
struct TextCommand: Decodable {
  /// The number that the response repeats.
  var id: UInt32?
  var `do`: String
  /// The epoch to which indices belong; nil if the page does not specify it.
  var epoch: UInt32?

  var ticks: Int?
  var alpha: Double?
  var factor: Factor?
  var force: String?
  var parameter: String?
  var value: Double?
  var name: String?
  var on: Bool?
  var nodes: Nodes?
  var links: Links?
  var at: [[Double]]?
  var color: Choice?
  var size: Choice?
  var labels: Choice?
  var text: String?
  var limit: Int?
  var node: Int?
  var link: Int?
  var format: String?
  var width: Double?
  var height: Double?
  var camera: Camera?
  var theme: String?
  var bits: Int?
  var step: Int?

  private enum CodingKeys: CodingKey {
    case id, `do`, epoch, ticks, alpha, factor, force, parameter, value, name, on, nodes, links, at,
      color, size, labels, text, limit, node, link, format, width, height, camera, theme, bits, step
  }

  init(_ text: String) throws(Problem) {
    do { self = try JSONDecoder().decode(TextCommand.self, from: Data(text.utf8)) } catch {
      throw Problem(description: Self.sentence(error))
    }
  }

  init(from decoder: any Decoder) throws {
    let all = try decoder.container(keyedBy: CodingKeys.self)
    func value<T: Decodable>(_ type: T.Type, _ key: CodingKeys) throws -> T? {
      try all.decodeIfPresent(type, forKey: key)
    }
    /// Null is distinct from a missing key.
    func choice(_ key: CodingKeys) throws -> Choice? {
      guard all.contains(key) else { return nil }
      return try all.decodeNil(forKey: key) ? .back : .to(all.decode(String.self, forKey: key))
    }
    `do` = try all.decode(String.self, forKey: .do)
    (id, epoch) = (try value(UInt32.self, .id), try value(UInt32.self, .epoch))
    (ticks, alpha) = (try value(Int.self, .ticks), try value(Double.self, .alpha))
    (factor, force) = (try value(Factor.self, .factor), try value(String.self, .force))
    (parameter, self.value) = (try value(String.self, .parameter), try value(Double.self, .value))
    (name, on) = (try value(String.self, .name), try value(Bool.self, .on))
    (nodes, links) = (try value(Nodes.self, .nodes), try value(Links.self, .links))
    at = try value([[Double]].self, .at)
    (color, size, labels) = (try choice(.color), try choice(.size), try choice(.labels))
    (text, limit) = (try value(String.self, .text), try value(Int.self, .limit))
    (node, link) = (try value(Int.self, .node), try value(Int.self, .link))
    (format, theme) = (try value(String.self, .format), try value(String.self, .theme))
    (width, height) = (try value(Double.self, .width), try value(Double.self, .height))
    camera = try value(Camera.self, .camera)
    (bits, step) = (try value(Int.self, .bits), try value(Int.self, .step))
  }

  /// Only the number of a command, for responses to commands that are otherwise invalid; nil if
  /// there is none.
  struct Number: Decodable {
    var id: UInt32?

    private enum CodingKeys: CodingKey { case id }

    init(_ text: String) {
      id = (try? JSONDecoder().decode(Number.self, from: Data(text.utf8)))?.id
    }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(UInt32.self, forKey: .id)
    }
  }

  /// The reason why a text is not a valid command.
  struct Problem: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  private static func sentence(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
        .joined(separator: ".")
    }
    switch error {
    case DecodingError.keyNotFound(let key, _): return "a command needs \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return "\"\(place(context))\" of the command is of another type than it must be"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\"\(place(context))\" of the command has a value that it cannot have"
    default: return "the command is no JSON object"
    }
  }
}

extension TextCommand {
  /// A choice for a style property: the default, or a name.
  enum Choice: Hashable {
    case back
    case to(String)

    var name: String? { if case .to(let name) = self { name } else { nil } }
  }

  struct Camera: Decodable, Hashable {
    var x: Double
    var y: Double
    var scale: Double
  }

  enum Factor: Decodable, Hashable {
    case number(Int)
    case free

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if try container.decode(String.self) == "free" {
        self = .free
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "neither a number nor free")
      }
    }
  }

  /// Nodes by index, all nodes, or new nodes by id.
  enum Nodes: Decodable, Hashable {
    struct New: Decodable, Hashable {
      var id: String
      var label: String?
    }

    case indices([Int])
    case all
    case new([New])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let indices = try? container.decode([Int].self) {
        self = .indices(indices)
      } else if let new = try? container.decode([New].self) {
        self = .new(new)
      } else if try container.decode(String.self) == "all" {
        self = .all
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "neither indices nor all")
      }
    }
  }

  /// Links by index, or new ones by the ids of their ends.
  enum Links: Decodable, Hashable {
    case indices([Int])
    case new([[String]])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let indices = try? container.decode([Int].self) {
        self = .indices(indices)
      } else {
        self = .new(try container.decode([[String]].self))
      }
    }
  }
}
