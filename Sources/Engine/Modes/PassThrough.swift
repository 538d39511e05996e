import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Transports

/// Selects the header fields that pass through a proxy, without those of one connection (RFC 9110, section 7.6.1).
enum PassThrough {
  private static let hopByHop: Set<String> = [
    "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Fields that may cause an incomplete answer (RFC 9110, sections 13 and 14).
  private static let conditional = ["if-match", "if-none-match", "if-modified-since", "if-range", "range"]

  /// Returns the fields of a client's request to send upstream.
  ///
  /// Removes hop-by-hop fields and those for proxies; `Host` and `Content-Length`, which the upstream connection adds; `Expect`, which was
  /// answered here; and the fields for Understudy. Limits `Accept-Encoding` to the codings that can be decoded for the
  /// recording, or to `identity`. A recorded read has no conditions or ranges; those of a write are for the API.
  static func requestHeaders(_ headers: HeaderList, isRecordedRead: Bool, sessionHeader: String) -> HeaderList {
    var result = endToEnd(headers)
    if isRecordedRead { for name in conditional { result.remove(name) } }
    for name in [
      "host", "content-length", "expect", "accept-encoding", sessionHeader, SessionName.startHeader, FaultHeader.name,
    ] {
      result.remove(name)
    }
    result.append("accept-encoding", acceptedCodings(headers))
    return result
  }

  /// Returns the fields of the upstream's response to send to the client. A complete body gets a new length.
  static func responseHeaders(_ headers: HeaderList, isWhole: Bool) -> HeaderList {
    var result = endToEnd(headers)
    if isWhole { result.remove("content-length") }
    result.set(AnswerSource.header, AnswerSource.upstream.rawValue)
    return result
  }

  private static func endToEnd(_ headers: HeaderList) -> HeaderList {
    let named = headers[all: "connection"].flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces().lowercased() }
    return HeaderList(
      headers.all.filter { field in
        let name = field.name.lowercased()
        return !hopByHop.contains(name) && !name.hasPrefix("proxy-") && !named.contains(name)
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
