package import GraphQLLanguage

/// The file beside an operation's recordings that holds its text.
package enum OperationFile {
  package static let name = "operation.graphql"

  /// Reads a file's text, which has one operation and the fragments that it reaches.
  package static func parse(
    _ bytes: [UInt8], path: String
  ) throws(RecordingError) -> (document: Document, operation: CanonicalOperation) {
    let document: Document
    do throws(SyntaxError) {
      document = try GraphQLLanguage.parse(SourceText(utf8: bytes, name: path), limits: .schema)
    } catch {
      throw RecordingError.conflict(path, in: bytes, .invalidOperation) ?? RecordingError.syntax(path, error)
    }
    do throws(OperationSelectionError) {
      return (document, try CanonicalOperation(of: document, operationName: nil))
    } catch {
      switch error {
      case .ambiguous: throw RecordingError.operation(path, "holds more than one operation: expected exactly one.")
      case .missing, .unknown: throw RecordingError.operation(path, "holds no operation: expected exactly one.")
      }
    }
  }

  /// The text to write for a document, checked: what is read back has the key that it is written for.
  ///
  /// - Parameters:
  ///   - document: the request's document.
  ///   - key: of the operation that was meant.
  ///   - endpoint: the endpoint in whose folder the text is written.
  ///   - path: of the file, for errors.
  /// - Returns: nil if the document does not hold the key's operation.
  /// - Throws: if what would be written does not parse.
  package static func text(
    of document: Document, _ key: DocumentKey, endpoint: String, path: String
  ) throws(RecordingError) -> [UInt8]? {
    for operation in document.operations where operation.kind == key.kind && operation.name?.text == key.name {
      var text = Array(document.separated(operation: operation).printed().utf8)
      if text.last != 0x0A { text.append(0x0A) }
      let (_, canonical) = try parse(text, path: path)
      if DocumentKey(endpoint: endpoint, operation: canonical) == key { return text }
    }
    return nil
  }
}
