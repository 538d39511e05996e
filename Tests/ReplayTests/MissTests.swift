import GraphQLLanguage
import OrderedJSON
import Replay
import Testing

/// What is recorded, in memory: operations as text, each with the variables it was recorded with.
struct RecordedInMemory: RecordedOperations {
  var operations: [(folder: String, text: String, variables: [JSONObject])]
  /// The text of the operation that was asked for.
  var asked = ""

  var listings: [OperationListing] {
    operations.map { operation in
      let definition = parsed(operation.text).operations[0]
      return OperationListing(
        kind: definition.kind, name: definition.name?.text, folder: operation.folder,
        isSameOperation: operation.text == asked)
    }
  }

  func document(of listing: OperationListing) -> Document? {
    operations.first { $0.folder == listing.folder }.map { parsed($0.text) }
  }

  func recordings(of listing: OperationListing, limit: Int) -> [RecordingListing] {
    let variables = operations.first { $0.folder == listing.folder }?.variables ?? []
    return variables.enumerated().prefix(limit).map {
      RecordingListing(file: "\($0.offset).json", variables: $0.element, identity: "anonymous")
    }
  }
}

/// The document of a text that is known to parse.
func parsed(_ text: String) -> Document {
  do {
    return try parse(SourceText(text))
  } catch {
    Issue.record("\(error)")
    return Document(definitions: [])
  }
}

@Suite("A miss explains itself")
struct MissTests {
  private func miss(
    _ text: String, variables: JSONObject = [:], identity: String = "anonymous",
    among operations: [(folder: String, text: String, variables: [JSONObject])]
  ) -> Miss {
    let document = parsed(text)
    let operation = document.operations[0]
    let asked = MissedOperation(
      endpoint: "countries", kind: operation.kind, name: operation.name?.text, variables: variables,
      identity: identity, document: document)
    return Miss.explain(
      asked, command: "understudy record --upstream https://countries.test",
      among: RecordedInMemory(operations: operations, asked: text))
  }

  private let detail = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"

  @Test("The same operation with other variables is nearest, and the variables that differ are named")
  func variables() {
    let found = miss(
      detail, variables: ["code": "DE", "filter": ["a": 1]],
      among: [
        ("query.CountryDetail-1", detail, [["code": "CA", "filter": ["a": 2]], ["code": "JP", "filter": ["a": 1]]]),
        ("query.Other-2", "query Other { country { name } }", [[:]]),
      ])
    #expect(found.nearest?.relation == .sameOperation)
    #expect(found.nearest?.file == "1.json")
    #expect(found.differences == [.variable(path: "code", recorded: "JP", asked: "DE")])
  }

  @Test("Absent and null are told apart")
  func absent() {
    let found = miss(detail, variables: ["code": .null], among: [("f", detail, [[:]])])
    #expect(found.differences == [.variable(path: "code", recorded: nil, asked: .null)])
    #expect(found.differences[0].description == "variable code: missing in the recording, sent null")
  }

  @Test("The same request of somebody else names the identity")
  func identity() {
    let found = miss(
      detail, variables: ["code": "CA"], identity: "authenticated", among: [("f", detail, [["code": "CA"]])])
    #expect(found.differences == [.identity(recorded: "anonymous", asked: "authenticated")])
  }

