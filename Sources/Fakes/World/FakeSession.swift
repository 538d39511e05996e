import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// One client's view of a world: what its mutations changed is seen by its later reads, and by nobody else's.
///
/// A value: a copy goes its own way.
package struct FakeSession: Sendable {
  let world: FakeWorld
  private(set) var snapshot: Snapshot
  /// What the last mutation did, in order.
  private(set) var lastEvents: [WorldEvent] = []

  init(_ world: FakeWorld) {
    self.world = world
    snapshot = world.base
  }

  init(_ world: FakeWorld, after other: FakeSession) {
    self.world = world
    snapshot = Snapshot(world.base, changes: other.snapshot.changes)
  }

  /// Whether a mutation has changed anything.
  package var hasChanged: Bool { !snapshot.changes.isEmpty }

  /// How many unlisted objects were looked up.
  package var lookedUpCount: Int { snapshot.changes.lookedUp.count }

  /// This session with the objects that were looked up in a copy of it.
  package func remembering(_ other: FakeSession) -> FakeSession {
    var session = self
    session.snapshot = snapshot.adding(lookedUp: other.snapshot.changes.lookedUp)
    return session
  }

  /// Answers an operation: validates the document, coerces the variables, executes.
  ///
  /// - Parameters:
  ///   - document: the whole document.
  ///   - source: the text that it was parsed from, for the places of errors.
  ///   - operationName: which of its operations; nil if it has one only.
  ///   - variables: as they came, not coerced.
  ///   - isValidated: whether the document is known to be valid, or is to be answered as far as it goes though it is
  ///     not; the document is validated here unless it is true.
  ///   - imageOrigin: scheme, host and port of the server that answers the URLs of images.
  /// - Returns: data and errors in the reference implementation's words; without data if the document or the
  ///   variables are invalid. `response` of it is the response.
  package mutating func answer(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    isValidated: Bool = false, imageOrigin: String = FakeSession.usualOrigin
  ) -> ExecutionResult {
    if !isValidated {
      let errors = world.schema.validate(document, source: source)
      if !errors.isEmpty { return ExecutionResult(data: nil, errors: errors) }
    }
    let kind = (try? document.operation(named: operationName))?.kind ?? .query
    let request = ExecutionRequest(
      document: document, operationName: operationName, variables: variables, source: source)
    var fields = FakeSource(snapshot, of: world, imageOrigin: imageOrigin)
    fields.asked = request
    let result = execute(request, schema: world.schema, root: fields.root(kind), from: &fields)
    take(from: &fields, kind)
    return result
  }

  /// Takes over what an operation has changed or looked up.
  mutating func take(from fields: inout FakeSource, _ kind: OperationKind) {
    snapshot = fields.editor.snapshot
    if kind == .mutation { lastEvents = fields.editor.events }
  }

  /// Parses an operation and answers it with a response: a syntax error is one of the response's errors too.
  package mutating func respond(
    to source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject()
  ) -> JSON {
    do throws(SyntaxError) {
      let document = try parse(source)
      return answer(document, source: source, operationName: operationName, variables: variables).response
    } catch {
      return ExecutionResult(data: nil, errors: [error.graphQLError]).response
    }
  }

  /// Where images are where nobody says where the program listens.
  package static let usualOrigin = "http://localhost:4000"
}
