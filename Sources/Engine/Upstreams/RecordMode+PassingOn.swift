import Transports

extension RecordMode {
  /// The largest body in bytes that a client gets only when all of it has come.
  private static let heldBody = 256 << 10

  /// Answers with the body of an upstream's answer. A large one is passed on while it is read.
  ///
  /// No decision about a recording changes the client's answer, so none of its bytes has to wait for one, except the
  /// last: with it the client may send its next request, which comes after this one. The upstream is read as fast as it
  /// sends, however slowly the client reads. The recorder needs the whole body in any case, and a client that pauses is
  /// no reason for the upstream to time out.
  ///
  /// - Parameters:
  ///   - response: the upstream's answer.
  ///   - request: the client's.
  ///   - settle: decides what is recorded, by the whole body.
  ///   - fail: completes a request whose answer broke off when a part of it was already passed on. The client's answer
  ///     then breaks off as well.
  /// - Returns: the client's answer.
  /// - Throws: where the answer broke off and the client has none of it.
  func passOn(
    _ response: UpstreamResponse, to request: ClientRequest,
    recording settle: @escaping @Sendable (_ body: [UInt8]) async -> Void,
    failing fail: @escaping @Sendable (UpstreamError) -> Void
  ) async throws(UpstreamError) -> Answer {
    let limit = context.configuration.maximumRecordedBytes
    let isHeld = !request.takesPieces || request.takesOnlyEvents || response.isKnownToExceed(limit)
    var reader = BodyReader(response, limit: limit)
    while let chunk = try await reader.next() {
      guard !isHeld, reader.bytes.count > Self.heldBody else { continue }
      return passOn(response, to: request, reader, latest: chunk, recording: settle, failing: fail)
    }
    await settle(reader.bytes)
    return passed(response, reader.bytes)
  }

  /// Answers with what was read, and with the rest as it comes.
  private func passOn(
    _ response: UpstreamResponse, to request: ClientRequest, _ begun: sending BodyReader, latest: [UInt8],
    recording settle: @escaping @Sendable (_ body: [UInt8]) async -> Void,
    failing fail: @escaping @Sendable (UpstreamError) -> Void
  ) -> Answer {
    let (chunks, client) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let visit = request.admission?.visit
    let reading = Task {
      var reader = begun
      client.yield(Array(reader.bytes.dropLast(latest.count)))
      var latest = latest
      do throws(UpstreamError) {
        while let chunk = try await reader.next() {
          client.yield(latest)
          latest = chunk
        }
      } catch {
        fail(error)
        visit?.leave()
        return client.finish(throwing: error)
      }
      let body = reader.bytes
      await withTaskExecutorPreference(BlockingExecutor.shared) { await settle(body) }
      visit?.leave()
      client.yield(latest)
      client.finish()
    }
    client.onTermination = { if case .cancelled = $0 { reading.cancel() } }
    Task { await context.exchanges.value(of: reading) }
    var answer = Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: false),
      body: .stream(chunks))
    answer.isStillRead = true
    return answer
  }
}

extension UpstreamResponse {
  /// Whether its head says that the body is over a limit. The client then gets an error that says so.
  fileprivate func isKnownToExceed(_ limit: Int) -> Bool {
    headers[first: "content-length"].flatMap { Int($0) }.map { $0 > limit } ?? false
  }
}
