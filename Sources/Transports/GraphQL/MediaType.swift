import OrderedJSON
import Recordings

/// The media types of GraphQL responses (GraphQL over HTTP, sections 4 and 6).
package enum MediaType {
  package static let json = "application/json; charset=utf-8"
  package static let graphQLResponse = "application/graphql-response+json; charset=utf-8"

  /// Returns the media type of a single result made by Understudy, negotiated with the client.
  ///
  /// The type with the highest weight wins. Among equal weights, a type that the client names beats one that a wildcard
  /// covers, and the newer type beats plain JSON. A client that sends no `Accept` or accepts no result gets plain JSON;
  /// callers that can reject it check `isAcceptable` first.
  package static func negotiated(_ accept: AcceptHeader) -> String {
    let newer = accept.weight(of: "application", "graphql-response+json")
    let plain = accept.weight(of: "application", "json")
    guard newer > 0, newer >= plain, !accept.ranges.isEmpty else { return json }
    if newer > plain { return graphQLResponse }
    return accept.names("application", "graphql-response+json") ? graphQLResponse : json
  }

  /// Indicates whether the client accepts any response: a single result or a stream.
  package static func isAcceptable(_ accept: AcceptHeader) -> Bool {
    accept.weight(of: "application", "json") > 0 || accept.weight(of: "application", "graphql-response+json") > 0
      || accept.weight(of: "text", "event-stream") > 0 || accept.weight(of: "multipart", "mixed") > 0
      || accept.takesVendorJSON
  }

  /// The reason that a well-formed request was not executed.
  package enum RequestError: Sendable {
    case documentDoesNotParse
    /// The document is invalid, no operation can be selected, or the variables do not match.
    case notExecutable
  }

  /// Returns the status of a well-formed request that was not executed (section 6.4).
  ///
  /// For the newer media type, this is the draft's status. For plain JSON it is 200 instead of the draft's 4xx: older
  /// clients take a 4xx for a gateway's error and do not read the GraphQL errors.
  package static func requestErrorStatus(_ mediaType: String, _ error: RequestError = .notExecutable) -> Int {
    guard mediaType == graphQLResponse else { return 200 }
    return switch error {
    case .documentDoesNotParse: 400
    case .notExecutable: 422
    }
  }
}

/// The media types of GraphQL requests (GraphQL over HTTP, section 5.4).
package enum RequestMediaType {
  /// Returns the problem with a body's media type; nil for one that GraphQL is sent in.
  ///
  /// Follows the draft, but also accepts a missing `Content-Type` and types that end in `+json` as JSON. A recording of
  /// a body of another type is replayed only for that type, which is part of the key
  /// (`DocumentKey.headers(_:mediaType:)`).
  ///
  /// Browsers let any page send such types, such as text/plain, to any site without a CORS preflight. Rejecting them is
  /// a second defense besides `RequestGuard`.
  package static func problem(with request: HTTPRequest) -> RequestProblem? {
    unnamed(request).map { .mediaType($0) }
  }

  /// Returns the body's media type if GraphQL is not sent in it, else nil.
  package static func unnamed(_ request: HTTPRequest) -> String? {
    guard request.method == "POST", let mediaType = request.headers.mediaType,
      !DocumentKey.isUsual(mediaType: mediaType)
    else { return nil }
    return mediaType
  }

  /// Returns the problem with a compressed body; nil if the body is plain or empty (RFC 9110, section 15.5.16).
  package static func contentCodingProblem(with request: HTTPRequest) -> RequestProblem? {
    guard !request.body.isEmpty || request.stream != nil else { return nil }
    let codings = request.headers.contentCodings
    return codings.isEmpty ? nil : .contentCoding(codings.joined(separator: ", "))
  }

  /// Returns the charset of the body if it is unsupported; nil for UTF-8 and ASCII.
  package static func foreignCharset(_ headers: HeaderList) -> String? {
    guard let type = headers[first: "content-type"] else { return nil }
    for parameter in type.splitOutsideQuotes(at: UInt8(ascii: ";")).dropFirst() {
      let name = parameter.prefix { $0 != "=" }
      guard name.trimmingSpaces().equalsIgnoringASCIICase("charset") else { continue }
      let value = parameter[name.endIndex...].dropFirst().trimmingSpaces().withoutQuotationMarks.trimmingSpaces()
      return ["utf-8", "utf8", "us-ascii", "ascii"].contains(value.lowercased()) ? nil : value
    }
    return nil
  }
}
