import FakeValues

/// The parts of a mutation's name: `addUserToGroup` is add, user, to, group.
struct MutationName: Sendable {
  /// The action that the verb names. Arguments may still change it.
  enum Verb: String, Hashable, Sendable {
    case create, update, upsert, delete, logIn, logOut, other
    /// Adds to a list, or creates; removes from a list, or deletes.
    case add, remove
    /// Adds to a list and removes from it, and nothing else.
    case connect, disconnect
  }

  let verb: Verb
  /// The verb in the name: `archive` for `archivePost`.
  let word: String
  /// Indicates whether the verb has only this meaning.
  let isPlain: Bool
  /// The words after the verb, the last one in the singular.
  let noun: [String]
  /// The words after the first preposition, the last one in the singular.
  let tail: [String]
  /// Indicates whether the name is about many objects: `createManyUsers`, `deleteAllTodos`.
  let isMany: Bool

  init(_ name: String) {
    var parts = words(of: name)
    isMany = parts.contains { ["many", "all", "bulk", "batch", "multiple"].contains($0) }
    parts.removeAll { ["one", "many", "bulk", "batch", "multiple", "all", "my", "the", "a", "an"].contains($0) }
    // `and` and `by` introduce details, not the object: `createManyAndReturn`, `updateUserById`, `delete_users_by_pk`.
    if let stop = parts.dropFirst().firstIndex(where: { ["and", "by"].contains($0) }) { parts.removeSubrange(stop...) }
    (word, verb, isPlain) = Self.takeVerb(&parts)
    let place = parts.firstIndex { Self.prepositions.contains($0) } ?? parts.endIndex
    noun = Self.single(Array(parts[..<place]))
    tail = Self.single(Array(parts[place...].drop { Self.prepositions.contains($0) }))
  }

  private static func single(_ parts: [String]) -> [String] {
    guard let last = parts.last else { return [] }
    return parts.dropLast() + [singular(last)]
  }

  /// Removes the verb from the words: the first of them, or the last as in `orderCreate`.
  private static func takeVerb(_ parts: inout [String]) -> (word: String, verb: Verb, isPlain: Bool) {
    let first = match(parts, atEnd: false)
    let last = match(parts, atEnd: true)
    if let last, parts.count > last.words, first.map({ !$0.isPlain && last.isPlain }) ?? true {
      parts.removeLast(last.words)
      return (last.phrase, last.verb, last.isPlain)
    }
    if let first {
      parts.removeFirst(first.words)
      return (first.phrase, first.verb, first.isPlain)
    }
    return (parts.isEmpty ? "" : parts.removeFirst(), .other, false)
  }

  private static func match(
    _ parts: [String], atEnd: Bool
  ) -> (phrase: String, words: Int, verb: Verb, isPlain: Bool)? {
    for count in stride(from: min(3, parts.count), to: 0, by: -1) {
      let phrase = (atEnd ? parts.suffix(count) : parts.prefix(count)).joined(separator: " ")
      if atEnd, nouns.contains(phrase) { continue }
      if let row = verbs[phrase] { return (phrase, count, row.verb, row.isPlain) }
    }
    return nil
  }

  private static let prepositions: Set<String> = ["to", "from", "in", "into", "of", "for", "on", "as", "with", "at"]

  /// The verbs that are understood. The words of `others` may have other meanings, and many are also nouns: they create
  /// nothing if the key of an object is required, and delete nothing.
  static let table: [(verb: Verb, words: [String], others: [String])] = [
    (
      .create, ["create", "insert", "new", "make", "register", "import", "sign up", "signup"],
      [
        "book", "buy", "compose", "generate", "open", "order", "place", "post", "publish", "purchase", "request",
        "reserve", "schedule", "send", "start", "submit", "upload", "write",
      ]
    ),
    (
      .update, ["update", "edit", "modify", "rename", "replace", "assign", "set"],
      ["change", "move", "patch"]
    ),
    (
      .upsert,
      [
        "upsert", "save", "put", "update or create", "create or update", "insert or update", "find or create",
        "create or replace", "add or update",
      ], []
    ),
    (.delete, ["delete", "destroy", "erase", "purge"], []),
    (.add, ["add"], []),
    (.remove, ["remove"], ["cancel", "clear", "drop", "revoke"]),
    (.connect, ["attach", "connect", "enroll", "join", "link"], []),
    (.disconnect, ["detach", "disconnect", "leave", "unassign", "unenroll", "unlink"], []),
    (
      .logIn, ["log in", "login", "sign in", "signin", "sign on", "authenticate", "token auth"], []
    ),
    (.logOut, ["log out", "logout", "sign out", "signout", "log off", "sign off"], []),
  ]

  /// The verbs that are nouns at the end of a name: `likePost` posts nothing.
  static let nouns: Set<String> = [
    "book", "change", "link", "order", "patch", "place", "post", "request", "schedule",
  ]

  private static let verbs: [String: (verb: Verb, isPlain: Bool)] = {
    var verbs: [String: (verb: Verb, isPlain: Bool)] = [:]
    for row in table {
      for word in row.words { verbs[word] = (row.verb, true) }
      for word in row.others { verbs[word] = (row.verb, false) }
    }
    return verbs
  }()
}
