import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Oracle {
  /// `validateSDL`: what is wrong with a document of definitions. Options: `rules`, by the reference's names, and
  /// `extends`, another document whose definitions count as well.
  func validateSDL(_ request: JSON) throws -> JSON {
    // Behind the document, so that the places in it stay.
    let more = request["extends"]?.stringValue.map { "\n" + $0 } ?? ""
    let source = SourceText(String(decoding: try text("schema", of: request).utf8, as: UTF8.self) + more)
    let document = try parse(source, limits: .schema)
    let rules = request["rules"]?.arrayValue?.compactMap { $0.stringValue }
    let errors = SchemaInspection(document: document, source: source).findings.filter { finding in
      guard case .text(let rule) = finding.check else { return false }
      return rules?.contains(rule.rawValue) ?? true
    }
    if !errors.isEmpty { throw Failure("validateSDL", errors.map(\.problem.graphQLError)) }
    return [:]
  }
}
