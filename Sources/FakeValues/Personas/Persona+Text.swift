// Names and sentences. A name is a pattern with words. The words of a name are also the first choice for the sentences of
// the same object, so that a title and its description are about the same thing.

extension Persona {
  /// A member of a population. The names of its members are chosen by their numbers, without repetition.
  package struct Member: Sendable {
    let number: Int
    let population: StableHash

    package init(number: Int, population: StableHash) {
      self.number = number
      self.population = population
    }
  }

  /// Returns a number for a choice without repetition: consecutive for the members of a population, else random.
  func rank(_ aspect: Aspect) -> Int {
    guard let member else {
      var draw = draw(aspect)
      return draw.below(1 << 40)
    }
    var draw = Draw(member.population.with(aspect.rawValue))
    return draw.below(1 << 30) + member.number
  }

  /// Returns an index below `count`: different ones for that many members of a population.
  func index(below count: Int, _ aspect: Aspect) -> Int {
    count == 0 ? 0 : rank(aspect) % count * (WordPattern.step(count) % count) % count
  }

  /// Returns the name of the object as one of a subject.
  package func name(of subject: Subject) -> String {
    let lexicon = lexicon
    let names = lexicon.names[subject.rawValue]
    guard let choice = choice(names) else { return "" }
    var text = ""
    write(choice.pattern, choice, lexicon, to: &text)
    return subject == .branch ? text.split(separator: "/").map { slugged(String($0)) }.joined(separator: "/") : text
  }

  /// The name of the object.
  var ownName: String {
    switch texts.subject {
    case .person: name.full
    case .company: company
    default: name(of: texts.subject)
    }
  }

  /// Returns the name of an object that is of a subject itself; nil if it only has a field of it.
  func own(_ subject: Subject) -> String? { texts.subject == subject ? name(of: subject) : nil }

  // MARK: Sentences

  /// Returns a sentence about the object. The draw is that of the field.
  package func sentence(_ draw: inout Draw) -> String { sentences(1, &draw) }

  /// Returns a text of usual length: messages and comments are shorter than descriptions.
  func paragraph(_ draw: inout Draw) -> String {
    let isShort = texts.prose == .comment || texts.prose == .message
    return sentences(draw.within(isShort ? 1...2 : 2...3), &draw)
  }

  /// Returns several sentences about the object, all different.
  package func sentences(_ count: Int, _ draw: inout Draw) -> String {
    let lexicon = lexicon
    let list = lexicon.prose[texts.prose.rawValue]
    guard !list.openings.isEmpty else { return "" }
    let choice = choice(lexicon.names[texts.about.rawValue])
    let first = list.opening(rank(.sentence) + Int(texts.field % 1_000))
    var text = ""
    text.reserveCapacity(count * 80)
    write(list.patterns[first], choice, lexicon, to: &text)
    // Without a common divisor, each sentence comes once before any comes again.
    var follower = draw.below(list.followers.count)
    let step = WordPattern.coprime(1 + draw.below(max(1, list.followers.count / 3)), list.followers.count)
    for _ in 1..<max(1, min(count, list.followers.count)) {
      follower = (follower + step) % list.followers.count
      guard list.followers[follower] != first else { continue }
      if locale != .ja { text += " " }
      write(list.patterns[list.followers[follower]], choice, lexicon, to: &text)
    }
    return text
  }

  // MARK: Writing

  /// A pattern of a name with the words for its places.
  private struct Choice {
    let pattern: WordPattern
    let combination: Int
  }

  private func choice(_ names: PatternList) -> Choice? {
    guard !names.patterns.isEmpty else { return nil }
    let count = names.patterns.count
    let rank = rank(.title)
    // Without a number, only patterns with many combinations keep names apart.
    let index =
      member == nil && !names.wide.isEmpty
      ? names.wide[rank % names.wide.count] : rank % count * (names.step % count) % count
    let pattern = names.patterns[index]
    var draw = Draw((member?.population ?? StableHash()).with(UInt64(index)))
    let combination =
      (rank / count % pattern.count * (pattern.step % pattern.count) + draw.below(pattern.count)) % pattern.count
    return Choice(pattern: pattern, combination: combination)
  }

  /// Returns the entry of a table: that in the object's name, or always the same one for an object.
  private func entry(_ table: Int, _ choice: Choice?, _ lexicon: Lexicon) -> Int {
    if let choice {
      var rest = choice.combination
      for other in choice.pattern.tables {
        let count = max(1, lexicon.tables[other].count)
        if other == table { return rest % count }
        rest /= count
      }
    }
    var draw = Draw(identity.with(lexicon.tableHashes[table]))
    return draw.below(lexicon.tables[table].count)
  }

  private func write(_ pattern: WordPattern, _ choice: Choice?, _ lexicon: Lexicon, to text: inout String) {
    for part in pattern.parts {
      switch part {
      case .text(let plain): text += plain
      case .word(let table, let form, let isCapital):
        text.append(lexicon.tables[table].word(entry(table, choice, lexicon), form: form), isCapital: isCapital)
      case .thing(let isCapital):
        let table = lexicon.things[texts.about.rawValue]
        text.append(lexicon.tables[table].word(entry(table, choice, lexicon)), isCapital: isCapital)
      case .name(let isCapital):
        text.append(ownName, isCapital: isCapital)
      }
    }
  }

  /// Returns the words of an object's name in Latin letters, for its slug: the second forms of its words.
  func latinName(of subject: Subject) -> String {
    let lexicon = lexicon
    guard let choice = choice(lexicon.names[subject.rawValue]) else { return "" }
    let words = choice.pattern.tables.map { lexicon.tables[$0].word(entry($0, choice, lexicon), form: 1) }
    return slugged(words.joined(separator: " "))
  }

  /// Returns the entry of a table in the name of the object as one of a subject.
  func entry(_ table: Int, in subject: Subject) -> Int {
    let lexicon = lexicon
    return entry(table, choice(lexicon.names[subject.rawValue]), lexicon)
  }
}

extension String {
  /// Appends a word, with a capital letter at the beginning if requested.
  fileprivate mutating func append(_ word: String, isCapital: Bool) {
    guard isCapital, let first = word.utf8.first else {
      self += word
      return
    }
    // Most words begin with an ASCII letter, which needs no search for the end of the first character.
    if first >= 0x61, first <= 0x7A {
      unicodeScalars.append(Unicode.Scalar(first - 0x20))
      self += Substring(word.utf8.dropFirst())
    } else if first < 0x80 {
      self += word
    } else {
      self += word.prefix(1).uppercased() + word.dropFirst()
    }
  }
}
