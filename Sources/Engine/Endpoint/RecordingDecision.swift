package import GraphQLLanguage
import OrderedJSON
package import Transports

/// The decision about an upstream's answer to an operation. The client gets it unchanged in every case.
package enum RecordingDecision {
  /// It is recorded.
  case keep(CapturedResponse)
  /// It is not recorded, and why.
  case pass(String)
  /// It is not GraphQL, and the upstream has not given a GraphQL response in this run: its URL may be wrong.
  case fail(NotGraphQL)
  /// It says nothing about whether the operation was executed (a 5xx, a time-out of a gateway), and is not recorded.
  case undecided(String)
  /// The endpoint asks for the text of a persisted query: nothing was executed, and the client asks again.
  case handshake(String)
  /// The endpoint did not execute a mutation: nothing was changed. What is kept of the refusal; nil for nothing, and why.
  case refused(CapturedResponse?, String)

  /// Decides by what came.
  ///
  /// - Parameters:
  ///   - response: its head.
  ///   - body: the whole body, as it came.
  ///   - request: the client's.
  ///   - kind: of the operation; nil where it is not known.
  ///   - recordsErrors: whether a 5xx is recorded.
  ///   - isKnown: whether the upstream has given a GraphQL response in this run.
  ///   - upstream: undoes content codings.
  package init(
    _ response: UpstreamResponse, body: [UInt8], request: ClientRequest, kind: OperationKind?, recordsErrors: Bool,
    isKnown: Bool = true, upstream: any Upstream
  ) {
    let status = response.status
    let decoded: [UInt8]
    do {
      decoded = try Self.decoded(body, of: response, upstream: upstream)
    } catch {
      self = Self.isUndecided(status) ? .undecided("\(error.detail)") : .pass("\(error.detail)")
      return
    }
    let json = try? JSON.parse(decoded)
    if let message = Self.handshake(json) {
      self = .handshake("\(message): the client sends the full query next")
      return
    }
    let captured = CapturedResponse(
      status: status, headers: response.isOverHTTP ? response.headers : [:], body: decoded)
    if Self.isOfTheMoment(status), !recordsErrors {
      let answer = NotGraphQL(
        status: status, mediaType: response.headers.mediaType ?? "", body: decoded, json: json)
      self = Self.ofTheMoment(status, kind, NotGraphQL.isGraphQL(json) ? "\(status)" : answer.words)
    } else if Self.isUndecided(status) || status == 206 {
      self = .keep(captured)
    } else if (300..<400).contains(status) {
      self = .pass(Self.redirect(response))
    } else if !isKnown, !NotGraphQL.isGraphQL(json) {
      self = .fail(NotGraphQL(status: status, mediaType: response.headers.mediaType ?? "", body: decoded, json: json))
    } else if kind == .mutation, Self.refusesExecution(status: status, json) {
      self = Self.refused(captured, json, request)
    } else if json != nil {
      self = .keep(captured)
    } else if Self.isPage(response.headers.mediaType ?? "") {
      self = .pass("the answer is a web page")
    } else {
      self = .pass(decoded.isEmpty ? "the answer is empty" : "the answer is not JSON")
    }
  }

  /// Whether an answer with a status says nothing about the operation, only about the moment: a rate limit, a server in
  /// trouble, a part of an answer. Recorded only if errors are.
  private static func isOfTheMoment(_ status: Int) -> Bool { status == 429 || status == 206 || isUndecided(status) }

  private static func ofTheMoment(_ status: Int, _ kind: OperationKind?, _ words: String) -> RecordingDecision {
    let reason = "the API answered \(words); --record-errors records such answers"
    if isUndecided(status) { return .undecided(reason) }
    return status == 429 && kind == .mutation ? .refused(nil, reason) : .pass(reason)
  }

  /// Whether a status leaves open if the operation was executed: a 5xx, and whoever gave up waiting for something that
  /// may go on.
  static func isUndecided(_ status: Int) -> Bool { status >= 500 || status == 408 || status == 499 }

  /// What a server says that does not know the text of a persisted query; nil for any other answer.
  private static func handshake(_ json: JSON?) -> String? {
    guard case .array(let errors)? = json?["errors"] else { return nil }
    return errors.lazy.compactMap { $0["message"]?.stringValue }.first {
      $0 == "PersistedQueryNotFound" || $0 == "PersistedQueryNotSupported"
    }
  }

  /// What is said of a 3xx.
  private static func redirect(_ response: UpstreamResponse) -> String {
    if response.status == 304 { return "the API answered 304 Not Modified, without the answer" }
    guard let place = response.headers[first: "location"] else {
      return "the API answered with a redirect (\(response.status)) without a location"
    }
    return "the API redirects (\(response.status)) to \(place)"
  }

  private static func isPage(_ type: String) -> Bool { type == "text/html" || type == "application/xhtml+xml" }

  package static func decoded(
    _ body: [UInt8], of response: UpstreamResponse, upstream: any Upstream
  ) throws(UpstreamError) -> [UInt8] {
    let codings = response.headers.contentCodings
    return codings.isEmpty ? body : try upstream.decode(body, coding: codings.joined(separator: ","), limit: 64 << 20)
  }
}

// MARK: Refusals

extension RecordingDecision {
  /// Whether an endpoint says that it did not execute a mutation, so that nothing has changed.
  ///
  /// A 4xx does, by HTTP and by GraphQL over HTTP, unless `data` has a field that is not null: that was executed. With a
  /// 2xx, a result that has errors and no member `data` does (specification, section 7.1).
  static func refusesExecution(status: Int, _ json: JSON?) -> Bool {
    switch status {
    case 200..<300: json?["data"] == nil && !(json?["errors"]?.arrayValue ?? []).isEmpty
    case 400..<500: !isUndecided(status) && !hasResult(json?["data"])
    default: false
    }
  }

  private static func hasResult(_ data: JSON?) -> Bool {
    guard case .object(let fields)? = data else { return data != nil && data != .null }
    return fields.members.contains { $0.value != .null }
  }

  /// What is kept of a mutation's refusal: what depends on how it was asked, which a recording does not know, is no
  /// answer to the mutation.
  private static func refused(_ captured: CapturedResponse, _ json: JSON?, _ request: ClientRequest)
    -> RecordingDecision
  {
    let reason = "the API refused the mutation before executing it (status \(captured.status))"
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
  package static func isAboutWhoAsks(status: Int) -> Bool { status == 401 || status == 403 || status == 407 }
}
