import Testing

@testable import FakeValues

@Suite("Locales")
struct LocaleTests {
  @Test(
    "are found by their tag",
    arguments: [
      ("en", FakeLocale.en), ("EN", .en), ("en-GB", .en), ("de", .de), ("de-DE", .de), ("de_AT.UTF-8", .de),
      ("ja", .ja),
      ("ja_JP", .ja), ("ja-JP-u-ca-japanese", .ja),
    ])
  func tags(tag: String, locale: FakeLocale) throws {
    #expect(try FakeLocale(tag: tag) == locale)
  }

  @Test("say what there is where they are not known", arguments: ["fr", "", "deutsch", "-", "日本"])
  func unknown(tag: String) {
    #expect(throws: UnknownLocale(tag: tag)) { try FakeLocale(tag: tag) }
    #expect(
      UnknownLocale(tag: tag).description
        == "There are no fakes for the locale \"\(tag)\". There are: en (English), de (German), ja (Japanese).")
  }

  /// The texts of a locale's own tables.
  private func tables(_ locale: FakeLocale) -> [(String, [String])] {
    let common = Set(WordFile(WordFiles.common).words.keys)
    let lexicon = Lexicon.of(locale)
    return lexicon.tableNames.indices.filter { !common.contains(lexicon.tableNames[$0]) }.map { index in
      let table = lexicon.tables[index]
      let words = (0..<table.count).map { table.word($0) }
      return (lexicon.tableNames[index], words)
    }
  }

  @Test("name nothing twice, leave no table empty, and are in composed form", arguments: FakeLocale.allCases)
  func tables(locale: FakeLocale) {
    for (name, texts) in tables(locale) {
      #expect(!texts.isEmpty && Set(texts).count == texts.count, "\(locale) \(name) \(texts)")
      for text in texts {
        #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(name): \"\(text)\"")
        // No combining mark stands alone: what can be composed is.
        #expect(text.unicodeScalars.allSatisfy { !$0.properties.isDiacritic || $0 == "ー" || $0 == "゛" }, "\(text)")
      }
    }
  }

  @Test("write every word of an address in plain letters", arguments: FakeLocale.allCases)
  func latin(locale: FakeLocale) {
    let lexicon = Lexicon.of(locale)
    for word in [lexicon.givenNames, lexicon.familyNames, lexicon.companies, lexicon.adjectives, lexicon.nouns].joined()
    {
      #expect(!word.latin.isEmpty && word.latin.utf8.allSatisfy { (0x61...0x7A).contains($0) }, "\(word)")
    }
    for colour in lexicon.colours {
      #expect(colour.hex.utf8.count == 6 && Int(colour.hex, radix: 16) != nil, "\(colour)")
    }
  }

  /// Kana, kanji, and what stands between them.
  private func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    (0x3000...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
  }

  @Test("have no word of another script")
  func scripts() {
    for (name, texts) in tables(.ja) where name != "percent" {
      for text in texts { #expect(text.unicodeScalars.allSatisfy(isJapanese), "\(name): \(text)") }
    }
    for locale in [FakeLocale.en, .de] {
      for (name, texts) in tables(locale) {
        for text in texts { #expect(text.unicodeScalars.allSatisfy { $0.value < 0x0180 }, "\(name): \(text)") }
      }
    }
    for text in Atlas.earth.japaneseCities.flatMap({ [$0.name, $0.region] }) {
      #expect(text.unicodeScalars.allSatisfy(isJapanese), "\(text)")
    }
  }

  @Test("give Japanese names, places and texts in Japanese")
  func japanese() throws {
    for field in ["name", "city", "street", "country", "companyName", "bio", "jobTitle", "weekday", "title", "region"] {
      let leaf = Leaf("User", field, locale: .ja)
      for persona in Persona.some(100, .ja) {
        let text = leaf.text(persona)
        let isOurs =
          text.unicodeScalars.allSatisfy { isJapanese($0) || $0.value < 0x80 }
          && text.unicodeScalars.contains(where: isJapanese)
        #expect(isOurs || UnusualText.scripts.contains(text) || text.isEmpty, "\(field): \(text)")
      }
    }
    for field in ["email", "username", "countryCode", "currencyCode", "url", "slug", "status", "locale", "phone"] {
      for text in Leaf("User", field, locale: .ja).texts() { #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)") }
    }
    #expect(Leaf("User", "phone", locale: .ja).texts().allSatisfy { $0.hasPrefix("+81 ") })
    #expect(Leaf("User", "country", locale: .ja).texts().allSatisfy { $0 == "日本" })
  }

  @Test("give German places where German is spoken")
  func german() {
    #expect(Set(Leaf("User", "country", locale: .de).texts()) == ["Deutschland", "Österreich", "Schweiz"])
    #expect(Set(Leaf("User", "language", locale: .de).texts()) == ["Deutsch"])
    #expect(Set(Leaf("User", "continent", locale: .de).texts()) == ["Europa"])
    #expect(Leaf("User", "phone", locale: .de).texts().allSatisfy { $0.hasPrefix("+4") })
    #expect(Leaf("Company", "name", locale: .de).texts().contains { $0.hasSuffix(" GmbH") })
  }

  @Test("differ")
  func differ() {
    for field in ["name", "city", "bio", "title", "weekday", "productName", "color", "street", "jobTitle", "company"] {
      let values = FakeLocale.allCases.map { Leaf("User", field, locale: $0).texts(20) }
      #expect(values[0] != values[1] && values[1] != values[2] && values[0] != values[2], "\(field)")
    }
  }
}
