import GraphQLLanguage
import GraphQLSchema
import Recordings
import Replay
import SchemaSources

extension CheckFinding {
  /// A problem in a schema, at its first place. `path` is the schema's file, for a problem of the whole schema.
  init(_ problem: SchemaProblem, in path: String) {
    guard let place = problem.places.first else {
      self.init(.finding, problem.report(in: path))
      return
    }
    self.init(
      .finding, file: place.file, at: .init(line: place.location.line, column: place.location.column), problem.message)
    excerpt = problem.report(in: path).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
  }

  /// A finding about an event of a recorded stream, or its end, that can never be delivered.
  init(_ undeliverable: Undeliverable, below folder: String) {
    let path = "\(folder)/\(undeliverable.file)"
    let place = (try? RecordingPlaces(path: path))?.place(
      ofAfterInEvent: undeliverable.event, ofResponse: undeliverable.response, inState: undeliverable.opened)
    let what =
      undeliverable.event == nil
      ? "the end of this stream can never be sent" : "this event and the rest of the stream can never be sent"
    let sentence =
      "\(what), because it waits for state \(undeliverable.after), and no recorded mutation leads to that state. Was a mutation's file deleted? Restore it, record again, or delete this \"after\" to send it right after the previous event."
    self.init(.finding, file: path, at: place, sentence)
  }
}

extension SchemaFiles {
  /// Returns the schema of an endpoint, if it can be used, and all its problems.
  func checkedSchema(of name: String) -> (schema: Schema?, findings: [CheckFinding]) {
    guard let path = path(of: name) else { return (nil, []) }
    do {
      let inspection = try SchemaText(path: path).inspection()
      return (try? inspection.usable(), inspection.findings.map { CheckFinding($0.problem, in: path) })
    } catch let error as RecordingError {
      return (nil, [CheckFinding(error)])
    } catch {
      return (nil, [CheckFinding(.finding, "\(error)")])
    }
  }
}
