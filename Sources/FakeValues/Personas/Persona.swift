package import OrderedJSON

/// The common facts of all values of one object, such as its name and place, derived on demand from its identity.
package struct Persona: Sendable {
  package let identity: StableHash
  package let locale: FakeLocale
  /// The identity from which the currency of prices is derived: the object's own, or that of the whole.
  package let currencyIdentity: StableHash
  /// The creation of what the object belongs to, in seconds since 1970; its own comes later. Nil without an owner.
  package let ownersCreation: Int?
  /// Its place in a population; nil for an object without one.
  package let member: Member?
  /// The names and the sentences of the field whose value is generated.
  package var texts = TextPlan.thing

  package init(
    identity: StableHash, currencyIdentity: StableHash? = nil, ownersCreation: Int? = nil, member: Member? = nil,
    locale: FakeLocale = .en
  ) {
    self.identity = identity
    self.member = member
    self.ownersCreation = ownersCreation
    self.currencyIdentity = currencyIdentity ?? identity
    self.locale = locale
  }

  /// The persona whose country's currency prices are in.
  var payer: Persona { Persona(identity: currencyIdentity, locale: locale) }

  var lexicon: Lexicon { Lexicon.of(locale) }

  /// Returns the choices of one aspect. Aspects never share a draw, since choices would then depend on their order.
  func draw(_ aspect: Aspect) -> Draw { Draw(identity.with(aspect.rawValue)) }

  /// The aspects of a persona. The numbers are part of the frozen values and are never reused.
  enum Aspect: UInt64 {
    case name = 0x50_45_52_53_4F_4E_00_01
    case rareName, prefix, handle, mail, phrase, title, event, company, city, postcode, street, phone, position, job,
      gender, card, product, picture
    case created, birthday, expiry, published, started, ended, updated, seen, closed
    case due, death, hours, middleName, file
    case colour, familyName, sentence
  }

  // MARK: Days

  /// Returns the moment of a milestone: 2019 to 2024 for the creation, then those of `inOrder`, all before 2027.
  package func moment(_ milestone: Milestone) -> CivilTime {
    switch milestone {
    case .birthday:
      var draw = draw(.birthday)
      return CivilTime(seconds: Self.firstBirthday + draw.below(19_700) * CivilTime.day)
    case .expiry:
      var draw = draw(.expiry)
      return CivilTime(seconds: Self.firstExpiry + draw.below(1_800) * CivilTime.day)
    case .death:
      var draw = draw(.death)
      return CivilTime(seconds: Self.firstDeath + draw.below(1_800) * CivilTime.day)
    case .due:
      var draw = draw(.due)
      return moment(.started).adding(seconds: CivilTime.day + draw.below(45 * CivilTime.day))
    default:
      var draw = draw(.created)
      var seconds = Self.firstDay + draw.below(2_190) * CivilTime.day
      seconds += draw.below(CivilTime.day)
      if let ownersCreation {
        // The same place in the time that is left.
        let left = max(Self.lastDay - ownersCreation, 2 * CivilTime.day)
        seconds = ownersCreation + 60 + (seconds - Self.firstDay) * left / (Self.lastDay - Self.firstDay)
      }
      if milestone == .created { return CivilTime(seconds: seconds) }
      for step in Milestone.inOrder {
        // Each step has its own hash, so that a step added later does not move those before it.
        var gap = self.draw(step.aspect)
        seconds += gap.below(step.days) * CivilTime.day
        seconds += 1 + gap.below(CivilTime.day - 1)
        if step == milestone { break }
      }
      return CivilTime(seconds: seconds)
    }
  }

  private static let firstDay = CivilTime(year: 2019, month: 1, day: 1).seconds
  /// The end of the days of creation.
  private static let lastDay = firstDay + 2_191 * CivilTime.day
  private static let firstBirthday = CivilTime(year: 1950, month: 1, day: 1).seconds
  /// After the last birthday.
  private static let firstDeath = CivilTime(year: 2021, month: 1, day: 1).seconds
  private static let firstExpiry = CivilTime(year: 2030, month: 1, day: 1).seconds

  /// Returns the time of day of a start or an end on one day: quarters of an hour, the end after the start.
  package func hours(_ milestone: Milestone) -> Int {
    var draw = draw(.hours)
    let start = draw.within(7 * 4...18 * 4) * 900
    return milestone == .ended ? start + draw.within(2...20) * 900 : start
  }

  /// The age in full years in 2025, after the last year of creation, so that it fits the birthday.
  var age: Int { 2_025 - moment(.birthday).date.year }

  /// The events in an object's life, in order: none is updated before it is created or ends before it starts.
  package enum Milestone: String, CaseIterable {
    case created, published, started, ended, updated, seen, closed
    case birthday, expiry
    /// The deadline: after the start, whatever else happens.
    case due
    case death

    /// Indicates whether it comes after the object's creation, or is it.
    package var followsCreation: Bool { ![.birthday, .expiry, .death].contains(self) }

    static let inOrder: [Milestone] = [.published, .started, .ended, .closed, .updated, .seen]

    /// The most days between the milestone before and this one.
    var days: Int {
      switch self {
      case .published: 30
      case .started: 60
      case .ended: 10
      case .updated: 300
      case .seen: 60
      case .closed: 30
      case .created, .birthday, .expiry, .due, .death: 0
      }
    }

    fileprivate var aspect: Aspect {
      switch self {
      case .created: .created
      case .published: .published
      case .started: .started
      case .ended: .ended
      case .updated: .updated
      case .seen: .seen
      case .closed: .closed
      case .birthday: .birthday
      case .expiry: .expiry
      case .due: .due
      case .death: .death
      }
    }
  }
}
