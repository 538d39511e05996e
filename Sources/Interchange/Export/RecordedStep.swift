import GraphQLLanguage
import OrderedJSON
import Recordings

/// A request that was recorded, with one of its answers.
struct RecordedStep: Sendable {
  /// The operation's text.
  let query: String
  let kind: OperationKind
  let operationName: String?
  let variables: JSONObject
  let identity: Caller
  /// The request's headers that count.
  let headers: [RecordedResponse.Header]
  let response: RecordedResponse
  /// The state in which it was asked.
  let state: String
  /// The state to which a mutation led; nil where it led to none, or nobody knows.
  let next: String?
  /// Below the recordings folder.
  let file: String

  /// The states that events wait for, in order.
  var awaited: [String] {
    guard case .events(let events) = response.body else { return [] }
    return events.events.compactMap(\.after) + (events.endAfter.map { [$0] } ?? [])
  }

  /// The body of the request.
  var body: JSON {
    var members: [JSONObject.Member] = []
    if let operationName { members.append(.init("operationName", .string(operationName))) }
    members.append(.init("query", .string(LoneSurrogates.encoded(query))))
    if !variables.isEmpty { members.append(.init("variables", .object(variables))) }
    return .object(JSONObject(members))
  }
}
