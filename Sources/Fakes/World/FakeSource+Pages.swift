import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Pages of lists: Relay's connections, and other types with a part of a list and facts about it.

extension FakeSource {
  mutating func page(
    _ type: TypePlan, _ field: FieldPlan, _ object: FakeObject, _ members: [FakeObject], _ arguments: JSONObject
  ) throws(FieldFailure) -> FakeObject {
    var members = members
    if let asked = askedList(of: type, below: nodes),
      asked.plan.named.name != type.page?.items || !asked.arguments.isEmpty
    {
      // The page's facts are about the requested list.
      members = asked.plan.named.name == type.page?.items ? members : snapshot.everything(asked.plan)
      if !asked.arguments.isEmpty { members = try read(asked.plan, members, asked.arguments).items }
    }
    let request = try field.list.value.request(arguments)
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    let matches = request.matches(members, in: reader)
    return FakeObject(
      plan: type, identity: object.identity.with("page").with(field.name), owner: object,
      values: counts(of: matches, on: type),
      page: PageView(
        showing(request.page(of: matches, in: reader), field, arguments),
        call: ListCall(plan: field, arguments: arguments)))
  }

  /// Returns the counts of a page of several types: `issueCount` has the number of its issues. A count of what the page
  /// cannot have is zero.
  private func counts(of members: [FakeObject], on page: TypePlan) -> [String: JSON] {
    guard let items = page.page?.items, plan.schema.type(named: items)?.isAbstract == true else { return [:] }
    var counts: [String: JSON] = [:]
    for field in page.type.fields where PageFact(field: field.name) == nil && field.type.typeName == "Int" {
      let name = words(of: field.name)
      guard name.last == "count" else { continue }
      counts[field.name] = .int(members.count { words(of: $0.plan.type.name) == name.dropLast() })
    }
    return counts
  }

