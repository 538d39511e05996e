import EndpointConfiguration
import Recordings

/// The reason that a recorded request is not sent. Its text ends a sentence that counts such requests.
package enum SkipReason: Hashable, Sendable {
  /// A mutation, without `--mutations`.
  case mutation
  /// A query recorded after mutations, without `--mutations`.
  case afterMutations
  /// A subscription, whose events would take time.
  case subscription
  /// The answer was recorded in parts.
  case inParts
  /// An HTTP request that is not GraphQL.
  case exchange
  /// The recorded answer is not JSON.
  case noJSON
  /// It uploaded files, of which only hashes are stored.
  case upload
  /// The path of a variable that is a secret.
  case secret(String)
  /// The variable for which a rule accepts any value.
  case placeholder(String)
  /// The operation's text contains a secret.
  case secretInDocument
  /// The name of a recorded header that is a secret.
  case secretHeader(String)
  /// The header of the missing credential.
  case credential(String)
  /// The given credential belongs to another caller.
  case otherCaller(String)
  /// The operation's title, and an id in it that no answer of this run issued.
  case unissuedID(String, String)
  /// The operation's title, and an id in it that this run issued for another object, judging by names and types.
  case ambiguousID(String, String)
  /// A preceding request was not sent.
  case notSent(String)
  /// A preceding mutation failed.
  case notCarriedOut(String)
  /// No recorded mutation leads to its state, or the like.
  case unreachable(String)
  /// The name of an endpoint without a known URL.
  case noUpstream(String)
  /// The name of an endpoint that could not be verified, or not completely.
  case gaveUp(String)
  /// The recording belongs to a named session.
  case session
  /// The user stopped the run.
  case stopped

  /// Returns the text for `count` requests.
  package func text(_ count: Int) -> String {
    func counted(_ one: String, _ many: String) -> String { count == 1 ? "1 \(one)" : "\(count) \(many)" }
    let them = count == 1 ? "it" : "them"
    switch self {
    case .mutation:
      return "\(counted("mutation", "mutations")). --mutations sends \(them), and the API executes \(them)"
    case .afterMutations:
      return
        "\(counted("query", "queries")) recorded after mutations. --mutations sends \(them), and the API executes the mutations"
    case .subscription: return "\(counted("subscription", "subscriptions"))"
    case .inParts:
      return
        "\(counted("answer", "answers")) recorded incrementally (@defer, @stream). Record again to see what changed"
    case .exchange:
      return "\(counted("HTTP request that is", "HTTP requests that are")) not GraphQL"
    case .noJSON: return "\(counted("answer", "answers")) not recorded as JSON"
    case .upload: return "\(counted("upload", "uploads")), of which only a hash is recorded"
    case .secret(let name):
      return
        "\(counted("request", "requests")) whose variable \(name) is redacted. If it belongs to a test account, add this to endpoint.yaml, and record again: redaction: { keep: [variables.\(name)] }. For a login, pass the token with --header"
    case .placeholder(let name):
      return "\(counted("request", "requests")) whose variable \(name) is ignored by a rule, and not recorded"
    case .secretInDocument:
      return "\(counted("request", "requests")) with a redacted secret in the document"
    case .secretHeader(let name):
      return "\(counted("request", "requests")) whose header \(name) is not recorded. Pass it: --header '\(name): …'"
    case .credential(let name):
      return
        "\(counted("request", "requests")) recorded with a credential, which is not saved. Pass it: --header '\(name): …'"
    case .otherCaller(let who):
      return "\(counted("request", "requests")) recorded as \(who). Pass that user's token with --header"
    case .unissuedID(let title, let id):
      return
        "\(count == 1 ? "" : "\(count) times ")\(title), which refers to id \(id). No answer of this run issued it, so it may now belong to another object. If the API can be reset, add --reset-command 'CMD'. It runs before each session, and such ids are sent as recorded"
    case .ambiguousID(let title, let id):
      return
        "\(count == 1 ? "" : "\(count) times ")\(title), which refers to id \(id). This run issued another id in its place, which may belong to another object. Add the schema to the schemas folder to resolve this"
    case .notSent(let title):
      return "\(counted("request", "requests")) recorded after \(title), which was not sent"
    case .notCarriedOut(let title):
      return "\(counted("request", "requests")) recorded after \(title), which the API did not execute"
    case .unreachable(let why): return why
    case .noUpstream(let name):
      return
        "\(counted("request", "requests")) of \(name), which has no upstream. Add it to \(name)/endpoint.yaml, for example: upstream: \(UpstreamURL.example). Or pass it: --endpoint \(name) --upstream \(UpstreamURL.example)"
    case .gaveUp(let name): return "\(counted("request", "requests")) of \(name), which could not be reached"
    case .session:
      return
        "\(counted("named session", "named sessions")), which verify cannot send. To check them, run the tests on the real API, with the options of the exec command that replays them: understudy exec --mode live -- <the command that runs the tests>"
    case .stopped: return "\(counted("request", "requests")), because verify was stopped"
    }
  }
}

/// The skipped requests by reason, in order of first occurrence.
package struct SkippedRequests: Sendable {
  package private(set) var reasons: [SkipReason] = []
  private var files: [SkipReason: [String]] = [:]

  package init() {}

  package var count: Int { files.values.reduce(0) { $0 + $1.count } }

  /// Returns the files in the recordings folder, repeated for several answers of one file.
  package func files(_ reason: SkipReason) -> [String] { files[reason] ?? [] }

  mutating func add(_ reason: SkipReason, _ file: String) {
    if files[reason] == nil { reasons.append(reason) }
    files[reason, default: []].append(file)
  }

  mutating func add(_ other: SkippedRequests) {
    for reason in other.reasons { for file in other.files(reason) { add(reason, file) } }
  }

  /// A line for each reason: `Skipped 3 queries recorded after mutations. …`.
  package var lines: [String] { reasons.map { "Skipped \($0.text(files($0).count))." } }
}
