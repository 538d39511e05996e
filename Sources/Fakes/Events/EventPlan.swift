import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The events of a field of the subscription root, inferred from its name and its type.
struct EventPlan: Sendable {
  let field: FieldPlan
  /// The types of the objects in its events; empty for none.
  let subjects: [TypePlan]
  let kinds: Set<EventKind>
  /// The viewer's list whose changes a number counts: `trips` for `tripsBooked`.
  let counted: FieldPlan?
  /// The plan for conditions in a payload (`filter: {node: …}`).
  private let nodeList: ListPlan?

  init(_ field: FieldPlan, in plan: WorldPlan) {
    self.field = field
    let parts = words(of: field.name)
    let said = field.rule?.event
    kinds = said?.kinds ?? Self.kinds(parts)
    var subjects = field.targets
    // A payload around the object: `ConferenceSubscriptionPayload { mutation node }`.
    if subjects.isEmpty, let payload = field.parts.first {
      subjects = plan.fields(of: payload).first { !$0.targets.isEmpty }?.targets ?? []
    }
    if let said { subjects = Self.subjects(said, in: plan) }
    self.subjects = subjects
    let noun = parts.filter { !Self.verbs.contains($0) && Self.kind($0) == nil }
    let isNumber = field.named.isLeaf && ScalarForm(scalar: field.named.name).isNumeric
    let list = said?.list.flatMap { list in plan.viewer.flatMap { plan.field(list, of: $0) } }
    counted =
      said != nil
      ? list
      : isNumber
        ? plan.viewer.flatMap { viewer in
          plan.fields(of: viewer).first {
            $0.role == .toMany && noun.starts(with: FieldDraft.noun(of: $0.name).prefix(1)) == true
          }
            ?? plan.fields(of: viewer).first {
              $0.role == .toMany && FieldDraft.noun(of: $0.name) == noun.map(singular)
            }
        } : nil
    let node = field.field.arguments.lazy.compactMap { plan.schema.type(of: $0.type)?.inputField(named: "node") }.first
    nodeList = node.map { node in
      ListPlan(
        arguments: [SchemaInputValue(name: "filter", type: node.type)], items: subjects.map(\.type),
        keyField: subjects.first?.key?.field, catalog: plan.catalog)
    }
  }

  /// The line for `fake --explain`.
  var explanation: String {
    if let counted { return "an event when the viewer's \(counted.name) change: by how many" }
    guard !subjects.isEmpty else { return "no event of its own; one each tick" }
    let names = subjects.map(\.type.name).joined(separator: " or ")
    let said = [EventKind.created, .updated, .deleted].filter(kinds.contains).map(\.rawValue)
    return "an event when one \(names) is \(said.joined(separator: " or "))"
  }

  /// Indicates whether an event has one of the kinds and types.
  func tells(_ event: WorldEvent, in plan: WorldPlan) -> Bool {
    kinds.contains(event.kind) && subjects.contains { $0.index == event.object.type }
  }

  func admits(_ object: FakeObject, _ kind: EventKind, _ arguments: JSONObject, _ reader: SnapshotReader) -> Bool {
    guard !arguments.members.isEmpty else { return true }
    for argument in arguments.members {
      guard case .object(let filter) = argument.value else { continue }
      if case .array(let wanted)? = filter.members.first(where: { $0.name == "mutation_in" })?.value {
        if !wanted.contains(where: { $0.keyText.map(Self.word) == kind.rawValue }) { return false }
      }
      if let node = filter.members.first(where: { $0.name == "node" })?.value, let nodeList,
        let request = try? nodeList.request(JSONObject([.init("filter", node)])),
        request.read([object], in: reader).items.isEmpty
      {
        return false
      }
    }
    guard !field.targets.isEmpty, let request = try? field.list.value.request(arguments) else { return true }
    return !request.read([object], in: reader).items.isEmpty
  }

  /// Returns the types that a rule names, several for an interface.
  private static func subjects(_ said: EventRule, in plan: WorldPlan) -> [TypePlan] {
    guard said.list == nil, let type = said.type.flatMap({ plan.schema.type(named: $0) }) else { return [] }
    return plan.schema.possibleTypes(of: type).compactMap { plan.plan($0.name) }.filter(\.isEntity)
  }

  private static func kinds(_ parts: [String]) -> Set<EventKind> {
    let said = Set(parts.compactMap(kind))
    return said.isEmpty ? [.created, .updated, .deleted] : said
  }

  static func kind(_ word: String) -> EventKind? {
    switch word {
    case "created", "added", "new", "inserted", "posted", "sent", "published", "registered", "joined", "opened",
      "received", "placed":
      .created
    case "updated", "changed", "edited", "modified", "renamed", "moved", "update", "change": .updated
    case "deleted", "removed", "destroyed", "left", "closed", "cancelled", "canceled": .deleted
    default: nil
    }
  }

  private static let verbs: Set<String> = ["on", "booked", "subscribe", "to", "watch", "listen", "stream"]

  /// Returns an enum value in the words of events: `created` for `CREATED`, `created`, `CREATE`.
  static func word(_ text: String) -> String {
    let text = text.lowercased()
    switch text {
    case "create", "insert", "add", "added", "inserted": return "created"
    case "update", "change", "changed", "modified": return "updated"
    case "delete", "remove", "removed": return "deleted"
    default: return text
    }
  }
}
