import FakeValues

/// The comparison of a filter with a value, by any of the names in common services.
struct FilterOperator: Hashable, Sendable {
  var base: Base
  var isNegated = false
  var ignoresCase = false

  enum Base: Hashable, Sendable {
    case equal, oneOf, less, lessOrEqual, greater, greaterOrEqual, between
    case contains, startsWith, endsWith, like, regex, glob
    /// With true: is null.
    case isNull
    /// With true: is null or empty.
    case isEmpty
    /// For a list: all of these, any of these.
    case hasAll, hasAny
    /// An object with operators of its own.
    case nested
  }

  /// Returns the operator of a name, in any notation; nil if it is none.
  static func named(_ name: String) -> FilterOperator? { named(words: words(of: name).joined()) }

  /// Returns the operator of a name's words in lower case, joined.
  static func named(words text: String) -> FilterOperator? {
    if let base = bases[text] { return FilterOperator(base: base) }
    if let base = negations[text] { return FilterOperator(base: base, isNegated: true) }
    for prefix in ["doesnot", "isnot", "not", "n"] where text.hasPrefix(prefix) {
      guard var result = named(words: String(text.dropFirst(prefix.count))), !result.isNegated else { continue }
      // Only few are written with a bare n: `nlike`, `niregex`.
      if prefix == "n", ![.like, .regex, .contains].contains(result.base) { continue }
      result.isNegated = true
      return result
    }
    if text.hasPrefix("i"), let base = bases[String(text.dropFirst())], base.isOfText {
      return FilterOperator(base: base, ignoresCase: true)
    }
    for suffix in ["caseinsensitive", "insensitive", "nocase", "ci", "i"] where text.hasSuffix(suffix) {
      guard var result = named(words: String(text.dropLast(suffix.count))), result.base.isOfText else { continue }
      result.ignoresCase = true
      return result
    }
    return nil
  }

  private static let bases: [String: Base] = [
    "eq": .equal, "equal": .equal, "equals": .equal, "equalto": .equal, "is": .equal, "exact": .equal,
    "in": .oneOf, "inlist": .oneOf, "oneof": .oneOf, "isin": .oneOf, "isoneof": .oneOf, "anyof": .oneOf,
    "lt": .less, "lessthan": .less, "lesser": .less, "less": .less, "before": .less,
    "lte": .lessOrEqual, "le": .lessOrEqual, "lteq": .lessOrEqual, "lessthanorequal": .lessOrEqual,
    "lessthanorequalto": .lessOrEqual, "max": .lessOrEqual, "until": .lessOrEqual, "to": .lessOrEqual,
    "gt": .greater, "greaterthan": .greater, "greater": .greater, "after": .greater,
    "gte": .greaterOrEqual, "ge": .greaterOrEqual, "gteq": .greaterOrEqual, "greaterthanorequal": .greaterOrEqual,
    "greaterthanorequalto": .greaterOrEqual, "min": .greaterOrEqual, "since": .greaterOrEqual,
    "from": .greaterOrEqual,
    "between": .between, "contains": .contains, "contain": .contains, "includes": .contains, "cont": .contains,
    "include": .contains, "has": .contains, "startswith": .startsWith, "starts": .startsWith, "start": .startsWith,
    "beginswith": .startsWith, "prefix": .startsWith, "endswith": .endsWith, "ends": .endsWith, "end": .endsWith,
    "suffix": .endsWith, "like": .like, "regex": .regex, "regexp": .regex, "matches": .regex, "match": .regex,
    "matchesregex": .regex, "glob": .glob, "isnull": .isNull, "null": .isNull, "isempty": .isEmpty,
    "empty": .isEmpty, "blank": .isEmpty, "hasall": .hasAll, "hasevery": .hasAll, "containsall": .hasAll,
    "hassome": .hasAny, "hasany": .hasAny, "containsany": .hasAny, "overlaps": .hasAny, "range": .nested,
  ]

  private static let negations: [String: Base] = [
    "ne": .equal, "neq": .equal, "not": .equal, "isnot": .equal, "nin": .oneOf, "noneof": .oneOf, "exists": .isNull,
    "isset": .isNull, "present": .isEmpty, "ispresent": .isEmpty,
  ]
}

extension FilterOperator.Base {
  /// Indicates whether case can matter.
  fileprivate var isOfText: Bool {
    switch self {
    case .equal, .oneOf, .contains, .startsWith, .endsWith, .like, .regex, .glob: true
    default: false
    }
  }
}

/// The number of a relation's objects that must match a filter.
enum Quantifier: Hashable, Sendable {
  case some, every, none

  /// Reads a name's words in lower case, joined.
  init?(words text: String) {
    switch text {
    case "some", "any", "is", "exists", "has": self = .some
    case "every", "all": self = .every
    case "none", "isnot", "no": self = .none
    default: return nil
    }
  }
}
