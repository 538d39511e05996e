import OrderedJSON
import Recordings

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
  /// - Throws: if it cannot be read or does not say what was unused.
  package init(path: String, recordings: String) throws {
    self = try UnusedList(try FileReading.bytes(of: path), path: path, recordings: recordings)
  }

  init(_ bytes: [UInt8], path: String, recordings: String) throws(ConfigurationError) {
    guard let object = Self.object(bytes) else {
      throw ConfigurationError(
        "\(path): is no JSON report. Write one with `understudy exec --report FILE --report-format json -- COMMAND`, or "
          + "keep what `understudy exec --json -- COMMAND` prints.")
    }
    guard let unused = object["unused"]?.arrayValue else {
      throw ConfigurationError(
        "\(path): has no list \"unused\" at its top level, so it does not say which recordings a run did not use: give "
          + "the JSON report of `understudy exec`.")
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

  /// The whole text as one object, or the last of its lines that has the list.
  private static func object(_ bytes: [UInt8]) -> JSON? {
    if let whole = try? JSON.parse(bytes) { return whole.objectValue == nil ? nil : whole }
    var last: JSON?
    for line in bytes.split(separator: 0x0A) {
      guard let json = try? JSON.parse(Array(line)), json.objectValue != nil else { continue }
      if json["unused"] != nil || last == nil { last = json }
    }
    return last
  }
}
