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
      return "\(counted("mutation", "mutations")); --mutations asks \(them), and executes \(them) on the endpoint"
    case .afterMutations:
      return
        "\(counted("query", "queries")) recorded after mutations; --mutations asks \(them), and executes the mutations on the endpoint"
    case .subscription: return "\(counted("subscription", "subscriptions")), whose events would have to be waited for"
    case .inParts:
      return "\(counted("answer", "answers")) recorded in parts (@defer, @stream); record again to see what came of it"
    case .noJSON: return "\(counted("answer", "answers")) recorded as something else than JSON"
    case .upload: return "\(counted("upload", "uploads")), of whose files only a hash is kept"
    case .secret(let name):
      return
        "\(counted("request", "requests")) whose variable \(name) is a secret, which is not kept (of a test account it may be: redaction: { keep: [variables.\(name)] } in endpoint.yaml, and record again; for a log-in, give the token with --header)"
    case .placeholder(let name):
      return "\(counted("request", "requests")) whose variable \(name) may be any value by a rule, and is not kept"
    case .secretInDocument:
      return "\(counted("request", "requests")) in whose text a secret stood, which is not kept"
    case .secretHeader(let name):
      return "\(counted("request", "requests")) whose header \(name) is not kept; give it: --header '\(name): …'"
    case .credential(let name):
      return
        "\(counted("request", "requests")) asked with a credential, which is not kept; give it: --header '\(name): …'"
    case .otherCaller(let who):
      return "\(counted("request", "requests")) asked by \(who), whose credential the given one is not"
    case .unissuedID(let title, let id):
      return
        "\(count == 1 ? "" : "\(count) times ")\(title), which names id \(id): no answer of this run issued it, so it may be another object's now. If the endpoint can be reset, add --reset-command 'CMD': it runs before each session, and such ids are sent as recorded"
    case .ambiguousID(let title, let id):
      return
        "\(count == 1 ? "" : "\(count) times ")\(title), which names id \(id): this run issued another id in its place, and nothing tells whether the same object is meant. A schema tells; put one into the schemas folder"
    case .notSent(let title):
      return "\(counted("request", "requests")) recorded after \(title), which was not sent"
    case .notCarriedOut(let title):
      return "\(counted("request", "requests")) recorded after \(title), which was not carried out"
    case .unreachable(let why): return why
    case .noUpstream(let name):
      return
        "\(counted("request", "requests")) of \(name), whose upstream is not known; name it in \(name)/endpoint.yaml, for example: upstream: \(UpstreamURL.example), or pass it: --endpoint \(name) --upstream \(UpstreamURL.example)"
    case .gaveUp(let name): return "\(counted("request", "requests")) of \(name), which could not be asked"
    case .session:
      return
        "\(counted("named session", "named sessions")); to see what changed, record \(them) again: understudy exec --mode record -- <the command that runs the tests>"
    case .stopped: return "\(counted("request", "requests")), since it was stopped before"
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

  /// A line for each reason: `not asked: 3 queries recorded after mutations; …`.
  package var lines: [String] { reasons.map { "not asked: \($0.text(files($0).count))." } }
}
