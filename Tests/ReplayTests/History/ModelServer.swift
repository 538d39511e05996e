import OrderedJSON
import Recordings

/// One thing that a client of the model does. Objects are meant by their id, or by which creation of the flow made them.
enum ModelOp: Hashable {
  case get(Ref), count(String), total, list(String), favourites, favouriteCount
  case set(Ref, Int), increment(Ref), create(String, Int), delete(Ref), nothing(Int), favour(Ref), unfavour(Ref)

  enum Ref: Hashable {
    case id(String)
    /// The creation of this value in the flow.
    case made(Int)
  }

  var text: String {
    switch self {
    case .get: "query Get($id: ID!) { object(id: $id) { __typename id value isFavourite } }"
    case .count: "query Count($type: String!) { count(type: $type) }"
    case .total: "query Total { total }"
    case .list: "query List($type: String!) { objects(type: $type) { __typename id value } }"
    case .favourites: "query Favourites { favourites { __typename id value } }"
    case .favouriteCount: "query Mine { me { favouriteCount } }"
    case .set: "mutation Set($id: ID!, $value: Int!) { set(id: $id, value: $value) { __typename id value } }"
    case .increment: "mutation Increment($id: ID!) { increment(id: $id) { __typename id value } }"
    case .create:
      "mutation Create($type: String!, $value: Int!) { create(type: $type, value: $value) { __typename id value } }"
    case .delete: "mutation Delete($id: ID!) { delete(id: $id) }"
    case .nothing: "mutation Nothing($number: Int!) { nothing(number: $number) }"
    case .favour: "mutation Favour($id: ID!) { favour(id: $id) { __typename id isFavourite } }"
    case .unfavour: "mutation Unfavour($id: ID!) { unfavour(id: $id) { __typename id isFavourite } }"
    }
  }

  /// The variables; nil where it means an object that was never made.
  func variables(_ id: (Ref) -> String?) -> JSONObject? {
    switch self {
    case .get(let ref), .increment(let ref), .delete(let ref), .favour(let ref), .unfavour(let ref):
      id(ref).map { ["id": .string($0)] }
    case .set(let ref, let value): id(ref).map { ["id": .string($0), "value": .int(value)] }
    case .count(let type), .list(let type): ["type": .string(type)]
    case .create(let type, let value): ["type": .string(type), "value": .int(value)]
    case .nothing(let number): ["number": .int(number)]
    case .total, .favourites, .favouriteCount: [:]
    }
  }
}

/// A small stateful server: objects of two types, with a value each, and what each of two users likes.
struct ModelServer {
  private struct Object {
    let id: String
    let type: String
    var value = 0
  }

  private var objects: [Object]
  private var favourites: [Caller: [String]] = [:]
  /// What ids of new objects begin with; nil where they follow from the value, so that no order shows in them.
  private let prefix: String?
  private var made = 0

  static let ids = (0..<6).map { "\($0)\(["A", "B"][$0 % 2])" }

  init(prefix: String?) {
    self.prefix = prefix
    objects = Self.ids.map { Object(id: $0, type: String($0.suffix(1))) }
  }

