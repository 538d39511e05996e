import Foundation
import GraphQLLanguage
import RecordingsTestSupport
import Testing

@testable import Recordings

/// What is broken on disk stops the start, or the look-up where not all is read at the start. It is never absent.
@Suite struct StoreErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Done to the folder of a store with one recording; the paths are relative to the test's folder.
    var change: @Sendable (_ folder: TemporaryFolder, _ operation: String, _ file: String) throws -> Void
    /// With OP and FILE for the two names.
    var error: String
    /// Whether it shows when names are listed.
    var inNames = false
  }

  static let cases = [
    Case(
      testDescription: "cut file", change: { try $0.write("{\n  \"format\": 1,", to: $2) },
      error:
        "FILE:2:15: not JSON: Expected a name in double quotes, found the end of the text. Correct it at this place."),
    Case(
      testDescription: "empty file", change: { folder, _, file in try folder.write("", to: file) },
      error: "FILE:1:1: not JSON: Expected a value, found the end of the text. Correct it at this place."),
    Case(
      testDescription: "conflict markers", change: { try $0.write("<<<<<<< HEAD\n", to: $2) },
      error: "FILE:1:1: has Git conflict markers. Resolve the merge conflict: keep one version, and delete the markers."
    ),
    Case(
      testDescription: "newer format", change: { try $0.write("{\"format\": 2}", to: $2) },
      error:
        "FILE:1:12: was written by a newer Understudy (format 2; this one reads up to 1): update understudy, or record again with this one into an empty folder."
    ),
    Case(
      testDescription: "other variables",
      change: { folder, _, file in
        try folder.write(try folder.read(file).replacingOccurrences("\"CA\"", "\"US\""), to: file)
      },
      error:
        "FILE: the name does not match the variables and the identity in the file. Rename it to code=US-a39f9d15.json."
    ),
    Case(
      testDescription: "other identity",
      change: { folder, _, file in
        try folder.write(try folder.read(file).replacingOccurrences("anonymous", "authenticated"), to: file)
      },
      error:
        "FILE: the name does not match the variables and the identity in the file. Rename it to code=CA-11fab239.json."
    ),
    Case(
      testDescription: "no operation",
      change: { folder, operation, _ in try folder.remove("\(operation)/operation.graphql") },
      error:
        "OP/operation.graphql: is missing, so the operation of the recordings beside it is unknown. Restore it from version control, or record the operation again into an empty folder."
    ),
    Case(
      testDescription: "operation that does not parse",
      change: { folder, operation, _ in try folder.write("query {\n  a(\n}", to: "\(operation)/operation.graphql") },
      error: "OP/operation.graphql:3:1: Syntax Error: Expected Name, found \"}\"."),
    Case(
      testDescription: "two operations",
      change: { folder, operation, _ in
        try folder.write("query A { a } query B { b }", to: "\(operation)/operation.graphql")
      },
      error: "OP/operation.graphql: holds more than one operation: expected exactly one."),
    Case(
      testDescription: "only a fragment",
      change: { folder, operation, _ in try folder.write("fragment A on B { a }", to: "\(operation)/operation.graphql")
      },
      error: "OP/operation.graphql: holds no operation: expected exactly one."),
    Case(
      testDescription: "another operation",
      change: { folder, operation, _ in
        try folder.write(
          "query CountryDetail($code: ID!) { country(code: $code) { name capital } }",
          to: "\(operation)/operation.graphql")
      },
      error:
        "OP/operation.graphql: the operation does not match the name of its folder, which would be query.CountryDetail-3e6b9e81. If the endpoint's folder was renamed, restore its name (it is part of every recording's name), or record again. Otherwise undo the change, or record the operation again."
    ),
    Case(
      testDescription: "a folder in the place of the operation",
      change: { folder, operation, _ in
        try folder.remove("\(operation)/operation.graphql")
        try folder.write("", to: "\(operation)/operation.graphql/x")
      },
      error: "OP/operation.graphql: is not a regular file. Move it away."),
    Case(
      testDescription: "file without digits",
      change: { folder, operation, _ in try folder.write("{}", to: "\(operation)/code=US.json") },
      error:
        "OP/code=US.json: the name of a recording ends in a dash, the first digits of its hash and .json, like code=CA-7be1d204.json. Record it again, or move the file away.",
      inNames: true),
    Case(
      testDescription: "folder without digits",
      change: { folder, _, _ in try folder.write("{ a }", to: "countries/query.CountryDetail/operation.graphql") },
      error:
        "countries/query.CountryDetail: the folder of an operation has a name like query.CountryDetail-1f3a9c2e: kind, name, dash, the first digits of its hash. Record the operation again, or move the folder away.",
      inNames: true),
    Case(
      testDescription: "a folder called like a file",
      change: { folder, operation, _ in try folder.write("", to: "\(operation)/code=US-00000000.json/x") },
      error: "OP/code=US-00000000.json: is not a regular file. Move it away.", inNames: true),
    Case(
      testDescription: "file that is a link out of the folder",
      change: { folder, operation, file in
        try folder.write(try folder.read(file), to: "elsewhere.json")
        try folder.link("elsewhere.json", from: "\(operation)/code=US-00000000.json")
      },
      error:
        "OP/code=US-00000000.json: is a symbolic link. Recordings are read only from inside their folder. Replace the link with its target.",
      inNames: true),
    Case(
      testDescription: "folder that is a link out of the folder",
      change: { folder, _, _ in try folder.link("/etc", from: "countries/query.Passwords-00000000") },
      error:
        "countries/query.Passwords-00000000: is a symbolic link. Recordings are read only from inside their folder. Replace the link with its target.",
      inNames: true),
    Case(
      testDescription: "operation that is a link out of the folder",
      change: { folder, operation, _ in
        try folder.remove("\(operation)/operation.graphql")
        try folder.link("/etc/passwd", from: "\(operation)/operation.graphql")
      },
      error:
        "OP/operation.graphql: is a symbolic link. Recordings are read only from inside their folder. Replace the link with its target.",
      inNames: true),
    Case(
      testDescription: "two files of one key",
      change: { folder, operation, file in
        try folder.write(try folder.read(file), to: "\(operation)/copy-5cdd7862.json")
      },
      error: "OP/copy-5cdd7862.json: has the same operation, variables and identity as FILE: keep one of the two files."
    ),
  ]

  @Test(arguments: cases) func `stops the start with its error`(_ example: Case) throws {
    let (folder, replacing) = try prepared(example)
    #expect(error(of: { _ = try open(folder) }, replacing) == example.error)
  }

  @Test(arguments: cases) func `is an error of the look-up where not all is read at the start`(_ example: Case) throws {
    let (folder, replacing) = try prepared(example)
    let sent = try Sent(countryDetail)
    var isOpen = false
    let error = error(
      of: {
        let store = try open(folder, readingAllUpTo: 0)
        isOpen = true
        _ = try store.lookup(sent.key(#"{"code": "CA"}"#))
      }, replacing)
    #expect(error == example.error)
    #expect(isOpen != example.inNames)
  }

  @Test(arguments: cases.filter { !$0.inNames }) func `does not lose what it cannot read`(_ example: Case) throws {
    let (folder, _) = try prepared(example)
    let before = try folder.contents()
    let sent = try Sent(countryDetail)
    let store = try open(folder, readingAllUpTo: 0)
    #expect(throws: RecordingError.self) {
      try store.save(response(japan), for: sent.key(#"{"code": "CA"}"#), document: sent.document)
    }
    #expect(try folder.contents() == before)
  }

  @Test func `a name cannot command the terminal`() throws {
    let (folder, replacing) = try prepared(
      Case(
        testDescription: "",
        change: { folder, operation, _ in try folder.write("{}", to: "\(operation)/\u{1B}[2J\n\u{9B}.json") }, error: ""
      ))
    let message = error(of: { _ = try open(folder) }, replacing) ?? ""
    #expect(message.hasPrefix(#"OP/\u{1b}[2J\u{a}\u{9b}.json: the name of a recording ends in"#))
  }

  @Test func `a name that is no text is not overlooked`() throws {
    let bytes: [UInt8] = Array("a".utf8) + [0xFF] + Array("-7be1d204.json".utf8)
    let reading = bytes.withUnsafeBufferPointer { FileName.read($0, scheme: .standard) }
    guard case .misnamed = reading else {
      Issue.record("\(reading)")
      return
    }
  }

  @Test func `a file without permission is not an absent one`() throws {
    let (folder, replacing) = try prepared(
      Case(testDescription: "", change: { folder, _, file in try folder.setPermissions(0o000, of: file) }, error: ""))
    // The administrator may read it all the same.
    let file = try #require(folder.files().first { $0.hasSuffix(".json") })
    if (try? folder.read(file)) != nil { return }
    #expect(
      error(of: { _ = try open(folder) }, replacing)
        == "FILE: cannot read it: Permission denied. Check the path, its permissions and the free disk space.")
  }

  @Test func `a huge file is not read`() throws {
    let (folder, replacing) = try prepared(
      Case(
        testDescription: "",
        change: { folder, _, file in
          let handle = try #require(FileHandle(forWritingAtPath: "\(folder.path)/\(file)"))
          try handle.truncate(atOffset: UInt64(RecordingFormat.limit) + 1)
        }, error: ""))
    #expect(
      error(of: { _ = try open(folder) }, replacing)
        == "FILE: is larger than 64 MiB, which is the limit for a file. Split it, or record less data.")
  }

  private func open(_ folder: TemporaryFolder, readingAllUpTo limit: Int = 2_000) throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/countries", endpoint: "countries", readingAllUpTo: limit)
  }

  /// A store with one recording, changed, and what stands for its names in errors.
  private func prepared(_ example: Case) throws -> (TemporaryFolder, [(String, String)]) {
    let folder = try TemporaryFolder()
    let sent = try Sent(countryDetail)
    let store = try open(folder)
    let key = try sent.key(#"{"code": "CA"}"#)
    _ = try store.save(response(canada), for: key, document: sent.document)
    let stored = try #require(try store.lookup(key))
    let operation = "countries/\(stored.folder)"
    let file = "\(operation)/\(stored.file)"
    try example.change(folder, operation, file)
    return (folder, [("\(folder.path)/", ""), (file, "FILE"), (operation, "OP")])
  }

  private func error(of body: () throws -> Void, _ replacing: [(String, String)]) -> String? {
    do {
      try body()
      return nil
    } catch {
      var text = "\(error)"
      for (old, new) in replacing { text = text.replacingOccurrences(old, new) }
      return text
    }
  }
}

extension TemporaryFolder {
  func link(_ target: String, from name: String) throws {
    let target = target.hasPrefix("/") ? target : "\(path)/\(target)"
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: "\(path)/\(name)")
  }
}
