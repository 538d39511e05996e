/// Texts as people write them now and then: very long, in another script, with emoji of several scalars, or empty.
enum UnusualText {
  /// About one free text in forty is unusual.
  static let rarity = 40

  /// An unusual text, or nil where the usual one stands; another draw of the value's hash than the usual text's decides.
  /// `mayBeEmpty` says whether `""` is a value that a client has to expect here.
  package static func text(_ hash: StableHash, _ lexicon: Lexicon, mayBeEmpty: Bool) -> String? {
    var draw = Draw(hash.with(0x55_4E_55_53_55_41_4C))
    guard draw.below(rarity) == 0 else { return nil }
    switch draw.below(mayBeEmpty ? 4 : 3) {
    case 0: return Phrase.paragraph(draw.within(20...40), lexicon, &draw)
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
