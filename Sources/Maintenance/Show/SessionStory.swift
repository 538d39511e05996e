import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import SchemaSources

/// A recorded session, request by request, for `understudy show --session`.
package struct SessionStory: Sendable {
  /// A request of the session.
  struct Request: Sendable {
    /// The number of the request, from 1.
    let number: Int
    /// True if the request was concurrent with the one before it.
    let isTogether: Bool
    let title: String
    /// Lines about the request and its changes.
    var notes: [String]
    /// The first line of each answer.
    let answers: [String]
  }

  package let session: String
  package let endpoint: String
  private let file: String
  private let isIncomplete: Bool
  private let requests: [Request]

  /// The maximum length of printed variables and answers, in characters.
  private static let limit = 160
  private static let idLimit = 5

  init(
    _ recorded: RecordedSession, endpoint: String, file: String, hints: any SchemaHints,
    rule: (StatedOperation) -> History.Rule
  ) {
    session = recorded.name
    self.endpoint = endpoint
    self.file = file
    isIncomplete = recorded.isIncomplete
    var requests: [Request] = []
    var last: [ContentHash: (number: Int, answer: RecordedResponse)] = [:]
    for step in recorded.steps {
      for (index, request) in step.enumerated() {
        let number = requests.count + 1
        var notes = Self.identity(request)
        if request.stated.kind == .mutation { notes.append(Self.change(request, hints, rule(request.stated))) }
        if let before = last[request.key.hash], let now = request.responses.first, now != before.answer {
          notes.append("different answer than request \(before.number)")
        }
        if let answer = request.responses.last { last[request.key.hash] = (number, answer) }
        requests.append(
          Request(
            number: number, isTogether: index > 0, title: Self.title(request), notes: notes,
            answers: request.responses.map(Self.firstLine)))
      }
    }
    self.requests = requests
  }

  private static func title(_ request: RecordedSession.Request) -> String {
    guard let name = request.key.document.name else {
      return request.sent.isEmpty
        ? text(of: request) : "\(text(of: request)) \(JSON.object(request.sent).brief(limit: limit))"
    }
    return OperationTitle.text(request.stated.kind, name, variables: request.sent, limit: limit)
  }

  /// Returns the beginning of an anonymous operation's text.
  private static func text(of request: RecordedSession.Request) -> String {
    let text = request.redacted.document.printed().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count > 80 ? "\(text.prefix(80))…" : text
  }

  private static func identity(_ request: RecordedSession.Request) -> [String] {
    switch request.redacted.caller {
    case .anonymous: []
    case .authenticated(nil): ["sent authenticated"]
    case let caller: ["sent authenticated as \(caller.brief ?? "")"]
    }
  }

  /// Describes the changes of a mutation, from its arguments and answer.
  private static func change(
    _ request: RecordedSession.Request, _ hints: any SchemaHints, _ rule: History.Rule
  ) -> String {
    if request.isRefused { return "changed nothing: it was refused" }
    if case .changesNothing = rule { return "changed nothing: declared in endpoint.yaml" }
    let trace = Tracer(request.stated, hints: hints).trace(request.responses.first?.body.answer)
    let issued = trace.issued.map { "\($0.path) \(JSON.string($0.id.text).compactText)" }
    let named = trace.ids.subtracting(trace.issued.map(\.id)).sorted()
      .map { JSON.string($0.text).compactText }
    var parts: [String] = []
    if !named.isEmpty { parts.append("id \(list(named))") }
    if !issued.isEmpty { parts.append("returned \(list(issued))") }
    if !trace.types.isEmpty { parts.append("type \(list(trace.types.sorted { $0.precedesByScalars($1) }))") }
    return parts.isEmpty ? "changed: unknown, because it refers to no id" : "changed: \(parts.joined(separator: "; "))"
  }

  private static func list(_ items: [String]) -> String {
    let more = items.count - idLimit
    return items.prefix(idLimit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static func firstLine(_ response: RecordedResponse) -> String {
    let status = response.status == 200 ? "" : "HTTP \(response.status) "
    switch response.body {
    case .json(let body): return status + body.brief(limit: limit)
    case .text(let text):
      let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      return status + (line.count > limit ? "\(line.prefix(limit))…" : line)
    case .bytes(let bytes), .file(let bytes): return "\(status)\(bytes.count) bytes of binary data"
    case .events(let events):
      let count = events.events.count == 1 ? "1 event" : "\(events.events.count) events"
      guard let first = events.events.first else { return "\(status)\(count)" }
      return "\(status)\(count), first \(first.payload.brief(limit: limit))"
    }
  }

  /// The session's name and file, then two or more lines for each request.
  package func lines(colors: TextColors = TextColors(isOn: false)) -> [String] {
    let count = requests.count == 1 ? "1 request" : "\(requests.count) requests"
    var lines = [
      colors.bold(RecordingError.printable("session \(session)")),
      colors.dim(RecordingError.printable("\(file): \(count) to \(endpoint)")),
    ]
    if isIncomplete { lines.append("This recording is incomplete: recording stopped early, or the test failed.") }
    for request in requests {
      let together = request.isTogether ? " (at the same time as \(request.number - 1))" : ""
      lines += ["", colors.bold(RecordingError.printable("\(request.number). \(request.title)\(together)"))]
      lines += request.notes.map { RecordingError.printable("   \($0)") }
      lines += request.answers.map { colors.dim(RecordingError.printable("   → \($0)")) }
    }
    return lines
  }

  /// Returns a session as recorded by each endpoint.
  /// - Returns: at least one story.
  /// - Throws: `ConfigurationError` if no endpoint has the session; `RecordingError` if a file cannot be read.
  package static func all(
    of session: String, recordings: String, schemas: String, endpoint: String?
  ) throws -> [SessionStory] {
    let name: String
    do throws(SessionNameProblem) {
      name = try SessionName.canonical(session, isEncoded: false)
    } catch {
      throw ConfigurationError(error.message)
    }
    let endpoints = try Endpoints.forReplay(
      name: endpoint, recordings: recordings, schemas: schemas, seed: 0, onMiss: .error)
    let stories = try endpoints.compactMap { try $0.story(of: name, recordings: recordings) }
    guard stories.isEmpty else { return stories }
    let known = try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint).flatMap {
      try $0.sessionNames()
    }
    throw ConfigurationError.noSession(name, recordings: recordings, known: known)
  }
}

extension Endpoint {
  fileprivate func story(of session: String, recordings: String) throws -> SessionStory? {
    guard let store, let recorded = try recordedSession(session, from: store) else { return nil }
    return SessionStory(
      recorded, endpoint: name, file: "\(recordings)/\(recorded.file)", hints: hints, rule: historyRule(of:))
  }
}
