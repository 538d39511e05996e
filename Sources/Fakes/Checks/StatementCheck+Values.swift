import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Checks of rules for the values of fields.

extension StatementCheck {
  mutating func check(_ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField) {
    guard let named = schema.type(of: field.type) else { return }
    let place = "\(owner.name).\(field.name)"
    switch statement.clause {
    case .fake(let name, let options):
      guard let kind = kind(name, options, statement) else { return }
      if let problem = misfit(kind, name, named) {
        fail("\(statement.name) of \(place) is \(name), but the field is \(field.type): \(problem)", statement)
      }
    case .examples(let values):
      guard named.isLeaf else {
        return fail(
          "\(statement.name) is set on \(place), which is \(field.type): only scalars and enums have examples.",
          statement)
      }
      guard !values.isEmpty else {
        return fail("\(statement.name) of \(place) is empty: give one value or more.", statement)
      }
      for value in values where !fits(value, field.type) {
        return fail(
          "the value \(value.compactText) in \(statement.name) does not match \(place), which is \(field.type).\(enumHint(value, named))",
          statement)
      }
    case .listLength(let least, let most): checkLength(statement, place, field, named, least, most)
    case .error, .nulls: break
    case .inverse(let name): checkInverse(name, statement, place, field, named)
    case .counts(let name, let members): checkCounts(name, members, statement, owner, field, named)
    case .argument(let path, let text): checkArgument(path, text, statement, owner, field)
    case .pageSize(let size): checkPageSize(size, statement, place, field)
    case .viewer(let isViewer): checkViewer(isViewer, statement, owner, field)
    case .does(let text): checkAction(text, statement, owner, field)
    case .sets(let effects): checkEffects(effects, statement, owner, field)
    case .owner(let isOwner): checkOwner(isOwner, statement, owner, field)
    case .tells(let text): checkEvent(text, statement, owner, field)
    case .follows(let name): checkFollows(name, statement, owner, field)
    case .key, .population, .page, .real: break
    }
  }

  private mutating func kind(
    _ name: String, _ options: [JSONObject.Member], _ statement: FakeStatement
  ) -> ValueKind? {
    guard KindRow.rules[name] != nil else {
      fail(FakeKind.unknown(name), statement)
      return nil
    }
    do throws(FakeOptionError) {
      let (kind, unheeded) = try FakeKind.kind(name, options: options)
      for sentence in unheeded { warn(sentence, statement) }
      return kind
    } catch {
      fail("\(statement.name): \(error.message)", statement)
      return nil
    }
  }

  /// Returns the reason why a field of a type cannot have values of a kind; nil if it can.
  private func misfit(_ kind: ValueKind, _ name: String, _ named: SchemaType) -> String? {
    if named.isComposite { return "objects consist of fields. Set it on those." }
    if named.kind == .enum { return "an enum has its own values. List some of them with examples." }
    switch ScalarForm(scalar: named.name) {
    case .integer, .wideInteger, .float:
      return kind.isNumeric ? nil : "it is not a number."
    case .boolean:
      if case .flagged = kind { return nil }
      return "it is neither true nor false."
    default: return nil
    }
  }

  /// Indicates whether an example may be a value of a field, or an item of it.
  private func fits(_ value: JSON, _ type: TypeRef) -> Bool {
    var type = type
    while let item = type.item { type = item }
    if value == .null { return !type.isNonNull }
    return schema.fits(value, type)
  }

  func enumHint(_ value: JSON, _ named: SchemaType) -> String {
    guard named.kind == .enum, case .string(let text) = value else { return "" }
    return didYouMean("the enum value", suggestionList(text, named.values.map(\.name)))
  }
}
