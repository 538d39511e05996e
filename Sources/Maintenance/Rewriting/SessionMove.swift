import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Requests
import SchemaSources

/// Performs `understudy mv --session`: renames a named session in all endpoints that have it.
package struct SessionMove: Sendable {
  /// The renamed files, one a line.
  package private(set) var lines: [String] = []

  /// Renames the session.
  /// - Throws: `ConfigurationError` if there is no such session, or the new name is taken or invalid; `RecordingError`
  ///   if a file cannot be read or written. No file is changed, unless the error says so.
  package init(_ old: String, to new: String, recordings: String, endpoint: String?) throws {
    let (old, new) = (try Self.name(old), try Self.name(new))
    guard !old.hasSameScalars(as: new) else {
      throw ConfigurationError("The session already has the name \(SessionName.shown(new)). Choose another name.")
    }
    let folders = try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint)
    var holding: [EndpointFolder] = []
    var known: [String] = []
    for folder in folders {
      try folder.finishRewriting()
      let names = try folder.sessionNames()
      known += names
      if names.contains(where: { $0.hasSameScalars(as: new) }) {
        throw ConfigurationError(
          "\(folder.path) already has a session \(SessionName.shown(new)), so nothing was renamed. Choose another name\(endpoint == nil && folders.count > 1 ? ", or rename in one endpoint with --endpoint" : "")."
        )
      }
      if names.contains(where: { $0.hasSameScalars(as: old) }) { holding.append(folder) }
    }
    guard !holding.isEmpty else { throw ConfigurationError.noSession(old, recordings: recordings, known: known) }
    for folder in holding {
      guard let renamed = try folder.rename(session: old, to: new) else { continue }
      lines.append(RecordingError.printable("\(folder.path)/\(renamed.old) is now \(renamed.new)."))
    }
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
