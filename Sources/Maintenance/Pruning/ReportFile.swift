import OrderedJSON
import Recordings
import SchemaSources

/// The JSON report of a run as a file.
package enum ReportFile {
  /// The supported version of reports.
  package static let format = 1

  /// Reads a report: one JSON object, or the last of the lines of `exec --json`.
  /// - Throws: `ConfigurationError` if it is not JSON.
  static func object(_ bytes: [UInt8], path: String) throws(ConfigurationError) -> JSON {
    if let object = object(bytes) { return object }
    throw ConfigurationError(
      "\(path): not a JSON report. Write one with `understudy exec --report FILE --report-format json -- COMMAND`, or "
        + "save the output of `understudy exec --json -- COMMAND`.")
  }

  /// Checks the version of a report.
  /// - Throws: `ConfigurationError` if the version is not supported.
  static func check(_ report: JSON, path: String) throws(ConfigurationError) {
    guard let format = report["format"], format.intValue != Self.format else { return }
    throw ConfigurationError(
      "\(path): the report has format \(format.brief(limit: 20)), and this version reads format \(Self.format). Write it again with this version, or use the version that wrote it."
    )
  }

  /// Parses the text as one object, or finds the last line that is a report.
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
