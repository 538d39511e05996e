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
  /// Below the recordings folder.
  let file: String

  /// The body of the request.
  var body: JSON {
    var members: [JSONObject.Member] = []
    if let operationName { members.append(.init("operationName", .string(operationName))) }
    members.append(.init("query", .string(LoneSurrogates.encoded(query))))
    if !variables.isEmpty { members.append(.init("variables", .object(variables))) }
    return .object(JSONObject(members))
  }
}
