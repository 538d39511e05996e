import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests

/// One request as a row of the page.
enum RequestRow {
  /// The most columns of the variables' text.
  private static let variablesLimit = 200

  static func json(_ entry: RequestHistory.Entry, _ record: AnswerRecord? = nil) -> JSONObject {
    var row: JSONObject = ["number": .int(entry.number), "time": .int(Int(entry.time))]
    switch entry.content {
    case .answer(let line): add(line, record, to: &row)
    case .exchange(let exchange): add(exchange, to: &row)
    case .refusal(let refusal):
      add(
        Row(
          endpoint: nil, session: nil, kind: nil, name: nil, title: refusal.requestLine, variables: "",
          source: AnswerLine.Source.refused.rawValue, status: refusal.status, hasErrors: true, recording: nil,
          remark: refusal.message), to: &row)
    }
    row["milliseconds"] = .number(JSONNumber(validated: milliseconds(entry.nanoseconds)))
    return row
  }

  private struct Row {
    var endpoint: String?
    var session: String?
    var kind: OperationKind?
    var name: String?
    var title: String
    var variables: String
    var source: String
    var status: Int
    var hasErrors: Bool
    var recording: String?
    var remark: String?
  }

  private static func add(_ row: Row, to object: inout JSONObject) {
    func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
    object["endpoint"] = text(row.endpoint)
    object["session"] = text(row.session)
    object["kind"] = text(row.kind?.rawValue)
    object["name"] = text(row.name)
    object["title"] = .string(row.title)
    object["variables"] = .string(row.variables)
    object["source"] = .string(row.source)
    object["status"] = .int(row.status)
    object["hasErrors"] = .bool(row.hasErrors)
    object["recording"] = text(row.recording)
    object["remark"] = text(row.remark)
  }

  private static func add(_ line: AnswerLine, _ record: AnswerRecord?, to row: inout JSONObject) {
    add(
      Row(
        endpoint: line.endpoint, session: line.session, kind: record?.operation?.kind, name: record?.operation?.name,
        title: line.title, variables: brief(line.variables), source: line.source.rawValue, status: line.status,
        hasErrors: line.hasErrors, recording: record?.recording, remark: line.remark), to: &row)
  }

  private static func add(_ exchange: Exchange, to row: inout JSONObject) {
    var (source, remark): (String, String?) = ("passed", nil)
    var recording: String?
    switch exchange.outcome {
    case .new(let file): (source, recording) = ("new", file)
    case .known(let file): (source, recording) = ("known", file)
    case .changed(let file): (source, recording) = ("changed", file)
    case .notRecorded(let why):
      (source, remark) = (exchange.unanswered == nil ? "passed" : "failed", "Not recorded: \(why)")
    case .failed(let why): (source, remark) = ("failed", why)
    }
    add(
      Row(
        endpoint: exchange.endpoint, session: exchange.session, kind: exchange.operation?.kind,
        name: exchange.operation?.name,
        title: exchange.operation.map {
          OperationTitle.text($0.kind, $0.name ?? exchange.sketch, variables: exchange.variables)
        } ?? exchange.requestLine,
        variables: brief(HTTPExchange.untitled(exchange.operation?.name, exchange.variables)), source: source,
        status: exchange.status, hasErrors: exchange.hasErrors, recording: recording,
        remark: remark ?? exchange.unanswered), to: &row)
  }

  private static func brief(_ variables: JSONObject) -> String {
    variables.isEmpty ? "" : JSON.object(variables).brief(limit: variablesLimit)
  }

  /// Returns milliseconds with two decimals.
  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let hundredths = nanoseconds / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
