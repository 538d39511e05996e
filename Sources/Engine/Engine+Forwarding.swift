import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// Requests that clients send through this program as a proxy, in absolute form or inside a tunnel.
extension Engine {
  /// The origin of a request for another server; nil for a request to this one.
  func foreignOrigin(of request: ClientRequest) -> ProxiedOrigin? {
    guard forwarding != nil, let origin = request.origin else { return nil }
    let isOwn =
      !origin.isTunneled && gatekeeper.isAllowed(authority: origin.authority)
      && (main.listeners.ports.contains(origin.port) || (origin.port == 80 && !isKnown(origin)))
    return isOwn ? nil : origin
  }

  func forwarded(_ request: ClientRequest, to origin: ProxiedOrigin) -> Response {
    if let refusal = refusal(of: request, to: origin) { return .now(refusal) }
    let request = request.withoutProxyFields
    if let preflight = forwardingOrigin.preflight(request), isKnown(origin) { return .now(preflight) }
    return destination(of: request, at: origin)
  }

  private func destination(of request: ClientRequest, at origin: ProxiedOrigin) -> Response {
    if let (endpoint, rest) = endpoint(at: origin, request.target.path), ["", "/graphql"].contains(rest),
      // The root of a host may be a page.
      endpoint.realURL?.path != "" || request.isGraphQL
    {
      return answered(request, at: endpoint, rest: rest)
    }
    if configuration.mode != .record, !configuration.isLive, !passes(origin), let endpoint = home(of: origin) {
      guard request.isGraphQL else { return exchanged(request, at: endpoint, origin) }
      if !createsEndpoints { return .now(notRecorded(request, origin)) }
    }
    guard passesOn(origin) else { return .now(escaped(origin)) }
    return .later { [self] in
      await context.exchanges.run { await self.answerElsewhere(request, at: origin) }
    }
  }

  /// Returns the endpoint with the longest path that begins the request's.
  func endpoint(at origin: ProxiedOrigin, _ path: String) -> (Endpoint, rest: String)? {
    endpoints.compactMap { endpoint in endpoint.rest(of: path, at: origin).map { (endpoint, $0) } }
      .min { $0.1.utf8.count < $1.1.utf8.count }
  }

  /// True if an endpoint has this origin, or names its host.
  func isKnown(_ origin: ProxiedOrigin) -> Bool { home(of: origin) != nil }

  /// True if requests to an origin reach it even if no endpoint has it.
  func passesOn(_ origin: ProxiedOrigin) -> Bool { recordsHosts || passes(origin) }

  /// True if the user lets connections to a host through, by an option or in an `endpoint.yaml`.
  func passes(_ origin: ProxiedOrigin) -> Bool {
    forwarding?.rules.passes(origin.host) == true
      || endpoints.contains { ForwardProxyRules.has(origin.host, in: $0.configuration.passedHosts) }
  }

  /// True if the rules let a recorder read the requests to a host.
  func intercepts(_ origin: ProxiedOrigin) -> Bool {
    guard let only = forwarding?.rules.only, !passes(origin) else { return false }
    return only.isEmpty || ForwardProxyRules.has(origin.host, in: only)
  }

  /// True if requests to any host go there.
  var recordsHosts: Bool { createsEndpoints || configuration.isLive }

  /// True if a request to a new host makes an endpoint: in record mode, and if misses are recorded.
  var createsEndpoints: Bool {
    configuration.mode == .record || (configuration.mode == .replay && configuration.onMiss == .record)
  }

  func answered(_ request: ClientRequest, at endpoint: Endpoint, rest: String) -> Response {
    if let problem = RequestMediaType.contentCodingProblem(with: request.http) {
      return .now(problem.answer(to: request))
    }
    log.noteRequest()
    return readable(encoded(answer(request, at: endpoint, rest: rest, sessionPath: nil), for: request), by: request)
  }

  /// Lets the page that sent a request read the response.
  func readable(_ response: Response, by request: ClientRequest) -> Response {
    guard let page = request.headers[first: "origin"] else { return response }
    // A recording has no such headers. Pages of any site may read the API's answers if its own headers let them.
    return forwardingOrigin.allowing(response, to: page)
  }

  /// Answers a request that no endpoint has: makes one if it is a GraphQL request that is recorded, else passes it on.
  private func answerElsewhere(_ request: ClientRequest, at origin: ProxiedOrigin) async -> Answer {
    do {
      _ = try await address(of: origin)
      // A browser's preflight is about its page, so it is not recorded; replay answers it.
      if createsEndpoints, intercepts(origin), !CrossOrigin.isPreflight(request) {
        if let endpoint = try await newEndpoint(for: request, at: origin) {
          return await answered(request, at: endpoint, rest: "").answer
        }
        return await exchanged(request, at: try await newHome(of: origin), origin).answer
      }
      if let endpoint = home(of: origin), !passes(origin) {
        return await exchanged(request, at: endpoint, origin).answer
      }
      return try await passedOn(request, to: origin)
    } catch let refusal as ForwardingRefusal {
      return refusal.answer
    } catch let error as UpstreamError {
      return UpstreamFailure(error: context.exchanges.cause(of: error), url: origin.description).answerToProxy
    } catch {
      return ErrorAnswer.make(
        status: 502, message: "The request to \(origin.description) is not recorded: \(error)",
        code: .upstreamUnreachable)
    }
  }

