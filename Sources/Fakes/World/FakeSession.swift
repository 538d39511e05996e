import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// One client's view of a world: its mutations affect only its own later reads. It is a value: a copy is independent.
package struct FakeSession: Sendable {
  let world: FakeWorld
  private(set) var snapshot: Snapshot
  private(set) var lastEvents: [WorldEvent] = []
  /// The arguments of the last operation that have no effect.
  package private(set) var unreadArguments: [UnreadArgument] = []

  init(_ world: FakeWorld) {
    self.world = world
    snapshot = world.base
  }

  init(_ world: FakeWorld, after other: FakeSession) {
    self.world = world
    snapshot = Snapshot(world.base, changes: other.snapshot.changes)
  }

  package var hasChanged: Bool { !snapshot.changes.isEmpty }

  package var lookedUpCount: Int { snapshot.changes.lookedUp.count }

  /// Returns this session with the objects that were looked up in a copy of it.
  package func remembering(_ other: FakeSession) -> FakeSession {
    var session = self
    session.snapshot = snapshot.adding(lookedUp: other.snapshot.changes.lookedUp)
    return session
  }

  /// Answers an operation: validates the document, coerces the variables, executes.
  ///
  /// Variables are as received, not coerced; `operationName` may be nil if there is only one operation. If
  /// `isValidated` is true, the document is valid, or is answered as far as possible although it is not. `imageOrigin`
  /// is the scheme, host and port of the server for the URLs of images. Returns data and errors with the messages of
  /// the reference implementation, without data if the document or the variables are invalid.
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

  /// Applies the changes and lookups of an operation.
  mutating func take(from fields: inout FakeSource, _ kind: OperationKind) {
    snapshot = fields.editor.snapshot
    unreadArguments = fields.unread
    if kind == .mutation { lastEvents = fields.editor.events }
  }

  /// Applies changes that no operation made.
  mutating func take(_ changed: WorldEditor) {
    var editor = changed
    snapshot = editor.snapshot
    lastEvents = editor.events
  }

  /// The default origin of images, if the program's address is unknown.
  package static let usualOrigin = "http://localhost:4000"
}
