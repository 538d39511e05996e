import OrderedJSON
import Recordings
import Reports

/// The sessions that had misses in an earlier run.
struct MissedSessions {
  /// The names without duplicates, sorted.
  let names: [String]

  /// - Parameter file: the JSON report of the run.
  /// - Throws: `WorkFailure` if it is unreadable or not a JSON report, or if no named session had a miss.
  init(_ file: String) throws(WorkFailure) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(of: file)
    } catch {
      throw WorkFailure("--record-missed: \(error)")
    }
    guard let report = try? JSON.parse(bytes), report["format"]?.intValue == JSONForm.version,
      let misses = report["misses"]?.arrayValue
    else {
      throw WorkFailure(
        "--record-missed \(file): this is not a JSON report. Write one with understudy exec --report \(file) -- …")
    }
    let sessions = misses.compactMap { $0["session"]?.stringValue }.filter { !$0.isEmpty && $0 != "default" }
    guard !sessions.isEmpty else {
      throw WorkFailure(
        "--record-missed \(file): no test missed anything in this run, so there is nothing to record. Remove --record-missed."
      )
    }
    names = Set(sessions).sorted()
  }
}
