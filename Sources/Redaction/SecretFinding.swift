package import OrderedJSON
package import Recordings

/// A place in a file, or a name of a file or folder, that looks like a secret. The value is never in it.
package struct SecretFinding: Hashable, Sendable {
  /// The file or folder, as it was given; what looks like a secret in it is written as `…`.
  package let path: String
  /// What of it is meant.
  package let place: Place
  package let kind: SecretKind
  /// The name that makes it one, for `SecretKind.named`.
  package let name: String?

  /// What a finding is about.
  package enum Place: Hashable, Sendable {
    /// A place in the file, from 1; in a tree also the way to it, with `…` where that itself is secret.
    case content(RecordingError.Place, path: JSONPath?)
    /// The file's own name.
    case fileName
    /// The folder's own name.
    case folderName
  }

  init(path: String, place: Place, kind: SecretKind, name: String? = nil) {
    self.path = path
    self.place = place
    self.kind = kind
    self.name = name
  }
}

extension SecretFinding: CustomStringConvertible {
  /// `file:line:column: sentence`, as compilers print, so that editors jump to it.
  package var description: String {
    switch place {
    case .content(let place, let way):
      let sentence =
        if let name, kind == .named {
          "the value of \(RecordingError.shown(.string(name))) is not redacted"
        } else {
          "looks like \(kind.rawValue)"
        }
      return RecordingError(.system, path, place, sentence + (way.map { " (\($0))." } ?? ".")).description
    case .fileName: return named("file")
    case .folderName: return named("folder")
    }
  }

  private func named(_ what: String) -> String {
    RecordingError(.system, path, nil, "the name of the \(what) contains what looks like \(kind.rawValue).").description
  }

  /// What to do about findings; printed once behind them.
  package static let advice =
    "If it is real, revoke it and record again. If it is not, add a rule `keep` for it to endpoint.yaml."
}
