import OrderedJSON
import Yams

extension YAMLReader {
  private enum VolatileKey: String, CaseIterable {
    case extensions, paths
  }

  /// What varies by itself: a list of places, or a mapping that can say that `extensions` does not.
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
      let text = try string(element, "a place", such: "data.requestId")
      if text == RedactionRule.Root.extensions.rawValue {
        rule.extensions = true
        continue
      }
      let target: RedactionRule.Target
      do throws(RedactionRule.Target.Problem) {
        target = try RedactionRule.Target(text, roots: [.data, .errors, .extensions])
      } catch {
        throw self.error(element.mark, error.description)
      }
      switch target {
      case .path(let root, let names): rule.places.append(.path([root.rawValue] + names))
      case .coordinate(let type, let field, nil): rule.places.append(.coordinate(type: type, field: field))
      case .coordinate(let type, let field, .some):
        throw error(
          element.mark,
          "\(RecordingError.shown(.string(text))) is an argument, and answers have none: write \(type).\(field).")
      }
      mention(target, at: element)
    }
    return rule
  }

  /// The fields by which objects of a type are told apart.
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
        throw error(value.mark, "the key of \"\(type)\" is an empty list: name a field, or leave the type out.")
      }
      keys.append(.init(type, fields))
    }
    return keys
  }
}
