import OrderedJSON
import Recordings

// Root fields that look an object up, such as `product(id:)`.

extension RecordedObjects {
  /// A root field that may look an object up.
  enum Lookup {
    /// A rule or recorded answers show that it does. The occurrences of the object.
    case object([(Scope, Occurrence)], byRule: Bool)
    /// The object is recorded, but nothing shows that the field looks it up by this argument.
    case unproven(argument: String)
  }

  /// Returns the object that a root field looks up, if it is recorded. `declared` is the type of its value by the schema.
  func lookup(_ field: SelectedField, declared: String?) -> Lookup? {
    for argument in field.arguments {
      guard let key = argument.value.keyText else { continue }
      let isRule = lookups[field.name] == argument.name
      if lookups[field.name] != nil, !isRule { continue }
      guard let type = typeLookedUp(by: field, declared),
        isRule || reader.keyFields(of: type).contains(argument.keyField(of: type))
      else { continue }
      let context = field.context(without: argument.name).sorted { $0.precedesByScalars($1) }
      let scope = Scope(type: type, keyField: argument.keyField(of: type), context: context)
      guard let found = occurrences[Identity(scope: scope, key: key)] else { continue }
      switch isRule ? true : isLookup(field, argument.name, scope) {
      case true?: return .object(found.map { (scope, $0) }, byRule: isRule)
      case nil: return .unproven(argument: argument.name)
      case false?: continue
      }
    }
    return nil
  }

  private func typeLookedUp(by field: SelectedField, _ declared: String?) -> String? {
    if let declared, reader.hints.isObjectType(declared) { return declared }
    let types = Set(
      lookupAnswers.lazy.filter { $0.field.name == field.name }.compactMap {
        self.reader.type(of: $0.part, declared: declared)
      })
    if types.isEmpty {
      // No answer of it is recorded, so only the name of the field tells the type.
      let named = Set(identities.keys.map(\.type)).filter { $0.lowercased() == field.name.lowercased() }
      return named.count == 1 ? named.first : nil
    }
    return types.count == 1 ? types.first : nil
  }

  /// Indicates whether recorded answers of a root field are the object whose key is the argument, as other paths show it:
  /// true if two are, false if one is not, and nil if that is unknown.
  private func isLookup(_ field: SelectedField, _ argument: String, _ scope: Scope) -> Bool? {
    var agreeing: Set<String> = []
    for answer in lookupAnswers where answer.field.name == field.name {
      guard let key = answer.field.arguments.first(where: { $0.name == argument })?.value.keyText,
        answer.field.context(without: argument) == Set(scope.context)
      else { continue }
      let others = (occurrences[Identity(scope: scope, key: key)] ?? []).filter { $0.path != [answer.field.identity] }
      if answer.part.value == .null {
        if others.isEmpty { continue }
        return false
      }
      guard reader.type(of: answer.part, declared: scope.type) == scope.type else { return false }
      let members = reader.members(of: answer.part, type: scope.type)
      let own = recordedKeys(of: answer.part, members, type: scope.type).first { $0.field == scope.keyField }
      if let own, own.text != key { return false }
      for other in others {
        let comparison = reader.compare(answer.part, other.part, type: scope.type, except: scope.keyField)
        if comparison.difference != nil { return false }
        if own != nil, comparison.agreeing > 0 { agreeing.insert(key) }
      }
    }
    return agreeing.count >= 2 ? true : nil
  }
}
