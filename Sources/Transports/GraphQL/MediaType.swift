import OrderedJSON
import Recordings

/// The media types of GraphQL responses (GraphQL over HTTP, sections 4 and 6).
package enum MediaType {
  package static let json = "application/json; charset=utf-8"
  package static let graphQLResponse = "application/graphql-response+json; charset=utf-8"

  /// What a client gets for a single result that is made here.
  ///
  /// By weight first. Of types that are as welcome, one that is named goes before one that a wildcard covers, and the
  /// newer one before plain JSON. A client that says nothing gets plain JSON, and so does one that takes no result at
  /// all: whoever can refuse it asks `isAcceptable` first.
  package static func negotiated(_ headers: HeaderList) -> String {
    let accept = AcceptHeader(of: headers)
    let newer = accept.weight(of: "application", "graphql-response+json")
    let plain = accept.weight(of: "application", "json")
    guard newer > 0, newer >= plain, !accept.ranges.isEmpty else { return json }
    if newer > plain { return graphQLResponse }
    return accept.names("application", "graphql-response+json") ? graphQLResponse : json
  }

  /// Whether there is any way to answer that the client takes: a single result, or a stream of results.
  package static func isAcceptable(_ headers: HeaderList) -> Bool {
    let accept = AcceptHeader(of: headers)
    return accept.weight(of: "application", "json") > 0 || accept.weight(of: "application", "graphql-response+json") > 0
      || accept.weight(of: "text", "event-stream") > 0 || accept.weight(of: "multipart", "mixed") > 0
      || accept.takesVendorJSON
  }

  /// Why a well-formed request was not executed.
  package enum RequestError: Sendable {
    case documentDoesNotParse
    /// It is not valid, no operation can be chosen, or its variables do not fit.
    case notExecutable
  }

  /// The status of a well-formed request that was not executed (section 6.4).
  ///
  /// Under the newer media type as the draft says. Under plain JSON 200, where the draft would have a 4xx as well: the
  /// clients that know only plain JSON take that for an error of something between them and the server, and do not read
  /// what is wrong.
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
  /// Why the body's media type is none that GraphQL is sent in; nil where it is one.
  ///
  /// What was recorded of a body in such a type is replayed for bodies in that type alone: the media type is a part of the
  /// key (`DocumentKey.headers(_:mediaType:)`). Everything else goes by the draft, with two kindnesses: a body without a
  /// `Content-Type` is taken for JSON, and so is any type that ends in `+json`.
  ///
  /// A page in a browser may send such types, text/plain first of all, to any site without asking it (CORS has no
  /// preflight for them); that they mean nothing here is a second lock besides `RequestGuard`.
  package static func problem(with request: HTTPRequest) -> RequestProblem? {
    unnamed(request).map { .mediaType($0) }
  }

  /// The body's media type where it is none that GraphQL is sent in; nil where it is one.
  package static func unnamed(_ request: HTTPRequest) -> String? {
    guard request.method == "POST", let mediaType = request.headers.mediaType,
      !DocumentKey.isUsual(mediaType: mediaType)
    else { return nil }
    return mediaType
  }

  /// The problem with a compressed body; nil for a plain one, or none (RFC 9110, section 15.5.16).
  package static func contentCodingProblem(with request: HTTPRequest) -> RequestProblem? {
    guard !request.body.isEmpty || request.stream != nil else { return nil }
    let codings = request.headers.contentCodings
    return codings.isEmpty ? nil : .contentCoding(codings.joined(separator: ", "))
  }

  /// The charset of the body where it is none that is read here; nil where it is UTF-8, or a part of it.
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
