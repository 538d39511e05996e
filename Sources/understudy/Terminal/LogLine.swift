import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests

/// One request in the log.
struct LogLine {
  /// The endpoint's name; nil if the request names none.
  var endpoint: String?
  var session: String
  /// `query CountryDetail`, or `POST /countries`.
  var title: String
  var variables = JSONObject()
  var source: String
  var status: Int
  var nanoseconds: UInt64 = 0
  var hasErrors = false
  /// An explanation, printed below the line.
  var remark: String?
  var bodies: AnswerLine.Bodies?
  /// The outcome of recording; nil for an answer that is not the upstream's.
  var outcome: String?
  /// True if the upstream gave no answer.
  var isUnanswered = false
  var traceID: String?

  init(_ answer: AnswerLine, nanoseconds: UInt64, traceID: String?) {
    endpoint = answer.endpoint
    session = answer.session
    title = answer.title
    variables = answer.variables
    source = answer.source.rawValue
    status = answer.status
    self.nanoseconds = nanoseconds
    self.traceID = traceID
    hasErrors = answer.hasErrors
    bodies = answer.bodies
  }

  init(_ exchange: Exchange) {
    endpoint = exchange.endpoint
    session = exchange.session ?? "-"
    title =
      exchange.operation.map { OperationTitle.text($0.kind, $0.name ?? exchange.sketch, variables: exchange.variables) }
      ?? exchange.requestLine
    variables = HTTPExchange.untitled(exchange.operation?.name, exchange.variables)
    let words = exchange.words
    source = words.word
    outcome = words.word.lowercased()
    isUnanswered = exchange.unanswered != nil
    traceID = exchange.traceID
    remark = words.remark
    status = exchange.status
    nanoseconds = exchange.nanoseconds
    hasErrors = exchange.hasErrors
    bodies = exchange.bodies
  }

  init(_ refusal: Refusal) {
    endpoint = refusal.endpoint
    session = refusal.session ?? "-"
    title = refusal.requestLine
    source = AnswerLine.Source.refused.rawValue
    status = refusal.status
    remark = refusal.message
    traceID = refusal.traceID
  }
}

extension Exchange {
  /// The outcome as a word, with an explanation.
  var words: (word: String, remark: String?) {
    switch outcome {
    case .new: ("new", nil)
    case .known: ("known", nil)
    case .changed(let file): ("changed", file)
    case .notRecorded(let why): unanswered == nil ? ("passed", "not recorded: \(why)") : ("FAILED", why)
    case .failed(let why): ("FAILED", why)
    }
  }
}

/// The columns of the log.
struct LogLayout {
  /// The width of a line, in columns.
  var width: Int
  var isColored: Bool
  /// True if lines name the endpoint.
  var namesEndpoints: Bool
  /// The width of the session's column: that of the longest name so far, up to a bound.
  private(set) var sessionWidth = 7

  private static let sourceWidth = 9
  private static let shortestSubject = 8

  init(width: Int, isColored: Bool, namesEndpoints: Bool) {
    self.width = width
    self.isColored = isColored
    self.namesEndpoints = namesEndpoints
  }

  /// Returns the line without its time and duration, which is equal for repeated requests.
  func key(_ line: LogLine) -> String {
    "\(line.session) \(line.endpoint ?? "") \(line.title) \(JSON.object(line.variables).brief(limit: 1_000)) \(line.source) \(line.status) \(line.hasErrors)"
  }

  /// Formats a line, without its newline.
  ///
  /// - Parameters:
  ///   - line: the request.
  ///   - time: `09:41:07`.
  ///   - count: the number of times in a row that the request came.
  /// - Returns: the line.
  mutating func text(_ line: LogLine, time: String, count: Int = 1) -> String {
    let session = Terminal.harmless(line.session)
    let longest = width < 70 ? 7 : width < 100 ? 12 : 24
    sessionWidth = max(sessionWidth, min(longest, TextColumns.count(session)))
    let source = TextColumns.padded(line.source, to: Self.sourceWidth)
    let status = String(line.status)
    let duration = "\(line.nanoseconds / 1_000_000) ms"
    let end = "  \(String(repeating: " ", count: max(0, 7 - duration.count)))\(duration)"
    let fixed = time.count + 2 + sessionWidth + 2 + 2 + source.count + 2 + status.count + end.count
    let marks = (line.hasErrors ? " [errors]" : "") + (count > 1 ? " ×\(count)" : "")
    let room = max(Self.shortestSubject, width - fixed)
    let subject = subject(line, columns: room - marks.count) + marks
    return [
      colored(time, "2"), TextColumns.padded(TextColumns.end(of: session, columns: sessionWidth), to: sessionWidth),
      TextColumns.padded(subject, to: room), colored(source, line.color), colored(status, line.statusColor),
    ].joined(separator: "  ") + colored(end, "2")
  }

  /// Returns the operation and its variables, as far as they fit.
  private func subject(_ line: LogLine, columns: Int) -> String {
    let endpoint = namesEndpoints ? line.endpoint.map { "\($0): " } ?? "" : ""
    let variables = line.variables.isEmpty ? "" : " " + JSON.object(line.variables).brief(limit: columns)
    return TextColumns.beginning(of: Terminal.harmless(endpoint + line.title + variables), columns: columns)
  }

  func colored(_ text: String, _ code: String) -> String { isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension LogLine {
  fileprivate var color: String {
    switch source {
    case "exact", "known": "32"
    case "inferred", "derived", "changed": "33"
    case "generated", "introspection", "new": "36"
    case "miss", "refused", "fault", "FAILED": "31"
    default: "35"
    }
  }

  fileprivate var statusColor: String { status >= 400 ? "31" : hasErrors ? "33" : "0" }
}
