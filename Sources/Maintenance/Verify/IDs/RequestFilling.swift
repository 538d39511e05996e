import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// Puts what the endpoint hands out now into a recorded request.
struct RequestFilling {
  private let step: RecordedStep
  private let places: IDPlaces
  private let live: LiveValues
  private(set) var values: IDPlaces.Values
  /// Where something else is sent than was recorded.
  private(set) var replaced: [String] = []

  init(_ step: RecordedStep, _ places: IDPlaces, _ live: LiveValues) {
    (self.step, self.places, self.live) = (step, places, live)
    values = places.values(step.variables)
  }

  /// The variables as the endpoint is to get them.
  ///
  /// - Returns: the recorded ones, with the ids and secrets of now.
  /// - Throws: why they cannot be had: what was a secret is not kept, and an id may be somebody else's now.
  mutating func filled() throws(NotAsked) -> JSONObject {
    for literal in places.literals {
      let words = "its text has \(JSON.string(literal.text).brief(limit: 60))"
      // Its text is what was recorded: nothing is put in there.
      if try decided(literal.text, at: literal.place, named: words) != nil {
        throw NotAsked(.unsureID(step.title, words))
      }
    }
    var filled: [JSONObject.Member] = []
    for member in step.variables.members {
      let value = try self.filled(member.value, at: [.name(member.name)], places[variable: member.name])
      filled.append(.init(member.name, value))
    }
    return JSONObject(filled)
  }

  private mutating func filled(
    _ value: JSON, at path: JSONPath, _ place: IDPlaces.Place
  ) throws(NotAsked) -> JSON {
    switch value {
    case .string(let text):
      if Caller.isIssued(text), let secret = live[secret: text] { return .string(secret) }
      if text.hasPrefix(UploadedFile.prefix) { throw NotAsked(.upload) }
      if StandIn.isOne(text) {
        let name = path.description
        throw NotAsked(VariableRule.isPlaceholder(text) ? .placeholder(name) : .secret(name))
      }
      return try replacement(value, at: path, place) ?? value
    case .number: return try replacement(value, at: path, place) ?? value
    case .array(let elements):
      var filled: [JSON] = []
      for (index, element) in elements.enumerated() {
        filled.append(try self.filled(element, at: path.appending(.index(index)), place))
      }
      return .array(filled)
    case .object(let object):
      // Of an id of several parts nobody knows which of them to replace.
      if object.count > 1, place.isID, try replacement(value, at: path, place) != nil {
        throw NotAsked(.unsureID(step.title, Self.words(path, value)))
      }
      var filled: [JSONObject.Member] = []
      for member in object.members {
        // The names of an input type have no numbers but by chance; of a scalar that is an object they may be ids.
        if !IDText.numbers(member.name).isEmpty,
          try decided(member.name, at: place, named: Self.words(path, value)) != nil
        {
          throw NotAsked(.unsureID(step.title, Self.words(path, value)))
        }
        let inner = places.member(member.name, of: place)
        filled.append(
          .init(member.name, try self.filled(member.value, at: path.appending(.name(member.name)), inner)))
      }
      return .object(JSONObject(filled))
    case .null, .bool: return value
    }
  }

  /// What goes to the endpoint in the place of a value; nil for the value itself.
  private mutating func replacement(
    _ value: JSON, at path: JSONPath, _ place: IDPlaces.Place
  ) throws(NotAsked) -> JSON? {
    guard let text = ObjectID(value)?.text,
      let id = try decided(text, at: place, named: Self.words(path, value))
    else { return nil }
    values.sent[text] = id
    var new = JSON.string(id)
    // Of a number that became a string, the string; anything else is one number for another.
    if value.numberValue != nil, let number = try? JSON.parse(Array(id.utf8)), number.numberValue != nil {
      new = number
    }
    replaced.append(
      "variable \(path.description) is \(new.brief(limit: 60)): recorded is \(value.brief(limit: 60))")
    return new
  }

  private func decided(_ text: String, at place: IDPlaces.Place, named words: String) throws(NotAsked) -> String? {
    let isMutation = step.kind == .mutation
    switch IDDecision(text, at: place, live, isMutation: isMutation, wasRefused: step.wasRefused) {
    case .asRecorded: return nil
    case .instead(let new): return new
    case .unsure: throw NotAsked(.unsureID(step.title, words))
    case .unknown: throw NotAsked(.unknownID(step.title, words))
    }
  }

  private static func words(_ path: JSONPath, _ value: JSON) -> String {
    "its variable \(path.description) is \(value.brief(limit: 60))"
  }
}

extension RecordedStep {
  /// Whether the endpoint answered it with errors.
  fileprivate var wasRefused: Bool { response.body.json?["errors"] != nil }
}

/// A recorded request that cannot be asked, and why.
struct NotAsked: Error {
  let reason: Unasked

  init(_ reason: Unasked) { self.reason = reason }
}
