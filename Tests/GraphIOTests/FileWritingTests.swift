import Foundation
import Synchronization
import Testing

@testable import FileWriting
@testable import GraphIO

/// Files are written completely or not at all, and without effects on other files.
struct FileWritingTests {
  private static let graph = Graph(
    checkedNodeIDs: Graph.NodeIDs(count: 2), sources: [0], targets: [1])

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path(percentEncoded: false))
  }

  private func rights(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// To ask for the umask of a process is to change it, also for other threads.
  @Test func otherThreadsKeepTheirRights() throws {
    try withFolder { folder in
      let isDone = Atomic<Bool>(false)
      let wrongCount = Atomic<Int>(0)
      let usual = { () -> mode_t in
        close(open(folder + "/usual", O_WRONLY | O_CREAT | O_EXCL, 0o666))
        return rights(folder + "/usual")
      }()
      DispatchQueue.concurrentPerform(iterations: 2) { task in
        if task == 0 {
          for _ in 0..<500 { _ = try? Self.graph.write(to: folder + "/graph.gml") }
          isDone.store(true, ordering: .releasing)
          return
        }
        var number = 0
        while !isDone.load(ordering: .acquiring) {
          let path = folder + "/other-\(number)"
          close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666))
          if rights(path) != usual { wrongCount.add(1, ordering: .relaxed) }
          unlink(path)
          number += 1
        }
      }
      #expect(wrongCount.load(ordering: .relaxed) == 0)
      #expect(rights(folder + "/graph.gml") == usual)
    }
  }

  /// A name that somebody has taken, with a file or a link, is left alone; the rights are those of
  /// the creation.
  @Test func privateFilesAreNewAndTheUsersAlone() throws {
    try withFolder { folder in
      try Data("theirs".utf8).write(to: URL(filePath: folder + "/taken"))
      #expect(symlink(folder + "/elsewhere", folder + "/link") == 0)
      var names = ["taken", "link", "free"][...]
      let file = try ExclusiveFile(rights: 0o600) { _ in folder + "/" + (names.popFirst() ?? "") }
      close(file.descriptor)
      #expect(file.path == folder + "/free" && rights(file.path) == 0o600)
      #expect(try String(contentsOfFile: folder + "/taken", encoding: .utf8) == "theirs")
      #expect(access(folder + "/elsewhere", F_OK) != 0)
      #expect(throws: WriteFailure.self) {
        try ExclusiveFile(rights: 0o600) { _ in folder + "/taken" }
      }
      TemporaryFiles.forget(file.slot)
    }
  }

  @Test func privateFilesGoOnce() throws {
    var file: PrivateFile? = try PrivateFile(prefix: "test-", suffix: ".txt", Array("mine".utf8))
    let path = try #require(file?.path)
    #expect(rights(path) == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    file?.remove()
    #expect(access(path, F_OK) != 0)
    // Somebody else's file of the same name stays when the object goes.
    try Data().write(to: URL(filePath: path))
    file = nil
    #expect(access(path, F_OK) == 0)
    unlink(path)
  }

  @Test func linksStayAlsoWhenTheyLeadNowhere() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/far", withIntermediateDirectories: true)
      for (link, target) in [("a.gml", "far/b.gml"), ("far/b.gml", "../c.gml")] {
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/" + link, withDestinationPath: target)
      }
      try Self.graph.write(to: folder + "/a.gml")
      #expect(try Graph(contentsOf: folder + "/c.gml") == Self.graph)
      chmod(folder + "/c.gml", 0o640)
      try Self.graph.write(to: folder + "/a.gml")
      #expect(rights(folder + "/c.gml") == 0o640)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/a.gml") == "far/b.gml")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
          "a.gml", "c.gml", "far",
        ])
    }
  }

  @Test(arguments: [
    ("round.gml", ELOOP), ("/dev/full", ENOSPC), ("/dev/fd/77", EBADF), ("", ENOENT),
  ])
  func placesThatTakeNothing(_ name: String, _ code: Int32) throws {
    try withFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/round.gml", withDestinationPath: "round.gml")
      let path = name == "round.gml" ? folder + "/" + name : name
      let error = try #require(throws: GraphFileError.self) {
        try Self.graph.write(to: path, format: .gml)
      }
      #expect(error.problem == .unwritable(String(cString: strerror(code))))
    }
  }

  @Test func foldersThatAreNotThere() throws {
    let error = try #require(throws: GraphFileError.self) {
      try Self.graph.write(to: "/no/such/folder/g.gml")
    }
    #expect(error.description.hasSuffix("cannot be written: there is no folder /no/such/folder"))
  }
}
