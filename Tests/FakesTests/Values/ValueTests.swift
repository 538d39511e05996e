import OrderedJSON
import Testing

@testable import Fakes

@Suite("Values that look like their field")
struct ValueTests {
  /// Some values of a field, one for each of many objects.
  private func samples(_ type: String, _ field: String, _ scalar: String, count: Int = 60) -> [JSON] {
    (0..<count).map { index in
      let identity = StableHash().with(type).with(UInt64(index))
      return leafValue(
        field: field, parent: type, form: ScalarForm(scalar: scalar), persona: Persona(identity: identity),
        hash: identity.with(field))
    }
  }

  private func texts(_ type: String, _ field: String, _ scalar: String = "String") -> [String] {
    samples(type, field, scalar).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  @Test(
    "texts have the shape of their field",
    arguments: [
      ("User", "email", #"[a-z.]+@example\.(com|net|org)"#), ("User", "name", #".+ .+"#),
      ("Order", "customerName", #"\p{L}+ .+"#), ("User", "firstName", #"\p{L}+"#),
      ("User", "username", #"[a-z]+_[a-z]+\d\d"#), ("User", "phone", #"\+\d{1,3} \d{3} \d{3} \d{4}"#),
      ("User", "initials", #"\p{L}\p{L}"#), ("User", "avatarUrl", #"https://images\.example/[0-9a-f]{12}\.png"#),
      ("Mission", "missionPatch", #"https://images\.example/[0-9a-f]{12}\.png"#),
      ("Company", "website", #"https://[a-z-]+\.example/[a-z-]+"#), ("Company", "name", #"[A-Z].* [A-Z][a-z]+"#),
      ("Post", "slug", #"[a-z]+-[a-z]+"#), ("Post", "title", #"The [A-Z].+"#),
      ("Post", "body", #"([A-Z][^.]+\. ?){2,3}"#),
      ("Post", "createdAt", #"20(19|2\d)-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z"#),
      ("Post", "publishedOn", #"20\d\d-\d\d-\d\d"#),
      ("Film", "releaseDate", #"20\d\d-\d\d-\d\d"#), ("Conference", "year", #"20(19|2[0-4])"#),
      ("Conference", "name", #"\w+ \w+ (Conf|Summit|Days|Meetup|Forum|Camp|Fest|Week)"#),
      ("Product", "price", #"\d+\.\d\d"#), ("Product", "currencyCode", #"[A-Z]{3}"#),
      ("Product", "sku", #"[0-9A-F]{3}-\d{5}"#),
      ("Place", "timeZone", #"[A-Z][A-Za-z]+/[A-Za-z_/]+"#), ("User", "locale", #"[a-z]{2}-[A-Z]{2}"#),
      ("User", "id", #"\d{4}"#), ("Release", "version", #"\d\.\d{1,2}\.\d"#),
      ("Session", "token", #"[A-Za-z0-9_-]{40}"#),
      ("Commit", "oid", #"[0-9a-f]{40}"#), ("Device", "ipAddress", #"192\.0\.2\.\d{1,3}"#),
      ("Theme", "hexColor", #"#[0-9a-f]{6}"#), ("Theme", "color", #"[a-z]+"#), ("Thing", "flag", #"\X"#),
      ("Thing", "uuid", #"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"#),
      ("File", "mimeType", #"[a-z]+/[a-z0-9]+"#), ("File", "filename", #"[a-z-]+\.[a-z0-9]+"#),
      ("Thing", "zzz", #"zzz [a-z]+ \d{1,2}"#), ("Event", "startTime", #"20\d\d-.*Z"#),
      ("Shop", "openingTime", #"\d\d:\d\d:00"#),
    ])
  func shapes(type: String, field: String, pattern: String) throws {
    let regex = try Regex(pattern)
    let scalar = field == "id" ? "ID" : "String"
    let all = texts(type, field, scalar)
    #expect(all.count == 60)
    for text in all { #expect(try regex.wholeMatch(in: text) != nil, "\(type).\(field): \(text)") }
    #expect(Set(all).count > 4, "\(type).\(field) hardly varies: \(Set(all))")
  }

  @Test(
    "numbers are in a sensible range",
    arguments: [
      ("User", "age", "Int", 20.0...75.0), ("Film", "rating", "Float", 1...5), ("Place", "latitude", "Float", -90...90),
      ("Place", "longitude", "Float", -180...180), ("Task", "progress", "Float", 0...100),
      ("Repo", "starCount", "Int", 0...250), ("Film", "releaseYear", "Int", 2019...2024),
      ("Server", "port", "Int", 1_024...49_151),
      ("Product", "price", "Float", 4...401), ("Product", "price", "Int", 4...401),
      ("Image", "width", "Int", 120...1_920),
      ("Thing", "whatever", "Int", 1...100), ("Log", "timestamp", "Int", 1_546_300_800...1_800_000_000),
      ("Thing", "x", "BigInt", 1...100), ("Country", "population", "Int", 50_000...90_000_000),
    ] as [(String, String, String, ClosedRange<Double>)])
  func ranges(type: String, field: String, scalar: String, range: ClosedRange<Double>) {
    for value in samples(type, field, scalar) {
      guard case .number(let number) = value, let double = Double(number.text) else {
        Issue.record("\(type).\(field) is \(value)")
        continue
      }
      #expect(range.contains(double), "\(type).\(field): \(number.text)")
      if scalar != "Float" { #expect(Int(number.text) != nil, "\(type).\(field): \(number.text)") }
    }
  }

  @Test("one person's values agree with each other")
  func persons() {
    for index in 0..<100 {
      let persona = Persona(identity: StableHash().with(UInt64(index)))
      func text(_ field: String) -> String {
        let hash = persona.identity.with(field)
        let value = leafValue(
          field: field, parent: "User", form: ScalarForm(scalar: "String"), persona: persona, hash: hash)
        return if case .string(let text) = value { text } else { "" }
      }
      #expect(text("name") == "\(text("firstName")) \(text("lastName"))")
      #expect(text("email").hasPrefix(slugged(text("firstName"), separator: "") + "."))
      #expect(text("address").contains(text("city")) && text("address").contains(text("country")))
      #expect(text("address").contains(text("postalCode")))
      #expect(text("createdAt") <= text("publishedAt"))
      #expect(text("publishedAt") <= text("updatedAt"))
      #expect(text("startsAt") <= text("endsAt"))
      #expect(text("updatedAt") < text("expiresAt"))
      #expect(text("birthday") < "2004-12-31")
    }
  }

  @Test("scalars are written in their own form")
  func scalars() {
    #expect(texts("Post", "createdAt", "DateTime").allSatisfy { $0.hasSuffix("Z") && $0.count == 24 })
    #expect(texts("Post", "createdAt", "Date").allSatisfy { $0.count == 10 })
    #expect(texts("Post", "createdAt", "Time").allSatisfy { $0.count == 8 })
    #expect(texts("Post", "total", "Decimal").allSatisfy { Double($0) != nil })
    #expect(texts("Post", "x", "EmailAddress").allSatisfy { $0.contains("@example.") })
    #expect(texts("Post", "x", "ReleaseDate").allSatisfy { $0.count == 10 })
    #expect(texts("Post", "x", "UnheardOf").count == 60)
    #expect(samples("Post", "x", "JSON").allSatisfy { if case .object = $0 { true } else { false } })
    #expect(samples("Post", "isDraft", "Boolean").contains(.bool(true)))
    #expect(samples("Post", "isDraft", "Boolean").contains(.bool(false)))
    #expect(samples("Payload", "success", "Boolean").allSatisfy { $0 == .bool(true) })
    #expect(samples("Page", "hasNextPage", "Boolean").allSatisfy { $0 == .bool(false) })
  }
}
