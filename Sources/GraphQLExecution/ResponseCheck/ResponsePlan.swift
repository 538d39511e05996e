import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The expected shape of an operation's response, computed as needed and cached.
///
/// Depends on variables only through `@skip` and `@include`, so one plan can serve all recordings of an operation.
final class ResponsePlan {
  let schema: Schema
  private let fragments: [String: FragmentDefinition]
  /// The values of the variables in conditions, without unknown ones.
  private let conditions: [String: Bool]

  init(schema: Schema, fragments: [String: FragmentDefinition], conditions: [String: Bool]) {
    self.schema = schema
    self.fragments = fragments
    self.conditions = conditions
  }

  /// A selection set that may be part of the response.
  struct Part {
    var selections: SelectionSet
    /// True if the server may omit it.
    var isOptional = false
  }

  /// Returns the fields of selection sets for a concrete type, merged by response key (section 6.3.2).
  func selection(_ parts: [Part], on type: SchemaType) -> PlannedSelection {
    var collector = Collector(plan: self, type: type)
    collector.collect(parts)
    return PlannedSelection(
      type: type,
      fields: collector.groups.map { PlannedField($0.key, $0.nodes, on: type, in: schema) })
  }

  // MARK: Conditions

  /// Indicates whether a selection is in the response; nil if unknown.
  fileprivate func isIncluded(_ directives: [Directive]) -> Bool? {
    if directives.isEmpty { return true }
    var isKnown = true
    for directive in directives {
      switch directive.name.text {
      case "skip", "include":
        guard let condition = condition(of: directive) else {
          isKnown = false
          continue
        }
        if condition == (directive.name.text == "skip") { return false }
      // Deferred content may come later or at once.
      case "defer": isKnown = false
      default: break
      }
    }
    return isKnown ? true : nil
  }

  private func condition(of directive: Directive) -> Bool? {
    switch directive.arguments.first(where: { $0.name.text == "if" })?.value {
    case .boolean(let value, _): value
    case .variable(let name): conditions[name.text]
    default: nil
    }
  }

  fileprivate func applies(_ condition: NamedType?, to type: SchemaType) -> Bool {
    guard let name = condition?.name.text else { return true }
    return name == type.name || schema.isSubtype(type.name, of: name)
  }

  /// Collects the fields for one type. Uses a list instead of recursion, because fragment chains have no depth limit.
  private struct Collector {
    let plan: ResponsePlan
    let type: SchemaType
    private(set) var groups: [(key: String, nodes: [PlannedField.Node])] = []
    private var indexes: [String: Int] = [:]
    private var visited: [String: Bool] = [:]

    init(plan: ResponsePlan, type: SchemaType) {
      self.plan = plan
      self.type = type
    }

    mutating func collect(_ parts: [Part]) {
      var pending = parts.reversed().map { (rest: $0.selections.selections[...], isOptional: $0.isOptional) }
      while let last = pending.indices.last {
        guard let selection = pending[last].rest.popFirst() else {
          pending.removeLast()
          continue
        }
        let isOptional = pending[last].isOptional
        switch selection {
        case .field(let field):
          guard let included = certainty(field.directives, isOptional) else { continue }
          add(PlannedField.Node(field: field, isOptional: !included))
        case .inlineFragment(let fragment):
          guard let included = certainty(fragment.directives, isOptional),
            plan.applies(fragment.typeCondition, to: type)
          else { continue }
          pending.append((fragment.selectionSet.selections[...], !included))
        case .fragmentSpread(let spread):
          guard let included = certainty(spread.directives, isOptional) else { continue }
          // A fragment that was optional is visited again where it is certain.
          if let before = visited[spread.name.text], before || !included { continue }
          visited[spread.name.text] = included
          guard let fragment = plan.fragments[spread.name.text], plan.applies(fragment.typeCondition, to: type) else {
            continue
          }
          pending.append((fragment.selectionSet.selections[...], !included))
        }
      }
    }

    /// Returns nil for a skipped selection; else whether it is certain to be in the response.
    private func certainty(_ directives: [Directive], _ isOptional: Bool) -> Bool? {
      switch plan.isIncluded(directives) {
      case false?: nil
      case true?: !isOptional
      case nil: false
      }
    }

