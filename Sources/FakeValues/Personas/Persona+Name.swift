extension Persona {
  /// A person's name in two parts, and their order.
  package struct Name {
    var given: Lexicon.Spelled
    var family: Lexicon.Spelled
    var isFamilyFirst: Bool

    var full: String {
      isFamilyFirst ? "\(family.text) \(given.text)" : "\(given.text) \(family.text)"
    }

    /// The local part of an e-mail address: `ada.obrien`.
    var mailbox: String { "\(given.latin).\(family.latin)" }
  }

  /// The person's name; in an English world about one in sixty is in a script other than Latin.
  package var name: Name {
    if locale == .en {
      let rank = rank(.rareName)
      if rank % 60 == 0 { return Self.rareNames[rank / 60 % Self.rareNames.count] }
    }
    let lexicon = lexicon
    // Each given name comes once before it comes with another family name.
    let rank = rank(.name)
    let given = rank % lexicon.givenNames.count
    var draw = Draw((member?.population ?? StableHash()).with(Aspect.familyName.rawValue).with(UInt64(given)))
    let families = lexicon.familyNames.count
    let family = (draw.below(families) + rank / lexicon.givenNames.count) % families
    return Name(
      given: lexicon.givenNames[given * WordPattern.step(lexicon.givenNames.count) % lexicon.givenNames.count],
      family: lexicon.familyNames[family], isFamilyFirst: locale == .ja)
  }

  /// The initials for display; Latin ones for names in scripts without letter case.
  var initials: String {
    let name = name
    let letters = [name.given, name.family].map { part in
      part.text.unicodeScalars.first?.properties.isUppercase == true
        ? String(part.text.prefix(1)) : part.latin.prefix(1).uppercased()
    }
    return letters.joined()
  }

  /// The name parts and two digits, the same for each use: `ada_obrien42`.
  package var handle: String {
    var draw = draw(.handle)
    let name = name
    return "\(name.given.latin)_\(name.family.latin)\(draw.within(10...99))"
  }

  /// An e-mail address of a domain that is reserved for examples (RFC 2606), so that no mail is delivered.
  package var email: String {
    var draw = draw(.mail)
    let mailbox = name.mailbox
    switch draw.below(3) {
    case 0: return mailbox + "@example.com"
    case 1: return mailbox + "@example.net"
    default: return mailbox + "@example.org"
    }
  }

  /// `Dr.`, or the suffix of a name in Japanese.
  package var prefix: String {
    var draw = draw(.prefix)
    return draw.pick(lexicon.prefixes)
  }

  var job: String {
    var draw = draw(.job)
    return draw.pick(lexicon.jobs)
  }

  var gender: String {
    var draw = draw(.gender)
    return ["female", "male", "non-binary"][draw.below(20) / 9]
  }

  var middleName: String {
    let names = lexicon.givenNames
    var draw = draw(.middleName)
    let index = draw.below(names.count)
    return names[index].text == name.given.text ? names[(index + 1) % names.count].text : names[index].text
  }

  /// One name a line: given name, family name, their Latin forms, and `f` if the family name comes first.
  private static let rareNames: [Name] = Atlas.rows(
    """
    太郎|山田|taro|yamada|f
    花子|佐藤|hanako|sato|f
    伟|王|wei|wang|f
    娜|李|na|li|f
    민준|김|minjun|kim|f
    서연|박|seoyeon|park|f
    Олена|Шевченко|olena|shevchenko|
    Дмитро|Коваленко|dmytro|kovalenko|
    Ελένη|Παπαδοπούλου|eleni|papadopoulou|
    Νίκος|Γεωργίου|nikos|georgiou|
    ليلى|حداد|layla|haddad|
    عمر|المصري|omar|almasri|
    नेहा|शर्मा|neha|sharma|
    สมชาย|ใจดี|somchai|jaidee|
    נועה|כהן|noa|cohen|
    """, columns: 5
  ).map { row in
    Name(
      given: Lexicon.Spelled(text: row[0], latin: row[2]), family: Lexicon.Spelled(text: row[1], latin: row[3]),
      isFamilyFirst: row[4] == "f")
  }
}
