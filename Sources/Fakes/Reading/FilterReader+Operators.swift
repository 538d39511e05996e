import FakeValues
import GraphQLExecution
import OrderedJSON
import RegularExpressions

extension FilterReader {
  /// Returns the condition of operators: `{eq: 1}`, `{contains: "a", mode: insensitive}`, `{not: {in: [1]}}`.
  func operators(_ path: FieldPath, _ object: JSONObject, ignoresCase: Bool = false) throws(FieldFailure) -> Condition {
    let ignoresCase = ignoresCase || object.members.contains(where: Self.switchesCaseOff)
    var parts: [Condition] = []
    for member in object.members {
      let words = words(of: member.name).joined()
      switch words {
      case "and", "or":
        let filters = member.value.arrayValue ?? (member.value.objectValue == nil ? [] : [member.value])
        var inner: [Condition] = []
        for case .object(let filter) in filters {
          inner.append(try operators(path, filter, ignoresCase: ignoresCase))
        }
        if words == "and" { parts += inner } else if !member.value.isNull { parts.append(.any(inner)) }
      case "some", "elemmatch":
        if case .object(let inner) = member.value {
          parts.append(try operators(path, inner, ignoresCase: ignoresCase))
        }
      default:
        guard var filterOperator = FilterOperator.named(words: words) ?? Self.ofList(words) else { continue }
        filterOperator.ignoresCase = filterOperator.ignoresCase || ignoresCase
        if case .object(let inner) = member.value, filterOperator.base != .between {
          // `{not: {…}}` and `{range: {…}}`; a leaf that is an object is compared with nothing else here.
          parts.append(
            try operators(path, inner, ignoresCase: filterOperator.ignoresCase).negated(if: filterOperator.isNegated))
        } else {
          parts.append(try comparison(path, filterOperator, member.value))
        }
      }
    }
    return .joined(parts)
  }

  private static func ofList(_ words: String) -> FilterOperator? {
    words == "none" ? FilterOperator(base: .nested, isNegated: true) : nil
  }

  /// Indicates whether a member is Prisma's `mode: insensitive`, or others' `caseSensitive: false`, `ignoreCase: true`.
  private static func switchesCaseOff(_ member: JSONObject.Member) -> Bool {
    switch (words(of: member.name).joined(), member.value) {
    case ("mode", .string(let mode)): mode.lowercased() == "insensitive"
    case ("casesensitive", .bool(let flag)): !flag
    case ("ignorecase", .bool(let flag)), ("caseinsensitive", .bool(let flag)): flag
    default: false
    }
  }

  /// Returns one comparison. Null is only compared for equality; else it is ignored.
  func comparison(_ path: FieldPath, _ asked: FilterOperator, _ json: JSON) throws(FieldFailure) -> Condition {
    if json.isNull {
      guard asked.base == .equal else { return .always }
      return Condition.value(path, Comparison(test: .null)).negated(if: asked.isNegated)
    }
    if case .related(let field) = path.end {
      // A part without a single value cannot be compared with one.
      if field.isPart { return .always }
      if let named = try orNames(path, field, asked, json) { return named }
    }
    let path = asked.base.looksAtText ? path.asText : path
    let operand = Operand(json, sense: path.sense, isFolded: asked.ignoresCase && asked.base != .regex)
    let tests = try tests(asked, operand, isMany: path.isMany)
    let conditions = tests.map { Condition.value(path, Comparison(test: $0, ignoresCase: operand.isFolded)) }
    // Null in a list is one of the requested values.
    let isListed = asked.base == .oneOf || asked.base == .hasAny || asked.base == .equal && !path.isMany
    if isListed, operand.holdsNull {
      let null = Condition.value(path, Comparison(test: .null))
      return Condition.any(conditions + [null]).negated(if: asked.isNegated)
    }
    return Condition.joined(conditions).negated(if: asked.isNegated)
  }

  /// Returns a condition that also matches the names of objects with an id as key: `labels: ["bug"]`, `assignee:
  /// "octocat"`. Nil if there are no names, or if the comparison is not equality.
  private func orNames(
    _ path: FieldPath, _ field: ItemField, _ asked: FilterOperator, _ json: JSON
  ) throws(FieldFailure) -> Condition? {
    guard asked.base == .equal || asked.base == .oneOf, case .related(let type, _) = field.shape,
      let target = catalog.fields(ofType: type),
      target.keyField.map({ ["id", "_id", "uuid"].contains($0) }) ?? true
    else { return nil }
    let names = ["name", "login", "username", "handle", "email", "slug", "key", "code", "title"].compactMap {
      target[$0]
    }.filter(\.isLeaf)
    guard !names.isEmpty else { return nil }
    // One object with the key or the name is enough.
    let plain = FilterOperator(base: .oneOf, ignoresCase: asked.ignoresCase)
    var conditions = [try comparison(FieldPath(via: path.via + [field], end: .key), plain, json)]
    for name in names {
      var named = FieldPath(name)
      named.via = path.via + [field]
      conditions.append(try comparison(named, plain, json))
    }
    return Condition.any(conditions).negated(if: asked.isNegated)
  }

