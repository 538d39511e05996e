import Engine
import OrderedJSON
import Recordings
import SchemaSources

/// Plans and performs `understudy prune` for all endpoints or the named one.
package struct RecordingsPruning: Sendable {
  private let plans: [PrunePlan]
  private let recordings: String
  /// Notes, one a line: mutations that are kept, and missing paths of reports.
  package private(set) var notes: [String]
  /// The noun for the planned items.
  private let noun: String

  /// Plans the removal of unneeded recordings. `trustsReports` accepts reports of runs that failed or answered nothing;
  /// `superseded` removes replaced documents.
  /// - Throws: if a file cannot be read, or the documents in use are not known.
  package init(
    recordings: String, endpoint: String?, schemas: String, reports: [String], trustsReports: Bool = false,
    superseded: Bool
  ) throws {
    self.recordings = recordings
    noun = "recording"
    let lists = try reports.map { try UnusedList(path: $0, recordings: recordings, isTrusted: trustsReports) }
    let folders = try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint)
    plans = try folders.map {
      try PrunePlan(
        recordings: recordings, endpoint: $0.name, schemas: schemas, reports: lists, superseded: superseded)
    }
    notes = plans.flatMap(\.kept).map { RecordingError.printable("\(recordings)/\($0.sentence).") }
    let named = Set(lists.flatMap(\.paths)).subtracting(plans.flatMap(\.paths))
    let missing = named.filter { path in folders.contains { path.hasPrefix("\($0.name)/") } || endpoint == nil }
    if !missing.isEmpty {
      let shown = missing.sorted { $0.precedesByScalars($1) }.prefix(3).joined(separator: ", ")
      notes.append(
        RecordingError.printable(
          "\(missing.count == 1 ? "1 path" : "\(missing.count) paths") of the report \(missing.count == 1 ? "does" : "do") not "
            + "exist (\(shown)\(missing.count > 3 ? ", …" : "")). Is it a report of these recordings?"))
    }
  }

  /// Plans the removal of named sessions that runs did not have. Sessions of any of the reports are kept. Without
  /// `endpoint`, covers the endpoints that the runs served.
  /// - Throws: `ConfigurationError` if a report does not list its run's sessions, or the runs had none of the recorded
  ///   ones; `RecordingError` if a session cannot be read.
  package init(sessionsIn recordings: String, endpoint: String?, reports: [String]) throws {
    self.recordings = recordings
    noun = "session"
    let runs = try reports.map { try ReportedSessions(path: $0) }
    let names = runs.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    let served = runs.reduce(into: Set<String>()) { $0.formUnion($1.endpoints) }
    let folders = try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint).filter {
      served.contains($0.name)
    }
    plans = try folders.map { try PrunePlan(recordings: recordings, endpoint: $0.name, keeping: names) }
    let count = plans.reduce(0) { $0 + $1.count }
    let gone = plans.flatMap(\.items).count { if case .notRun = $0.reason { true } else { false } }
    guard count == 0 || gone < count else {
      throw ConfigurationError(
        "None of the sessions of the run is recorded in \(recordings)/\(endpoint.map { "\($0)/" } ?? ""), so all would be removed. Pass the report of a run with these recordings."
      )
    }
    notes =
      gone == 0
      ? []
      : [
        "The run used \(count - gone) of the \(count) recorded sessions. Remove the others only if it ran all tests."
      ]
  }

  package var isEmpty: Bool { plans.allSatisfy(\.items.isEmpty) }

  /// A line for each file, with the reason and size.
  package var lines: [String] {
    plans.flatMap(\.items).map {
      RecordingError.printable("\(recordings)/\($0.sentence) (\(Self.bytes($0.size)))")
    }
  }

  /// The summary: `3 of 40 recordings would be removed: 12.4 kB.`
  package var summary: String { summary(isDone: false) }

  /// Returns the summary, or with `isDone` what was removed: `Removed 3 of 40 recordings: 12.4 kB.`
  package func summary(isDone: Bool) -> String {
    let items = plans.flatMap(\.items)
    let count = plans.reduce(0) { $0 + $1.count }
    let all = count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    if items.isEmpty { return "Nothing to remove in \(all)." }
    let others = items.count(where: { !$0.isRecording })
    let whole = items.count(where: \.isWhole) - others
    let parts = items.count - whole - others
    var more = parts == 0 ? "" : ", and parts of \(parts) more"
    if others > 0 { more += ", and \(others) \(others == 1 ? "file" : "files") that no recording needs" }
    let size = Self.bytes(plans.reduce(0) { $0 + $1.bytes })
    return isDone
      ? "Removed \(whole) of \(all)\(more): \(size)." : "\(whole) of \(all) would be removed\(more): \(size)."
  }

  /// Removes the planned files, one endpoint after the other, each atomically.
  package func carryOut() throws { for plan in plans { try plan.carryOut() } }

  static func bytes(_ count: Int) -> String {
    count < 1000 ? "\(count) bytes" : "\(count / 1000).\(count % 1000 / 100) kB"
  }
}
