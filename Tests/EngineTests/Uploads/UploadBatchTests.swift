import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

@Suite("Batches of uploads: recorded item by item, each with its own files")
struct UploadBatchTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let up = #"{"query":"mutation Up($file: Upload) { up(file: $file) }","variables":{"file":null}}"#
  private static let hello = #"{"query":"{ hello }"}"#

  /// Two uploads with a question between them.
  private func batch(_ first: String = "Alpha", _ second: String = "Bravo", boundary: String = "B") -> Multipart {
    var body = Multipart([
      ("operations", "[\(Self.up),\(Self.hello),\(Self.up)]"),
      ("map", #"{"0":["0.variables.file"],"1":["2.variables.file"]}"#), ("0", first),
      ("Content-Disposition: form-data; name=\"1\"; filename=\"b.txt\"\r\nContent-Type: text/plain", second),
    ])
    body.boundary = boundary
    return body
  }

  private static let answers = #"[{"data":{"up":"first"}},{"data":{"hello":"you"}},{"data":{"up":"third"}}]"#

  private func recorder(_ upstream: any Upstream, maximumBatch: Int = 100, log: EventLog = EventLog()) throws -> Engine
  {
    try folder.recorder(upstream, name: "files", log: log) { $0.maximumBatch = maximumBatch }
  }

  private func ask(
    _ engine: Engine, _ body: Multipart, session: String? = nil
  ) async throws -> (source: String?, text: String) {
    var request = ClientRequest.upload(body.text, boundary: body.boundary)
    request.headers.append("Accept-Encoding", "gzip")
    if let session { request.headers.append("X-Understudy-Session", session) }
    let answer = await engine.respond(to: request).get()
    return (answer.headers[first: AnswerSource.header], try await answer.text)
  }

  private func recordBatch() async throws {
    let upstream = UploadUpstream { _ in Self.answers }
    let log = EventLog()
    let recorder = try recorder(upstream, log: log)
    let live = try await ask(recorder, batch())
    #expect(live.source == "upstream" && live.text == Self.answers)
    await recorder.finish()
    #expect(upstream.requests.map(\.body) == [Array(batch().text.utf8)])
    let new = log.outcomes.filter { if case .new = $0 { true } else { false } }
    #expect(new.count == 3, "\(log.outcomes)")
  }

  @Test("A batch is replayed joined, and its items in any other company")
  func roundTrip() async throws {
    try await recordBatch()
    let player = try folder.player()
    let again = try await ask(player, batch(boundary: "another"), session: "a")
    #expect(again.source == "recorded" && again.text == Self.answers)
    // Alone, and by another place in the map.
    var single = Multipart.single
    single.parts[2] = (header: "Content-Disposition: form-data; name=\"0\"", content: "Alpha")
    #expect(try await ask(player, single, session: "b").text == #"{"data":{"up":"first"}}"#)
    single.parts[2].content = "Bravo"
    single.parts[2].header = "Content-Disposition: form-data; name=0; filename=b.txt\r\nContent-Type: text/plain"
    #expect(try await ask(player, single, session: "b").text == #"{"data":{"up":"third"}}"#)
  }

  @Test("Each item has its own file: what is swapped is answered swapped, what is changed is a miss of its own")
  func keys() async throws {
    let other = #"[{"data":{"up":"Bravo first"}},{"data":{"hello":"you"}},{"data":{"up":"Alpha then"}}]"#
    let recorder = try recorder(UploadUpstream { $0.contains("name=\"0\"\r\n\r\nAlpha") ? Self.answers : other })
    _ = try await ask(recorder, batch("Alpha", "Bravo"), session: "one")
    _ = try await ask(recorder, batch("Bravo", "Alpha"), session: "two")
    await recorder.finish()
    let player = try folder.player()
    #expect(try await ask(player, batch("Alpha", "Bravo"), session: "c") == ("recorded", Self.answers))
    #expect(try await ask(player, batch("Bravo", "Alpha"), session: "a") == ("recorded", other))
    let changed = try await ask(player, batch("Alpha", "Gamma"), session: "b")
    #expect(changed.source == "recorded, miss")
    let items = try JSON.parse(Array(changed.text.utf8))
    #expect(items[0]?["data"]?["up"] == "first" && items[1]?["data"]?["hello"] == "you")
    let hash = ContentHash(of: Array("Gamma".utf8)).hex
    #expect(items[2]?["errors"]?[0]?["message"]?.stringValue?.contains("sha256:\(hash) 5 bytes") == true)
  }

  @Test("One file may belong to several items")
  func shared() async throws {
    let shared = Multipart([
      ("operations", "[\(Self.up),\(Self.up)]"), ("map", #"{"x":["0.variables.file","1.variables.file"]}"#),
      ("x", "Alpha"),
    ])
    let recorder = try recorder(UploadUpstream { _ in #"[{"data":{"up":1}},{"data":{"up":2}}]"# })
    _ = try await ask(recorder, shared)
    await recorder.finish()
    let player = try folder.player()
    #expect(try await ask(player, shared).text == #"[{"data":{"up":1}},{"data":{"up":2}}]"#)
  }

  @Test(
    "What cannot be kept item by item is passed on, and says why",
    arguments: [
      ("[]", "{}", "[]", "The body is an empty array: a batch of no requests. Send an object, or an array of objects."),
      (
        #"[{"query":"{a}"},{"query":"{a}"},{"query":"{a}"},{"query":"{a}"}]"#, "{}", "[]",
        "The batch has 4 requests, and the limit is 3. Send smaller batches, or start with --max-batch 4."
      ),
      (#"[{"query":"{a}"}]"#, "{}", #"{"data":null}"#, "the answer to a batch is not an array"),
      (#"[{"query":"{a}"}]"#, "{}", "[]", "the answer to a batch of 1 has 0 items"),
    ])
  func passedOn(operations: String, map: String, answer: String, reason: String) async throws {
    let log = EventLog()
    let recorder = try recorder(UploadUpstream { _ in answer }, maximumBatch: 3, log: log)
    let live = try await ask(recorder, Multipart([("operations", operations), ("map", map)]))
    #expect(live.source == "upstream" && live.text == answer)
    await recorder.finish()
    #expect(log.outcomes == [.notRecorded(reason)])
    #expect(folder.contents().keys.allSatisfy { !$0.hasSuffix(".json") })
  }

  @Test("A fake answers each item")
  func faked() async throws {
    try folder.write(
      "scalar Upload\ntype Query { hello: String! }\ntype Mutation { up(file: Upload): Boolean! }",
      to: "schemas/files.graphqls")
    let engine = try folder.faker()
    let (source, text) = try await ask(engine, batch())
    #expect(source == "fake")
    let items = try JSON.parse(Array(text.utf8))
    #expect(items.arrayValue?.count == 3)
    #expect(items[0]?["data"]?["up"]?.boolValue != nil && items[2]?["data"]?["up"]?.boolValue != nil)
    #expect(items[1]?["data"]?["hello"]?.stringValue != nil)
  }

  @Test("What was not recorded is asked for alone: an upload with its file as it came, anything else as JSON")
  func forwarded() async throws {
    try await recordBatch()
    try folder.write("upstream: http://127.0.0.1:1/graphql", to: "files/endpoint.yaml")
    let upstream = UploadUpstream { $0.contains("Gamma") ? #"{"data":{"up":"new"}}"# : #"{"data":{"more":7}}"# }
    let player = try folder.player(onMiss: .forward, upstream: upstream)
    var body = batch("Gamma", "Gamma 2")
    body.parts[0].content = "[\(Self.up),{\"query\":\"{ more }\"},\(Self.up)]"
    let (source, text) = try await ask(player, body)
    #expect(source == "upstream")
    #expect(text == #"[{"data":{"up":"new"}},{"data":{"more":7}},{"data":{"up":"new"}}]"#)
    let sent = upstream.requests
    let types = sent.map { $0.request.headers[first: "content-type"] }
    #expect(
      types == ["multipart/form-data; boundary=\"B\"", "application/json", "multipart/form-data; boundary=\"B\""])
    // They are joined, so none may come compressed.
    #expect(sent.allSatisfy { $0.request.headers[first: "accept-encoding"] == "identity" })
    var first = Multipart([("operations", Self.up), ("map", #"{"0":["variables.file"]}"#)])
    first.boundary = "B"
    first.parts.append(body.parts[2])
    #expect(sent[0].body == Array(first.text.utf8))
    #expect(sent[1].body == Array(#"{"query":"{ more }"}"#.utf8))
    var third = Multipart([("operations", Self.up), ("map", #"{"1":["variables.file"]}"#)])
    third.boundary = "B"
    third.parts.append(body.parts[3])
    #expect(sent[2].body == Array(third.text.utf8))
  }
}
