import OrderedJSON
import Recordings
import Redaction
import Yams

extension YAMLReader {
  private enum VolatileKey: String, CaseIterable {
    case extensions, paths
  }

  /// Reads the volatile places: a list, or a mapping that can declare that `extensions` is not volatile.
  mutating func volatile(_ node: Node) throws(RecordingError) -> VolatileRule {
    guard case .mapping = node else { return try volatilePlaces(node, "\"volatile\"") }
    var rule = VolatileRule()
    for (key, value) in try mapping(node, "\"volatile\"", such: "paths: [data.requestId]") {
      switch try self.key(key, of: VolatileKey.self) {
      case .extensions: rule.extensions = try boolean(value, "\"extensions\" of \"volatile\"")
      case .paths:
        let listed = try volatilePlaces(value, "\"paths\" of \"volatile\"")
        rule.places = listed.places
        rule.extensions = rule.extensions ?? listed.extensions
      }
    }
    return rule
  }

  private mutating func volatilePlaces(_ node: Node, _ what: String) throws(RecordingError) -> VolatileRule {
    var rule = VolatileRule()
    for element in try list(node, what, of: "places", such: "[data.requestId, Query.serverTime]") {
      if element.scalar?.string == RedactionRule.Root.extensions.rawValue {
        rule.extensions = true
        continue
      }
      rule.places.append(try answerPlace(element, such: "data.requestId"))
    }
    return rule
  }

  mutating func stable(_ node: Node) throws(RecordingError) -> [VolatileRule.Place] {
    var places: [VolatileRule.Place] = []
    for element in try list(node, "\"stable\"", of: "places", such: "[data.country.name, Country.code]") {
      let place = try answerPlace(element, such: "data.country.name")
      if !places.contains(place) { places.append(place) }
    }
    return places
  }

  /// Reads a place in answers: a path, or a schema coordinate.
  private mutating func answerPlace(_ element: Node, such: String) throws(RecordingError) -> VolatileRule.Place {
    let text = try string(element, "a place", such: such)
    let target: RedactionRule.Target
    do throws(RedactionRule.Target.Problem) {
      target = try RedactionRule.Target(text, roots: [.data, .errors, .extensions])
    } catch {
      throw self.error(element.mark, error.description)
    }
    mention(target, at: element, isOfAnswers: true)
    switch target {
    case .path(let root, let names): return .path([root.rawValue] + names)
    case .coordinate(let type, let field, nil): return .coordinate(type: type, field: field)
    case .coordinate(let type, let field, .some):
      throw error(
        element.mark,
        "\(RecordingError.shown(.string(text))) is an argument, which answers do not have: write \(type).\(field).")
    }
  }

  mutating func keys(_ node: Node) throws(RecordingError) -> [EndpointRules.KeyFields] {
    var keys: [EndpointRules.KeyFields] = []
    for (key, value) in try mapping(node, "\"keys\"", such: "Country: code") {
      let type = try name(key, "a type's name", such: "Country")
      mention(.type(type), at: key)
      var fields: [String] = []
      let elements = try list(value, "the key of \"\(type)\"", of: "fields", such: "code", orOne: true)
      for element in elements {
        let field = try name(element, "a field's name", such: "code")
        mention(.field(type: type, field: field, argument: nil), at: element)
        if !fields.contains(field) { fields.append(field) }
      }
      guard !fields.isEmpty else {
        throw error(value.mark, "the key of \"\(type)\" is an empty list: name a field, or remove the type.")
      }
      keys.append(.init(type, fields))
    }
    return keys
  }

  /// Reads the root fields that look an object up, each with its argument.
  mutating func lookups(_ node: Node) throws(RecordingError) -> [String: String] {
    var lookups: [String: String] = [:]
    for (key, value) in try mapping(node, "\"lookups\"", such: "product: id") {
      let field = try name(key, "a root field's name", such: "product")
      let argument = try name(value, "the argument of \"\(field)\"", such: "id")
      mention(.field(type: "Query", field: field, argument: argument), at: value)
      lookups[field] = argument
    }
    return lookups
  }
}
