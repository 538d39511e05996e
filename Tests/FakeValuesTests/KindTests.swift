import Foundation
import OrderedJSON
import Testing

@testable import FakeValues

@Suite("How the kind of a value is found")
struct KindTests {
  @Test("each row of the table generates texts and has an explanation", arguments: KindRow.all)
  func generates(row: KindRow) {
    let samples = Persona.some(20).map { KindRow.sample(row.kind, $0, $0.identity) }
    #expect(
      samples.allSatisfy { !$0.text.isEmpty }, "The row of .\(row.kind) generates empty texts. Correct its generator.")
    #expect(!row.kind.explanation.isEmpty, "Add a text for .\(row.kind) to ValueKind+Explanation.swift.")
  }

  @Test("each case of ValueKind has a row")
  func complete() throws {
    let file = repository.appending(path: "Sources/FakeValues/Kinds/ValueKind.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    // The cases are the lines up to the first empty one. Without comments and payloads, only their names are left.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.contains("enum ValueKind") }
      .dropFirst().prefix { !$0.isEmpty }.filter { !$0.contains("///") }
    let names = lines.joined(separator: " ").replacing(/\([^)]*\)/, with: "").split { !$0.isLetter && !$0.isNumber }
    let cases = Set(names.map(String.init)).subtracting(["case"])
    #expect(cases.count > 100, "This test did not find the cases of ValueKind. Correct how it reads them.")
    // `LeafPlan` generates its value from the field's name.
    let rows = Set(KindRow.all.map { String("\($0.kind)".prefix { $0 != "(" }) }).union(["unknown"])
    #expect(cases.subtracting(rows).sorted() == [], "Add a row for each to a KindRow+….swift file.")
  }

  @Test("each kind has one row, and no word of a list has two kinds")
  func unique() {
    #expect(repeated(KindRow.all.map(\.kind)) == [], "Merge the rows of each kind.")
    let lists: [(String, (KindRow) -> [String])] = [
      ("rules", \.rules), ("types", \.types), ("texts", \.texts), ("numbers", \.numbers), ("phrases", \.phrases),
    ]
    for (list, words) in lists {
      let all = KindRow.all.flatMap(words)
      #expect(repeated(all) == [], "Two rows have these words in `\(list)`. Remove each word from one of them.")
      #expect(!all.contains(""), "A list in `\(list)` has an empty word. Remove a comma.")
    }
  }

  private func camelCase(_ words: String) -> String {
    let words = words.split(separator: " ")
    return (words.prefix(1).map(String.init) + words.dropFirst().map(\.capitalized)).joined()
  }

  private func repeated<Member: Hashable>(_ members: [Member]) -> [Member] {
    var known: Set<Member> = []
    return members.filter { !known.insert($0).inserted }
  }

  @Test("each row is used: some word leads to it")
  func used() {
    // The kind of the labels of types such as `NavItem`.
    let unnamed: [ValueKind] = [.navigation]
    for row in KindRow.all where !unnamed.contains(row.kind) {
      let found =
        row.rules.map { KindRow.rules[$0] } + row.types.map { .text(field: "name", parent: camelCase($0)) }
        + row.texts.map { .text(field: camelCase($0), parent: "Thing") }
        + row.numbers.map { .number(field: camelCase($0)) }
        + row.phrases.flatMap {
          [.text(field: "x", parent: "Thing", description: $0), .number(field: "x", description: $0)]
        }
      #expect(
        found.contains(row.kind),
        "No word of the row of .\(row.kind) leads to it. Add the names of its fields to `texts`.")
    }
    #expect(ValueKind.text(field: "label", parent: "NavItem") == .navigation)
    #expect(ValueKind.text(field: "name", parent: "Gadget") == .name)
  }

  @Test("the name on Twitter has an @ where the description says so")
  func mentions() {
    #expect(Leaf("Author", "twitter", description: "The name, with the @ in front.").plan.kind == .mention)
    #expect(Leaf("Author", "twitter", description: "As in ada@example.com").plan.kind == .username)
    #expect(Leaf("Author", "twitter").plan.kind == .username)
  }

  @Test(
    "a description says what the name does not",
    arguments: [
      ("contact", "The user's e-mail address", ValueKind.email), ("x", "ISO 3166-1 alpha-2 code", .countryCode),
      ("code", "The ISO 3166-1 alpha-3 code of the country.", .countryCode3), ("code", "ISO 4217 code", .currencyCode),
      ("source", "URL of the page that it was found on", .url), ("visual", "URL of an image of it", .imageURL),
      ("when", "ISO 8601", .moment(.created)), ("moment", "An ISO-8601 timestamp", .moment(.created)),
      ("value", "Colour as hex triplet", .colourHex), ("type", "MIME type, such as image/png", .mimeType),
      ("ref", "The UUID of the thing", .uuid), ("who", "Full name of the person", .fullName),
      ("dial", "Phone number in E.164", .phone), ("x", "The IANA time zone", .timeZone),
      ("x", "Semantic version", .version),
      ("x", "BCP 47 language tag", .locale), ("x", "IPv6 address of the host", .ipv6Address), ("x", "ISBN-13", .isbn),
      ("x", "IBAN of the account", .iban), ("x", "A JSON web token", .jwt), ("x", "SHA-256 of the file", .sha256),
      ("x", "Rendered HTML", .html), ("x", "In Markdown", .markdown), ("x", "The ZIP code", .postcode),
      ("x", "User agent of the browser", .userAgent), ("x", "Cron expression", .cron), ("x", "Slug", .slug),
      // What the name says clearly counts more.
      ("email", "The URL of nothing", .email), ("body", "Text. May hold an e-mail address.", .paragraph),
      // The second sentence is not about the form.
      ("x", "Something. The e-mail address is elsewhere.", .unknown), ("x", "Nothing of note", .unknown),
    ])
  func byDescription(field: String, description: String, kind: ValueKind) {
    let found = ValueKind.text(field: field, parent: "Thing", description: description)
    #expect(found == kind, "Thing.\(field), described as \"\(description)\". Add or correct `phrases` of .\(kind).")
  }

  @Test(
    "a description says what a number counts",
    arguments: [
      ("price", "In cents", ValueKind.cents), ("amount", "The amount in the smallest currency unit", .cents),
      ("x", "Duration in seconds", .duration), ("x", "As a percentage", .number(0...100, decimals: 1)),
      ("x", "Ratio between 0 and 1", .number(0...1, decimals: 2)), ("x", "An e-mail", .number(1...100, decimals: 2)),
      ("age", "In milliseconds", .age),
    ])
  func numbersByDescription(field: String, description: String, kind: ValueKind) {
    #expect(ValueKind.number(field: field, description: description) == kind)
  }

  @Test(
    "a scalar's name says how it is written",
    arguments: [
      ("DateTime", "createdAt", #"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z"#), ("Date", "createdAt", #"20\d\d-\d\d-\d\d"#),
      ("ReleaseDate", "x", #"20\d\d-\d\d-\d\d"#), ("Time", "createdAt", #"\d\d:\d\d:\d\d"#),
      ("Duration", "x", #"PT\d+M"#), ("Decimal", "total", #"\d+\.\d\d"#), ("EmailAddress", "x", #".+@example\..+"#),
      ("URL", "x", #"https://.+"#), ("URL", "avatar", #"http://127.+\.png\?.+"#), ("Emoji", "x", #"\X"#),
      ("CountryCode", "x", #"[A-Z]{2}"#), ("Currency", "x", #"[A-Z]{3}"#), ("PhoneNumber", "x", #"\+[\d ]+"#),
      ("HexColorCode", "x", #"#[0-9a-f]{6}"#), ("IPv6", "x", #"2001:db8:.+"#), ("MAC", "x", #"02(:..){5}"#),
      ("ObjectID", "x", #"[0-9a-f]{24}"#), ("ISBN", "x", #"9780\d{9}"#), ("IBAN", "x", #"DE\d{20}"#),
      ("JWT", "x", #"eyJ.+\..+\.not-signed-.+"#), ("SemVer", "x", #"\d\.\d+\.\d"#), ("ULID", "x", #"01.{24}"#),
      ("Latitude", "x", #"-?\d+\.\d{6}"#), ("BigInt", "count", #"\d+"#),
      ("UnixTimestamp", "createdAt", #"1[5-9]\d{8}"#),
      ("Percentage", "x", #"\d+\.\d"#), ("UnheardOf", "x", #"x .+"#), ("Timestamp", "x", #"20.+Z"#),
    ])
  func scalars(scalar: String, field: String, pattern: String) throws {
    let regex = try Regex(pattern)
    for text in Leaf("Thing", field, scalar).texts() {
      #expect(try regex.wholeMatch(in: text) != nil, "\(scalar) \(field): \(text)")
    }
  }

  @Test("yes and no lean the way that the name says")
  func booleans() {
    #expect(Leaf("Post", "isDraft", "Boolean").samples().contains(.bool(true)))
    #expect(Leaf("Post", "isDraft", "Boolean").samples().contains(.bool(false)))
    #expect(Leaf("Payload", "success", "Boolean").samples().allSatisfy { $0 == .bool(true) })
    #expect(Leaf("Page", "hasNextPage", "Boolean").samples().allSatisfy { $0 == .bool(false) })
  }

  @Test(
    "a plan explains itself",
    arguments: [
      ("User", "email", "String", "email, from the name"), ("User", "age", "Int", "age, from the birthday"),
      ("Post", "updatedAt", "DateTime", "DateTime: updated at, never before createdAt"),
      ("Post", "publishedAt", "DateTime", "DateTime: published at, never before createdAt"),
      ("Place", "countryCode", "String", "country code, of the city's country"),
      ("Thing", "zzz", "String", "text from the field's name"), ("Thing", "x", "UUID", "UUID: UUID"),
      ("Film", "rating", "Float", "number from 1 to 5, 1 decimal"),
      ("Post", "isDraft", "Boolean", "true in 50% of objects"),
      ("Thing", "ean", "String", "barcode with a right check digit"),
    ])
  func explanations(type: String, field: String, scalar: String, text: String) {
    #expect(Leaf(type, field, scalar).plan.explanation == text)
  }

  @Test("a plan explains enums and rules")
  func moreExplanations() {
    #expect(Leaf("Post", "state", "State", values: ["A", "B", "C"]).plan.explanation == "one of 3 enum values")
    #expect(Leaf("Post", "x", kind: .city).plan.explanation == "city")
  }
}

/// The folder of this repository.
private let repository = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
