import GraphQLLanguage
import OrderedJSON

@testable import Recordings
@testable import Replay

/// Recordings in memory, made as a recorder makes them and rewritten as the disk is.
struct RuleTape {
  private(set) var files: [WrittenRecording] = []
  /// The session that first saw a key in a state: answers of others are kept out.
  private var owners: [String: Int] = [:]

  mutating func record(
    _ document: Document, _ key: OperationKey, _ body: JSON, state: String, next: String?, session: Int
  ) {
    let response = RecordedResponse(status: 200, headers: [], body: .json(body))
    let index = files.firstIndex { $0.key == key } ?? files.count
    if index == files.count {
      files.append(
        WrittenRecording(
          recording: Recording(
            kind: key.document.kind, operationName: key.document.name, identity: key.identity,
            variables: key.variables, states: []),
          key: key, document: document, folder: FolderName(key.document, digits: 8).text,
          file: FileName.text(key, digits: 8)))
    }
    var recording = files[index].recording
    let known = recording.responses(in: state)
    let owner = "\(files[index].path) \(state)"
    if !known.isEmpty, owners[owner] != session || known.last == response { return }
    owners[owner] = session
    recording.setResponses(known + [response], in: state, next.map { .to($0) } ?? .unchanged)
    replace(index, recording, file: files[index].file)
  }

  private mutating func replace(_ index: Int, _ recording: Recording, file: String) {
    let old = files[index]
    files[index] = WrittenRecording(
      recording: recording,
      key: old.key.document.key(
        variables: recording.variables, identity: recording.identity, headers: recording.headers),
      document: old.document, folder: old.folder, file: file)
  }

  var sorted: [WrittenRecording] { files.sorted { $0.path.precedesByScalars($1.path) } }

  mutating func apply(_ rewrites: [RecordingRewrite]) {
    for rewrite in rewrites {
      let gone = Set(rewrite.replaced)
      guard
        let index = files.firstIndex(where: {
          $0.folder == rewrite.folder && ($0.file == rewrite.file || gone.contains($0.file))
        })
      else { continue }
      replace(index, rewrite.recording, file: rewrite.file)
      let kept = files[index].path
      files.removeAll { $0.path != kept && $0.folder == rewrite.folder && gone.contains($0.file) }
    }
  }

  /// Everything by its key under rules.
  func recorded(_ rules: EndpointRules) throws -> [ContentHash: RecordedOperation] {
    var all: [ContentHash: RecordedOperation] = [:]
    for file in files {
      let key = file.key.document.key(of: file.recording, rules: rules)
      let request = try StatedOperation(
        document: file.document, variables: key.variables, identity: key.identity)
      all[key.hash] = RecordedOperation(request: request, recording: file.recording)
    }
    return all
  }

  func timeline() throws -> Timeline {
    let mutations = try sorted.filter { $0.recording.kind == .mutation }.map {
      RecordedOperation(
        request: try StatedOperation(
          document: $0.document, variables: $0.recording.variables, identity: $0.recording.identity),
        recording: $0.recording)
    }
    return Timeline(mutations, otherStates: files.flatMap { $0.recording.states.map(\.name) })
  }
}
