package import GraphQLLanguage
package import OrderedJSON

/// A request to execute.
package struct ExecutionRequest: Sendable {
  /// A document validated against the schema. In an invalid one, unknown fields and fragments are skipped.
  package var document: Document
  /// The operation's name; nil if the document has only one operation.
  package var operationName: String?
  /// The variables before coercion.
  package var variables: JSONObject
  /// The document's text, for the locations of errors; nil for none.
  package var source: SourceText?

  package init(
    document: Document, operationName: String? = nil, variables: JSONObject = JSONObject(), source: SourceText? = nil
  ) {
    self.document = document
    self.operationName = operationName
    self.variables = variables
    self.source = source
  }
}

/// Limits of a response. Generated data has no end: every object leads to others.
package struct ExecutionLimits: Hashable, Sendable {
  /// The maximum number of nested objects. The executor recurses a few times a level.
  package var depth: Int
  /// The maximum number of fields and list items altogether.
  package var values: Int

  package init(depth: Int = 100, values: Int = 1_000_000) {
    self.depth = depth
    self.values = values
  }

  /// 100 levels and a million values.
  package static let standard = ExecutionLimits()
}
