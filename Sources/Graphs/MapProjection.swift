#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A projection of places on the earth, given by latitude and longitude in degrees, to the plane. The
/// earth is a sphere of radius 1; north is up.
///
/// The meridian in the middle of a drawing is that of the places: the cut goes through their widest gap
/// in longitude, so that a network across the Pacific is not torn. (J. P. Snyder: "Map projections: A
/// working manual", 1987, doi:10.3133/pp1395)
package enum MapProjection: String, CaseIterable, Sendable {
  /// Meridians and parallels are straight lines at equal distances, true to scale at the middle
  /// latitude of the places.
  case equirectangular
  /// Angles are true; areas grow towards the poles. Latitudes beyond 85.0511 degrees count as that.
  case mercator
  /// Albers' conic projection, whose areas are true: for continents and countries. The standard
  /// parallels are a sixth of the places' latitudes away from the northernmost and the southernmost.
  /// Places around the equator, where there is no cone, have the cylindrical one of equal areas.
  case albers

  /// Returns the points of places; NaN for those with a coordinate that is not finite. O(places * log).
  ///
  /// - Parameter places: latitudes from -90 to 90, and longitudes of any number of turns.
  package func points(
    _ places: [(latitude: Double, longitude: Double)]
  ) -> [SIMD2<Double>] {
    let project = projection(of: places)
    return places.map { project($0.latitude, $0.longitude) }
  }

  /// Returns the projection, from a latitude and a longitude to a point, that suits places.
  private func projection(
    of places: [(latitude: Double, longitude: Double)]
  ) -> (_ latitude: Double, _ longitude: Double) -> SIMD2<Double> {
    let known = places.filter { $0.latitude.isFinite && $0.longitude.isFinite }
    guard let south = known.map(\.latitude).min(), let north = known.map(\.latitude).max() else {
      return { _, _ in SIMD2(repeating: .nan) }
    }
    let middle = Self.middleLongitude(known.map(\.longitude))
    let project = formula(south: Self.radians(south), north: Self.radians(north))
    return { latitude, longitude in
      guard latitude.isFinite, longitude.isFinite else { return SIMD2(repeating: .nan) }
      // Whole turns go first, or the middle would be lost in rounding beside many of them.
      let turned = (longitude.remainder(dividingBy: 360) - middle).remainder(dividingBy: 360)
      return project(Self.radians(latitude), Self.radians(turned))
    }
  }

  /// The size of a map whose earth has radius 1.
  fileprivate static let scale = 1000.0

  /// Returns lines of a map for a drawing of places: those of which a part is between the outermost places.
  ///
  /// - Parameter lines: points with the longitude and the latitude, in degrees.
  package func lines(
    _ lines: [[SIMD2<Double>]], around places: [(latitude: Double, longitude: Double)]
  ) -> [[SIMD2<Double>]] {
    let project = projection(of: places)
    let points = places.map { project($0.latitude, $0.longitude) }.filter(\.x.isFinite)
    guard let first = points.first else { return [] }
    let low = points.reduce(first) { pointwiseMin($0, $1) }
    let high = points.reduce(first) { pointwiseMax($0, $1) }
    return lines.compactMap { line in
      let line = line.map { project($0.y, $0.x) }
      let isNear = line.contains { point in
        point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y
      }
      return isNear ? line.map { $0 * Self.scale } : nil
    }
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The longitude opposite to the middle of the widest gap.
  private static func middleLongitude(_ longitudes: [Double]) -> Double {
    let sorted = longitudes.map { $0.remainder(dividingBy: 360) }.sorted()
    guard let first = sorted.first, let last = sorted.last else { return 0 }
    var (widest, end) = (first + 360 - last, first)
    for (west, east) in zip(sorted, sorted.dropFirst()) where east - west > widest {
      (widest, end) = (east - west, east)
    }
    // Without a wide gap the places are all over the world, which people cut in the Pacific.
    if widest < 60 { return 0 }
    return end + (360 - widest) / 2
  }

  private func formula(south: Double, north: Double) -> (Double, Double) -> SIMD2<Double> {
    switch self {
    case .equirectangular:
      let scale = max(cos((south + north) / 2), 1e-6)
      return { latitude, longitude in SIMD2(longitude * scale, latitude) }
    case .mercator:
      let most = Self.radians(85.051129)
      return { latitude, longitude in
        SIMD2(longitude, asinh(tan(min(max(latitude, -most), most))))
      }
    case .albers:
      let inset = (north - south) / 6
      let (first, second) = (sin(south + inset), sin(north - inset))
      let cone = (first + second) / 2
      guard abs(cone) > 0.05 else {
        let scale = max(cos(abs(north - south) / 3), 0.1)
        return { latitude, longitude in SIMD2(longitude * scale, sin(latitude) / scale) }
      }
      let constant = 1 - first * first + 2 * cone * first
      func radius(_ latitude: Double) -> Double {
        (max(constant - 2 * cone * sin(latitude), 0)).squareRoot() / cone
      }
      let origin = radius((south + north) / 2)
      return { latitude, longitude in
        let (distance, angle) = (radius(latitude), cone * longitude)
        return SIMD2(distance * sin(angle), origin - distance * cos(angle))
      }
    }
  }
}

extension Graph {
  private static let latitudeNames = ["lat", "latitude", "lat_deg", "latitude_deg"]
  private static let longitudeNames = [
    "lon", "lng", "long", "longitude", "lon_deg", "longitude_deg",
  ]

  /// The numeric attributes of nodes that are their latitudes and longitudes, by their usual names;
  /// nil if there are none.
  package var namesOfPlacesOnEarth: (latitude: String, longitude: String)? {
    func name(_ usual: [String]) -> String? {
      nodeAttributes.columns.first {
        usual.containsBytes(of: $0.name.lowercased()) && $0.numbers != nil
      }?.name
    }
    guard let latitude = name(Self.latitudeNames), let longitude = name(Self.longitudeNames) else {
      return nil
    }
    return (latitude, longitude)
  }

  /// The latitude and longitude of each node, in degrees, NaN for none; nil if there are no such attributes.
  package var placesOnEarth: [(latitude: Double, longitude: Double)]? {
    guard let names = namesOfPlacesOnEarth,
      let latitudes = nodeAttributes[names.latitude]?.numbers,
      let longitudes = nodeAttributes[names.longitude]?.numbers
    else { return nil }
    return zip(latitudes, longitudes).map { ($0 ?? .nan, $1 ?? .nan) }
  }

  /// A node whose latitude is none.
  package struct LatitudeError: Error {
    package var node: Int
    package var latitude: Double
  }

  /// Gives nodes positions by their latitudes and longitudes. Nodes without both have none. O(nodes *
  /// log).
  ///
  /// - Returns: the number of nodes without a place; nil if the graph has no such attributes, and
  ///   nothing changes.
  package mutating func place(by projection: MapProjection) throws(LatitudeError) -> Int? {
    guard let places = placesOnEarth else { return nil }
    for (node, place) in places.enumerated() where abs(place.latitude) > 90 {
      throw LatitudeError(node: node, latitude: place.latitude)
    }
    let points = projection.points(places).map { $0 * MapProjection.scale }
    positions = .plane(points)
    return points.count { $0.x.isNaN }
  }
}
