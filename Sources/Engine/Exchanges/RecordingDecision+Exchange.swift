import EndpointConfiguration
import GraphQLLanguage
import Recordings
import Requests
import Transports

extension RecordingDecision {
  /// Decides about the answer to an HTTP exchange.
  init(
    ofExchange response: UpstreamResponse, body: [UInt8], of exchange: RecordMode.UpstreamExchange, at place: ExchangePlace,
    recordsErrors: Bool
  ) {
    let (status, kind) = (response.status, exchange.subject.operation?.kind)
    let captured: CapturedResponse
    do throws(UpstreamError) {
      let decoded = try Self.decoded(body, of: response, upstream: exchange.upstream)
      captured = CapturedResponse(status: status, headers: response.headers, body: decoded)
    } catch {
      self = .pass("\(error.detail)")
      return
    }
    let method = exchange.request.method
    let obstacle = ExchangeContent.obstacle(
      toStoring: captured.body, mediaType: response.headers.mediaType ?? "",
      rule: exchange.endpoint.configuration.exchanges.rule(for: method, place.path),
      line: "\(method) \(place.path.prefix(100))")
    if Self.isOfTheMoment(status), !recordsErrors {
      self = Self.ofTheMoment(status, kind, "\(status)")
    } else if status == 304 || StreamMediaType(response.headers) != nil {
      self = .pass(status == 304 ? "the API answered 304 Not Modified, without the answer" : "the answer is a stream")
    } else if let obstacle {
      self = .pass(obstacle)
    } else if kind == .mutation, (400..<500).contains(status), !Self.isUndecided(status) {
      self = .refused(captured, "the API refused the request (status \(status))")
    } else {
      self = .keep(captured)
    }
  }
}