  /// The value of the operation's root field.
  mutating func run(_ op: ModelOp, _ variables: JSONObject, _ identity: Caller) -> JSON {
    let id = variables["id"]?.stringValue
    let index = objects.firstIndex { $0.id == id }
    switch op {
    case .get: return index.map { shown(objects[$0], identity, hasFavour: true) } ?? .null
    case .count(let type): return .int(objects.count { $0.type == type })
    case .total: return .int(objects.reduce(0) { $0 + $1.value })
    case .list(let type):
      return .array(objects.filter { $0.type == type }.map { shown($0, identity, hasFavour: false) })
    case .favourites: return .array(liked(identity).map { shown($0, identity, hasFavour: false) })
    case .favouriteCount: return ["favouriteCount": .int(liked(identity).count)]
    case .set(_, let value):
      guard let index else { return .null }
      objects[index].value = value
      return shown(objects[index], identity, hasFavour: false)
    case .increment:
      guard let index else { return .null }
      objects[index].value += 1
      return shown(objects[index], identity, hasFavour: false)
    case .create(let type, let value):
      made += 1
      objects.append(Object(id: prefix.map { "\($0)\(made)" } ?? "n\(value)\(type)", type: type, value: value))
      return shown(objects[objects.count - 1], identity, hasFavour: false)
    case .delete:
      guard let index else { return false }
      objects.remove(at: index)
      return true
    case .nothing: return true
    case .favour:
      guard let index else { return .null }
      let id = objects[index].id
      if favourites[identity]?.contains(id) != true { favourites[identity, default: []].append(id) }
      return ["__typename": .string(objects[index].type), "id": .string(id), "isFavourite": true]
    case .unfavour:
      guard let index else { return .null }
      let id = objects[index].id
      favourites[identity]?.removeAll { $0 == id }
      return ["__typename": .string(objects[index].type), "id": .string(id), "isFavourite": false]
    }
  }

  private func liked(_ identity: Caller) -> [Object] {
    (favourites[identity] ?? []).compactMap { id in objects.first { $0.id == id } }
  }

  private func shown(_ object: Object, _ identity: Caller, hasFavour: Bool) -> JSON {
    var json: JSONObject = [
      "__typename": .string(object.type), "id": .string(object.id), "value": .int(object.value),
    ]
    if hasFavour { json["isFavourite"] = .bool(favourites[identity]?.contains(object.id) == true) }
    return .object(json)
  }
}

/// What a flow does and on whose behalf.
struct ModelFlow {
  var ops: [ModelOp] = []
  var identity = Caller.anonymous

  /// Draws a flow that uses these objects.
  init(_ random: inout ModelRandom, ids: [String], length: Int, kind: ModelKind) {
    if kind == .users, random.below(2) == 0 { identity = .authenticated(name: nil) }
    var made: [Int] = []
    for _ in 0..<length {
      let choice = random.fraction()
      var ref = ModelOp.Ref.id(random.pick(ids))
      if kind == .serverMadeIDs, !made.isEmpty, random.below(5) < 2 { ref = .made(random.pick(made)) }
      if kind == .users, random.below(5) == 0 {
        ops.append(random.pick([.favour(ref), .unfavour(ref), .favourites, .favouriteCount]))
      } else if choice < 0.32 {
        ops.append(.get(ref))
      } else if choice < 0.36 {
        ops.append(.count(random.pick(["A", "B"])))
      } else if choice < (kind == .resets ? 0.48 : 0.40) {
        ops.append(.total)
      } else if choice < 0.50 {
        ops.append(.list(random.pick(["A", "B"])))
      } else if choice < 0.72 {
        ops.append(.set(ref, random.int(kind == .resets ? 0...1 : 1...3)))
      } else if choice < 0.82 {
        ops.append(.increment(ref))
      } else if choice < (kind == .serverMadeIDs ? 0.92 : 0.87) {
        made.append(random.int(10...1_000_000))
        ops.append(.create(random.pick(["A", "B"]), made[made.count - 1]))
      } else if choice < (kind == .serverMadeIDs ? 0.95 : 0.90) {
        ops.append(.delete(ref))
      } else {
        ops.append(.nothing(random.int(0...2)))
      }
    }
  }
}

/// The kinds of server, for the figures.
enum ModelKind: String, CaseIterable {
  /// Objects, lists, counts, totals, deletes that tell no type: as the page of Python has them.
  case objects
  /// New objects get ids of the server's making, which later requests use.
  case serverMadeIDs = "server-made ids"
  /// Fields are often set to what they are, and totals are often asked for: a mutation that changed nothing in one
  /// place changes something in another.
  case resets
  /// Two users, each with favourites.
  case users
}
