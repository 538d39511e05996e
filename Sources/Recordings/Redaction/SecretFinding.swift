import OrderedJSON

/// A place in a file that looks like a secret. The value is never in it.
package struct SecretFinding: Hashable, Sendable {
  /// The file, as it was given.
  package let path: String
  /// Where in the file, from 1; nil where the file's own name is meant.
  package let place: RecordingError.Place?
  package let kind: SecretKind
  /// The name that makes it one, for `SecretKind.named`.
  package let name: String?

  init(path: String, place: RecordingError.Place?, kind: SecretKind, name: String? = nil) {
    self.path = path
    self.place = place
    self.kind = kind
    self.name = name
  }
}

extension SecretFinding: CustomStringConvertible {
  /// `file:line:column: sentence`, as compilers print, so that editors jump to it.
  package var description: String {
    let start = place.map { ":\($0.line):\($0.column)" } ?? ""
    let sentence: String
    if let name, kind == .named {
      sentence = "the value of \(RecordingError.shown(.string(name))) is not redacted."
    } else if place == nil {
      sentence = "the file's name holds what looks like \(kind.rawValue)."
    } else {
      sentence = "looks like \(kind.rawValue)."
    }
    // A name that itself holds the secret is not repeated: the folder has to do.
    return RecordingError(.system, shownPath + start, nil, sentence).description
  }

  private var shownPath: String {
    guard place == nil, let slash = path.lastIndex(of: "/") else { return place == nil ? "(a file)" : path }
    return "\(path[..<slash])/…"
  }

  /// What to do about findings; printed once behind them.
  package static let advice =
    "If it is real, revoke it and record again; if it is not, say so in endpoint.yaml with a rule `keep` for the place."
}
