import FakeValues
import GraphQLLanguage
import OrderedJSON

/// The fake types that rules name, with their options. `KindRow.rules` has the names; GeneratedData.md lists them.
enum FakeKind {
  static var names: [String] { KindRow.rules.keys.sorted { $0.precedesByScalars($1) } }

  static func unknown(_ name: String) -> String {
    let suggestions = suggestionList(name, names)
    let ending =
      suggestions.isEmpty ? " There are: \(names.joined(separator: ", "))." : didYouMean(suggestions)
    return "There is no fake type \"\(name)\".\(ending)"
  }

  /// Returns a kind with its options applied, and a sentence for each option that has no effect.
  ///
  /// - Throws: if an option's value is invalid.
  static func kind(
    _ name: String, options: [JSONObject.Member]
  ) throws(FakeOptionError) -> (kind: ValueKind, unheeded: [String]) {
    var kind = KindRow.rules[name] ?? .unknown
    var range = NumberOptions()
    var unheeded: [String] = []
    for option in options where option.value != .null {
      switch (name, option.name) {
      case ("number", "minNumber"), ("money", "minMoney"): range.minimum = try bound(option)
      case ("number", "maxNumber"), ("money", "maxMoney"): range.maximum = try bound(option)
      case ("number", "precisionNumber"): range.decimals = try decimals(ofStep: option)
      case ("money", "decimalPlaces"):
        guard case .number(let number) = option.value, let places = Int(number.text), (0...6).contains(places) else {
          throw FakeOptionError(option, expected: "a whole number from 0 to 6")
        }
        range.decimals = places
      case ("lorem", "loremSize"):
        guard case .string(let size) = option.value, let sized = loremSizes[size] else {
          throw FakeOptionError(option, expected: loremSizes.keys.sorted().joined(separator: ", "))
        }
        kind = sized
      case ("streetAddress", "useFullAddress"):
        guard case .bool(let isFull) = option.value else { throw FakeOptionError(option, expected: "true or false") }
        if isFull { kind = .address }
      default:
        guard known.contains(option.name) else {
          let suggestions = suggestionList(option.name, known)
          let all = effective[name].map { " It has: \($0.joined(separator: ", "))." } ?? ""
          throw FakeOptionError(
            "there is no option \"\(option.name)\".\(suggestions.isEmpty ? all : didYouMean(suggestions))")
        }
        unheeded.append(
          "The option \"\(option.name)\" has no effect on the fake type \"\(name)\".")
      }
    }
    if !range.isEmpty { kind = try range.kind(of: name) }
    return (kind, unheeded)
  }

  private static func bound(_ option: JSONObject.Member) throws(FakeOptionError) -> Int {
    // Larger ones are not whole numbers for every client.
    guard case .number(let number) = option.value, let whole = Int(number.text), abs(whole) <= 1 << 53 else {
      throw FakeOptionError(option, expected: "a whole number")
    }
    return whole
  }

  /// Returns the number of decimals of a step: 2 for `0.01`, 0 for `1` and above.
  private static func decimals(ofStep option: JSONObject.Member) throws(FakeOptionError) -> Int {
    let steps = ["1": 0, "0.1": 1, "0.01": 2, "0.001": 3, "0.0001": 4, "0.00001": 5, "0.000001": 6]
    guard case .number(let number) = option.value, let decimals = steps[number.text] else {
      throw FakeOptionError(option, expected: "1, 0.1, 0.01 and so on")
    }
    return decimals
  }

  private static let loremSizes: [String: ValueKind] = [
    "word": .word, "words": .title, "sentence": .sentence, "sentences": .paragraph, "paragraph": .paragraph,
    "paragraphs": .paragraph,
  ]

  /// The options with an effect, by fake type.
  private static let effective = [
    "number": ["minNumber", "maxNumber", "precisionNumber"], "money": ["minMoney", "maxMoney", "decimalPlaces"],
    "lorem": ["loremSize"], "streetAddress": ["useFullAddress"],
  ]

  /// The options of graphql-faker.
  private static let known = [
    "useFullAddress", "minMoney", "maxMoney", "decimalPlaces", "imageWidth", "imageHeight", "imageSize",
    "imageCategory", "randomizeImageUrl", "emailProvider", "passwordLength", "loremSize", "dateFormat", "dateFrom",
    "dateTo", "baseColor", "minNumber", "maxNumber", "precisionNumber",
  ]
}

/// The options of numbers, as far as they were given.
private struct NumberOptions {
  var minimum: Int?
  var maximum: Int?
  var decimals: Int?

  var isEmpty: Bool { minimum == nil && maximum == nil && decimals == nil }

  /// Returns the kind of a number: without a minimum from 0, without a maximum as far above it as usual.
  func kind(of name: String) throws(FakeOptionError) -> ValueKind {
    let lower = minimum ?? min(0, maximum ?? 0)
    let upper = maximum ?? max(lower, 0) + (name == "money" ? 400 : 99_999)
    guard lower <= upper else {
      throw FakeOptionError("the minimum is \(lower) and the maximum \(upper): the minimum must not be larger.")
    }
    return .number(lower...upper, decimals: decimals ?? (name == "money" ? 2 : 0))
  }
}

/// The reason why an option of a fake type is invalid.
struct FakeOptionError: Error {
  let message: String

  init(_ message: String) { self.message = message }

  init(_ option: JSONObject.Member, expected: String) {
    message = "the option \"\(option.name)\" is \(option.value.compactText): expected \(expected)."
  }
}
