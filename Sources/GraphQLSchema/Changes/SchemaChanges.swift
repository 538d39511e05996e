import GraphQLLanguage
import OrderedJSON

/// Compares two versions of a schema, in graphql-js's order: the schema itself, types, directives.
///
/// Returns no changes if and only if the schemas are equivalent, in any order. `@deprecated`, `@specifiedBy` and
/// `@oneOf` have kinds of their own.
///
/// Pass false for `appliedDirectives` to ignore other applied directives, for a schema from introspection, which lacks
/// them. Changes that graphql-js reports are in its order.
package func schemaChanges(from old: Schema, to new: Schema, appliedDirectives: Bool = true) -> [SchemaChange] {
  var finder = ChangeFinder(old: old, new: new, comparesApplied: appliedDirectives)
  finder.compareSchemas()
  finder.compareTypes()
  finder.compareDirectives()
  return finder.changes
}

/// Compares two schemas side by side.
struct ChangeFinder {
  let old: Schema
  let new: Schema
  let comparesApplied: Bool
  private(set) var changes: [SchemaChange] = []

  init(old: Schema, new: Schema, comparesApplied: Bool) {
    self.old = old
    self.new = new
    self.comparesApplied = comparesApplied
  }

  mutating func note(_ kind: SchemaChange.Kind, _ sentence: String) {
    changes.append(SchemaChange(kind, sentence))
  }

  /// Compares the root types and the schema's own description and directives.
  mutating func compareSchemas() {
    let roots = [
      ("query", old.queryTypeName, new.queryTypeName),
      ("mutation", old.mutationTypeName, new.mutationTypeName),
      ("subscription", old.subscriptionTypeName, new.subscriptionTypeName),
    ]
    for (kind, before, after) in roots where before != after {
      switch (before, after) {
      case (let before?, let after?):
        note(.rootTypeChanged, "The \(kind) root type changed from \(before) to \(after).")
      case (let before?, nil): note(.rootTypeRemoved, "The \(kind) root type \(before) was removed.")
      case (nil, let after?): note(.rootTypeAdded, "The \(kind) root type \(after) was added.")
      case (nil, nil): continue
      }
    }
    compareDescriptions(of: "the schema", old.description, new.description)
    compareApplied(on: "The schema", old.appliedDirectives, new.appliedDirectives)
  }

  mutating func compareDescriptions(of coordinate: String, _ before: String?, _ after: String?) {
    switch (before, after) {
    case (nil, nil): return
    case (_?, nil): note(.descriptionChanged, "Description of \(coordinate) was removed.")
    case (let before, let after?):
      if let before, before.hasSameScalars(as: after) { return }
      note(.descriptionChanged, "Description of \(coordinate) has changed to \(StringValue(after).printed()).")
    }
  }

  mutating func compareDeprecations(of coordinate: String, _ before: String?, _ after: String?) {
    switch (before, after) {
    case (nil, nil): return
    case (_?, nil): note(.deprecationRemoved, "\(coordinate) is no longer deprecated.")
    case (nil, let reason?):
      note(.deprecationAdded, "\(coordinate) is deprecated now: \(StringValue(reason).printed()).")
    case (let before?, let after?):
      if before.hasSameScalars(as: after) { return }
      note(
        .deprecationReasonChanged, "\(coordinate) is deprecated for another reason: \(StringValue(after).printed()).")
    }
  }

  /// Compares the directives on a definition in any order, counting repetitions.
  mutating func compareApplied(on coordinate: String, _ before: [Directive], _ after: [Directive]) {
    guard comparesApplied, before != after else { return }
    var counts: [String: Int] = [:]
    let before = before.map { $0.sorted.printed() }
    let after = after.map { $0.sorted.printed() }
    for text in after { counts[text, default: 0] += 1 }
    for text in before {
      counts[text, default: 0] -= 1
      if counts[text, default: 0] < 0 { note(.appliedDirectiveRemoved, "\(coordinate) no longer has \(text).") }
    }
    for text in after where counts[text, default: 0] > 0 {
      counts[text, default: 0] -= 1
      note(.appliedDirectiveAdded, "\(coordinate) has \(text) now.")
    }
  }
}

/// Two lists compared by name. Each result keeps its list's order.
struct NamedDifference<Element> {
  private(set) var added: [Element] = []
  private(set) var removed: [Element] = []
  private(set) var kept: [(old: Element, new: Element)] = []

  init(_ old: [Element], _ new: [Element], name: (Element) -> String) {
    let newByName = Dictionary(new.map { (name($0), $0) }, uniquingKeysWith: { _, last in last })
    for element in old {
      if let match = newByName[name(element)] { kept.append((element, match)) } else { removed.append(element) }
    }
    let oldNames = Set(old.map(name))
    added = new.filter { !oldNames.contains(name($0)) }
  }
}
