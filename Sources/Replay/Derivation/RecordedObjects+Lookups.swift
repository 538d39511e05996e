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
      let found = occurrences(of: Identity(scope: scope, key: key))
      if found.isEmpty { continue }
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
    let types = Set(answers(of: field.name).lazy.compactMap { self.reader.type(of: $0.part, declared: declared) })
    if types.isEmpty {
      // No answer of it is recorded, so only the name of the field tells the type.
      let named = self.types.filter { $0.lowercased() == field.name.lowercased() }
      return named.count == 1 ? named.first : nil
    }
    return types.count == 1 ? types.first : nil
  }

  /// Indicates whether recorded answers of a root field are the object whose key is the argument, as other paths show it:
  /// true if two are, false if one is not, and nil if that is unknown.
  private func isLookup(_ field: SelectedField, _ argument: String, _ scope: Scope) -> Bool? {
    let judgment = judgment(LookupPlace(field: field.name, argument: argument, scope: scope))
    if judgment.isContradicted { return false }
    return judgment.agreeing.count >= 2 ? true : nil
  }

  /// The argument of a root field that may be the key of an object.
  struct LookupPlace: Hashable {
    let field: String
    let argument: String
    let scope: Scope
  }

  /// The answers of a root field, compared with other occurrences of the objects whose key is the argument.
  struct LookupJudgment {
    /// The keys of the answers that agree.
    var agreeing: Set<String> = []
    var isContradicted = false
  }

  private func judgment(_ place: LookupPlace) -> LookupJudgment {
    if let known = knownJudgments[place] { return known }
    var result = base?.judgment(place) ?? LookupJudgment()
    let known = (base?.answers(of: place.field) ?? []).filter { answer in
      // Of the answers of the base, only those whose objects have more occurrences here show anything else.
      answer.key(place).map { own.occurrences[Identity(scope: place.scope, key: $0)] != nil } ?? false
    }
    for answer in known + (own.lookupAnswers[place.field] ?? []) where !result.isContradicted {
      switch agrees(answer, place) {
      case true?: if let key = answer.key(place) { result.agreeing.insert(key) }
      case false?: result.isContradicted = true
      case nil: break
      }
    }
    knownJudgments.keep(result, for: place, bytes: result.agreeing.reduce(500) { $0 + 48 + $1.utf8.count })
    return result
  }

  /// Indicates whether an answer is the object whose key is the argument, as other paths show it; nil if that is unknown.
  private func agrees(_ answer: LookupAnswer, _ place: LookupPlace) -> Bool? {
    let scope = place.scope
    guard let key = answer.key(place), answer.field.context(without: place.argument) == Set(scope.context) else {
      return nil
    }
    let others = occurrences(of: Identity(scope: scope, key: key)).filter { $0.path != [answer.field.identity] }
    if answer.part.value == .null { return others.isEmpty ? nil : false }
    guard reader.type(of: answer.part, declared: scope.type) == scope.type else { return false }
    let members = reader.members(of: answer.part, type: scope.type)
    let recorded = own.recordedKeys(of: answer.part, members, type: scope.type).first { $0.field == scope.keyField }
    if let recorded, recorded.text != key { return false }
    var agreeing = 0
    for other in others {
      let comparison = reader.compare(answer.part, other.part, type: scope.type, except: scope.keyField)
      if comparison.difference != nil { return false }
      agreeing += comparison.agreeing
    }
    return recorded != nil && agreeing > 0 ? true : nil
  }
}

extension RecordedObjects.LookupAnswer {
  /// The text of the argument that may be a key.
  fileprivate func key(_ place: RecordedObjects.LookupPlace) -> String? {
    field.arguments.first { $0.name == place.argument }?.value.keyText
  }
}
