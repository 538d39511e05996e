import OrderedJSON

/// Reads results from the body of an HTTP response, by its media type.
package struct ResultReader: Sendable {
  private var events: EventStreamParser?
  private var parts: AnswerPartReader?
  private let isSubscription: Bool
  /// True once the operation has ended, even if bytes follow.
  package private(set) var isOver = false
  private var last: JSON?

  package init(_ type: StreamMediaType, isSubscription: Bool) {
    switch type {
    case .events:
      events = EventStreamParser()
      self.isSubscription = isSubscription
    case .multipart(let boundary, let saysSo, _):
      parts = AnswerPartReader(boundary: boundary) { (try? JSON.parse($0)) != nil }
      self.isSubscription = isSubscription || saysSo
    }
  }

  /// Adds bytes.
  /// - Throws: `unreadable` if they do not match the media type.
  package mutating func take(_ bytes: [UInt8]) throws(UpstreamError) -> [UpstreamResult] {
    guard !isOver else { return [] }
    var results: [UpstreamResult] = []
    for event in try events?.take(bytes) ?? [] { results += try Self.results(event) }
    for part in try parts?.take(bytes) ?? [] { results += try Self.results(part, isSubscription) }
    if parts?.isOver == true { results.append(.complete) }
    return upToLast(results)
  }

  /// Ends a body of which only the beginning was captured. An operation whose end is missing is lost.
  package mutating func breakOff() -> [UpstreamResult] {
    guard !isOver else { return [] }
    isOver = true
    if let part = parts?.finish(), let results = try? Self.results(part, isSubscription),
      results.contains(where: \.isLast)
    {
      return results
    }
    let isDone = last?["hasNext"] == .bool(false)
    return [isDone ? .complete : .lost(UpstreamError(.broken, "only the beginning of the answer was captured"))]
  }

  /// Ends a complete body. An operation without an explicit end is complete, unless its last result announced more.
  package mutating func finish() throws(UpstreamError) -> [UpstreamResult] {
    guard !isOver else { return [] }
    var results: [UpstreamResult] = []
    if let part = parts?.finish() { results += try Self.results(part, isSubscription) }
    results = upToLast(results)
    if isOver { return results }
    isOver = true
    let isCut = last?["hasNext"] == .bool(true)
    return results + [isCut ? .lost(UpstreamError(.broken, "the answer ended before its last part")) : .complete]
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
      // An event without data is a heartbeat.
      return event.data.allSatisfy { $0 <= 0x20 } ? [] : [.next(try object(event.data, "an event"))]
    case "error":
      // Not part of the protocol, but sent by some servers.
      let said = try? JSON.parse(event.data)
      return [.errors(EncodedErrors.array(said))]
    default: return []
    }
  }

  // MARK: Parts

  private static func results(
    _ part: [UInt8], _ isSubscription: Bool
  ) throws(UpstreamError) -> [UpstreamResult] {
    // Two adjacent delimiters.
    if part.allSatisfy({ $0 <= 0x20 }) { return [] }
    let json = try object(part, "a part")
    guard isSubscription else {
      let isEnd = json["hasNext"] == .bool(false)
      // The last part may contain only `hasNext`.
      return isEnd ? [.next(json), .complete] : [.next(json)]
    }
    var results: [UpstreamResult] = []
    if let payload = json["payload"] {
      if payload != .null { results.append(.next(payload)) }
      if case .array(let errors)? = json["errors"], !errors.isEmpty { results.append(.errors(.array(errors))) }
    } else if json["data"] != nil || json["errors"] != nil {
      // Servers with only incremental delivery omit Apollo's envelope.
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
