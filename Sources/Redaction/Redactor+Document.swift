import GraphQLLanguage
import OrderedJSON
import Recordings

extension Redactor {
  /// Indicates whether a document's text may be stored as sent: it parses, contains no known or recognizable secret,
  /// not even in comments, and redaction changes none of its operations.
  package func leavesUnchanged(document text: String) -> Bool {
    guard self.text(text).hasSameScalars(as: text), let document = try? parse(SourceText(text)) else { return false }
    return document.operations.allSatisfy { operation in
      // A copy, so that this check learns nothing.
      var copy = self
      let plan = RedactionPlan(document: document, operation: operation)
      return copy.request(plan, variables: nil, caller: .anonymous).document == document
    }
  }
}
