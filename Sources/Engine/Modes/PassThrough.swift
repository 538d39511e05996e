import EndpointConfiguration
import OrderedJSON
import Recordings
import Transports

/// Which header fields go through a proxy, and which belong to one connection only (RFC 9110, section 7.6.1).
enum PassThrough {
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// What would have the endpoint answer with less than the whole (RFC 9110, sections 13 and 14).
  private static let conditional = ["if-match", "if-none-match", "if-modified-since", "if-range", "range"]

  /// The fields that a client's request brings to the real endpoint.
  ///
  /// Left out besides the hop-by-hop ones: `Host` and `Content-Length`, which the connection to the endpoint makes
  /// anew, `Expect`, which was answered here, and what is meant for Understudy. `Accept-Encoding` is cut down to the
  /// codings that the stored copy can be undone of; a client that named none gets none. What is recorded is asked for
  /// whole and without conditions.
  static func requestHeaders(_ headers: HeaderList, isRecorded: Bool, sessionHeader: String) -> HeaderList {
    var result = endToEnd(headers)
    if isRecorded { for name in conditional { result.remove(name) } }
    for name in [
      "host", "content-length", "expect", "accept-encoding", sessionHeader, SessionName.startHeader, FaultHeader.name,
    ] {
      result.remove(name)
    }
    result.append("accept-encoding", acceptedCodings(headers))
    return result
  }

  /// The fields that the endpoint's response brings to the client. The length is made anew where the body is whole.
  static func responseHeaders(_ headers: HeaderList, isWhole: Bool) -> HeaderList {
    var result = endToEnd(headers)
    if isWhole { result.remove("content-length") }
    result.set(AnswerSource.header, AnswerSource.upstream.rawValue)
    return result
  }

  private static func endToEnd(_ headers: HeaderList) -> HeaderList {
    let named = headers[all: "connection"].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces().lowercased() }
    return HeaderList(
      headers.fields.filter { field in
        let name = field.name.lowercased()
        return !hopByHop.contains(name) && !named.contains(name)
      })
  }

  private static func acceptedCodings(_ headers: HeaderList) -> String {
    let accepted = headers[all: "accept-encoding"].flatMap { $0.split(separator: ",") }.filter { coding in
      let name = coding.prefix { $0 != ";" }.trimmingSpaces().lowercased()
      let weight = coding.filter { $0 != " " }.lowercased()
      return (name == "gzip" || name == "deflate") && !weight.hasSuffix(";q=0")
    }
    return accepted.isEmpty ? "identity" : accepted.map { $0.trimmingSpaces() }.joined(separator: ", ")
  }
}
