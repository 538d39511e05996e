import OrderedJSON

/// A server that is never reset: objects of a few types and users with tokens. A copy is a snapshot.
struct LawServer: Hashable, Sendable {
  private struct Object: Hashable {
    let id: String
    let type: String
    var value: Int
  }

  private var objects: [Object] = []
  private var users: [String: String] = [:]
  private var likes: [String: Set<String>] = [:]
  private var made = 0
  private var logins = 0
  /// Whether its ids are long and unique; otherwise they are counts.
  let hasLongIDs: Bool

  init(hasLongIDs: Bool) { self.hasLongIDs = hasLongIDs }

  /// Makes an object and returns its id.
  @discardableResult
  mutating func make(_ type: String, _ value: Int) -> String {
    made += 1
    // Scattered, so that no id tells how many there are.
    let id = hasLongIDs ? "obj-\(String(UInt64(made) &* 0x9E37_79B9_7F4A_7C15, radix: 16))-\(made)-end" : "\(made)"
    objects.append(Object(id: id, type: type, value: value))
    return id
  }

  /// Answers a request with the value of `data`.
  mutating func run(_ request: LawRequest) -> JSON {
    let user = request.token.flatMap { users[$0] }
    switch request.op {
    case .object(let id): return ["object": index(id).map { shown(objects[$0]) } ?? .null]
    case .list(let type): return ["objects": .array(objects.filter { $0.type == type }.map(shown))]
    case .count(let type): return ["count": .int(objects.count { $0.type == type })]
    case .total: return ["total": .int(objects.reduce(0) { $0 + $1.value })]
    case .values: return ["values": .array(objects.map { .int($0.value) })]
    case .me: return ["me": user.map(shown) ?? .null]
    case .set(let id, let value): return ["set": change(id) { $0.value = value }]
    case .increment(let id): return ["increment": change(id) { $0.value += 1 }]
    case .create(let type, let value):
      make(type, value)
      return ["create": objects.last.map(shown) ?? .null]
    case .delete(let id):
      guard let index = index(id) else { return ["delete": false] }
      objects.remove(at: index)
      return ["delete": true]
    case .ping: return ["ping": true]
    case .login(let name):
      logins += 1
      let token = "tok_\(String(UInt64(logins) &* 0xD1B5_4A32_D192_ED03, radix: 16))_\(logins)_of_\(name)"
      users[token] = name
      return ["login": ["token": .string(token), "user": shown(name)]]
    case .like(let id):
      guard let user, index(id) != nil else { return ["like": .null] }
      likes[user, default: []].insert(id)
      return ["like": shown(user)]
    }
  }

  /// Executes a mutation that was executed before. What it makes has the id or the token that it had then.
  mutating func repeatChange(_ change: LawChange) {
    if case .create(let type, let value) = change.request.op, let id = change.data["create"]?["id"]?.stringValue {
      made += 1
      objects.append(Object(id: id, type: type, value: value))
    } else if case .login(let name) = change.request.op, let token = change.data["login"]?["token"]?.stringValue {
      logins += 1
      users[token] = name
    } else {
      _ = run(change.request)
    }
  }

  private func index(_ id: String) -> Int? { objects.firstIndex { $0.id == id } }

  private mutating func change(_ id: String, _ body: (inout Object) -> Void) -> JSON {
    guard let index = index(id) else { return .null }
    body(&objects[index])
    return shown(objects[index])
  }

  private func shown(_ object: Object) -> JSON {
    ["__typename": .string(object.type), "id": .string(object.id), "value": .int(object.value)]
  }

  private func shown(_ user: String) -> JSON {
    ["__typename": "User", "id": .string("user-\(user)"), "likes": .int(likes[user]?.count ?? 0)]
  }
}

/// Which names in a transcript stand for which of a server: tokens are redacted, and long ids are those of an earlier
/// recording of the session where it was recorded again.
struct LawNames: Hashable, Sendable {
  private var meanings: [String: String] = [:]
  private var taken: Set<String> = []
  let mayRenameIDs: Bool

  init(mayRenameIDs: Bool) { self.mayRenameIDs = mayRenameIDs }

  func meaning(of name: String) -> String { meanings[name] ?? name }

  mutating func bind(_ name: String, to meaning: String) -> Bool {
    if let known = meanings[name] { return known == meaning }
    guard taken.insert(meaning).inserted else { return false }
    meanings[name] = meaning
    return true
  }

  /// Whether an answer says what the truth says, with names one to one.
  mutating func match(_ answer: JSON, _ truth: JSON, at field: String = "") -> Bool {
    switch (answer, truth) {
    case (.object(let left), .object(let right)):
      guard left.members.map(\.name) == right.members.map(\.name) else { return false }
      for (left, right) in zip(left.members, right.members) where !match(left.value, right.value, at: left.name) {
        return false
      }
      return true
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      for (left, right) in zip(left, right) where !match(left, right) { return false }
      return true
    case (.string(let left), .string(let right)) where field == "token":
      // All tokens of one user may have one name.
      meanings[left] = right
      return true
    case (.string(let left), .string(let right)) where field == "id" && mayRenameIDs:
      return bind(left, to: right)
    default: return answer == truth
    }
  }
}
