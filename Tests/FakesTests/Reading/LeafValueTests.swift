import OrderedJSON
import Testing

@testable import Fakes

@Suite("Reading lists: values")
struct LeafValueTests {
  @Test(
    "moments are read in any precision and offset",
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00:01Z", 1_000_000), ("1970-01-01T01:00:00+01:00", 0),
      ("1970-01-01 00:00:00.25", 250_000), ("1969-12-31T23:59:59.999999Z", -1),
      ("1970-01-01T00:00-0100", 3_600_000_000),
      ("2024-02-29T13:05:09.000Z", 1_709_211_909_000_000), ("1970-01-01T00:00:00.1234567Z", 123_456),
      ("1970-01-01T00:00:00+05:30", -19_800_000_000), ("1970-01-01T00:00:00-01", 3_600_000_000),
    ])
  func moments(text: String, expected: Int) { #expect(ISOMoment(text)?.microseconds == expected) }

  @Test(
    "what is no moment is none",
    arguments: [
      "", "2024", "2024-13-01", "2024-00-10", "2024-01-32", "24-01-01", "2024-01-01T", "2024-01-01T1:00",
      "2024-01-01Z ",
      "2024-01-01T00:00:00.", "2024-01-01T26:00", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
      "2024-01-01T00:00:00+1", "yesterday", "２０２４-01-01",
    ])
  func noMoments(text: String) { #expect(ISOMoment(text)?.microseconds == nil) }

  @Test("numbers and texts that are nothing but one are the same in a natural sense, and only there")
  func natural() {
    #expect(Sense.natural.value("25") == Sense.natural.value(25))
    #expect(Sense.natural.value("1.50") == Sense.natural.value(.number(JSONNumber(validated: "1.5"))))
    #expect(Sense.natural.value("007") == .text("007"))
    #expect(Sense.natural.value("1e3") == .integer(1_000))
    #expect(Sense.natural.value("-") == .text("-"))
    #expect(Sense.text.value("25") == .text("25"))
    #expect(Sense.text.value(25) == .text("25"))
    #expect(Sense.natural.value(.null) == nil)
    #expect(Sense(scalar: "ID") == .natural)
    #expect(Sense(scalar: "String") == .text)
    #expect(Sense(scalar: "ISO8601DateTime") == .moment)
  }

  @Test("the order is total: numbers by value before texts by scalars")
  func order() {
    let ordered: [LeafValue] = [
      .flag(false), .flag(true), .integer(.min), .number(-1.5), .integer(-1), .integer(9), .number(9.5), .integer(10),
      .number(1e300), .text(""), .text("10"), .text("9"), .text("Z"), .text("a"), .text("e\u{301}"), .text("\u{E9}"),
      .text("\u{FFFD}"), .text("😀"),
    ]
    for (left, first) in ordered.enumerated() {
      for (right, second) in ordered.enumerated() {
        #expect(first.precedes(second) == (left < right), "\(first) \(second)")
        #expect(first.isSame(as: second) == (left == right), "\(first) \(second)")
      }
    }
  }

  @Test(
    "operators are known in every spelling",
    arguments: [
      ("eq", "equal", false), ("_eq", "equal", false), ("equals", "equal", false), ("is", "equal", false),
      ("ne", "equal", true), ("neq", "equal", true), ("_neq", "equal", true), ("not", "equal", true),
      ("notEquals", "equal", true), ("isNot", "equal", true), ("notEqualTo", "equal", true), ("in", "oneOf", false),
      ("_in", "oneOf", false), ("oneOf", "oneOf", false), ("nin", "oneOf", true), ("_nin", "oneOf", true),
      ("notIn", "oneOf", true), ("not_in", "oneOf", true), ("noneOf", "oneOf", true), ("lt", "less", false),
      ("_lt", "less", false), ("lessThan", "less", false), ("lesser", "less", false), ("lte", "lessOrEqual", false),
      ("lessThanOrEqualTo", "lessOrEqual", false), ("gt", "greater", false), ("greater", "greater", false),
      ("_gte", "greaterOrEqual", false), ("greaterThanOrEqual", "greaterOrEqual", false),
      ("min", "greaterOrEqual", false),
      ("notLessThan", "less", true), ("contains", "contains", false), ("_contains", "contains", false),
      ("includes", "contains", false), ("not_contains", "contains", true), ("doesNotContain", "contains", true),
      ("startsWith", "startsWith", false), ("starts_with", "startsWith", false), ("_starts_with", "startsWith", false),
      ("notStartsWith", "startsWith", true), ("endsWith", "endsWith", false), ("_like", "like", false),
      ("_nlike", "like", true), ("notLike", "like", true), ("regex", "regex", false), ("_regex", "regex", false),
      ("matches", "regex", false), ("_nregex", "regex", true), ("glob", "glob", false), ("between", "between", false),
      ("notBetween", "between", true), ("exists", "isNull", true), ("isNull", "isNull", false),
      ("_is_null", "isNull", false), ("notNull", "isNull", true), ("isEmpty", "isEmpty", false),
      ("hasEvery", "hasAll", false), ("containsAny", "hasAny", false), ("has", "contains", false),
    ])
  func operators(name: String, base: String, isNegated: Bool) throws {
    let found = try #require(FilterOperator.named(name))
    #expect("\(found.base)" == base)
    #expect(found.isNegated == isNegated)
    #expect(!found.ignoresCase)
  }

  @Test(
    "operators that ignore case",
    arguments: [
      ("_ilike", "like", false), ("ilike", "like", false), ("_nilike", "like", true), ("icontains", "contains", false),
      ("containsi", "contains", false), ("notContainsi", "contains", true), ("_iregex", "regex", false),
      ("_niregex", "regex", true), ("iexact", "equal", false), ("eqi", "equal", false),
      ("Istartswith", "startsWith", false),
      ("includesInsensitive", "contains", false), ("notIncludesInsensitive", "contains", true),
    ])
  func caseless(name: String, base: String, isNegated: Bool) throws {
    let found = try #require(FilterOperator.named(name))
    #expect("\(found.base)" == base)
    #expect(found.isNegated == isNegated)
    #expect(found.ignoresCase)
  }

  @Test(
    "other names are no operators", arguments: ["name", "x", "", "nothing", "inner", "eqq", "nmin", "mode", "count"])
  func noOperators(name: String) { #expect(FilterOperator.named(name) == nil) }
}
