import FakeValues
import GraphQLSchema
import OrderedJSON

// What a recorded response says of lists, whole ones and parts of them.

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
    guard var window = ListWindow(field.arguments, items: ids, isPage: plan.page != nil) else { return }
    // Nulls and what is told apart by nothing have no place in a list of objects.
    let isPlain = ids.count == items.count
    window.end = end
    window.hasNext = hasNext ?? window.hasNext ?? total.map { $0 > ids.count && window.offset == 0 }
    if window.offset == 0, window.hasNext == false, isPlain {
      if facts.objects[id]?.lists[plan.linkID] == nil { facts.objects[id]?.lists[plan.linkID] = ids }
    } else {
      facts.objects[id]?.windows[plan.linkID, default: []].append(window)
    }
  }

  /// The objects that a page shows, through its edges or in a list.
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
      // Edges without their nodes show nothing.
      let isAsked = items.contains { item in
        item.node?.fields.contains { !$0.plan.named.isLeaf } == true
      }
      if isAsked { return nodes }
    }
    return nil
  }

  /// What a page tells of itself: the cursor of its end, whether there is more, how long the list is.
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
