import Engine
import OrderedJSON
import Requests
import Transports

/// Replays a session to a recording engine: sends the client's requests, and has the upstream give the answers.
struct SessionPlayer {
  let engine: Engine
  let endpoint: String
  let upstream: CapturedUpstream
  let clock: CapturedClock
  /// The session of requests that name none; empty for the engine's own.
  let session: String
  /// Additional header fields of every request.
  let headers: HeaderList
  let documents: KnownDocuments

  /// An open subscription.
  private struct Listening {
    let id: String
    let socket: CapturedSocket
    var reader: any AsyncIteratorProtocol<[UInt8], any Error>
  }

  func play(_ script: SessionScript) async {
    let sockets = script.sockets.map { CapturedSocket(subprotocol: $0.subprotocol) }
    let origins = script.sockets.map { socket in
      SocketOrigin(
        subprotocol: socket.subprotocol,
        handshake: ClientRequest(
          method: "GET", target: target(socket.entry.url),
          headers: CapturedHeaders.cleaned(socket.entry.requestHeaders, besides: headers)),
        initPayload: socket.initPayload)
    }
    var open: [Int: Listening] = [:]
    var asked: [Int: Asking] = [:]
    for step in script.steps {
      clock.move(to: step.time)
      switch step.action {
      case .ask(let number): asked[number] = await ask(script.exchanges[number])
      case .answer(let number): await asked.removeValue(forKey: number)?.answer()
      case .open(let number):
        let stream = script.streams[number]
        upstream.prepare(sockets[stream.socket])
        open[number] = await begin(
          stream, script.sockets[stream.socket].initPayload, origins[stream.socket], sockets[stream.socket])
      case .message(let number, let message):
        guard var listening = open.removeValue(forKey: number) else { continue }
        listening.socket.say(message, id: listening.id)
        let isEvent = ["next", "data"].contains(message["type"]?.stringValue)
        if await Self.read(&listening.reader, toEnd: !isEvent) { open[number] = listening }
      case .leave(let number): open[number] = nil
      }
    }
  }

  // MARK: One answer

  /// A request that waits for its answer.
  private struct Asking {
    let call: CapturedCall
    let said: CapturedCall.Answer
    let task: Task<Void, Never>

    /// Gives the answer, and waits until it is noted, before the next step.
    func answer() async {
      call.answer(said)
      await task.value
    }
  }

  /// Sends a request; nil if the upstream does not get it.
  private func ask(_ entry: CapturedEntry) async -> Asking? {
    guard case .whole(let status, let headers, let body) = entry.answer else { return nil }
    let call = CapturedCall()
    upstream.prepare(call)
    guard case .later(let operation) = engine.respond(to: request(entry)) else { return nil }
    let task = Task {
      defer { call.hasArrived() }
      guard case .stream(let chunks) = await operation().body else { return }
      // An answer in parts is recorded as it is read.
      do { for try await _ in chunks {} } catch {}
    }
    await call.arrival()
    return Asking(call: call, said: .init(status: status, headers: headers, body: body), task: task)
  }

  private func request(_ entry: CapturedEntry) -> ClientRequest {
    let sent = entry.requestBody.bytes
    var request = ClientRequest(
      method: entry.method, target: target(entry.url), headers: fields(entry.requestHeaders),
      body: entry.method == "POST" ? documents.filled(sent) ?? sent : [])
    if request.headers.mediaType == "multipart/form-data" {
      request.stream = RequestStream(OneChunk(bytes: sent), length: sent.count)
      request.body = []
    }
    return request
  }

  private func target(_ url: CapturedURL) -> String {
    "/\(endpoint)\(url.query.map { "?\(documents.filled(query: $0))" } ?? "")"
  }

  private func fields(_ captured: HeaderList) -> HeaderList {
    var fields = CapturedHeaders.cleaned(captured, besides: headers)
    if !session.isEmpty, fields[first: "x-understudy-session"] == nil { fields.append("X-Understudy-Session", session) }
    return fields
  }

  // MARK: Subscriptions

  /// Subscribes; nil if the engine does not take the operation.
  private func begin(
    _ stream: SessionScript.Stream, _ initPayload: JSON?, _ origin: SocketOrigin, _ socket: CapturedSocket
  ) async -> Listening? {
    var fields = fields(CapturedHeaders.ofSocket(stream.entry.requestHeaders, initPayload))
    fields.set("accept", "text/event-stream")
    var request = ClientRequest(
      method: "POST", target: target(stream.entry.url), headers: fields, body: stream.payload.serialize())
    request.socket = origin
    guard case .later(let operation) = engine.respond(to: request) else { return nil }
    guard case .stream(let chunks) = await operation().body else { return nil }
    for await id in socket.started { return Listening(id: id, socket: socket, reader: chunks.makeAsyncIterator()) }
    return nil
  }

  /// Reads up to the next event, or to the end; returns false at the end.
  private static func read(
    _ reader: inout any AsyncIteratorProtocol<[UInt8], any Error>, toEnd: Bool
  ) async -> Bool {
    do {
      while let chunk = try await reader.next() {
        let lines = String(decoding: chunk, as: UTF8.self).split(separator: "\n")
        if !toEnd, lines.contains("event: next") { return true }
      }
    } catch {}
    return false
  }
}
