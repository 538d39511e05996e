package import OrderedJSON

/// The common facts of all values of one object, such as its name and place, derived on demand from its identity.
package struct Persona: Sendable {
  package let identity: StableHash
  package let locale: FakeLocale
  /// The identity from which the currency of prices is derived: the object's own, or that of the whole.
  package let currencyIdentity: StableHash
  /// The creation of what the object belongs to, in seconds since 1970; its own comes later. Nil without an owner.
  package let ownersCreation: Int?
  /// Its own creation, if that is known, in seconds since 1970.
  package let creation: Int?
  /// The seconds by which all dates are later than with the usual date of today.
  package let shift: Int
  /// Its place in a population; nil for an object without one.
  package let member: Member?
  /// The place in a population of the object of `currencyIdentity`.
  private let currencyMember: Member?
  /// The names and the sentences of the field whose value is generated.
  package var texts = TextPlan.thing

  package init(
    identity: StableHash, currencyIdentity: StableHash? = nil, ownersCreation: Int? = nil, creation: Int? = nil,
    shift: Int = 0, member: Member? = nil, currencyMember: Member? = nil, locale: FakeLocale = .en
  ) {
    self.identity = identity
    self.member = member
    self.currencyMember = currencyIdentity == nil ? member : currencyMember
    self.ownersCreation = ownersCreation
    self.creation = creation
    self.shift = shift
    self.currencyIdentity = currencyIdentity ?? identity
    self.locale = locale
  }

  /// The persona whose country's currency prices are in.
  var payer: Persona { Persona(identity: currencyIdentity, member: currencyMember, locale: locale) }

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

  /// The end of the time in which generated data lie, unless another date of today is set.
  package static let today = CivilTime(year: 2027, month: 1, day: 1)

  /// Returns the moment of a milestone: with the usual date of today 2019 to 2024 for the creation, then those of
  /// `inOrder`, all before 2027.
  package func moment(_ milestone: Milestone) -> CivilTime {
    switch milestone {
    case .birthday:
      var draw = draw(.birthday)
      return CivilTime(seconds: Self.firstBirthday + draw.below(19_700) * CivilTime.day + shift)
    case .expiry:
      var draw = draw(.expiry)
      return CivilTime(seconds: Self.firstExpiry + draw.below(1_800) * CivilTime.day + shift)
    case .death:
      var draw = draw(.death)
      return CivilTime(seconds: Self.firstDeath + draw.below(1_800) * CivilTime.day + shift)
    case .due:
      var draw = draw(.due)
      return moment(.started).adding(seconds: CivilTime.day + draw.below(45 * CivilTime.day))
    case .created: return CivilTime(seconds: created)
    case .other: return moment(.published)
    default:
      let created = created
      var after = 0
      for step in Milestone.inOrder {
        // Each step has its own hash, so that a step added later does not move those before it.
        var gap = self.draw(step.aspect)
        after += gap.below(step.days) * CivilTime.day
        after += 1 + gap.below(CivilTime.day - 1)
        if step == milestone { break }
      }
      // After a late creation, all events lie closer together.
      let left = Self.today.seconds + shift - created
      if creation != nil, left < Self.lifetime { after = max(after * max(left, 3_600) / Self.lifetime, 1) }
      return CivilTime(seconds: created + after)
    }
  }

  /// Returns the moment of an event whose place among the others is unknown, by its name: after the publication and
  /// before the start. So an order is paid after it was placed, and before it is shipped.
  func moment(ofOther event: String) -> CivilTime {
    var draw = Draw(identity.with("other event").with(event))
    let published = moment(.published).seconds
    return CivilTime(seconds: published + 1 + draw.below(max(moment(.started).seconds - published - 1, 1)))
  }

  private var created: Int {
    if let creation { return creation }
    var draw = draw(.created)
    var seconds = Self.firstDay + draw.below(2_190) * CivilTime.day
    seconds += draw.below(CivilTime.day)
    guard let ownersCreation else { return seconds + shift }
    // The same place in the time that is left.
    let left = max(Self.lastDay + shift - ownersCreation, 2 * CivilTime.day)
    return ownersCreation + 60 + (seconds - Self.firstDay) * left / (Self.lastDay - Self.firstDay)
  }

  /// The most seconds from the creation to the last event.
  private static let lifetime = 497 * CivilTime.day
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

  /// The age in full years two years before today, after the last year of creation, so that it fits the birthday.
  var age: Int { Self.today.adding(seconds: shift).date.year - 2 - moment(.birthday).date.year }

  /// The events in an object's life, in order: none is updated before it is created or ends before it starts.
  package enum Milestone: String, CaseIterable {
    case created, published, started, ended, updated, seen, closed
    case birthday, expiry
    /// The deadline: after the start, whatever else happens.
    case due
    case death
    /// An event whose place among the others is unknown. Each name has its own (`LeafPlan`).
    case other

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
      case .created, .birthday, .expiry, .due, .death, .other: 0
      }
    }

    fileprivate var aspect: Aspect {
      switch self {
      case .created, .other: .created
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
