package import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests

/// A recorded request in the formats of other programs.
package struct RequestSpelling: Sendable {
  private let request: RecordedRequest

  package init(_ request: RecordedRequest) { self.request = request }

  private var document: String {
    var text = request.document.printed()
    while text.last == "\n" { text.removeLast() }
    return text
  }

  // MARK: curl

  /// Returns a shell command, on several lines, that sends the request to a server such as `http://127.0.0.1:4000`.
  package func curl(origin: String) -> String {
    if let exchange = Self.exchange(request.name, request.variables) {
      let own = headers.filter { $0.name != "content-type" } + (exchange.mediaType.map { [("content-type", $0)] } ?? [])
      let parts =
        ["curl --request \(exchange.method) \(Self.quoted("\(origin)/\(request.endpoint)\(exchange.path)"))"]
        + own.map { "--header \(Self.quoted("\($0.0): \($0.1)"))" } + exchange.body
      return parts.joined(separator: " \\\n  ")
    }
    var parts = ["curl \(Self.quoted("\(origin)/\(request.endpoint)"))"]
    // Shows events as they arrive.
    if request.kind == OperationKind.subscription.rawValue { parts[0] += " --no-buffer" }
    parts += headers.map { "--header \(Self.quoted("\($0.name): \($0.value)"))" }
    var body: JSONObject = ["query": .string(document)]
    if let name = request.name { body["operationName"] = .string(name) }
    body["variables"] = .object(request.variables)
    parts.append("--data-raw \(Self.quoted(JSON.object(body).compactText))")
    return parts.joined(separator: " \\\n  ")
  }

  private var headers: [(name: String, value: String)] {
    // Recorded headers take precedence over the usual ones of such a request.
    let counted = request.recording.headers.map { (name: $0.name, value: $0.value) }
    var usual = [(name: "content-type", value: "application/json")]
    if request.kind == OperationKind.subscription.rawValue { usual.append(("accept", "text/event-stream")) }
    if let session = request.session { usual.append(("x-understudy-session", SessionName.encoded(session))) }
    var headers = usual.filter { header in !counted.contains { $0.name == header.name } } + counted
    if let credential = Self.credential(of: request.recording.identity) {
      switch request.identityRule.sources.first {
      case .header(let name): headers.append((name, credential))
      case .cookie(let name): headers.append(("cookie", "\(name)=\(credential)"))
      case nil: break
      }
    }
    return headers
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

  /// Quotes a word for a shell: in single quotes, only the quote itself is special.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || ":/._-".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  // MARK: GraphQL

  /// The document, an empty line, and the variables as JSON.
  package var graphQL: String {
    var variables = String(decoding: JSON.object(request.variables).serializePretty(), as: UTF8.self)
    while variables.last == "\n" { variables.removeLast() }
    return "\(document)\n\n\(variables)"
  }

  /// Notes on the parts that the client must add, one a line: uploaded files, credentials, redacted values.
  package var notes: [String] {
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
