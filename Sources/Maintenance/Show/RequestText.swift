package import Engine
package import GraphQLLanguage
package import OrderedJSON
import Recordings
import Replay
import Requests

/// A request in the formats of other programs.
package struct RequestText: Sendable {
  let endpoint: String
  let kind: String
  let name: String?
  let document: String
  let variables: JSONObject
  private let session: String?
  private let headers: [(name: String, value: String)]
  /// Notes on the parts that the client must add, one a line: uploaded files, credentials, redacted values.
  package let notes: [String]

  package init(_ request: RecordedRequest) {
    var headers = request.recording.headers.map { (name: $0.name, value: $0.value) }
    if let credential = Self.credential(of: request.recording.identity) {
      switch request.identityRule.sources.first {
      case .header(let name): headers.append((name, credential))
      case .cookie(let name): headers.append(("cookie", "\(name)=\(credential)"))
      case nil: break
      }
    }
    self.init(
      endpoint: request.endpoint, kind: request.kind, name: request.name, document: request.document,
      variables: request.variables, headers: headers, session: request.session, notes: Self.notes(request))
  }

  /// Creates a request from its parts. `headers` are those besides the usual ones; `session` is nil without a name.
  package init(
    endpoint: String, kind: String, name: String?, document: Document, variables: JSONObject,
    headers: [(name: String, value: String)] = [], session: String?, notes: [String] = []
  ) {
    self.endpoint = endpoint
    self.kind = kind
    self.name = name
    var text = document.printed()
    while text.last == "\n" { text.removeLast() }
    self.document = text
    self.variables = variables
    self.headers = headers
    self.session = session
    self.notes = notes
  }

  /// The text in place of a credential that is not saved.
  package static let credential = "CREDENTIAL"

  // MARK: curl

  /// Returns a shell command, on several lines, that sends the request to a server such as `http://127.0.0.1:4000`.
  package func curl(origin: String) -> String {
    if let exchange = Self.exchange(name, variables) {
      let own =
        sentHeaders.filter { $0.name != "content-type" } + (exchange.mediaType.map { [("content-type", $0)] } ?? [])
      let parts =
        ["curl --request \(exchange.method) \(Self.quoted("\(origin)/\(endpoint)\(exchange.path)"))"]
        + own.map { "--header \(Self.quoted("\($0.0): \($0.1)"))" } + exchange.body
      return parts.joined(separator: " \\\n  ")
    }
    var parts = ["curl \(Self.quoted("\(origin)/\(endpoint)"))"]
    // Shows events as they arrive.
    if kind == OperationKind.subscription.rawValue { parts[0] += " --no-buffer" }
    parts += sentHeaders.map { "--header \(Self.quoted("\($0.name): \($0.value)"))" }
    parts.append("--data-raw \(Self.quoted(JSON.object(body).compactText))")
    return parts.joined(separator: " \\\n  ")
  }

  /// The body of a POST.
  var body: JSONObject {
    var body: JSONObject = ["query": .string(document)]
    if let name { body["operationName"] = .string(name) }
    body["variables"] = .object(variables)
    return body
  }

  /// The headers to send.
  var sentHeaders: [(name: String, value: String)] {
    // Recorded headers take precedence over the usual ones of such a request.
    var usual = [(name: "content-type", value: "application/json")]
    if kind == OperationKind.subscription.rawValue { usual.append(("accept", "text/event-stream")) }
    if let session { usual.append(("x-understudy-session", SessionName.encoded(session))) }
    return usual.filter { header in !headers.contains { $0.name == header.name } } + headers
  }

  /// Returns a credential that replay accepts for the caller, or a placeholder for an unknown one.
  private static func credential(of caller: Caller) -> String? {
    switch caller {
    case .anonymous: nil
    case .authenticated(nil): "Bearer any-credential"
    case .authenticated(let name?): "CREDENTIAL OF \(name)"
    case .user, .numbered: caller.brief.map { "CREDENTIAL OF \($0)" }
    case .known(let pseudonym, let scheme): scheme.map { "\($0) \(pseudonym)" } ?? pseudonym
    }
  }

  /// Quotes a word of a curl command.
  static func quoted(_ text: String) -> String { RecordingError.shellQuoted(text, plain: ":/._-") }

  // MARK: GraphQL

  /// The document, an empty line, and the variables as JSON.
  package var graphQL: String {
    var text = String(decoding: JSON.object(variables).serializePretty(), as: UTF8.self)
    while text.last == "\n" { text.removeLast() }
    return "\(document)\n\n\(text)"
  }

  private static func notes(_ request: RecordedRequest) -> [String] {
    var notes: [String] = []
    let text = JSON.object(request.variables).compactText
    if text.contains("understudy-file sha256:") {
      notes.append("It uploaded files, of which only a hash is recorded. Send them with your client.")
    }
    if text.contains("understudy-any") || text.contains("understudy-matches") {
      notes.append("A rule ignores some values. Replace understudy-any or understudy-matches with a value.")
    }
    if case .authenticated(let name?) = request.recording.identity {
      notes.append("It was recorded for \(name), whose credential is not saved. Insert it.")
    }
    if !request.recording.states.contains(where: { StateID(recorded: $0.name).isStart }) {
      notes.append("It was recorded only after mutations. Send these first, in the same session.")
    }
    return notes
  }
}
