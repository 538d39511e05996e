package import GraphQLLanguage
package import OrderedJSON
package import Recordings
package import Replay
package import Transports

/// A request and its answer, for a page that shows both. Secrets are redacted when it is read.
package struct AnswerRecord: Sendable {
  package let request: HTTPRequest
  /// Nil for a request that is not an operation, or cannot be parsed.
  package let operation: (kind: OperationKind, name: String?)?
  /// The recording that answered or was written, by its path below the recordings folder.
  package let recording: String?
  /// The explanation of a miss; nil for other outcomes.
  package let miss: Miss?
  /// The basis of an inferred answer; nil for other answers.
  package let inference: InferredAnswer?
  /// An estimate of the bytes that it holds.
  package let heldBytes: Int
  /// Returns the request and the answer without secrets. It may take long for a large answer.
  package let texts: @Sendable () -> Texts

  /// The texts of a request and its answer.
  package struct Texts: Sendable {
    /// The selected operation with its fragments; nil for a request that is not an operation.
    package var document: Document?
    package var variables: JSONObject
    /// Nil for a stream, and for an answer that cannot be shown without its secrets.
    package var response: RecordedResponse?

    package init(document: Document?, variables: JSONObject, response: RecordedResponse?) {
      self.document = document
      self.variables = variables
      self.response = response
    }
  }

  package init(
    _ request: HTTPRequest, operation: (kind: OperationKind, name: String?)?, recording: String?,
    note: AnswerNote? = nil, bodyBytes: Int, texts: @escaping @Sendable () -> Texts
  ) {
    self.request = request
    self.operation = operation
    self.recording = recording
    miss = note?.miss
    inference = note?.inference
    heldBytes = 2_000 + request.headers.heldBytes + request.body.count + bodyBytes
    self.texts = texts
  }
}
