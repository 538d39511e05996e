package import GraphQLSchema
package import OrderedJSON

/// The plan for the values of one leaf field, made once for the field, so that no value needs a lookup or splits words.
package struct LeafPlan: Sendable {
  package let kind: ValueKind
  package let form: ScalarForm
  package let locale: FakeLocale
  /// The member of the object in which values are wrapped.
  private let member: String?
  private let isUppercased: Bool
  /// An enum's values; deprecated ones only if there are no others.
  private let choices: [JSON]
  private let order: NumberOrder?
  private let isNullable: Bool
  /// The field's name in words, for values of unknown kind.
  private let spokenName: String
  /// The name without its last word, for times of unknown events: `repaired` for `repairedAt` and `repairedOn`.
  private let event: String
  /// The kind of the names of the parent's objects, which their abbreviations agree with.
  private let named: ValueKind
  /// The names and the sentences of its objects.
  package let texts: TextPlan
  /// The end of a picture's URL; nil if other fields have its size.
  private let pictureSize: String?
  private let typeName: String
  /// The currency of its values, if they have one.
  private let currency: PriceCurrency?
  /// Indicates whether other fields have the currency of its values, so that they depend on their owner.
  package let isMoney: Bool
  /// Indicates whether another field has the number of the house.
  private let hasHouseNumber: Bool
  /// Indicates whether the parent's objects are pictures, all of which are PNGs.
  private let isOfPicture: Bool
  private let isCurrencyChoice: Bool

  /// Plans a field by its name and description. `siblings` are the known types of the parent's fields.
  package init(
    field: SchemaField, parent: SchemaType, type: SchemaType, siblings: [SchemaType] = [], locale: FakeLocale
  ) {
    self.init(kind: nil, field, parent, type, siblings, locale)
  }

  /// Plans a field with a kind that a rule names, in the form of the field's scalar.
  package init(
    kind: ValueKind, field: SchemaField, parent: SchemaType, type: SchemaType, siblings: [SchemaType] = [],
    locale: FakeLocale
  ) {
    self.init(kind: kind, field, parent, type, siblings, locale)
  }

  private init(
    kind ruled: ValueKind?, _ field: SchemaField, _ parent: SchemaType, _ type: SchemaType, _ siblings: [SchemaType],
    _ locale: FakeLocale
  ) {
    let notes = ScalarNotes(type)
    let choice = LeafChoice(ruled, field, parent, type, notes)
    kind = choice.kind
    form = choice.form
    self.locale = locale
    member = notes.member
    isUppercased = notes.isUppercased
    let current = type.values.filter { $0.deprecationReason == nil }
    choices = (current.isEmpty ? type.values : current).map { .string($0.name) }
    order = choice.isOrdered ? NumberOrder(field, parent: parent) : nil
    isNullable = !field.type.isNonNull
    let spoken = words(of: field.name)
    spokenName = spoken.isEmpty ? "value" : spoken.joined(separator: " ")
    event = spoken.dropLast().joined(separator: " ")
    named = ValueKind.nameOf(parent: parent.name)
    texts = TextPlan(field: spoken, kind, parent, siblings: siblings)
    let hasSize = parent.field(named: "width") != nil && parent.field(named: "height") != nil
    pictureSize = hasSize ? nil : Self.pictureSize(spoken)
    typeName = type.name
    isCurrencyChoice = type.kind == .enum && (kind == .currencyCode || PriceCurrency.isCurrency(type.name))
    currency =
      isCurrencyChoice || Self.isMoney(kind)
      ? PriceCurrency(parent, siblings: siblings, own: isCurrencyChoice ? type : nil) : nil
    isMoney = currency.map { [kind] in $0.isTold || !Self.isPrice(kind) } ?? false
    hasHouseNumber =
      kind == .street
      && parent.fields.contains {
        KindRow.texts[words(of: $0.name).joined(separator: " ")] == .houseNumber
      }
    isOfPicture = LeafChoice.isPicture(parent)
  }

  private static func isPrice(_ kind: ValueKind) -> Bool { kind == .price || kind == .cents }

  private static func isMoney(_ kind: ValueKind) -> Bool {
    isPrice(kind) || [.currencyCode, .currencyName, .currencySymbol].contains(kind)
  }

  /// Returns the value for one object, never null. The hash is of the object, the field, its arguments, and the index
  /// in a list of leaves. `imageOrigin` is the origin of this server: `http://127.0.0.1:4000`.
  package func value(_ persona: Persona, _ hash: StableHash, imageOrigin: String) -> JSON {
    if !choices.isEmpty {
      if isCurrencyChoice, let code = currency?.code(persona) { return .string(code) }
      var draw = Draw(hash)
      return choices[draw.below(choices.count)]
    }
    var persona = persona
    persona.texts = texts
    return finished(written(sample(persona, hash, imageOrigin), form, hash))
  }

  /// Returns up to `count` different values of a list of leaves.
  package func values(_ persona: Persona, _ hash: StableHash, count: Int, imageOrigin: String) -> [JSON] {
    guard choices.isEmpty else { return shuffled(hash, count) }
    var values: [JSON] = []
    values.reserveCapacity(count)
    for index in 0..<max(0, count) {
      // Each item has a persona of its own: the e-mail addresses of a list differ.
      let hash = hash.with(UInt64(index))
      let value = value(
        Persona(identity: hash, shift: persona.shift, locale: persona.locale), hash, imageOrigin: imageOrigin)
      if !values.contains(value) { values.append(value) }
    }
    return values
  }

  /// Returns a known value in the form of the field's scalar.
  package func value(of known: Sample, _ hash: StableHash) -> JSON { finished(written(known, form, hash)) }

  /// Returns a value whose text is known, such as a key: wrapped, if the scalar's values are.
  package func wrapped(_ json: JSON) -> JSON {
    member.map { .object(JSONObject([.init($0, json)])) } ?? json
  }

  private func finished(_ json: JSON) -> JSON {
    if isUppercased, case .string(let text) = json { return wrapped(.string(text.uppercased())) }
    return member == nil ? json : wrapped(json)
  }

  private func sample(_ persona: Persona, _ hash: StableHash, _ imageOrigin: String) -> Sample {
    switch kind {
    case .imageURL:
      var draw = Draw(hash)
      let size = pictureSize ?? "w=\(persona.pictureSize.width)&h=\(persona.pictureSize.height)"
      return .text("\(imageOrigin)/__understudy/images/\(draw.hex(12)).png?\(size)")
    case .unknown:
      var draw = Draw(hash)
      let lexicon = persona.lexicon
      return .text("\(spokenName) \(lexicon.nouns[draw.below(lexicon.nouns.count)].latin) \(draw.within(1...99))")
    case .number(let range, let decimals):
      guard let order, order.isShared else { return KindRow.sample(kind, persona, hash) }
      return .number(order.units(persona, range, decimals: decimals), decimals: decimals)
    case .price, .cents:
      var draw = Draw(hash)
      let cents = order?.cents(persona) ?? Sample.cents(&draw)
      guard kind == .price else { return .number(cents, decimals: 0) }
      return .number(cents, decimals: currency?.hasCents(persona) == false ? 0 : 2)
    case .currencyCode: return .text(currency?.code(persona) ?? persona.country.currency)
    case .currencyName, .currencySymbol:
      return KindRow.sample(kind, persona.identity == persona.currencyIdentity ? persona : persona.payer, hash)
    case .moment(.other): return .moment(seconds: persona.moment(ofOther: event).seconds)
    case .date(.other): return .day(seconds: persona.moment(ofOther: event).seconds)
    case .moment(let milestone), .date(let milestone):
      // For times of day the hours must be in order, not the days.
      guard form == .time, milestone == .started || milestone == .ended else {
        return KindRow.sample(kind, persona, hash)
      }
      return .moment(seconds: persona.hours(milestone))
    case .street where hasHouseNumber: return .text(persona.streetParts.name)
    case .shortCode: return .text(persona.shortCode(of: named, hash))
    case .mimeType where isOfPicture: return .text(FileForm.png.mimeType)
    case .fileExtension where isOfPicture: return .text(FileForm.png.suffix)
    case .fileName where isOfPicture:
      var draw = Draw(hash)
      return .text("\(Phrase(persona.lexicon, &draw).slug).\(FileForm.png.suffix)")
    case .sentence, .paragraph:
      let mayBeEmpty = isNullable || kind == .paragraph
      if let text = UnusualText.text(hash, persona, mayBeEmpty: mayBeEmpty) { return .text(text) }
      return KindRow.sample(kind, persona, hash)
    default: return KindRow.sample(kind, persona, hash)
    }
  }

  /// Returns an enum's values in an order that the hash decides.
  private func shuffled(_ hash: StableHash, _ count: Int) -> [JSON] {
    var draw = Draw(hash)
    var rest = choices
    var shuffled: [JSON] = []
    while !rest.isEmpty, shuffled.count < count { shuffled.append(rest.remove(at: draw.below(rest.count))) }
    return shuffled
  }

  /// Returns the size of a picture by its name, as the end of its URL.
  private static func pictureSize(_ spoken: [String]) -> String {
    for word in spoken {
      switch word {
      case "avatar", "gravatar", "profile": return "w=256&h=256"
      case "icon", "logo", "badge", "patch", "favicon": return "w=128&h=128"
      case "thumbnail", "thumb", "preview", "small": return "w=320&h=240"
      case "banner", "cover", "header", "hero": return "w=1200&h=400"
      case "poster": return "w=600&h=900"
      default: continue
      }
    }
    return "w=800&h=600"
  }

  /// The text for `fake --explain`: `email, from the name`, `DateTime: updated at, never before createdAt`.
  package var explanation: String {
    if !choices.isEmpty { return choices.count == 1 ? "the one enum value" : "one of \(choices.count) enum values" }
    var kind = kind
    if case .number(let range, _) = kind, form == .integer || form == .wideInteger {
      kind = .number(range, decimals: 0)
    }
    var text = kind.milestone.map { _ in "time" } == nil ? kind.explanation : kind.milestone?.explanation ?? ""
    if !["String", "ID", "Int", "Float", "Boolean"].contains(typeName) { text = "\(typeName): \(text)" }
    if order?.isShared == true { text += ", in order with the fields like it" }
    if let member { text += ", in {\"\(member)\": …}" }
    return text
  }
}
