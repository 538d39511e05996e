import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import EndpointConfiguration
@testable import Maintenance
@testable import Recordings

@Suite struct RenamingTests {
  let folder: TemporaryFolder
  let endpoint: EndpointFolder

  init() throws {
    folder = try TemporaryFolder()
    endpoint = EndpointFolder(name: "countries", below: folder.path)
  }

  @discardableResult
  private func record(
    _ text: String, _ variables: String? = nil, _ body: String = canada, state: String = "start", next: String? = nil
  ) throws -> Sent {
    let sent = try Sent(text)
    let store = try endpoint.store()
    _ = try store.save(
      response(body), for: sent.key(variables), document: sent.document, state: state, next: next)
    try store.finish()
    return sent
  }

  private func names() -> [String] { folder.files().map { String($0.dropFirst("countries/".count)) } }

  @Test func `documents, folders and keys have the new name, and answers and states stay`() throws {
    try record(countryDetail, #"{"code":"CA"}"#)
    try record(countryDetail, #"{"code":"JP"}"#, japan, state: "9f2e4c71d2a9b0c3")
    try record("query CountryDetail($code: ID!) { country(code: $code) { name native } }", #"{"code":"CA"}"#)
    let other = try record("query Other { other }")
    let mutation = try record("mutation Visit { visit }", next: "9f2e4c71d2a9b0c3")
    try folder.write("notes", to: "countries/\(Sent(countryDetail).folder)/README.md")
    let renaming = try endpoint.rename(operation: "CountryDetail", to: "Country")
    #expect(renaming.folders.map(\.count).sorted() == [1, 2])
    #expect(renaming.configuration.places.isEmpty)

    let new = try Sent(countryDetail.replacing("CountryDetail", with: "Country"))
    let store = try endpoint.store()
    #expect(try store.lookup(new.key(#"{"code":"CA"}"#))?.recording.responses(in: "start") == [response(canada)])
    #expect(
      try store.lookup(new.key(#"{"code":"JP"}"#))?.recording.responses(in: "9f2e4c71d2a9b0c3") == [response(japan)])
    #expect(try store.lookup(Sent(countryDetail).key(#"{"code":"CA"}"#)) == nil)
    #expect(try store.lookup(other.key()) != nil)
    #expect(try store.lookup(mutation.key())?.recording.states.map(\.next) == ["9f2e4c71d2a9b0c3"])
    #expect(!names().contains { $0.contains("CountryDetail") })
    #expect(names().contains("\(new.folder)/README.md"))
    #expect(try endpoint.formatting(rules: .none).changes.isEmpty)
  }

  @Test func `an anonymous operation gets a name`() throws {
    let sent = try record("{ countries { code } }")
    _ = try endpoint.rename(operation: sent.folder, to: "Countries")
    #expect(try endpoint.store().lookup(Sent("query Countries { countries { code } }").key()) != nil)
    #expect(
      try folder.read(#require(folder.files().first { $0.hasSuffix(".graphql") })) == """
        query Countries {
          countries {
            code
          }
        }

        """)
  }

  @Test func `what was recorded under both names the same way becomes one`() throws {
    try record(countryDetail, #"{"code":"CA"}"#)
    try record(countryDetail, #"{"code":"JP"}"#, japan)
    let new = countryDetail.replacing("CountryDetail", with: "Country")
    try record(new, #"{"code":"CA"}"#)
    let renaming = try endpoint.rename(operation: "CountryDetail", to: "Country")
    #expect(renaming.folders.map(\.known) == [1] && renaming.folders.map(\.count) == [2])
    #expect(try endpoint.store().fileCount == 2)
    #expect(try Set(names().map { $0.split(separator: "/")[0] }) == [Substring(Sent(new).folder)])
  }

  @Test func `other answers under the new name are not lost`() throws {
    try record(countryDetail, #"{"code":"CA"}"#)
    try record(countryDetail.replacing("CountryDetail", with: "Country"), #"{"code":"CA"}"#, japan)
    let before = try folder.contents()
    let error = #expect(throws: RecordingError.self) { try endpoint.rename(operation: "CountryDetail", to: "Country") }
    #expect(error?.message.hasPrefix("is also recorded under the new name, with other answers (") == true)
    #expect(try folder.contents() == before)
  }

  @Test func `an answer of a session that was edited by hand is not lost`() throws {
    let new = countryDetail.replacing("CountryDetail", with: "Country")
    for text in [countryDetail, new] { try record(text, #"{"code":"CA"}"#) }
    let file = "answer-1" + SessionFileName.ending
    func write(_ text: String, _ operation: String) throws {
      try folder.write(text, to: "countries/\(Sent(operation).folder)/\(SessionStore.answersFolderName)/\(file)")
    }
    try write("{}", countryDetail)
    try write(#"{"edited":1}"#, new)
    let before = try folder.contents()
    let error = #expect(throws: RecordingError.self) { try endpoint.rename(operation: "CountryDetail", to: "Country") }
    #expect(error?.message.contains("with other answers (") == true)
    #expect(try folder.contents() == before)
    try write("{}", new)
    _ = try endpoint.rename(operation: "CountryDetail", to: "Country")
  }

  @Test(arguments: [("data.seen", true), ("data.other", false)])
  func `an answer of a session that differs where rules ignore it is the same`(place: String, isSame: Bool) throws {
    let new = countryDetail.replacing("CountryDetail", with: "Country")
    try folder.write("operations: { CountryDetail: { volatile: [\(place)] } }\n", to: "countries/endpoint.yaml")
    for (text, seen) in [(countryDetail, 1), (new, 2)] {
      try record(text, #"{"code":"CA"}"#)
      let answer = RecordedResponse(status: 200, headers: [], body: .json(["data": ["seen": .int(seen)]]))
      let answers = "countries/\(try Sent(text).folder)/\(SessionStore.answersFolderName)"
      let bytes = SessionFormat.encode(answer)
      try folder.write(String(decoding: bytes, as: UTF8.self), to: "\(answers)/0a1b2c3d\(SessionFileName.ending)")
    }
    if isSame {
      _ = try endpoint.rename(operation: "CountryDetail", to: "Country")
    } else {
      #expect(throws: RecordingError.self) { try endpoint.rename(operation: "CountryDetail", to: "Country") }
    }
  }

  @Test(arguments: [
    (
      "CountryDetail", "Other",
      "an operation \"Other\" with other fields is already recorded. Choose another name, or remove this folder first if no client sends it any more."
    ),
    (
      "CountryDetails", "Country",
      "no operation \"CountryDetails\" is recorded here. Did you mean \"CountryDetail\"? `understudy show` lists them."
    ),
    ("CountryDetail", "CountryDetail", "the operation already has the name \"CountryDetail\". Choose another name."),
    (
      "CountryDetail", "1st",
      "\"1st\" is not a valid operation name: expected letters, digits and underscores, not starting with a digit, such as LaunchList."
    ),
    (
      "CountryDetail", "../up",
      "\"../up\" is not a valid operation name: expected letters, digits and underscores, not starting with a digit, such as LaunchList."
    ),
  ])
  func `what cannot be is refused, and nothing is done`(old: String, new: String, message: String) throws {
    try record(countryDetail, #"{"code":"CA"}"#)
    try record("query Other { other }")
    let before = try folder.contents()
    let error = #expect(throws: RecordingError.self) { try endpoint.rename(operation: old, to: new) }
    #expect(error?.message == message)
    #expect(try folder.contents() == before)
  }

  static let yaml = """
    # Country is a word of its own: Visit, CountryX
    operations:
      Country: { independentOf: [Visit, "Country", 'Country', CountryX] }   # Country
      CountryX: { nullIsAbsent: true }
    redaction:
      text:
        - Country
    faults: [{ operation: Country, status: 503 }, { operation: "*", latency: 1ms }]

    """

  @Test func `endpoint yaml mentions the new name, and comments stay`() throws {
    try folder.write(Self.yaml, to: "countries/endpoint.yaml")
    try record("query Country { a }")
    let renaming = try endpoint.rename(operation: "Country", to: "Land")
    #expect(renaming.configuration.places.map(\.line).sorted() == [3, 3, 3, 7, 8])
    #expect(!renaming.configuration.isByHand)
    #expect(
      try folder.read("countries/endpoint.yaml") == """
        # Country is a word of its own: Visit, CountryX
        operations:
          Land: { independentOf: [Visit, "Land", 'Land', CountryX] }   # Country
          CountryX: { nullIsAbsent: true }
        redaction:
          text:
            - Land
        faults: [{ operation: Land, status: 503 }, { operation: "*", latency: 1ms }]

        """)
  }

  @Test(arguments: [
    // An anchor stands before the name; the name is there already; it is spelt in another way.
    ("operations: { a: { independentOf: [&c Country] } }", [1]),
    ("operations: { Country: { nullIsAbsent: true }, Land: { nullIsAbsent: false } }", [1]),
    ("operations: { \"\\x43ountry\": { nullIsAbsent: true } }", [1]),
  ])
  func `where it cannot be edited the places are told`(yaml: String, lines: [Int]) throws {
    try folder.write(yaml, to: "countries/endpoint.yaml")
    try record("query Country { a }")
    let renaming = try endpoint.rename(operation: "Country", to: "Land")
    #expect(renaming.configuration.isByHand)
    #expect(renaming.configuration.places.map(\.line) == lines)
    #expect(try folder.read("countries/endpoint.yaml") == yaml)
    #expect(try endpoint.store().lookup(Sent("query Land { a }").key()) != nil)
  }

  @Test func `a name that is a mutation's field, too, is left to people`() throws {
    let yaml = "operations: { visit: { changes: nothing } }"
    try folder.write(yaml, to: "countries/endpoint.yaml")
    try record("mutation visit { ...F } fragment F on Mutation { again: visit }")
    let renaming = try endpoint.rename(operation: "visit", to: "Visit")
    #expect(renaming.configuration.isByHand && renaming.configuration.isAmbiguous)
    #expect(try folder.read("countries/endpoint.yaml") == yaml)
  }

  @Test func `whenever it is stopped, the next one finishes`() throws {
    func recorded() throws -> RenamingTests {
      let test = try RenamingTests()
      try test.folder.write(Self.yaml, to: "countries/endpoint.yaml")
      for code in ["CA", "JP"] { try test.record("query Country($c: ID) { a(c: $c) }", #"{"c":"\#(code)"}"#) }
      try test.record("query Country { a }")
      return test
    }
    let whole = try recorded()
    let untouched = try whole.folder.contents()
    _ = try whole.endpoint.rename(operation: "Country", to: "Land")
    let finished = try whole.folder.contents()
    var stops = 0
    while true {
      let test = try recorded()
      do {
        _ = try test.endpoint.rename(operation: "Country", to: "Land", stoppingAfter: stops)
        break
      } catch { #expect(error.message == "stopped by a test. Run it again.") }
      let hadBegun = try test.endpoint.hasUnfinishedRewriting()
      try test.endpoint.finishRewriting()
      let now = try test.folder.contents().filter { !$0.contains("/.understudy") }
      #expect(now == (hadBegun ? finished : now == finished ? finished : untouched), "stopped after \(stops)")
      stops += 1
    }
    #expect(stops > 10)
  }
}
