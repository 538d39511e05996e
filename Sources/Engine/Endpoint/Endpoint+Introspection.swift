import GraphQLExecution
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings
import Synchronization

extension Endpoint {
  /// The schema for introspection that was not recorded: its file, else the most complete recorded introspection.
  ///
  /// Reads recordings, so no event loop may call it.
  package func introspectedSchema() -> IntrospectedSchema? {
    if let schema { return IntrospectedSchema(schema: schema) }
    guard let store else { return nil }
    let generation = store.generation &+ store.sessions.generation
    let known = state.withLock { $0.introspected }
    if let known, known.generation == generation { return known.told }
    let found = Self.recordedSchema(in: store)
    state.withLock { $0.introspected = (generation, found) }
    return found
  }

  /// The schema of the recorded introspection with the longest answer, since others may lack descriptions.
  private static func recordedSchema(in store: RecordingStore) -> IntrospectedSchema? {
    var answers: [(json: JSON, length: Int)] = []
    let sessions = store.sessionIndex()
    for entry in store.entries where entry.kind == .query {
      guard let document = (try? store.document(inFolder: entry.folder))?.document,
        let operation = IntrospectionOperation(document, operationName: nil), !operation.schemaKeys.isEmpty
      else { continue }
      for stored in store.readableRecordings(inFolder: entry.folder, and: sessions) {
        for response in stored.recording.states.flatMap(\.responses) {
          guard let data = response.body.json?["data"] else { continue }
          for key in operation.schemaKeys {
            guard let schema = data[key], !schema.isNull else { continue }
            answers.append((.object(["__schema": schema]), schema.serialize().count))
          }
        }
      }
    }
    // Sorting is stable, so among equals the first file counts.
    for answer in answers.sorted(by: { $0.length > $1.length }) {
      if let schema = try? Schema(introspection: answer.json) {
        return IntrospectedSchema(schema: schema, gaps: IntrospectionGap.gaps(in: answer.json))
      }
    }
    return nil
  }
}

/// A schema with its gaps.
package struct IntrospectedSchema {
  package var schema: Schema
  /// The information that a recorded introspection did not request. A schema's file has no gaps.
  package var gaps: Set<IntrospectionGap> = []
}