  /// Returns the value of a field of a page, of an edge, or of a part of one; nil if it does not show the list.
  mutating func shown(
    _ field: FieldPlan, _ object: FakeObject, _ view: PageView, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject>? {
    switch object.plan.role {
    case .page(let page):
      if field.name == page.edges {
        return .objects(view.items.map { edge($0, field, object) })
      }
      guard page.lists.contains(field.name) else {
        // Other fields of a page have facts about it.
        return field.isMany ? nil : try tells(field, object, view)
      }
      if page.lists.count == 1 || page.edges != nil, field.named.name == page.items, arguments.members.isEmpty {
        return Self.resolved(view.items, as: field)
      }
      return try otherList(field, object, view, arguments)
    case .edge(let node):
      guard field.name == node, let item = object.node else { return nil }
      return Self.resolved(item)
    case .part:
      // A part with facts may have parts of its own.
      return field.isMany ? nil : try tells(field, object, view)
    case .root, .entity: return nil
    }
  }

  /// Returns an object with facts about the page: `pageInfo`, `aggregate`.
  private func tells(
    _ field: FieldPlan, _ object: FakeObject, _ view: PageView
  ) throws(FieldFailure) -> Resolved<FakeObject>? {
    // The `total` in `sum { total }` is a field of the objects, not their number.
    guard field.targets.isEmpty, field.parts.count == 1, !field.isList,
      Self.functions.isDisjoint(with: words(of: field.name))
    else { return nil }
    return Self.resolved(
      FakeObject(
        plan: field.parts[0], identity: object.identity.with("part").with(field.name), owner: object, page: view))
  }

  private static let functions: Set<String> = ["average", "avg", "max", "min", "stddev", "sum", "variance"]

  private func edge(_ node: FakeObject, _ field: FieldPlan, _ page: FakeObject) -> FakeObject {
    let type = plan.plan(field.named.name) ?? page.plan
    // An edge belongs to both ends, whatever the page.
    let identity = (page.owner ?? page).identity.with("edge").with(type.type.name).with(node.identity.value)
    return FakeObject(plan: type, identity: identity, owner: page, page: page.page, node: node)
  }

  /// Returns a list of a page that is not its main one, or that has its own arguments (`Page { users media(…) }`).
  private mutating func otherList(
    _ field: FieldPlan, _ object: FakeObject, _ view: PageView, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject>? {
    guard field.link == .free, !field.targets.isEmpty else { return nil }
    var members =
      field.named.name == object.plan.page?.items
      ? view.call.map { self.members($0.plan, object.owner ?? object) } ?? [] : snapshot.everything(field)
    if !arguments.members.isEmpty { members = try read(field, members, arguments).items }
    guard let call = view.call else { return .list(members.map(Self.resolved)) }
    return .list(try read(call.plan, members, call.arguments).items.map(Self.resolved))
  }
}

extension PageView {
  convenience init(_ page: ListPage<FakeObject>, call: ListCall?) {
    self.init(
      items: page.items,
      page: ListPage(
        items: [], totalCount: page.totalCount, offset: page.offset, pageSize: page.pageSize, hasNext: page.hasNext,
        hasPrevious: page.hasPrevious),
      call: call)
  }

  /// Returns the cursor of an item. In a list of several types, objects may have equal keys, so it has the type, too.
  func cursor(of item: FakeObject) -> String {
    let isMixed = call.map { $0.plan.targets.count + $0.plan.parts.count > 1 } ?? false
    return Cursor.text(forKey: isMixed ? PageWindow.key(item.listKey, of: item.plan.type) : item.listKey)
  }

  /// Returns a fact about the page: a number, a Boolean or a cursor; null if there is none.
  func told(_ fact: PageFact) -> JSON {
    switch fact {
    case .total: .int(page.totalCount)
    case .size: .int(page.pageSize ?? page.totalCount)
    case .length: .int(items.count)
    case .hasNext: .bool(page.hasNext)
    case .hasPrevious: .bool(page.hasPrevious)
    case .startCursor: items.first.map { .string(cursor(of: $0)) } ?? .null
    case .endCursor: items.last.map { .string(cursor(of: $0)) } ?? .null
    case .page: .int(page.currentPage)
    case .pageCount: .int(page.lastPage)
    case .nextPage: page.hasNext ? .int(page.currentPage + 1) : .null
    case .previousPage: page.hasPrevious ? .int(page.currentPage - 1) : .null
    case .offset: .int(page.offset)
    case .firstNumber: .int(items.isEmpty ? 0 : page.offset + 1)
    case .lastNumber: .int(items.isEmpty ? 0 : page.offset + items.count)
    }
  }
}

// MARK: - Pages with several lists, as in `Page { pageInfo users media(…) }`

extension FakeSource {
  /// Returns the first list of a page in a selection, with its arguments; nil for a page of one kind of objects.
  func askedList(of page: TypePlan, below nodes: [Field]) -> ListCall? {
    guard let shown = page.page, shown.edges == nil, shown.lists.count > 1, let asked else { return nil }
    // Only here: few schemas have such pages, and the executor does not expose the operation.
    let fragments = asked.document.fragmentsByName
    let operation = try? asked.document.operation(named: asked.operationName)
    let variables = operation.flatMap { try? plan.schema.coerceVariables(asked.variables, of: $0) } ?? JSONObject()
    var pending = nodes.compactMap(\.selectionSet).flatMap(\.selections)
    var seen: Set<String> = []
    while !pending.isEmpty {
      switch pending.removeFirst() {
      case .field(let node):
        guard shown.lists.contains(node.name.text), let field = plan.field(node.name.text, of: page) else { continue }
        let arguments = try? plan.schema.coerceArguments(
          node.arguments, definitions: field.field.arguments, at: node.place, variables: variables)
        return ListCall(plan: field, arguments: arguments ?? JSONObject())
      case .inlineFragment(let fragment): pending += fragment.selectionSet.selections
      case .fragmentSpread(let spread):
        guard seen.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text] else { continue }
        pending += fragment.selectionSet.selections
      }
    }
    return nil
  }
}
