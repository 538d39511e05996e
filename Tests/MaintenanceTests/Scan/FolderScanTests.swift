import Foundation
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings
@testable import Redaction

@Suite struct FolderScanTests {
  private static let token = Planted.secrets[14].text

  /// What a scan of a folder with these files says, a line each, without the folder's own path.
  private func scan(
    _ files: [String: String], endpoint: String? = nil, longest: Int = 1 << 20, placesOfFile: Int = 100,
    besides prepare: (URL) throws -> Void = { _ in }
  ) throws -> (lines: [String], summary: FolderScan.Summary) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try prepare(folder)
    var lines: [String] = []
    let scan = FolderScan(folder: folder.path, endpoint: endpoint, longest: longest, placesOfFile: placesOfFile)
    let summary = try scan.run { line in
      let text =
        switch line {
        case .finding(let finding): finding.description
        case .more(let path, let count): "\(path): \(count) more"
        case .unread(let error): "unread: \(error)"
        case .passed(let path, let what): "passed: \(path): \(what)"
        }
      #expect(!text.contains(Self.token))
      lines.append(text.replacing(folder.path + "/", with: ""))
    }
    return (lines, summary)
  }

  @Test func `every file is looked at, hidden and stray ones too, in order of the paths`() throws {
    let dirty = "x: \(Self.token)"
    let names = [
      ".hidden", "README.md", "b/.tmp", "b/endpoint.txt", "b/query.A-1/a.json", "b/query.A-1/operation.graphql",
      "b/redaction-salt", "b.txt", "c/deep/er/x.bin",
    ]
    let (lines, summary) = try scan(Dictionary(uniqueKeysWithValues: names.map { ($0, dirty) }))
    #expect(
      lines.map { String($0.prefix { $0 != ":" }) } == [
        ".hidden", "README.md", "b/.tmp", "b/endpoint.txt", "b/query.A-1/a.json", "b/query.A-1/operation.graphql",
        "b/redaction-salt", "b.txt", "c/deep/er/x.bin",
      ])
    #expect(summary == .init(files: 9, secrets: 9, places: 9, unread: 0))
  }

  @Test func `a clean folder is said to be`() throws {
    let (lines, summary) = try scan(["a/endpoint.yaml": "", "a/query-1/x.json": "{}"])
    #expect(lines == [])
    #expect(summary == .init(files: 2, secrets: 0, places: 0, unread: 0))
  }

  @Test func `names of files and folders are looked at, and not repeated below`() throws {
    let (lines, summary) = try scan([
      "a/query.\(Self.token)/t=\(Self.token)-1a2b3c4d.json": "{\"password\":\"hunter2\"}"
    ])
    #expect(
      lines == [
        "a/query.…: the name of the folder contains what looks like a GitHub token.",
        "a/query.…/t=…-1a2b3c4d.json: the name of the file contains what looks like a GitHub token.",
        "a/query.…/t=…-1a2b3c4d.json:1:13: the value of \"password\" is not redacted (password).",
      ])
    #expect(summary == .init(files: 1, secrets: 3, places: 2, unread: 0))
  }

  @Test func `one endpoint alone is looked at where it is named, and a missing one is an error`() throws {
    let dirty = ["a/x.txt": Self.token, "b/x.txt": Self.token, "x.txt": Self.token]
    #expect(try scan(dirty, endpoint: "b").lines == ["b/x.txt:1:1: looks like a GitHub token."])
    let missing = #expect(throws: RecordingError.self) { try scan(["countries/a": ""], endpoint: "countrys") }
    #expect(
      missing?.description.hasSuffix(
        ": it has no folder \"countrys\": expected \"countries\". Did you mean \"countries\"?") == true)
    for outside in ["..", ".", "", "a/..", "x.txt"] {
      #expect(throws: RecordingError.self) { try scan(dirty, endpoint: outside) }
    }
  }

  @Test func `a missing folder is an error, and so is a file in its place`() throws {
    let missing = #expect(throws: RecordingError.self) { try FolderScan(folder: "/nowhere/x").run { _ in } }
    #expect(missing?.code == .missingFolder)
    let file = #expect(throws: RecordingError.self) { try FolderScan(folder: #filePath).run { _ in } }
    #expect(file?.code == .system)
  }

  @Test func `what is too long, unreadable or no file is told, not skipped`() throws {
    let (lines, summary) = try scan(["a/long.json": String(repeating: "x", count: (1 << 20) + 1)], longest: 1 << 20) {
      folder in
      let link = folder.appendingPathComponent("a/link")
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc")
      mkfifo(folder.appendingPathComponent("a/pipe").path, 0o600)
    }
    #expect(
      lines == [
        "passed: a/link: is a symbolic link, which is not followed",
        "unread: a/long.json: is larger than 1 MiB, which is the limit for a file. Split it, or record less data.",
        "passed: a/pipe: is neither a file nor a folder",
      ])
    #expect(summary == .init(files: 0, secrets: 0, places: 0, unread: 1))
  }

  @Test func `many findings of one file are told by number`() throws {
    let text = (0..<30).map { _ in Self.token }.joined(separator: "\n")
    let (lines, summary) = try scan(["a/x.txt": text], placesOfFile: 3)
    #expect(lines.count == 4)
    #expect(lines.last == "a/x.txt: 27 more")
    #expect(summary.secrets == 30)
  }

  @Test func `a rule of an endpoint keeps places in it alone`() throws {
    let files = [
      "a/endpoint.yaml": "redaction: { keep: [variables.pin] }\n", "a/x.json": "{\"variables\":{\"pin\":1}}",
      "b/x.json": "{\"variables\":{\"pin\":1}}",
    ]
    #expect(try scan(files).lines == ["b/x.json:1:21: the value of \"pin\" is not redacted (variables.pin)."])
  }

  @Test func `a configuration that cannot be read is told, and its secret is not`() throws {
    let (lines, summary) = try scan(["a/endpoint.yaml": "\(Self.token): 1\n"])
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("unread: a/endpoint.yaml:1:1: unknown key \"…\"") == true)
    #expect(lines.last == "a/endpoint.yaml:1:1: looks like a GitHub token.")
    #expect(summary.unread == 1)
  }

  @Test func `secrets in sessions and answers are found`() throws {
    let folder = try TemporaryFolder()
    let story = try SessionFolder(folder, sessions: ["a", "b"])
    let token = "ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"
    try story.edit(story.session, "\"CA\"", "\"\(token)\"")
    try story.edit(story.answer, "Canada", token)
    var found: [String] = []
    _ = try FolderScan(folder: folder.path).run { line in
      if case .finding(let finding) = line { found.append(finding.path) }
    }
    #expect(found.contains { $0.hasSuffix(story.session) } && found.contains { $0.hasSuffix(story.answer) })
  }
}
