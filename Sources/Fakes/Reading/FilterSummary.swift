import FakeValues
import GraphQLSchema

/// A filter's input type in a line: `code, name: eq, in, ne; attendees: some, every; AND, OR`.
struct FilterSummary: CustomStringConvertible {
  let description: String

  init(_ type: SchemaType, _ items: ItemFields) {
    // Fields in order, each with its operators.
    var order: [String] = []
    var operators: [String: [String]] = [:]
    var others: [String] = []
    for input in type.inputFields {
      switch FilterMeaning.named(input.name, in: items) {
      case nil: continue
      case .all, .any, .some(.none), .search: others.append(input.name)
      case .field(let path, let asked):
        let name = Self.name(path)
        if operators[name] == nil { order.append(name) }
        if asked == nil {
          operators[name, default: []] += Self.inner(input, path, items)
        } else {
          operators[name, default: []].append(Self.ending(of: input.name, name))
        }
      case .relation(let via, let field, _):
        let name = Self.name(FieldPath(via: via, end: .related(field)))
        if operators[name] == nil { order.append(name) }
        operators[name, default: []].append(Self.ending(of: input.name, name))
      }
    }
    // Fields with the same operators share a group.
    var groups: [(names: [String], operators: [String])] = []
    for name in order {
      let asked = operators[name] ?? []
      if let index = groups.firstIndex(where: { $0.operators == asked }) {
        groups[index].names.append(name)
      } else {
        groups.append(([name], asked))
      }
    }
    let parts = groups.map { group in
      let names = group.names.joined(separator: ", ")
      return group.operators.isEmpty ? names : "\(names): \(group.operators.joined(separator: ", "))"
    }
    description = (parts + (others.isEmpty ? [] : [others.joined(separator: ", ")])).joined(separator: "; ")
  }

  static func text(_ meaning: FilterMeaning) -> String {
    switch meaning {
    case .all: "all of the filters"
    case .any: "any of the filters"
    case .none: "none of the filters"
    case .search: "any text"
    case .field(let path, nil): "filter by \(name(path))"
    case .field(let path, let asked?): "filter by \(name(path)), \(asked.isNegated ? "not " : "")\(asked.base)"
    case .relation(let via, let field, let quantifier):
      "filter by \(name(FieldPath(via: via, end: .related(field)))), \(quantifier)"
    }
  }

  /// Returns a path as text: `author.name`.
  private static func name(_ path: FieldPath) -> String {
    let via = path.via.map(\.name)
    switch path.end {
    case .leaf(let field, _), .related(let field), .part(let field, _):
      return (via + [field.name]).joined(separator: ".")
    case .key: return (via + ["key"]).joined(separator: ".")
    }
  }

  /// Returns the operators of an input field without one in its name: those of its object, or for a plain value.
  private static func inner(_ input: SchemaInputValue, _ path: FieldPath, _ items: ItemFields) -> [String] {
    guard let type = items.schema.type(of: input.type), type.kind == .inputObject else {
      return [input.type.isList ? "any of" : "="]
    }
    let operators = type.inputFields.map(\.name).filter {
      FilterOperator.named($0) != nil || Quantifier(words: words(of: $0).joined()) != nil
    }
    return operators.isEmpty ? [type.name] : operators
  }

  /// Returns `not_in` for `name_not_in`, if the input's name begins with the field's; else the whole name.
  private static func ending(of input: String, _ field: String) -> String {
    guard input.hasPrefix(field) else { return input }
    return String(input.dropFirst(field.count).drop { $0 == "_" })
  }
}
