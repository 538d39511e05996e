import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import SchemaSources

/// Performs `understudy mv --session`: renames a named session, and those within it, in all endpoints that have them.
package struct SessionMove: Sendable {
  /// The renamed files, one a line.
  package private(set) var lines: [String] = []

  /// Renames the sessions.
  /// - Throws: `ConfigurationError` if there is no such session, or a new name is taken or invalid; `RecordingError`
  ///   if a file cannot be read or written. No file is changed, unless the error says so.
  package init(_ old: String, to new: String, recordings: String, endpoint: String?) throws {
    let (old, new) = (try Self.name(old), try Self.name(new))
    guard !old.hasSameScalars(as: new) else {
      throw ConfigurationError("The session already has the name \(SessionName.shown(new)). Choose another name.")
    }
    var recorded: [(folder: EndpointFolder, names: [String])] = []
    for folder in try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint) {
      try folder.finishRewriting()
      recorded.append((folder, try folder.sessionNames()))
    }
    var moves: [(folder: EndpointFolder, old: String, new: String)] = []
    for (folder, names) in recorded {
      for name in names {
        guard let rest = Self.rest(of: name, within: old) else { continue }
        let renamed = try Self.name(new + rest)
        if let taken = recorded.first(where: { $0.names.contains { $0.hasSameScalars(as: renamed) } }) {
          throw ConfigurationError(
            "\(taken.folder.path) already has a session \(SessionName.shown(renamed)), so nothing was renamed. Choose another name\(endpoint == nil && recorded.count > 1 ? ", or rename in one endpoint with --endpoint" : "")."
          )
        }
        moves.append((folder, name, renamed))
      }
    }
    guard !moves.isEmpty else {
      throw ConfigurationError.noSession(old, recordings: recordings, known: recorded.flatMap(\.names))
    }
    for move in moves {
      guard let renamed = try move.folder.rename(session: move.old, to: move.new) else { continue }
      lines.append(RecordingError.printable("\(move.folder.path)/\(renamed.old) is now \(renamed.new)."))
    }
  }

  /// Returns what follows in the name of a session within another one: `::test_add` in a file, `[CA]` in a test. Empty
  /// for the same name, nil for the name of any other session.
  private static func rest(of name: String, within whole: String) -> String? {
    guard name.unicodeScalars.starts(with: whole.unicodeScalars) else { return nil }
    let rest = String(name.unicodeScalars.dropFirst(whole.unicodeScalars.count))
    return rest.isEmpty || ["::", "/", ".", "[", "(", " > "].contains(where: rest.hasPrefix) ? rest : nil
  }

  private static func name(_ text: String) throws(ConfigurationError) -> String {
    let name: String
    do throws(SessionNameProblem) {
      name = try SessionName.canonical(text, isEncoded: false)
    } catch {
      throw ConfigurationError(error.message)
    }
    guard SessionName.isNamed(name) else {
      throw ConfigurationError(
        "\"\(SessionName.standard)\" is the name for requests without a session. Choose another name.")
    }
    return name
  }
}

extension ConfigurationError {
  /// The error for a session that is not recorded.
  static func noSession(_ name: String, recordings: String, known: [String]) -> ConfigurationError {
    let names = Array(Set(known)).sorted { $0.precedesByScalars($1) }
    // A part of a session's name is often its test's own name: `test_add` for `tests/test_cart.py::test_add`.
    let longer = name.isEmpty ? [] : names.filter { $0.contains(name) }.prefix(3)
    let suggestions = didYouMean(nil, longer.isEmpty ? suggestionList(name, names) : Array(longer))
    let more = known.isEmpty ? " There are no named sessions." : " `understudy show --sizes` lists the sessions."
    return ConfigurationError(
      "No session \(SessionName.shown(name)) is recorded in \(recordings)/.\(suggestions)\(more)")
  }
}
