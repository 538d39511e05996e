import OrderedJSON

/// One kind of value: the words by which fields and types name it, and the generator of its values.
///
/// A list of words is one text with commas. Words are in lower case and singular, as `words(of:)` splits identifiers:
/// `part number` for `partNumbers`. Umlauts are `ae`, `oe` and `ue`, because identifiers in GraphQL are ASCII.
package struct KindRow: Sendable {
  /// Generates the value of one object from its persona and the draw of the object's field. Values that fields of one
  /// object share come from the persona. Each field has a draw of its own.
  typealias Generator = @Sendable (Persona, inout Draw) -> Sample

  package let kind: ValueKind
  /// The names of the kind in `@fake(type:)`, in camel case. GeneratedData.md lists them.
  package let rules: [String]
  /// Words of types whose objects are named by it, and of fields that hold such a name.
  package let types: [String]
  /// Field names of texts, by their last words.
  package let texts: [String]
  /// Field names of numbers, by their last words.
  package let numbers: [String]
  /// Phrases in the descriptions of fields, of up to six words. The longest one decides.
  let phrases: [String]
  /// Nil for kinds whose values are derived from their payload, such as a range.
  let generator: Generator?

  /// Creates a kind whose values are texts.
  init(
    _ kind: ValueKind, rules: String = "", types: String = "", texts: String = "", numbers: String = "",
    phrases: String = "", _ text: (@Sendable (Persona, inout Draw) -> String)? = nil
  ) {
    var generator: Generator?
    if let text { generator = { persona, draw in .text(text(persona, &draw)) } }
    self.init(kind, [rules, types, texts, numbers, phrases], generator)
  }

  /// Creates a kind whose values are not texts.
  init(
    sampled kind: ValueKind, rules: String = "", types: String = "", texts: String = "", numbers: String = "",
    phrases: String = "", _ sample: @escaping Generator
  ) {
    self.init(kind, [rules, types, texts, numbers, phrases], sample)
  }

  private init(_ kind: ValueKind, _ lists: [String], _ generator: Generator?) {
    let words = lists.map { list in
      list.split(separator: ",").map { $0.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
    }
    self.kind = kind
    (rules, types, texts, numbers, phrases) = (words[0], words[1], words[2], words[3], words[4])
    self.generator = generator
  }

  // MARK: The table

  package static let all = people + goods + places + KindRow.textual + machines + times + numeric

  package static let rules = index { $0.rules }
  package static let types = index { $0.types }
  package static let texts = index { $0.texts }
  package static let numbers = index { $0.numbers }
  static let phrases = index { $0.phrases }

  private static let generators = Dictionary(
    all.map { ($0.kind, $0.generator) }, uniquingKeysWith: { first, _ in first })

  private static func index(_ words: (KindRow) -> [String]) -> [String: ValueKind] {
    Dictionary(
      all.flatMap { row in words(row).map { ($0, row.kind) } }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the value of a field of a kind, not yet in the form of a scalar. The hash is of the object, the field, its
  /// arguments, and the index in a list of leaves. `LeafPlan` has the values of `imageURL` and `unknown`.
  package static func sample(_ kind: ValueKind, _ persona: Persona, _ hash: StableHash) -> Sample {
    var draw = Draw(hash)
    switch kind {
    case .number(let range, let decimals):
      let power = Sample.power(decimals)
      return .number(draw.within((range.lowerBound * power)...(range.upperBound * power)), decimals: decimals)
    case .moment(let milestone): return .moment(seconds: persona.moment(milestone).seconds)
    case .date(let milestone): return .day(seconds: persona.moment(milestone).seconds)
    case .yearOf(let milestone): return .number(persona.moment(milestone).date.year, decimals: 0)
    case .flagged(let percent): return .flag(draw.chance(percent))
    case .place: return .text(persona.name(of: .place))
    default: return generators[kind]??(persona, &draw) ?? .text("")
    }
  }
}
