import GraphQLLanguage

/// Finds the conflicts within selection sets and the fragments that they spread.
///
/// Uses graphql-js's algorithm, for its order: a selection set's own fields are compared with each other, then with
/// each fragment that it spreads, then these fragments with each other. Each pair of fragments is compared once. The
/// selection sets of two fields with one key are compared in the same way.
///
/// The work may grow with the square of the document's size. Therefore everything that `MergeCheck` proves free of
/// conflicts is skipped, and only conflicts that need a message are compared.
final class FieldComparison {
  private let context: ValidationContext
  /// False to accept fields of one key that have different types, and that no object has both of.
  private let comparesShapes: Bool
  private let table: FieldGroupTable
  private var fieldsAndFragments = PairMemory<ObjectIdentifier, String>()
  private var fragmentPairs = PairMemory<String, String>()
  private var check: MergeCheck
  private var isDocumentFree: Bool?
  private var conflicts: [FieldConflict] = []
  private var depth = 0
  private var comparisons = 0
  /// The reason that the comparison was aborted; nil if it was not.
  private(set) var abortion: String?

  /// Limits for documents with many or deep conflicts. 100 levels fit 512 kB of stack in an unoptimized build.
  private static let maximumDepth = 100
  private static let maximumComparisons = 500_000

  init(_ context: ValidationContext, comparesShapes: Bool) {
    self.context = context
    self.comparesShapes = comparesShapes
    table = FieldGroupTable(context)
    check = MergeCheck(context, comparesShapes: comparesShapes)
  }

  /// Returns the conflicts of a selection set on a type in graphql-js's order, up to the number that can be reported.
  func conflicts(within selectionSet: SelectionSet, on parent: SchemaType?) -> [FieldConflict] {
    if isDocumentFree == nil { isDocumentFree = check.isFree(context.document) }
    if isDocumentFree == true || check.isFree(selectionSet, on: parent) { return [] }
    conflicts = []
    let groups = table.groups(of: selectionSet, on: parent)
    for (key, fields) in groups.entries where fields.count > 1 { compareAll(fields, of: key) }
    for (index, fragment) in groups.fragments.enumerated() {
      compare(groups, withFragment: fragment, exclusive: false)
      for other in groups.fragments[(index + 1)...] where spend() {
        compareFragments(fragment, other, exclusive: false)
      }
    }
    return conflicts
  }

  private func compareAll(_ fields: [FieldGroups.Entry], of key: String) {
    if fields.count > 2, check.isFree(fields) { return }
    let likes = Self.likes(fields)
    for (index, left) in fields.enumerated() where spend() {
      for other in (index + 1)..<max(fields.count, index + 1) {
        if likes[index] >= 0, likes[index] == likes[other] {
          if other % 64 == 0, !spend() { return }
          continue
        }
        compare(key, left, fields[other], exclusive: false)
      }
    }
  }

  /// Returns a number for each field. Equal numbers mark equal fields, which need no comparison: leaves without
  /// arguments on one type. Other fields have -1.
  private static func likes(_ fields: [FieldGroups.Entry]) -> [Int] {
    guard fields.count > 16 else { return Array(repeating: -1, count: fields.count) }
    var numbers: [[String]: Int] = [:]
    return fields.map { entry in
      guard entry.field.selectionSet == nil, entry.field.arguments.isEmpty else { return -1 }
      let like = [entry.field.name.text, entry.parent?.name ?? ""]
      let number = numbers[like] ?? numbers.count
      numbers[like] = number
      return number
    }
  }

  private func compare(_ left: FieldGroups, _ right: FieldGroups, exclusive: Bool) {
    for (key, leftFields) in left.entries {
      guard let rightFields = right.fields(key) else { continue }
      for leftField in leftFields where spend() {
        for rightField in rightFields { compare(key, leftField, rightField, exclusive: exclusive) }
      }
    }
  }

  private func compare(_ groups: FieldGroups, withFragment name: String, exclusive: Bool) {
    // A work list instead of recursion, for chains of fragments; the next item is last.
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

  /// Compares two fields with one response key, and records a conflict.
  private func compare(_ key: String, _ left: FieldGroups.Entry, _ right: FieldGroups.Entry, exclusive: Bool) {
    guard spend() else { return }
    var exclusive = exclusive
    if let leftParent = left.parent, let rightParent = right.parent, leftParent.kind == .object,
      rightParent.kind == .object
    {
      // Different object types: the fields never occur in one object.
      exclusive = exclusive || leftParent.name != rightParent.name
    }
    guard comparesShapes || !exclusive else { return }
    let (leftField, rightField) = (left.field, right.field)
    if !exclusive {
      let (leftName, rightName) = (leftField.name.text, rightField.name.text)
      if leftName != rightName {
        keep(key, "\"\(leftName)\" and \"\(rightName)\" are different fields", leftField, rightField)
        return
      }
      if !FieldLikeness.sameArguments(leftField.arguments, rightField.arguments) {
        keep(key, "they have differing arguments", leftField, rightField)
        return
      }
    }
    if comparesShapes, let leftType = left.type, let rightType = right.type,
      FieldLikeness.conflict(leftType, rightType, context.schema)
    {
      keep(key, "they return conflicting types \"\(leftType)\" and \"\(rightType)\"", leftField, rightField)
      return
    }
    guard let leftGroups = table.groups(below: left), let rightGroups = table.groups(below: right) else { return }
    if check.isFree(leftGroups, rightGroups, exclusive: exclusive) { return }
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
      for rightFragment in rightGroups.fragments where spend() {
        compareFragments(leftFragment, rightFragment, exclusive: exclusive)
      }
    }
    depth -= 1
    let joined = FieldConflict.joining(conflicts, key: key, left, right)
    conflicts = outer
    if let joined { conflicts.append(joined) }
  }

  /// Counts one step. Returns false after too many steps, too deep nesting, or more conflicts than can be reported.
  private func spend() -> Bool {
    comparisons += 1
    if abortion != nil { return false }
    if comparisons > Self.maximumComparisons {
      abortion = "Validation aborted: comparing the fields of this document takes too many steps."
    } else if depth >= Self.maximumDepth {
      abortion = "Validation aborted: fields to be compared are nested more than \(Self.maximumDepth) levels deep."
    } else if depth == 0, conflicts.count > context.remainingErrors {
      return false
    }
    return abortion == nil && !context.isAborted
  }

  private func keep(_ key: String, _ reason: String, _ left: Field, _ right: Field) {
    conflicts.append(FieldConflict(key: key, reason: reason, left: [left.place], right: [right.place]))
  }
}
