import OrderedJSON
import Testing

@testable import FakeValues

@Suite("What a scalar's description says of its form")
struct ScalarNotesTests {
  private func uuids(_ scalar: String, _ description: String?) throws -> [String] {
    try Leaf("Post", "id", scalar, scalarDescription: description).samples().map { value in
      guard case .object(let object) = value, object.members.count == 1, object.members[0].name == "value",
        case .string(let text) = object.members[0].value
      else { throw Unexpected(value: value) }
      return text
    }
  }

  private struct Unexpected: Error { let value: JSON }

  @Test("an object with one member, its letters capitals")
  func wrapped() throws {
    let capitals = try Regex(#"[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"#)
    let description =
      "An object with one member, in variables and answers alike: {\"value\": \"<UUID>\"}. Its letters are capitals."
    for text in try uuids("CustomUUID", description) { #expect(text.wholeMatch(of: capitals) != nil, "\(text)") }
    for text in try uuids("PostUUID", "Written { value: <UUID> }") { #expect(text == text.lowercased()) }
    // The same type on a server that drops descriptions.
    for text in try uuids("CustomUUID", nil) { #expect(text.wholeMatch(of: capitals) != nil, "\(text)") }
  }

  @Test("no object without a sign of one", arguments: ["A UUID.", "{", "{}", "{a, b}", "{\"a\": 1, \"b\": 2}", "}: {"])
  func plain(description: String) {
    for value in Leaf("Post", "id", "UUID", scalarDescription: description).samples(5) {
      #expect(value.stringValue?.utf8.count == 36, "\(description): \(value)")
    }
  }

  @Test("seconds since 2001 with a fraction, as Swift's encoder writes dates")
  func referenceDate() throws {
    let leaf = Leaf(
      "Post", "publishedAt", "Date",
      scalarDescription: "A number: the seconds since the beginning of 2001 in UTC, with a fraction.")
    let reference = CivilTime(year: 2001, month: 1, day: 1).seconds
    for persona in Persona.some(60) {
      guard case .number(let number) = leaf.value(persona) else {
        Issue.record("not a number")
        continue
      }
      #expect(Int(number.text.prefix { $0 != "." }) == persona.moment(.published).seconds - reference)
      #expect(number.text.contains("."))
      #expect(Double(number.text).map { "\($0)" }.map { Double($0) } == Double(number.text))
    }
  }

  @Test("without a word about numbers a Date is ISO 8601")
  func isoDate() {
    for text in Leaf("Post", "publishedAt", "Date").texts() { #expect(text.utf8.count == 10) }
  }

  @Test("Unix time in seconds and milliseconds")
  func unix() {
    let seconds = Leaf("Post", "createdAt", "Moment", scalarDescription: "Seconds since the epoch")
    let milliseconds = Leaf("Post", "createdAt", "Stamp", scalarDescription: "Milliseconds since 1970, in UTC")
    for persona in Persona.some(20) {
      #expect(seconds.text(persona) == "\(persona.moment(.created).seconds)")
      #expect(milliseconds.text(persona) == "\(persona.moment(.created).seconds)000")
    }
  }

  @Test("a scalar of unknown name is told by its description or specification")
  func unknownNames() {
    for text in Leaf("Post", "x", "Contact", scalarDescription: "An e-mail address").texts() {
      #expect(text.contains("@example."))
    }
    for text in Leaf("Post", "x", "Instantly", scalarDescription: "An ISO 8601 timestamp").texts() {
      #expect(text.hasSuffix(".000Z"))
    }
    let specified = Leaf("Post", "x", "Ident", specifiedBy: "https://tools.ietf.org/html/rfc4122")
    for text in specified.texts() { #expect(text.utf8.count == 36) }
  }
}
