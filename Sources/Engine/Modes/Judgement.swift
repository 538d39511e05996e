import GraphQLLanguage
import OrderedJSON

/// What is done with the real endpoint's answer to an operation: kept, only passed on, or replaced by an error that
/// a GraphQL client can read.
enum Judgement {
  case keep(CapturedResponse)
  /// The client gets it as it is; it is not kept, and why.
  case pass(String)
  case replace(UpstreamFailure)
  /// The endpoint asks for the text of a persisted query: nothing was executed, and the client asks again.
  case handshake(String)
  /// The endpoint did not execute a mutation: nothing was changed. What is kept of the refusal; nil for nothing, and why.
  case refused(CapturedResponse?, String)

  /// Decides by what came.
  ///
  /// A web page or a bare 5xx is not an answer of the GraphQL endpoint but of something in front of it: the client
  /// gets 502 with an explanation instead of bytes that it cannot parse. A 5xx is kept only where it was asked for:
  /// it is the endpoint's bad day, not what a test should see for ever.
  ///
  /// - Parameters:
  ///   - response: its head.
  ///   - body: the whole body, as it came.
  ///   - request: the client's.
  ///   - kind: of the operation; nil where it is not known.
  ///   - recordsErrors: whether a 5xx is kept.
  ///   - upstream: undoes content codings.
  init(
    _ response: UpstreamResponse, body: [UInt8], request: ClientRequest, kind: OperationKind?, recordsErrors: Bool,
    upstream: any Upstream
  ) {
    let type = response.headers.mediaType ?? ""
    let decoded: [UInt8]
    do {
      decoded = try Self.decoded(body, of: response, upstream: upstream)
    } catch {
      self = .pass("\(error.detail)")
      return
    }
    let json = try? JSON.parse(decoded)
    if let message = Self.handshake(json) {
      self = .handshake("\(message): the client sends the text next")
      return
    }
    if kind == .mutation, Self.refusesExecution(status: response.status, json), !Self.isPage(type) {
      let captured = CapturedResponse(status: response.status, headers: response.headers, body: decoded)
      self = Self.refused(captured, json, request, recordsErrors: recordsErrors)
      return
    }
    let isGraphQL = json?["data"] != nil || json?["errors"] != nil
    if response.status >= 500 {
      if recordsErrors {
        self = .keep(CapturedResponse(status: response.status, headers: response.headers, body: decoded))
      } else if isGraphQL {
        self = .pass("status \(response.status) (kept with --record-errors)")
      } else {
        self = .replace(UpstreamFailure(status: response.status, mediaType: type, body: decoded))
      }
    } else if Self.isPage(type) {
      let wantsPage = request.headers[all: "accept"].contains { $0.lowercased().contains("text/html") }
      self =
        wantsPage
        ? .pass("the answer is a web page")
        : .replace(UpstreamFailure(status: response.status, mediaType: type, body: decoded))
    } else if response.status == 429 || response.status == 206 {
      // A rate limit is a bad moment as a 5xx is, and a part is not the answer.
      self =
        recordsErrors
        ? .keep(CapturedResponse(status: response.status, headers: response.headers, body: decoded))
        : .pass("status \(response.status) (kept with --record-errors)")
    } else if (300..<400).contains(response.status) {
      self = .pass(Self.redirect(response))
    } else if json != nil {
      self = .keep(CapturedResponse(status: response.status, headers: response.headers, body: decoded))
    } else {
      self = .pass(decoded.isEmpty ? "the answer is empty" : "the answer is not JSON")
    }
  }

  /// What a server says that does not know the text of a persisted query; nil for any other answer.
  private static func handshake(_ json: JSON?) -> String? {
    guard case .array(let errors)? = json?["errors"] else { return nil }
    return errors.lazy.compactMap { $0["message"]?.stringValue }.first {
      $0 == "PersistedQueryNotFound" || $0 == "PersistedQueryNotSupported"
    }
  }

