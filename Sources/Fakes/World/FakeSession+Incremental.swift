import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// The answer to an operation with `@defer` or `@stream`.
package enum FakeDelivery: Sendable {
  /// All at once: nothing comes later.
  case whole(ExecutionResult)
  /// A first part, as it is spelt, and what makes the others.
  case parts(first: JSON, FakeParts)
}

/// The later parts of an answer, made one at a time; each is of the world as it was when the operation was answered.
package struct FakeParts: Sendable {
  private var response: IncrementalResponse<FakeSource>
  private var source: FakeSource
  private let format: IncrementalFormat

  init(_ response: IncrementalResponse<FakeSource>, _ source: FakeSource, _ format: IncrementalFormat) {
    self.response = response
    self.source = source
    self.format = format
  }

  /// The next part, as it is spelt; nil after the last one.
  package mutating func next() -> JSON? { response.next(from: &source).map { format.json($0) } }
}

extension FakeSession {
  /// Answers an operation, and leaves for later what `@defer` and `@stream` say, whether or not the schema declares
  /// them.
  ///
  /// - Parameters:
  ///   - document: the whole document, valid.
  ///   - source: the text that it was parsed from.
  ///   - operationName: which of its operations; nil if it has one only.
  ///   - variables: as they came, not coerced.
  ///   - format: how the parts are spelt.
  ///   - imageOrigin: scheme, host and port of the server that answers the URLs of images.
  /// - Returns: the answer. What a mutation changes has been changed when it is there, whatever comes later.
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
