/// The NumPy format for one array, versions 1 to 3
/// (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
enum NumPyFile {
  static let magic: [UInt8] = [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59]

  private struct Header {
    var isSingle = false
    var isBigEndian = false
    var isByColumn = false
    var rows = 0
    var columns = 0

    var byteCount: Int { rows * columns * (isSingle ? 4 : 8) }
  }

  static func read(
    _ source: any ByteSource, name: String, limits: ReadLimits
  ) throws(GraphFileError) -> NodePositions {
    func error(_ found: String, _ expected: String) -> GraphFileError {
      GraphFileError(file: name, problem: .unexpected(found: found, expected: expected))
    }
    let header = try header(headerText(source, name: name, error), error)
    guard header.rows <= limits.nodes else {
      throw GraphFileError(file: name, problem: .limit(of: "nodes", maximum: limits.nodes))
    }
    // The data are read before anything is allocated for the size in the header.
    var data: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while data.count <= header.byteCount {
      let count = try source.read(into: &piece)
      if count == 0 { break }
      data += piece[..<count]
    }
    guard data.count == header.byteCount else {
      throw error(
        data.count > header.byteCount
          ? "more than \(header.byteCount) bytes of data" : "\(data.count) bytes of data",
        "\(header.byteCount), for \(header.rows) rows of \(header.columns) columns")
    }
    return try positions(data, header, error)
  }

  private static func headerText(
    _ source: any ByteSource, name: String, _ error: (String, String) -> GraphFileError
  ) throws(GraphFileError) -> String {
    let start = try source.prefix(8)
    guard start.count == 8, start.starts(with: magic) else {
      throw error("the end of the file", "a header of NumPy")
    }
    let version = start[6]
    guard (1...3).contains(version) else {
      throw error("version \(version) of NumPy's format", "version 1, 2 or 3")
    }
    let lengthBytes = try source.prefix(version == 1 ? 2 : 4)
    let length = lengthBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= 1 << 16 else {
      throw GraphFileError(file: name, problem: .limit(of: "bytes in the header", maximum: 1 << 16))
    }
    let text = try source.prefix(length)
    guard lengthBytes.count == (version == 1 ? 2 : 4), text.count == length else {
      throw error("the end of the file", "the rest of the header")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses the header: `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }`
  private static func header(
    _ text: String, _ error: (String, String) -> GraphFileError
  ) throws(GraphFileError) -> Header {
    let compact = text.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    func value(_ key: String) -> Substring? {
      compact.firstRange(of: key + ":").map { compact[$0.upperBound...] }
    }
    var header = Header()
    let type = value("descr")?.prefix { $0 != "," && $0 != "}" } ?? ""
    switch type {
    case "<f8": break
    case ">f8": header.isBigEndian = true
    case "<f4": header.isSingle = true
    case ">f4": (header.isSingle, header.isBigEndian) = (true, true)
    default:
      throw error(
        "an array of \(shown(String(type)))", "one of \"<f8\" or \"<f4\" (float64 or float32)")
    }
    switch value("fortran_order")?.prefix(while: { $0 != "," && $0 != "}" }) {
    case "False": break
    case "True": header.isByColumn = true
    default: throw error("no fortran_order in the header", "True or False")
    }
    let shape = value("shape")?.dropFirst().prefix { $0 != ")" } ?? ""
    let numbers = shape.split(separator: ",").map { Int(canonical: String($0)) }
    guard numbers.count == 2, let rows = numbers[0], let columns = numbers[1], rows >= 0,
      rows <= Int(Int32.max), columns == 2 || columns == 3
    else {
      throw error("an array of shape (\(shape))", "(n, 2) or (n, 3)")
    }
    (header.rows, header.columns) = (rows, columns)
    return header
  }

  private static func positions(
    _ data: [UInt8], _ header: Header, _ error: (String, String) -> GraphFileError
  ) throws(GraphFileError) -> NodePositions {
    let size = header.isSingle ? 4 : 8
    func value(_ row: Int, _ column: Int) -> Double {
      let index = header.isByColumn ? column * header.rows + row : row * header.columns + column
      var bits: UInt64 = 0
      for byte in 0..<size {
        let place = header.isBigEndian ? byte : size - 1 - byte
        bits = bits << 8 | UInt64(data[index * size + place])
      }
      return header.isSingle ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    }
    var places: [SIMD3<Double>] = []
    places.reserveCapacity(header.rows)
    for row in 0..<header.rows {
      var place = SIMD3<Double>.zero
      for column in 0..<header.columns {
        let number = value(row, column)
        if number.isInfinite { throw error("\(number) in row \(row)", "finite numbers, or nan") }
        place[column] = number
      }
      // A position with a NaN coordinate counts as missing.
      if place.x.isNaN || place.y.isNaN || place.z.isNaN { place = SIMD3(repeating: .nan) }
      places.append(place)
    }
    return header.columns == 3 ? .space(places) : .plane(places.map { SIMD2($0.x, $0.y) })
  }

  /// Returns an array of version 1, float64, in row-major order.
  static func bytes(_ positions: NodePositions) -> [UInt8] {
    let dimensions = positions.dimensions
    var header =
      "{'descr': '<f8', 'fortran_order': False, 'shape': (\(positions.count), \(dimensions)), }"
    // The data begin at a multiple of 64 bytes.
    let length = (magic.count + 4 + header.utf8.count + 1 + 63) / 64 * 64 - magic.count - 4
    header += String(repeating: " ", count: length - header.utf8.count - 1) + "\n"
    var bytes = magic + [1, 0, UInt8(length & 255), UInt8(length >> 8)] + Array(header.utf8)
    bytes.reserveCapacity(bytes.count + positions.count * dimensions * 8)
    for place in positions.inSpace {
      for axis in 0..<dimensions {
        for shift in stride(from: 0, to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: place[axis].bitPattern >> UInt64(shift)))
        }
      }
    }
    return bytes
  }
}
