import FakeValues
import GraphQLSchema

/// A field of an object type while the plan is made: its targets, without the links to them.
struct FieldDraft {
  let id: Int
  let schema: Schema
  let owner: TypePlan
  let field: SchemaField
  let named: SchemaType
  /// The plans of the objects with a population to which it leads, directly or through a page.
  let targets: [TypePlan]
  /// The plans of objects without a population.
  let parts: [TypePlan]
  let page: TypePlan?
  /// Indicates whether it leads to many objects: a list, or a page of one.
  let isMany: Bool
  /// The words for the list's objects: `["post"]` for `posts`, `postsConnection` and `allPosts`.
  let noun: [String]

  init?(
    id: Int, owner: TypePlan, field: SchemaField, plans: [String: TypePlan], schema: Schema
  ) {
    guard let named = schema.type(of: field.type) else { return nil }
    self.id = id
    self.schema = schema
    self.owner = owner
    self.field = field
    self.named = named
    noun = Self.noun(of: field.name)
    guard named.isComposite else {
      (targets, parts, page, isMany) = ([], [], nil, field.type.isList)
      return
    }
    var possible = schema.possibleTypes(of: named)
    var page: TypePlan?
    if !field.type.isList, possible.count == 1, let plan = plans[possible[0].name], let shown = plan.page,
      let items = schema.type(named: shown.items)
    {
      page = plan
      possible = schema.possibleTypes(of: items)
    }
    let leadsTo = possible.compactMap { plans[$0.name] }
    targets = leadsTo.filter(\.isEntity)
    parts = leadsTo.filter { !$0.isEntity }
    self.page = page
    isMany = field.type.isList || page != nil
  }

  /// Indicates whether it leads only to objects of the world.
  var isRelation: Bool { !targets.isEmpty && parts.isEmpty && !isNested }

  var isNested: Bool {
    var type = field.type.nullable
    guard case .list(let item) = type else { return false }
    type = item.nullable
    if case .list = type { return true }
    return false
  }

  /// Returns the words of a list's name without those for a list, the last one in the singular.
  static func noun(of name: String) -> [String] {
    var parts = words(of: name)
    while parts.count > 1, let first = parts.first, prefixes.contains(first) { parts.removeFirst() }
    while parts.count > 1, let last = parts.last, suffixes.contains(last) { parts.removeLast() }
    if let last = parts.popLast() { parts.append(singular(last)) }
    return parts
  }

  private static let prefixes: Set<String> = ["all", "get", "list", "fetch", "find", "many", "aggregate"]
  private static let suffixes: Set<String> = [
    "connection", "connections", "list", "page", "paginated", "collection", "aggregate", "meta", "by", "nodes",
  ]
}
