package import EndpointConfiguration
import GraphQLExecution
import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON
import Recordings

/// Checks an override against the operation and, if it is known, the schema. Adds the `__typename` that the schema
/// determines, since many clients select it everywhere.
package struct OverrideCheck {
  /// The first problems, each with its path.
  package private(set) var problems: [String] = []
  private let operation: PreparedOperation
  private let variables: JSONObject
  private let schema: Schema?
  private let selections: FieldSelections

  /// The most problems in a message.
  private static let limit = 5

  package init(_ operation: PreparedOperation, variables: JSONObject?, schema: Schema?) {
    self.operation = operation
    self.variables = variables ?? JSONObject()
    self.schema = schema
    selections = FieldSelections(operation)
  }

  /// Returns the response, with the problems of an answer noted.
  package mutating func completed(_ given: Fault.GivenAnswer) -> JSON {
    var response = JSONObject()
    if !given.errors.isEmpty { response["errors"] = .array(given.errors) }
    if let data = given.data {
      let root = schema.flatMap { $0.rootTypeName(of: operation.kind) }.map { TypeRef.named($0) }
      response["data"] = withTypeNames(data, selections.root, root)
    }
    guard let schema else {
      if let data = response["data"] { check(data, selections.root, at: ["data"]) }
      return .object(response)
    }
    var check = ResponseCheck(of: operation.canonical.operation, in: operation.document, schema: schema)
    for finding in check.findings(in: .object(response), variables: variables) where finding.kind == .error {
      note(finding.message)
    }
    return .object(response)
  }

  private mutating func note(_ problem: String) { if problems.count < Self.limit { problems.append(problem) } }

  /// Recurses as deep as the JSON parser allows.
  private func withTypeNames(_ value: JSON, _ selected: [FieldSelections.Selected], _ type: TypeRef?) -> JSON {
    switch value {
    case .array(let items): return .array(items.map { withTypeNames($0, selected, type?.item) })
    case .object(let object):
      guard let schema, !selected.isEmpty else { return value }
      var members: [JSONObject.Member] = []
      let named = type?.typeName
      if let named, schema.type(named: named)?.kind == .object {
        for each in selected
        where each.field.name.text == SchemaField.typename.name && object[each.field.responseKey] == nil {
          if members.contains(where: { $0.name == each.field.responseKey }) { continue }
          members.append(.init(each.field.responseKey, .string(named)))
        }
      }
      let own = object[SchemaField.typename.name]?.stringValue ?? named
      for member in object.members {
        let chosen = selected.filter { $0.field.responseKey.hasSameScalars(as: member.name) }
        var below: TypeRef?
        for each in chosen where below == nil {
          below = (own ?? each.condition).flatMap { schema.type(named: $0) }.flatMap {
            schema.field(named: each.field.name.text, of: $0)?.type
          }
        }
        members.append(.init(member.name, withTypeNames(member.value, selections.below(chosen), below)))
      }
      return .object(JSONObject(members))
    default: return value
    }
  }

  // MARK: Without a schema

  /// Compares the members of objects with the selected fields. Fields of a fragment may be absent.
  private mutating func check(_ value: JSON, _ selected: [FieldSelections.Selected], at path: [String]) {
    let place = path.joined(separator: ".")
    switch value {
    case .array(let items):
      for (index, item) in items.enumerated() { check(item, selected, at: path + [String(index)]) }
    case .object(let object):
      for member in object.members {
        let chosen = selected.filter { $0.field.responseKey.hasSameScalars(as: member.name) }
        guard !chosen.isEmpty else {
          let keys = selected.map(\.field.responseKey)
          note("\(place).\(member.name) is not selected.\(didYouMean(suggestionList(member.name, keys)))")
          continue
        }
        let below = selections.below(chosen)
        if !below.isEmpty { check(member.value, below, at: path + [member.name]) }
      }
      for each in selected where each.condition == nil && each.field.directives.isEmpty {
        let key = each.field.responseKey
        if object[key] == nil { note("\(place).\(key) is missing.") }
      }
    case .null: break
    default: note("\(place) is \(value.kindDescription): expected an object.")
    }
  }
}
