import GraphQLExecution
import OrderedJSON
import Recordings

/// In which spellings a client takes results that come one after the other: what its `Accept` says.
struct StreamAccept: Hashable, Sendable {
  /// How a subscription reaches it over HTTP; nil where it accepts none of the ways.
  let subscription: StreamSpelling?
  /// How the parts of one result reach it; nil where it wants the result whole.
  let incremental: StreamSpelling?
  /// Whether it takes even a single result as events only (graphql-sse).
  let takesOnlyEvents: Bool
  /// Whether it came over a WebSocket, which carries subscriptions whatever `Accept` says.
  let isSocket: Bool

  init(_ request: ClientRequest) {
    let accepted = AcceptedType.list(request.headers)
    isSocket = request.socket != nil
    let json = accepted.filter(\.isJSON).map(\.weight).max()
    let events = accepted.filter(\.isEvents).map(\.weight).max()
    takesOnlyEvents = events != nil && json == nil && !isSocket
    subscription = Self.preferred(accepted) { range in
      if range.isEvents { return .events }
      return range.type == "multipart/mixed" && range["subscriptionspec"] == "1.0" ? .subscriptionParts : nil
    }
    let parts = Self.preferred(accepted) { range in
      guard range.type == "multipart/mixed", range["subscriptionspec"] == nil else { return nil }
      switch range["deferspec"] {
      case nil: return .parts(.draft)
      case "20220824"?: return .parts(.deferSpec20220824)
      default: return nil
      }
    }
    // Where it would rather have one document, it gets one: all at once is an answer too.
    let weight = accepted.filter { $0.type == "multipart/mixed" }.map(\.weight).max() ?? 0
    if parts != nil, weight >= json ?? 0 {
      incremental = parts
    } else {
      incremental = takesOnlyEvents ? .events : nil
    }
  }

  /// The spelling of the range that weighs most; of several that weigh as much, the first.
  private static func preferred(
    _ accepted: [AcceptedType], _ spelling: (AcceptedType) -> StreamSpelling?
  ) -> StreamSpelling? {
    var best: (spelling: StreamSpelling, weight: Int)?
    for range in accepted where range.weight > best?.weight ?? 0 {
      if let spelling = spelling(range) { best = (spelling, range.weight) }
    }
    return best?.spelling
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

  /// The name of that part of the key.
  static let header = "accept"

  /// The headers that count in the key of an operation with `@defer` or `@stream`.
  func counted(with others: [RecordedResponse.Header]) -> [RecordedResponse.Header] {
    (others.filter { $0.name != Self.header } + [.init(name: Self.header, value: canonical)]).sorted {
      $0.name.precedesByScalars($1.name)
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

extension AcceptedType {
  fileprivate var isEvents: Bool { type == "text/event-stream" || type == "text/*" }

  fileprivate var isJSON: Bool {
    type == "*/*" || type == "application/*" || type == "application/json" || type.hasSuffix("+json")
  }
}
