import Foundation
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

@Suite struct MigrationTests {
  /// A step as a new version would bring one: `identity` is called `caller` from version 2 on.
  private static let renaming = FormatMigration.Step(from: 1) { object in
    JSONObject(object.members.map { .init($0.name == "identity" ? "caller" : $0.name, $0.value) })
  }
  private static let adding = FormatMigration.Step(from: 2) { object in
    var object = object
    object["more"] = .bool(true)
    return object
  }
  private static let upToThree = FormatMigration(to: 3, steps: [adding, renaming])

  private static func fixture() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let tests = (0..<3).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
      url.deletingLastPathComponent()
    }
    let fixtures = tests.appendingPathComponent("RecordingsTests/Fixtures/v1/countries").path
    try FileManager.default.copyItem(atPath: fixtures, toPath: "\(folder.path)/countries")
    return folder
  }

  @Test func `files of version 1 are current, and no byte of them changes`() throws {
    let folder = try Self.fixture()
    let before = try folder.contents()
    let result = try EndpointFolder(name: "countries", below: folder.path).migrate()
    #expect(result.migrated.isEmpty)
    #expect(result.count == 6)
    #expect(try folder.contents() == before)
  }

  @Test func `an older file goes through each step in turn`() throws {
    let (version, bytes) = try Self.upToThree.migrated(
      Array(#"{"format": 1, "identity": "anonymous", "n": 1.50}"#.utf8), path: "a.json")
    #expect(version == 1)
    #expect(
      try JSON.parse(#require(bytes)).compactText
        == #"{"format":3,"caller":"anonymous","n":1.50,"more":true}"#)
    let second = try Self.upToThree.migrated(Array(#"{"format": 2, "caller": "x"}"#.utf8), path: "a.json")
    #expect(try JSON.parse(#require(second.bytes)).compactText == #"{"format":3,"caller":"x","more":true}"#)
    #expect(try Self.upToThree.migrated(Array(#"{"format": 3}"#.utf8), path: "a.json").bytes == nil)
  }

  @Test func `named sessions are counted, and one that cannot be read stops the migration`() throws {
    let folder = try TemporaryFolder()
    let story = try SessionFolder(folder, sessions: ["a", "b"])
    let before = try folder.contents()
    let result = try story.endpoint.migrate(Self.upToThree)
    #expect(result.sessions == 2 && result.count == 0 && result.migrated.isEmpty)
    #expect(try folder.contents() == before)
    for (file, number) in [(story.session, "session"), (story.answer, "answer")] {
      let text = try folder.read(file)
      try folder.write(text.replacing("\"format\": 2", with: "\"format\": 3"), to: file)
      let error = try #require(throws: RecordingError.self) { try story.endpoint.migrate() }
      #expect("\(error)".contains("\(file):2:13: was written by a newer Understudy"), "\(number)")
      try folder.write(text, to: file)
    }
  }

  @Test func `a folder is brought to a new version as a whole`() throws {
    let folder = try Self.fixture()
    let endpoint = EndpointFolder(name: "countries", below: folder.path)
    let result = try endpoint.migrate(Self.upToThree)
    #expect(result.migrated.count == 6 && result.count == 6)
    #expect(Set(result.migrated.map(\.version)) == [1])
    for file in folder.files() where file.hasSuffix(".json") {
      #expect(try folder.read(file).contains("\"format\": 3"))
    }
    #expect(try endpoint.migrate(Self.upToThree).migrated.isEmpty)
    // The program of now reads none of it, and says so.
    #expect(throws: RecordingError.self) { try endpoint.migrate() }
  }

  @Test(arguments: [
    (
      "{\n  \"format\": 4 }", 3,
      "a.json:2:13: was written by a newer Understudy (format 4; this one reads up to 3): update understudy, or record again with this one into an empty folder."
    ),
    ("{}", 3, "a.json:1:1: has no member \"format\". Add it as the first member: \"format\": 3."),
    ("{\"format\": \"1\"}", 3, "a.json:1:12: \"format\" is \"1\": expected 3."),
    ("[]", 3, "a.json:1:1: the file is a list: expected an object."),
    ("{", 3, "a.json:1:2: not JSON: "),
    ("{\"format\": 1}", 2, "a.json: has format 1, which this program cannot update to format 2. Record it again."),
  ])
  func `what cannot be brought to the current format is told`(text: String, current: Int, message: String) {
    let migration = FormatMigration(to: current, steps: current == 3 ? [Self.adding, Self.renaming] : [])
    let error = #expect(throws: RecordingError.self) { try migration.migrated(Array(text.utf8), path: "a.json") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `one newer file keeps all of its endpoint as it is`() throws {
    let folder = try Self.fixture()
    let file = try #require(folder.files().last { $0.hasSuffix(".json") })
    try folder.write(folder.read(file).replacing("\"format\": 1", with: "\"format\": 9"), to: file)
    let before = try folder.contents()
    let error = #expect(throws: RecordingError.self) {
      try EndpointFolder(name: "countries", below: folder.path).migrate(Self.upToThree)
    }
    #expect(error?.code == .newerFormat)
    #expect(try folder.contents() == before)
  }
}
