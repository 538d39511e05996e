import EndpointConfiguration
import Engine
import Recordings

/// What `understudy fmt` says: which files are not as the recorder would write them, or were not.
package struct RecordingsFormatting: Sendable {
  /// A line for each file that is not in its form, or was not.
  package private(set) var lines: [String] = []
  /// Why files cannot be read, with their places; nothing of these was touched.
  package private(set) var problems: [String] = []
  private let isApplied: Bool
  private var count = 0

  /// Looks at all endpoints, or at the one that is named.
  ///
  /// - Parameters:
  ///   - recordings: the folder of recordings.
  ///   - endpoint: the endpoint's name; nil for all.
  ///   - applies: whether files are written, rather than looked at.
  /// - Throws: where there is no such folder or something cannot be written.
  package init(recordings: String, endpoint: String?, applies: Bool) throws {
    isApplied = applies
    for folder in try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint) {
      do throws(RecordingError) {
        if applies { try folder.finishRewriting() }
        let rules = try folder.configuration().rules
        let formatting = applies ? try folder.format(rules: rules) : try folder.formatting(rules: rules)
        count += formatting.count
        lines += formatting.changes.map { line($0, in: folder) }
        problems += formatting.problems.map(\.description)
      } catch {
        // The other endpoints have nothing to do with it.
        problems.append(error.description)
      }
    }
  }

  private func line(_ change: FolderFormatting.Change, in folder: EndpointFolder) -> String {
    let what: String
    switch (change.newName, change.isRewritten) {
    case (let name?, true):
      what = isApplied ? "formatted, and renamed to \(name)" : "would be formatted, and renamed to \(name)"
    case (let name?, false): what = isApplied ? "renamed to \(name)" : "would be renamed to \(name)"
    case (nil, _): what = isApplied ? "formatted" : "would be formatted"
    }
    return RecordingError.printable("\(folder.path)/\(change.path): \(what)")
  }

  /// Whether everything is as the recorder would write it, and was.
  package var isClean: Bool { lines.isEmpty && problems.isEmpty }

  /// The last line: `2 of 40 files would be formatted. To do it: understudy fmt`
  package var summary: String {
    let files = count == 1 ? "1 file" : "\(count) files"
    let unread =
      problems.isEmpty
      ? "" : " \(problems.count) could not be read, and \(problems.count == 1 ? "was" : "were") not changed."
    if lines.isEmpty { return "Nothing to format in \(files).\(unread)" }
    return isApplied
      ? "Formatted \(lines.count) of \(files).\(unread)"
      : "\(lines.count) of \(files) would be formatted.\(unread) To format: understudy fmt"
  }
}

extension Endpoints {
  /// The folders of all endpoints, or of the one that is named: for commands that look after recordings.
  static func maintainedFolders(recordings: String, endpoint: String?) throws -> [EndpointFolder] {
    let names = try RecordingsFolder(path: recordings).endpoints.map(\.name)
    return try chosen(endpoint, from: names, what: "folder", place: recordings).map {
      EndpointFolder(name: $0, below: recordings)
    }
  }
}
