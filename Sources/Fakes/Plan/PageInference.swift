import FakeValues
import GraphQLSchema

/// Recognizes pages of lists and their edges by their fields.
struct PageInference {
  let schema: Schema
  /// The rules for types, which override inference.
  var said: [String: TypeRule] = [:]

  /// Returns the field of an edge with the object; nil if the type is not an edge.
  func edgeNode(of type: SchemaType) -> String? {
    if let node = said[type.name]?.edgeNode { return node.isEmpty ? nil : node }
    guard let node = type.field(named: "node"), !node.type.isList, schema.type(of: node.type)?.isComposite == true
    else { return nil }
    return type.field(named: "cursor") != nil || type.name.hasSuffix("Edge") ? "node" : nil
  }

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
    // A connection may have its objects only.
    let isBare =
      ["Connection", "Page", "Collection", "List"].contains { type.name.hasSuffix($0) } && type.fields.count == 1
      && Self.listNames.contains(first.name)
    let isWeak = (!facts.isEmpty || isBare) && (isNamed || Self.listNames.contains(first.name))
    guard isStrong || isWeak else { return nil }
    let ordered = [first] + lists.filter { $0.name != first.name }
    return PagePlan(edges: nil, lists: ordered.map(\.name), items: first.type.typeName)
  }

  /// Indicates whether one of its fields is an object about the page: `pageInfo`, `info`, `meta`.
  private func hasInfo(_ type: SchemaType) -> Bool {
    type.fields.contains { field in
      guard let inner = schema.type(of: field.type), inner.kind == .object, !field.type.isList else { return false }
      return isInfo(inner)
    }
  }

  /// Indicates whether a type only has facts about a page.
  func isInfo(_ type: SchemaType) -> Bool {
    let facts = type.fields.compactMap { PageFact(field: $0.name) }
    return facts.contains(where: \.isDecisive) && facts.count * 2 > type.fields.count
      && type.fields.allSatisfy { schema.type(of: $0.type)?.isLeaf == true }
  }

  /// Indicates whether a type only describes a list, itself or by its parts: `{ count }`, `{ _count { _all } }`.
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
