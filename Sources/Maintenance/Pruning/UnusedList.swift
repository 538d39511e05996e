import OrderedJSON
import Recordings
import SchemaSources

/// The unused files of a run, from the array `unused` of its report: paths in the recordings folder.
///
/// The last line of `exec --json` contains it; a report file is a single object.
package struct UnusedList: Hashable, Sendable {
  /// Paths such as `endpoint/folder/file.json`.
  package let paths: Set<String>

  /// Reads a report. Paths may start with `recordings`. `isTrusted` accepts a run that failed or answered nothing.
  /// - Throws: if the file cannot be read or has no list of unused files.
  package init(path: String, recordings: String, isTrusted: Bool = false) throws {
    self = try UnusedList(
      try FileReading.bytes(of: path), path: path, recordings: recordings, isTrusted: isTrusted)
  }

  init(
    _ bytes: [UInt8], path: String, recordings: String, isTrusted: Bool = false
  ) throws(ConfigurationError) {
    let object = try ReportFile.object(bytes, path: path)
    guard let unused = object["unused"]?.arrayValue else {
      throw ConfigurationError(
        "\(path): has no list \"unused\" at its top level, so the unused recordings are unknown. Use "
          + "the JSON report of `understudy exec`.")
    }
    try ReportFile.check(object, path: path)
    if !isTrusted, let doubt = Self.doubt(object) {
      throw ConfigurationError(
        "\(path): \(doubt), so it may list used recordings as unused. Use the report of a passing run, or accept this one with --trust-reports."
      )
    }
    var paths: Set<String> = []
    let prefix = recordings.hasSuffix("/") ? recordings : "\(recordings)/"
    for (index, element) in unused.enumerated() {
      guard let text = element.stringValue else {
        throw ConfigurationError(
          "\(path): \"unused\" has \(element.brief(limit: 60)) at position \(index + 1): expected the path of a recording."
        )
      }
      paths.insert(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    }
    self.paths = paths
  }

  /// Returns the reason to distrust a run; nil if there is none.
  private static func doubt(_ object: JSON) -> String? {
    // Older reports contain only the exit code of the command.
    if let code = (object["commandExitCode"] ?? object["exitCode"])?.intValue, code != 0 {
      return "its command exited with \(code), and may not have sent all its requests"
    }
    if let code = object["exitCode"]?.intValue, code != 0 {
      return "understudy exec exited with \(code), since requests missed or something was not saved"
    }
    guard let answered = object["answered"]?.objectValue else { return nil }
    let count = answered.members.reduce(0) { $0 + ($1.value.intValue ?? 0) }
    return count == 0 ? "no request of its run was answered" : nil
  }
}
