import GraphQLSchema

/// The kind and the form of a leaf field's value, decided from the schema: the rule's kind, the scalar's name and
/// description, the field's name and description, the parent's name.
struct LeafChoice {
  package let kind: ValueKind
  package let form: ScalarForm

  /// Indicates whether the value may be a number that is ordered among others of its object.
  var isOrdered: Bool {
    switch kind {
    case .number, .price, .cents: true
    default: false
    }
  }

  init(
    _ ruled: ValueKind?, _ field: SchemaField, _ parent: SchemaType, _ type: SchemaType, _ notes: ScalarNotes
  ) {
    let form = notes.form ?? Self.form(of: type)
    if let ruled {
      kind = ruled
      self.form = Self.holds(form, ruled) ? form : .text
      return
    }
    self.form = form
    let owner = Subject.name(of: parent)
    let text = {
      let kind = ValueKind.text(field: field.name, parent: owner, description: field.description)
      return kind == .colourName && Self.showsHex(field, owner) ? .colourHex : kind
    }
    switch form {
    case .integer, .wideInteger, .float, .decimalText:
      let counted = ValueKind.number(field: field.name, description: field.description)
      // A total with decimals is money; one without is a count.
      let isMoney = form == .decimalText || form == .float
      let isPerson = ValueKind.isPerson(owner)
      kind =
        isMoney && words(of: field.name).last == "total"
        ? .price : isPerson && counted == .height ? .number(150...200, decimals: 0) : counted
    case .boolean: kind = ValueKind.boolean(field: field.name)
    case .kind(.url): kind = text() == .imageURL || Self.isPicture(parent) ? .imageURL : .url
    case .kind(let fixed): kind = fixed
    case .dateTime, .date, .time, .epoch:
      kind = ValueKind.moment(field: field.name, parent: parent.name, description: field.description)
    case .durationText: kind = .duration
    case .identifier:
      let named = text()
      kind = [.unknown, .name, .opaqueID].contains(named) ? .number(1_000...9_999, decimals: 0) : named
    case .text:
      let named = text()
      // "The name on Twitter, with the @ in front."
      let hasSign = named == .username && [" @ ", "\"@\"", "`@`"].contains { field.description?.contains($0) == true }
      kind = hasSign ? .mention : named == .url && Self.isPicture(parent) ? .imageURL : named
    }
  }

  /// Indicates whether a color is in hexadecimal digits: by the description, or in labels and programming languages.
  private static func showsHex(_ field: SchemaField, _ owner: String) -> Bool {
    if [.label, .codeLanguage].contains(Subject(type: owner)) { return true }
    let said = (field.description ?? "").split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return said.contains { $0.count == 6 && $0.contains(where: \.isNumber) && $0.allSatisfy(\.isHexDigit) }
  }

  /// Indicates whether the objects of a type are pictures, so that their `url` leads to one.
  static func isPicture(_ type: SchemaType) -> Bool {
    guard let last = words(of: type.name).last else { return false }
    return KindRow.texts[last] == .imageURL
  }

  private static func form(of type: SchemaType) -> ScalarForm {
    guard type.kind == .scalar else { return .text }
    let form = ScalarForm(scalar: type.name)
    guard form == .text, ScalarForm.known(type.name) == nil, type.name != "String",
      let kind = ValueKind.described(by: type.description)
    else { return form }
    switch kind {
    case .moment: return .dateTime
    case .date: return .date
    case .duration: return .durationText
    default: return .kind(kind)
    }
  }

  /// Indicates whether a scalar's form can hold a value of a kind that a rule names.
  private static func holds(_ form: ScalarForm, _ kind: ValueKind) -> Bool {
    switch form {
    case .integer, .wideInteger, .float, .decimalText, .epoch, .boolean, .text, .identifier: true
    case .dateTime, .date, .time: kind.milestone != nil
    case .durationText: kind == .duration
    case .kind: true
    }
  }
}

/// Unusual texts that people write: very long, in another script, with emoji of several scalars, or empty.
enum UnusualText {
  /// One free text in about this many is unusual.
  static let rarity = 40

  /// Returns an unusual text, or nil for the usual one; it has another draw of the value's hash than the usual text.
  /// `mayBeEmpty` tells if clients must expect `""` here.
  package static func text(_ hash: StableHash, _ persona: Persona, mayBeEmpty: Bool) -> String? {
    var draw = Draw(hash.with(0x55_4E_55_53_55_41_4C))
    guard draw.below(rarity) == 0 else { return nil }
    switch draw.below(mayBeEmpty ? 4 : 3) {
    case 0: return persona.sentences(draw.within(20...25), &draw)
    case 3: return ""
    default: return draw.pick(scripts)
    }
  }

  /// In composed form (NFC), each emoji a whole grapheme.
  static let scripts = [
    "これは少し長い日本語の文章です。改行も\nあります。", "모든 것이 잘 되었습니다. 감사합니다!", "这是一段中文文字，没有空格。",
    "Все получилось с первого раза, спасибо!", "Όλα πήγαν καλά, ευχαριστούμε!", "كل شيء على ما يرام، شكرًا جزيلاً!",
    "הכול עבד בפעם הראשונה, תודה!", "सब कुछ ठीक रहा, धन्यवाद!", "ทุกอย่างเรียบร้อยดี ขอบคุณ",
    "👩‍👩‍👧‍👦 all of us, 🇯🇵🇨🇦 two flags, 👍🏽 and ❤️‍🔥", "Zażółć gęślą jaźń — naïve façade, Ελλάδα, Київ",
    "<b>not bold</b> & \"quoted\" \\ back\tslash",
  ]
}
