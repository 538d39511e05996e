import OrderedJSON

extension ValueKind {
  /// The value of a field of this kind; for `imageURL` and `unknown`, which depend on more, see `LeafPlan`.
  ///
  /// - Parameters:
  ///   - persona: What the values of the field's object agree on.
  ///   - hash: The hash of the object, the field and its arguments (and the index in a list of leaves).
  /// - Returns: The value, not yet in the form of a scalar.
  func sample(_ persona: Persona, _ hash: StableHash) -> Sample {
    var draw = Draw(hash)
    switch self {
    case .number(let range, let decimals):
      let power = Sample.power(decimals)
      return .number(draw.within((range.lowerBound * power)...(range.upperBound * power)), decimals: decimals)
    case .price: return .number(Self.cents(&draw), decimals: 2)
    case .cents: return .number(Self.cents(&draw), decimals: 0)
    case .year: return .number(persona.moment(.created).date.year, decimals: 0)
    case .yearOf(let milestone): return .number(persona.moment(milestone).date.year, decimals: 0)
    case .width: return .number(persona.pictureSize.width, decimals: 0)
    case .height: return .number(persona.pictureSize.height, decimals: 0)
    case .age: return .number(persona.age, decimals: 0)
    case .month: return .number(draw.within(1...12), decimals: 0)
    case .duration: return .number(draw.within(1...180) * 60, decimals: 0)
    case .latitude: return .number(persona.position.latitude, decimals: 6)
    case .longitude: return .number(persona.position.longitude, decimals: 6)
    case .moment(let milestone): return .moment(seconds: persona.moment(milestone).seconds)
    case .date(let milestone): return .day(seconds: persona.moment(milestone).seconds)
    case .flagged(let percent): return .flag(draw.chance(percent))
    case .geoPoint:
      // RFC 7946: longitude first.
      let (latitude, longitude) = persona.position
      let coordinates = [longitude, latitude].map { JSON.number(JSONNumber(validated: Sample.decimal($0, 6))) }
      return .json(.object(JSONObject([.init("type", .string("Point")), .init("coordinates", .array(coordinates))])))
    case .json:
      let key = Phrase(persona.lexicon, &draw).slug
      return .json(.object(JSONObject([.init("key", .string(key)), .init("enabled", .bool(draw.chance(50)))])))
    default: return .text(text(persona, hash))
    }
  }

  private func text(_ persona: Persona, _ hash: StableHash) -> String {
    if case .detail(let detail) = self { return detail.text(persona, hash) }
    return textOfPerson(persona) ?? textOfPlace(persona, hash) ?? textOfThing(persona, hash) ?? textOfMachine(
      persona, hash)
      ?? textOfCode(persona, hash)
  }

  /// A price such as shops have, in hundredths.
  static func cents(_ draw: inout Draw) -> Int {
    draw.within(4...400) * 100 + [0, 49, 50, 90, 95, 99][draw.below(6)]
  }
}
