import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema

// Checks of rules for the fields of a page.

extension StatementCheck {
  /// The words in addition to those of `PageFact`.
  private static let frame = ["items", "edges", "node", "edgeCursor"]

  /// Adds a rule for a page; nil if the type is declared not to be a page.
  mutating func take(_ members: [FakeClause.PageMember]?, _ type: SchemaType, _ statement: FakeStatement) {
    let inferred = pages.page(of: type)
    guard let members else {
      rules.types[type.name, default: TypeRule()].page = PageRule.none
      if let edges = inferred?.edges.flatMap({ type.field(named: $0) }) {
        rules.types[edges.type.typeName, default: TypeRule()].edgeNode = ""
      }
      return
    }
    let before = errors.count
    let known = Self.frame + PageFact.roles.map(\.word)
    for member in members where !known.contains(member.role) {
      let hint = didYouMean(suggestionList(member.role, known))
      fail(
        "\(statement.name) of \(type.name) has no \"\(member.role)\".\(hint.isEmpty ? " It has: \(known.joined(separator: ", "))." : hint)",
        statement)
    }
    guard errors.count == before else { return }
    func said(_ role: String) -> String? { members.first { $0.role == role }?.field }
    guard let plan = plan(said("items"), said("edges"), said("node"), inferred, type, statement) else { return }
    rules.types[type.name, default: TypeRule()].page = .page(plan)
    let edge = plan.edges.flatMap { type.field(named: $0) }.flatMap { schema.type(of: $0.type) }
    if let name = said("edgeCursor") {
      guard let edge else {
        return fail("\(statement.name) of \(type.name) has an edgeCursor and no edges.", statement)
      }
      setFact(.endCursor, "edgeCursor", [name], edge, statement)
    }
    for (word, fact) in PageFact.roles {
      guard let path = said(word) else { continue }
      setFact(
        fact, word, path.split(separator: ".", omittingEmptySubsequences: false).map(String.init), type, statement)
    }
  }

  private mutating func plan(
    _ items: String?, _ edges: String?, _ node: String?, _ inferred: PagePlan?, _ type: SchemaType,
    _ statement: FakeStatement
  ) -> PagePlan? {
    let edges = edges ?? (items == nil ? inferred?.edges : nil)
    if let edges {
      guard let list = self.list(edges, "edges", type, statement), let edge = schema.type(of: list.type) else {
        return nil
      }
      let name = node ?? pages.edgeNode(of: edge)
      guard let name, let held = edge.field(named: name) else {
        let ending = node.map { didYouMean(suggestionList($0, edge.fields.map(\.name))) } ?? ""
        fail(
          "\(statement.name) of \(type.name): \(edge.name) has no \(node.map { "field \"\($0)\"" } ?? "field node").\(ending.isEmpty ? " Name the field that is the node." : ending)",
          statement)
        return nil
      }
      guard schema.type(of: held.type)?.isComposite == true, !held.type.isList else {
        fail(
          "\(statement.name) of \(type.name): node is \(edge.name).\(name), which is \(held.type), not an object.",
          statement)
        return nil
      }
      if let items, self.list(items, "items", type, statement) == nil { return nil }
      rules.types[edge.name, default: TypeRule()].edgeNode = name
      let others = lists(of: type).filter { $0 != edges && type.field(named: $0)?.type.typeName == held.type.typeName }
      return PagePlan(edges: edges, lists: [edges] + others, items: held.type.typeName)
    }
    guard let items = items ?? inferred?.lists.first else {
      fail(
        "\(statement.name) of \(type.name) has neither items nor edges, and its fields are not those of a page.",
        statement)
      return nil
    }
    guard let list = self.list(items, "items", type, statement) else { return nil }
    return PagePlan(edges: nil, lists: [items] + lists(of: type).filter { $0 != items }, items: list.type.typeName)
  }

  private func lists(of type: SchemaType) -> [String] {
    type.fields.filter { field in
      field.type.isList && schema.type(of: field.type)?.isComposite == true
        && !field.arguments.contains(where: \.isRequired)
    }.map(\.name)
  }

  /// Returns the field of a page that must be a list of objects.
  private mutating func list(
    _ name: String, _ role: String, _ type: SchemaType, _ statement: FakeStatement
  ) -> SchemaField? {
    guard let field = field(name, role, type, statement) else { return nil }
    guard lists(of: type).contains(name) else {
      fail(
        "\(statement.name) of \(type.name): \(role) is \"\(name)\", which is \(field.type), not a list of objects.",
        statement)
      return nil
    }
    return field
  }

  private mutating func field(
    _ name: String, _ role: String, _ type: SchemaType, _ statement: FakeStatement
  ) -> SchemaField? {
    if let field = type.field(named: name) { return field }
    let ending = didYouMean(suggestionList(name, type.fields.map(\.name)))
    fail(
      "\(statement.name) of \(type.name): \(role) is \"\(name)\", which \(type.name) does not have.\(ending)", statement
    )
    return nil
  }

  /// Adds the field with a fact about a page: its own field, or one of an object that it has.
  private mutating func setFact(
    _ fact: PageFact, _ role: String, _ path: [String], _ page: SchemaType, _ statement: FakeStatement
  ) {
    var type = page
    for name in path.dropLast() {
      guard let holder = field(name, role, type, statement) else { return }
      guard let inner = schema.type(of: holder.type), inner.kind == .object, !holder.type.isList else {
        return fail(
          "\(statement.name) of \(page.name): \(role) is in \"\(name)\", which is \(holder.type), not an object.",
          statement)
      }
      type = inner
    }
    guard let name = path.last, let field = field(name, role, type, statement) else { return }
    guard let form = schema.type(of: field.type).flatMap({ $0.kind == .scalar ? ScalarForm(scalar: $0.name) : nil }),
      !field.type.isList, fact.fits(form)
    else {
      return fail(
        "\(statement.name) of \(page.name): \(role) is \"\(path.joined(separator: "."))\", which is \(field.type): expected \(fact.form).",
        statement)
    }
    var rule = rules.fields[type.name]?[name] ?? FieldRule()
    rule.fact = fact
    rules.fields[type.name, default: [:]][name] = rule
  }
}

extension PageFact {
  /// The type that a field with the fact must have.
  fileprivate var form: String {
    switch self {
    case .hasNext, .hasPrevious: "a Boolean"
    case .startCursor, .endCursor: "one text or id"
    default: "a number"
    }
  }

  fileprivate func fits(_ form: ScalarForm) -> Bool {
    switch self {
    case .hasNext, .hasPrevious: form == .boolean
    case .startCursor, .endCursor: !form.isNumeric && form != .boolean
    default: form.isNumeric
    }
  }
}
