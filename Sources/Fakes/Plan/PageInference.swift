import FakeValues
import GraphQLSchema

/// Tells pages of lists and their edges from other types by their fields.
struct PageInference {
  let schema: Schema
  /// What is said of types, which goes before what their fields look like.
  var said: [String: TypeRule] = [:]

  /// The field of an edge that holds the object; nil where the type is no edge.
  func edgeNode(of type: SchemaType) -> String? {
    if let node = said[type.name]?.edgeNode { return node.isEmpty ? nil : node }
    guard let node = type.field(named: "node"), !node.type.isList, schema.type(of: node.type)?.isComposite == true
    else { return nil }
    return type.field(named: "cursor") != nil || type.name.hasSuffix("Edge") ? "node" : nil
  }

  /// What a type shows of a list; nil where it is no page.
  func page(of type: SchemaType) -> PagePlan? {
    switch said[type.name]?.page {
    case .page(let page)?: return page
    case PageRule.none?: return nil
    case nil: break
    }
    let lists = type.fields.filter { field in
      field.type.isList && schema.type(of: field.type)?.isComposite == true
        && !field.arguments.contains(where: \.isRequired)
    }
    guard !lists.isEmpty else { return nil }
    if let edges = lists.first(where: { $0.name == "edges" }), let edge = schema.type(of: edges.type),
      edgeNode(of: edge) != nil, let node = edge.field(named: "node")
    {
      let items = node.type.typeName
      let others = lists.filter { $0.name != "edges" && $0.type.typeName == items }
      return PagePlan(edges: "edges", lists: ["edges"] + others.map(\.name), items: items)
    }
    guard let first = lists.first(where: { Self.listNames.contains($0.name) }) ?? lists.first else { return nil }
    let facts = type.fields.compactMap { field -> PageFact? in
      if schema.type(of: field.type)?.isLeaf == true { return PageFact(field: field.name) }
      return Self.infoNames.contains(field.name) ? .total : nil
    }
    .filter(\.isDecisive)
    let isNamed = Self.typeEndings.contains { type.name.hasSuffix($0) }
    let isStrong = facts.contains { ![.total, .size, .offset].contains($0) } || hasInfo(type)
    let isWeak = !facts.isEmpty && (isNamed || Self.listNames.contains(first.name))
    guard isStrong || isWeak else { return nil }
    let ordered = [first] + lists.filter { $0.name != first.name }
    return PagePlan(edges: nil, lists: ordered.map(\.name), items: first.type.typeName)
  }

  /// Whether one of its fields is an object that tells of the page: `pageInfo`, `info`, `meta`.
  private func hasInfo(_ type: SchemaType) -> Bool {
    type.fields.contains { field in
      guard let inner = schema.type(of: field.type), inner.kind == .object, !field.type.isList else { return false }
      return isInfo(inner)
    }
  }

  /// Whether a type holds nothing but what is told of a page.
  func isInfo(_ type: SchemaType) -> Bool {
    let facts = type.fields.compactMap { PageFact(field: $0.name) }
    return facts.contains(where: \.isDecisive) && facts.count * 2 > type.fields.count
      && type.fields.allSatisfy { schema.type(of: $0.type)?.isLeaf == true }
  }

  /// Whether a type tells of a list and of nothing else, itself or by its parts: `{ count }`, `{ _count { _all } }`.
  func describesList(_ type: SchemaType) -> Bool {
    if isInfo(type) { return true }
    guard type.name.hasPrefix("Aggregate") || type.name.hasSuffix("Aggregate") else { return false }
    return type.fields.contains { field in
      guard let inner = schema.type(of: field.type), inner.kind == .object, !field.type.isList else { return false }
      return inner.fields.contains { PageFact(field: $0.name) == .total }
    }
  }

  private static let listNames: Set<String> = [
    "nodes", "items", "results", "data", "rows", "records", "entries", "hits", "content", "list", "docs", "returning",
    "objects", "values",
  ]
  private static let infoNames: Set<String> = [
    "pageInfo", "pagination", "info", "meta", "aggregate", "_meta", "paging",
  ]
  private static let typeEndings = [
    "Connection", "Page", "Paginated", "Pagination", "Collection", "List", "Results", "ResultSet", "Result",
    "PaginatorInfo", "Paginator", "_aggregate", "Aggregate",
  ]
}
