import GraphQLLanguage

/// Finds the conflicts within selection sets, those that come in by fragments included.
///
/// The reference's algorithm, so that conflicts are found in its order: what a selection set holds itself is
/// compared field by field, then with each fragment that it spreads, then these with each other; each pair of
/// fragments is compared once. Selection sets within two fields of one key are compared likewise.
final class FieldComparison {
  private let context: ValidationContext
  private let table: FieldGroupTable
  private var fieldsAndFragments = PairMemory<ObjectIdentifier, String>()
  private var fragmentPairs = PairMemory<String, String>()
  private var conflicts: [FieldConflict] = []
  private var depth = 0
  private var comparisons = 0

  /// Bounds for documents made to be hard: comparisons nest as deep as fields do, through fragments deeper than a
  /// text can, and their number may grow with the square of the document's. 100 levels fit a stack of 512 kB in an
  /// unoptimised build.
  private static let maximumDepth = 100
  private static let maximumComparisons = 500_000

  init(_ context: ValidationContext) {
    self.context = context
    table = FieldGroupTable(context)
  }

  /// The conflicts of a selection set on a type, in the order in which the reference reports them.
  func conflicts(within selectionSet: SelectionSet, on parent: SchemaType?) -> [FieldConflict] {
    conflicts = []
    let groups = table.groups(of: selectionSet, on: parent)
    for (key, repeated) in groups.entries where repeated.count > 1 {
      let fields = Self.withoutRepetition(repeated)
      for (index, left) in fields.enumerated() {
        for right in fields[(index + 1)...] { compare(key, left, right, exclusive: false) }
      }
    }
    for (index, fragment) in groups.fragments.enumerated() {
      compare(groups, withFragment: fragment, exclusive: false)
      for other in groups.fragments[(index + 1)...] { compareFragments(fragment, other, exclusive: false) }
    }
    return conflicts
  }

  /// Where a key has very many fields: those without equals among them that need no comparison, leaves without
  /// arguments on one type.
  private static func withoutRepetition(_ fields: [FieldGroups.Entry]) -> [FieldGroups.Entry] {
    guard fields.count > 16 else { return fields }
    var seen: Set<[String]> = []
    return fields.filter { entry in
      guard entry.field.selectionSet == nil, entry.field.arguments.isEmpty else { return true }
      return seen.insert([entry.field.name.text, entry.parent?.name ?? ""]).inserted
    }
  }

  private func compare(_ left: FieldGroups, _ right: FieldGroups, exclusive: Bool) {
    for (key, leftFields) in left.entries {
      guard let rightFields = right.fields(key) else { continue }
      for leftField in leftFields {
        for rightField in rightFields { compare(key, leftField, rightField, exclusive: exclusive) }
      }
    }
  }

  private func compare(_ groups: FieldGroups, withFragment name: String, exclusive: Bool) {
    // A work list instead of calls, for fragments that spread fragments; the next one is last.
    var pending = [name]
    while spend(), let name = pending.popLast() {
      guard fieldsAndFragments.insert(ObjectIdentifier(groups), name, exclusive: exclusive),
        let other = table.groups(ofFragment: name), other !== groups
      else { continue }
      compare(groups, other, exclusive: exclusive)
      pending.append(contentsOf: other.fragments.reversed())
    }
  }

  private func compareFragments(_ left: String, _ right: String, exclusive: Bool) {
    var pending = [(left, right)]
    while spend(), let (left, right) = pending.popLast() {
      guard left != right, fragmentPairs.insert(min(left, right), max(left, right), exclusive: exclusive),
        let leftGroups = table.groups(ofFragment: left), let rightGroups = table.groups(ofFragment: right)
      else { continue }
      compare(leftGroups, rightGroups, exclusive: exclusive)
      pending.append(contentsOf: leftGroups.fragments.reversed().map { ($0, right) })
      pending.append(contentsOf: rightGroups.fragments.reversed().map { (left, $0) })
    }
  }

