extension ValueKind {
  func textOfPerson(_ persona: Persona) -> String? {
    switch self {
    case .fullName: persona.name.full
    case .givenName: persona.name.given.text
    case .familyName: persona.name.family.text
    case .namePrefix: persona.prefix
    case .initials: persona.initials
    case .email: persona.email
    case .username: persona.handle
    case .mention: "@" + persona.handle
    case .jobTitle: persona.job
    case .gender: persona.gender
    case .phone: persona.phone
    default: nil
    }
  }

  func textOfPlace(_ persona: Persona, _ hash: StableHash) -> String? {
    let earth = Atlas.earth
    switch self {
    case .city: return persona.city.name
    case .countryName: return persona.countryName
    case .countryCode: return persona.country.code
    case .countryCode3: return persona.country.alpha3
    case .callingCode: return "+" + persona.country.phone
    case .capital: return earth.translated(persona.country.capital, to: persona.locale)
    case .continentName:
      return earth.continent(persona.country.continent).map { earth.translated($0.name, to: persona.locale) }
    case .region: return persona.city.region
    case .street: return persona.street
    case .address: return persona.address
    case .postcode: return persona.postcode
    case .timeZone: return persona.city.timeZone
    case .flag: return Atlas.flag(persona.country.code)
    case .place: return placeName(hash)
    case .languageName: return persona.language.map { earth.translated($0.name, to: persona.locale) }
    case .languageCode: return persona.country.languages.first
    case .locale: return "\(persona.country.languages.first ?? "en")-\(persona.country.code)"
    case .currencyCode: return persona.country.currency
    case .currencyName: return persona.currency.map { earth.translated($0.name, to: persona.locale) }
    case .currencySymbol: return persona.currency?.symbol
    default: return nil
    }
  }

  func textOfThing(_ persona: Persona, _ hash: StableHash) -> String? {
    var draw = Draw(hash)
    let lexicon = persona.lexicon
    switch self {
    case .company: return persona.company
    case .name: return persona.phrase.text
    case .title: return persona.title
    case .event: return persona.event
    case .slug: return persona.phrase.slug
    case .department: return draw.pick(lexicon.departments)
    case .product: return persona.product
    case .variety: return draw.pick(Lexicon.varieties)
    case .word: return "\(draw.pick(Lexicon.vehicles)) \(draw.within(1...9))"
    case .sentence: return Self.sentence(lexicon, &draw)
    case .paragraph: return Self.paragraph(draw.within(2...3), lexicon, &draw)
    case .markdown:
      let heading = Phrase(lexicon, &draw).text
      return "# \(heading)\n\n\(Self.sentence(lexicon, &draw)) **\(Self.sentence(lexicon, &draw))**"
    case .html: return "<p>\(Self.sentence(lexicon, &draw))</p>"
    case .category: return draw.pick(lexicon.categories)
    case .topic: return draw.pick(lexicon.topics)
    case .genre: return draw.pick(lexicon.genres)
    case .animal: return draw.pick(lexicon.animals)
    case .colourName: return lexicon.colours[draw.below(lexicon.colours.count)].name
    case .colourHex: return "#" + lexicon.colours[draw.below(lexicon.colours.count)].hex
    case .weekday: return draw.pick(lexicon.weekdays)
    case .monthName: return draw.pick(lexicon.months)
    case .status: return draw.pick(Lexicon.states)
    case .size: return draw.pick(Lexicon.sizes)
    case .unit: return ["cm", "g", "kg", "l", "m", "ml", "pcs"][draw.below(7)]
    case .emoji: return draw.pick(Lexicon.emoji)
    default: return nil
    }
  }

  // MARK: Sentences

  static func sentence(_ lexicon: Lexicon, _ draw: inout Draw) -> String {
    let opening = draw.pick(lexicon.openings)
    let verb = draw.pick(lexicon.verbs)
    let object = draw.pick(lexicon.objects)
    let ending = draw.pick(lexicon.endings)
    return lexicon === Lexicon.japanese
      ? "\(opening)\(object)\(verb)、\(ending)。" : "\(opening) \(verb) \(object) \(ending)."
  }

  static func paragraph(_ sentences: Int, _ lexicon: Lexicon, _ draw: inout Draw) -> String {
    var text = ""
    for index in 0..<sentences {
      if index > 0, lexicon !== Lexicon.japanese { text += " " }
      text += sentence(lexicon, &draw)
    }
    return text
  }
}
