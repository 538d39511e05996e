/// What all the values of one object agree on: if it is a person their name, the place where it is, the days
/// on which things happened to it. Everything follows from the object's identity.
struct Persona {
  let identity: StableHash

  private func draw(_ label: String) -> Draw { Draw(identity.with("persona").with(label)) }

  var givenName: String {
    var draw = draw("given name")
    return draw.pick(Lexicon.givenNames)
  }

  var familyName: String {
    var draw = draw("family name")
    return draw.pick(Lexicon.familyNames)
  }

  var fullName: String { "\(givenName) \(familyName)" }

  /// `ada.obrien`, as it stands in an e-mail address.
  var mailbox: String { "\(slugged(givenName, separator: "")).\(slugged(familyName, separator: ""))" }

  /// `ada_obrien42`: the mailbox's words and the same two digits wherever the handle is asked for.
  var handle: String {
    var draw = draw("handle")
    return "\(slugged(givenName, separator: ""))_\(slugged(familyName, separator: ""))\(draw.within(10...99))"
  }

  /// An e-mail address of a domain that is reserved for examples (RFC 2606), so that nobody gets the mail.
  var email: String {
    var draw = draw("email")
    return "\(mailbox)@\(["example.com", "example.net", "example.org"][draw.below(3)])"
  }

  /// Two words that name what is no person: `name`, `title` and `slug` of one object agree.
  var phrase: String {
    var draw = draw("phrase")
    return ValueKind.phrase(&draw)
  }

  var company: String {
    var draw = draw("company")
    return "\(draw.pick(Lexicon.companies)) \(draw.pick(Lexicon.companyKinds))"
  }

  /// A city and, by its country's code, where it lies.
  var city: Atlas.City {
    var draw = draw("city")
    return draw.pick(Atlas.earth.cities)
      ?? Atlas.City(name: "Berlin", country: "DE", region: "Berlin", timeZone: "Europe/Berlin")
  }

  var country: Atlas.Country? { Atlas.earth.country(city.country) }

  var postcode: String {
    var draw = draw("postcode")
    return Self.postcode(pattern: country?.postcode ?? "99999", &draw)
  }

  var street: String {
    var draw = draw("street")
    return "\(draw.within(1...199)) \(draw.pick(Lexicon.streets)) \(draw.pick(Lexicon.streetKinds))"
  }

  /// Digits for `9` and capital letters for `A`; what else the pattern holds stays.
  static func postcode(pattern: String, _ draw: inout Draw) -> String {
    var text = ""
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "9": text += String(text.isEmpty ? draw.within(1...9) : draw.below(10))
      case "A": text.unicodeScalars.append(Unicode.Scalar(UInt8(0x41 + draw.below(26))))
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  // MARK: Days

  /// When the object came to be: between 2019 and the end of 2024. Everything else happens later, in the
  /// order in which the milestones are listed, and all of it before 2027.
  func moment(_ milestone: Milestone) -> CivilTime {
    var draw = draw("born")
    let start = CivilTime(year: 2019, month: 1, day: 1)
    let created = start.adding(days: draw.below(2_190)).adding(seconds: draw.below(CivilTime.day))
    switch milestone {
    case .created: return created
    case .birthday: return CivilTime(year: 1950, month: 1, day: 1).adding(days: draw.below(19_700))
    case .expiry: return CivilTime(year: 2030, month: 1, day: 1).adding(days: draw.below(1_800))
    default:
      var moment = created
      for step in Milestone.inOrder {
        // Each step has its own hash, so that a step added later does not move those before it.
        var gap = self.draw(step.rawValue)
        moment = moment.adding(days: gap.below(step.days)).adding(seconds: 1 + gap.below(CivilTime.day - 1))
        if step == milestone { return moment }
      }
      return moment
    }
  }

  /// What happens to objects, in order: nothing is updated before it is created or ends before it starts.
  enum Milestone: String, CaseIterable {
    case created, published, started, ended, updated, seen, closed
    case birthday, expiry

    static let inOrder: [Milestone] = [.published, .started, .ended, .updated, .seen, .closed]

    /// How many days may lie between the milestone before and this one.
    var days: Int {
      switch self {
      case .published: 30
      case .started: 60
      case .ended: 10
      case .updated: 300
      case .seen: 60
      case .closed: 30
      case .created, .birthday, .expiry: 0
      }
    }
  }
}
