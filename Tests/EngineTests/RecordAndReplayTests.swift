import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

/// Record with a scripted endpoint, replay with one that fails the test when it is asked.
@Suite("Record, then replay")
struct RecordAndReplayTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recorder(
    _ steps: [ScriptedUpstream.Step], recordsErrors: Bool = false, log: EventLog = EventLog()
  ) throws -> (Engine, ScriptedUpstream) {
    let upstream = ScriptedUpstream(steps)
    let engine = try folder.recorder(upstream, name: "countries", log: log) { $0.recordsErrors = recordsErrors }
    return (engine, upstream)
  }

  private func player(onMiss: EngineConfiguration.MissPolicy = .error, upstream: ScriptedUpstream? = nil) throws
    -> Engine
  {
    try folder.player(upstream: upstream) { $0.onMiss = onMiss }
  }

  private func request(_ query: String, _ rest: String = "", headers: HeaderList = [:]) -> ClientRequest {
    let text = String(decoding: JSON.string(query).serialize(), as: UTF8.self)
    var headers = headers
    headers.append("Host", "127.0.0.1:4000")
    headers.append("Content-Type", "application/json")
    return ClientRequest(
      method: "POST", target: "/countries", headers: headers, body: Array("{\"query\":\(text)\(rest)}".utf8))
  }

  private let canada = #"{"data":{"country":{"name":"Canada","area":9.98467e6}}}"#

  @Test("What was recorded is answered again: status, allowed headers, body in order and to the digit")
  func roundTrip() async throws {
    let log = EventLog()
    let headers: HeaderList = [
      "content-type": "application/json; charset=utf-8", "set-cookie": "secret", "x-trace": "1",
      "cache-control": "no-store",
    ]
    let (recorder, upstream) = try self.recorder(
      [.answer(headers: headers, chunks: [#"{"data":{"coun"#, #"try":{"name":"Canada","area":9.98467e6}}}"#])], log: log
    )
    let live = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
    await recorder.finish()
    #expect(try await live.text == canada)
    #expect(live.headers[first: "set-cookie"] == "secret")
    #expect(live.headers[first: "Understudy-Source"] == "upstream")
    #expect(upstream.requests.map(\.url) == ["http://127.0.0.1:1/graphql"])
    guard case .new? = log.outcomes.first else { throw Failure("not new: \(log.outcomes)") }

    let answer = try await player().respond(to: request("query {\n country(code: \"CA\") { name, area } }")).get()
    #expect(answer.status == 200)
    #expect(try await answer.text == canada)
    #expect(answer.headers[first: "content-type"] == "application/json; charset=utf-8")
    #expect(answer.headers[first: "cache-control"] == "no-store")
    #expect(answer.headers[first: "set-cookie"] == nil)
    #expect(answer.headers[first: "x-trace"] == nil)
    #expect(answer.headers[first: "Understudy-Source"] == "recorded")
  }

  @Test("Files are read and misses explained beside the event loop; what is in memory is answered at once")
  func fromDisk() async throws {
    let (recorder, _) = try self.recorder([.answer(chunks: [canada])])
    _ = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
    await recorder.finish()
    let player = try player()
    for (query, isNow) in [
      ("{country(code:\"CA\"){name area}}", false), ("{ country(code: \"CA\") { name area } }", true),
      ("{country(code:\"CA\"){name}}", false), ("{country(code:\"CA\"){name}}", false),
    ] {
      let response = player.respond(to: request(query))
      if case .now = response { #expect(isNow, "\(query)") } else { #expect(!isNow, "\(query)") }
      _ = await response.get()
    }
    // A file that changes is read again, and not on the loop.
    let (name, file) = try #require(folder.contents().first { String(decoding: $1, as: UTF8.self).contains("Canada") })
    try folder.write(String(decoding: file, as: UTF8.self).replacing("Canada", with: "Kanada"), to: name)
    player.refresh()
    let response = player.respond(to: request("{country(code:\"CA\"){name area}}"))
    if case .now = response { Issue.record("a changed file was read on the loop") }
    #expect(try await response.get().text.contains("Kanada"))
  }

  @Test("Recording the same again changes no byte")
  func again() async throws {
    let log = EventLog()
    for _ in 0..<2 {
      let (recorder, _) = try self.recorder([.answer(chunks: [canada])], log: log)
      _ = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
      await recorder.finish()
    }
    guard case .known? = log.outcomes.last else { throw Failure("not known: \(log.outcomes)") }
    let once = folder.contents()
    let (recorder, _) = try self.recorder([.answer(chunks: [canada])], log: log)
    _ = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
    await recorder.finish()
    #expect(folder.contents() == once)
  }

  @Test("Another answer than was recorded replaces it")
  func changed() async throws {
    let log = EventLog()
    for body in [canada, #"{"data":{"country":null}}"#] {
      let (recorder, _) = try self.recorder([.answer(chunks: [body])], log: log)
      _ = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
      await recorder.finish()
    }
    guard case .changed? = log.outcomes.last else { throw Failure("not changed: \(log.outcomes)") }
    let answer = try await player().respond(to: request("{country(code:\"CA\"){name area}}")).get()
    #expect(try await answer.text == #"{"data":{"country":null}}"#)
  }

  @Test("Several answers of one run come in order, and the last repeats")
  func sequence() async throws {
    let (recorder, _) = try self.recorder(["1", "2", "2", "3"].map { .answer(chunks: [#"{"data":{"a":\#($0)}}"#]) })
    for _ in 0..<4 { _ = await recorder.respond(to: request("{a}")).get() }
    await recorder.finish()
    let player = try self.player()
    var seen: [String] = []
    for _ in 0..<5 { seen.append(try await player.respond(to: request("{a}")).get().text) }
    #expect(seen == ["1", "2", "3", "3", "3"].map { #"{"data":{"a":\#($0)}}"# })
  }

  @Test("Documents that differ in the form of a letter only have each its own answer")
  func unicodeForms() async throws {
    let forms = ["\u{E9}", "e\u{301}"]
    let (recorder, _) = try self.recorder(
      ["composed", "decomposed"].map { .answer(chunks: [#"{"data":{"a":"\#($0)"}}"#]) })
    // Three times each at replay: what came before must not stand in for what comes.
    for form in forms { _ = await recorder.respond(to: request("{a(x:\"\(form)\")}")).get() }
    await recorder.finish()
    let player = try self.player()
    for (form, name) in zip(forms, ["composed", "decomposed"]) {
      for _ in 0..<3 {
        let text = try await player.respond(to: request("{a(x:\"\(form)\")}")).get().text
        #expect(text == #"{"data":{"a":"\#(name)"}}"#)
      }
    }
  }

  @Test("What is recorded is asked for whole and without conditions")
  func conditions() async throws {
    let (recorder, upstream) = try self.recorder([.answer(chunks: [canada]), .answer(chunks: [canada])])
    let headers: HeaderList = ["If-None-Match": "x", "Range": "bytes=0-1"]
    _ = await recorder.respond(to: request("{a}", headers: headers)).get()
    var other = request("{a}", headers: headers)
    other.target = RequestTarget("/countries/file")
    _ = await recorder.respond(to: other).get()
    #expect(upstream.requests.map { $0.headers[first: "if-none-match"] } == [nil, "x"])
    #expect(upstream.requests.map { $0.headers[first: "range"] } == [nil, "bytes=0-1"])
  }

  @Test(
    "A request that gets no answer is told of, once", arguments: ["[]", "{\"query\":\"{a\"}", "{}"])
  func refusals(body: String) async throws {
    let log = EventLog()
    try folder.write("upstream: https://a.example\n", to: "countries/endpoint.yaml")
    let player = try folder.player(log: log)
    for _ in 0..<2 {
      _ = await player.respond(
        to: ClientRequest(method: "POST", target: "/countries", headers: ["Host": "localhost"], body: Array(body.utf8))
      ).get()
    }
    #expect(player.refusals.count == 1)
    #expect(log.events.count == 1)
  }

  @Test("Where there is no schema to fake from, a miss is a miss")
  func noSchema() async throws {
    try folder.write("upstream: https://a.example\n", to: "countries/endpoint.yaml")
    let player = try self.player(onMiss: .fake)
    let answer = await player.respond(to: request("{a}")).get()
    #expect(answer.headers[first: "Understudy-Source"] == "miss")
    #expect(player.misses.count == 1)
  }

  @Test("A query of the upstream's URL, which may hold a key, is written nowhere")
  func upstreamQuery() async throws {
    let endpoints = try Endpoints.forRecording(
      upstream: "https://h.example/graphql?apikey=SECRET", name: "countries", recordings: folder.path)
    let log = EventLog()
    let recorder = Engine(
      serving: EngineConfiguration(mode: .record), endpoints: endpoints,
      upstream: ScriptedUpstream([.answer(chunks: [#"{"data":{"a":1}}"#])]), events: log.receive)
    _ = await recorder.respond(to: request("{a}")).get()
    await recorder.finish()
    #expect(folder.contents()["countries/endpoint.yaml"] != nil)
    #expect(folder.contents().values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("SECRET") })
  }

  static let troubles: [(ScriptedUpstream.Step, Int, String)] = [
    (.failure(UpstreamError(.unreachable, "refused")), 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE"),
    (.failure(UpstreamError(.timeout, "no answer within 100 ms")), 504, "UNDERSTUDY_UPSTREAM_TIMEOUT"),
    (.broken(chunks: [#"{"data":"#]), 502, "UNDERSTUDY_UPSTREAM_BROKEN"),
    (.answer(status: 503, headers: ["content-type": "text/html"], chunks: ["<h1>busy</h1>"]), 503, "<h1>busy</h1>"),
    (.answer(status: 504, headers: [:], chunks: []), 504, ""),
    (.answer(status: 500, chunks: [#"{"errors":[{"message":"own words"}]}"#]), 500, "own words"),
    (.answer(status: 429, chunks: [#"{"message":"slow down"}"#]), 429, "slow down"),
    (.answer(status: 302, headers: ["location": "/login"], chunks: []), 302, ""),
  ]

  @Test("What is no answer of the endpoint is not kept, and the client can read why", arguments: troubles.indices)
  func notKept(index: Int) async throws {
    let (step, status, text) = Self.troubles[index]
    let log = EventLog()
    let (recorder, _) = try self.recorder([step], log: log)
    let before = folder.contents()
    let answer = await recorder.respond(to: request("{a}")).get()
    await recorder.finish()
    #expect(answer.status == status)
    let body = try await answer.text
    #expect(body.contains(text))
    #expect(folder.contents() == before)
    guard case .notRecorded? = log.outcomes.first else { throw Failure("kept: \(log.outcomes)") }
  }

  @Test("A 5xx is kept where it was asked for")
  func recordsErrors() async throws {
    let (recorder, _) = try self.recorder(
      [.answer(status: 503, headers: ["retry-after": "9"], chunks: [#"{"message":"busy"}"#])], recordsErrors: true)
    #expect(await recorder.respond(to: request("{a}")).get().status == 503)
    await recorder.finish()
    let answer = try await player().respond(to: request("{a}")).get()
    #expect(answer.status == 503)
    #expect(answer.headers[first: "retry-after"] == "9")
    #expect(try await answer.text == #"{"message":"busy"}"#)
  }

  @Test("A compressed answer reaches the client as it came and the disk undone")
  func compressed() async throws {
    let headers: HeaderList = ["content-type": "application/json", "content-encoding": "reversed"]
    let (recorder, _) = try self.recorder([.answer(headers: headers, chunks: [String(canada.reversed())])])
    let live = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
    await recorder.finish()
    #expect(try await live.text == String(canada.reversed()))
    #expect(live.headers[first: "content-encoding"] == "reversed")
    let answer = try await player().respond(to: request("{country(code:\"CA\"){name area}}")).get()
    #expect(try await answer.text == canada)
    #expect(answer.headers[first: "content-encoding"] == nil)
  }

  @Test("A coding that is none is not undone")
  func noCoding() async throws {
    let headers: HeaderList = ["content-type": "application/json", "content-encoding": "none"]
    let (recorder, _) = try self.recorder([.answer(headers: headers, chunks: [canada])])
    let live = await recorder.respond(to: request("{country(code:\"CA\"){name area}}")).get()
    await recorder.finish()
    #expect(live.headers[first: "content-encoding"] == "none")
    #expect(try await player().respond(to: request("{country(code:\"CA\"){name area}}")).get().text == canada)
  }

  @Test("Hop-by-hop fields stay, codings that cannot be undone are not asked for")
  func headers() async throws {
    let (recorder, upstream) = try self.recorder([.answer(chunks: [canada])])
    let headers: HeaderList = [
      "Accept-Encoding": "br, gzip;q=0.9, deflate;q=0, zstd", "Connection": "keep-alive, X-Mine", "X-Mine": "1",
      "Authorization": "Bearer x", "X-Understudy-Session": "a", "TE": "trailers", "Accept": "*/*",
    ]
    _ = await recorder.respond(to: request("{a}", headers: headers)).get()
    let sent = try #require(upstream.requests.first).headers
    #expect(sent[all: "accept-encoding"] == ["gzip;q=0.9"])
    #expect(sent[first: "authorization"] == "Bearer x")
    #expect(sent[first: "accept"] == "*/*")
    for name in ["connection", "x-mine", "x-understudy-session", "te", "host"] { #expect(sent[first: name] == nil) }
  }

  @Test("What is not GraphQL at the endpoint's URL passes through, and is not recorded")
  func other() async throws {
    let log = EventLog()
    let page: ScriptedUpstream.Step = .answer(headers: ["content-type": "text/html"], chunks: ["<html>", "</html>"])
    let (recorder, upstream) = try self.recorder([page, page], log: log)
    let before = folder.contents()
    let requests = [
      ClientRequest(method: "GET", target: "/countries", headers: ["Host": "localhost"]),
      ClientRequest(method: "POST", target: "/countries", headers: ["Host": "localhost"], body: Array("{oops".utf8)),
    ]
    for request in requests {
      let answer = await recorder.respond(to: request).get()
      #expect(answer.status == 200)
      #expect(try await answer.text == "<html></html>")
    }
    #expect(upstream.requests.map(\.url) == ["http://127.0.0.1:1/graphql", "http://127.0.0.1:1/graphql"])
    #expect(folder.contents() == before)
    #expect(log.outcomes.allSatisfy { if case .notRecorded = $0 { true } else { false } })
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
