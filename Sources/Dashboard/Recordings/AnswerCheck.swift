import Engine
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import Maintenance
import OrderedJSON
import Recordings

/// Compares an edited answer with its operation and, if there is one, the schema.
struct AnswerCheck {
  /// A mismatch.
  struct Problem: Hashable {
    let message: String
    let path: String?
  }

  private let operation: RecordedOperationFolder
  private let definition: OperationDefinition?
  private let variables: JSONObject
  private let schema: Schema?

  /// Prepares the check of an answer in a file.
  init(_ content: FileContent, _ reader: RecordingsReader) {
    operation = content.operation
    definition = operation.document.operations.first
    schema = reader.endpoint.schema
    variables =
      switch content.content {
      case .recording(let recording):
        operation.key.key(of: recording, rules: reader.store?.rules ?? .none).variables
      // Sessions may use it for several variables, so conditions on them accept both.
      case .answer: JSONObject()
      }
  }

  /// Returns the mismatches of an answer. HTTP exchanges and introspection have none, because no schema describes them.
  mutating func problems(of response: RecordedResponse) -> [Problem] {
    guard let definition, !operation.isExchange, let body = response.body.json,
      IntrospectionOperation(operation.document, operationName: definition.name?.text) == nil
    else { return [] }
    guard let schema else { return SelectionCheck(operation.document, definition).problems(of: body) }
    var check = ResponseCheck(of: definition, in: operation.document, schema: schema, isPlaceholder: Placeholder.isOne)
    let isSuccess = (200..<300).contains(response.status)
    return check.findings(in: body, variables: variables, isSuccess: isSuccess).filter { $0.kind == .error }.map {
      Problem(message: $0.message, path: $0.path.steps.isEmpty ? nil : $0.path.description)
    }
  }
}

extension FileContent {
  /// Returns the bytes that the recorder would write.
  func bytes(_ reader: RecordingsReader, path: String) throws(RecordingError) -> [UInt8] {
    let bytes =
      switch content {
      case .recording(let recording):
        try FolderFormatting.bytes(of: recording, rules: reader.store?.rules ?? .none, path: path)
      case .answer(let answer): try FolderFormatting.bytes(of: answer, path: path)
      }
    guard bytes.count <= RecordingFormat.limit else { throw .tooLarge(path, limit: RecordingFormat.limit) }
    return bytes
  }
}
