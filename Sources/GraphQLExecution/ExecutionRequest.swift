package import GraphQLLanguage
package import OrderedJSON

/// What is to be executed.
package struct ExecutionRequest: Sendable {
  /// A document that has been validated against the schema. If it has not, unknown fields and fragments are left out.
  package var document: Document
  /// The operation's name; nil if the document has one only.
  package var operationName: String?
  /// The variables as they came; they are coerced here.
  package var variables: JSONObject
  /// The document's text, for the places of errors; errors have none without it.
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

/// Bounds on what one operation may ask for. A faked schema has no end: every object leads to further ones.
package struct ExecutionLimits: Hashable, Sendable {
  /// How many objects may stand inside each other in a response. The executor calls itself a few times a level.
  package var depth: Int
  /// How many fields and list items a response may have altogether.
  package var values: Int

  package init(depth: Int = 100, values: Int = 1_000_000) {
    self.depth = depth
    self.values = values
  }

  /// 100 levels, a million values.
  package static let standard = ExecutionLimits()
}