  /// Returns the tests of an operator, all of which must pass; none for an empty operand.
  private func tests(
    _ asked: FilterOperator, _ operand: Operand, isMany: Bool
  ) throws(FieldFailure) -> [Comparison.Test] {
    let values = operand.values
    switch asked.base {
    case .equal where operand.isList && isMany: return [.list(values)]
    case .equal where operand.isList, .oneOf, .hasAny: return [.oneOf(values)]
    case .hasAll: return [.hasAll(values)]
    case .contains where operand.isList: return [.hasAll(values)]
    case .between:
      let low = operand.low.map { Comparison.Test.greater($0, orEqual: true) }
      let high = operand.high.map { Comparison.Test.less($0, orEqual: true) }
      return [low, high].compactMap(\.self)
    default: break
    }
    guard let first = values.first else { return [] }
    let text = first.text
    switch asked.base {
    case .equal: return [.equal(first)]
    case .less: return [.less(first, orEqual: false)]
    case .lessOrEqual: return [.less(first, orEqual: true)]
    case .greater: return [.greater(first, orEqual: false)]
    case .greaterOrEqual: return [.greater(first, orEqual: true)]
    case .contains: return [.contains(text)]
    case .startsWith: return [.startsWith(text)]
    case .endsWith: return [.endsWith(text)]
    case .like: return [.wildcard(WildcardPattern(like: text))]
    case .glob: return [.wildcard(WildcardPattern(glob: text))]
    case .regex: return [.pattern(try expression(text, ignoresCase: asked.ignoresCase))]
    case .isNull: return [operand.isFalse ? .notNull : .null]
    case .isEmpty: return [operand.isFalse ? .notEmpty : .empty]
    case .oneOf, .between, .hasAll, .hasAny, .nested: return []
    }
  }
}

/// Reads a regular expression of a request. Throws with the pattern and its error.
private func expression(_ pattern: String, ignoresCase: Bool) throws(FieldFailure) -> RegularExpression {
  do {
    return try RegularExpression(pattern, ignoresCase: ignoresCase)
  } catch {
    throw FieldFailure("The regular expression \"\(pattern.prefix(100))\" cannot be read: \(error).")
  }
}

/// The operand of an operator, read in the sense of the compared field.
private struct Operand {
  let values: [LeafValue]
  let isList: Bool
  let holdsNull: Bool
  let isFolded: Bool
  let isFalse: Bool
  /// The bounds of `between`: a list of two, or an object with any of the usual names.
  let low: LeafValue?
  let high: LeafValue?

  init(_ json: JSON, sense: Sense, isFolded: Bool) {
    func value(_ json: JSON?) -> LeafValue? {
      let value = json.flatMap(sense.value)
      return isFolded ? value?.folded : value
    }
    let items = json.arrayValue ?? [json]
    values = items.compactMap(value)
    isList = json.arrayValue != nil
    holdsNull = items.contains(where: \.isNull)
    self.isFolded = isFolded
    isFalse = json == .bool(false) || json == .string("false")
    if case .object(let object) = json {
      func bound(_ names: Set<String>) -> LeafValue? {
        value(object.members.first { names.contains(words(of: $0.name).joined()) }?.value)
      }
      low = bound(["from", "start", "min", "gte", "gt", "low", "lower", "begin", "after", "since"])
      high = bound(["to", "end", "max", "lte", "lt", "high", "upper", "before", "until"])
    } else {
      low = value(items.first)
      high = items.count > 1 ? value(items[1]) : nil
    }
  }
}

extension FilterOperator.Base {
  /// Indicates whether it compares a value's characters, also those of dates and numbers.
  fileprivate var looksAtText: Bool {
    switch self {
    case .contains, .startsWith, .endsWith, .like, .glob, .regex: true
    default: false
    }
  }
}

extension FieldPath {
  fileprivate var asText: FieldPath {
    guard case .leaf(let field, _) = end else { return self }
    return FieldPath(via: via, end: .leaf(field, .text))
  }
}
