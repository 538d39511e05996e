import GraphQLLanguage
import GraphQLSchema
import Recordings

extension CheckFinding {
  /// Reports the coordinates under `volatile` that have no effect in the answers to an operation, because it does not
  /// request the type's name there: the recorder and `merge` know types only from answers.
  static func untypedCoordinates(
    _ document: Document, _ rules: EndpointRules, _ schema: Schema, path: String
  ) -> [CheckFinding] {
    guard let operation = document.operations.first else { return [] }
    let fields = AnswerFields(of: operation, in: document, schema: schema)
    var found: [CheckFinding] = []
    _ = rules.volatilePlaces(of: operation.name?.text, kind: operation.kind).finding { type, field in
      if let way = fields.paths(to: field, of: type, untyped: true).first {
        found.append(
          CheckFinding(
            .note, file: path,
            "\(type).\(field) under volatile has no effect here, because the answers have no __typename there. Name the path instead: \(way.joined(separator: "."))"
          ))
      }
      return []
    }
    return found
  }
}
