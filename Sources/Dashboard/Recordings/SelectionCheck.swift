import GraphQLLanguage
import OrderedJSON
import Recordings

/// Compares an answer with the fields that its operation selects, for endpoints without a schema.
struct SelectionCheck {
  private let definition: OperationDefinition
  private let fragments: [String: FragmentDefinition]

  private static let problemLimit = 50

  init(_ document: Document, _ definition: OperationDefinition) {
    self.definition = definition
    fragments = document.fragmentsByName
  }

  /// The fields of an object's selection sets, by response key.
  private struct Selected {
    /// The selection sets of each field's value; none for a leaf.
    var sets: [String: [SelectionSet]] = [:]
    /// The fields that every object has, whatever its type and the variables.
    var required: [String] = []
  }

  /// Returns the unknown and missing fields, and scalars in place of objects, in the order of the answer.
  func problems(of body: JSON) -> [AnswerCheck.Problem] {
    guard let object = body.objectValue, object["data"] != nil || object["errors"] != nil else {
      return [.init(message: "A GraphQL answer is an object with \"data\" or \"errors\".", path: nil)]
    }
    let hasErrors = object["errors"]?.arrayValue?.isEmpty == false
    var problems: [AnswerCheck.Problem] = []
    // A stack of its own, because an answer may be as deep as the parser allows.
    var open: [(value: JSON, sets: [SelectionSet], path: JSONPath)] = []
    if let data = object["data"] { open.append((data, [definition.selectionSet], ["data"])) }
    while let (value, sets, path) = open.popLast(), problems.count < Self.problemLimit {
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated().reversed() {
          open.append((element, sets, path.appending(.index(index))))
        }
      case .object(let object):
        let selected = selected(sets)
        for name in selected.required where object[name] == nil {
          problems.append(
            .init(message: "\(path.appending(.name(name))) is missing, but the operation selects it.", path: "\(path)"))
        }
        for member in object.members.reversed() {
          let path = path.appending(.name(member.name))
          guard let sets = selected.sets[member.name] else {
            problems.append(.init(message: "\(path) is not selected by the operation.", path: "\(path)"))
            continue
          }
          if !sets.isEmpty { open.append((member.value, sets, path)) }
        }
      case .null:
        if path == ["data"], !hasErrors {
          problems.append(.init(message: "data is null, but the answer has no errors.", path: "data"))
        }
      case .bool, .number, .string:
        problems.append(
          .init(
            message: "\(path) is \(value.kindDescription), but the operation selects fields of it.", path: "\(path)"))
      }
    }
    return problems
  }

  private func selected(_ sets: [SelectionSet]) -> Selected {
    var selected = Selected()
    var spread: Set<String> = []
    var pending = sets.flatMap(\.selections).map { (selection: $0, isCertain: true) }
    while let (selection, isCertain) = pending.popLast() {
      switch selection {
      case .field(let field):
        selected.sets[field.responseKey, default: []] += field.selectionSet.map { [$0] } ?? []
        if isCertain, field.directives.isEmpty { selected.required.append(field.responseKey) }
      case .inlineFragment(let fragment):
        pending += fragment.selectionSet.selections.map { ($0, false) }
      case .fragmentSpread(let reference):
        guard spread.insert(reference.name.text).inserted, let fragment = fragments[reference.name.text] else {
          continue
        }
        pending += fragment.selectionSet.selections.map { ($0, false) }
      }
    }
    selected.required = Set(selected.required).sorted { $0.precedesByScalars($1) }
    return selected
  }
}
