import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The mutations of the recordings without a session, which link their states.
struct RecordedMutations {
  /// A mutation that leads from one state to another.
  struct Step {
    let next: String
    let folder: String
    let file: String
    /// The title of an HTTP exchange; nil for a GraphQL mutation, which its effect describes.
    let title: String?
  }

  private(set) var operations: [RecordedOperation] = []
  /// The steps from each state, in the order of their files.
  private(set) var steps: [String: [Step]] = [:]

  init() {}

  /// Reads the mutations of an endpoint. Unreadable files are skipped, because the list of operations reports them.
  init(_ reader: RecordingsReader) {
    for entry in reader.store?.entries ?? [] where entry.kind == .mutation {
      guard let operation = try? reader.operation(entry.folder) else { continue }
      try? reader.store?.readEach(inFolder: entry.folder) { found in
        if let stored = try? found.get() { add(stored, operation) }
      }
    }
  }

  /// Adds a recording of a mutation.
  mutating func add(_ stored: StoredRecording, _ operation: RecordedOperationFolder) {
    let recording = stored.recording
    let stated = try? StatedOperation(
      document: operation.document, operationName: recording.operationName, variables: recording.variables,
      identity: recording.identity, headers: recording.headers)
    guard let stated else { return }
    operations.append(RecordedOperation(request: stated, recording: recording))
    let title = operation.isExchange ? operation.title(recording.variables) : nil
    for state in recording.states {
      guard let next = state.next, next != state.name else { continue }
      steps[state.name, default: []].append(Step(next: next, folder: stored.folder, file: stored.file, title: title))
    }
  }

  /// Returns the history of each state.
  func timeline(_ reader: RecordingsReader) -> Timeline { Timeline(operations, hints: reader.endpoint.hints) }
}
