import RecordingsTestSupport
import Testing

@testable import Recordings

/// An endpoint's folder in one file.
@Suite struct PackingTests {
  let root: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    root = folder.path
  }

  @Test func aPackedFolderHasTheSameFiles() throws {
    let files = [
      "endpoint.yaml": "upstream: a\n", "query.A-1f3a9c2e/operation.graphql": "{ a }",
      "query.A-1f3a9c2e/a=1-00000000.json": "{}", "query.A-1f3a9c2e/answers/0.json": "", "sessions/a-1.json": "[1]",
      // Names around the slash in the order of bytes.
      "query.A-1f3a9c2e.txt": "1", "query.A-1f3a9c2e0": "2", "sessions/ä.json": "ä",
    ]
    let folder = try write(files, to: root)
    let packed = try folder.pack(into: "\(root)/packed")
    #expect(packed.files == files.count && packed.path == "\(root)/packed/shop.pack")
    #expect(try Files.systemStamp(packed.path)?.stamp.size == packed.size)
    for (place, text) in files {
      #expect(try FileReading.bytes(of: "\(packed.path)/\(place)") == Array(text.utf8))
      #expect(try FileReading.size(of: "\(packed.path)/\(place)") == text.utf8.count)
    }
    for place in ["", "/query.A-1f3a9c2e", "/query.A-1f3a9c2e/answers", "/sessions", "/sessions/", "/missing", "/a"] {
      #expect(
        try FileReading.names(inFolder: packed.path + place) == FileReading.names(inFolder: folder.path + place))
      #expect(
        try FileReading.folders(inFolder: packed.path + place) == FileReading.folders(inFolder: folder.path + place))
      #expect(try FileReading.exists(packed.path + place) == FileReading.exists(folder.path + place))
    }
    for place in ["missing", "sessions/a-1.jso", "sessions/a-1.json0", "query.A-1f3a9c2e/answers"] {
      #expect(throws: RecordingError.self) { try FileReading.bytes(of: "\(packed.path)/\(place)") }
    }
  }

  @Test func theSameFolderGivesTheSameBytes() throws {
    let folder = try write(["endpoint.yaml": "a: 1", "sessions/b.json": "2"], to: root)
    let first = try folder.pack(into: "\(root)/first").path
    let second = try folder.pack(into: "\(root)/second").path
    #expect(try Files.OpenFile(first).read(1 << 20, at: 0) == Files.OpenFile(second).read(1 << 20, at: 0))
    // What is replaced is read anew.
    #expect(try FileReading.bytes(of: "\(first)/sessions/b.json") == Array("2".utf8))
    _ = try write(["sessions/b.json": "3"], to: root).pack(into: "\(root)/first")
    #expect(try FileReading.bytes(of: "\(first)/sessions/b.json") == Array("3".utf8))
    #expect(try RecordingsFolder(path: "\(root)/first").endpoints.map(\.path) == [first])
  }

  /// Neither a cut nor a changed byte gives another answer: a file is as it was packed, or is not read; a folder has the
  /// files that were packed, or is not listed.
  @Test func damageIsFound() throws {
    let files = ["endpoint.yaml": "a: 1", "sessions/b.json": "[2]", "sessions/c.json": "[3]"]
    let path = try write(files, to: root).pack(into: "\(root)/packed").path
    let whole = try Files.OpenFile(path).read(1 << 20, at: 0)
    var readable = 0
    try FileWriting.makeFolders("\(root)/damaged")
    func check(_ bytes: [UInt8], _ what: String) throws {
      Files.remove("\(root)/damaged/shop.pack")
      try Files.write(bytes, toNew: "\(root)/damaged/shop.pack", waits: false)
      for (place, text) in files {
        guard let found = try? FileReading.bytes(of: "\(root)/damaged/shop.pack/\(place)") else { continue }
        readable += 1
        #expect(found == Array(text.utf8), "\(what), \(place)")
      }
      for folder in ["", "/sessions"] {
        guard let found = try? FileReading.names(inFolder: "\(root)/damaged/shop.pack\(folder)") else { continue }
        let packed = try FileReading.names(inFolder: path + folder)
        #expect(found == packed, "\(what), the names in \(folder)")
      }
    }
    for position in whole.indices {
      try check(Array(whole[..<position]), "cut at \(position)")
      var changed = whole
      changed[position] ^= 0x41
      try check(changed, "changed at \(position)")
    }
    #expect(readable > 0)
    try check(whole.dropLast(), "cut")
    let error = #expect(throws: RecordingError.self) {
      try FileReading.bytes(of: "\(root)/damaged/shop.pack/endpoint.yaml")
    }
    #expect(error?.message.contains("understudy pack") == true)
  }

  @Test func aPackedFolderIsNotChanged() throws {
    let path = try write(["endpoint.yaml": "a: 1"], to: root).pack(into: "\(root)/packed").path
    let folder = EndpointFolder(name: "shop", below: "\(root)/packed")
    #expect(folder.path == path)
    for change in [
      { try folder.requireWritable() }, { _ = try FileWriting.replace("\(path)/new.json", by: []) },
      { _ = try FileWriting.change("endpoint.yaml", inFolder: path) { _ in ((), []) } },
      { _ = try folder.pack(into: "\(root)/packed") },
    ] as [() throws -> Void] {
      let error = #expect(throws: RecordingError.self) { try change() }
      #expect(error?.message.contains("is packed and cannot be changed") == true)
    }
    #expect(try FileReading.bytes(of: "\(path)/endpoint.yaml") == Array("a: 1".utf8))
  }

  @Test func anEndpointHasOneForm() throws {
    let folder = try write(["endpoint.yaml": "a: 1"], to: root)
    #expect(throws: RecordingError.self) { try folder.pack(into: root) }
    #expect(try RecordingsFolder(path: root).endpoints.count == 1)
    try Files.rename(folder.pack(into: "\(root)/packed").path, to: "\(root)/shop.pack")
    let error = #expect(throws: RecordingError.self) { try RecordingsFolder(path: root) }
    #expect(error?.code == .duplicate)
  }

  private func write(_ files: [String: String], to root: String) throws -> EndpointFolder {
    for (place, text) in files { _ = try FileWriting.replace("\(root)/shop/\(place)", by: Array(text.utf8)) }
    return EndpointFolder(name: "shop", below: root)
  }
}
