import OrderedJSON

extension ValueKind {
  /// The value of a field of this kind.
  ///
  /// - Parameters:
  ///   - persona: What the values of the field's object agree on.
  ///   - hash: The hash of the object, the field and its arguments (and the index in a list of leaves).
  ///   - field: The field's name, from which a value of no known kind is made.
  /// - Returns: The value, not yet in the form of a scalar.
  func sample(_ persona: Persona, _ hash: StableHash, field: String) -> Sample {
    var draw = Draw(hash)
    switch self {
    case .number(let range, let decimals):
      var power = 1
      for _ in 0..<decimals { power *= 10 }
      return .number(draw.within((range.lowerBound * power)...(range.upperBound * power)), decimals: decimals)
    case .price: return .number(draw.within(4...400) * 100 + [0, 49, 50, 90, 95, 99][draw.below(6)], decimals: 2)
    case .year: return .number(persona.moment(.created).date.year, decimals: 0)
    case .age: return .number(2_025 - persona.moment(.birthday).date.year, decimals: 0)
    case .month: return .number(draw.within(1...12), decimals: 0)
    case .duration: return .number(draw.within(1...180) * 60, decimals: 0)
    case .latitude:
      return .number((persona.country?.latitude ?? 0) * 10_000 + draw.within(-400_000...400_000), decimals: 6)
    case .longitude:
      return .number((persona.country?.longitude ?? 0) * 10_000 + draw.within(-400_000...400_000), decimals: 6)
    case .moment(let milestone): return .moment(seconds: persona.moment(milestone).seconds)
    case .date(let milestone): return .day(seconds: persona.moment(milestone).seconds)
    case .flagged(let percent): return .flag(draw.chance(percent))
    case .json:
      return .json(
        .object(.init([.init("key", .string(slugged(Self.phrase(&draw)))), .init("enabled", .bool(draw.chance(50)))])))
    default: return .text(text(persona, hash, field: field))
    }
  }

  /// Two words with capitals, `Quiet Harbor`.
  static func phrase(_ draw: inout Draw) -> String {
    "\(draw.pick(Lexicon.adjectives)) \(draw.pick(Lexicon.nouns))"
  }

  static func sentence(_ draw: inout Draw) -> String {
    let opening = draw.pick(Lexicon.openings)
    let verb = draw.pick(Lexicon.verbs)
    let object = draw.pick(Lexicon.objects)
    return "\(opening) \(verb) \(object) \(draw.pick(Lexicon.endings))."
  }

  private func text(_ persona: Persona, _ hash: StableHash, field: String) -> String {
    textOfPerson(persona) ?? textOfPlace(persona, hash) ?? textOfThing(persona, hash) ?? textOfMachine(persona, hash)
      ?? Self.unknownText(field, hash)
  }

  /// A value for a field of which nothing is known: the field's words and a number, so that a reader of the
  /// answer sees where it comes from.
  private static func unknownText(_ field: String, _ hash: StableHash) -> String {
    var draw = Draw(hash)
    let name = words(of: field).joined(separator: " ")
    return "\(name.isEmpty ? "value" : name) \(draw.pick(Lexicon.nouns).lowercased()) \(draw.within(1...99))"
  }
}
