import OrderedJSON
import Recordings

/// The content of a file with answers.
struct FileContent {
  let file: RecordedFile
  let bytes: [UInt8]
  let operation: RecordedOperationFolder
  var content: Content

  enum Content {
    case recording(Recording)
    case answer(RecordedResponse)
  }

  /// Returns one answer; nil if there is none. `state` is nil for an answer of named sessions.
  func response(_ state: String?, _ index: Int) -> RecordedResponse? {
    switch content {
    case .answer(let answer): return index == 0 ? answer : nil
    case .recording(let recording):
      let responses = recording.responses(in: state ?? Recording.startState)
      return responses.indices.contains(index) ? responses[index] : nil
    }
  }

  /// Replaces one answer, which must exist.
  mutating func replace(_ state: String?, _ index: Int, by response: RecordedResponse) {
    switch content {
    case .answer: content = .answer(response)
    case .recording(var recording):
      guard let place = recording.states.firstIndex(where: { $0.name == state ?? Recording.startState }) else { return }
      recording.states[place].responses[index] = response
      content = .recording(recording)
    }
  }
}

extension RecordingsReader {
  /// Reads a file. An answer of named sessions has no variables of its own.
  func content(of file: RecordedFile) throws(RecordingError) -> FileContent {
    let path = path(file.place.path)
    guard let operation = try operation(file.folder) else {
      throw RecordingError(
        .invalidOperation, path, nil, "has no operation. Restore its folder from version control, or record it again.")
    }
    let bytes = try FileReading.bytes(of: path)
    let content: FileContent.Content =
      switch file {
      case .recording:
        .recording(
          try RecordingFormat.decode(bytes, path: path, kind: operation.key.kind, operationName: operation.key.name))
      case .answer: .answer(try SessionFormat.decodeAnswer(bytes, path: path))
      }
    return FileContent(file: file, bytes: bytes, operation: operation, content: content)
  }
}
