import FakeClauses
import FakeValues
import GraphQLSchema
import OrderedJSON

/// A suggested line of `endpoint.yaml` for a mutation that is not understood, derived from names alone: `closeIssue`
/// may change the fields of an issue that begin with "clos". The user checks it before using it.
struct MutationSuggestion: Sendable {
  /// The mutation's coordinate: `Mutation.closeIssue`.
  let coordinate: String
  private(set) var does = "none"
  private(set) var sets: [SaidEffect] = []

  /// The line below `fields`.
  var line: String {
    guard let type = sets.first?.type else { return "\(coordinate): { does: \(does) }" }
    let fields = sets.map { "\($0.field): \($0.value.stringValue ?? $0.value.compactText)" }
    return "\(coordinate): { does: \(does), sets: { \(type): { \(fields.joined(separator: ", ")) } } }"
  }

  init(_ reading: MutationReading) {
    coordinate = "\(reading.field.owner.type.name).\(reading.field.name)"
    let types = reading.touched
    guard let type = types.first,
      reading.hasKey(type) || !reading.keySlots.isEmpty || reading.answersMany || reading.name.isMany
    else { return }
    let fields = SuggestedFields(reading: reading, type: type)
    // Several types are those of an interface or a union.
    let shown = types.count == 1 ? type.type : fields.abstract(types) ?? type.type
    let sets = fields.changes().filter { shown.field(named: $0.field.name) != nil }
    let removes =
      reading.name.verb == .delete
      || (reading.name.verb == .remove && reading.subject() === type && !reading.removesFromOther(type))
    if let link = fields.viewersLink() {
      does = "set \(link.owner.type.name).\(link.name)"
    } else if reading.name.word == "toggle", let flag = fields.flag() {
      does = "toggle \(shown.name).\(flag.name)"
    } else if sets.isEmpty, removes {
      does = "delete \(shown.name)"
    } else {
      does = "update \(shown.name)"
      self.sets = sets.map { SaidEffect(type: shown.name, field: $0.field.name, value: $0.value) }
    }
  }
}

/// The fields of a type whose names match a mutation's words.
private struct SuggestedFields {
  let reading: MutationReading
  let type: TypePlan

  func abstract(_ types: [TypePlan]) -> SchemaType? {
    let schema = reading.plan.schema
    let found = schema.types.filter { type in
      type.isAbstract && schema.possibleTypes(of: type).map(\.name) == types.map(\.type.name)
    }
    let said = words(of: reading.keySlots.first?.slot.name ?? "")
    return found.first { said.starts(with: words(of: $0.name)) } ?? found.first
  }

  /// Returns the Boolean field that is named, or the first one.
  func flag() -> FieldPlan? {
    let flags = reading.plan.fields(of: type).filter {
      $0.role == .leaf && !$0.isList && ScalarForm(scalar: $0.named.name) == .boolean
    }
    let said = reading.name.noun + reading.name.tail
    return flags.first { field in !Set(words(of: field.name)).isDisjoint(with: said) } ?? flags.first
  }

  /// Returns the viewer's link in the mutation's name: `defaultAddress` for `setDefaultAddress`.
  func viewersLink() -> FieldPlan? {
    guard let viewer = reading.plan.viewer else { return nil }
    return reading.plan.fields(of: viewer).first { field in
      field.role == .toOne && FieldDraft.noun(of: field.name) == reading.name.noun
        && field.targets.contains { $0 === type }
    }
  }

  /// Returns the fields that match the verb, with their new values.
  func changes() -> [(field: FieldPlan, value: JSON)] {
    let own = words(of: type.type.name)
    let name = reading.name
    if name.isPlain, name.verb != .add, name.verb != .remove { return [] }
    let isNegated = name.word.hasPrefix("un") && name.word.utf8.count > 5
    let verb = isNegated || name.word.hasPrefix("re") ? String(name.word.dropFirst(2)) : name.word
    for word in [name.word, verb] + name.tail.reversed() + name.noun.reversed() where !own.contains(word) {
      let undoes = isNegated || (name.verb == .remove && word != name.word)
      let stem = Self.stem(word)
      guard stem.utf8.count >= 3 else { continue }
      let found = reading.plan.fields(of: type).compactMap { field in
        change(field, stem, undoes).map { (field: field, value: $0) }
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func change(_ field: FieldPlan, _ stem: String, _ undoes: Bool) -> JSON? {
    let parts = words(of: field.name)
    if field.role == .leaf, !field.isList, field.named.kind == .enum, !undoes, parts.last.map(Self.isState) == true {
      return field.named.values.first { words(of: $0.name).joined().hasPrefix(stem) }.map { .string($0.name) }
    }
    // `viewerCanClose` is a permission.
    guard parts.contains(where: { $0.hasPrefix(stem) }), !parts.contains("can") else { return nil }
    if field.role == .toMany, let viewer = reading.plan.viewer, field.targets.contains(where: { $0 === viewer }) {
      // The users that a user follows are another list than the followers.
      if field.owner === viewer, parts.last?.hasSuffix("ers") != true { return nil }
      return undoes ? "leaves" : "joins"
    }
    guard field.role == .leaf, !field.isList else { return nil }
    let form = ScalarForm(scalar: field.named.name)
    if form == .boolean { return .bool(!undoes) }
    if NewObject.milestone(field) != nil || form == .dateTime || form == .date {
      return !undoes ? "now" : field.isNonNull ? nil : .null
    }
    return form.isNumeric ? (undoes ? "less" : "more") : nil
  }

  private static func isState(_ word: String) -> Bool { ["status", "state", "stage", "phase"].contains(word) }

  private static func stem(_ word: String) -> String {
    word.hasSuffix("e") || word.hasSuffix("y") ? String(word.dropLast()) : word
  }
}
