import Foundation
import GraphQLLanguage
import OrderedJSON
import RecordingsTestSupport
import Synchronization
import Testing

@testable import Recordings

/// Recording everything unnamed again: all of it or nothing.
@Suite struct ReplacingTests {
  let folder: TemporaryFolder
  let sent: Sent
  let endpoint: EndpointFolder

  init() throws {
    folder = try TemporaryFolder()
    sent = try Sent(countryDetail)
    endpoint = EndpointFolder(name: "countries", below: folder.path)
    let store = try endpoint.store()
    for code in ["CA", "DE", "JP"] { try save(code, canada, store) }
    let type = try Sent("query Type { __typename }")
    _ = try store.save(response("1"), for: type.key(), document: type.document)
    try folder.write("# mine\n", to: "countries/endpoint.yaml")
  }

  @discardableResult
  private func save(
    _ code: String, _ body: String, _ store: RecordingStore, state: String = "start", session: String = "default"
  ) throws -> SaveOutcome {
    try store.save(
      response(body), for: key(code), document: sent.document, state: state, session: session)
  }

  private func place(_ code: String, _ store: RecordingStore) throws -> String? {
    try store.lookup(key(code)).map { "\($0.folder)/\($0.file)" }
  }

  private func key(_ code: String) throws -> OperationKey { try sent.key(#"{"code":"\#(code)"}"#) }

  private func replacing() throws -> RecordingStore {
    let store = try endpoint.store()
    try store.beginReplacing()
    return store
  }

  @Test func `the recordings of a run replace all others, and nothing is written before`() throws {
    let before = try folder.contents()
    let store = try replacing()
    #expect(try save("CA", japan, store) == .changed)
    #expect(try save("JP", canada, store) == .known)
    #expect(try save("US", canada, store) == .new)
    #expect(try folder.contents() == before)
    let again = UnsavedAnswer(response(canada), for: try key("US"), document: sent.document)
    #expect(try store.save([again])[0].get().place?.hasPrefix("query.CountryDetail-") == true)
    #expect(store.replaceUnnamed(unless: nil)?.recordings == 3)
    try store.finish()
    for store in [store, try endpoint.store()] {
      #expect(store.fileCount == 3)
      #expect(try store.lookup(key("CA"))?.recording.responses(in: "start") == [response(japan)])
      #expect(try store.lookup(key("US"))?.recording.responses(in: "start") == [response(canada)])
      #expect(try store.lookup(key("DE")) == nil)
    }
    #expect(!folder.files().contains { $0.contains("query.Type") || $0.contains(".understudy-") })
    #expect(try folder.read("countries/endpoint.yaml") == "# mine\n")
  }

  @Test func `states that the run did not see are gone as well`() throws {
    try save("CA", japan, try endpoint.store(), state: "0123456789abcdef")
    let store = try replacing()
    try save("CA", canada, store)
    #expect(store.replaceUnnamed(unless: nil)?.problem == nil)
    #expect(try endpoint.store().lookup(key("CA"))?.recording.states.map(\.name) == ["start"])
  }

  @Test func `a run that did not pass leaves everything as it was`() throws {
    let before = try folder.contents()
    let store = try replacing()
    try save("CA", japan, store)
    let ended = try #require(store.replaceUnnamed(unless: "it did not pass"))
    #expect(ended == (1, "it did not pass"))
    #expect(try store.finish() == 0)
    #expect(try folder.contents() == before)
    #expect(store.replaceUnnamed(unless: nil) == nil, "it ends once")
  }

  @Test func `a run that saw nothing unnamed replaces nothing`() throws {
    let before = try folder.contents()
    #expect(try replacing().replaceUnnamed(unless: nil) == nil)
    #expect(try folder.contents() == before)
  }

  @Test func `an answer that is not saved is in the way until it comes after all`() throws {
    let before = try folder.contents()
    let store = try replacing()
    try save("CA", japan, store)
    store.note(try key("DE").hash, unsaved: "query CountryDetail: refused")
    #expect(store.replaceUnnamed(unless: nil)?.problem == "query CountryDetail: refused")
    #expect(try folder.contents() == before)
    let again = try replacing()
    again.note(try key("DE").hash, unsaved: "query CountryDetail: refused")
    again.note(try key("DE").hash, unsaved: nil)
    try save("DE", japan, again)
    #expect(again.replaceUnnamed(unless: nil)?.problem == nil)
    #expect(try endpoint.store().fileCount == 1)
    let third = try replacing()
    try save("DE", canada, third)
    third.note(nil, unsaved: "two sessions differ")
    third.note(try key("DE").hash, unsaved: nil)
    #expect(third.replaceUnnamed(unless: nil)?.problem == "two sessions differ")
  }

  @Test func `a recording that changed meanwhile is not replaced`() throws {
    let store = try replacing()
    try save("CA", japan, store)
    try save("DE", japan, try endpoint.store())
    let between = try folder.contents()
    let problem = try #require(store.replaceUnnamed(unless: nil)?.problem)
    #expect(problem.hasSuffix("has changed since this run began. Record again."))
    #expect(try folder.contents() == between)
  }

  @Test func `what varies by itself keeps its lines`() throws {
    let first = try endpoint.store()
    try save("CA", #"{"data":1,"extensions":{"took":1}}"#, first)
    let before = try folder.read("countries/\(try #require(try place("CA", first)))")
    let again = try replacing()
    try save("CA", #"{"data":1,"extensions":{"took":2}}"#, again)
    #expect(again.replaceUnnamed(unless: nil)?.problem == nil)
    #expect(try folder.read("countries/\(try #require(try place("CA", again)))") == before)
  }

  @Test func `operations that named sessions use stay`() throws {
    let folder = try TemporaryFolder()
    let story = try SessionFolder(folder, sessions: ["a"])
    let endpoint = story.endpoint
    let before = try folder.contents()
    _ = try endpoint.store().save(response(canada), for: key("CA"), document: sent.document)
    #expect(story.operation == "countries/\(try endpoint.store().entries[0].folder)")
    let type = try Sent("query Type { __typename }")
    let store = try endpoint.store()
    try store.beginReplacing()
    _ = try store.save(response("1"), for: type.key(), document: type.document)
    #expect(store.replaceUnnamed(unless: nil)?.problem == nil)
    let after = try folder.contents()
    #expect(Set(before).isSubset(of: Set(after)))
    #expect(after.count == before.count + 2)
    #expect(try endpoint.store().sessions.recording(of: "a") != nil)
  }

  @Test func `whenever it is stopped, the old or the new recordings are whole`() throws {
    var stops = 0
    var wasOld = 0
    var wasNew = 0
    while true {
      let test = try ReplacingTests()
      let before = try test.folder.contents()
      let store = try test.replacing()
      try test.save("CA", japan, store)
      try test.save("US", canada, store)
      let held = try #require(store.replacement.withLock { $0 })
      do {
        try store.replace(held, stoppingAfter: stops)
        break
      } catch { #expect(error.message == "stopped by a test. Run it again.") }
      if try test.endpoint.hasUnfinishedRewriting() {
        wasNew += 1
        try test.endpoint.change { ((), FolderChanges()) }
        let now = try test.endpoint.store()
        #expect(now.fileCount == 2)
        #expect(try now.lookup(test.key("CA"))?.recording.responses(in: "start") == [response(japan)])
      } else {
        let after = try test.folder.contents().filter { !$0.contains("/.understudy-") }
        // After the last step there is no journal any more, and everything is new.
        if after == before { wasOld += 1 } else { #expect(try test.endpoint.store().fileCount == 2) }
      }
      stops += 1
    }
    #expect(wasOld > 1 && wasNew > 1)
  }
}
