package import GraphQLExecution

/// The stream formats that a client accepts, from its `Accept` header.
package struct StreamAccept: Hashable, Sendable {
  /// The format of subscriptions over HTTP; nil if the client accepts none.
  package let subscription: StreamFormat?
  /// The format of incremental delivery; nil if the client wants a single result.
  package let incremental: StreamFormat?
  /// True if the client accepts even single results only as events (graphql-sse).
  package let takesOnlyEvents: Bool
  /// True for a WebSocket, which carries subscriptions regardless of `Accept`.
  package let isSocket: Bool

  package init(_ accepted: AcceptHeader, isSocket: Bool) {
    self.isSocket = isSocket
    let json = max(
      accepted.weight(of: "application", "json"), accepted.weight(of: "application", "graphql-response+json"))
    takesOnlyEvents = json == 0 && accepted.namesEvents && !isSocket
    subscription = accepted.preferred { range in
      if range.isEvents { return .events }
      return range.isParts && range["subscriptionspec"] == "1.0" ? .subscriptionParts : nil
    }
    let parts = accepted.preferred { range in
      guard range.isParts, range["subscriptionspec"] == nil else { return nil }
      switch range["deferspec"] {
      case nil: return .parts(.draft)
      case "20220824"?: return .parts(.deferSpec20220824)
      default: return nil
      }
    }
    // A client that prefers a single document gets one.
    if parts != nil, accepted.ranges.filter(\.isParts).map(\.weight).max() ?? 0 >= json {
      incremental = parts
    } else {
      incremental = takesOnlyEvents ? .events : nil
    }
  }

  /// The format of the parts of a result; nil for a single result.
  package var incrementalFormat: IncrementalFormat? {
    switch incremental {
    case .parts(let format)?: format
    case .events?: .draft
    case .subscriptionParts?, nil: nil
    }
  }

  /// The value for the key of an operation with `@defer` or `@stream`. Clients that get the same format share it.
  package var canonical: String {
    switch incrementalFormat {
    case .deferSpec20220824?: "multipart/mixed;deferSpec=20220824"
    case .draft?: "multipart/mixed"
    case nil: "application/json"
    }
  }
}

extension AcceptHeader {
  /// Returns the format of the range with the highest weight; the first of equal ones.
  fileprivate func preferred(_ format: (Range) -> StreamFormat?) -> StreamFormat? {
    var best: (format: StreamFormat, weight: Int)?
    for range in ranges where range.weight > best?.weight ?? 0 {
      if let format = format(range) { best = (format, range.weight) }
    }
    return best?.format
  }

  fileprivate var namesEvents: Bool { ranges.contains { $0.isEvents && $0.weight > 0 } }
}

extension AcceptHeader.Range {
  fileprivate var isEvents: Bool { type == "text" && (subtype == "event-stream" || subtype == "*") }

  fileprivate var isParts: Bool { type == "multipart" && subtype == "mixed" }

  fileprivate subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }
}
