package import GraphQLLanguage
package import Recordings
package import Transports

extension RecordingDecision {
  /// Decides about the answer to an HTTP exchange. `kind` is that of its operation, `rules` are the endpoint's.
  package init(
    ofExchange response: UpstreamResponse, body: [UInt8], request: ClientRequest, at place: ExchangePlace,
    kind: OperationKind?, rules: ExchangeRules, recordsErrors: Bool, upstream: any Upstream
  ) {
    let status = response.status
    let captured: CapturedResponse
    do throws(UpstreamError) {
      let decoded = try Self.decoded(body, of: response, upstream: upstream)
      captured = CapturedResponse(status: status, headers: response.headers, body: decoded)
    } catch {
      self = .pass("\(error.detail)")
      return
    }
    let obstacle = ExchangeContent.obstacle(
      toStoring: captured.body, mediaType: response.headers.mediaType ?? "",
      rule: rules.rule(for: request.method, place.path), line: "\(request.method) \(place.path.prefix(100))")
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