  /// What is said of a 3xx.
  private static func redirect(_ response: UpstreamResponse) -> String {
    if response.status == 304 { return "the endpoint says that the client has the answer already (304), without it" }
    guard let place = response.headers[first: "location"] else {
      return "the endpoint answers with a redirect (\(response.status)) that does not say where to"
    }
    return "the endpoint redirects (\(response.status)) to \(place)"
  }

  private static func isPage(_ type: String) -> Bool { type == "text/html" || type == "application/xhtml+xml" }

  static func decoded(
    _ body: [UInt8], of response: UpstreamResponse, upstream: any Upstream
  ) throws(UpstreamError) -> [UInt8] {
    let codings = response.headers[all: "content-encoding"].joined(separator: ",")
    return codings.isEmpty ? body : try upstream.decode(body, coding: codings, limit: 64 << 20)
  }
}

// MARK: Refusals

extension Judgement {
  /// Whether an endpoint says that it did not execute what it was asked, so that nothing has changed.
  ///
  /// By GraphQL over HTTP an answer with a 4xx and without `data` is of a request whose execution never began; so is,
  /// by GraphQL itself, a result that has errors and no member `data`. One whose `data` is null was executed. What is
  /// no GraphQL may be of something behind which the endpoint has long executed the request: there only those status
  /// codes count that are about the request's own form, or about who asks.
  static func refusesExecution(status: Int, _ json: JSON?) -> Bool {
    guard json?["data"] == nil else { return false }
    let hasErrors = !(json?["errors"]?.arrayValue ?? []).isEmpty
    switch status {
    case 200..<300: return hasErrors
    case 400, 401, 405, 406, 411, 413, 414, 415, 422, 431: return true
    // Who waits may have given up on something that goes on.
    case 408, 499: return false
    case 400..<500: return hasErrors
    default: return false
    }
  }

  /// What is kept of a mutation's refusal: what depends on how it was asked, which a recording does not know, is no
  /// answer to the mutation.
  private static func refused(
    _ captured: CapturedResponse, _ json: JSON?, _ request: ClientRequest, recordsErrors: Bool
  ) -> Judgement {
    if captured.status == 429, !recordsErrors { return .refused(nil, "status 429 (kept with --record-errors)") }
    let reason = "the endpoint refused the mutation before it was executed (status \(captured.status))"
    let isOfTheWay = request.method == "GET" || [405, 406, 413, 414, 415, 431].contains(captured.status)
    return .refused(isOfTheWay || json == nil ? nil : captured, reason)
  }

  /// Whether an answer to a subscription that is no stream refuses the way in which it was asked.
  ///
  /// It may as well mean who asks, or what: only another way that works tells. A rate limit or an endpoint's bad day
  /// says nothing of ways, and the text of a persisted query comes this way too.
  static func refusesWay(status: Int, _ json: JSON?) -> Bool {
    if status == 429 || handshake(json) != nil { return false }
    if let data = json?["data"], data != .null { return false }
    if json?["errors"] != nil { return true }
    return status < 500 || status == 501 || status == 505
  }

  /// Whether an answer is one of GraphQL, and says itself no failure of HTTP.
  static func isResult(status: Int, _ json: JSON?) -> Bool {
    (200..<300).contains(status) && !(json?["errors"]?.arrayValue ?? []).isEmpty && handshake(json) == nil
  }

  /// Whether an endpoint may have a subscription another way that it has answered so, by no stream.
  ///
  /// Servers that know subscriptions over WebSocket only have executed them as queries (Apollo Server 2): the answer
  /// is one result, of nulls.
  static func leavesOtherWays(status: Int, _ json: JSON?) -> Bool {
    (200..<300).contains(status) && json?["data"] != nil || refusesWay(status: status, json)
  }

  /// Whether it may be about who asks, and another client be let in.
  static func isAboutWhoAsks(status: Int) -> Bool { status == 401 || status == 403 || status == 407 }
}
