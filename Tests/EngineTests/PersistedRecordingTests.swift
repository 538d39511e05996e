import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

/// Persisted queries between a client, a recorder and an endpoint.
@Suite("Persisted queries, recorded")
struct PersistedRecordingTests {
  let folder: TestFolder
  private let text = "query Q{a}"
  private let answer = #"{"data":{"a":1}}"#
  private let notFound =
    #"{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#

  init() throws { folder = try TestFolder() }

  private func recorder(_ steps: [ScriptedUpstream.Step], log: EventLog = EventLog()) throws -> (
    Engine, ScriptedUpstream
  ) {
    let upstream = ScriptedUpstream(steps)
    return (try folder.recorder(upstream, name: "letters", log: log), upstream)
  }

  private var recordings: Int {
    folder.contents().keys.filter { $0.hasSuffix(".json") && !$0.hasSuffix("persisted-queries.json") }.count
  }

  private func request(_ query: String? = nil, hash: String? = nil, id: String? = nil) -> ClientRequest {
    var members: [JSONObject.Member] = []
    if let query { members.append(.init("query", .string(query))) }
    if let id { members.append(.init("documentId", .string(id))) }
    if let hash {
      members.append(.init("extensions", ["persistedQuery": ["version": 1, "sha256Hash": .string(hash)]]))
    }
    return ClientRequest(
      method: "POST", target: "/letters", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: JSON.object(JSONObject(members)).serialize())
  }

  private var hash: String { ContentHash(of: Array(text.utf8)).hex }

  @Test("The recorder asks for a text that it does not know, and the endpoint is not troubled")
  func asks() async throws {
    let log = EventLog()
    let (recorder, upstream) = try recorder([.answer(chunks: [answer]), .answer(chunks: [answer])], log: log)
    #expect(try await recorder.respond(to: request(hash: hash)).get().text == notFound)
    #expect(upstream.requests.isEmpty)
    #expect(recorder.refusals.isEmpty)
    #expect(try await recorder.respond(to: request(text, hash: hash)).get().text == answer)
    let again = request(hash: hash)
    #expect(try await recorder.respond(to: again).get().text == answer)
    #expect(upstream.requests.last?.body == again.body)
    await recorder.finish()
    #expect(recordings == 1)
    #expect(
      log.outcomes.first == .notRecorded("the query of this persisted query id is unknown; the client sends it next"))
    guard case .known? = log.outcomes.last else { throw Failure(text: "\(log.outcomes)") }
  }

  private struct Failure: Error { let text: String }

  @Test("An endpoint that does not know the text is passed on, and never kept", arguments: [200, 400, 404])
  func handshake(status: Int) async throws {
    let log = EventLog()
    let (recorder, _) = try recorder(
      [.answer(chunks: [answer]), .answer(status: status, chunks: [notFound])], log: log)
    _ = try await recorder.respond(to: request(text, hash: hash)).get().text
    let passed = await recorder.respond(to: request(hash: hash)).get()
    #expect(passed.status == status)
    #expect(try await passed.text == notFound)
    await recorder.finish()
    #expect(recordings == 1)
    #expect(log.outcomes.contains(.notRecorded("PersistedQueryNotFound: the client sends the full query next")))
  }

  @Test("What the endpoint judges is passed on: a wrong hash, and an id that no manifest knows")
  func passed() async throws {
    let log = EventLog()
    let (recorder, upstream) = try recorder(
      [.answer(status: 400, chunks: [#"{"errors":[]}"#]), .answer(chunks: [answer])], log: log)
    #expect(await recorder.respond(to: request("{b}", hash: hash)).get().status == 400)
    #expect(try await recorder.respond(to: request(id: "abc")).get().text == answer)
    await recorder.finish()
    #expect(upstream.requests.count == 2)
    #expect(recordings == 0)
    guard case .notRecorded(let reason)? = log.outcomes.last else { throw Failure(text: "\(log.outcomes)") }
    #expect(reason.hasPrefix("The request names the document \"abc\" without its text"))
  }

  @Test("With a hash or without, it is one recording")
  func one() async throws {
    let (recorder, _) = try recorder([.answer(chunks: [answer]), .answer(chunks: [answer])])
    _ = try await recorder.respond(to: request(text, hash: hash)).get().text
    _ = try await recorder.respond(to: request("query Q {\n  a\n}")).get().text
    await recorder.finish()
    #expect(recordings == 1)
  }
}
