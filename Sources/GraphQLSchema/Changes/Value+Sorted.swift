import GraphQLLanguage
import OrderedJSON

extension Value {
  /// The literal with input-object fields in natural order, as graphql-js sorts them for comparisons.
  var sorted: Value {
    switch self {
    case .list(let items, let place): .list(items.map(\.sorted), place)
    case .object(let fields, let place):
      .object(
        fields.map { ObjectField(name: $0.name, value: $0.value.sorted, place: $0.place) }
          .sorted { $0.name.text.comesNaturallyBefore($1.name.text) }, place)
    case .variable, .int, .float, .string, .boolean, .null, .enum: self
    }
  }
}

extension Directive {
  var sorted: Directive {
    var result = self
    result.arguments = arguments.map { argument in
      var argument = argument
      argument.value = argument.value.sorted
      return argument
    }.sorted { $0.name.text.comesNaturallyBefore($1.name.text) }
    return result
  }
}

extension String {
  /// Indicates whether the name precedes another in natural order: `a2` before `a10`.
  func comesNaturallyBefore(_ other: String) -> Bool {
    var left = utf8[...]
    var right = other.utf8[...]
    while let first = left.first, let second = right.first {
      if first.isDigit, second.isDigit {
        let one = left.prefix(while: \.isDigit)
        let two = right.prefix(while: \.isDigit)
        left = left.dropFirst(one.count)
        right = right.dropFirst(two.count)
        let oneValue = one.drop { $0 == 0x30 }
        let twoValue = two.drop { $0 == 0x30 }
        if oneValue.count != twoValue.count { return oneValue.count < twoValue.count }
        if !oneValue.elementsEqual(twoValue) { return oneValue.lexicographicallyPrecedes(twoValue) }
      } else {
        if first != second { return first < second }
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    return utf8.count < other.utf8.count
  }
}
