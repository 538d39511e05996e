import GraphQLLanguage

/// Compares the shapes and arguments of fields with one response key.
enum FieldLikeness {
  /// Indicates whether no value has both types: their lists, non-nulls or leaf types differ.
  static func conflict(_ left: TypeRef, _ right: TypeRef, _ schema: Schema) -> Bool {
    switch (left, right) {
    case (.list(let left), .list(let right)): return conflict(left, right, schema)
    case (.list, _), (_, .list): return true
    case (.nonNull(let left), .nonNull(let right)): return conflict(left, right, schema)
    case (.nonNull, _), (_, .nonNull): return true
    case (.named(let left), .named(let right)):
      guard left != right else { return false }
      return schema.type(named: left)?.isLeaf == true || schema.type(named: right)?.isLeaf == true
    }
  }

  /// Indicates whether the arguments are the same in any order. On the right the last repetition counts (graphql-js).
  static func sameArguments(_ left: [Argument], _ right: [Argument]) -> Bool {
    guard left.count == right.count else { return false }
    if left.count > 8 {
      let values = Dictionary(right.map { ($0.name.text, $0.value) }, uniquingKeysWith: { _, last in last })
      return left.allSatisfy { argument in values[argument.name.text].map { sameValue(argument.value, $0) } ?? false }
    }
    return left.allSatisfy { argument in
      right.last { $0.name.text == argument.name.text }.map { sameValue(argument.value, $0.value) } ?? false
    }
  }

  /// Indicates whether no argument is repeated. Only then is `sameArguments` an equivalence.
  static func hasEachArgumentOnce(_ field: Field) -> Bool {
    guard field.arguments.count > 1 else { return true }
    var names: Set<String> = []
    return field.arguments.allSatisfy { names.insert($0.name.text).inserted }
  }

  /// Compares literals, ignoring the order of input-object fields.
  private static func sameValue(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.object(let left, _), .object(let right, _)):
      guard left.count == right.count else { return false }
      let left = left.sorted { $0.name.text < $1.name.text }
      let right = right.sorted { $0.name.text < $1.name.text }
      return zip(left, right).allSatisfy { $0.name.text == $1.name.text && sameValue($0.value, $1.value) }
    case (.list(let left, _), .list(let right, _)):
      return left.count == right.count && zip(left, right).allSatisfy { sameValue($0, $1) }
    default: return left == right
    }
  }
}
