package import GraphQLSchema

extension Subject {
  /// Finds the subject of a type by the words of its name, else by the first sentence of its description.
  package init(_ type: SchemaType) { self.init(type: Self.name(of: type)) }

  /// Finds the subject of a type by the words of its name; the last ones decide.
  package init(type: String) {
    let parts = FakeValues.words(of: type)
    self = Self.named(parts) ?? .thing
  }

  /// Returns the subject that words name, the last ones first; nil if they name none.
  static func named(_ parts: [String]) -> Subject? {
    for end in parts.indices.reversed() {
      for words in endings(parts[...end]) {
        if let subject = SubjectRow.types[words] { return subject }
        switch KindRow.types[words] {
        case .fullName?: return .person
        case .company?: return .company
        case .city?, .place?, .countryName?, .continentName?: return .place
        case nil: continue
        default: return .thing
        }
      }
    }
    return nil
  }

  /// Returns the last two words and the last one, as they are and in the singular.
  static func endings(_ parts: ArraySlice<String>) -> [String] {
    guard let last = parts.last else { return [] }
    let single = singular(last)
    let lone = single == last ? [last] : [last, single]
    guard let before = parts.dropLast().last else { return lone }
    return lone.map { "\(before) \($0)" } + lone
  }

  /// Returns the name of a type, or a word that shows its subject better: `codelanguage` for a `Language` with a color,
  /// `gitbranch` for a `Branch` with a commit, and the word of the description if the name shows no subject.
  package static func name(of type: SchemaType) -> String {
    let fields = Set(type.fields.flatMap { FakeValues.words(of: $0.name) })
    switch FakeValues.words(of: type.name).last {
    case "language" where isCodeLanguage(type): return "codelanguage"
    case "branch" where !fields.isDisjoint(with: codeWords): return "gitbranch"
    default: break
    }
    guard named(FakeValues.words(of: type.name)) == nil, let description = type.description else { return type.name }
    let said = FakeValues.words(of: String(ValueKind.firstSentence(description)))
    return said.first { SubjectRow.types[$0] != nil } ?? type.name
  }

  /// Indicates whether the objects of a type are programming languages.
  package static func isCodeLanguage(_ type: SchemaType) -> Bool {
    guard FakeValues.words(of: type.name).last == "language" else { return false }
    if type.field(named: "color") != nil || type.field(named: "colour") != nil { return true }
    let said = Set(FakeValues.words(of: type.description ?? ""))
    return !said.isDisjoint(with: ["programming", "code", "source"])
  }

  private static let codeWords: Set<String> = ["commit", "commits", "repository", "sha", "oid", "protected", "merged"]

  /// Returns the sentences of a text field of an object of this subject: `comment` has comments, whatever the object.
  func prose(field: [String]) -> Prose {
    let word = field.last ?? ""
    if self == .visit, ["note", "notes", "notiz", "notizen"].contains(word) { return .care }
    return switch word {
    case "comment", "comments", "note", "notes", "remark", "remarks", "memo", "kommentar", "bemerkung", "anmerkung",
      "notiz", "notizen", "hinweis", "hint", "reason", "grund", "answer", "antwort", "commentaire", "comentario",
      "feedback":
      self == .message ? .message : self == .review ? .review : .comment
    case "message", "nachricht": .message
    case "review": .review
    case "bio", "biography", "lebenslauf": .bio
    default: SubjectRow.of(self).prose
    }
  }

  /// The fields other than names and titles that hold the name of an object of this subject.
  var ownTitles: Set<String> {
    switch self {
    case .commit: ["message", "headline", "message headline", "summary"]
    case .poll: ["question", "prompt"]
    case .visit: ["reason"]
    case .license: ["nickname"]
    default: []
    }
  }

  /// The subjects that have words of their own for what people write about them.
  var hasThings: Bool { SubjectRow.of(self).things != "things" }
}

extension ValueKind {
  /// Creates the kind of the names of a subject's objects.
  init(_ subject: Subject) {
    switch subject {
    case .product: self = .product
    case .event: self = .event
    case .place: self = .place
    case .genre: self = .genre
    case .person: self = .fullName
    case .company: self = .company
    case .department: self = .department
    case .category: self = .category
    case .topic: self = .topic
    case .vehicle: self = .word
    case .animal: self = .animal
    case .colour: self = .colourName
    case .thing: self = .name
    default: self = .title
    }
  }
}
