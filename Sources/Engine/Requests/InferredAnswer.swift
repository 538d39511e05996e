package import GraphQLLanguage
package import OrderedJSON
import Recordings
import Replay

/// An answer that a session got though it was recorded after another history, which agrees in what counts.
package struct InferredAnswer: Hashable, Sendable {
  package let endpoint: String
  package let kind: OperationKind
  package let name: String?
  package let variables: JSONObject
  /// The recorded state that it is from.
  package let state: String
  /// The session's mutations after which the request was never recorded.
  package let unseen: [String]

  init(_ asked: ResolvedRequest, endpoint: String, _ inference: Choice.Inference) {
    self.endpoint = endpoint
    kind = asked.kind
    name = asked.name
    variables = asked.key.variables
    state = inference.state
    unseen = inference.unseen
  }
}
