import OrderedJSON
import Testing

@testable import FakeValues

@Suite("What the values of one object agree on")
struct PersonaTests {
  @Test("names, addresses and places agree", arguments: FakeLocale.allCases)
  func agreement(locale: FakeLocale) throws {
    func leaf(_ field: String) -> Leaf { Leaf("User", field, locale: locale) }
    let name = leaf("name"), first = leaf("firstName"), last = leaf("lastName"), email = leaf("email")
    let username = leaf("username"), address = leaf("address"), city = leaf("city"), postcode = leaf("postalCode")
    let phone = leaf("phone"), calling = leaf("callingCode"), flag = leaf("flag"), code = leaf("countryCode")
    let zone = leaf("timeZone"), currency = leaf("currencyCode")
    let mailbox = try Regex(#"[a-z]+\.[a-z]+@example\.(com|net|org)"#)
    for persona in Persona.some(2_000, locale) {
      let names = [first.text(persona), last.text(persona)]
      let full = name.text(persona)
      #expect(full == names.joined(separator: " ") || full == names.reversed().joined(separator: " "))
      if locale == .ja { #expect(full == names.reversed().joined(separator: " ")) }
      let mail = email.text(persona)
      #expect(mail.wholeMatch(of: mailbox) != nil, "\(mail)")
      #expect(mail.hasPrefix(persona.name.given.latin + "." + persona.name.family.latin + "@"))
      let latin = slugged(names[0], separator: "")
      if !latin.isEmpty { #expect(mail.hasPrefix(latin + "."), "\(mail) of \(full)") }
      #expect(username.text(persona).hasPrefix(persona.name.given.latin + "_"))
      #expect(address.text(persona).contains(city.text(persona)))
      #expect(address.text(persona).contains(postcode.text(persona)))
      #expect(phone.text(persona).hasPrefix(calling.text(persona) + " "))
      #expect(flag.text(persona) == Atlas.flag(code.text(persona)))
      let country = try #require(Atlas.earth.country(code.text(persona)))
      #expect(currency.text(persona) == country.currency)
      #expect(zone.text(persona) == persona.city.timeZone)
    }
  }

  @Test("coordinates lie at the city")
  func coordinates() {
    for persona in Persona.some(500) {
      let (latitude, longitude) = persona.position
      #expect(abs(latitude - persona.city.latitude * 10_000) <= 50_000)
      #expect(abs(longitude - persona.city.longitude * 10_000) <= 50_000)
    }
  }

  @Test("things happen in order")
  func order() {
    for locale in FakeLocale.allCases {
      for persona in Persona.some(10_000, locale) {
        let days = ([.created] + Persona.Milestone.inOrder).map { persona.moment($0).seconds }
        #expect(days == days.sorted())
        #expect(days[days.count - 1] < CivilTime(year: 2027, month: 1, day: 1).seconds)
        #expect(persona.moment(.expiry).seconds > days[days.count - 1])
        let birthday = persona.moment(.birthday)
        #expect(birthday.seconds < days[0])
        #expect(persona.age == 2_025 - birthday.date.year)
      }
    }
  }

  @Test("fields show that order", arguments: [("String", 24), ("DateTime", 24), ("Date", 10)])
  func fieldOrder(scalar: String, length: Int) {
    let fields = ["createdAt", "publishedAt", "startsAt", "endsAt", "closedAt", "updatedAt", "lastSeenAt", "expiresAt"]
    let leaves = fields.map { Leaf("Event", $0, scalar) }
    for persona in Persona.some(200) {
      let texts = leaves.map { $0.text(persona) }
      #expect(texts == texts.sorted() && texts.allSatisfy { $0.utf8.count == length }, "\(texts)")
    }
  }

  @Test("about one name in sixty of an English world is in another script, and has a Latin mailbox")
  func rareNames() {
    let foreign = Persona.some(6_000).filter {
      !$0.name.full.unicodeScalars.allSatisfy { $0.value < 0x0250 || $0 == "’" }
    }
    #expect((60...140).contains(foreign.count), "\(foreign.count)")
    for persona in foreign { #expect(persona.email.utf8.allSatisfy { $0 < 0x80 } && !persona.email.hasPrefix(".")) }
    #expect(Set(foreign.map(\.name.full)).count >= 10)
  }

  @Test("free text is now and then long, foreign or empty; nothing else is")
  func unusual() {
    let bodies = Leaf("Post", "body", isNonNull: true).texts(8_000)
    let unusual = bodies.filter { $0.isEmpty || $0.utf8.count > 800 || UnusualText.scripts.contains($0) }
    #expect((140...260).contains(unusual.count), "\(unusual.count)")
    #expect(unusual.contains("") && unusual.contains { $0.utf8.count > 800 })
    // A short text that must be there is never empty.
    #expect(!Leaf("Post", "comment", isNonNull: true).texts(8_000).contains(""))
    #expect(Leaf("Post", "comment", isNonNull: false).texts(8_000).contains(""))
    for field in ["email", "slug", "url", "currencyCode", "status", "username", "uuid", "countryCode"] {
      #expect(
        Leaf("User", field).texts(2_000).allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { $0 < 0x80 } }, "\(field)")
    }
  }

  @Test("check digits are right")
  func checkDigits() {
    func digits(_ text: String) -> [UInt8] { text.utf8.map { $0 - 0x30 } }
    for persona in Persona.some(500) {
      for field in ["isbn", "ean"] {
        let all = digits(Leaf("Book", field).text(persona))
        // The rule as the standard has it: weights 1 and 3 from the left, the sum divisible by ten.
        let sum = all.enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset.isMultiple(of: 2) ? 1 : 3) }
        #expect(all.count == 13 && sum.isMultiple(of: 10), "\(field) \(all)")
      }
      let card = digits(Leaf("Card", "cardNumber").text(persona))
      #expect(Self.luhn(Array(card.dropLast())) == card.last)
      let iban = Leaf("Account", "iban").text(persona)
      #expect(CheckDigit.remainder97(String(iban.dropFirst(4)) + iban.prefix(4)) == 1, "\(iban)")
    }
    // Known numbers: a book, a product, a card, a bank's example.
    #expect(CheckDigit.ean(digits("978030640615")) == 7)
    #expect(CheckDigit.ean(digits("400638133393")) == 1)
    #expect(Self.luhn(digits("7992739871")) == 3)
    #expect(CheckDigit.iban(country: "DE", account: "370400440532013000") == "89")
  }

  /// The last digit of a card number, for the digits before it (Luhn, ISO/IEC 7812-1).
  private static func luhn(_ digits: [UInt8]) -> UInt8 {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      let doubled = index.isMultiple(of: 2) ? Int(digit) * 2 : Int(digit)
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return UInt8((10 - sum % 10) % 10)
  }
}
