import Engine
import Fakes
import OrderedJSON
import Recordings
import Requests
import SchemaSources
import Transports

/// The tables of generated worlds: `v1/endpoints/<e>/world` and the pages below it.
///
/// All functions may read files or generate data, so no event loop may call them. They throw `DashboardProblem`.
struct WorldPages {
  let engine: Engine
  /// The listener whose sessions are meant.
  var listener = 0
  /// False in CI.
  var mayWrite = true

  /// The most rows of one answer.
  static let rowLimit = 200

  // MARK: Read

  /// Lists the types with a population, with the changes of a session.
  func types(endpoint name: String, session: String?) throws(DashboardProblem) -> JSONObject {
    let endpoint = try engine.endpoint(ofPage: name)
    let session = try canonical(session)
    let world = try world(of: endpoint, session)
    let tables = world.tables().map { table -> JSON in
      [
        "name": .string(table.name), "count": .int(table.count), "created": .int(table.createdCount),
        "deleted": .int(table.deletedCount), "changed": .int(table.changedCount),
      ]
    }
    return [
      "session": .string(session), "seed": .int(Int(clamping: endpoint.watchedSchema.current.variants?.seed ?? 0)),
      "types": .array(tables), "canPin": .bool(canPin(at: endpoint)),
    ]
  }

  /// Lists objects of one type, as a session has them.
  func rows(
    endpoint name: String, type: String, session: String?, offset: Int = 0, limit: Int = 50
  ) throws(DashboardProblem) -> JSONObject {
    let world = try world(of: try engine.endpoint(ofPage: name), try canonical(session))
    guard offset >= 0, limit > 0 else {
      throw DashboardProblem(400, "offset must be 0 or more, and limit 1 or more, at most \(Self.rowLimit).")
    }
    guard let table = world.table(of: type) else { throw unknown(type, in: world) }
    let columns = table.columns.map { column -> JSON in
      [
        "name": .string(column.name), "type": .string(column.type), "isEditable": .bool(column.isEditable),
        "values": column.values.map { .array($0.map { .string($0) }) } ?? .null,
      ]
    }
    let rows = table.rows(from: offset, limit: min(limit, Self.rowLimit))
    return [
      "type": .string(table.name), "count": .int(table.count), "columns": .array(columns),
      "rows": .array(rows.map { .object(Self.json($0)) }),
    ]
  }

  // MARK: Change

  /// Changes fields of one object in one session: `{"session", "id", "values"}`. Returns the object's row after it.
  func edit(endpoint name: String, type: String, _ body: JSON) throws(DashboardProblem) -> JSONObject {
    let endpoint = try engine.endpoint(ofPage: name)
    let session = try canonical(body["session"]?.stringValue)
    let (id, values) = try Self.change(in: body)
    do {
      let place = engine.context.place(of: session, on: listener)
      guard let world = try endpoint.edit(type, id: id, values, session: place, context: engine.context) else {
        throw nothingGenerated(at: endpoint)
      }
      guard let row = world.table(of: type)?.row(id: id) else { throw unknown(type, in: world) }
      return Self.json(row)
    } catch {
      throw DashboardProblem(of: error)
    }
  }

  /// Saves values of one generated object as a fixture: `{"id", "values"}`. Every session and run then has them.
  func pin(endpoint name: String, type: String, _ body: JSON) throws(DashboardProblem) -> JSONObject {
    let endpoint = try engine.endpoint(ofPage: name)
    guard mayWrite else {
      throw DashboardProblem(409, "CI is set, so no fixture is written. Pin the values on your machine.", .unsupported)
    }
    guard endpoint.watchedSchema.canPin else { throw nothingGenerated(at: endpoint) }
    let (id, values) = try Self.change(in: body)
    do {
      let file = try endpoint.watchedSchema.pin(type, id: id, values)
      engine.main.refresh(atMost: RecordingStore.checkLimit)
      let fields = values.members.map(\.name).joined(separator: ", ")
      return [
        "file": .string(file),
        "message": .string(
          "Saved \(type) \(id.prefix(100)): \(fields). Every session and every run with this schema now has these values. To undo it, delete the file and its query."
        ),
      ]
    } catch {
      throw DashboardProblem(of: error)
    }
  }

  private func canPin(at endpoint: Endpoint) -> Bool { mayWrite && endpoint.watchedSchema.canPin }

  private static func change(in body: JSON) throws(DashboardProblem) -> (id: String, values: JSONObject) {
    let id = body["id"]?.stringValue ?? body["id"]?.numberValue?.text
    guard let id, let values = body["values"]?.objectValue else {
      throw DashboardProblem(
        400, "Send an object such as {\"id\": \"1\", \"values\": {\"status\": \"DONE\"}}.")
    }
    return (id, values)
  }

  private static func json(_ row: WorldTable.Row) -> JSONObject {
    [
      "id": .string(row.id), "state": .string(row.state.rawValue), "values": .object(row.values),
      "changed": .array(row.changed.map { .string($0) }),
    ]
  }

  // MARK: Find

  private func canonical(_ session: String?) throws(DashboardProblem) -> String {
    guard let session, !session.isEmpty else { return SessionName.standard }
    do throws(SessionNameProblem) {
      return try SessionName.canonical(session, isEncoded: false)
    } catch {
      throw DashboardProblem(of: error)
    }
  }

  private func world(of endpoint: Endpoint, _ session: String) throws(DashboardProblem) -> FakeSession {
    let found: FakeSession?
    do {
      found = try endpoint.generatedSession(engine.context.place(of: session, on: listener))
    } catch {
      throw DashboardProblem(of: error)
    }
    guard let found else { throw nothingGenerated(at: endpoint) }
    return found
  }

  private func nothingGenerated(at endpoint: Endpoint) -> DashboardProblem {
    DashboardProblem(
      409,
      "This run generates no data for \(endpoint.name). Start understudy fake, or understudy replay --on-miss fake, with a schema.",
      .unsupported)
  }

  private func unknown(_ type: String, in world: FakeSession) -> DashboardProblem {
    let known = world.tables().prefix(20).map(\.name).joined(separator: ", ")
    return DashboardProblem(
      404,
      "The generated data has no objects of type \"\(type.prefix(100))\". \(known.isEmpty ? "It has no tables." : "There are: \(known).")",
      .badRequest)
  }
}
