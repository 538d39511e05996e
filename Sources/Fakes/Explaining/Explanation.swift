import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// The inferences from the schema and from rules: a paragraph for each type, a line for each field.
  package var explanation: String {
    (plan.types.map { Explanation(plan: plan, mutations: mutations).paragraph($0) } + suggestions).joined(
      separator: "\n\n") + "\n"
  }

  /// The warning of an endpoint about a mutation that changed nothing, by its root field: it is not understood, or its
  /// rule names no change. Nil for another one. `file` is the endpoint's configuration.
  package func warning(onMutation name: String, _ title: String, of endpoint: String, file: String) -> String? {
    guard let field = rootField(name, of: .mutation), field.role == .mutation else { return nil }
    let mutation = mutations.plan(of: field)
    if let line = mutation.suggestion?.line {
      return
        "\(title) changed nothing in the generated data of \(endpoint), because Understudy cannot tell what \(name) does. Add a rule below \"fakes: fields:\" in \(file). Check this one first: fakes: { fields: { \(line) } }"
    }
    guard mutation.changesNothing, let type = field.rule?.action?.type else { return nil }
    return
      "\(title) changed nothing in the generated data of \(endpoint), because the rule of \(name) names no change of \(type). In \(file), add the changes under \"sets\", or name the fields of the arguments under \"arguments\". If nothing should change: does: none"
  }

  private func rootField(_ name: String, of kind: OperationKind) -> FieldPlan? {
    let root = plan.schema.rootType(of: kind)?.name
    return plan.types.first { $0.type.name == root }.flatMap { plan.fields(of: $0).first { $0.name == name } }
  }

  /// The end of an advice on a field of the subscription root for which no mutation causes an event; nil for another one.
  package func advice(onSilent subscription: String) -> String? {
    guard let root = plan.schema.rootType(of: .subscription)?.name,
      let field = rootField(subscription, of: .subscription), field.rule?.event == nil
    else { return nil }
    if plan.schema.rootType(of: .mutation) == nil { return "." }
    let events = EventPlan(field, in: plan)
    guard events.counted == nil, events.subjects.isEmpty else { return nil }
    return
      ", or name a cause in endpoint.yaml, such as: fakes: { fields: { \(root).\(subscription): { tells: created Post } } }"
  }

  /// The suggested lines of `endpoint.yaml` for mutations that are not understood; empty if all are.
  private var suggestions: [String] {
    let fields = plan.types.flatMap(plan.fields(of:)).filter { $0.role == .mutation }
    let lines = fields.compactMap { mutations.plan(of: $0).suggestion?.line }
    guard !lines.isEmpty else { return [] }
    return [
      """
      Mutations that were not understood: \(lines.count). They change nothing.
      To define what they do, copy these lines to endpoint.yaml, and correct each of them:

      fakes:
        fields:
          \(lines.joined(separator: "\n    "))
      """
    ]
  }
}

/// Describes a world's plan in words.
struct Explanation {
  let plan: WorldPlan
  let mutations: MutationPlans

