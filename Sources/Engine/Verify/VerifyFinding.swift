package import OrderedJSON
package import Recordings

/// One line of what `understudy verify` found.
package struct VerifyFinding: Hashable, Sendable {
  package let severity: Drift.Severity
  /// The recording, or the operation, that it is about, as the user named its folder.
  package let file: String
  /// Where in the file.
  package let place: RecordingError.Place?
  package let message: String

  /// `file:line:column: error: sentence`, as compilers have it, so that editors jump to it.
  package var description: String {
    let position = place.map { ":\($0.line):\($0.column)" } ?? ""
    return RecordingError.printable("\(file)\(position): \(severity.rawValue): \(message)")
  }

  /// The line of `--json`.
  package var json: JSON {
    var members: JSONObject = [
      "event": .string(severity.rawValue), "file": .string(file), "message": .string(message),
    ]
    if let place {
      members["line"] = .int(place.line)
      members["column"] = .int(place.column)
    }
    return .object(members)
  }
}

/// Why a recorded request is not asked. What it says is the end of a sentence that counts them.
package enum Unasked: Hashable, Sendable {
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
  /// One that goes before it was not carried out.
  case notCarriedOut(String)
  /// No recorded mutation leads to its state, or the like.
  case unreachable(String)
  /// Nobody knows where the endpoint is: its name.
  case noUpstream(String)
  /// The endpoint could not be asked, or not to the end: its name.
  case gaveUp(String)
  /// Somebody ended it before.
  case stopped

  /// What is said of `count` of them.
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
      return "\(counted("request", "requests")) whose variable \(name) is a secret, which is not kept"
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
    case .notCarriedOut(let title):
      return "\(counted("request", "requests")) recorded after \(title), which the endpoint did not carry out"
    case .unreachable(let why): return why
    case .noUpstream(let name):
      return
        "\(counted("request", "requests")) of \(name), of which nobody knows where it is; name it in \(name)/endpoint.yaml (upstream: https://…), or by --endpoint \(name) --upstream URL"
    case .gaveUp(let name): return "\(counted("request", "requests")) of \(name), which could not be asked"
    case .stopped: return "\(counted("request", "requests")), since it was stopped before"
    }
  }
}
