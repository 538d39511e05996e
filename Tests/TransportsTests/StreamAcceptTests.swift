import GraphQLExecution
import Testing

@testable import Transports

/// What `Accept` says of streams.
@Suite("Accepted streams")
struct StreamAcceptTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let accept: String?
    var subscription: StreamFormat?
    var incremental: StreamFormat?
    var onlyEvents = false

    var testDescription: String { accept ?? "(none)" }
  }

  static let urql =
    "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed"

  static let cases: [Case] = [
    Case(accept: nil),
    Case(accept: "*/*"),
    Case(accept: "application/json"),
    Case(accept: "text/event-stream", subscription: .events, incremental: .events, onlyEvents: true),
    Case(accept: "text/event-stream, application/json", subscription: .events),
    Case(accept: "text/event-stream, */*;q=0.1", subscription: .events),
    Case(accept: urql, subscription: .events, incremental: .parts(.draft)),
    Case(
      accept: "multipart/mixed;boundary=\"graphql\";subscriptionSpec=1.0,application/json",
      subscription: .subscriptionParts),
    Case(
      accept: "multipart/mixed;subscriptionSpec=1.0,application/graphql-response+json,application/json",
      subscription: .subscriptionParts),
    Case(accept: "multipart/mixed; subscriptionSpec=\"1.0\"", subscription: .subscriptionParts),
    Case(accept: "multipart/mixed;subscriptionSpec=2.0"),
    Case(
      accept: "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json",
      incremental: .parts(.deferSpec20220824)),
    Case(
      accept: "multipart/mixed;boundary=\"graphql\";deferSpec=20220824,application/json",
      incremental: .parts(.deferSpec20220824)),
    Case(accept: "multipart/mixed;deferSpec=1, application/json"),
    Case(accept: "multipart/mixed", incremental: .parts(.draft)),
    Case(accept: "application/json, multipart/mixed;q=0.9"),
    Case(accept: "application/json;q=0.5, multipart/mixed;q=0.9", incremental: .parts(.draft)),
    Case(accept: "multipart/mixed;q=0, application/json"),
    Case(
      accept: "text/event-stream;q=0.5, multipart/mixed;subscriptionSpec=1.0", subscription: .subscriptionParts,
      incremental: .events, onlyEvents: true),
  ]

  @Test("Each header field is understood", arguments: cases)
  func accepted(_ given: Case) {
    let accept = StreamAccept(AcceptHeader(given.accept.map { [$0] } ?? []), isSocket: false)
    #expect(accept.subscription == given.subscription)
    #expect(accept.incremental == given.incremental)
    #expect(accept.takesOnlyEvents == given.onlyEvents)
  }
}
