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

  /// Decides by what came.
  ///
  /// A web page or a bare 5xx is not an answer of the GraphQL endpoint but of something in front of it: the client
  /// gets 502 with an explanation instead of bytes that it cannot parse. A 5xx is kept only where it was asked for:
  /// it is the endpoint's bad day, not what a test should see for ever.
  init(
    _ response: UpstreamResponse, body: [UInt8], request: ClientRequest, recordsErrors: Bool, upstream: any Upstream
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
    let isGraphQL = json?["data"] != nil || json?["errors"] != nil
    if response.status >= 500 {
      if recordsErrors {
        self = .keep(CapturedResponse(status: response.status, headers: response.headers, body: decoded))
      } else if isGraphQL {
        self = .pass("status \(response.status) (kept with --record-errors)")
      } else {
        self = .replace(UpstreamFailure(status: response.status, mediaType: type, body: decoded))
      }
    } else if type == "text/html" || type == "application/xhtml+xml" {
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
      self = .pass("the endpoint redirects (\(response.status)) to \(response.headers[first: "location"] ?? "nowhere")")
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

  static func decoded(
    _ body: [UInt8], of response: UpstreamResponse, upstream: any Upstream
  ) throws(UpstreamError) -> [UInt8] {
    let codings = response.headers[all: "content-encoding"].joined(separator: ",")
    return codings.isEmpty ? body : try upstream.decode(body, coding: codings, limit: 64 << 20)
  }
}
