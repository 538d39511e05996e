import GraphQLLanguage

extension ValidationRule {
  /// Requires every field to exist on its type (section 5.3.1 "Field Selections").
  static let fieldsOnCorrectType = ValidationRule("FieldsOnCorrectType") { context, visitor in
    visitor.enterField.append { field in
      guard let parent = context.types.parentType, context.types.field == nil else { return }
      let name = field.name.text
      var suggestion = didYouMean(
        "to use an inline fragment on", typesWithField(name, below: parent, in: context.schema))
      if suggestion.isEmpty {
        suggestion = didYouMean(suggestionList(name, parent.fields.map(\.name)))
      }
      context.report("Cannot query field \"\(name)\" on type \"\(parent.name)\".\(suggestion)", at: field.place)
    }
  }

  /// Returns the types that have the field and that a fragment could select: interfaces before the possible types that
  /// implement them, the most widely shared and more general interfaces first, the rest by name.
  private static func typesWithField(_ field: String, below parent: SchemaType, in schema: Schema) -> [String] {
    guard parent.isAbstract else { return [] }
    var suggested: [SchemaType] = []
    var usage: [String: Int] = [:]
    var known: Set<String> = []
    for possible in schema.possibleTypes(of: parent) where possible.field(named: field) != nil {
      if known.insert(possible.name).inserted { suggested.append(possible) }
      usage[possible.name] = 1
      for name in possible.interfaceNames {
        guard let interface = schema.type(named: name), interface.field(named: field) != nil else { continue }
        if known.insert(name).inserted { suggested.append(interface) }
        usage[name, default: 0] += 1
      }
    }
    return sortedAsReference(suggested) { left, right in
      let (leftUsage, rightUsage) = (usage[left.name, default: 0], usage[right.name, default: 0])
      if leftUsage != rightUsage { return leftUsage > rightUsage }
      if left.kind == .interface, schema.isSubtype(right.name, of: left.name) { return true }
      if right.kind == .interface, schema.isSubtype(left.name, of: right.name) { return false }
      return naturallyPrecedes(left.name, right.name)
    }.map(\.name)
  }

  /// Sorts like JavaScript engines sort short arrays: the initial run, then binary insertion. The order above has
  /// cycles, so only the same steps give the same result.
  private static func sortedAsReference<Element>(
    _ elements: [Element], by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    guard elements.count > 1 else { return elements }
    let isDescending = precedes(elements[1], elements[0])
    var run = 2
    while run < elements.count, precedes(elements[run], elements[run - 1]) == isDescending { run += 1 }
    var sorted = Array(isDescending ? elements[..<run].reversed() : Array(elements[..<run]))
    for element in elements[run...] {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if precedes(element, sorted[middle]) { high = middle } else { low = middle + 1 }
      }
      sorted.insert(element, at: low)
    }
    return sorted
  }
}
