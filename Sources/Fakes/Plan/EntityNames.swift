import FakeValues
import GraphQLSchema

/// The types in names: `launch`, `launches` and `Launch` are one.
struct EntityNames: Sendable {
  private var exact: [String: [TypePlan]] = [:]
  private var byLastWord: [String: [TypePlan]] = [:]

  init(_ types: [TypePlan], _ schema: Schema, _ plans: [String: TypePlan]) {
    for type in types where type.isEntity {
      let parts = words(of: type.type.name)
      exact[Self.joined(parts), default: []].append(type)
      if parts.count > 1, let last = parts.last { byLastWord[singular(last), default: []].append(type) }
    }
    for type in schema.types where type.isAbstract {
      let name = Self.joined(words(of: type.name))
      let types = schema.possibleTypes(of: type).compactMap { plans[$0.name] }.filter(\.isEntity)
      if exact[name] == nil, !types.isEmpty { exact[name] = types }
    }
  }

  /// Returns the types of this name; several for an interface.
  func named(_ parts: some Collection<String>) -> [TypePlan] { exact[Self.joined(Array(parts))] ?? [] }

  /// Returns the types whose name ends with these words: `IssueComment` for comment.
  func ending(_ parts: [String]) -> [TypePlan] {
    guard let last = parts.last else { return [] }
    return (byLastWord[singular(last)] ?? []).filter { type in
      let own = words(of: type.type.name).dropLast().suffix(parts.count - 1)
      return Array(own) == Array(parts.dropLast())
    }
  }

  /// Returns the types whose name is at the end of the words: attendee for `attendeesAttendee`.
  func owners(_ parts: [String]) -> [TypePlan] {
    for start in parts.indices {
      let types = named(parts[start...])
      if !types.isEmpty { return types }
    }
    // `listId` of a `TodoList`, if no other type's name ends like that.
    return ending(parts).only.map { [$0] } ?? []
  }

  static func joined(_ parts: [String]) -> String {
    guard let last = parts.last else { return "" }
    return parts.dropLast().joined() + singular(last)
  }
}
