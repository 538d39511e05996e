/// The real endpoint gave no answer that a GraphQL client can use; what the client is told instead.
package struct UpstreamFailure: Sendable {
  package let status: Int
  package let code: ErrorCode
  package let message: String
  /// A few words for the terminal.
  package let summary: String

  /// No answer came.
  ///
  /// - Parameters:
  ///   - error: why.
  ///   - url: of the upstream, as messages show it.
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
      message =
        "The upstream \(url) cannot be reached: \(error.words)\(error.advice == nil ? ". Check the URL and the network." : "")"
    case .broken:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) broke off: \(error.detail). Nothing was recorded; try again."
    case .refused:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) let nobody in: \(error.detail). Nothing was recorded."
    case .unreadable:
      status = 502
      code = .upstreamBroken
      message = "The upstream \(url) sent what cannot be read: \(error.detail). Nothing was recorded."
    case .stopping:
      status = 503
      code = .stopping
      message =
        "Understudy is stopping, and the upstream \(url) had not answered yet. Nothing was recorded; ask again when it runs."
    }
  }

  /// An answer came that is not GraphQL: a page or an error of something in front of the endpoint.
  package init(status upstreamStatus: Int, mediaType: String, body: [UInt8]) {
    status = upstreamStatus == 504 ? 504 : 502
    code = upstreamStatus == 504 ? .upstreamTimeout : .upstreamBroken
    let kind = mediaType.isEmpty ? "a body without a Content-Type" : mediaType
    summary = "the upstream answered \(upstreamStatus) with \(kind)"
    let text = String(decoding: body.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    let excerpt = text.isEmpty ? "" : " It begins: \(text)"
    message =
      "The upstream answered status \(upstreamStatus) with \(kind), which is not a GraphQL response. Is the upstream's URL the GraphQL endpoint?\(excerpt)"
  }
}
