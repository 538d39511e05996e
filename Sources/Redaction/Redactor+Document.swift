import GraphQLLanguage
import OrderedJSON
import Recordings

extension Redactor {
  /// Whether a document's text may be written as it was sent: no secret that is known stands in it, nothing that looks
  /// like one, in comments neither, and redaction would leave all its operations as they are.
  ///
  /// - Parameter text: what a client sent.
  /// - Returns: whether it may; what is no document may not.
  package func leavesUnchanged(document text: String) -> Bool {
    guard self.text(text).hasSameScalars(as: text), let document = try? parse(SourceText(text)) else { return false }
    return document.operations.allSatisfy { operation in
      // On a copy: what is only asked here is not learnt.
      var copy = self
      let plan = RedactionPlan(document: document, operation: operation)
      return copy.request(plan, variables: nil, caller: .anonymous).document == document
    }
  }
}
