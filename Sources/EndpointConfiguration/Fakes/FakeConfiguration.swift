package import FakeClauses
package import OrderedJSON
package import Recordings

/// The section `fakes` of `endpoint.yaml`: the settings of generated data. Not checked against a schema.
package struct FakeConfiguration: Hashable, Sendable {
  /// A language tag.
  package var locale: Located<String>?
  /// The percentage of nullable fields that are null; nil for the default.
  package var nullPercent: Int?
  /// The number of nullable fields in 100,000 that fail.
  package var errorRate: Int?
  /// The number of objects of types without a number of their own.
  package var preset: PopulationPreset?
  /// The current user's email, name or key.
  package var viewer: String?
  /// The date of today in generated data; nil for the default.
  package var now: CivilTime?
  /// The sets of fixtures; nil for those of the file or the run.
  package var fixtures: [String]?
  /// The rules for types and their fields, in the file's order.
  package var rules: [Rule] = []

  package init() {}

  /// An estimate of its bytes in memory.
  package var heldBytes: Int {
    let names = (fixtures ?? []).reduce(viewer?.utf8.count ?? 0) { $0 + 32 + $1.utf8.count }
    return rules.reduce(500 + names) { $0 + 300 + $1.type.utf8.count + ($1.field?.utf8.count ?? 0) }
  }

  /// A value with its place in the file.
  package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var place: RecordingError.Place?

    package init(value: Value, place: RecordingError.Place? = nil) {
      self.value = value
      self.place = place
    }
  }

  /// One rule for a type or a field.
  package struct Rule: Hashable, Sendable {
    package var type: String
    /// Nil for a rule about the type.
    package var field: String?
    package var clause: FakeClause
    /// The key in the file, such as `listLength`.
    package var key: String
    /// The place of the value.
    package var place: RecordingError.Place?
    /// The place of the type's or field's name.
    package var subjectPlace: RecordingError.Place?
  }

  /// The same settings, without their places in the file.
  var withoutPlaces: FakeConfiguration {
    var settings = self
    settings.locale?.place = nil
    for index in settings.rules.indices {
      (settings.rules[index].place, settings.rules[index].subjectPlace) = (nil, nil)
    }
    return settings
  }

  /// Returns these settings with others for one run, which take precedence.
  package func overridden(by other: FakeConfiguration) -> FakeConfiguration {
    var both = self
    both.locale = other.locale ?? locale
    both.nullPercent = other.nullPercent ?? nullPercent
    both.errorRate = other.errorRate ?? errorRate
    both.preset = other.preset ?? preset
    both.viewer = other.viewer ?? viewer
    both.now = other.now ?? now
    both.fixtures = other.fixtures ?? fixtures
    both.rules += other.rules
    return both
  }

  /// Converts a rate such as `5%` or `0.05` to a number out of 100,000; nil if it is not valid.
  package static func rate(_ text: String) -> Int? {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text[...]
    guard digits.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }), let number = Double(digits) else {
      return nil
    }
    let rate = isPercent ? number / 100 : number
    guard (0...1).contains(rate) else { return nil }
    return Int((rate * Double(FakeClause.always)).rounded())
  }

  /// Converts a rate to a percentage; nil if it is not valid or not a whole percentage.
  package static func percent(_ text: String) -> Int? {
    guard let rate = rate(text), rate.isMultiple(of: FakeClause.always / 100) else { return nil }
    return rate / (FakeClause.always / 100)
  }

  /// The expected form of a rate, for messages.
  package static let rateForm = "a percentage such as 5%, or a fraction such as 0.05, from 0 to 1"
  package static let percentForm = "a whole percentage such as 10%, or a fraction such as 0.1, from 0 to 1"
}
