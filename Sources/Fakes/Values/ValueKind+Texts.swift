extension ValueKind {
  func textOfPerson(_ persona: Persona) -> String? {
    var draw = Draw(persona.identity.with("person"))
    switch self {
    case .fullName: return persona.fullName
    case .givenName: return persona.givenName
    case .familyName: return persona.familyName
    case .initials: return [persona.givenName, persona.familyName].compactMap { $0.first.map(String.init) }.joined()
    case .email: return persona.email
    case .username: return persona.handle
    case .jobTitle: return draw.pick(Lexicon.jobs)
    case .gender: return ["female", "male", "non-binary"][draw.below(20) / 9]
    case .phone: return "+\(persona.country?.phone ?? "49") \(draw.digits(3)) \(draw.digits(3)) \(draw.digits(4))"
    default: return nil
    }
  }

  func textOfPlace(_ persona: Persona, _ hash: StableHash) -> String? {
    var draw = Draw(hash)
    let city = persona.city
    let country = persona.country
    switch self {
    case .city: return city.name
    case .countryName: return country?.name
    case .countryCode: return city.country
    case .capital: return country?.capital
    case .continentName: return country.flatMap { Atlas.earth.continent($0.continent)?.name }
    case .region: return city.region
    case .street: return persona.street
    case .address: return "\(persona.street), \(persona.postcode) \(city.name), \(country?.name ?? city.country)"
    case .postcode: return persona.postcode
    case .timeZone: return city.timeZone
    case .flag: return Atlas.flag(city.country)
    case .place: return placeName(hash)
    case .languageName: return country?.languages.first.flatMap { Atlas.earth.language($0)?.name }
    case .languageCode: return country?.languages.first
    case .locale: return country.map { "\($0.languages.first ?? "en")-\($0.code)" }
    case .currencyCode: return country?.currency
    case .currencyName: return country.flatMap { Atlas.earth.currency($0.currency)?.name }
    case .currencySymbol: return country.flatMap { Atlas.earth.currency($0.currency)?.symbol }
    case .time: return padded(draw.within(6...22), 2) + ":" + ["00", "15", "30", "45"][draw.below(4)] + ":00"
    case .weekday:
      return ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][draw.below(7)]
    default: return nil
    }
  }

  func textOfThing(_ persona: Persona, _ hash: StableHash) -> String? {
    var draw = Draw(hash)
    switch self {
    case .company: return persona.company
    case .department: return draw.pick(Lexicon.departments)
    case .product:
      return "\(draw.pick(Lexicon.adjectives)) \(draw.pick(Lexicon.materials)) \(draw.pick(Lexicon.products))"
    case .sku: return "\(draw.hex(3).uppercased())-\(draw.digits(5))"
    case .size: return draw.pick(Lexicon.sizes)
    case .barcode: return draw.digits(13)
    case .name: return persona.phrase
    case .title: return "The \(persona.phrase)"
    case .event: return "\(persona.phrase) \(draw.pick(Lexicon.events))"
    case .slug: return slugged(persona.phrase)
    case .variety: return draw.pick(Lexicon.varieties)
    case .word: return "\(draw.pick(Lexicon.vehicles)) \(draw.within(1...9))"
    case .sentence: return Self.sentence(&draw)
    case .paragraph: return (0..<draw.within(2...3)).map { _ in Self.sentence(&draw) }.joined(separator: " ")
    case .markdown: return "# The \(Self.phrase(&draw))\n\n\(Self.sentence(&draw)) **\(Self.sentence(&draw))**"
    case .html: return "<p>\(Self.sentence(&draw))</p>"
    case .category: return draw.pick(Lexicon.categories)
    case .topic: return draw.pick(Lexicon.topics)
    case .genre: return draw.pick(Lexicon.genres)
    case .animal: return draw.pick(Lexicon.animals)
    case .status: return draw.pick(Lexicon.states)
    case .emoji: return draw.pick(Lexicon.emoji)
    default: return nil
    }
  }

  func textOfMachine(_ persona: Persona, _ hash: StableHash) -> String? {
    var draw = Draw(hash)
    switch self {
    case .domain: return slugged(persona.company) + ".example"
    case .url: return "https://\(slugged(persona.company)).example/\(slugged(Self.phrase(&draw)))"
    case .imageURL: return "https://images.example/\(draw.hex(12)).png"
    case .path: return "/\(slugged(draw.pick(Lexicon.categories)))/\(slugged(Self.phrase(&draw)))"
    case .fileName: return "\(slugged(Self.phrase(&draw))).\(draw.pick(Lexicon.extensions))"
    case .mimeType: return draw.pick(Lexicon.mimeTypes)
    case .uuid: return draw.uuid()
    case .token: return draw.base64(40)
    case .hash: return draw.hex(40)
    case .cursor: return draw.base64(16)
    case .base64: return draw.base64(24)
    case .colourName: return Self.colour(&draw).name
    case .colourHex: return "#" + Self.colour(&draw).hex
    case .ipAddress: return "192.0.2.\(draw.within(1...254))"
    case .macAddress: return "02:" + (0..<5).map { _ in draw.hex(2) }.joined(separator: ":")
    case .cloudRegion: return "\(["eu", "us", "ap"][draw.below(3)])-\(["central", "east", "west"][draw.below(3)])-1"
    case .userAgent: return "ExampleBrowser/\(draw.within(90...130)).0"
    case .version: return "\(draw.within(0...9)).\(draw.below(20)).\(draw.below(10))"
    case .cron: return "\(draw.below(60)) \(draw.below(24)) * * *"
    default: return nil
    }
  }

  private static func colour(_ draw: inout Draw) -> (name: String, hex: String) {
    let parts = draw.pick(Lexicon.colours).split(separator: " ").map(String.init)
    return (parts.first ?? "black", parts.last ?? "111111")
  }
}
