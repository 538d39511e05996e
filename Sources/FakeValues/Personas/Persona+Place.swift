extension Persona {
  /// The object's city, which determines its country, postal code, coordinates, time zone, telephone number, currency.
  var city: Atlas.City {
    let cities = Atlas.earth.cities(in: locale)
    return cities[index(below: cities.count, .city)]
  }

  var country: Atlas.Country { city.country }

  var countryName: String { Atlas.earth.translated(country.name, to: locale) }

  var postcode: String {
    var draw = draw(.postcode)
    return Self.filled(city.postcode, &draw)
  }

  var street: String {
    let (name, number) = streetParts
    switch locale {
    case .en: return "\(number) \(name)"
    case .de: return "\(name) \(number)"
    case .ja: return name + number
    }
  }

  /// The street and its number, for addresses with separate fields.
  var streetParts: (name: String, number: String) {
    var draw = draw(.street)
    let name = draw.pick(lexicon.streets)
    let kind = draw.pick(lexicon.streetKinds)
    switch locale {
    case .en: return ("\(name) \(kind)", String(draw.within(1...199)))
    case .de: return (name + kind, String(draw.within(1...199)))
    case .ja: return (name + kind, "\(draw.within(1...6))丁目\(draw.within(1...28))-\(draw.within(1...30))")
    }
  }

  /// The address in one line, in the country's postal order.
  package var address: String {
    let city = city
    switch locale {
    case .en: return "\(street), \(postcode) \(city.name), \(country.name)"
    case .de: return "\(street), \(postcode) \(city.name), \(countryName)"
    case .ja: return "〒\(postcode) \(city.region)\(city.name)\(street)"
    }
  }

  /// A number in the country's form, from those reserved for fiction if there are any.
  package var phone: String {
    var draw = draw(.phone)
    return Self.filled(country.phonePattern, &draw)
  }

  /// The position in millionths of a degree, within about five kilometers of the city.
  package var position: (latitude: Int, longitude: Int) {
    var draw = draw(.position)
    let city = city
    let north = city.latitude * 10_000 + draw.within(-50_000...50_000)
    return (north, city.longitude * 10_000 + draw.within(-50_000...50_000))
  }

  var language: Atlas.Language? { country.languages.first.flatMap { Atlas.earth.language($0) } }

  var currency: Atlas.Currency? { Atlas.earth.currency(country.currency) }

  /// Fills a pattern: digits for `#`, capital letters for `A`. Other characters stay.
  static func filled(_ pattern: String, _ draw: inout Draw) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pattern.utf8.count)
    for byte in pattern.utf8 {
      switch byte {
      case 0x23: bytes.append(UInt8(0x30 + draw.below(10)))
      case 0x41: bytes.append(UInt8(0x41 + draw.below(26)))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
