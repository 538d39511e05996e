import FakeValues
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON

/// The facts about a world in fixtures and recorded responses: its objects, their links, and typical values. Responses
/// may come in any order of moments; within one moment, the first fact is kept.
package struct LearnedFacts: Sendable {
  let plan: WorldPlan
  var recorded: [Moment: RecordedFacts] = [:]
  /// The pools by the field's number.
  var pools: [Int: FieldPool] = [:]
  /// The viewers of sessions that may differ in it.
  var sessionViewers: Set<ObjectID> = []
  /// Indicates whether the answer that is being learned is of such a session.
  private(set) var isOfSession = false
  /// Objects that a recorded mutation created.
  var made: Set<ObjectID> = []
  /// The lists in fixtures, whose items match the arguments.
  var fixedLists: [FixedList] = []
  /// Indicates whether there were more objects than are kept.
  package private(set) var isFull = false
  package private(set) var responses = 0
  private(set) var isFixture = false

  /// A list in a fixture.
  struct FixedList: Sendable {
    let field: FieldPlan
    let arguments: JSONObject
    let owner: ObjectID
    /// The items; those without a selected key have placeholders.
    let items: [ObjectID]
  }

  /// The time and caller of a response; facts of earlier cases override those of later ones.
  package enum Moment: Int, CaseIterable, Sendable {
    /// In a fixture. Its values are not typical of others.
    case fixture
    /// Before any mutation, for the first caller.
    case start
    /// Before any mutation, for another caller.
    case startOfOthers
    /// After a mutation.
    case later
  }

  /// The facts at the root that are learned from the answer to a query. Its objects always are.
  package enum RootFacts {
    case all
    /// The lists, and the viewer if no other session has another one.
    case listsOfSession
    /// The viewer, if no other session has another one.
    case viewerOfSession
  }

  package static let maximumObjects = 100_000

  init(plan: WorldPlan) { self.plan = plan }

  /// Learns from a whole response, with `data`, to an operation with variables as sent. Of mutations only typical
  /// values are learned; an event of a subscription is learned like a response. Returns false for a response without
  /// data, and for an operation that does not fit the schema.
  @discardableResult
  package mutating func learn(
    _ response: JSON, to document: Document, operationName: String?, variables: JSONObject, at moment: Moment,
    of shared: RootFacts = .all
  ) -> Bool {
    guard
      let root = ResponseReader.read(
        response, of: document, operationName: operationName, variables: variables, in: plan)
    else { return false }
    responses += 1
    isFixture = moment == .fixture
    if moment != .fixture { notePools(root) }
    guard case .root(let kind) = root.plan.role else { return true }
    switch kind {
    case .query:
      record(at: moment) { learned, facts in
        learned.isOfSession = shared != .all
        defer { learned.isOfSession = false }
        if shared == .viewerOfSession {
          learned.recordEvent(root, &facts)
          learned.recordViewer(root, &facts)
        } else {
          facts.insert(RecordedFacts.root)
          learned.record(root, as: RecordedFacts.root, &facts)
        }
      }
    case .mutation: noteMade(root)
    case .subscription: record(at: moment) { learned, facts in learned.recordEvent(root, &facts) }
    }
    return true
  }

  private mutating func record(at moment: Moment, _ add: (inout LearnedFacts, inout RecordedFacts) -> Void) {
    // Taken out while it is changed, so that it is not copied.
    var facts = recorded[moment] ?? RecordedFacts()
    recorded[moment] = nil
    add(&self, &facts)
    recorded[moment] = facts
  }

  mutating func hasRoom(_ facts: RecordedFacts) -> Bool {
    if facts.objects.count < Self.maximumObjects { return true }
    isFull = true
    return false
  }

  mutating func noteList(_ items: [ObjectID], _ field: RecordedField, of owner: ObjectID) {
    guard isFixture else { return }
    fixedLists.append(FixedList(field: field.plan, arguments: field.arguments, owner: owner, items: items))
  }

  // MARK: Typical values

  private mutating func notePools(_ root: RecordedNode) {
    // A list of pending nodes instead of recursion, since the depth of a response is unbounded here.
    var pending = [root]
    while let node = pending.popLast() {
      for field in node.fields {
        let plan = field.plan
        if plan.role != .key { note(field.value, plan) }
        pending += field.value.nodes
      }
    }
  }

  private mutating func note(_ value: RecordedValue, _ field: FieldPlan) {
    switch value {
    case .leaf(let json):
      guard field.role == .leaf || field.role == .event, field.fact == nil else { return }
      pools[field.id, default: FieldPool()].note(json, isList: field.isList)
    case .null:
      if field.isList {
        pools[field.id, default: FieldPool()].noteList(nil)
      } else {
        pools[field.id, default: FieldPool()].noteObject(isNull: true)
      }
    case .object: pools[field.id, default: FieldPool()].noteObject(isNull: false)
    case .list(let items): pools[field.id, default: FieldPool()].noteList(items.count)
    }
  }

  // MARK: Objects that mutations created

  /// Notes new objects at the top of a payload: the mutation's name creates, and the request did not name their keys.
  private mutating func noteMade(_ root: RecordedNode) {
    for field in root.fields {
      guard Self.making.contains(words(of: field.plan.name).first ?? "") else { continue }
      let said = Set(JSON.object(field.arguments).scalars.filter { $0.boolValue == nil }.compactMap(\.keyText))
      for node in field.value.nodes {
        let nodes = node.plan.isEntity ? [node] : node.fields.compactMap(\.value.node)
        for node in nodes {
          guard let key = node.plan.key, let text = node.value(of: key.field)?.json?.keyText, !said.contains(text)
          else {
            continue
          }
          made.insert(ObjectID(type: node.plan.index, key: text))
        }
      }
    }
  }

  private static let making: Set<String> = [
    "create", "add", "insert", "new", "register", "sign", "submit", "publish", "make", "post", "upsert", "save", "send",
    "write", "place", "open", "start",
  ]
}

extension RecordedValue {
  /// The objects in it, the last one first.
  fileprivate var nodes: [RecordedNode] {
    switch self {
    case .object(let node): return [node]
    case .list(let items): return items.reversed().flatMap(\.nodes)
    case .null, .leaf: return []
    }
  }
}
