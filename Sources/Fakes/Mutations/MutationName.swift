/// What the name of a mutation says: `addUserToGroup` is add, user, to, group.
struct MutationName: Sendable {
  /// What is done, by the verb alone; arguments may still decide otherwise.
  enum Verb: String, Hashable, Sendable {
    case create, add, upsert, update, set, delete, remove, connect, disconnect, toggle, react, unreact, logIn, signUp
    case logOut, other
  }

  let verb: Verb
  /// The verb as it stands, without the ending of "un-": `archive` for `archivePost`, `like` for `unlikePost`.
  let word: String
  /// Of what it speaks, the last word in the singular.
  let noun: [String]
  /// What stands behind the first preposition, the last word in the singular.
  let tail: [String]
  /// Whether it says that it is about many: `createManyUsers`, `deleteAllTodos`.
  let isMany: Bool

  init(_ name: String) {
    var parts = words(of: name)
    let all = parts
    isMany = all.contains { ["many", "all", "bulk", "batch", "multiple"].contains($0) }
    parts.removeAll { ["one", "many", "bulk", "batch", "multiple", "all", "my", "the", "a", "an"].contains($0) }
    // What stands behind `and` or `by` says how, not what: `createManyAndReturn`, `updateUserById`, `delete_users_by_pk`.
    if let stop = parts.dropFirst().firstIndex(where: { ["and", "by"].contains($0) }) { parts.removeSubrange(stop...) }
    (verb, word) = Self.takeVerb(&parts)
    let place = parts.firstIndex { Self.prepositions.contains($0) } ?? parts.endIndex
    noun = Self.single(Array(parts[..<place]))
    tail = Self.single(Array(parts[place...].drop { Self.prepositions.contains($0) }))
  }

  /// Whether the verb means nothing but to make something, rather than to do something with it.
  var isPlainCreate: Bool { ["create", "insert", "new", "make", "add", "register", "import"].contains(word) }

  /// Whether what is named may be something that nobody has heard of: to book a launch is to have seen it somewhere.
  var isBooking: Bool { ["book", "order", "reserve", "buy", "purchase"].contains(word) }

  private static func single(_ parts: [String]) -> [String] {
    guard let last = parts.last else { return [] }
    return parts.dropLast() + [singular(last)]
  }

  private static func takeVerb(_ parts: inout [String]) -> (Verb, String) {
    let phrase = parts.joined(separator: " ")
    for (verb, phrases) in pairs {
      for words in phrases where phrase == words || phrase.hasPrefix(words + " ") || phrase.hasSuffix(" " + words) {
        let count = words.split(separator: " ").count
        if phrase.hasPrefix(words) { parts.removeFirst(count) } else { parts.removeLast(count) }
        return (verb, words)
      }
    }
    guard let first = parts.first, let last = parts.last else { return (.other, "") }
    // `orderCreate` creates an order, and orders nothing.
    if parts.count > 1, let verb = verbs[last], verbs[first] == nil || (isNoun(first) && !isNoun(last)) {
      parts.removeLast()
      return (verb, stem(last, verb))
    }
    parts.removeFirst()
    guard let verb = verbs[first] else { return (.other, first) }
    return (verb, stem(first, verb))
  }

  private static func stem(_ word: String, _ verb: Verb) -> String {
    if verb == .unreact { return word.hasPrefix("un") ? String(word.dropFirst(2)) : word }
    return word == "favourite" ? "favorite" : word
  }

  private static func isNoun(_ word: String) -> Bool {
    [
      "order", "post", "book", "like", "star", "vote", "import", "place", "start", "mark", "pin", "request", "message",
      "favorite", "favourite", "bookmark", "follow", "watch", "schedule", "link", "set", "subscribe", "open", "issue",
      "change", "move", "patch", "upload", "invite",
    ].contains(word)
  }

  private static let prepositions: Set<String> = ["to", "from", "in", "into", "of", "for", "on", "as", "with", "at"]

  private static let pairs: [(Verb, [String])] = [
    (
      .upsert,
      [
        "update or create", "create or update", "insert or update", "find or create", "create or replace",
        "add or update",
      ]
    ),
    (.logIn, ["log in", "sign in", "token auth", "sign on"]),
    (.signUp, ["sign up"]),
    (.logOut, ["log out", "sign out", "log off", "sign off"]),
  ]

  private static let verbs: [String: Verb] = {
    var verbs: [String: Verb] = [:]
    func take(_ verb: Verb, _ list: String) {
      for word in list.split(separator: " ") { verbs[String(word)] = verb }
    }
    take(.create, "create new make register submit post publish insert import book order place open start")
    take(.create, "send write compose upload generate schedule reserve buy purchase request")
    take(.add, "add append push include")
    take(.upsert, "upsert save put")
    take(
      .update, "edit change modify patch rename update move assign replace adjust mark complete approve archive close")
    take(.update, "reopen")
    take(.set, "set")
    take(.delete, "delete destroy purge erase discard")
    take(.remove, "remove cancel clear drop revoke")
    take(.connect, "connect link attach join enroll enrol")
    take(.disconnect, "disconnect unlink detach leave unenroll unassign")
    take(.toggle, "toggle flip")
    take(.react, "like star favorite favourite follow subscribe pin vote upvote downvote bookmark watch heart clap")
    take(.unreact, "unlike unstar unfavorite unfavourite unfollow unsubscribe unpin unvote unbookmark unwatch unheart")
    take(.logIn, "login signin authenticate")
    take(.signUp, "signup")
    take(.logOut, "logout signout")
    return verbs
  }()
}
