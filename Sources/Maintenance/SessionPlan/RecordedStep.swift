package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// A recorded request with one of its answers.
package struct RecordedStep: Sendable {
  /// The operation's text, from its file.
  package let query: String
  /// The kind, from the document rather than the folder's name.
  package let kind: OperationKind
  package let operationName: String?
  package let stored: StoredRecording
  package let response: RecordedResponse
  /// The index of the answer in its state, from 0.
  package let index: Int
  package let state: String
  /// The state that a mutation led to; nil if there is none or it is unknown.
  package let next: String?
  /// The path in the recordings folder.
  package let file: String

  package var variables: JSONObject { stored.recording.variables }
  package var identity: Caller { stored.recording.identity }
  /// The headers of the request that affect the answer.
  package var headers: [RecordedResponse.Header] { stored.recording.headers }

  /// The identity of the answer, which sessions share.
  var answerPlace: String { "\(file) \(state) \(index)" }

  /// The states that events wait for, in order.
  package var awaited: [String] {
    guard case .events(let events) = response.body else { return [] }
    return events.events.compactMap(\.after) + (events.endAfter.map { [$0] } ?? [])
  }

  package var body: JSON { body(variables) }

  /// Returns the request's body with these variables, and with this text instead of the recorded one.
  package func body(_ variables: JSONObject, query: String? = nil) -> JSON {
    var members: [JSONObject.Member] = []
    if let operationName { members.append(.init("operationName", .string(operationName))) }
    members.append(.init("query", .string(LoneSurrogates.encoded(query ?? self.query))))
    if !variables.isEmpty { members.append(.init("variables", .object(variables))) }
    return .object(JSONObject(members))
  }
}
