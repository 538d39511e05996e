import OrderedJSON

/// Reads results from the body of an HTTP response, by its media type.
package struct ResultReader: Sendable {
  private enum Body {
    case events(EventStreamParser)
    case multipart(MultipartParser, isSubscription: Bool)
  }

  private var body: Body
  /// Whether the operation is over, whatever may still come.
  package private(set) var isOver = false
  /// What came last.
  private var last: JSON?

  /// - Parameters:
  ///   - type: of the response.
  ///   - isSubscription: whether the results are a subscription's.
  package init(_ type: StreamMediaType, isSubscription: Bool) {
    switch type {
    case .events: body = .events(EventStreamParser())
    case .multipart(let boundary, let saysSo, _):
      body = .multipart(
        MultipartParser(boundary: boundary) { (try? JSON.parse($0)) != nil },
        isSubscription: isSubscription || saysSo)
    }
  }

  /// Takes the next bytes.
  ///
  /// - Throws: `unreadable` where they are not what their media type says.
  package mutating func take(_ bytes: [UInt8]) throws(UpstreamError) -> [UpstreamResult] {
    guard !isOver else { return [] }
    var results: [UpstreamResult] = []
    switch body {
    case .events(var parser):
      for event in try parser.take(bytes) { results += try Self.results(event) }
      body = .events(parser)
    case .multipart(var parser, let isSubscription):
      for part in try parser.take(bytes) { results += try Self.results(part, isSubscription) }
      if parser.isOver { results.append(.complete) }
      body = .multipart(parser, isSubscription: isSubscription)
    }
    return upToLast(results)
  }

  /// The body is over as far as it was captured: an operation whose server did not say that it ended broke off there.
  package mutating func breakOff() -> [UpstreamResult] {
    guard !isOver else { return [] }
    isOver = true
    if case .multipart(var parser, let isSubscription) = body, let part = parser.finish(),
      let results = try? Self.results(part, isSubscription), results.contains(where: \.isLast)
    {
      return results
    }
    let isDone = last?["hasNext"] == .bool(false)
    return [isDone ? .complete : .lost(UpstreamError(.broken, "only the beginning of the answer was captured"))]
  }

  /// The body ended as HTTP says that bodies end: then so did the operation, where its server says no more of it.
  package mutating func finish() throws(UpstreamError) -> [UpstreamResult] {
    guard !isOver else { return [] }
    var results: [UpstreamResult] = []
    if case .multipart(var parser, let isSubscription) = body, let part = parser.finish() {
      results += try Self.results(part, isSubscription)
    }
    return upToLast(results + [.complete])
  }

  private mutating func upToLast(_ results: [UpstreamResult]) -> [UpstreamResult] {
    if case .next(let json)? = results.last { last = json }
    guard let last = results.firstIndex(where: \.isLast) else { return results }
    isOver = true
    return Array(results[...last])
  }

  // MARK: Server-sent events

  private static func results(_ event: ServerSentEvent) throws(UpstreamError) -> [UpstreamResult] {
    switch event.name {
    case "complete": return [.complete]
    case "next", "message", "":
      // Without data it says only that the connection is alive.
      return event.data.allSatisfy { $0 <= 0x20 } ? [] : [.next(try object(event.data, "an event"))]
    case "error":
      // Not of the protocol, and what some servers say all the same.
      let said = try? JSON.parse(event.data)
      return [.errors(EncodedErrors.array(said))]
    default: return []
    }
  }

  // MARK: Parts

  private static func results(
    _ part: MultipartParser.Part, _ isSubscription: Bool
  ) throws(UpstreamError) -> [UpstreamResult] {
    // A part between two delimiters that follow each other.
    if part.body.allSatisfy({ $0 <= 0x20 }) { return [] }
    let json = try object(part.body, "a part")
    guard isSubscription else {
      let isEnd = json["hasNext"] == .bool(false)
      // A server that has sent everything may say only that.
      return isEnd ? [.next(json), .complete] : [.next(json)]
    }
    var results: [UpstreamResult] = []
    if let payload = json["payload"] {
      if payload != .null { results.append(.next(payload)) }
      if case .array(let errors)? = json["errors"], !errors.isEmpty { results.append(.errors(.array(errors))) }
    } else if json["data"] != nil || json["errors"] != nil {
      // Without Apollo's envelope, as servers send it that know incremental delivery only.
      results.append(.next(json.without("hasNext")))
    }
    return results
  }

  private static func object(_ bytes: [UInt8], _ what: String) throws(UpstreamError) -> JSON {
    guard let json = try? JSON.parse(bytes), json.objectValue != nil else {
      let start = String(decoding: bytes.prefix(80), as: UTF8.self)
      throw UpstreamError(.unreadable, "\(what) of the stream is not a JSON object. It begins: \(start)")
    }
    return json
  }
}
