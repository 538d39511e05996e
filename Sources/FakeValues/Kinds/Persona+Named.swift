extension Persona {
  /// The name in an address, of an object whose name is of this kind.
  package func slug(of named: ValueKind) -> String {
    switch named {
    case .fullName: return "\(name.given.latin)-\(name.family.latin)"
    case .company: return locale == .ja ? companyParts.name.latin : slugged(company)
    case .product: return locale == .ja ? phrase.slug : slugged(product)
    default: return phrase.slug
    }
  }

  /// The abbreviation of the object: a person's initials, two letters for a part of a country,
  /// three for anything else.
  ///
  /// - Parameters:
  ///   - named: what objects of its type are called by.
  ///   - hash: of the object, the field and its arguments.
  /// - Returns: two or three capital letters.
  func shortCode(of named: ValueKind, _ hash: StableHash) -> String {
    var draw = Draw(hash)
    switch named {
    case .fullName:
      let name = name
      return (name.given.latin.prefix(1) + name.family.latin.prefix(2)).uppercased()
    case .place: return draw.capitals(2)
    default: return draw.capitals(3)
    }
  }
}
