/// The response to a client if the upstream gave no usable answer.
package struct UpstreamFailure: Sendable {
  package let status: Int
  package let code: ErrorCode
  package let message: String
  /// A short description for the terminal.
  package let summary: String

  /// Describes a missing answer.
  package init(error: UpstreamError, url: String) {
    summary = error.description
    switch error.reason {
    case .timeout:
      status = 504
      code = .upstreamTimeout
      message =
        "The upstream \(url) did not answer in time: \(error.detail). Raise --upstream-timeout, or try again."
    case .unreachable:
      status = 502
      code = .upstreamUnreachable
      message = "The upstream \(url) cannot be reached: \(error.remedied)"
    case .broken:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) broke the connection: \(error.detail). Nothing was recorded. Try again."
    case .refused:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) refused the connection: \(error.detail). Nothing was recorded."
    case .unreadable:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) sent an unreadable answer: \(error.detail). Nothing was recorded."
    case .stopping:
      status = 503
      code = .stopping
      message =
        "Understudy stopped before the upstream \(url) answered. Nothing was recorded. Send the request again when it runs."
    }
  }

  /// Describes an answer that is not GraphQL, such as a gateway's error page.
  package init(status upstreamStatus: Int, mediaType: String, body: [UInt8]) {
    status = upstreamStatus == 504 ? 504 : 502
    code = upstreamStatus == 504 ? .upstreamTimeout : .upstreamBroken
    let kind = mediaType.isEmpty ? "a body without a Content-Type" : mediaType
    summary = "the upstream answered \(upstreamStatus) with \(kind)"
    let text = String(decoding: body.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    let excerpt = text.isEmpty ? "" : " It begins: \(text)"
    message =
      "The upstream answered status \(upstreamStatus) with \(kind), which is not a GraphQL response. Check that the upstream URL is the GraphQL endpoint.\(excerpt)"
  }
}
