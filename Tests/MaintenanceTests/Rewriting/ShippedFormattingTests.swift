import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

/// The recordings of this repository, spelled otherwise and formatted.
@Suite struct ShippedFormattingTests {
  private static let recordings = (0..<4).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("recordings").path

  static let endpoints = (try? RecordingsFolder(path: recordings).endpoints.map(\.name)) ?? []

  @Test func `there are some`() { #expect(Self.endpoints.count >= 4) }

  @Test(arguments: endpoints)
  func `they are in their form`(endpoint: String) throws {
    let folder = EndpointFolder(name: endpoint, below: Self.recordings)
    let formatting = try folder.formatting(rules: folder.configuration().rules)
    #expect(formatting.changes.map(\.path) == [])
    #expect(formatting.problems.isEmpty && formatting.count > 5)
  }

  /// What replay answers by: of each key its states, with what is compared of their answers.
  private static func answers(_ folder: EndpointFolder) throws -> [String] {
    let store = try folder.store(rules: folder.configuration().rules)
    return try store.entries.flatMap { entry in
      try store.recordings(inFolder: entry.folder).map { stored in
        let states = stored.recording.states.map { state in
          "\(state.name) \(state.next ?? "") \(state.responses.map { $0.fingerprint().hex })"
        }
        return "\(stored.folder)/\(stored.file) \(stored.key.hash.hex) \(states)"
      }
    }
  }

  @Test(arguments: endpoints, [1, 2, 3] as [UInt64])
  func `shuffled and spelled otherwise they become what they were`(endpoint: String, seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: "\(Self.recordings)/\(endpoint)", toPath: "\(folder.path)/\(endpoint)")
    let copy = EndpointFolder(name: endpoint, below: folder.path)
    let (before, answers) = (try folder.contents(), try Self.answers(copy))
    var scrambler = Scrambler(state: seed)
    var changed = 0
    for file in folder.files() {
      if file.hasSuffix("/operation.graphql") {
        try folder.write("# by hand\n\n\(folder.read(file).replacing("\n", with: " \n\n "))", to: file)
      } else if file.hasSuffix(".json"), file.split(separator: "/").count == 3 {
        try folder.write(scrambler.recording(JSON.parse(text: folder.read(file))), to: file)
      } else {
        continue
      }
      changed += 1
    }
    #expect(try Self.answers(copy) == answers)
    let rules = try copy.configuration().rules
    let formatting = try copy.format(rules: rules)
    #expect(formatting.problems.isEmpty)
    #expect(formatting.changes.count == changed)
    #expect(try folder.contents() == before)
    #expect(try Self.answers(copy) == answers)
    #expect(try copy.format(rules: rules).changes.isEmpty)
  }
}

/// Writes recordings so that they mean the same: members of the format in any order, white space anywhere, characters
/// of strings escaped. The order in bodies stays, for it is the upstream's.
private struct Scrambler: RandomNumberGenerator {
  var state: UInt64

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func recording(_ json: JSON) -> String { text(json, isOwn: true) }

  private mutating func text(_ json: JSON, isOwn: Bool) -> String {
    switch json {
    case .array(let elements):
      let texts = elements.map { text($0, isOwn: isOwn) }
      return "[\(space)\(texts.joined(separator: ",\(space)"))\(space)]"
    case .object(let object):
      let members = isOwn ? object.members.shuffled(using: &self) : object.members
      let texts = members.map { member in
        let bodies = ["body", "payload", "errors"]
        return
          "\(string(member.name))\(space):\(space)\(text(member.value, isOwn: isOwn && !bodies.contains(member.name)))"
      }
      return "{\(space)\(texts.joined(separator: "\(space),\(space)"))}"
    case .string(let text): return string(text)
    default: return json.compactText
    }
  }

  private var space: String { mutating get { ["", "", " ", "\n", "\t ", "\r\n"].randomElement(using: &self) ?? "" } }

  private mutating func string(_ text: String) -> String {
    let compact = JSON.string(text).compactText
    guard compact.utf8.first == UInt8(ascii: "\""), compact.utf8.count > 2, next() % 3 == 0,
      let letter = compact.dropFirst().first, letter.isASCII, letter != "\\", let byte = letter.asciiValue
    else { return compact }
    let hex = String(byte, radix: 16)
    return "\"\\u00\(hex.count == 1 ? "0" : "")\(hex)\(compact.dropFirst(2))"
  }
}
