import FakeValues
import GraphQLSchema
import OrderedJSON

/// The members that a field counts if it does not count them all: `openCount`, `completedCount`.
struct CountFilter: Sendable {
  /// The conditions for counted members; empty if they are unknown, and some are counted.
  let conditions: [CountCondition]
  /// The adjective, for the explanation; empty for conditions of a rule.
  let adjective: String

  /// Infers the conditions from the words before the list's noun: `["open"]`. The schema has the values of enums.
  init(_ words: [String], of type: SchemaType, in schema: Schema) {
    adjective = words.joined(separator: " ")
    let found = Self.flag(words.joined(), type, schema)
    conditions = found.map { [CountCondition(field: $0.flag.name, values: $0.values, takesNull: false)] } ?? []
  }

  init(_ said: [CountCondition]) {
    adjective = ""
    conditions = said
  }

  private static func flag(_ word: String, _ type: SchemaType, _ schema: Schema) -> (
    flag: SchemaField, values: Set<String>
  )? {
    let leaves = type.fields.filter { !$0.type.isList && !$0.arguments.contains(where: \.isRequired) }
    let flags = leaves.filter { $0.type.typeName == "Boolean" }
    let enums = leaves.compactMap { field in
      schema.type(of: field.type).flatMap { $0.kind == .enum ? (field: field, values: $0.values.map(\.name)) : nil }
    }
    func flag(_ names: Set<String>) -> SchemaField? {
      flags.first { field in
        let words = words(of: field.name)
        return names.contains((words.first == "is" ? words.dropFirst() : words[...]).joined())
      }
    }
    if let flag = flag([word]) { return (flag, ["true"]) }
    for (field, values) in enums {
      if let value = values.first(where: { words(of: $0).joined() == word }) { return (field, [value]) }
    }
    if word.hasPrefix("un"), let flag = flag([String(word.dropFirst(2))]) { return (flag, ["false"]) }
    guard done.contains(word) || open.contains(word) else { return nil }
    let isDone = done.contains(word)
    if let flag = flag(done) { return (flag, [isDone ? "true" : "false"]) }
    if let flag = flag(open) { return (flag, [isDone ? "false" : "true"]) }
    for (field, values) in enums {
      let ended = values.filter { done.contains(words(of: $0).joined()) }
      if !ended.isEmpty { return (field, isDone ? Set(ended) : Set(values).subtracting(ended)) }
    }
    return nil
  }

  /// Words for finished and unfinished items in to-do lists, trackers and shops.
  private static let done: Set<String> = ["done", "completed", "complete", "finished", "closed", "resolved"]
  private static let open: Set<String> = [
    "open", "opened", "pending", "active", "remaining", "incomplete", "todo", "unfinished", "outstanding", "unresolved",
  ]

  /// Indicates whether an adjective is used without a noun: `openCount`.
  static func isUsual(_ word: String) -> Bool { done.contains(word) || open.contains(word) }
}
