import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// The answer to an operation with `@defer` or `@stream`.
package enum FakeDelivery: Sendable {
  /// The whole answer, without later parts.
  case whole(ExecutionResult)
  /// The first part in its format, and the source of the others.
  case parts(first: JSON, FakeParts)
}

/// The later parts of an answer, made one at a time, from the world at the time of the operation.
package struct FakeParts: Sendable {
  private var response: IncrementalResponse<FakeSource>
  private var source: FakeSource
  private let format: IncrementalFormat

  init(_ response: IncrementalResponse<FakeSource>, _ source: FakeSource, _ format: IncrementalFormat) {
    self.response = response
    self.source = source
    self.format = format
  }

  /// Returns the next part in its format; nil after the last one.
  package mutating func next() -> JSON? { response.next(from: &source).map { format.json($0) } }
}

extension FakeSession {
  /// Answers an operation of a valid document, and delays the parts with `@defer` and `@stream`, whether or not the
  /// schema declares these. `operationName` may be nil if there is only one operation. Variables are not yet coerced. A
  /// mutation's changes are complete when the first part is returned.
  package mutating func answerIncrementally(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    format: IncrementalFormat, imageOrigin: String = FakeSession.usualOrigin
  ) -> FakeDelivery {
    let kind = (try? document.operation(named: operationName))?.kind ?? .query
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    var fields = FakeSource(snapshot, of: world, imageOrigin: imageOrigin)
    fields.asked = request
    let result = executeIncrementally(
      request, schema: world.incrementalSchema, root: fields.root(kind), from: &fields, delivery: format.delivery)
    take(from: &fields, kind)
    switch result {
    case .whole(let result): return .whole(result)
    case .parts(let initial, let response):
      return .parts(first: format.json(initial), FakeParts(response, fields, format))
    }
  }
}
