import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Testing

@testable import Recordings

@Suite struct SavingTests {
  let folder: TemporaryFolder
  let sent: Sent
  let key: OperationKey

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
    key = try sent.key(#"{"code": "CA"}"#)
  }

  func open() throws -> RecordingStore {
    try RecordingStore(path: "\(folder.path)/a/countries", endpoint: "countries")
  }

  func save(_ response: RecordedResponse, _ store: RecordingStore, session: String = "default", state: String = "start")
    throws -> SaveOutcome
  {
    try store.save(response, for: key, document: sent.document, state: state, session: session)
  }

  func answers(state: String = "start") throws -> [RecordedResponse] {
    try open().lookup(key)?.recording.responses(in: state) ?? []
  }

  @Test func `recording the same again changes no byte`() throws {
    let store = try open()
    #expect(try save(response(canada), store) == .new)
    #expect(try save(response(canada), store) == .known)
    try store.finish()
    let before = try folder.contents()
    let stamps = try folder.files().map { try Files.currentStamp("\(folder.path)/\($0)") }
    let again = try open()
    #expect(try save(response(canada), again) == .known)
    #expect(try again.finish() == 0)
    #expect(try folder.contents() == before)
    #expect(try folder.files().map { try Files.currentStamp("\(folder.path)/\($0)") } == stamps)
  }

