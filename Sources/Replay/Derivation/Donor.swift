import GraphQLLanguage
import OrderedJSON
package import Recordings

/// A recorded query whose answers are valid in a session's state, from which the answers to others are derived.
package struct Donor: Sendable {
  let fields: [SelectedField]
  let directives: [String]
  /// The answers recorded in the state (`{"data": …}`), in order, without volatile places.
  let answers: [Answer]
  /// False if rules removed places from its answers, so that the absence of a field means nothing.
  let isWhole: Bool
  /// The places that vary by themselves. A field that a coordinate names is removed here only from objects with a
  /// recorded type.
  let volatile: VolatilePlaces

  /// One answer's data, and the paths of its errors.
  struct Answer: Sendable {
    let data: JSON
    let errors: [[JSON]]
  }

  /// Returns nil if nothing can be derived from the recording: it is not a query, it is too large, or an answer is not
  /// one with status 200 and data, or has an error without a path.
  package init?(
    _ operation: StatedOperation, _ responses: [RecordedResponse], volatile: VolatilePlaces,
    hints: any SchemaHints
  ) {
    guard operation.kind == .query, !responses.isEmpty else { return nil }
    var reader = SelectionReader(operation, hints: hints)
    guard let fields = try? reader.fields() else { return nil }
    var answers: [Answer] = []
    self.volatile = volatile
    isWhole = volatile.hasOnlyExtensions
    for response in responses {
      guard response.status == 200, let body = response.body.json else { return nil }
      guard let answer = Answer(isWhole ? body : volatile.removed(from: body)) else { return nil }
      answers.append(answer)
    }
    self.fields = fields
    self.answers = answers
    directives = SelectionReader.texts(operation.operation.directives, operation)
  }
}

extension Donor.Answer {
  /// - Parameter body: `{"data": …}`.
  fileprivate init?(_ body: JSON) {
    guard let data = body["data"], case .object = data else { return nil }
    self.data = data
    var paths: [[JSON]] = []
    if let errors = body["errors"], errors != .null {
      guard let list = errors.arrayValue else { return nil }
      for error in list {
        guard let path = error["path"]?.arrayValue, !path.isEmpty else { return nil }
        paths.append(path)
      }
    }
    self.errors = paths
  }

  /// Indicates whether an error may be the cause of a null at a path: an error below it, or above it, since gateways give
  /// only the first fields of a path.
  func explainsNull(at path: [JSON]) -> Bool { errors.contains { $0.starts(with: path) || path.starts(with: $0) } }
}
