import Engine
import OrderedJSON
import Recordings
import Requests
import TestSupport
import Testing
import Transports

@Suite("Uploads, recorded, replayed and faked")
struct UploadTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func recorder(_ upstream: any Upstream, log: EventLog = EventLog()) throws -> Engine {
    try folder.recorder(upstream, name: "files", log: log)
  }

  @Test("The endpoint gets the very bytes; what was recorded answers another boundary, and no other file")
  func roundTrip() async throws {
    let upstream = UploadUpstream()
    let log = EventLog()
    let recorder = try recorder(upstream, log: log)
    let text = Multipart.single.text
    let answer = await recorder.respond(to: .upload(text)).get()
    #expect(try await answer.text == #"{"data":{"up":{"bytes":\#(text.utf8.count)}}}"#)
    let sent = try #require(upstream.requests.first)
    #expect(sent.body == Array(text.utf8))
    #expect(sent.request.stream?.length == text.utf8.count)
    #expect(sent.request.headers[first: "content-type"] == "multipart/form-data; boundary=\"TEST.BOUNDARY\"")
    await recorder.finish()
    guard case .new? = log.outcomes.first else { return #expect(Bool(false), "\(log.outcomes)") }

    let player = try folder.player()
    var other = Multipart.single
    other.boundary = "other"
    let replayed = await player.respond(to: .upload(other.text, boundary: "other", size: 3)).get()
    #expect(replayed.headers[first: "Understudy-Source"] == "recorded")
    #expect(try await replayed.text == (try await answer.text))
    for header in ["filename=\"b.txt\"\r\nContent-Type: text/plain", "filename=\"a.txt\"\r\nContent-Type: text/csv"] {
      var named = other
      named.parts[2].header = "Content-Disposition: form-data; name=\"0\"; \(header)"
      let missed = await player.respond(to: .upload(named.text, boundary: "other")).get()
      #expect(missed.headers[first: "Understudy-Source"] == "miss", "\(header)")
    }
    other.parts[2].content += "!"
    let missed = await player.respond(to: .upload(other.text, boundary: "other")).get()
    #expect(missed.headers[first: "Understudy-Source"] == "miss")
    #expect(try await missed.text.contains("understudy-file sha256:"))
  }

  @Test("A recording made before files had a name and a type answers any, and the recorded states still fit")
  func older() async throws {
    let hash = ContentHash(of: Array("Alpha file content.".utf8)).hex
    let older = ClientRequest(
      method: "POST", target: "/files", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: JSON.object([
        "query": "mutation Up($file: Upload) { up(file: $file) }",
        "variables": ["file": .string("understudy-file sha256:\(hash) 19 bytes")],
      ]).serialize())
    let query = ClientRequest(
      method: "POST", target: "/files", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(#"{"query":"query Files { files }"}"#.utf8))
    let recorder = try recorder(
      UploadUpstream { $0.contains("Files") ? #"{"data":{"files":1}}"# : #"{"data":{"up":0}}"# })
    _ = await recorder.respond(to: older).get()
    _ = await recorder.respond(to: query).get()
    await recorder.finish()

    for header in ["x=1", "filename=\"a.txt\"", "filename=\"b.txt\"\r\nContent-Type: text/csv"] {
      let player = try folder.player()
      var named = Multipart.single
      named.parts[2].header = "Content-Disposition: form-data; name=\"0\"; \(header)"
      let answer = await player.respond(to: .upload(named.text)).get()
      #expect(answer.headers[first: "Understudy-State"] == "exact", "\(header)")
      #expect(await player.respond(to: query).get().headers[first: "Understudy-State"] == "exact", "\(header)")
      named.parts[2].content += "!"
      #expect(await player.respond(to: .upload(named.text)).get().headers[first: "Understudy-Source"] == "miss")
    }

    // Recorded with its name, a file is answered by that.
    let again = try self.recorder(UploadUpstream { _ in #"{"data":{"up":1}}"# })
    _ = await again.respond(to: .upload(Multipart.single.text)).get()
    await again.finish()
    let answer = await (try folder.player()).respond(to: .upload(Multipart.single.text)).get()
    #expect(try await answer.text == #"{"data":{"up":1}}"#)
  }

  @Test("What was read after one file was uploaded is not served after another of the same content")
  func states() async throws {
    let query = ClientRequest(
      method: "POST", target: "/files", headers: ["Host": "localhost", "Content-Type": "application/json"],
      body: Array(#"{"query":"query Files { files }"}"#.utf8))
    var other = Multipart.single
    other.parts[2].header = "Content-Disposition: form-data; name=\"0\"; filename=\"b.txt\""
    for (text, answer) in [(Multipart.single.text, "a.txt"), (other.text, "b.txt")] {
      let recorder = try recorder(
        UploadUpstream { $0.contains("Files") ? #"{"data":{"files":"\#(answer)"}}"# : #"{"data":{"up":0}}"# })
      _ = await recorder.respond(to: .upload(text)).get()
      _ = await recorder.respond(to: query).get()
      await recorder.finish()
    }
    for (text, answer) in [(Multipart.single.text, "a.txt"), (other.text, "b.txt")] {
      let player = try folder.player()
      _ = await player.respond(to: .upload(text)).get()
      #expect(try await player.respond(to: query).get().text == #"{"data":{"files":"\#(answer)"}}"#)
    }
  }

  @Test("An upload that breaks the rules is passed on by a recorder and not kept")
  func malformed() async throws {
    let upstream = UploadUpstream()
    let log = EventLog()
    let recorder = try recorder(upstream, log: log)
    let text = Multipart([("operations", "{}")]).text
    #expect(await recorder.respond(to: .upload(text)).get().status == 200)
    #expect(upstream.requests.first?.body == Array(text.utf8))
    #expect(
      log.outcomes == [
        .notRecorded(
          #"The body has no part "map", which lists where the files belong, as in {"0": ["variables.file"]}."#)
      ])
  }

  @Test("A client that breaks off leaves nothing behind")
  func brokenOff() async throws {
    let log = EventLog()
    let recorder = try recorder(UploadUpstream(), log: log)
    let text = String(Multipart.single.text.dropLast(30))
    #expect(await recorder.respond(to: .upload(text, breaks: true)).get().status == 502)
    await recorder.finish()
    #expect(folder.contents().keys.allSatisfy { !$0.hasSuffix(".json") })
    let faked = try FaultyEndpoint().engine.respond(to: .upload(text, breaks: true, path: "/rockets"))
    #expect(await faked.get().status == 400)
  }

  @Test("A fault is for the client; what the endpoint was sent is recorded")
  func faults() async throws {
    let log = EventLog()
    let recorder = try recorder(UploadUpstream(), log: log)
    var request = ClientRequest.upload(Multipart.single.text)
    request.headers.append("Understudy-Fault", "status=503")
    #expect(await recorder.respond(to: request).get().status == 503)
    await recorder.finish()
    guard case .new? = log.outcomes.first else { return #expect(Bool(false), "\(log.outcomes)") }
    #expect(await (try folder.player()).respond(to: .upload(Multipart.single.text)).get().status == 200)
  }

  @Test("What was not recorded goes to the endpoint as it came, where misses do")
  func forwarded() async throws {
    let recorder = try recorder(UploadUpstream())
    _ = await recorder.respond(to: .upload(Multipart.single.text)).get()
    await recorder.finish()
    try folder.write("upstream: http://127.0.0.1:1/graphql", to: "files/endpoint.yaml")
    let upstream = UploadUpstream()
    let player = try folder.player(onMiss: .forward, upstream: upstream)
    var other = Multipart.single
    other.parts[2].content = "Beta"
    let answer = await player.respond(to: .upload(other.text)).get()
    #expect(answer.headers[first: "Understudy-Source"] == "upstream")
    #expect(upstream.requests.first?.body == Array(other.text.utf8))
    #expect(
      upstream.requests.first?.request.headers[first: "content-type"]
        == "multipart/form-data; boundary=\"TEST.BOUNDARY\"")
  }

  @Test("A fake takes files as values of a scalar")
  func faked() async throws {
    try folder.write(
      "scalar Upload\ntype Query { a: Int }\ntype Mutation { up(file: Upload): Boolean! }", to: "schemas/files.graphqls"
    )
    let engine = try folder.faker()
    let answer = await engine.respond(to: .upload(Multipart.single.text)).get()
    #expect(answer.status == 200)
    #expect(try await answer.json["data"]?["up"]?.boolValue != nil)
    let refused = await engine.respond(to: .upload(Multipart([("operations", "{}")]).text)).get()
    #expect(refused.status == 400)
    #expect(engine.refusals.count == 1)
  }
}
