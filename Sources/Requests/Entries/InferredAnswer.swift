package import GraphQLLanguage
package import OrderedJSON
package import Recordings
package import Replay

/// An inferred answer: recorded after a history that differs only in mutations that do not affect the request, or while
/// a mutation was in flight.
package struct InferredAnswer: BoundedElement {
  package let endpoint: String
  /// The session's full name.
  package let session: String
  package let kind: OperationKind
  package let name: String?
  /// In canonical form, without secrets, shortened as in reports.
  package private(set) var variables: JSONObject
  /// The recorded state that it comes from.
  package let state: String
  /// The session's mutations after which the request was never recorded.
  package private(set) var unseen: [String]
  /// Indicates whether it was recorded while a mutation was in flight.
  package let isOverlapped: Bool

  /// The answer with shortened values, for a log.
  package func bounded() -> InferredAnswer {
    var answer = self
    answer.variables = variables.beginning
    answer.unseen = unseen.map { $0.beginning(limit: 200) }
    return answer
  }

  package var heldBytes: Int {
    unseen.reduce(300 + session.utf8.count + JSON.object(variables).heldBytes) { $0 + 16 + $1.utf8.count }
  }

  package var contentHash: ContentHash {
    let names = [endpoint, session, kind.rawValue, name ?? "", JSON.object(variables).compactText, state]
    return ContentHash(ofParts: names + [isOverlapped ? "overlapped" : ""] + unseen)
  }

  package init(_ asked: ResolvedRequest, endpoint: String, _ inference: Choice.Inference) {
    self.endpoint = endpoint
    session = asked.sessionName
    kind = asked.kind
    name = asked.name
    variables = asked.key.variables
    state = inference.state
    unseen = inference.unseen
    isOverlapped = inference.isOverlapped
  }
}

extension [InferredAnswer] {
  /// The least certain first: recorded while a mutation was in flight, then those after a mutation after which the
  /// request was never recorded.
  package var leastCertainFirst: [InferredAnswer] {
    filter(\.isOverlapped) + filter { !$0.isOverlapped && !$0.unseen.isEmpty }
      + filter { !$0.isOverlapped && $0.unseen.isEmpty }
  }
}

extension JSONObject {
  /// The most Unicode scalars of a request's variables in reports.
  package static let keptLimit = 4_000

  /// The variables for a log, cut with an ellipsis.
  package var beginning: JSONObject { JSON.object(self).beginning(limit: Self.keptLimit).objectValue ?? JSONObject() }
}
