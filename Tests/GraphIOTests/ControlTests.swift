import Foundation
import Synchronization
import Testing

@testable import GraphIO

/// Progress and cancellation of readers and writers.
struct ControlTests {
  private static let text = (0..<150_000).map { "\($0) \($0 + 1)\n" }.joined()
  private static let bytes = Array(text.utf8)
  private static let cancelled = GraphFileError(file: "g.edges", problem: .cancelled)

  /// A control that ends what asks it more than `count` times.
  private static func control(endingAfter count: Int) -> RunControl {
    let left = Atomic(count)
    return RunControl(isCancelled: { left.subtract(1, ordering: .relaxed).newValue < 0 })
  }

  private static func reader(_ control: RunControl) -> GraphReader {
    var reader = GraphReader()
    reader.control = control
    return reader
  }

  @Test func errorIsASentence() {
    #expect(Self.cancelled.description == "g.edges: cancelled before it was done")
  }

  /// Wherever it is asked, the answer ends it.
  @Test func readingEndsBetweenPieces() throws {
    let asked = Atomic(0)
    let counting = RunControl(isCancelled: {
      asked.add(1, ordering: .relaxed)
      return false
    })
    _ = try Self.reader(counting).read(Self.bytes, name: "g.edges")
    let count = asked.load(ordering: .relaxed)
    #expect(count >= Self.bytes.count >> 18)
    for allowed in 0..<count {
      let error = #expect(throws: GraphFileError.self) {
        try Self.reader(Self.control(endingAfter: allowed)).read(Self.bytes, name: "g.edges")
      }
      #expect(error == Self.cancelled)
    }
    let graph = try Self.reader(Self.control(endingAfter: count)).read(Self.bytes).graph
    #expect(graph.edgeCount == 150_000)
  }

  /// Also what fits into one piece.
  @Test func smallFilesOfEveryFormatEnd() throws {
    for name in Fixture.graphs {
      let error = #expect(throws: GraphFileError.self) {
        try Self.reader(RunControl(isCancelled: { true })).read(Fixture.bytes(name), name: name)
      }
      #expect(error == GraphFileError(file: name, problem: .cancelled))
      let last = #expect(throws: GraphFileError.self) {
        try Self.reader(Self.control(endingAfter: 2)).read(Fixture.bytes(name), name: name)
      }
      #expect(last == GraphFileError(file: name, problem: .cancelled))
    }
  }

  @Test func aCancelledTaskEndsReadingAndWriting() async throws {
    let graph = try GraphReader().read(Self.bytes, name: "g.edges").graph
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let errors = [
        #expect(throws: GraphFileError.self) {
          try GraphReader().read(Self.bytes, name: "g.edges")
        },
        #expect(throws: GraphFileError.self) {
          try GraphWriter(format: .gexf).write(graph, path: "/no/such/folder/g.edges")
        },
        #expect(throws: GraphFileError.self) { try GraphWriter(format: .gexf).bytes(graph) },
        #expect(throws: GraphFileError.self) {
          try NodePositionTable(Array("id,x,y\n1,2,3\n".utf8), name: "p.csv")
        },
      ]
      return errors.map { $0?.description }
    }
    #expect(
      await task.value == [
        "g.edges: cancelled before it was done",
        // What is wrong from the start is said first.
        "/no/such/folder/g.edges: cannot be written: there is no folder /no/such/folder",
        "graph: cancelled before it was done", "p.csv: cancelled before it was done",
      ])
  }

  @Test func graphsTakeTheControlOfReadersAndWriters() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/g.edges"
      let graph = try GraphReader().read(Self.bytes, name: "g.edges").graph
      try graph.write(to: path)
      let error = GraphFileError(file: path, problem: .cancelled)
      let ended = RunControl(isCancelled: { true })
      #expect(throws: error) { try Graph(contentsOf: path, control: ended) }
      #expect(throws: error) { try Graph(contentsOf: URL(filePath: path), control: ended) }
      #expect(throws: error) { try graph.write(to: path, control: ended) }
      #expect(throws: error) { try graph.write(to: URL(filePath: path), control: ended) }
      #expect(try Graph(contentsOf: path) == graph)
    }
  }

  // MARK: Progress

  private final class Record: Sendable {
    let steps = Mutex<[RunProgress]>([])
    var control: RunControl {
      RunControl(progress: { [self] step in steps.withLock { $0.append(step) } })
    }
  }

  @Test(arguments: ["g.edges", "g.edges.gz"])
  func progressIsTheShareOfTheBytesOfAFile(name: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      try GraphReader().read(Self.bytes, name: "g.edges").graph.write(to: path)
      let record = Record()
      #expect(try Self.reader(record.control).read(path: path).graph.edgeCount == 150_000)
      let steps = record.steps.withLock { $0 }
      #expect(steps.count >= 4 && steps.count <= 101)
      #expect(steps.first?.fraction == 0)
      #expect(steps.last?.fraction == 1)
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction < $1.fraction })
      let length = try #require(
        FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      for step in steps {
        #expect(step.phase == "reading")
        #expect(step.fraction == Double(step.count) / Double(length))
      }
    }
  }

  @Test func ofALongFileAHundredStepsAreTold() throws {
    let record = Record()
    let comments = String(
      repeating: "# " + String(repeating: "x", count: 998) + "\n", count: 60_000)
    let bytes = Array((comments + "1 2\n").utf8)
    _ = try Self.reader(record.control).read(bytes, name: "long.edges")
    let count = record.steps.withLock { $0.count }
    #expect(count > 50 && count <= 101)
  }

  /// Nobody knows how long it is.
  @Test func ofAPipeNothingIsTold() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("1 2\n2 3\n".utf8))
    try pipe.fileHandleForWriting.close()
    let record = Record()
    let read = try Self.reader(record.control).read(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "a pipe")
    #expect(read.graph.edgeCount == 2)
    #expect(record.steps.withLock { $0.isEmpty })
  }

  // MARK: Writing

  @Test(arguments: GraphFormat.all.filter(\.isWritable), ["", ".gz"])
  func nothingHalfWrittenStays(format: GraphFormat, end: String) throws {
    try withTemporaryFolder { folder in
      let graph = try GraphReader().read(Self.bytes, name: "g.edges").graph
      let path = "\(folder)/g.\(format.fileExtension)\(end)"
      try Data("old".utf8).write(to: URL(filePath: path))
      for allowed in [0, 1, 3] {
        var writer = GraphWriter()
        writer.control = Self.control(endingAfter: allowed)
        let error = #expect(throws: GraphFileError.self) { try writer.write(graph, path: path) }
        #expect(error == GraphFileError(file: path, problem: .cancelled))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
      }
      #expect(try GraphWriter().write(graph, path: path).losses.contains(.positions) == false)
      #expect(try GraphReader().read(path: path).graph.edgeCount == 150_000)
    }
  }
}
