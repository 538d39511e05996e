import EndpointConfiguration
import OrderedJSON
package import Recordings
package import Redaction

/// Searches for secrets in a folder of recordings: in all files, including hidden and unknown ones, and in the names of
/// files and folders. Symbolic links are not followed.
package struct FolderScan: Sendable {
  /// A reported line about a file, folder or link.
  package enum Line: Hashable, Sendable {
    case finding(SecretFinding)
    /// The number of further findings in a file, beyond the first ones.
    case more(path: String, count: Int)
    /// A file or folder that could not be read.
    case unread(RecordingError)
    /// An entry that was skipped because it is not a file, such as a link.
    case passed(path: String, what: String)
  }

  /// The totals of a scan.
  package struct Summary: Hashable, Sendable {
    package var files = 0
    package var secrets = 0
    /// The number of files and folders with secrets in their contents or names.
    package var places = 0
    package var unread = 0
  }

  private let folder: String
  private let endpoint: String?
  private let longest: Int
  private let placesOfFile: Int

  /// - Parameters:
  ///   - folder: the recordings folder.
  ///   - endpoint: the endpoint to scan; nil for all.
  ///   - longest: the maximum size of a file in bytes; longer ones are reported as unread. Default: that of a
  ///     recording.
  ///   - placesOfFile: the number of findings of a file to report with their places.
  package init(
    folder: String, endpoint: String? = nil, longest: Int = RecordingFormat.limit, placesOfFile: Int = 100
  ) {
    self.folder = folder
    self.endpoint = endpoint
    self.longest = longest
    self.placesOfFile = placesOfFile
  }

  /// Calls `report` with each finding, in path order.
  /// - Throws: if the folder or the endpoint's folder does not exist or cannot be listed.
  package func run(_ report: (Line) -> Void) throws(RecordingError) -> Summary {
    var walk = Walk(longest: longest, placesOfFile: placesOfFile)
    for entry in try top() {
      // No endpoint's rules apply to a file outside of the endpoints.
      walk.rules(entry.kind == .folder ? EndpointFolder(name: entry.name, below: folder) : nil, report)
      walk.everything(from: entry, report)
    }
    return walk.summary
  }

  private func top() throws(RecordingError) -> [Entry] {
    guard let entries = try Entry.list(folder) else { throw RecordingError.missingFolder(folder) }
    guard let endpoint else { return entries }
    let folders = entries.filter { $0.kind == .folder }
    if let found = folders.first(where: { $0.name.hasSameScalars(as: endpoint) }) { return [found] }
    if let link = entries.first(where: { $0.kind == .symbolicLink && $0.name.hasSameScalars(as: endpoint) }) {
      throw RecordingError.symbolicLink(link.path)
    }
    throw RecordingError.missingEndpoint(folder, name: endpoint, known: folders.map(\.name))
  }
}

/// An entry of a folder.
private struct Entry {
  let name: String
  let path: String
  let kind: EntryKind

  /// Returns the entries of a folder, sorted by name; nil if there is no such folder.
  static func list(_ path: String) throws(RecordingError) -> [Entry]? {
    var entries: [Entry] = []
    let base = path.hasSuffix("/") ? path : "\(path)/"
    let stamp = try attempt { () throws(FileFailure) in
      try Files.list(path) { name, kind, _ in
        let name = String(decoding: name, as: UTF8.self)
        let packed = kind == .file ? EndpointFolder.name(ofPacked: name) : nil
        entries.append(Entry(name: packed ?? name, path: base + name, kind: packed == nil ? kind : .folder))
      }
    }
    return stamp == nil ? nil : entries.sorted { $0.name.precedesByScalars($1.name) }
  }
}

/// A walk through folders. Uses a stack of its own, because their depth has no limit.
private struct Walk {
  let longest: Int
  let placesOfFile: Int
  var summary = FolderScan.Summary()
  private var scan = SecretScan()

  init(longest: Int, placesOfFile: Int) {
    self.longest = longest
    self.placesOfFile = placesOfFile
  }

  /// Uses the redaction rules of an endpoint's `endpoint.yaml`.
  mutating func rules(_ endpoint: EndpointFolder?, _ report: (FolderScan.Line) -> Void) {
    scan = SecretScan()
    guard let endpoint else { return }
    do throws(RecordingError) {
      // With an invalid configuration, values that it would keep are reported, too.
      scan = SecretScan(rules: try endpoint.configuration().redaction)
    } catch {
      unread(error, report)
    }
  }

  mutating func everything(from entry: Entry, _ report: (FolderScan.Line) -> Void) {
    var pending = [entry]
    while let entry = pending.popLast() {
      do throws(RecordingError) {
        switch entry.kind {
        case .file: try file(entry.path, report)
        case .folder:
          reportAll(scan.findings(inNameOf: entry.path, isFolder: true), more: 0, entry.path, report)
          // A folder that was deleted meanwhile is empty.
          pending += (try Entry.list(entry.path) ?? []).reversed()
        case .symbolicLink: passed(entry.path, "is a symbolic link, which is not followed", report)
        case .other: passed(entry.path, "is neither a file nor a folder", report)
        }
      } catch {
        unread(error, report)
      }
    }
  }

  private mutating func file(_ path: String, _ report: (FolderScan.Line) -> Void) throws(RecordingError) {
    let name = scan.findings(inNameOf: path, isFolder: false)
    let bytes: [UInt8]
    do throws(RecordingError) {
      bytes = try content(path)
    } catch {
      reportAll(name, more: 0, path, report)
      throw error
    }
    summary.files += 1
    let (findings, more) = scan.findings(path: path, bytes: bytes, limit: placesOfFile)
    reportAll(name + findings, more: more, path, report)
  }

  private func content(_ path: String) throws(RecordingError) -> [UInt8] {
    let (bytes, _) = try attempt { () throws(FileFailure) in try Files.read(path, limit: longest) }
    guard let bytes else { throw RecordingError.tooLarge(path, limit: longest) }
    return bytes
  }

  private mutating func reportAll(
    _ findings: [SecretFinding], more: Int, _ path: String, _ report: (FolderScan.Line) -> Void
  ) {
    guard !findings.isEmpty else { return }
    for finding in findings { report(.finding(finding)) }
    if more > 0 { report(.more(path: scan.hidden(path: path), count: more)) }
    summary.secrets += findings.count + more
    summary.places += 1
  }

  private func passed(_ path: String, _ what: String, _ report: (FolderScan.Line) -> Void) {
    report(.passed(path: scan.hidden(path: path), what: what))
  }

  private mutating func unread(_ error: RecordingError, _ report: (FolderScan.Line) -> Void) {
    summary.unread += 1
    let message = scan.hidden(text: error.message)
    report(.unread(RecordingError(error.code, scan.hidden(path: error.path), error.place, message)))
  }
}
