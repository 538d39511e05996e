import GraphQLLanguage

/// The fields of a selection set by response key, including inline fragments, and the names of the fragments that it
/// spreads; both in source order. A class, because comparisons are remembered by identity.
final class FieldGroups {
  /// A field with the type that it is selected on.
  final class Entry {
    let field: Field
    let parent: SchemaType?
    let type: TypeRef?
    fileprivate var groups: FieldGroups?

    init(_ field: Field, parent: SchemaType?, type: TypeRef?) {
      self.field = field
      self.parent = parent
      self.type = type
    }
  }

  let selectionSet: SelectionSet
  let parent: SchemaType?
  private(set) var entries: [(key: String, fields: [Entry])] = []
  private(set) var fragments: [String] = []
  private var fragmentNames: Set<String> = []
  private var index: [String: Int] = [:]

  init(_ selectionSet: SelectionSet, on parent: SchemaType?) {
    self.selectionSet = selectionSet
    self.parent = parent
  }

  func fields(_ key: String) -> [Entry]? { index[key].map { entries[$0].fields } }

  fileprivate func add(_ entry: Entry) {
    let key = entry.field.responseKey
    if let known = index[key] {
      entries[known].fields.append(entry)
    } else {
      index[key] = entries.count
      entries.append((key, [entry]))
    }
  }

  fileprivate func add(fragment name: String) {
    if fragmentNames.insert(name).inserted { fragments.append(name) }
  }
}

/// Makes and caches the groups of selection sets.
final class FieldGroupTable {
  private let context: ValidationContext
  /// The groups by the start of their selection set; those in no text are not cached here.
  private var byPlace: [Int32: FieldGroups] = [:]
  private var byFragment: [String: FieldGroups] = [:]
  /// Keeps all groups alive, so that identities are not reused.
  private var all: [FieldGroups] = []

  init(_ context: ValidationContext) { self.context = context }

  func groups(of selectionSet: SelectionSet, on parent: SchemaType?) -> FieldGroups {
    if let known = byPlace[selectionSet.place.start] { return known }
    let groups = FieldGroups(selectionSet, on: parent)
    all.append(groups)
    if selectionSet.place.start >= 0 { byPlace[selectionSet.place.start] = groups }
    collect(selectionSet, on: parent, into: groups)
    return groups
  }

  func groups(ofFragment name: String) -> FieldGroups? {
    if let known = byFragment[name] { return known }
    guard let fragment = context.fragment(name) else { return nil }
    let parent = context.schema.type(named: fragment.typeCondition.name.text)
    let groups = groups(of: fragment.selectionSet, on: parent)
    byFragment[name] = groups
    return groups
  }

  /// The groups of a field's selection set; nil for a field without one.
  func groups(below entry: FieldGroups.Entry) -> FieldGroups? {
    if let known = entry.groups { return known }
    guard let selectionSet = entry.field.selectionSet else { return nil }
    let parent = entry.type.flatMap { context.schema.type(named: $0.typeName) }
    let groups = groups(of: selectionSet, on: parent)
    entry.groups = groups
    return groups
  }

  private func collect(_ selectionSet: SelectionSet, on parent: SchemaType?, into groups: FieldGroups) {
    for selection in selectionSet.selections {
      switch selection {
      case .field(let field):
        let type = parent?.field(named: field.name.text)?.type
        groups.add(FieldGroups.Entry(field, parent: parent, type: type))
      case .fragmentSpread(let spread): groups.add(fragment: spread.name.text)
      case .inlineFragment(let fragment):
        let type = fragment.typeCondition.map { context.schema.type(named: $0.name.text) } ?? parent
        collect(fragment.selectionSet, on: type, into: groups)
      }
    }
  }
}
