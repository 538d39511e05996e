import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import Transports

/// Recognizes errors that refuse the WebSocket transport, not the operation: some servers only accept subscriptions.
enum TransportRefusal {
  /// True if errors may refuse the transport: they have no locations as in validation, and no paths as in execution.
  static func mayBe(_ errors: JSON) -> Bool {
    (errors.arrayValue ?? []).allSatisfy { $0["locations"] == nil && $0["path"] == nil }
  }

  /// True if errors say so: `queries are not allowed when using graphql-ws`, `only subscriptions are supported`.
  static func isSaid(in errors: JSON) -> Bool {
    guard mayBe(errors), let text = errors.arrayValue?.first?["message"]?.stringValue?.lowercased() else {
      return false
    }
    func has(_ words: String...) -> Bool { words.contains { text.contains($0) } }
    if has("subscription"), has("only") { return true }
    return has("queries", "mutations", "operation") && has("not allowed", "not supported", "unsupported")
  }

  static func messages(_ errors: JSON?) -> [String] {
    (errors?.arrayValue ?? []).map { $0["message"]?.stringValue ?? "" }
  }
}

extension RecordMode {
  /// Handles the refusal of a query or mutation over a WebSocket; nil if the errors are the operation's answer.
  ///
  /// If they refuse the transport, returns the answer over HTTP, which is recorded, or else the refusal, which is not.
  /// A mutation is not sent twice.
  func answer(
    toRefusal errors: JSON, _ inFlight: Endpoint.InFlightRequest, _ exchange: UpstreamExchange
  ) async throws(UpstreamError) -> Answer? {
    let isSaid = TransportRefusal.isSaid(in: errors)
    let isQuery = inFlight.asked.kind == .query
    if isQuery, TransportRefusal.mayBe(errors), SubscriptionRoute(exchange).fallsBack,
      let (response, body, json) = await overHTTP(exchange)
    {
      if let data = json?["data"], data != .null {
        exchange.endpoint.transports.noteSubscriptionsOnly()
        await record(response, body, inFlight, exchange)
        return passed(response, body)
      }
      // Both transports agree, so the errors are about the operation.
      let messages = TransportRefusal.messages(json?["errors"])
      if !messages.isEmpty, messages == TransportRefusal.messages(errors) { return nil }
    }
    guard isSaid else { return nil }
    let reason =
      "the API refuses \(isQuery ? "queries" : "mutations") over this WebSocket protocol, so this answer is not about the operation"
    _ = exchange.endpoint.complete(inFlight, .refused(nil, reason), now: context.clock.now())
    exchange.line.report(200, .notRecorded(reason))
    var answer = Answer(
      status: 200, headers: PassThrough.responseHeaders(["content-type": MediaType.json], isWhole: true),
      body: .bytes(JSON.object(["errors": errors]).serialize()))
    answer.isErrorMessage = true
    return answer
  }

  /// The answer over HTTP, with its JSON; nil if none came that can be read.
  private func overHTTP(_ exchange: UpstreamExchange) async -> (response: UpstreamResponse, body: [UInt8], json: JSON?)?
  {
    guard let response = try? await exchange.upstream.send(outgoing(exchange, mayStream: false)),
      let body = try? await response.collectBody(limit: context.configuration.maximumRecordedBytes),
      let plain = try? RecordingDecision.decoded(body, of: response, upstream: exchange.upstream)
    else { return nil }
    return (response, body, try? JSON.parse(plain))
  }
}
