package import GraphQLLanguage

/// The file next to an operation's recordings with the operation's text.
package enum OperationFile {
  package static let name = "operation.graphql"

  /// Parses a file's text, which has one operation and the fragments that it uses.
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

  /// Returns the text to write for a document, after checking that it parses to an operation with this key; nil if the
  /// document does not contain the key's operation.
  ///
  /// - Throws: if the text does not parse.
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
