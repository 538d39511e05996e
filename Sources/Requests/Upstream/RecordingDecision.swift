package import GraphQLLanguage
package import OrderedJSON
package import Transports

/// The decision about an upstream's answer to an operation. The client gets it unchanged in every case.
package enum RecordingDecision {
  /// It is recorded.
  case keep(CapturedResponse)
  /// It is not recorded, for a reason.
  case pass(String)
  /// It is not GraphQL, and the upstream has not given a GraphQL response in this run, so its URL may be wrong.
  case fail(NotGraphQL)
  /// It leaves open whether the operation was executed (a 5xx, a timeout of a gateway), and is not recorded.
  case undecided(String)
  /// The upstream requests the text of a persisted query. Nothing was executed, and the client sends it next.
  case handshake(String)
  /// The upstream refused a mutation before execution, which changed nothing. The refusal to record; the reason.
  case refused(CapturedResponse?, String)

  /// Decides about an answer.
  ///
  /// - Parameters:
  ///   - response: its head.
  ///   - body: the whole body, as it came.
  ///   - request: the client's request.
  ///   - kind: the operation's kind; nil if unknown.
  ///   - recordsErrors: true to record an error of the moment, such as a 5xx.
  ///   - isKnown: true if the upstream has given a GraphQL response in this run.
  ///   - upstream: decodes content codings.
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

  /// True if a status is about the moment, not the operation: a rate limit, a server error, a partial answer.
  static func isOfTheMoment(_ status: Int) -> Bool { status == 429 || status == 206 || isUndecided(status) }

  static func ofTheMoment(_ status: Int, _ kind: OperationKind?, _ words: String) -> RecordingDecision {
    let reason = "the API answered \(words); --record-errors records such answers"
    if isUndecided(status) { return .undecided(reason) }
    return status == 429 && kind == .mutation ? .refused(nil, reason) : .pass(reason)
  }

  /// True if a status leaves open whether the operation was executed: a 5xx, or a timeout after which it may continue.
  package static func isUndecided(_ status: Int) -> Bool { status >= 500 || status == 408 || status == 499 }

  /// The message of a server that does not know the text of a persisted query; nil for any other answer.
  private static func handshake(_ json: JSON?) -> String? {
    guard case .array(let errors)? = json?["errors"] else { return nil }
    return errors.lazy.compactMap { $0["message"]?.stringValue }.first {
      $0 == "PersistedQueryNotFound" || $0 == "PersistedQueryNotSupported"
    }
  }

  /// The reason for a 3xx.
  private static func redirect(_ response: UpstreamResponse) -> String {
    if response.status == 304 { return "the API answered 304 Not Modified, without the answer" }
    guard let place = response.headers[first: "location"] else {
      return "the API answered with a redirect (\(response.status)) without a location"
    }
    // Its query may have secrets.
    return "the API redirects (\(response.status)) to \(place.prefix { $0 != "?" && $0 != "#" })"
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
  /// True if an answer says that a mutation was not executed, so that nothing has changed.
  ///
  /// A 4xx does, by HTTP and by GraphQL over HTTP, unless `data` has a field that is not null, or an error has the path
  /// of a field: such a field was executed. With a 2xx, a result with errors and without `data` does (specification,
  /// section 7.1).
  package static func refusesExecution(status: Int, _ json: JSON?) -> Bool {
    mayRefuseExecution(status: status, json) && !hasFieldError(json)
  }

  /// True for the refusals above, and for a 4xx of other forms, such as those of HTTP APIs.
  package static func mayRefuseExecution(status: Int, _ json: JSON?) -> Bool {
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

  private static func hasFieldError(_ json: JSON?) -> Bool {
    (json?["errors"]?.arrayValue ?? []).contains { $0["path"]?.arrayValue?.isEmpty == false }
  }

  /// Decides about a mutation's refusal. It is not recorded if it depends on the transport.
  private static func refused(_ captured: CapturedResponse, _ json: JSON?, _ request: ClientRequest)
    -> RecordingDecision
  {
    let reason = "the API refused the mutation before executing it (status \(captured.status))"
    let isOfTheWay = request.method == "GET" || [405, 406, 413, 414, 415, 431].contains(captured.status)
    return .refused(isOfTheWay || json == nil ? nil : captured, reason)
  }

  /// True if an answer to a subscription that is not a stream may refuse its transport.
  ///
  /// It may also refuse the caller or the subscription; only another transport that works shows that. A rate limit, a
  /// server error, or a request for a persisted query's text says nothing about transports.
  package static func refusesWay(status: Int, _ json: JSON?) -> Bool {
    if status == 429 || handshake(json) != nil { return false }
    if let data = json?["data"], data != .null { return false }
    if json?["errors"] != nil { return true }
    return status < 500 || status == 501 || status == 505
  }

  /// True if an answer is GraphQL errors with a 2xx status, other than a request for a persisted query's text.
  package static func isResult(status: Int, _ json: JSON?) -> Bool {
    (200..<300).contains(status) && !(json?["errors"]?.arrayValue ?? []).isEmpty && handshake(json) == nil
  }

  /// True if another transport may work for a subscription whose answer was not a stream.
  ///
  /// Servers with subscriptions only over WebSocket execute them as queries (Apollo Server 2), with a result of nulls.
  package static func leavesOtherTransports(status: Int, _ json: JSON?) -> Bool {
    (200..<300).contains(status) && json?["data"] != nil || refusesWay(status: status, json)
  }

  /// True if a status may be about the caller, so that another one would be accepted.
  package static func isAboutWhoAsks(status: Int) -> Bool { status == 401 || status == 403 || status == 407 }
}

/// A complete response of the upstream, with its content coding removed.
package struct CapturedResponse: Sendable {
  package var status: Int
  package var headers: HeaderList
  package var body: [UInt8]

  package init(status: Int, headers: HeaderList, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
