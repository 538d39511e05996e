extension Persona {
  /// Two words, for paths and file names.
  var phrase: Phrase {
    var draw = draw(.phrase)
    return Phrase(lexicon, &draw)
  }

  var companyWord: Lexicon.Spelled {
    let lexicon = lexicon
    return lexicon.companies[entry(lexicon.companyTable, in: .company)]
  }

  package var company: String { name(of: .company) }

  /// Returns the color of a field, or that of an object that is a color itself.
  func colour(_ draw: inout Draw) -> Lexicon.Colour {
    let colours = lexicon.colours
    return colours[texts.subject == .colour ? index(below: colours.count, .colour) : draw.below(colours.count)]
  }

  /// A number that payment services publish for tests, and its brand.
  var card: (brand: String, number: String) {
    var draw = draw(.card)
    return Self.cards[draw.below(Self.cards.count)]
  }

  private static let cards = [
    ("Visa", "4242424242424242"), ("Visa", "4111111111111111"), ("Visa", "4012888888881881"),
    ("Visa", "4000056655665556"), ("Mastercard", "5555555555554444"), ("Mastercard", "2223003122003222"),
    ("Mastercard", "5200828282828210"), ("Mastercard", "5105105105105100"), ("American Express", "378282246310005"),
    ("American Express", "371449635398431"), ("Discover", "6011111111111117"), ("JCB", "3566002020360505"),
  ]

  var fileForm: FileForm {
    var draw = draw(.file)
    return FileForm.all[draw.below(FileForm.all.count)]
  }

  /// The size in pixels of a picture whose size is in other fields.
  var pictureSize: (width: Int, height: Int) {
    var draw = draw(.picture)
    return Self.pictureSizes[draw.below(Self.pictureSizes.count)]
  }

  private static let pictureSizes = [
    (320, 240), (512, 512), (600, 900), (640, 480), (800, 600), (1_080, 1_350), (1_200, 800), (1_600, 900),
    (1_920, 1_080),
  ]

  /// The company's name under the top-level domain for examples (RFC 2606): `northstar.example`.
  var domain: String { companyWord.latin + ".example" }
}

/// A file format: the suffix of file names and the media type.
struct FileForm: Sendable {
  package let suffix: String
  let mimeType: String

  static let png = FileForm(suffix: "png", mimeType: "image/png")
  package static let all = [
    FileForm(suffix: "csv", mimeType: "text/csv"), FileForm(suffix: "jpg", mimeType: "image/jpeg"),
    FileForm(suffix: "json", mimeType: "application/json"), FileForm(suffix: "md", mimeType: "text/markdown"),
    FileForm(suffix: "mp4", mimeType: "video/mp4"), FileForm(suffix: "pdf", mimeType: "application/pdf"), png,
    FileForm(suffix: "txt", mimeType: "text/plain"),
  ]
}

/// Two words, and their form in a URL.
struct Phrase {
  /// `Quiet Harbor`, `Nordhafen`, `静かな港`.
  package let text: String
  /// `quiet-harbor`.
  package let slug: String

  init(_ lexicon: Lexicon, _ draw: inout Draw) {
    let first = lexicon.adjectives[draw.below(lexicon.adjectives.count)]
    let second = lexicon.nouns[draw.below(lexicon.nouns.count)]
    text = lexicon === Lexicon.of(.en) ? "\(first.text) \(second.text)" : first.text + second.text
    slug = "\(first.latin)-\(second.latin)"
  }
}
