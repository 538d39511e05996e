import OrderedJSON
package import Recordings
import Transports

extension ClientRequest {
  /// The open session that the request belongs to; nil for none.
  package var openSession: OpenSession? { admission?.visit?.session }

  /// True if the request has a credential that a recorded answer issued, which the upstream does not know.
  package var holdsRecordedCredential: Bool {
    headers.all.contains { field in
      field.value.split { " =;,\"".contains($0) }.contains { Caller.isIssued(String($0)) }
    }
  }

  /// True if the request came between sessions: it gets an answer, but is neither recorded nor a failure.
  package var isOutsideSessions: Bool { admission?.isOutside ?? false }
}

extension SessionName {
  /// The session that a request names in its path or header, or as its user of the proxy, if any. Throws an error for an
  /// invalid or second name.
  package static func named(
    by request: ClientRequest, path: String?, header: String, isByProxyUser: Bool = false
  ) throws(SessionNameProblem) -> String? {
    var names: [String] = []
    if let path { names.append(try canonical(path)) }
    let user = isByProxyUser ? request.proxyUser?.name : nil
    // White space around a field's value is no part of it (RFC 9110, section 5.5).
    for value in request.headers[all: header] + [user].compactMap({ $0 }) {
      let name = try canonical(value.trimmingSpaces())
      if !names.contains(where: { $0.hasSameScalars(as: name) }) { names.append(name) }
    }
    if names.count > 1 {
      let place = user == nil ? "path (/<endpoint>/~name)" : "proxy URL"
      throw SessionNameProblem(
        "The request names two sessions, \(shown(names[0])) and \(shown(names[1])). Name one, in the \(place) or in the header \(header)."
      )
    }
    return names.first
  }
}