  func paragraph(_ type: TypePlan) -> String {
    let fields = plan.fields(of: type)
    let names = fields.map { field in
      switch field.field.arguments.count {
      case 0: field.name
      case 1: "\(field.name)(\(field.field.arguments[0].name))"
      default: "\(field.name)(…)"
      }
    }
    // A long name does not move the whole column.
    let width = min(28, names.map(\.count).max() ?? 0)
    var lines = [heading(type)]
    for (field, name) in zip(fields, names) {
      let padding = String(repeating: " ", count: max(2, width - name.count + 2))
      lines.append("  \(name)\(padding)\(sentence(field))")
      for line in listLines(field) + said(field.rule?.said ?? []) {
        lines.append("  \(String(repeating: " ", count: width + 2))  \(line)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func heading(_ type: TypePlan) -> String {
    let said = said(plan.rules.types[type.type.name]?.said ?? []).map { "\n  (\($0))" }.joined()
    guard type.isEntity else { return "\(type.type.name): \(type.reason)\(said)" }
    let size = plan.sizes.size(type)
    return "\(type.type.name): \(size == 1 ? "1 object" : "\(size) objects"), \(type.reason)\(example(type))\(said)"
  }

  private func said(_ rules: [String]) -> [String] {
    rules.isEmpty ? [] : ["by a rule: \(rules.joined(separator: ", "))"]
  }

  /// Returns the first key as an example, for queries.
  private func example(_ type: TypePlan) -> String {
    guard type.key != nil, plan.sizes.size(type) > 0 else { return "" }
    return ", for example \(plan.key(of: type, number: 0))"
  }

  private func sentence(_ field: FieldPlan) -> String {
    let targets = field.targets.map(\.type.name)
    let all = (targets + field.parts.map(\.type.name)).prefix(4).joined(separator: " or ")
    if let page = field.owner.page, page.lists.contains(field.name) { return "the page's part of the list" }
    if case .edge(let node) = field.owner.role, field.name == node { return "the \(all)" }
    if field.named.isComposite, field.targets.isEmpty, field.parts.isEmpty, field.role == .part {
      return "nothing: no type is a \(field.named.name)"
    }
    switch field.role {
    case .key: return "the key"
    case .leaf:
      if let fact = field.fact, describesPage(field.owner) { return fact.words }
      if field.rule?.examples.isEmpty == false { return "one of the examples" }
      if let constraint = plan.constraint(of: field) { return constraint.explanation(field.leaf.value.explanation) }
      return (field.isList ? "several: " : "") + field.leaf.value.explanation
    case .count(let list): return counting(field, plan.fields[list])
    case .membership(let list): return "whether the viewer's \(plan.fields[list].name) contain it"
    case .linkKey(let link): return "the \(field.isList ? "keys" : "key") of \(plan.fields[link].coordinate)"
    case .meta(let list): return "describes \(plan.fields[list].coordinate), with the same arguments"
    case .toOne:
      if field.isOwner ?? true, !field.owner.isEntity, owns(field) { return "the \(all) that it belongs to" }
      if let member = field.member {
        return member.place == nil
          ? "the newest of \(plan.fields[member.list].name)" : "one of \(plan.fields[member.list].name)"
      }
      return "one \(all)\(back(field))"
    case .toMany: return "\(through(field))\(many(field, all))"
    case .population: return "\(through(field))all \(all)"
    case .lookup: return "the \(all) that the arguments name"
    case .lookups(let argument): return "the \(all) that \(argument) names"
    case .singleton: return "always the same \(all)"
    case .viewer: return "the current user: always the same \(all) until a login"
    case .part:
      if field.isOwner == true { return "the \(all) that it belongs to" }
      return field.isMany ? "several \(all), of this object alone" : "\(all), of this object alone"
    case .root: return "the query root"
    case .mutation: return mutations.plan(of: field).explanation
    case .event: return EventPlan(field, in: plan).explanation
    }
  }

  /// Indicates whether a field of a part shows the object that the part belongs to.
  private func owns(_ field: FieldPlan) -> Bool {
    field.targets.contains { target in
      plan.fields(of: target).contains { $0.parts.contains { $0 === field.owner } }
    }
  }

  /// Indicates whether a type is a page or a part of one: `pageInfo`, `aggregate { count }`.
  private func describesPage(_ type: TypePlan, depth: Int = 3) -> Bool {
    if type.page != nil { return true }
    if case .edge = type.role { return true }
    guard case .part = type.role, depth > 0 else { return false }
    return plan.fields.contains { field in
      guard field.parts.contains(where: { $0 === type }), !field.isMany else { return false }
      if case .meta = field.role { return true }
      return describesPage(field.owner, depth: depth - 1)
    }
  }

  private func through(_ field: FieldPlan) -> String { field.page.map { "a page (\($0.type.name)) of " } ?? "" }

  private func counting(_ field: FieldPlan, _ list: FieldPlan) -> String {
    guard let filter = field.counted else { return "how long \(list.coordinate) is" }
    guard !filter.conditions.isEmpty else { return "some number up to how long \(list.coordinate) is" }
    let conditions = filter.conditions.map { condition in
      let values = condition.values.sorted { $0.precedesByScalars($1) } + (condition.takesNull ? ["null"] : [])
      return "\(condition.field) is \(values.joined(separator: " or "))"
    }.joined(separator: " and ")
    if filter.adjective.isEmpty { return "how many of \(list.coordinate) there are whose \(conditions)" }
    return "how many of \(list.coordinate) are \(filter.adjective): \(conditions)"
  }

  private func many(_ field: FieldPlan, _ all: String) -> String {
    switch field.link {
    case .derived(let from):
      "the \(all) whose \(from.map { plan.fields[$0].coordinate }.joined(separator: " or ")) is this object"
    case .pairs: "\(all), in pairs\(back(field))"
    case .symmetric: "\(all), in pairs that both sides see"
    case .atlas: "the \(all) that belong to it in the real world"
    case .toOne, .oneToOne, .free:
      (field.rule?.listLength.map { "\($0.words) \(all), by a rule" } ?? "some \(all)")
        + "; no field of \(field.targets.count == 1 ? all : "these types") is its inverse"
    }
  }

  private func back(_ field: FieldPlan) -> String {
    let others: [FieldPlan]
    switch field.link {
    case .oneToOne(let partner): others = [plan.fields[partner]]
    case .pairs(let lead, _):
      others = field.targets.flatMap { plan.fields(of: $0) }.filter { other in
        if case .pairs(lead, _) = other.link { other.id != field.id && other.linkID == other.id } else { false }
      }
    case .atlas: return " that belongs to it in the real world"
    default:
      others = field.targets.flatMap { plan.fields(of: $0) }.filter { other in
        if case .derived(let from) = other.link { from.contains(field.id) && other.linkID == other.id } else { false }
      }
    }
    return others.isEmpty ? "" : "; its inverse is \(others.map(\.coordinate).joined(separator: ", "))"
  }

  private func listLines(_ field: FieldPlan) -> [String] {
    guard field.isMany, field.named.isComposite, !field.field.arguments.isEmpty || field.rule?.pageSize != nil
    else { return [] }
    switch field.role {
    case .toMany, .population, .part: return field.list.value.explanation
    default: return []
    }
  }
}

extension FieldPlan {
  var coordinate: String { "\(owner.type.name).\(name)" }
}

extension ClosedRange<Int> {
  fileprivate var words: String { lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)" }
}

extension PageFact {
  fileprivate var words: String {
    switch self {
    case .total: "the length of the list"
    case .size: "the maximum length of a page"
    case .length: "the length of this page"
    case .hasNext: "whether there is a next page"
    case .hasPrevious: "whether there is a previous page"
    case .startCursor: "the cursor of the page's first object"
    case .endCursor: "the cursor of the page's last object"
    case .page: "the page's number"
    case .pageCount: "the number of pages"
    case .nextPage: "the next page's number"
    case .previousPage: "the previous page's number"
    case .offset: "the number of objects before this page"
    case .firstNumber: "the first object's position in the list"
    case .lastNumber: "the last object's position in the list"
    }
  }
}
