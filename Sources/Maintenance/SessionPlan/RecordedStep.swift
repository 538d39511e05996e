package import GraphQLLanguage
package import OrderedJSON
package import Recordings

/// A request that was recorded, with one of its answers.
package struct RecordedStep: Sendable {
  /// The operation's text, as its file has it.
  package let query: String
  /// As the document says, whatever the folder is called.
  package let kind: OperationKind
  package let operationName: String?
  /// The recording that it is of.
  package let stored: StoredRecording
  package let response: RecordedResponse
  /// Which of the answers in its state it is, from 0.
  package let index: Int
  /// The state in which it was asked.
  package let state: String
  /// The state to which a mutation led; nil where it led to none, or nobody knows.
  package let next: String?
  /// Below the recordings folder.
  package let file: String

  package var variables: JSONObject { stored.recording.variables }
  package var identity: Caller { stored.recording.identity }
  /// The request's headers that count.
  package var headers: [RecordedResponse.Header] { stored.recording.headers }

  /// Which answer of which recording it is: a step that several sessions have is the same in each.
  var answerPlace: String { "\(file) \(state) \(index)" }

  /// The states that events wait for, in order.
  package var awaited: [String] {
    guard case .events(let events) = response.body else { return [] }
    return events.events.compactMap(\.after) + (events.endAfter.map { [$0] } ?? [])
  }

  /// The body of the request.
  package var body: JSON { body(variables) }

  /// The body of the request, with these variables and this text; with the recorded text unless given.
  package func body(_ variables: JSONObject, query: String? = nil) -> JSON {
    var members: [JSONObject.Member] = []
    if let operationName { members.append(.init("operationName", .string(operationName))) }
    members.append(.init("query", .string(LoneSurrogates.encoded(query ?? self.query))))
    if !variables.isEmpty { members.append(.init("variables", .object(variables))) }
    return .object(JSONObject(members))
  }
}
