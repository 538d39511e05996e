import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Testing

@Suite("Coercion of scalars and enums")
struct LeafCoercionTests {
  /// What a type makes of a text: JSON, or a sentence that says why not.
  struct Case: CustomTestStringConvertible, Sendable {
    var type: String
    var given: String
    var result: String
    var testDescription: String { "\(type) from \(given)" }

    init(_ type: String, _ given: String, _ result: String) {
      self.type = type
      self.given = given
      self.result = result
    }
  }

  @Test("From JSON, as variables bring it", arguments: inputs)
  func value(expected: Case) throws {
    let json = try JSON.parse(text: expected.given)
    try check(expected) { type throws(CoercionFailure) in try type.parse(value: json) }
  }

  @Test("From literals", arguments: literals)
  func literal(expected: Case) throws {
    let literal = try parseValue(SourceText(expected.given))
    try check(expected) { type throws(CoercionFailure) in try type.parse(literal: literal) }
  }

  @Test("To the response", arguments: outputs)
  func serialize(expected: Case) throws {
    let json = try JSON.parse(text: expected.given)
    try check(expected) { type throws(CoercionFailure) in try type.serialize(json) }
  }

  private func check(_ expected: Case, _ coerce: (SchemaType) throws(CoercionFailure) -> JSON) throws {
    let schema = try schema("type Query { a: E } enum E { RED GREEN } scalar Any scalar Int scalar Float scalar ID")
    let type = try #require(schema.type(named: expected.type))
    let result: String
    do throws(CoercionFailure) {
      result = try coerce(type).compactText
    } catch {
      result = error.message
    }
    #expect(result == expected.result)
  }

  static let inputs = [
    Case("Int", "1", "1"), Case("Int", "-0", "0"), Case("Int", "1.0", "1"), Case("Int", "1e3", "1000"),
    Case("Int", "2147483647", "2147483647"), Case("Int", "-2147483648", "-2147483648"),
    Case("Int", "2147483648", "Int cannot represent non 32-bit signed integer value: 2147483648"),
    Case("Int", "1e100", "Int cannot represent non 32-bit signed integer value: 1e+100"),
    Case("Int", "1.5", "Int cannot represent non-integer value: 1.5"),
    Case("Int", "\"1\"", "Int cannot represent non-integer value: \"1\""),
    Case("Int", "true", "Int cannot represent non-integer value: true"),
    Case("Int", "{\"a\": [1]}", "Int cannot represent non-integer value: { a: [1] }"),
    Case("Float", "1", "1"), Case("Float", "1.50", "1.50"), Case("Float", "-1e-3", "-1e-3"),
    Case("Float", "\"1\"", "Float cannot represent non numeric value: \"1\""),
    Case("Float", "1e999", "Float cannot represent non numeric value: 1e999"),
    Case("String", "\"a\"", "\"a\""), Case("String", "\"\"", "\"\""),
    Case("String", "1", "String cannot represent a non string value: 1"),
    Case("String", "[]", "String cannot represent a non string value: []"),
    Case("Boolean", "true", "true"), Case("Boolean", "false", "false"),
    Case("Boolean", "1", "Boolean cannot represent a non boolean value: 1"),
    Case("Boolean", "\"true\"", "Boolean cannot represent a non boolean value: \"true\""),
    Case("ID", "\"a\"", "\"a\""), Case("ID", "25", "\"25\""), Case("ID", "25.0", "\"25\""),
    Case("ID", "123456789012345678901234567890", "\"123456789012345678901234567890\""),
    Case("ID", "1.5", "ID cannot represent value: 1.5"), Case("ID", "true", "ID cannot represent value: true"),
    Case("E", "\"RED\"", "\"RED\""),
    Case("E", "\"red\"", "Value \"red\" does not exist in \"E\" enum. Did you mean the enum value \"RED\"?"),
    Case("E", "\"x\"", "Value \"x\" does not exist in \"E\" enum."),
    Case("E", "1", "Enum \"E\" cannot represent non-string value: 1."),
    Case("Any", "{\"b\":1.0,\"a\":[null,\"x\"]}", "{\"b\":1.0,\"a\":[null,\"x\"]}"), Case("Any", "1e3", "1e3"),
  ]

