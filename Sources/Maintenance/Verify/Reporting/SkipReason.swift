import EndpointConfiguration
import Recordings

/// The reason why a recorded request is not sent; its text ends a sentence that counts such requests.
package enum SkipReason: Hashable, Sendable {
  /// A mutation, which was not asked for.
  case mutation
  /// It was recorded after mutations, which were not asked for.
  case afterMutations
  /// Its events would have to be waited for.
  case subscription
  /// Its answer was recorded in parts.
  case inParts
  /// What was recorded is no JSON.
  case noJSON
  /// Files were uploaded with it, of which only a hash is kept.
  case upload
  /// The variable that was a secret, by its path.
  case secret(String)
  /// The variable for which a rule says that any value will do.
  case placeholder(String)
  /// A secret stood in the text of the operation.
  case secretInDocument
  /// A header that counts held a secret.
  case secretHeader(String)
  /// It was asked with a credential; the header that carries such.
  case credential(String)
  /// The credential that is given is another's.
  case otherCaller(String)
  /// It names an id that no answer of this run issued: the operation's title, and the id.
  case unissuedID(String, String)
  /// It names an id that this run issued for another object, as far as names and types tell: likewise.
  case ambiguousID(String, String)
  /// One that goes before it was not sent.
  case notSent(String)
  /// One that goes before it was not carried out.
  case notCarriedOut(String)
  /// No recorded mutation leads to its state, or the like.
  case unreachable(String)
  /// Nobody knows where the endpoint is: its name.
  case noUpstream(String)
  /// The endpoint could not be asked, or not to the end: its name.
  case gaveUp(String)
  /// It is the recording of a named session.
  case session
  /// Somebody ended it before.
  case stopped

  /// What is said of `count` of them.
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
        "\(counted("named session", "named sessions")). To see what changed, record \(them) again: understudy exec --mode record -- <the command that runs the tests>"
    case .stopped: return "\(counted("request", "requests")), because verify was stopped"
    }
  }
}

/// The skipped requests by reason, in the order in which the reasons occurred.
package struct SkippedRequests: Sendable {
  package private(set) var reasons: [SkipReason] = []
  private var files: [SkipReason: [String]] = [:]

  package init() {}

  /// How many requests were not asked.
  package var count: Int { files.values.reduce(0) { $0 + $1.count } }

  /// The files, below the recordings folder, with repetitions where several answers of one were not asked.
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
