import GraphQLExecution

/// In which spellings a client takes results that come one after the other: what its `Accept` says.
struct StreamAccept: Hashable, Sendable {
  /// How a subscription reaches it over HTTP; nil where it accepts none of the ways.
  let subscription: StreamFormat?
  /// How the parts of one result reach it; nil where it wants the result whole.
  let incremental: StreamFormat?
  /// Whether it takes even a single result as events only (graphql-sse).
  let takesOnlyEvents: Bool
  /// Whether it came over a WebSocket, which carries subscriptions whatever `Accept` says.
  let isSocket: Bool

  init(_ request: ClientRequest) {
    let accepted = AcceptHeader(of: request)
    isSocket = request.socket != nil
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
  var incrementalFormat: IncrementalFormat? {
    switch incremental {
    case .parts(let format)?: format
    case .events?: .draft
    case .subscriptionParts?, nil: nil
    }
  }

  /// What stands for it in the key of an operation with `@defer` or `@stream`: what is spelt alike is one.
  var canonical: String {
    switch incrementalFormat {
    case .deferSpec20220824?: "multipart/mixed;deferSpec=20220824"
    case .draft?: "multipart/mixed"
    case nil: "application/json"
    }
  }

  /// Why a subscription cannot be answered, before anything is opened; nil where it can.
  var refusal: Answer? {
    guard !isSocket, subscription == nil else { return nil }
    return ErrorAnswer.make(
      status: 406,
      message:
        "A subscription is answered with one result after the other, and the request accepts no such answer. Subscribe over a WebSocket (graphql-transport-ws or graphql-ws), or send Accept: text/event-stream, or Accept: multipart/mixed;subscriptionSpec=1.0.",
      code: .notAcceptable)
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
