import OrderedJSON

extension RecordedResponse {
  /// Takes the answer to an HTTP exchange, with its body decoded. Keeps the allowed headers, and those that clients of
  /// HTTP need. Only a body of a JSON media type becomes a tree; all others keep each byte.
  package init(
    ofExchange status: Int, headers: some Sequence<(name: String, value: String)>, body: [UInt8],
    keeping allowed: ResponseHeaders
  ) {
    let kept = allowed.adding(ResponseHeaders.ofExchanges).kept(of: headers)
    let type = kept.first { $0.name == "content-type" }?.value.lowercased().prefix { $0 != ";" }
    let content = type.map { ExchangeContent(mediaType: $0.trimmingSpaces()) } ?? .json
    let recorded: RecordedBody =
      if case .json = content {
        RecordedBody(body, contentType: nil)
      } else if let text = String(validating: body, as: UTF8.self) {
        .text(text)
      } else {
        .file(body)
      }
    self.init(status: status, headers: kept, body: recorded)
  }
}

extension ResponseHeaders {
  /// The response headers that are recorded for HTTP exchanges, besides the standard ones.
  static let ofExchanges = [
    "accept-ranges", "allow", "content-disposition", "content-language", "etag", "expires", "last-modified", "link",
    "location", "vary", "www-authenticate", "x-total-count",
  ]
}
