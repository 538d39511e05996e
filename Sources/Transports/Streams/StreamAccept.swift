package import GraphQLExecution

/// In which spellings a client takes results that come one after the other: what its `Accept` says.
package struct StreamAccept: Hashable, Sendable {
  /// How a subscription reaches it over HTTP; nil where it accepts none of the ways.
  package let subscription: StreamFormat?
  /// How the parts of one result reach it; nil where it wants the result whole.
  package let incremental: StreamFormat?
  /// Whether it takes even a single result as events only (graphql-sse).
  package let takesOnlyEvents: Bool
  /// Whether it came over a WebSocket, which carries subscriptions whatever `Accept` says.
  package let isSocket: Bool

  /// - Parameters:
  ///   - headers: of the request.
  ///   - isSocket: whether the request came over a WebSocket.
  package init(_ headers: HeaderList, isSocket: Bool) {
    let accepted = AcceptHeader(of: headers)
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
    // Where it would rather have one document, it gets one: all at once is an answer too.
    if parts != nil, accepted.ranges.filter(\.isParts).map(\.weight).max() ?? 0 >= json {
      incremental = parts
    } else {
      incremental = takesOnlyEvents ? .events : nil
    }
  }

  /// How the parts of a result are made for it; nil where it gets the result whole.
  package var incrementalFormat: IncrementalFormat? {
    switch incremental {
    case .parts(let format)?: format
    case .events?: .draft
    case .subscriptionParts?, nil: nil
    }
  }

  /// What stands for it in the key of an operation with `@defer` or `@stream`: what is spelt alike is one.
  package var canonical: String {
    switch incrementalFormat {
    case .deferSpec20220824?: "multipart/mixed;deferSpec=20220824"
    case .draft?: "multipart/mixed"
    case nil: "application/json"
    }
  }
}

extension AcceptHeader {
  /// The spelling of the range that weighs most; of several that weigh as much, the first.
  fileprivate func preferred(_ spelling: (Range) -> StreamFormat?) -> StreamFormat? {
    var best: (spelling: StreamFormat, weight: Int)?
    for range in ranges where range.weight > best?.weight ?? 0 {
      if let spelling = spelling(range) { best = (spelling, range.weight) }
    }
    return best?.spelling
  }

  fileprivate var namesEvents: Bool { ranges.contains { $0.isEvents && $0.weight > 0 } }
}

extension AcceptHeader.Range {
  fileprivate var isEvents: Bool { type == "text" && (subtype == "event-stream" || subtype == "*") }

  fileprivate var isParts: Bool { type == "multipart" && subtype == "mixed" }

  fileprivate subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }
}
