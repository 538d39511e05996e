import Requests
import Transports

extension RecordMode {
  /// The largest body in bytes that the client gets only when it is complete.
  private static let heldBody = 256 << 10

  /// Passes on the body of an upstream's answer, a large one while it is read.
  ///
  /// Recording never changes the client's answer, so only its last bytes wait for the decision: after them, the client
  /// may send its next request. The upstream is read as fast as it sends, even if the client is slow: the recorder
  /// needs the whole body anyway, and a client that pauses must not cause a timeout.
  ///
  /// - Parameters:
  ///   - response: the upstream's answer.
  ///   - request: the client's request.
  ///   - settle: decides about recording the whole body.
  ///   - fail: completes a request whose answer broke off after a part was passed on, as the client's then does, too.
  /// - Returns: the client's answer.
  /// - Throws: `UpstreamError` if the answer broke off before the client got any of it.
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

  /// Returns an answer with the bytes read so far, followed by the rest as it arrives.
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
  /// True if the head announces a body over a limit, for which the client gets an error.
  fileprivate func isKnownToExceed(_ limit: Int) -> Bool {
    headers[first: "content-length"].flatMap { Int($0) }.map { $0 > limit } ?? false
  }
}