  @Test func `two folders that recorded the same in another order have the same bytes`() throws {
    let other = try TemporaryFolder()
    let stores = [try open(), try RecordingStore(path: "\(other.path)/a/countries", endpoint: "countries")]
    let codes = ["CA", "US", "DE"]
    for (store, order) in zip(stores, [codes, codes.reversed()]) {
      for code in order {
        _ = try store.save(
          response(#"{"data":"\#(code)"}"#), for: sent.key(#"{"code": "\#(code)"}"#), document: sent.document)
      }
    }
    #expect(try folder.contents() == other.contents())
  }

  @Test func `extensions alone are no reason to write`() throws {
    _ = try save(response(#"{"data":1,"extensions":{"took":1}}"#), open())
    let before = try folder.contents()
    #expect(try save(response(#"{"data":1,"extensions":{"took":2}}"#), open()) == .known)
    #expect(try save(response(#"{"data":1}"#), open()) == .known)
    #expect(try folder.contents() == before)
    #expect(try save(response(#"{"data":2}"#), open()) == .changed)
  }

  @Test func `a later run replaces what an earlier one saw`() throws {
    _ = try save(response(canada), open())
    #expect(try save(response(japan), open()) == .changed)
    #expect(try answers() == [response(japan)])
  }

  @Test func `several answers in one run are a sequence, neighbours that are equal once`() throws {
    let store = try open()
    #expect(try save(response("1"), store) == .new)
    #expect(try save(response("1"), store) == .known)
    #expect(try save(response("2"), store) == .changed)
    #expect(try save(response("1"), store) == .changed)
    #expect(try answers() == [response("1"), response("2"), response("1")])
    // Another run that sees the same changes nothing at any time.
    let before = try folder.contents()
    let again = try open()
    for number in ["1", "1", "2", "1"] {
      #expect(try save(response(number), again) == .known)
      #expect(try folder.contents() == before)
    }
    #expect(try again.finish() == 0)
    #expect(try folder.contents() == before)
  }

  @Test func `a run that saw fewer answers drops the rest when it ends`() throws {
    let store = try open()
    for number in ["1", "2", "3"] { _ = try save(response(number), store) }
    let again = try open()
    #expect(try save(response("1"), again) == .known)
    #expect(try answers().count == 3)
    #expect(try again.finish() == 1)
    #expect(try answers() == [response("1")])
    #expect(try again.finish() == 0)
  }

  @Test func `what a run does not see stays`() throws {
    let store = try open()
    let other = try sent.key(#"{"code": "US"}"#)
    _ = try store.save(response("other"), for: other, document: sent.document)
    _ = try save(response("1"), store)
    _ = try save(response("2"), store, state: "9f2e")
    let again = try open()
    #expect(try save(response("3"), again) == .changed)
    try again.finish()
    #expect(try answers() == [response("3")])
    #expect(try answers(state: "9f2e") == [response("2")])
    #expect(try open().lookup(other)?.recording.responses(in: "start") == [response("other")])
  }

  @Test(arguments: [canada, japan])
  func `a clear answer takes the place of one that overlapped a mutation`(_ clear: String) throws {
    let store = try open()
    func isOverlapped() throws -> Bool? { try open().lookup(key)?.recording.states.first?.isOverlapped }
    #expect(try store.save(response(canada), for: key, document: sent.document, isAmbiguous: true) == .new)
    #expect(try isOverlapped() == true)
    #expect(try store.save(response(japan), for: key, document: sent.document, isAmbiguous: true) == .unclear)
    #expect(try save(response(clear), store) == .changed)
    #expect(try isOverlapped() == false)
    #expect(try answers() == [response(clear)])
    #expect(try store.save(response(canada), for: key, document: sent.document, isAmbiguous: true) == .unclear)
    #expect(try isOverlapped() == false)
  }

  @Test func `a mutation that overlapped another one stays marked until it is seen alone`() throws {
    let booking = try Sent("mutation BookTrip { bookTrip { id } }")
    let key = try booking.key("{}")
    func save(_ store: RecordingStore, isOverlapped: Bool) throws {
      _ = try store.save(
        response(canada), for: key, document: booking.document, next: "9f2e", isOverlapped: isOverlapped)
      try store.finish()
    }
    func isOverlapped() throws -> Bool? { try open().lookup(key)?.recording.states.first?.isOverlapped }
    try save(try open(), isOverlapped: true)
    #expect(try isOverlapped() == true)
    try save(try open(), isOverlapped: false)
    #expect(try isOverlapped() == false)
  }

  @Test func `sessions of one run that disagree leave the first answer`() throws {
    let store = try open()
    #expect(try save(response("1"), store, session: "a") == .new)
    #expect(try save(response("2"), store, session: "b") == .disputed)
    #expect(try save(response("1"), store, session: "c") == .known)
    #expect(try save(response("3"), store, session: "a") == .changed)
    try store.finish()
    #expect(try answers() == [response("1"), response("3")])
  }

  @Test func `recorders at the same time that disagree leave the first answer`() throws {
    let (one, other) = (try open(), try open())
    #expect(try save(response("1"), one) == .new)
    #expect(try save(response("2"), other) == .disputed)
    #expect(try answers() == [response("1")])
    try other.finish()
    // Where they agree they add to each other.
    let (third, fourth) = (try open(), try open())
    #expect(try save(response("1"), third) == .known)
    #expect(try save(response("1"), fourth) == .known)
    #expect(try save(response("2"), third) == .changed)
    #expect(try save(response("2"), fourth) == .known)
    #expect(try save(response("3"), fourth) == .changed)
    try third.finish()
    #expect(try answers() == [response("1"), response("2"), response("3")])
  }

  @Test func `a file that was renamed for people keeps its name`() throws {
    _ = try save(response("1"), open())
    let file = try #require(folder.files().first { $0.hasSuffix(".json") })
    let renamed = file.replacingOccurrences("code=CA", "canada")
    try FileManager.default.moveItem(atPath: "\(folder.path)/\(file)", toPath: "\(folder.path)/\(renamed)")
    #expect(try save(response("2"), open()) == .changed)
    #expect(folder.files().filter { $0.hasSuffix(".json") } == [renamed])
    #expect(try answers() == [response("2")])
  }

  @Test func `a file that was edited by hand is read as it is now`() throws {
    let store = try open()
    _ = try save(response(canada), store)
    let file = try #require(folder.files().first { $0.hasSuffix(".json") })
    try folder.write(try folder.read(file).replacingOccurrences("Canada", "Kanada"), to: file)
    let edited = response(canada.replacingOccurrences("Canada", "Kanada"))
    #expect(try store.lookup(key)?.recording.responses(in: "start") == [edited])
    #expect(try save(edited, open()) == .known)
  }

  @Test func `what cannot be written is an error, and what is there stays`() throws {
    try folder.write("", to: "a/countries")
    #expect(throws: RecordingError.self) { try save(response("1"), open()) }
    let deep = String(repeating: #"{"a":"#, count: 511) + "1" + String(repeating: "}", count: 511)
    let any = try Sent("query Q($v: Any) { a }")
    let store = try RecordingStore(path: "\(folder.path)/b", endpoint: "countries")
    let key = any.key.key(
      variables: try object(#"{"v": \#(deep)}"#.replacingOccurrences("x", "x")), identity: .anonymous)
    #expect(throws: RecordingError.self) { try store.save(response("1"), for: key, document: any.document) }
    #expect(folder.files() == ["a/countries"])
  }
}
