import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// Checks of the viewer, of the effects of mutations, of the events of subscriptions, and of derived values.

extension StatementCheck {
  mutating func checkViewer(
    _ isViewer: Bool, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    guard isViewer else { return }
    let place = "\(owner.name).\(field.name)"
    guard let named = schema.type(of: field.type), named.kind == .object, !isMany(field) else {
      return fail(
        "\(statement.name) is set on \(place), which is \(field.type): the viewer is one object.", statement)
    }
    if let argument = field.arguments.first(where: \.isRequired) {
      return fail(
        "\(statement.name) is set on \(place), which requires \"\(argument.name)\": the viewer's field has no required arguments.",
        statement)
    }
    for (type, fields) in rules.fields.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      for (name, rule) in fields.sorted(by: { $0.key.precedesByScalars($1.key) }) where rule.isViewer == true {
        let other = schema.type(named: type)?.field(named: name)?.type.typeName
        guard let other, other != named.name else { continue }
        return fail(
          "\(statement.name) is set on \(place), which is \(field.type), and on \(type).\(name), which is \(other): the viewer has one type.",
          statement)
      }
    }
  }

  // MARK: Mutations

  mutating func checkAction(
    _ text: String, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    let subject = "\(statement.name) of \(place) is \"\(text)\""
    guard owner.name == schema.rootTypeName(of: .mutation) else {
      return fail("\(statement.name) is set on \(place), but applies only to mutations.", statement)
    }
    let action: ActionRule
    do throws(ActionRuleError) {
      action = try ActionRule(text)
    } catch {
      return fail("\(subject): \(error.message)", statement)
    }
    guard let name = action.type else { return }
    guard let type = composite(name, subject, statement) else { return }
    if [.create, .upsert, .login].contains(action.verb), type.kind != .object {
      return fail("\(subject), but \"\(type.name)\" is not an object type.", statement)
    }
    guard let name = action.field, let held = self.field(name, of: type, subject, statement) else { return }
    let leads = schema.type(of: held.type).map(leadsTo) ?? []
    switch action.verb {
    case .toggle where held.type.typeName != "Boolean" || held.type.isList:
      fail("\(subject), but that field is \(held.type): only a Boolean is toggled.", statement)
    case .set where leads.isEmpty && (held.type.typeName != "Boolean" || held.type.isList):
      fail(
        "\(subject), but that field is \(held.type) and leads to no objects. Use \"update \(type.name)\".", statement)
    case .add, .remove, .connect, .disconnect:
      if leads.isEmpty { fail("\(subject), but that field is \(held.type) and leads to no objects.", statement) }
    default: break
    }
  }

  // MARK: Subscriptions

  mutating func checkEvent(
    _ text: String, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    let subject = "\(statement.name) of \(place) is \"\(text)\""
    guard owner.name == schema.rootTypeName(of: .subscription) else {
      return fail("\(statement.name) is set on \(place), but applies only to subscriptions.", statement)
    }
    guard let event = EventRule(text) else {
      return fail(
        "\(subject): expected a type such as Post, with created, updated or deleted before it; a list of the viewer such as User.trips; or none.",
        statement)
    }
    guard let name = event.type, let type = composite(name, subject, statement) else { return }
    if let list = event.list {
      guard let held = self.field(list, of: type, subject, statement) else { return }
      guard isMany(held) else { return fail("\(subject), but that field is \(held.type), not a list.", statement) }
      if schema.type(of: field.type).map({ ScalarForm(scalar: $0.name).isNumeric }) != true {
        fail("\(subject), but \(place) is \(field.type), not a number.", statement)
      }
    }
  }

  // MARK: Derived values

  mutating func checkFollows(
    _ name: String?, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    guard let name, let named = schema.type(of: field.type) else { return }
    let subject = "\(statement.name) of \(place) is \"\(name)\""
    if named.name == "Boolean" {
      guard let coordinate = Coordinate(name) else {
        return fail("\(subject): expected a list of the viewer, such as User.trips, or none.", statement)
      }
      guard let type = composite(coordinate.type, subject, statement),
        let held = self.field(coordinate.field, of: type, subject, statement)
      else { return }
      let leads = schema.type(of: held.type).map(leadsTo) ?? []
      if !isMany(held) || !leads.contains(where: { $0 === owner }) {
        fail("\(subject), but that field is \(held.type), not a list of \(owner.name).", statement)
      }
      return
    }
    guard let held = self.field(name, of: owner, subject, statement) else { return }
    let leads = schema.type(of: held.type).map(leadsTo) ?? []
    if leads.isEmpty || (named.isLeaf ? isMany(held) != field.type.isList : !isMany(held)) {
      fail(
        "\(subject), but that field is \(held.type): expected \(named.isLeaf && !field.type.isList ? "one object" : "a list of objects").",
        statement)
    }
  }

  // MARK: Names

  mutating func composite(
    _ name: String, _ subject: String, _ statement: FakeStatement
  ) -> SchemaType? {
    guard let type = schema.type(named: name) else {
      let known = schema.types.filter(\.isComposite).map(\.name)
      fail("\(subject), but there is no type \"\(name)\".\(didYouMean(suggestionList(name, known)))", statement)
      return nil
    }
    if type.isComposite { return type }
    fail("\(subject), but \"\(name)\" is not an object type.", statement)
    return nil
  }

  mutating func field(
    _ name: String, of type: SchemaType, _ subject: String, _ statement: FakeStatement
  ) -> SchemaField? {
    if let field = type.field(named: name) { return field }
    let ending = didYouMean(suggestionList(name, type.fields.map(\.name)))
    fail("\(subject), but type \"\(type.name)\" has no field \"\(name)\".\(ending)", statement)
    return nil
  }
}
