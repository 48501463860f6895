import Foundation
import Testing

@testable import Graphs

/// Places on the earth as positions.
struct MapProjectionTests {
  private let cities: [(latitude: Double, longitude: Double)] = [
    (52.5, 13.4), (48.9, 2.35), (41.9, 12.5), (59.3, 18.1),
  ]

  /// The formulas of Snyder's manual (doi:10.3133/pp1395), 7-1 and 7-2, for places around Berlin.
  @Test func mercator() {
    let middle = (2.35 + 18.1) / 2
    let points = MapProjection.mercator.points(cities)
    for (place, point) in zip(cities, points) {
      let latitude = place.latitude * .pi / 180
      #expect(abs(point.x - (place.longitude - middle) * .pi / 180) < 1e-12)
      #expect(abs(point.y - log(tan(.pi / 4 + latitude / 2))) < 1e-12)
    }
    let poles = MapProjection.mercator.points([(90, 0), (-90, 1)])
    #expect(poles.allSatisfy { abs(abs($0.y) - .pi) < 1e-6 })
  }

  /// Lengths along the middle latitude are those of the sphere.
  @Test func equirectangular() {
    let points = MapProjection.equirectangular.points([(50, 10), (50, 11), (50, 12)])
    #expect(abs(points[1].x - points[0].x - cos(50 * .pi / 180) * .pi / 180) < 1e-12)
    #expect(points[0].y == points[2].y && abs(points[1].x) < 1e-12)
  }

  /// Areas are those of the sphere: of small squares in the north and the south of a continent.
  @Test(arguments: [(10.0, 70.0), (-60.0, -20.0), (-30.0, 30.0)])
  func albers(south: Double, north: Double) {
    for latitude in stride(from: south + 1, to: north - 1, by: 7) {
      let corners = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map {
        (latitude: latitude + $0.0, longitude: 20 + $0.1)
      }
      let points = MapProjection.albers.points(
        corners + [(latitude: south, longitude: 0), (latitude: north, longitude: 40)])
      var area = 0.0
      for corner in 0..<4 {
        let (a, b) = (points[corner], points[(corner + 1) % 4])
        area += (a.x * b.y - a.y * b.x) / 2
      }
      let (low, high) = (latitude * .pi / 180, (latitude + 1) * .pi / 180)
      let sphere = (sin(high) - sin(low)) * .pi / 180
      // The sides are chords of the curves.
      #expect(abs(abs(area) / sphere - 1) < 2e-3, "\(latitude)")
    }
  }

  /// The cut is where there are no places: Tokyo lies west of California.
  @Test func widestGap() {
    for projection in MapProjection.allCases {
      let points = projection.points([(35.8, 140.4), (21.3, -157.9), (33.9, -118.4), (40, -74)])
      #expect(points[0].x < points[1].x && points[1].x < points[2].x && points[2].x < points[3].x)
      #expect(
        projection.points([(.nan, 1), (1, .infinity)]).allSatisfy { $0.x.isNaN && $0.y.isNaN })
      #expect(projection.points([(3, 4)])[0].x == 0)
      #expect(projection.points([(0, 0), (0, 0)]).allSatisfy { abs($0.x) < 1e-12 })
    }
  }

  /// Lines of a map lie where nodes of the same places do; those elsewhere are left out.
  @Test func linesOfMaps() throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.nodeAttributes.set("lat", .doubles([40, 50]))
    graph.nodeAttributes.set("lon", .doubles([10, 20]))
    for projection in MapProjection.allCases {
      _ = try graph.place(by: projection)
      let lines = projection.lines(
        [[[10, 40], [15, 45], [20, 50]], [[-60, 0], [-61, 1]]],
        around: try #require(graph.placesOnEarth))
      #expect(lines.count == 1)
      guard case .plane(let points)? = graph.positions else { continue }
      #expect(lines[0][0] == points[0] && lines[0][2] == points[1])
    }
  }

  @Test func attributes() throws {
    var graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    #expect(try graph.place(by: .mercator) == nil)
    graph.nodeAttributes.set("Latitude", .doubles([50, 51, nil]))
    graph.nodeAttributes.set("lng", .integers([10, 11, 12]))
    #expect(try graph.place(by: .mercator) == 1)
    #expect(graph.positions?.missingCount == 1 && graph.positions?[2] == nil)
    #expect(graph.nodeAttributes.names == ["Latitude", "lng"])
    graph.nodeAttributes.set("Latitude", .doubles([50, 91, nil]))
    let error = #expect(throws: Graph.LatitudeError.self) { try graph.place(by: .albers) }
    #expect(error?.node == 1)
  }
}