  /// Returns the new endpoint of a request; nil if it is no GraphQL request.
  private func newEndpoint(for request: ClientRequest, at origin: ProxiedOrigin) async throws -> Endpoint? {
    // A link with a parameter `query` is no GraphQL request.
    guard request.stream == nil,
      request.method == "POST" || request.headers[all: "accept"].contains(where: { $0.contains("json") })
    else { return nil }
    return try await Task(executorPreference: BlockingExecutor.shared) {
      request.isGraphQL ? try self.newEndpoint(at: origin, path: request.target.path) : nil
    }.value
  }

  /// Returns the endpoint for requests to an origin that are not GraphQL, which may be new.
  private func newHome(of origin: ProxiedOrigin) async throws -> Endpoint {
    if let known = home(of: origin) { return known }
    return try await Task(executorPreference: BlockingExecutor.shared) {
      if let new = try self.newEndpoint(at: origin, path: "/") { return new }
      throw ForwardingRefusal(self.escaped(origin))
    }.value
  }

  /// Creates the endpoint of a URL, or returns the one that another request has created in the meantime.
  func newEndpoint(at origin: ProxiedOrigin, path: String) throws -> Endpoint? {
    guard let forwarding else { return nil }
    return try creating.withLock { _ in
      if let (known, rest) = endpoint(at: origin, path), rest.isEmpty { return known }
      let url = try UpstreamURL(origin.description + (path == "/" ? "" : path))
      if let home = endpoints.first(where: { $0.isReal(origin) }), home.hasNoAPI {
        if let warning = home.move(to: url) { context.warn(warning) }
        return home
      }
      let endpoint = try forwarding.makeEndpoint(url, endpointNames)
      add(endpoint)
      let folder = endpoint.store?.path ?? endpoint.name
      context.emit(.notice("New endpoint \(endpoint.name): \(url.shown) is recorded in \(folder)/."))
      for warning in endpoint.warnings { context.warn(warning) }
      return endpoint
    }
  }

  /// Passes on a request that is not recorded.
  private func passedOn(_ request: ClientRequest, to origin: ProxiedOrigin) async throws -> Answer {
    guard let upstream = forwarding?.upstream else { return escaped(origin) }
    let response = try await upstream.send(
      UpstreamRequest(
        method: request.method, url: origin.description + request.target.text,
        headers: PassThrough.requestHeaders(
          request.headers, isRecordedRead: false, sessionHeader: configuration.sessionHeader),
        body: request.body, isLong: true, stream: request.stream))
    var answer = Answer(
      status: response.status, headers: PassThrough.responseHeaders(response.headers, isWhole: false),
      body: .stream(response.body))
    answer.isEndless = StreamMediaType(response.headers) != nil
    return answer
  }

  // MARK: Refusals

  /// The refusal of any proxy request: of its user, or to pages of this program.
  func refusal(of request: ClientRequest, to origin: ProxiedOrigin) -> Answer? {
    if !origin.isTunneled || request.method == "CONNECT",
      var refusal = forwarding?.rules.refusal(of: request, namesSession: configuration.sessionsByProxyUser)
    {
      // Browsers send their user only after such an answer, so it is no failure.
      if request.proxyUser == nil, refusal.status == 407, let problem = refusal.problem {
        refusal.problem = nil
        context.warn(problem)
      }
      return refusal
    }
    if case .own = Route(path: request.target.path, endpoints: []) {
      return ErrorAnswer.make(
        status: 403,
        message:
          "The pages under /__understudy/ are not served through the proxy. Send the request to this server itself.",
        code: .forbiddenHost)
    }
    return nil
  }

  /// The refusal of a request to a host that no endpoint has, which is counted.
  func escaped(_ origin: ProxiedOrigin) -> Answer {
    context.hosts.note(escaped: origin.host)
    let message =
      "\(origin.host) is not the host of a recorded endpoint, so the request was refused.\nTo record it: understudy record, with this proxy. To let it through: --pass \(origin.host)"
    context.warn(message)
    var answer = ErrorAnswer.make(status: 502, message: message, code: .unknownHost)
    // Reported once for each host.
    answer.problem = nil
    return answer
  }

  /// The refusal of a request to a known host whose path no endpoint has.
  func notRecorded(_ request: ClientRequest, _ origin: ProxiedOrigin) -> Answer {
    let known = endpoints.filter { $0.isReal(origin) }.compactMap { $0.realURL?.shown }
    return ErrorAnswer.make(
      status: 502,
      message:
        "\(request.method) \(origin.description)\(request.target.path.prefix(200)) is not recorded. Recorded on this host: \(known.joined(separator: ", ")).",
      code: .unknownHost)
  }
}

extension UpstreamFailure {
  /// The answer to a request that no endpoint has, which no exchange reports.
  fileprivate var answerToProxy: Answer { ErrorAnswer.make(status: status, message: message, code: code) }
}
