import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

/// Reads the filters of requests into conditions, once for each call; it ignores unknown names.
struct FilterReader {
  let catalog: FieldCatalog

  private var schema: Schema { catalog.schema }

  /// Returns the condition of a coerced filter on objects with these fields; it matches everything if nothing is
  /// understood. The input type, if known, determines the meaning of null. Throws for a pattern that cannot be read.
  func condition(_ json: JSON, type: SchemaType?, items: ItemFields) throws(FieldFailure) -> Condition {
    switch json {
    case .object(let object):
      var parts: [Condition] = []
      for member in object.members {
        guard let meaning = FilterMeaning.named(member.name, in: items) else { continue }
        parts.append(
          try condition(meaning, member.value, input: type?.inputField(named: member.name), items: items))
      }
      return .joined(parts)
    case .array: return .joined(try conditions(json, type: type, items: items))
    case .null, .bool, .number, .string: return .always
    }
  }

  /// Returns the condition of one name in a filter, or of an argument of the list.
  func condition(
    _ meaning: FilterMeaning, _ json: JSON, input: SchemaInputValue?, items: ItemFields
  ) throws(FieldFailure) -> Condition {
    let type = input.flatMap { schema.type(of: $0.type) }
    switch meaning {
    case .all: return .joined(try conditions(json, type: type, items: items))
    case .any: return json.isNull ? .always : .any(try conditions(json, type: type, items: items))
    case .none:
      let parts = try conditions(json, type: type, items: items).filter { !$0.isTrivial }
      return parts.isEmpty ? .always : .not(.any(parts))
    case .search: return json.stringValue.flatMap { Search($0, in: items) }.map { .search($0) } ?? .always
    case .relation(let via, let field, let quantifier):
      guard !json.isNull, let target = items.target(of: field) else { return .always }
      return .related(via: via, field, quantifier, try condition(json, type: type, items: target))
    case .field(let path, let filterOperator):
      return try condition(path, filterOperator, json, type: type, items: items)
    }
  }

  private func conditions(_ json: JSON, type: SchemaType?, items: ItemFields) throws(FieldFailure) -> [Condition] {
    guard case .array(let filters) = json else {
      return json.isNull ? [] : [try condition(json, type: type, items: items)]
    }
    var result: [Condition] = []
    for filter in filters { result.append(try condition(filter, type: type, items: items)) }
    return result
  }

  private func condition(
    _ path: FieldPath, _ filterOperator: FilterOperator?, _ json: JSON, type: SchemaType?, items: ItemFields
  ) throws(FieldFailure) -> Condition {
    let isPlain = filterOperator.map { $0.base == .equal || $0.base == .nested } ?? true
    let isNegated = filterOperator?.isNegated ?? false
    switch json {
    case .null where filterOperator == nil && type?.holdsOperators == true: return .always
    case .object(let object) where isPlain:
      if let field = path.composite, let target = items.target(of: field) {
        return try relation(path, field, object, type: type, target: target).negated(if: isNegated)
      }
      // `key: {imdbId: "tt1"}`: not operators, but fields of the same object.
      if path.via.isEmpty, type?.namesFields(of: items) == true {
        return try condition(json, type: type, items: items).negated(if: isNegated)
      }
      return try operators(path, object).negated(if: isNegated)
    case .array(let filters) where isPlain && filters.contains { $0.objectValue != nil }:
      // A list of filters for the field's objects: all of them.
      var parts: [Condition] = []
      for filter in filters { parts.append(try condition(path, filterOperator, filter, type: type, items: items)) }
      return .joined(parts)
    case .array where filterOperator == nil:
      return try comparison(path, FilterOperator(base: .oneOf), json)
    default: return try comparison(path, filterOperator ?? FilterOperator(base: .equal), json)
    }
  }

  /// Returns a condition on a field's objects: `{some: {…}}`, `{eq: "EU"}` for keys, or a filter that one must match.
  private func relation(
    _ path: FieldPath, _ field: ItemField, _ object: JSONObject, type: SchemaType?, target: ItemFields
  ) throws(FieldFailure) -> Condition {
    var parts: [Condition] = []
    var rest: [Condition] = []
    for member in object.members {
      let words = words(of: member.name).joined()
      let input = type?.inputField(named: member.name)
      if let quantifier = Quantifier(words: words), target[member.name] == nil, member.value.holdsObjects {
        let inner = try condition(member.value, type: input.flatMap { schema.type(of: $0.type) }, items: target)
        parts.append(.related(via: path.via, field, quantifier, inner))
      } else if words == "any", case .bool(let flag) = member.value {
        parts.append(Condition.value(path, Comparison(test: .empty)).negated(if: flag))
      } else if let meaning = FilterMeaning.named(member.name, in: target), words != "not" || member.value.holdsObjects
      {
        rest.append(try condition(meaning, member.value, input: input, items: target))
      } else if let filterOperator = FilterOperator.named(words: words) {
        parts.append(try comparison(path, filterOperator, member.value))
      }
    }
    let inner = Condition.joined(rest)
    if !inner.isTrivial { parts.append(.related(via: path.via, field, .some, inner)) }
    return .joined(parts)
  }
}

extension SchemaType {
  /// Indicates whether it is an input object without operators, some of whose members are fields.
  func namesFields(of items: ItemFields) -> Bool {
    kind == .inputObject && inputFields.contains { items[$0.name] != nil }
      && inputFields.allSatisfy { FilterOperator.named($0.name) == nil }
  }

  /// Indicates whether it is an input object of operators, as `{eq, in}`: null in its place is no condition. An object
  /// of quantifiers (`{is, isNot}`) is a relation, where null means that there is none.
  fileprivate var holdsOperators: Bool {
    kind == .inputObject
      && inputFields.contains {
        let name = words(of: $0.name).joined()
        return FilterOperator.named(words: name) != nil && Quantifier(words: name) == nil
      }
  }
}

extension JSON {
  fileprivate var holdsObjects: Bool {
    switch self {
    case .object: true
    case .array(let items): items.contains { $0.objectValue != nil }
    default: false
    }
  }
}