  @Test("An operation of the same name is compared by what it selects")
  func document() {
    let found = miss(
      detail,
      among: [("f", "query CountryDetail($code: ID!) { country(code: $code) { name emoji } }", [["code": "CA"]])])
    #expect(found.nearest?.relation == .sameName)
    #expect(
      found.differences == [
        .selectionNotRecorded("country(code: $code).capital"), .selectionNotAsked("country(code: $code).emoji"),
      ])
  }

  @Test("A misspelt operation name finds its neighbour")
  func similar() {
    let found = miss(
      "query CountryDetails { country { name } }", among: [("f", "query CountryDetail { country { name } }", [[:]])])
    #expect(found.nearest?.relation == .similar)
    #expect(found.differences == [.declaration(recorded: "query CountryDetail", asked: "query CountryDetails")])
  }

  @Test("Another kind of operation is never near, and nothing alike is nothing")
  func nothing() {
    #expect(miss("mutation CountryDetail { country { name } }", among: [("f", detail, [[:]])]).nearest == nil)
    #expect(miss("query Launches { launches { id } }", among: [("f", detail, [[:]])]).nearest == nil)
    #expect(miss(detail, among: []).nearest == nil)
  }

  static let documents: [(String, String, [String])] = [
    ("{a b}", "{b a}", ["the same fields in a different order"]),
    (
      "{a}", "{a @include(if: true)}",
      ["`a @include(if: true)`: requested, but not recorded", "a: recorded, but not requested"]
    ),
    ("{a}", "{x: a}", ["`x: a`: requested, but not recorded", "a: recorded, but not requested"]),
    (
      "{a(n: 1){b c}}", "{a(n: 2){b c}}",
      ["`a(n: 2)`: requested, but not recorded", "`a(n: 1)`: recorded, but not requested"]
    ),
    ("{a{b}}", "{a{b c}}", ["a.c: requested, but not recorded"]),
    ("{a{...F}} fragment F on T{b}", "{a{...F}} fragment F on T{b c}", ["a.(T).c: requested, but not recorded"]),
    (
      "{a{... on T{b}}}", "{a{... on U{b}}}",
      ["a.(U).b: requested, but not recorded", "a.(T).b: recorded, but not requested"]
    ),
    ("query($a: Int){a}", "query($a: ID){a}", ["declaration: recorded query ($a: Int), sent query ($a: ID)"]),
    (
      "{a{...F}} fragment F on T{...F b}", "{a{...F}} fragment F on T{...F b c}",
      ["a.(T).c: requested, but not recorded"]
    ),
  ]

  @Test("Documents are compared by the paths of their selections", arguments: documents)
  func comparison(recorded: String, asked: String, descriptions: [String]) {
    let name = { (text: String) in
      text.hasPrefix("{") ? "query Q " + text : text.replacingPrefix("query(", by: "query Q(")
    }
    let found = miss(name(asked), among: [("f", name(recorded), [[:]])])
    #expect(found.differences.map { $0.description.withoutName } == descriptions)
  }

  @Test("An operation whose recordings were deleted is said to be known")
  func emptied() {
    let found = miss(detail, variables: ["code": "CA"], among: [("query.CountryDetail-1", detail, [])])
    #expect(found.nearest?.relation == .sameOperation)
    #expect(
      MissText.message(found).contains(
        "The operation is known (query.CountryDetail-1), but none of its answers is recorded."))
  }

  @Test("A document of fragments that spread each other twice is explained in no time")
  func doubling() {
    let levels = (0..<60).map { "fragment f\($0) on Q{...f\($0 + 1) ...f\($0 + 1)}" }
    let bomb = "query Q{...f0} \(levels.joined(separator: " ")) fragment f60 on Q{a}"
    #expect(miss(bomb, among: [("f", "query Q{a b}", [[:]])]).nearest?.relation == .sameName)
  }

  @Test("A large value is cut in what is sent, not sent whole")
  func large() {
    let found = miss(
      detail, variables: ["code": .string(String(repeating: "x", count: 100_000))],
      among: [("f", detail, [["code": "CA"]])])
    #expect(MissJSON.object(found).serialize().count < 20_000)
  }

  @Test("The wording, as a client and a terminal see it")
  func wording() {
    let found = miss(detail, variables: ["code": "DE"], among: [("query.CountryDetail-1", detail, [["code": "CA"]])])
    #expect(
      MissText.message(found) == """
        No recording of query CountryDetail with variables {"code":"DE"} for endpoint "countries".
        Nearest: query.CountryDetail-1/0.json, the same operation. Differences:
          - variable code: recorded "CA", sent "DE"
        To record it: understudy record --upstream https://countries.test, then send the request again.
        """)
    let lonely = miss("{launches{id}}", among: [])
    #expect(
      MissText.message(lonely) == """
        No recording of an unnamed query { launches { id } } for endpoint "countries".
        No similar request is recorded.
        To record it: understudy record --upstream https://countries.test, then send the request again.
        """)
  }

  @Test("The same miss always tells the same, whatever the order of asking")
  func determinism() {
    let operations = (0..<20).map { (folder: "f\($0)", text: "query Q\($0) { a b\($0) }", variables: [JSONObject()]) }
    let first = miss("query Q { a c }", among: operations)
    for _ in 0..<5 { #expect(miss("query Q { a c }", among: operations) == first) }
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }

  /// The tests' operations are all called Q.
  fileprivate var withoutName: String {
    split(separator: " ", omittingEmptySubsequences: false).map {
      $0.hasPrefix("Q(") ? String($0.dropFirst()) : String($0)
    }
    .joined(separator: " ")
  }
}
