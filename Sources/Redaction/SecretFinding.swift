package import OrderedJSON
package import Recordings

/// A place in a file, or the name of a file or folder, that looks like a secret. It never contains the value.
package struct SecretFinding: Hashable, Sendable {
  /// The path of the file or folder as given, with `…` for anything that looks like a secret.
  package let path: String
  package let place: Place
  package let kind: SecretKind
  /// The name that makes it a secret, for `SecretKind.named`.
  package let name: String?

  /// The place of a finding.
  package enum Place: Hashable, Sendable {
    /// A place in the file, from 1; in JSON also the path, with `…` for names that are secrets themselves.
    case content(RecordingError.Place, path: JSONPath?)
    case fileName
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
  /// `file:line:column: sentence`, the format of compilers, so that editors can open the place.
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

  /// The advice that is printed once after the findings.
  package static let advice =
    "If it is real, revoke it and record again. If it is not, add a rule `keep` for it to endpoint.yaml."
}