  static let literals = [
    Case("Int", "1", "1"), Case("Int", "-0", "0"),
    Case("Int", "2147483648", "Int cannot represent non 32-bit signed integer value: 2147483648"),
    Case("Int", "1.0", "Int cannot represent non-integer value: 1.0"),
    Case("Int", "\"1\"", "Int cannot represent non-integer value: \"1\""),
    Case("Int", "A", "Int cannot represent non-integer value: A"),
    Case("Float", "1", "1"), Case("Float", "1.50", "1.50"),
    Case("Float", "\"1\"", "Float cannot represent non numeric value: \"1\""),
    Case("String", "\"a\\nb\"", "\"a\\nb\""), Case("String", "\"\"\"block\"\"\"", "\"block\""),
    Case("String", "1", "String cannot represent a non string value: 1"),
    Case("String", "[\"a\"]", "String cannot represent a non string value: [\"a\"]"),
    Case("Boolean", "true", "true"), Case("Boolean", "1", "Boolean cannot represent a non boolean value: 1"),
    Case("ID", "\"a\"", "\"a\""), Case("ID", "25", "\"25\""),
    Case("ID", "1.5", "ID cannot represent a non-string and non-integer value: 1.5"),
    Case("ID", "true", "ID cannot represent a non-string and non-integer value: true"),
    Case("E", "GREEN", "\"GREEN\""),
    Case("E", "GREN", "Value \"GREN\" does not exist in \"E\" enum. Did you mean the enum value \"GREEN\" or \"RED\"?"),
    Case(
      "E", "\"RED\"",
      "Enum \"E\" cannot represent non-enum value: \"RED\". Did you mean the enum value \"RED\" or \"GREEN\"?"),
    Case("E", "true", "Enum \"E\" cannot represent non-enum value: true."),
    Case("Any", "{a: 1.50, b: [RED, null, \"x\", true]}", "{\"a\":1.50,\"b\":[\"RED\",null,\"x\",true]}"),
  ]

  static let outputs = [
    // Strings are made of numbers as JavaScript makes them.
    Case("String", "1e21", "\"1e+21\""), Case("String", "1e20", "\"100000000000000000000\""),
    Case("String", "0.000001", "\"0.000001\""), Case("String", "-1e-7", "\"-1e-7\""),
    Case("String", "0.00000015", "\"1.5e-7\""), Case("String", "12.5e1", "\"125\""),
    Case("String", "1234567.25", "\"1234567.25\""), Case("String", "-2500000000", "\"-2500000000\""),
    // A Double would have fewer digits.
    Case("String", "12345678901234567890123", "\"12345678901234567890123\""),
    Case("ID", "99999999999999999999", "\"99999999999999999999\""), Case("ID", "-0", "\"0\""),
    Case("Boolean", "\"1e21\"", "Boolean cannot represent a non boolean value: \"1e21\""),
    Case("Int", "1.5e-9", "Int cannot represent non-integer value: 1.5e-9"),
    Case("String", "\"a\"", "\"a\""), Case("String", "1.0", "\"1\""), Case("String", "true", "\"true\""),
    Case("String", "[1]", "String cannot represent value: [1]"),
    Case("String", "{}", "String cannot represent value: {}"),
    Case("Int", "1", "1"), Case("Int", "1.0", "1"), Case("Int", "\"7\"", "7"), Case("Int", "true", "1"),
    Case("Int", "1.1", "Int cannot represent non-integer value: 1.1"),
    Case("Int", "\"x\"", "Int cannot represent non-integer value: \"x\""),
    Case("Int", "\"\"", "Int cannot represent non-integer value: \"\""),
    Case("Int", "9876504321", "Int cannot represent non 32-bit signed integer value: 9876504321"),
    Case("Float", "1.50", "1.50"), Case("Float", "\"-1.5\"", "-1.5"), Case("Float", "false", "0"),
    Case("Float", "\"x\"", "Float cannot represent non numeric value: \"x\""),
    Case("Boolean", "true", "true"), Case("Boolean", "0", "false"), Case("Boolean", "2", "true"),
    Case("Boolean", "\"true\"", "Boolean cannot represent a non boolean value: \"true\""),
    Case("ID", "\"a\"", "\"a\""), Case("ID", "1", "\"1\""),
    Case("ID", "1.5", "ID cannot represent value: 1.5"), Case("ID", "true", "ID cannot represent value: true"),
    Case("E", "\"RED\"", "\"RED\""), Case("E", "\"BLUE\"", "Enum \"E\" cannot represent value: \"BLUE\""),
    Case("E", "1", "Enum \"E\" cannot represent value: 1"),
    Case("Any", "{\"a\":[1.0]}", "{\"a\":[1.0]}"),
  ]

  @Test("Messages show values as the reference does", arguments: inspections)
  func inspection(given: String, shown: String) throws {
    #expect(try JSON.parse(text: given).inspected == shown)
  }

  static let inspections = [
    ("null", "null"), ("\"a\\\"b\"", "\"a\\\"b\""), ("1.0", "1"), ("{}", "{}"), ("[]", "[]"),
    ("{\"a\": 1, \"b\": [true]}", "{ a: 1, b: [true] }"),
    ("[1,2,3,4,5,6,7,8,9,10,11]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 1 more item]"),
    ("[1,2,3,4,5,6,7,8,9,10,11,12]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 2 more items]"),
    ("{\"a\": {\"b\": {\"c\": {\"d\": 1}}}}", "{ a: { b: [Object] } }"), ("[[[]]]", "[[[]]]"),
    ("[[[[]]]]", "[[[Array]]]"),
    ("[[[1]]]", "[[[Array]]]"),
  ]
}
