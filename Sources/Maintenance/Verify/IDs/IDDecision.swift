import OrderedJSON
import Recordings

/// What goes to the endpoint in the place of a recorded value that may be an id.
///
/// A query with another object's id only gets another answer; a mutation would change that object. So for a mutation
/// all that is not sure is unsure.
enum IDDecision: Equatable {
  case asRecorded
  case instead(String)
  /// Nothing tells for sure what it is now.
  case unsure
  /// Nothing tells of it at all, and the endpoint may have given it to anybody.
  case unknown

  /// - Parameters:
  ///   - text: the recorded value.
  ///   - place: where it stands in the request.
  ///   - live: what the history came to so far.
  ///   - isMutation: whether the request is one.
  ///   - wasRefused: whether the endpoint answered it with errors when it was recorded.
  init(_ text: String, at place: IDPlaces.Place, _ live: LiveValues, isMutation: Bool, wasRefused: Bool) {
    if !place.isID, PlaceName(place.name).isNoID(text) {
      self = .asRecorded
    } else if let standIns = live.standIns[text] {
      self = Self.standIn(standIns, for: text, at: place, live, isMutation: isMutation)
    } else if !isMutation {
      let isChanged = place.isID ? live.changed.ids.contains(text) : live.changed.all.contains(text)
      let isKnown = live.recorded.before.ids.contains(text) || live.brought.contains(text)
      self = isChanged && !isKnown ? .unsure : .asRecorded
    } else if place.isID {
      self = Self.id(text, live, wasRefused: wasRefused)
    } else {
      let isTold = !IDText.isProse(text) && (live.told.all.contains(text) || live.recorded.made.contains(text))
      let isKnown = live.brought.contains(text) || live.recorded.before.all.contains(text)
      let mayBeMadeOfOne =
        !isKnown && !PlaceName(place.name).isForPeople(text)
        && IDText.numbers(text).contains { $0 != text && live.told.numbers.contains($0) }
      self = (isTold && (!isKnown || live.changed.ids.contains(text))) || mayBeMadeOfOne ? .unsure : .asRecorded
    }
  }

  /// The one thing that stands for a value: where there is no other, and it has no other meaning.
  private static func standIn(
    _ standIns: Set<LiveValues.StandIn>, for text: String, at place: IDPlaces.Place, _ live: LiveValues,
    isMutation: Bool
  ) -> IDDecision {
    let texts = Set(standIns.map(\.text))
    guard texts.count == 1, let new = texts.first else { return .unsure }
    // The same number elsewhere is another object's.
    if !IDText.isUnique(text), live.changed.ids.contains(text) {
      return isMutation || place.isID ? .unsure : .asRecorded
    }
    if new == text { return .asRecorded }
    let isSame = standIns.contains { ($0.isID && place.isID) || $0.name.hasSameScalars(as: place.name) }
    let hasOtherMeaning =
      !IDText.isUnique(text) && (live.recorded.before.ids.contains(text) || live.brought.contains(text))
    if isSame, !hasOtherMeaning { return .instead(new) }
    if IDText.isUnique(text), standIns.contains(where: \.isID) { return .instead(new) }
    return isMutation || place.isID ? .unsure : .asRecorded
  }

  /// A mutation's id for which no mutation of the history has handed out another.
  private static func id(_ text: String, _ live: LiveValues, wasRefused: Bool) -> IDDecision {
    let isUnique = IDText.isUnique(text)
    if live.recorded.before.ids.contains(text) {
      // Read before all mutations it names what it named; but a short one may also be what a mutation made.
      if isUnique { return .asRecorded }
      let mayBeAnother = live.changed.ids.contains(text) || live.lost.contains(text)
      return mayBeAnother || live.recorded.made.contains(text) ? .unsure : .asRecorded
    }
    if live.changed.ids.contains(text) { return .unsure }
    if live.told.ids.contains(text) { return live.brought.contains(text) ? .asRecorded : .unsure }
    if live.recorded.made.contains(text) { return .unsure }
    if isUnique { return .asRecorded }
    // A client may take it out of a text, or make a text of it.
    if IDText.numbers(text).contains(where: live.told.numbers.contains) { return .unsure }
    if IDText.isShortNumber(text), wasRefused || live.recorded.handsOutNumbers { return .unknown }
    return .asRecorded
  }
}
