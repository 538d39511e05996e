package import FakeClauses
package import Recordings

/// What the section `fakes` of `endpoint.yaml` says: how a schema is faked. Whether the schema has what is named here is
/// for whoever has the schema.
package struct FakeConfiguration: Hashable, Sendable {
  /// A language's tag.
  package var locale: Located<String>?
  /// In how many of a hundred a field that may be null is null; nil for the usual few.
  package var nullPercent: Int?
  /// In how many of a hundred thousand a field that may be null fails.
  package var errorRate: Int?
  /// What is said of types and their fields, in the file's order.
  package var rules: [Rule] = []

  package init() {}

  /// Something with its place in the file.
  package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    package var place: RecordingError.Place?

    package init(value: Value, place: RecordingError.Place? = nil) {
      self.value = value
      self.place = place
    }
  }

  /// One thing that is said of a type or a field.
  package struct Rule: Hashable, Sendable {
    package var type: String
    /// Nil for what is said of the type.
    package var field: String?
    package var clause: FakeClause
    /// The key in the file, as `listLength`.
    package var key: String
    /// Where the value stands.
    package var place: RecordingError.Place?
    /// Where the type or the field is named.
    package var subjectPlace: RecordingError.Place?
  }

  /// The same with what somebody says for one run, which goes before.
  package func overridden(by other: FakeConfiguration) -> FakeConfiguration {
    var both = self
    both.locale = other.locale ?? locale
    both.nullPercent = other.nullPercent ?? nullPercent
    both.errorRate = other.errorRate ?? errorRate
    both.rules += other.rules
    return both
  }

  /// A rate as people write it, `5%` or `0.05`, in a hundred thousand; nil for what is none.
  package static func rate(_ text: String) -> Int? {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(digits) else {
      return nil
    }
    let rate = isPercent ? number / 100 : number
    guard (0...1).contains(rate) else { return nil }
    return Int((rate * Double(FakeClause.always)).rounded())
  }

  /// The same in a hundred; nil for what is none, or no whole percentage.
  package static func percent(_ text: String) -> Int? {
    guard let rate = rate(text), rate.isMultiple(of: FakeClause.always / 100) else { return nil }
    return rate / (FakeClause.always / 100)
  }

  /// What a rate has to be, for messages.
  package static let rateForm = "a percentage such as 5%, or a fraction such as 0.05, from 0 to 1"
  package static let percentForm = "a whole percentage such as 10%, or a fraction such as 0.1, from 0 to 1"
}
