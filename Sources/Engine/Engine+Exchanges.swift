import EndpointConfiguration
import Recordings
import Requests
import Transports

/// HTTP requests that are not GraphQL: recorded and replayed as operations (`HTTPExchange`).
extension Engine {
  /// The endpoint for requests to an origin that are not GraphQL: the one of its host that has such recordings, the first
  /// of its host, or one that names the host.
  func home(of origin: ProxiedOrigin) -> Endpoint? {
    let own = endpoints.filter { $0.isReal(origin) }
    return own.dropFirst().isEmpty
      ? own.first ?? endpoints.first { ForwardProxyRules.has(origin.host, in: $0.configuration.exchanges.hosts) }
      : own.first(where: \.hasExchanges) ?? own.first
  }

  /// Answers a request that a client sent through the proxy.
  func exchanged(_ request: ClientRequest, at endpoint: Endpoint, _ origin: ProxiedOrigin) -> Response {
    let path = request.target.path
    let place = ExchangePlace(
      path: path, host: endpoint.isReal(origin) ? nil : origin.authority, url: origin.description + path)
    return readable(exchanged(request, at: endpoint, place, sessionPath: nil), by: request)
  }

  /// Answers a request for a path below an endpoint's URL, which is the same path at the API's host.
  func exchanged(_ request: ClientRequest, at endpoint: Endpoint, path: String, sessionPath: String?) -> Response {
    let place = ExchangePlace(path: path, url: endpoint.realURL.map { $0.origin + path })
    return exchanged(request, at: endpoint, place, sessionPath: sessionPath)
  }

  private func exchanged(
    _ request: ClientRequest, at endpoint: Endpoint, _ place: ExchangePlace, sessionPath: String?
  ) -> Response {
    var request = request
    request.exchange = place
    log.noteRequest()
    let session = sessionPath.map { "/~\($0)" } ?? ""
    let conditions = ExchangeConditions(
      request, place: "/\(endpoint.name)\(session)", upstream: endpoint.realURL?.origin)
    let response: Response
    if configuration.mode == .fake {
      response = .now(notGenerated(request, place))
    } else if let stream = request.stream {
      request.stream = nil
      response = .later { [request, limit = configuration.maximumRecordedBytes] in
        var request = request
        do throws(UploadProblem) {
          request.body = try await stream.collect(limit: limit)
        } catch {
          return error.answer
        }
        return await self.answer(request, at: endpoint, rest: "", sessionPath: sessionPath).answer
      }
    } else {
      response = answer(request, at: endpoint, rest: "", sessionPath: sessionPath)
    }
    return response.mapped { conditions.apply(to: &$0) }
  }

  private func notGenerated(_ request: ClientRequest, _ place: ExchangePlace) -> Answer {
    ErrorAnswer.make(
      status: 501,
      message:
        "\(request.method) \(place.path.prefix(200)) is not GraphQL, and only GraphQL answers are generated. To answer it, record it: understudy record",
      code: .unsupported)
  }
}
