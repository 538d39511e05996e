package import Recordings
package import Replay
package import Requests

/// The facts of this run for reports.
extension Engine {
  /// The listed misses of this run, each once, in order.
  package var misses: [Miss] { log.misses }

  /// The number of different misses in this run, and of those listed; the same for refusals and inferred answers.
  package var missTally: Tally { log.missTally }
  package var refusalTally: Tally { log.refusalTally }
  package var inferredTally: Tally { log.inferredTally }

  /// The number of different misses that the `onMiss` policy answered.
  package var answeredMissCount: Int { log.answeredMissCount }

  /// The sessions that had each miss in this run, in the order in which they first did.
  package var sessionsOfMisses: [Miss: [String]] { log.sessionsOfMisses }

  /// The number of requests that missed because of each missed mutation before them.
  package var followingOfMisses: [Miss: Int] { log.following }

  /// The commands that run sessions' tests again, by session name.
  package var reruns: [String: String] { log.reruns }

  /// The command that records the whole run again; nil if it is unknown.
  package var defaultRerun: String? { log.defaultRerun }

  /// Sets the command that records the whole run again, for the messages of misses.
  package func note(rerun: String) { log.defaultRerun = rerun }

  /// The refused requests of this run, each once, in order.
  package var refusals: [Refusal] { log.refusals }

  /// False in live mode, which passes all requests on and uses no recordings.
  package var looksAtRecordings: Bool { !configuration.isLive }

  /// The recordings that no request of this run used: paths below the recordings folder, sorted.
  package var unusedRecordings: [String] {
    !looksAtRecordings ? [] : endpoints.flatMap(\.recordingFiles).filter { !log.wasUsed($0) }
  }

  /// True if any request named an endpoint.
  package var wasAsked: Bool { log.wasAsked }

  /// The number of recordings of each endpoint.
  package var recordingCounts: [String: Int] {
    Dictionary(endpoints.map { ($0.name, $0.store?.recordingCount ?? 0) }, uniquingKeysWith: +)
  }

  /// The number of recordings of an endpoint.
  package func recordingCount(of name: String) -> Int {
    endpoint(name)?.store?.recordingCount ?? 0
  }

  /// The number of refused requests in this run.
  package var refusalCount: Int { log.refusalCount }

  /// The requests of this run with the sources of their answers, each once, in the order of their first use.
  package var uses: [Use] { context.useLog.uses }

  /// The files of an endpoint's recorded sessions: paths below the recordings folder, sorted.
  package func recordedSessionFiles(of endpoint: String) -> [String] {
    guard let files = endpoints.first(where: { $0.name == endpoint })?.store?.sessions.files else { return [] }
    return files.map { "\(endpoint)/\(SessionStore.folderName)/\($0)" }
  }

  /// The named sessions of this run, scopes included, sorted; nil if there were too many to list.
  package var runSessions: [String]? { context.useLog.sessions }

  /// The inferred answers of this run, each once; first those after a mutation without a recording of the request.
  package var inferredAnswers: [InferredAnswer] { log.inferred }
}
