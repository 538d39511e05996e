import FakeValues
import GraphQLSchema
import OrderedJSON

// Facts about lists in a recorded response, whole ones and parts.

extension LearnedFacts {
  mutating func recordList(_ field: RecordedField, of id: ObjectID, _ facts: inout RecordedFacts) {
    let plan = field.plan
    var items: [RecordedValue] = []
    var (end, hasNext, total): (String?, Bool?, Int?)
    if let page = plan.page {
      guard let node = field.value.node else { return }
      (end, hasNext, total) = Self.pageFacts(node)
      let isCut = ListWindow(field.arguments, items: [], isPage: true) != nil
      if let total, isCut { record(total, of: plan.id, id, &facts) }
      guard let shown = shownItems(node, page) else { return }
      items = shown
    } else {
      guard case .list(let all) = field.value else { return }
      items = all
    }
    let ids = objects(in: items, &facts)
    noteList(ids, field, of: id)
    guard var window = ListWindow(field.arguments, items: ids, isPage: plan.page != nil, isFixture: isFixture) else {
      return
    }
    // Nulls and objects without an identity cannot be in a list of objects.
    let isPlain = ids.count == items.count
    window.end = end
    window.hasNext = hasNext ?? window.hasNext ?? total.map { $0 > ids.count && window.offset == 0 }
    if window.offset == 0, window.hasNext == false, isPlain {
      if facts.objects[id]?.lists[plan.linkID] == nil { facts.objects[id]?.lists[plan.linkID] = ids }
    } else {
      facts.objects[id]?.windows[plan.linkID, default: []].append(window)
    }
  }

  /// Returns the objects of a page, from its edges or a list.
  private func shownItems(_ node: RecordedNode, _ page: TypePlan) -> [RecordedValue]? {
    guard let shown = page.page else { return nil }
    for field in node.fields where shown.lists.contains(field.plan.name) && field.arguments.isEmpty {
      guard case .list(let items) = field.value else { continue }
      guard field.plan.name == shown.edges else {
        if field.plan.named.name == shown.items { return items }
        continue
      }
      let nodes = items.map { edge -> RecordedValue in
        guard let edge = edge.node, case .edge(let name) = edge.plan.role else { return .null }
        return edge.value(of: name) ?? .null
      }
      // Edges without their nodes have no objects.
      let isAsked = items.contains { item in
        item.node?.fields.contains { !$0.plan.named.isLeaf } == true
      }
      if isAsked { return nodes }
    }
    return nil
  }

  /// Returns a page's end cursor, whether there is more, and the length of the list.
  private static func pageFacts(_ node: RecordedNode) -> (String?, Bool?, Int?) {
    var (end, hasNext, total): (String?, Bool?, Int?)
    for field in node.fields {
      if let inner = field.value.node, inner.plan.page == nil, !inner.plan.isEntity {
        let more = pageFacts(inner)
        (end, hasNext, total) = (end ?? more.0, hasNext ?? more.1, total ?? more.2)
      }
      switch field.plan.fact {
      case .endCursor: end = end ?? field.value.json?.keyText
      case .hasNext: hasNext = hasNext ?? field.value.json?.boolValue
      case .total: total = total ?? field.value.json?.intValue
      default: break
      }
    }
    return (end, hasNext, total)
  }
}
