import GraphQLSchema
import OrderedJSON
import Testing

@testable import FakeValues

@Suite("Values that look like their field")
struct ValueTests {
  @Test(
    "texts have the shape of their field",
    arguments: [
      ("User", "email", #"[a-z.]+@example\.(com|net|org)"#), ("User", "name", #".+ .+"#),
      ("Order", "customerName", #".+ .+"#), ("User", "firstName", #"[\p{L}\p{M}]+"#),
      ("User", "lastName", #"[\p{L}\p{M}' ]+"#), ("User", "salutation", #"(Dr|Mrs?|Ms|Prof)\."#),
      ("User", "username", #"[a-z]+_[a-z]+\d\d"#), ("User", "mention", #"@[a-z]+_[a-z]+\d\d"#),
      ("User", "phone", #"\+\d{1,3}( \d{1,5}){2,5}"#), ("User", "password", #"not-a-password-[0-9a-z]{8}"#),
      ("User", "initials", #"\p{Lu}\p{Lu}"#), ("User", "jobTitle", #"[A-Z][A-Za-z ]+"#),
      ("User", "avatarUrl", #"http://127\.0\.0\.1:4000/__understudy/images/[0-9a-f]{12}\.png\?w=256&h=256"#),
      ("Mission", "missionPatch", #"http://127\.0\.0\.1:4000/__understudy/images/[0-9a-f]{12}\.png\?w=128&h=128"#),
      ("Company", "website", #"https://[a-z]+\.example/[a-z]+-[a-z]+"#), ("Company", "name", #"[A-Z].* [A-Z][a-z]+"#),
      ("Post", "slug", #"[a-z]+(-[a-z]+)+"#), ("Post", "title", #"[A-Z].+"#),
      ("Post", "createdAt", #"20(19|2\d)-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z"#),
      ("Post", "publishedOn", #"20\d\d-\d\d-\d\d"#), ("Post", "markdown", #"# [\s\S]+\*\*.+\*\*"#),
      ("Post", "html", #"<p>.+</p>"#), ("Post", "tag", #"[A-Za-z ]+"#), ("Post", "category", #"[A-Z]\w+"#),
      ("Film", "releaseDate", #"20\d\d-\d\d-\d\d"#), ("Conference", "year", #"20(19|2[0-4])"#),
      ("Conference", "name", #"[A-Z].+ .+"#),
      ("Film", "genre", #"[A-Z][a-z]+"#), ("Zoo", "animal", #"[a-z]+"#), ("User", "department", #"[A-Z][A-Za-z ]+"#),
      ("Product", "price", #"\d+\.\d\d"#), ("Product", "currencyCode", #"[A-Z]{3}"#),
      ("Product", "currencySymbol", #".{1,3}"#), ("Product", "currencyName", #"\p{Lu}.+"#),
      ("Product", "productName", #"[A-Z][\w-]+ .+"#), ("Product", "unit", #"[a-z]{1,3}"#),
      ("Product", "sku", #"[0-9A-F]{3}-\d{5}"#), ("Product", "ean", #"2\d{12}"#), ("Book", "isbn", #"9780\d{9}"#),
      ("Account", "iban", #"DE\d{20}"#), ("Account", "bic", #"TEST[A-Z]{2}00"#), ("Card", "cardNumber", #"\d{15,16}"#),
      ("Place", "timeZone", #"[A-Z][A-Za-z]+/[A-Za-z_/]+"#), ("User", "locale", #"[a-z]{2}-[A-Z]{2}"#),
      ("Place", "postcode", #"[A-Z0-9 -]{3,9}"#), ("Place", "street", #"\d{1,3} \w+ \w+"#),
      ("Place", "alpha3", #"[A-Z]{3}"#), ("Place", "callingCode", #"\+\d{1,3}"#),
      ("Place", "emojiFlag", #"\X"#), ("Place", "languageCode", #"[a-z]{2}"#),
      ("User", "id", #"\d{4}"#), ("Release", "version", #"\d\.\d{1,2}\.\d"#),
      ("Session", "token", #"fake_[A-Za-z0-9_-]{35}"#),
      ("Session", "jwt", #"eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0\.eyJpc3MiOiJmYWtlIn0\.not-signed-[A-Za-z0-9_-]{12}"#),
      ("Commit", "oid", #"[0-9a-f]{40}"#), ("File", "md5", #"[0-9a-f]{32}"#), ("File", "sha256", #"[0-9a-f]{64}"#),
      ("Device", "ipAddress", #"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"#),
      ("Device", "ipv6", #"2001:db8:[1-9][0-9a-f]{3}::[1-9][0-9a-f]{3}"#),
      ("Device", "macAddress", #"02(:[0-9a-f]{2}){5}"#), ("Device", "userAgent", #"ExampleBrowser/\d+\.0 \(\w+\)"#),
      ("Theme", "hexColor", #"#[0-9a-f]{6}"#), ("Theme", "color", #"[a-z]+"#),
      ("Theme", "rgb", #"rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)"#),
      ("Thing", "uuid", #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"#),
      ("Thing", "ulid", #"01[0-9A-HJKMNP-TV-Z]{24}"#), ("Thing", "objectId", #"[0-9a-f]{24}"#),
      ("File", "mimeType", #"[a-z]+/[a-z0-9]+"#), ("File", "filename", #"[a-z-]+\.[a-z0-9]+"#),
      ("File", "path", #"/[a-z-]+/[a-z-]+"#), ("Site", "domain", #"[a-z]+\.example"#),
      ("Job", "cron", #"\d{1,2} \d{1,2} \* \* \*"#), ("Page", "cursor", #"[A-Za-z0-9_-]{16}"#),
      ("Page", "base64", #"[A-Za-z0-9_-]{24}"#), ("Shop", "weekday", #"[A-Z][a-z]+day"#),
      ("Shop", "monthName", #"[A-Z][a-z]+"#), ("Message", "emoji", #"\X"#),
      ("Thing", "zzz", #"zzz [a-z]+ \d{1,2}"#), ("Event", "startTime", #"20\d\d-.*Z"#),
      ("Shop", "openingTime", #"\d\d:\d\d:00"#),
    ])
  func shapes(type: String, field: String, pattern: String) throws {
    let regex = try Regex(pattern)
    let all = Leaf(type, field, field == "id" ? "ID" : "String").texts()
    for text in all {
      #expect(try regex.wholeMatch(in: text) != nil, "\(type).\(field) is \(text): expected \(pattern)")
    }
    #expect(Set(all).count > 4, "\(type).\(field) has only these values: \(Set(all)). It should have five or more.")
  }

  @Test(
    "numbers are in a sensible range",
    arguments: [
      ("User", "age", "Int", 20.0...75.0), ("Film", "rating", "Float", 1...5), ("Place", "latitude", "Float", -90...90),
      ("Place", "longitude", "Float", -180...180), ("Task", "progress", "Float", 0...100),
      ("Repo", "starCount", "Int", 0...250), ("Film", "releaseYear", "Int", 2019...2025),
      ("Server", "port", "Int", 1_024...49_151),
      ("Product", "price", "Float", 4...401), ("Product", "price", "Int", 4...401),
      ("Product", "priceInCents", "Int", 400...40_100), ("Model", "confidence", "Float", 0...1),
      ("Image", "width", "Int", 320...1_920), ("Company", "founded", "Int", 1_880...2_018),
      ("Report", "month", "Int", 1...12),
      ("Thing", "whatever", "Int", 1...100), ("Log", "timestamp", "Int", 1_546_300_800...1_800_000_000),
      ("Thing", "x", "BigInt", 1...100), ("Country", "population", "Int", 50_000...90_000_000),
    ] as [(String, String, String, ClosedRange<Double>)])
  func ranges(type: String, field: String, scalar: String, range: ClosedRange<Double>) {
    for value in Leaf(type, field, scalar).samples() {
      guard case .number(let number) = value, let double = Double(number.text) else {
        Issue.record("\(type).\(field) is \(value)")
        continue
      }
      #expect(range.contains(double), "\(type).\(field): \(number.text)")
      if scalar != "Float" { #expect(Int(number.text) != nil, "\(type).\(field): \(number.text)") }
    }
  }

  @Test("an enum's values are spread evenly over objects, deprecated ones left out")
  func enums() {
    let leaf = Leaf("Order", "state", "State", values: ["A", "B", "C", "D", "E"])
    var counts: [JSON: Int] = [:]
    for value in leaf.samples(5_000) { counts[value, default: 0] += 1 }
    #expect(counts.count == 5)
    #expect(counts.values.allSatisfy { (900...1_100).contains($0) }, "\(counts)")
    let values = leaf.plan.values(Persona.some(1)[0], StableHash().with("list"), count: 9, imageOrigin: "")
    #expect(values.count == 5 && Set(values).count == 5)
  }

  @Test("a list of leaves holds different values, as many as asked for or fewer")
  func lists() {
    let persona = Persona.some(1)[0]
    for (field, scalar) in [("tags", "String"), ("emails", "String"), ("scores", "Int"), ("images", "URL")] {
      let values = Leaf("User", field, scalar).plan.values(persona, persona.identity, count: 4, imageOrigin: "")
      #expect(Set(values).count == values.count && (2...4).contains(values.count), "\(field): \(values)")
    }
  }

  @Test("the same hash gives the same value, another another", arguments: KindRow.all.map(\.kind))
  func stable(kind: ValueKind) {
    let leaf = Leaf("Thing", "x", kind: kind)
    let again = Leaf("Thing", "x", kind: kind)
    let first = leaf.samples(40)
    #expect(first == again.samples(40))
    let others = Persona.some(40, seed: 2).map { leaf.value($0) }
    #expect(first != others, ".\(kind) has the same values for two seeds. Use the draw in its generator.")
  }

  @Test("numbers that belong together are in order")
  func ordered() {
    let price = ("price", "Float")
    let rows: [[(String, String)]] = [
      [("minPrice", "Float"), ("salePrice", "Float"), price, ("compareAtPrice", "Float"), ("maxPrice", "Float")],
      [("discountedPrice", "Float"), price, ("originalPrice", "Float")], [("low", "Int"), ("high", "Int")],
      [("lowestTemperature", "Float"), ("averageTemperature", "Float"), ("highestTemperature", "Float")],
      [("minAmountCents", "Int"), ("maxAmountCents", "Int")], [("minimum", "Decimal"), ("maximum", "Decimal")],
    ]
    for row in rows {
      let leaves = row.map { field in
        Leaf("Offer", field.0, field.1, siblings: row.filter { $0.0 != field.0 })
      }
      var strict = 0
      for persona in Persona.some(300) {
        let numbers = leaves.compactMap { Double($0.text(persona)) }
        #expect(numbers.count == row.count && numbers == numbers.sorted(), "\(row.map(\.0)): \(numbers)")
        if numbers.first != numbers.last { strict += 1 }
      }
      #expect(strict > 250, "\(row.map(\.0)) hardly differ")
    }
  }

  @Test("a price is the same in every form")
  func prices() {
    let fields = [("price", "Float"), ("priceText", "String"), ("priceInCents", "Int"), ("formattedPrice", "Decimal")]
    for siblings in [[], [("salePrice", "Float")]] {
      let leaves = fields.map { Leaf("Offer", $0.0, $0.1, siblings: siblings) }
      for persona in Persona.some(50) {
        let texts = leaves.map { $0.text(persona) }
        #expect(Set([texts[0], texts[1], texts[3]]).count == 1, "\(texts)")
        #expect(texts[0].filter { $0 != "." } == texts[2], "\(texts)")
      }
    }
  }

  @Test("a picture has the size that stands beside it", arguments: ["URL", "String"])
  func pictures(scalar: String) {
    let siblings = [("width", "Int"), ("height", "Int")]
    let url = Leaf("Image", "url", scalar, siblings: siblings)
    let width = Leaf("Image", "width", "Int"), height = Leaf("Image", "height", "Int")
    for persona in Persona.some(30) {
      #expect(url.text(persona).hasSuffix(".png?w=\(width.text(persona))&h=\(height.text(persona))"))
    }
  }

  @Test("a year is that of the date beside it")
  func years() {
    let pairs = [("birthYear", "birthday"), ("releaseYear", "releaseDate"), ("startYear", "startDate")]
    for (year, date) in pairs {
      let years = Leaf("Film", year, "Int"), dates = Leaf("Film", date, "Date")
      for persona in Persona.some(200) { #expect(dates.text(persona).hasPrefix(years.text(persona) + "-")) }
    }
  }

  @Test("a slug says the name", arguments: ["Product", "User", "Company", "Post", "Gadget"])
  func slugs(type: String) {
    let name = Leaf(type, "name"), slug = Leaf(type, "slug")
    for persona in Persona.some(50) where persona.name.full.utf8.allSatisfy({ $0 < 0x80 }) {
      let words = slug.text(persona).split(separator: "-").joined()
      #expect(!words.isEmpty && slugged(name.text(persona), separator: "").hasSuffix(words), "\(words)")
    }
  }

  @Test("a number without a partner is free")
  func unordered() {
    let alone = Leaf("Offer", "maxPrice", "Float")
    #expect(!alone.plan.explanation.contains("in order"))
    #expect(Leaf("Offer", "maxPrice", "Float", siblings: [("minPrice", "Float")]).plan.explanation.contains("in order"))
  }
}
