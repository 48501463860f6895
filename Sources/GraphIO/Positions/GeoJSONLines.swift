import RunSupport

/// The lines of a map in GeoJSON (RFC 7946), such as coasts and borders.
package enum GeoJSONLines {
  /// Returns the points of each line and of each ring of polygons, with the longitude and the latitude in
  /// degrees. Single points and everything else in the file are ignored.
  package static func read(
    contentsOf path: String, limits: ReadLimits = ReadLimits()
  ) throws(GraphFileError) -> [[SIMD2<Double>]] {
    let (limits, control) = (limits.sensible, RunControl())
    let file = try FileSource(path: path)
    let watch = ReadWatch(control, name: path, length: file.length)
    let (source, prefix) = try GraphReader.plain(file, name: path, limits: limits, watch: watch)
    let input = FormatInput(
      format: .json, source: source, prefix: prefix, name: path, limits: limits,
      options: EdgeListOptions(), control: control)
    var json = JSONScanner(try input.scanner())
    var cost = JSONCost()
    var lines: [[SIMD2<Double>]] = []
    collect(try json.item(&cost), &lines)
    return lines
  }

  private static let members = ["features", "geometry", "geometries", "coordinates"]

  private static func collect(_ item: JSONItem, _ lines: inout [[SIMD2<Double>]]) {
    for name in members { if let member = item[name] { collect(member, &lines) } }
    guard let elements = item.elements else { return }
    let points = elements.compactMap(point)
    if points.count == elements.count, points.count > 1 {
      lines.append(points)
    } else {
      for element in elements { collect(element, &lines) }
    }
  }

  private static func point(_ item: JSONItem) -> SIMD2<Double>? {
    guard let elements = item.elements, elements.count >= 2,
      case .scalar(let longitude) = elements[0].value,
      case .scalar(let latitude) = elements[1].value,
      let x = longitude.number, let y = latitude.number, x.isFinite, abs(y) <= 90
    else { return nil }
    return [x, y]
  }
}
