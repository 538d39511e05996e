import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Checks of rules for lists, and for links between objects.

extension StatementCheck {
  mutating func checkLength(
    _ statement: FakeStatement, _ place: String, _ field: SchemaField, _ named: SchemaType, _ least: Int, _ most: Int
  ) {
    let subject = "\(statement.name) of \(place)"
    guard isMany(field) else {
      return fail(
        "\(statement.name) is set for \(place), which is \(field.type). It needs a list or a page of a list.", statement
      )
    }
    if least < 0 { return fail("\(subject) has the minimum length \(least): a list has 0 items or more.", statement) }
    if least > most {
      return fail("\(subject) has the minimum length \(least) and the maximum \(most): swap them.", statement)
    }
    if most > FakeRules.maximumListLength {
      fail(
        "\(subject) asks for \(most) items; at most \(FakeText.grouped(FakeRules.maximumListLength)) are generated. Lower it.",
        statement)
    }
  }

  func isMany(_ field: SchemaField) -> Bool {
    if field.type.isList { return true }
    guard let named = schema.type(of: field.type), named.kind == .object else { return false }
    return pages.page(of: named) != nil
  }

  /// Returns the types of the objects to which a field of a type leads, directly or through a page.
  func leadsTo(_ named: SchemaType) -> [SchemaType] {
    guard named.isComposite else { return [] }
    if named.kind == .object, let page = pages.page(of: named), let items = schema.type(named: page.items) {
      return schema.possibleTypes(of: items)
    }
    return schema.possibleTypes(of: named)
  }

  mutating func checkInverse(
    _ name: String?, _ statement: FakeStatement, _ place: String, _ field: SchemaField, _ named: SchemaType
  ) {
    let leads = leadsTo(named)
    guard !leads.isEmpty else {
      return fail("\(statement.name) is set on \(place), which is \(field.type) and leads to no objects.", statement)
    }
    guard let name else { return }
    if !leads.contains(where: { $0.field(named: name) != nil }) {
      let known = leads.flatMap { $0.fields.map(\.name) }
      let ending = didYouMean(suggestionList(name, known))
      fail("\(statement.name) of \(place): \"\(leads[0].name)\" has no field \"\(name)\".\(ending)", statement)
    }
  }

  mutating func checkCounts(
    _ name: String?, _ members: [JSONObject.Member], _ statement: FakeStatement, _ owner: SchemaType,
    _ field: SchemaField, _ named: SchemaType
  ) {
    let place = "\(owner.name).\(field.name)"
    guard ScalarForm(scalar: named.name).isNumeric, !field.type.isList else {
      return fail("\(statement.name) is set on \(place), which is \(field.type), not a number.", statement)
    }
    guard let name else { return }
    // The lists that `stats` counts belong to the object that has it.
    let holders = schema.types.filter { type in
      type.kind == .object && type.fields.contains { $0.type.typeName == owner.name && !isMany($0) }
    }
    let lists = (owner.fields + holders.flatMap(\.fields)).filter { isMany($0) }
    guard let list = lists.first(where: { $0.name == name }) else {
      let ending = didYouMean(suggestionList(name, lists.map(\.name)))
      return fail("\(statement.name) of \(place): \"\(owner.name)\" has no list \"\(name)\".\(ending)", statement)
    }
    let types = schema.type(of: list.type).map(leadsTo) ?? []
    for member in members { checkCounted(member, statement, place, list, types) }
  }

  /// Checks that a condition on counted members is a value of theirs.
  private mutating func checkCounted(
    _ member: JSONObject.Member, _ statement: FakeStatement, _ place: String, _ list: SchemaField, _ types: [SchemaType]
  ) {
    let subject = "\(statement.name) of \(place)"
    guard !types.isEmpty else {
      return fail("\(subject): \(list.name) is \(list.type), which has no fields.", statement)
    }
    guard let held = types.lazy.compactMap({ $0.field(named: member.name) }).first else {
      let ending = didYouMean(suggestionList(member.name, types.flatMap { $0.fields.map(\.name) }))
      return fail("\(subject): \"\(types[0].name)\" has no field \"\(member.name)\".\(ending)", statement)
    }
    let coordinate = "\(types[0].name).\(held.name)"
    guard let named = schema.type(of: held.type), named.isLeaf, !held.type.isList,
      !held.arguments.contains(where: \.isRequired)
    else {
      return fail("\(subject): \(coordinate) is \(held.type): expected one value without arguments.", statement)
    }
    for value in member.value.arrayValue ?? [member.value] where !schema.fits(value, held.type) {
      fail(
        "\(subject): \(coordinate) is \(held.type) and never \(value.compactText).\(enumHint(value, named))", statement)
    }
  }

  mutating func checkPageSize(_ size: Int, _ statement: FakeStatement, _ place: String, _ field: SchemaField) {
    guard isMany(field) else {
      return fail(
        "\(statement.name) is set for \(place), which is \(field.type). It needs a list or a page of a list.", statement
      )
    }
    guard (1...FakeRules.maximumListLength).contains(size) else {
      return fail(
        "\(statement.name) of \(place) is \(size): expected a number from 1 to \(FakeText.grouped(FakeRules.maximumListLength)).",
        statement)
    }
  }
}
