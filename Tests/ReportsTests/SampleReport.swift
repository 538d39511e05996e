import Engine
import GraphQLLanguage
import OrderedJSON
import Replay
import Reports
import Requests

extension RunReport {
  /// Something of everything, with characters that XML and commands would obey.
  static var sample: RunReport {
    let recording = "countries/query.Detail-0a/code=CA-1b.json"
    func use(_ session: String, _ source: Use.Source, times: Int) -> Usage {
      let use = Use(
        endpoint: "countries", session: session, kind: .query, name: "Detail", variables: ["code": "CA"],
        source: source, recording: recording)
      for _ in 0..<times { use.add() }
      return Usage(use)
    }
    let missed = Use(
      endpoint: "countries", session: "default", kind: .query, name: "Detail", variables: ["code": "<D&E>"],
      source: .miss)
    missed.add()
    var miss = Miss(
      request: MissedOperation(
        endpoint: "countries", kind: .query, name: "Detail", variables: ["code": "<D&E>"], identity: "anonymous",
        document: Document(definitions: [])),
      command: "understudy record")
    miss.nearest = Nearest(
      kind: .query, name: "Detail", folder: "query.Detail-0a", file: "code=CA-1b.json", relation: .sameOperation)
    miss.differences = [.variable(path: "code", recorded: "CA", asked: "<D&E>")]
    let exchange = Exchange(
      endpoint: "countries", operation: (.query, "New"), variables: [:], requestLine: "POST /countries", status: 200,
      nanoseconds: 5_000_000, outcome: .new("countries/query.New-0c/file.json"))
    return RunReport(
      command: Command(words: ["npm", "test"], code: 0), mode: "auto", endpoints: ["countries"],
      recordings: "recordings",
      usages: [use("default", .exact, times: 3), use("LoginTests", .inferred, times: 1), Usage(missed)],
      misses: [miss],
      refusals: [
        Refusal(requestLine: "POST /contries", status: 404, message: "There is no endpoint \"contries\".")
      ], unused: ["countries/query.Old-0d/file.json"], recordingCounts: ["countries": 5], exchanges: [exchange])
  }

  /// Two requests without an answer, one whose recording says otherwise, one that is not recorded, one on purpose.
  static var withTrouble: RunReport {
    func exchange(_ name: String, _ outcome: Exchange.Outcome, unanswered: String? = nil) -> Exchange {
      var exchange = Exchange(
        endpoint: "countries", operation: (.query, name), variables: [:], requestLine: "POST /countries", status: 200,
        nanoseconds: 5_000_000, outcome: outcome, session: "default")
      exchange.unanswered = unanswered
      return exchange
    }
    let use = Use(
      endpoint: "countries", session: "default", kind: .query, name: "Lost", variables: [:], source: .unanswered)
    for _ in 0..<2 { use.add() }
    let lost = exchange("Lost", .notRecorded("refused"), unanswered: "The upstream http://x cannot be reached")
    var passed = exchange("Passed", .notRecorded("on purpose"))
    passed.isPassedOnly = true
    return RunReport(
      command: Command(words: ["npm", "test"], code: 0), mode: "auto", endpoints: ["countries"],
      recordings: "recordings", usages: [Usage(use)],
      exchanges: [
        lost, lost, exchange("Other", .failed("mutation M was answered otherwise")),
        exchange("Bad", .notRecorded("status 500 (kept with --record-errors)")), passed,
      ])
  }
}
