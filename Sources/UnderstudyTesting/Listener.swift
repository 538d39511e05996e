/// A port of the program for tests with the same setup.
final class Listener: Sendable {
  let setup: Setup
  /// The control API of the port.
  let control: ControlClient
  /// The shared set-ups of tests.
  let setUps = SetUps()
  /// True if the upstream of every endpoint is known, so that tests can record.
  let canRecord: Bool
  private let main: ControlClient
  private let number: Int

  /// - Throws: `UnderstudyError` if there is no program, or it cannot serve the endpoints.
  init(_ setup: Setup) async throws(UnderstudyError) {
    let main = try await Program.process.main()
    let opened: Understudy.JSONValue
    do {
      opened = try await main.sendLater("POST", "listeners", setup.settings)
    } catch {
      throw UnderstudyError("\(error)\n\(setup.advice)")
    }
    let number = opened["listener"]?.int ?? 0
    OpenListeners.note(number, of: main)
    self.setup = setup
    self.main = main
    self.number = number
    control = try ControlClient(opened["url"]?.string ?? "")
    canRecord = Set(opened["upstreams"]?.array.compactMap(\.string) ?? []).isSuperset(of: setup.endpoints)
  }

  /// Returns the requests so far, of an open session or all.
  func journal(of session: OpenSession?) throws(UnderstudyError) -> Journal {
    Journal(try control.send("GET", "requests\(session.map { "?token=\($0.token)" } ?? "")"))
  }

  /// Closes the port. What was recorded is on disk, whole.
  ///
  /// - Returns: what all clients sent.
  func close() async throws(UnderstudyError) -> Journal {
    OpenListeners.forget(number)
    return Journal(try await main.sendLater("DELETE", "listeners/\(number)"))
  }

  /// Begins a session that has the requests that name it.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - isScope: whether other sessions may enter it.
  ///   - filter: what finds the test again.
  /// - Returns: the open session.
  /// - Throws: `UnderstudyError` if the program refuses it.
  func begin(_ name: String, isScope: Bool = false, filter: String?) async throws(UnderstudyError) -> OpenSession {
    var body: [String: Understudy.JSONValue] = ["session": .string(name), "named": true, "scope": .bool(isScope)]
    if canRecord, let filter { body["rerun"] = .string(setup.rerun(filter)) }
    let begun = try await control.sendLater("POST", "begin", body)
    return OpenSession(
      givenName: name, name: begun["session"]?.string ?? name, token: begun["token"]?.string ?? "", isScope: isScope)
  }

  /// Ends a session. `outcome` is `passed`, `failed` or `skipped`.
  func end(_ session: OpenSession, outcome: String) async throws(UnderstudyError) -> EndedSession {
    let body: [String: Understudy.JSONValue] = ["token": .string(session.token), "outcome": .string(outcome)]
    return EndedSession(try await control.sendLater("POST", "end", body))
  }
}

/// A session of a listener.
struct OpenSession: Hashable, Sendable {
  /// The name that it was begun with; the program shortens long ones.
  let givenName: String
  let name: String
  let token: String
  let isScope: Bool
}

/// The result of a session.
struct EndedSession {
  let journal: Journal
  /// Why its recording was not saved, for each endpoint.
  let unsaved: [String]
  /// The requests that belong to no running test.
  let strays: [Understudy.Request]

  init(_ json: Understudy.JSONValue) {
    journal = Journal(json)
    strays = json["strays"]?.array.map { .init($0) } ?? []
    unsaved = (json["recorded"]?.array ?? []).filter { $0["saved"] != true }.map { saved in
      "NOT SAVED: the recording of this test for endpoint \"\(saved["endpoint"]?.string ?? "")\": \(saved["reason"]?.string ?? "its file could not be written")"
    }
  }
}
