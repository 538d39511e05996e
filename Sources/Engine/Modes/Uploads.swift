import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Transports

/// Answers uploads: reads the body as it arrives, and continues with a request that has the hash of each file in its
/// place. When recording, the upstream gets the same bytes meanwhile.
struct Uploads: Sendable {
  let context: EngineContext
  let endpoint: Endpoint
  let rest: String
  let session: String
  /// Answers a request or batch whose body has arrived completely.
  let answerWhole: @Sendable (ClientRequest) -> Response

  /// The most bytes of an upload that are kept for the upstream, if it is not recorded.
  static let keptLimit = 32 << 20

  func respond(to request: ClientRequest, _ stream: RequestStream) -> Response {
    .later {
      if context.configuration.mode == .record { return await record(request, stream) }
      do throws(UploadProblem) {
        let read = try await read(request, stream)
        return await answerWhole(read).answer
      } catch {
        return error.answer
      }
    }
  }

  // MARK: Replay and generate

  private func read(_ request: ClientRequest, _ stream: RequestStream) async throws(UploadProblem) -> ClientRequest {
    var reader = try UploadReader(contentType: request.headers[first: "content-type"] ?? "")
    var kept: [UInt8]? = context.configuration.reachesUpstream ? [] : nil
    do {
      for try await chunk in stream.chunks {
        try reader.feed(chunk)
        guard let count = kept?.count else { continue }
        if count + chunk.count > Self.keptLimit { kept = nil } else { kept?.append(contentsOf: chunk) }
      }
    } catch {
      throw error as? UploadProblem ?? .cutOff
    }
    let operations = try reader.finish()
    return request.reading(operations.serialize(), kept: kept)
  }

  // MARK: Record

  /// Passes the body on while it is read. The operation begins when all of it has arrived.
  private func record(_ request: ClientRequest, _ stream: RequestStream) async -> Answer {
    let record = RecordMode(context: context)
    guard let upstream = context.upstream, let url = endpoint.upstream else {
      return await record.exchange(request, .other("the endpoint has no upstream"), at: endpoint, rest: rest)
    }
    let (results, told) = AsyncStream<Result<JSON, UploadProblem>>.makeStream()
    let tee = UploadTee(stream.chunks, contentType: request.headers[first: "content-type"] ?? "") { told.yield($0) }
    let outgoing = UpstreamRequest(
      method: request.method, url: url.appending(path: rest, query: request.target.query),
      headers: PassThrough.requestHeaders(
        request.headers, isRecordedRead: true, sessionHeader: context.configuration.sessionHeader),
      body: [], stream: RequestStream(tee, length: stream.length))
    let sending = Task {
      // If the upstream answers before it has read everything, the operation stays unknown.
      defer { told.finish() }
      // The upstream may not read at all, and the program must not wait for it when it stops.
      return await context.exchanges.run {
        do throws(UpstreamError) {
          return Result<UpstreamResponse, UpstreamError>.success(try await upstream.send(outgoing))
        } catch {
          return .failure(error)
        }
      }
    }
    var outcome: Result<JSON, UploadProblem>?
    for await result in results {
      outcome = result
      break
    }
    let sent = SentUpload(upstream: upstream, sending: sending)
    let (read, asked) = understood(request, outcome)
    // The request that was sent upstream is recorded, even if the client gets a fault.
    let exchange = Task {
      switch asked {
      case .one(let subject): await record.exchange(read, subject, at: endpoint, rest: rest, through: sent)
      case .batch(let items):
        await record.respond(to: items, as: read, at: endpoint, rest: rest, session: session, through: sent).answer
      }
    }
    let response = FaultInjector(context: context, endpoint: endpoint, request: read, session: session).answer { _ in
      .later { await exchange.value }
    }
    let answer = await response.noted(by: context, asked.items(read), at: endpoint, session: session).answer
    _ = await exchange.value
    return answer
  }

  /// The content of an upload.
  private enum Content: Sendable {
    case one(RecordMode.Subject)
    case batch([ClientRequest])

    /// The requests in it.
    func items(_ whole: ClientRequest) -> [ClientRequest] {
      if case .batch(let items) = self { items } else { [whole] }
    }
  }

  private func understood(
    _ request: ClientRequest, _ outcome: Result<JSON, UploadProblem>?
  ) -> (ClientRequest, Content) {
    switch outcome {
    case .success(let operations)?:
      let read = request.reading(operations.serialize(), kept: nil)
      switch BatchRequest(read, limit: context.configuration.maximumBatch)?.items {
      case nil: return (read, .one(RecordMode.Subject(read, at: endpoint, session: session)))
      case .success(let items)?: return (read, .batch(items))
      case .failure(let problem)?: return (read, .one(.other(problem.message)))
      }
    case .failure(let problem)?: return (request, .one(.other(problem.message)))
    case nil: return (request, .one(.other("the upload was not complete")))
    }
  }
}

/// The upstream of a request that was sent already.
private struct SentUpload: Upstream {
  let upstream: any Upstream
  let sending: Task<Result<UpstreamResponse, UpstreamError>, Never>

  func send(_: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse {
    try await withTaskCancellationHandler {
      await sending.value
    } onCancel: {
      sending.cancel()
    }.get()
  }

  func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8] {
    try upstream.decode(body, coding: coding, limit: limit)
  }
}
