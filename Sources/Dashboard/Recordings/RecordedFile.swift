import Recordings
import Requests

/// A file with recorded answers, by its path below the recordings folder. It is in the listing of its folder, so that no
/// path can lead elsewhere.
enum RecordedFile: Hashable {
  /// A recording without a session (format 1).
  case recording(folder: String, file: String)
  /// An answer that named sessions share (format 2).
  case answer(folder: String, id: String)

  /// Finds a file.
  /// - Throws: 404 if there is none; 400 for a session's file, which has no answers.
  init(_ file: String, _ reader: RecordingsReader) throws(DashboardProblem) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts[0] == reader.name, let store = reader.store else { throw .missing(file: file) }
    if parts.count == 3, parts[1] == SessionStore.folderName {
      throw DashboardProblem(
        400,
        """
        \(SessionName.shown(file)) is the file of a session.
        Its answers are in the folders of their operations, because sessions share them.
        Send the path of an answer's file.
        """)
    }
    guard store.entries.contains(where: { $0.folder == parts[1] }) else { throw .missing(file: file) }
    if parts.count == 3, store.files(inFolder: parts[1]).contains(parts[2]) {
      self = .recording(folder: parts[1], file: parts[2])
      return
    }
    let ids: [String]
    do throws(RecordingError) {
      ids = try reader.answerIDs(inFolder: parts[1])
    } catch {
      throw DashboardProblem(error)
    }
    guard parts.count == 4, parts[2] == SessionStore.answersFolderName,
      let id = ids.first(where: { $0 + SessionFileName.ending == parts[3] })
    else { throw .missing(file: file) }
    self = .answer(folder: parts[1], id: id)
  }

  var folder: String {
    switch self {
    case .recording(let folder, _), .answer(let folder, _): folder
    }
  }

  /// The place in the endpoint's folder.
  var place: FolderChanges.Place {
    switch self {
    case .recording(let folder, let file): .init(folder, file)
    case .answer(let folder, let id):
      .init("\(folder)/\(SessionStore.answersFolderName)", "\(id)\(SessionFileName.ending)")
    }
  }
}