  /// Compares two fields of one response key and keeps their conflict, if they have one.
  private func compare(_ key: String, _ left: FieldGroups.Entry, _ right: FieldGroups.Entry, exclusive: Bool) {
    guard spend() else { return }
    var exclusive = exclusive
    if let leftParent = left.parent, let rightParent = right.parent, leftParent.kind == .object,
      rightParent.kind == .object
    {
      // Two different object types: no object is of both, so the fields never meet in one response.
      exclusive = exclusive || leftParent.name != rightParent.name
    }
    let (leftField, rightField) = (left.field, right.field)
    if !exclusive {
      let (leftName, rightName) = (leftField.name.text, rightField.name.text)
      if leftName != rightName {
        keep(key, "\"\(leftName)\" and \"\(rightName)\" are different fields", leftField, rightField)
        return
      }
      if !sameArguments(leftField.arguments, rightField.arguments) {
        keep(key, "they have differing arguments", leftField, rightField)
        return
      }
    }
    if let leftType = left.type, let rightType = right.type, conflict(leftType, rightType) {
      keep(key, "they return conflicting types \"\(leftType)\" and \"\(rightType)\"", leftField, rightField)
      return
    }
    guard let leftGroups = table.groups(below: left), let rightGroups = table.groups(below: right) else { return }
    compareBelow(key, leftField, leftGroups, rightField, rightGroups, exclusive: exclusive)
  }

  private func compareBelow(
    _ key: String, _ left: Field, _ leftGroups: FieldGroups, _ right: Field, _ rightGroups: FieldGroups,
    exclusive: Bool
  ) {
    let outer = conflicts
    conflicts = []
    depth += 1
    compare(leftGroups, rightGroups, exclusive: exclusive)
    for fragment in rightGroups.fragments { compare(leftGroups, withFragment: fragment, exclusive: exclusive) }
    for fragment in leftGroups.fragments { compare(rightGroups, withFragment: fragment, exclusive: exclusive) }
    for leftFragment in leftGroups.fragments {
      for rightFragment in rightGroups.fragments {
        compareFragments(leftFragment, rightFragment, exclusive: exclusive)
      }
    }
    depth -= 1
    let joined = FieldConflict.joining(conflicts, key: key, left, right)
    conflicts = outer
    if let joined { conflicts.append(joined) }
  }

  /// Counts one step of work; false, and the end of the validation, when there have been too many or when the
  /// comparisons are nested too deeply.
  private func spend() -> Bool {
    comparisons += 1
    if comparisons > Self.maximumComparisons {
      context.abort("Validation aborted: comparing the fields of this document takes too many steps.")
    } else if depth >= Self.maximumDepth {
      context.abort(
        "Validation aborted: fields to be compared are nested more than \(Self.maximumDepth) levels deep.")
    }
    return !context.isAborted
  }

  private func keep(_ key: String, _ reason: String, _ left: Field, _ right: Field) {
    conflicts.append(FieldConflict(key: key, reason: reason, left: [left.place], right: [right.place]))
  }

  /// Whether no value could be of both types: the lists or the exclamation marks differ, or two leaves do.
  private func conflict(_ left: TypeRef, _ right: TypeRef) -> Bool {
    switch (left, right) {
    case (.list(let left), .list(let right)): return conflict(left, right)
    case (.list, _), (_, .list): return true
    case (.nonNull(let left), .nonNull(let right)): return conflict(left, right)
    case (.nonNull, _), (_, .nonNull): return true
    case (.named(let left), .named(let right)):
      guard left != right else { return false }
      return [left, right].contains { context.schema.type(named: $0)?.isLeaf == true }
    }
  }

  private func sameArguments(_ left: [Argument], _ right: [Argument]) -> Bool {
    guard left.count == right.count else { return false }
    return left.allSatisfy { argument in
      right.first { $0.name.text == argument.name.text }.map { sameValue(argument.value, $0.value) } ?? false
    }
  }

  /// Equality of literals in which the order of input-object fields does not count.
  private func sameValue(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.object(let left, _), .object(let right, _)):
      guard left.count == right.count else { return false }
      let left = left.sorted { $0.name.text < $1.name.text }
      let right = right.sorted { $0.name.text < $1.name.text }
      return zip(left, right).allSatisfy { $0.name.text == $1.name.text && sameValue($0.value, $1.value) }
    case (.list(let left, _), .list(let right, _)):
      return left.count == right.count && zip(left, right).allSatisfy { sameValue($0, $1) }
    default: return left == right
    }
  }
}
