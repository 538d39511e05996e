import Engine
import OrderedJSON
import Recordings
import SchemaSources

/// What a report of a run says was never used: the array `unused` at its top level, paths below the recordings folder.
///
/// `exec --json` prints one JSON object a line, and the last one has it; a report file is one object.
package struct UnusedList: Hashable, Sendable {
  /// `endpoint/folder/file.json`.
  package let paths: Set<String>

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - recordings: the recordings folder as the user named it; paths may start with it.
  ///   - isTrusted: whether it is taken of a run that says little: that failed, or answered nothing.
  /// - Throws: if it cannot be read or does not say what was unused.
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

  /// Why a run says little of what is needed; nil where it may be believed.
  private static func doubt(_ object: JSON) -> String? {
    // Reports of old have one exit code, the command's.
    if let code = (object["commandExitCode"] ?? object["exitCode"])?.intValue, code != 0 {
      return "its command exited with \(code), and may not have sent all its requests"
    }
    guard let answered = object["answered"]?.objectValue else { return nil }
    let count = answered.members.reduce(0) { $0 + ($1.value.intValue ?? 0) }
    return count == 0 ? "no request of its run was answered" : nil
  }
}
