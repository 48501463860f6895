import Foundation
import Testing
import _TestSupport

@testable import GraphIO

/// Reads the lines of maps.
struct GeoJSONLinesTests {
  @Test(arguments: [
    #"{"type": "LineString", "coordinates": [[1, 2], [3, 4.5, 100]]}"#,
    #"{"type": "Feature", "properties": {"a": [[9, 9], [8, 8]]}, "geometry": {"coordinates": [[[1, 2], [3, 4.5]]]}}"#,
    #"{"features": [{"geometry": {"coordinates": [7, 8]}}, {"geometry": {"coordinates": [[[[1, 2], [3, 4.5]]]]}}]}"#,
  ])
  func lines(text: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "map.json").path(percentEncoded: false)
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(try GeoJSONLines.read(contentsOf: path) == [[[1, 2], [3, 4.5]]])
    }
  }

  @Test func whatIsNoJSON() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "map.json").path(percentEncoded: false)
      try Data("{\"coordinates\": [[1, ".utf8).write(to: URL(filePath: path))
      #expect(throws: GraphFileError.self) { try GeoJSONLines.read(contentsOf: path) }
    }
  }
}
