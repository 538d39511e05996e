import EndpointConfiguration
import Engine
import Recordings

/// The output of `understudy fmt`: the files that are not, or were not, in the recorder's format.
package struct RecordingsFormatting: Sendable {
  /// A line for each changed file.
  package private(set) var lines: [String] = []
  /// The errors of unreadable files, which are not changed.
  package private(set) var problems: [String] = []
  private let isApplied: Bool
  private var count = 0

  /// Formats the files of all endpoints or the named one. With `applies`, writes the files rather than only examining
  /// them.
  /// - Throws: if there is no such folder or a file cannot be written.
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
        // Continues with the other endpoints.
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

  /// True if all files were readable and in the recorder's format.
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
  /// Returns the folders of all endpoints or the named one, for maintenance commands.
  static func maintainedFolders(recordings: String, endpoint: String?) throws -> [EndpointFolder] {
    let names = try RecordingsFolder(path: recordings).endpoints.map(\.name)
    return try chosen(endpoint, from: names, what: "folder", place: recordings).map {
      EndpointFolder(name: $0, below: recordings)
    }
  }
}
