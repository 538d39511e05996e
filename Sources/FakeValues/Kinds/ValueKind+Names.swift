extension ValueKind {
  /// Returns the kind of a text field. The longest ending of its words in the table decides: `homePageUrl` is a URL,
  /// `profileImageUrl` an image's. A plural is looked up as its singular, too. The description decides vague names.
  package static func text(field: String, parent: String, description: String? = nil) -> ValueKind {
    let named = namedText(words(of: field), parent: parent)
    if let named, !named.isVague { return named }
    if let described = described(by: description) { return described }
    if let named { return named }
    let parts = words(of: field)
    if let kind = kind(parts.suffix(1)) { return kind }
    // `externalId` and the like are opaque; a lone `id` is unknown.
    return parts.count > 1 && parts.last == "id" ? .opaqueID : .unknown
  }

  /// Returns the kind by a text field's name alone; nil if the name does not show it.
  private static func namedText(_ fieldWords: [String], parent: String) -> ValueKind? {
    if isNavigation(parent), ["label", "title", "name", "text"].contains(fieldWords.first), fieldWords.count == 1 {
      return .navigation
    }
    if ownNames.contains(fieldWords) { return nameOf(parent: parent) }
    if fieldWords == ["title"], isPerson(parent) { return .jobTitle }
    let subject = Subject(type: parent)
    if subject.ownTitles.contains(fieldWords.joined(separator: " ")) { return .title }
    if fieldWords.last == "language", [.repository, .codeLanguage, .branch, .commit].contains(subject) {
      return .codeLanguage
    }
    if fieldWords == ["brand"], words(of: parent).last == "card" { return .cardBrand }
    if fieldWords == ["handle"], !isPerson(parent) { return .slug }
    if fieldWords == ["code"] || fieldWords == ["symbol"] {
      return code(of: parent, isSymbol: fieldWords == ["symbol"])
    }
    // `posterUrl` and `photoUri` lead to pictures, as `poster` and `photo` do.
    if let last = fieldWords.last, ["url", "uri", "href", "src", "link"].contains(last),
      lookUp(Array(fieldWords.dropLast()), in: KindRow.texts) == .imageURL
    {
      return .imageURL
    }
    // `closedOn` and `closedDate` are the days of `closedAt`, and so is the end of `nextServiceDueOn`.
    if let last = fieldWords.last, last == "on" || last == "date",
      KindRow.texts[fieldWords.joined(separator: " ")] == nil,
      let milestone = lookUp(fieldWords.dropLast() + ["at"], in: KindRow.texts)?.milestone
    {
      return .date(milestone)
    }
    if let kind = lookUp(fieldWords, in: KindRow.texts) ?? lookUp(fieldWords, in: KindRow.numbers) { return kind }
    // `authorName` is the name of an author, `companyName` that of a company.
    if fieldWords.last == "name", fieldWords.count > 1 {
      return nameOf(parent: fieldWords.dropLast().joined(separator: " "))
    }
    if let last = fieldWords.last, ["at", "on", "am"].contains(last), fieldWords.count > 1 {
      return last != "on" ? .moment(.other) : .date(.other)
    }
    return nil
  }

  /// The fields that hold an object's own name.
  static let ownNames: Set<[String]> = [
    ["name"], ["display", "name"], ["label"], ["bezeichnung"], ["nom"], ["nombre"],
  ]

  private static func isNavigation(_ type: String) -> Bool {
    let parts = words(of: type)
    if parts.contains(where: { ["nav", "navbar", "navigation", "breadcrumb", "sitemap"].contains($0) }) { return true }
    return parts == ["menu", "link"] || parts == ["menu", "entry"]
  }

  private static func code(of parent: String, isSymbol: Bool) -> ValueKind {
    let last = words(of: parent).last ?? ""
    if ["error", "problem", "failure"].contains(last) { return .errorCode }
    if ["coupon", "discount", "promotion", "voucher", "promo"].contains(last) { return .promoCode }
    if ["money", "price", "amount"].contains(last) { return isSymbol ? .currencySymbol : .currencyCode }
    switch nameOf(parent: parent) {
    case .countryName: return .countryCode
    case .currencyName: return isSymbol ? .currencySymbol : .currencyCode
    case .languageName: return .languageCode
    default: return .shortCode
    }
  }

  /// Returns the kind of a field of an `Int` or `Float` type; never one that a number cannot hold.
  package static func number(field: String, description: String? = nil) -> ValueKind {
    let fieldWords = words(of: field)
    let described = described(by: description).flatMap { $0.isNumeric ? $0 : nil }
    // "In cents" applies to any price; other descriptions decide only if the name does not.
    if described == .cents { return .cents }
    if let range = statedRange(in: description) {
      let named = lookUp(fieldWords, in: KindRow.numbers)
      guard case .number(_, let decimals)? = named else { return .number(range, decimals: range.count > 2 ? 0 : 2) }
      return .number(range, decimals: decimals)
    }
    // `productsCreated` is a count; a number is a moment only if its name says so.
    let mayBeTime = ["at", "on", "am", "date", "time", "timestamp", "datum"].contains(fieldWords.last)
    if let kind = lookUp(fieldWords, in: KindRow.numbers), mayBeTime || kind.milestone == nil { return kind }
    if let kind = lookUp(fieldWords, in: KindRow.texts), kind.isNumeric, mayBeTime || kind.milestone == nil {
      return kind
    }
    if let described { return described }
    if let first = fieldWords.first, ["total", "num", "number", "anzahl"].contains(first) {
      return .number(0...250, decimals: 0)
    }
    return .number(1...100, decimals: 2)
  }

  /// Returns the kind of a field of a date or time scalar: always a moment, by default that of its creation.
  package static func moment(field: String, parent: String, description: String?) -> ValueKind {
    switch words(of: field).last {
    case "from", "since", "begins", "von", "ab", "desde": return .moment(.started)
    case "to", "until", "till", "ends", "bis", "hasta": return .moment(.ended)
    default: break
    }
    let kind = text(field: field, parent: parent, description: description)
    return kind.milestone == nil ? .moment(.created) : kind
  }

  /// Returns the kind of a Boolean field: success is usual, trouble rare, anything else even.
  package static func boolean(field: String) -> ValueKind {
    let fieldWords = words(of: field)
    guard let last = fieldWords.last else { return .flagged(percent: 50) }
    let all = fieldWords.joined(separator: " ")
    if ["success", "ok", "succeeded", "successful", "valid", "enabled", "active", "available"].contains(last) {
      return .flagged(percent: ["success", "ok", "succeeded", "successful"].contains(last) ? 100 : 85)
    }
    // A list is answered whole, so it has no further page; a client that pages on would never end.
    if all.hasSuffix("has more") || all.hasSuffix("next page") || all.hasSuffix("previous page") {
      return .flagged(percent: 0)
    }
    if ["deleted", "archived", "disabled", "banned", "blocked", "error", "failed", "deprecated", "locked"]
      .contains(last)
    {
      return .flagged(percent: 8)
    }
    return .flagged(percent: 50)
  }

  static func nameOf(parent: String) -> ValueKind {
    kind(words(of: parent)[...]) ?? .name
  }

  /// Returns the kind of the names of objects that words name, the last ones first.
  private static func kind(_ parts: ArraySlice<String>) -> ValueKind? {
    for end in parts.indices.reversed() {
      for words in Subject.endings(parts[...end]) {
        if let kind = KindRow.types[words] ?? SubjectRow.types[words].map(ValueKind.init) { return kind }
      }
    }
    return nil
  }

  package static func isPerson(_ type: String) -> Bool { nameOf(parent: type) == .fullName }

  private static func lookUp(_ words: [String], in table: [String: ValueKind]) -> ValueKind? {
    for start in words.indices {
      let phrase = words[start...].joined(separator: " ")
      if let kind = table[phrase] { return kind }
      if let last = words.last, singular(last) != last {
        let single = (words[start...].dropLast() + [singular(last)]).joined(separator: " ")
        if let kind = table[single] { return kind }
      }
    }
    return nil
  }
}
