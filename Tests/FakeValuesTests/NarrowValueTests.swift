import OrderedJSON
import Testing

@testable import FakeValues

@Suite("Values of narrow use")
struct NarrowValueTests {
  @Test(
    "texts have the usual form of their field, also for names that depend on the type or are in another language",
    arguments: [
      ("State", "code", #"[A-Z]{2}"#), ("Genre", "code", #"[A-Z]{3}"#), ("Fach", "kuerzel", #"[A-Z]{3}"#),
      ("Unit", "abbreviation", #"[A-Z]{3}"#), ("Stock", "symbol", #"[A-Z]{3}"#), ("Lehrer", "kuerzel", #"[A-Z]{3}"#),
      ("Country", "code", #"[A-Z]{2}"#), ("Money", "code", #"[A-Z]{3}"#), ("Language", "code", #"[a-z]{2}"#),
      ("UserError", "code", #"[A-Z]+(_[A-Z]+)?"#), ("Coupon", "code", #"[A-Z]+\d{1,2}"#),
      ("Country", "awsRegion", #"[a-z]{2}-[a-z]+-[1-3]"#), ("Card", "last4", #"\d{4}"#),
      ("Transaction", "counterparty", #"\p{L}.* .+"#), ("Person", "taxId", #"[A-Z]{2}\d{9}"#),
      ("Transfer", "memo", #".+[.?!]"#), ("Card", "maskedNumber", #"•••• \d{4}"#),
      ("Account", "accountNumber", #"\d{10}"#),
      ("Address", "line1", #"\d{1,3} \w+ \w+"#), ("Address", "line2", #"(Apt\.|Floor|Suite|Unit) \d+"#),
      ("Address", "addressLine1", #"\d{1,3} \w+ \w+"#), ("Address", "addressLine2", #"(Apt\.|Floor|Suite|Unit) \d+"#),
      ("Post", "hashtags", #"#[A-Za-z]+"#), ("Cart", "discountCode", #"[A-Z]+\d{1,2}"#),
      ("Cart", "voucher", #"[A-Z]+\d{1,2}"#), ("Movie", "imdbId", #"tt\d{7}"#),
      ("VideoBlock", "youtubeId", #"[A-Za-z0-9_-]{11}"#), ("Clip", "videoId", #"[A-Za-z0-9_-]{11}"#),
      ("Sys", "spaceId", #"[a-z0-9]{12}"#), ("Sys", "crmId", #"[a-z0-9]{12}"#),
      ("Person", "deathday", #"20\d\d-\d\d-\d\d"#), ("Person", "placeOfBirth", #"\p{Lu}.+"#),
      ("Movie", "certificate", #"G|PG|PG-13|R|NC-17"#), ("Game", "contentRating", #"G|PG|PG-13|R|NC-17"#),
      ("Conditions", "windDirection", #"[NESW]{1,3}"#), ("Alert", "severity", #"low|medium|high|critical"#),
      ("Day", "sunrise", #"0[567]:\d\d"#), ("Day", "sunset", #"(17|18|19|20):\d\d"#),
      ("Card", "cardholderName", #".+ .+"#), ("Person", "middleName", #"[\p{L}\p{M}]+"#),
      ("Branch", "name", #"\p{Lu}.+"#), ("Product", "handle", #"[a-z]+(-[a-z]+)+"#),
      ("Page", "handle", #"[a-z]+(-[a-z]+)+"#),
      ("User", "handle", #"[a-z]+_[a-z]+\d\d"#), ("Movie", "posterUrl", #"http://127.+/images/.+\.png\?w=600&h=900"#),
      ("Album", "coverUrl", #"http://127.+/images/.+"#), ("Album", "photoUri", #"http://127.+/images/.+"#),
      ("Card", "pin", #"\d{6}"#), ("Card", "brand", #"Visa|Mastercard|American Express|Discover|JCB"#),
      ("Bank", "routingNumber", #"\d{9}"#), ("Hero", "ctaLabel", #"[A-Z][a-z]+( [a-z]+)?"#),
      ("Schule", "telefon", #"\+\d{1,3}( \d{1,5}){2,5}"#), ("Schule", "plz", #"[A-Z0-9 -]{3,9}"#),
      ("Schule", "ort", #"\p{Lu}.+"#), ("Person", "vorname", #"[\p{L}\p{M}]+"#),
      ("Person", "geburtsdatum", #"(19|20)\d\d-\d\d-\d\d"#), ("Person", "prenom", #"[\p{L}\p{M}]+"#),
      ("Person", "apellido", #"[\p{L}\p{M}' ]+"#), ("Lehrer", "name", #".+ .+"#), ("Kunde", "name", #".+ .+"#),
      ("Firma", "name", #"[A-Z].* [A-Z][a-z]+"#), ("Person", "hausnummer", #"\d{1,3}"#),
      ("Artikel", "beschreibung", #"(?s).+"#), ("Artikel", "bild", #"http://127.+/images/.+"#),
      ("Artikel", "erstelltAm", #"20\d\d-\d\d-\d\dT.+Z"#), ("Artikel", "geaendertAm", #"20\d\d-\d\d-\d\dT.+Z"#),
      ("Artikel", "farbe", #"[a-z]+"#), ("Person", "land", #"\p{Lu}.+"#), ("Person", "firma", #"[A-Z].* [A-Z][a-z]+"#),
      ("Person", "handy", #"\+\d{1,3}( \d{1,5}){2,5}"#), ("Artikel", "titel", #"[A-Z].+"#),
      ("Artikel", "kommentar", #"(?s).+"#), ("Artikel", "preis", #"\d+\.\d\d"#),
      ("Termin", "datum", #"20\d\d-\d\d-\d\d"#),
      ("Thing", "zzz", #"zzz [a-z]+ \d{1,2}"#),
    ])
  func shapes(type: String, field: String, pattern: String) throws {
    let regex = try Regex(pattern)
    let texts = Leaf(type, field).texts().filter { !UnusualText.scripts.contains($0) && $0.utf8.count < 800 }
    for text in texts {
      #expect(try regex.wholeMatch(in: text) != nil, "\(type).\(field) is \(text): expected \(pattern)")
    }
    #expect(Set(texts).count > 3, "\(type).\(field) has only these values: \(Set(texts)). It should have four or more.")
  }

  @Test("regions of a cloud are real ones")
  func regions() {
    let regions = Set(Leaf("Country", "awsRegion").texts(500))
    #expect(regions.isSuperset(of: ["us-east-1", "eu-central-1", "ap-southeast-2", "ca-central-1", "sa-east-1"]))
    #expect(regions == Set(Lexicon.cloudRegions))
  }

  @Test(
    "scalars of other languages",
    arguments: [
      ("Datum", "x", #"\d{4}-\d\d-\d\d"#), ("Fecha", "x", #"\d{4}-\d\d-\d\d"#), ("Uhrzeit", "x", #"\d\d:\d\d:\d\d"#),
      ("Zeitstempel", "x", #"\d{4}-.+Z"#), ("URL", "posterUrl", #"http://127.+/images/.+"#),
      ("ID", "imdbId", #"tt\d{7}"#), ("ID", "spaceId", #"\d{4}"#),
      ("AnyScalar", "coverUri", #"http://127.+/images/.+"#),
    ])
  func scalars(scalar: String, field: String, pattern: String) throws {
    let regex = try Regex(pattern)
    for text in Leaf("Thing", field, scalar).texts() {
      #expect(try regex.wholeMatch(in: text) != nil, "\(scalar) \(field): \(text)")
    }
  }

  @Test(
    "numbers are in a sensible range",
    arguments: [
      ("User", "totalProductsCreated", 0.0...250), ("Report", "itemsUpdated", 1...100), ("Book", "start", 1...100),
      ("Log", "createdAt", 1_500_000_000...1_800_000_000), ("Log", "start_time", 1_500_000_000...1_800_000_000),
      ("Person", "height", 150...200), ("Image", "height", 240...1_350), ("Rate", "exchangeRate", 0.5...150),
      ("FuzzyDate", "day", 1...28), ("FuzzyDate", "month", 1...12), ("Card", "expiryYear", 2_030...2_035),
      ("Conditions", "windBearing", 0...359), ("Conditions", "uvIndex", 0...11), ("Person", "alter", 20...75),
      ("Klasse", "anzahlSchueler", 0...250), ("Artikel", "menge", 0...250), ("Artikel", "bewertung", 1...5),
      ("Person", "deathYear", 2_021...2_025),
    ] as [(String, String, ClosedRange<Double>)])
  func ranges(type: String, field: String, range: ClosedRange<Double>) {
    for scalar in ["Int", "Float"] {
      let numbers = Leaf(type, field, scalar).texts().compactMap(Double.init)
      #expect(numbers.count == 60 && Set(numbers).count > 3)
      #expect(numbers.allSatisfy(range.contains), "\(type).\(field): \(numbers)")
    }
  }

  @Test("an exchange rate has four decimals")
  func rates() {
    for text in Leaf("Query", "exchangeRate", "Float").texts() {
      #expect(text.split(separator: ".").last?.utf8.count == 4, "\(text)")
    }
  }

  @Test("navigation says where it leads, other labels do not", arguments: ["NavItem", "NavigationLink", "Breadcrumb"])
  func navigation(type: String) {
    let labels = Set(Leaf(type, "label").texts())
    #expect(labels.contains("Home") && labels.contains("About") && labels.count > 8)
    #expect(!Leaf("Genre", "label").texts().contains("Home"))
  }

  @Test("what a card tells agrees")
  func cards() {
    let last = Leaf("Card", "last4"), masked = Leaf("Card", "maskedNumber"), number = Leaf("Card", "cardNumber")
    for persona in Persona.some(50) {
      #expect(masked.text(persona) == "•••• " + last.text(persona))
      #expect(number.text(persona).hasSuffix(last.text(persona)))
    }
  }

  @Test(
    "a person has two given names, a code of the initials, and an address of both names", arguments: FakeLocale.allCases
  )
  func people(locale: FakeLocale) {
    func leaf(_ field: String) -> Leaf { Leaf("Lehrer", field, locale: locale) }
    let first = leaf("vorname"), middle = leaf("middleName"), last = leaf("nachname"), email = leaf("email")
    let code = leaf("kuerzel")
    for persona in Persona.some(500, locale) {
      #expect(first.text(persona) != middle.text(persona))
      #expect(first.text(persona) == persona.name.given.text && last.text(persona) == persona.name.family.text)
      #expect(email.text(persona).hasPrefix("\(persona.name.given.latin).\(persona.name.family.latin)@"))
      #expect(code.text(persona).first?.lowercased() == String(persona.name.given.latin.prefix(1)))
    }
  }

  @Test("a street beside a number has none of its own", arguments: FakeLocale.allCases)
  func streets(locale: FakeLocale) {
    let street = Leaf("Person", "strasse", siblings: [("hausnummer", "String")], locale: locale)
    let number = Leaf("Person", "hausnummer", locale: locale), whole = Leaf("Person", "strasse", locale: locale)
    for persona in Persona.some(50, locale) {
      let parts = [street.text(persona), number.text(persona)]
      #expect(!parts[0].utf8.contains { (0x30...0x39).contains($0) })
      #expect(parts.allSatisfy { whole.text(persona).contains($0) })
    }
  }

  @Test("a file's name ends as its type says", arguments: ["contentType", "mimeType"])
  func files(type: String) {
    let forms = Dictionary(uniqueKeysWithValues: FileForm.all.map { ($0.mimeType, $0.suffix) })
    let name = Leaf("Asset", "fileName"), mime = Leaf("Asset", type), ending = Leaf("Asset", "extension")
    for persona in Persona.some(80) {
      #expect(name.text(persona).hasSuffix("." + ending.text(persona)))
      #expect(forms[mime.text(persona)] == ending.text(persona))
    }
    #expect(Set(Leaf("Image", type).texts()) == ["image/png"])
    #expect(Leaf("Image", "fileName").texts().allSatisfy { $0.hasSuffix(".png") })
  }

  @Test(
    "what happens to one object is in order, and not at once",
    arguments: [
      ["createdAt", "placedAt", "shippedAt", "deliveredAt", "returnedAt", "updatedAt"], ["openedOn", "closedOn"],
      ["createdAt", "dueDate"], ["beginn", "ende"], ["validFrom", "validTo"], ["gueltigVon", "gueltigBis"],
      ["checkIn", "checkOut"], ["checkInDate", "checkOutDate"], ["erstelltAm", "geloeschtAm", "geaendertAm"],
      ["created", "openedAt", "completedAt", "closedDate"], ["birthday", "deathday"], ["start", "end"], ["from", "to"],
      ["bestelltAm", "versendetAm", "geliefertAm"], ["orderDate", "shippedDate", "deliveryDate"],
    ])
  func order(fields: [String]) {
    for scalar in ["DateTime", "Datum", "String"] where scalar != "String" || fields[0] != "from" {
      let leaves = fields.map { Leaf("Order", $0, scalar) }
      var strict = 0
      for persona in Persona.some(300) {
        let texts = leaves.map { $0.text(persona) }
        // Of a moment and a day beside each other the days count.
        let days = texts.map { $0.prefix(10) }
        #expect(days == days.sorted(), "\(fields): \(texts)")
        #expect(texts.allSatisfy { $0.hasPrefix("20") || $0.hasPrefix("19") }, "\(texts)")
        if Set(scalar == "DateTime" ? texts : days.map(String.init)).count == fields.count { strict += 1 }
      }
      #expect(strict > (scalar == "DateTime" ? 298 : 200), "\(fields) \(scalar): \(strict)")
    }
  }

  @Test("what is due is not done at the same time")
  func due() {
    let due = Leaf("Todo", "dueDate", "DateTime"), done = Leaf("Todo", "completedAt", "DateTime")
    for persona in Persona.some(2_000) { #expect(due.text(persona) != done.text(persona)) }
  }

  @Test(
    "a lesson ends after it began", arguments: [("beginn", "ende"), ("startTime", "endTime"), ("checkIn", "checkOut")])
  func hours(start: String, end: String) {
    let start = Leaf("Stunde", start, "Time"), end = Leaf("Stunde", end, "Time")
    for persona in Persona.some(300) {
      #expect(start.text(persona) < end.text(persona))
      #expect(end.text(persona) < "24:00:00" && start.text(persona).utf8.count == 8)
    }
  }

  @Test(
    "what remains of a limit is within it",
    arguments: [["remaining", "limit"], ["used", "limit"], ["startPage", "endPage"]])
  func limits(fields: [String]) {
    let leaves = fields.map { field in
      Leaf("RateLimit", field, "Int", siblings: fields.filter { $0 != field }.map { ($0, "Int") })
    }
    for persona in Persona.some(200) {
      let numbers = leaves.compactMap { Int($0.text(persona)) }
      #expect(numbers.count == 2 && numbers == numbers.sorted(), "\(fields): \(numbers)")
    }
  }

  @Test("prices of a currency without cents have none")
  func wholePrices() {
    let price = Leaf("Product", "price", "Float", siblings: [("currency", "String")])
    let currency = Leaf("Product", "currency"), alone = Leaf("Product", "price", "Float")
    var whole = 0
    for persona in Persona.some(400) {
      let isWhole = ["CLP", "ISK", "JPY", "KRW", "VND"].contains(currency.text(persona))
      if isWhole { whole += 1 }
      #expect(price.text(persona).contains(".") == !isWhole, "\(currency.text(persona)) \(price.text(persona))")
      #expect(alone.text(persona).contains("."))
    }
    #expect(whole > 10 && whole < 200)
  }

  @Test("a short code with a number is one still")
  func numbered() {
    #expect(JSON.string("QC").numbered(7) == .string("QC7"))
    #expect(JSON.string("quiet").numbered(7) == .string("quiet-7"))
    // The check digit of an ISBN stays right, also with a number of seven digits. Other digits have none.
    #expect(JSON.string("9780306406157").numbered(7) == .string("9780300000078"))
    #expect(JSON.string("9780306406157").numbered(1_234_567) == .string("9780312345679"))
    #expect(JSON.string("9780306406158").numbered(7) == .string("978030640615807"))
    #expect(JSON.string("123456").numbered(7) == .string("12345607"))
  }
}