    private mutating func add(_ node: PlannedField.Node) {
      let key = node.field.responseKey
      if let index = indexes[key] {
        groups[index].nodes.append(node)
      } else {
        indexes[key] = groups.count
        groups.append((key, [node]))
      }
    }
  }
}

/// The expected fields of an object of one type.
final class PlannedSelection {
  let type: SchemaType
  let fields: [PlannedField]
  /// The keys of the type's name.
  let typenameKeys: [String]
  private let indexes: [String: Int]

  init(type: SchemaType, fields: [PlannedField]) {
    self.type = type
    self.fields = fields
    typenameKeys = fields.filter { $0.isTypename && !$0.isOptional }.map(\.key)
    indexes = Dictionary(fields.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of the field with a response key.
  func index(of key: String) -> Int? {
    guard let index = indexes[key], fields[index].key.hasSameScalars(as: key) else { return nil }
    return index
  }

  /// The number of unexpected and missing keys of an object.
  func strangeness(of object: JSONObject) -> Int {
    let known = object.members.count { index(of: $0.name) != nil }
    return object.members.count - known + max(0, fields.count { !$0.isOptional } - known)
  }

  /// Indicates whether objects of another type have the same fields, apart from the type's name.
  func looksSame(as other: PlannedSelection) -> Bool {
    fields.count == other.fields.count
      && zip(fields, other.fields).allSatisfy { left, right in
        left.key == right.key && left.isOptional == right.isOptional && left.type == right.type
          && left.isTypename == right.isTypename
          && left.nodes.map(\.field.place.start) == right.nodes.map(\.field.place.start)
      }
  }
}

/// An expected field of an object.
final class PlannedField {
  let key: String
  let nodes: [Node]
  let coordinate: String
  /// The field's type; nil if any value is accepted, because the schema lacks the field or a key has several fields.
  let type: TypeRef?
  let completion: Completion?
  let isTypename: Bool
  /// True if the server may omit the field.
  let isOptional: Bool
  /// The selections computed so far, by type name.
  private var selections: [String: PlannedSelection] = [:]
  private var candidates: [Candidate]?

  /// One appearance of the field in the document.
  struct Node {
    var field: Field
    var isOptional: Bool
  }

  /// Possible types of an abstract type whose objects have the same fields.
  struct Candidate {
    var selection: PlannedSelection
    var names: Set<String>
  }

  init(_ key: String, _ nodes: [Node], on parent: SchemaType, in schema: Schema) {
    self.key = key
    self.nodes = nodes
    let name = nodes[0].field.name.text
    coordinate = "\(parent.name).\(name)"
    let isOne = nodes.allSatisfy { $0.field.name.text == name }
    type = isOne ? schema.field(named: name, of: parent)?.type : nil
    completion = type.map { Completion($0, in: schema) }
    isTypename = isOne && name == SchemaField.typename.name
    isOptional = nodes.allSatisfy(\.isOptional)
  }

  private var parts: [ResponsePlan.Part] {
    // If an optional field is present, its own selections are, too.
    nodes.compactMap { node in
      node.field.selectionSet.map { .init(selections: $0, isOptional: node.isOptional && nodes.count > 1) }
    }
  }

  func selection(on type: SchemaType, _ plan: ResponsePlan) -> PlannedSelection {
    if let known = selections[type.name] { return known }
    let made = plan.selection(parts, on: type)
    selections[type.name] = made
    return made
  }

  /// Returns the possible object shapes of an abstract type, in the order of its possible types.
  func candidates(of type: SchemaType, _ plan: ResponsePlan) -> [Candidate] {
    if let candidates { return candidates }
    var found: [Candidate] = []
    for possible in plan.schema.possibleTypes(of: type) {
      let selection = selection(on: possible, plan)
      if let index = found.firstIndex(where: { $0.selection.looksSame(as: selection) }) {
        found[index].names.insert(possible.name)
      } else {
        found.append(Candidate(selection: selection, names: [possible.name]))
      }
    }
    candidates = found
    return found
  }
}
