import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema

// Checks of the meaning of arguments.

extension StatementCheck {
  mutating func checkArgument(
    _ path: [String], _ text: String, _ statement: FakeStatement, _ owner: SchemaType, _ field: SchemaField
  ) {
    let place = "\(owner.name).\(field.name)"
    guard let input = input(at: path, of: place, field.arguments, statement) else { return }
    let subject = "\(statement.name) of \(place): \"\(path.joined(separator: "."))\" is declared as \"\(text)\""
    guard let rule = ArgumentRule(text) else {
      let known = ArgumentRule.words.map(\.word)
      let hint = didYouMean(suggestionList(text, known))
      return fail(
        "\(subject): expected \(known.joined(separator: ", ")), or a field such as User.email.\(hint)", statement)
    }
    let isMutation = owner.name == schema.rootTypeName(of: .mutation)
    let leads = schema.type(of: field.type).map(leadsTo) ?? []
    if case .nothing = rule { return }
    if case .field(let said) = rule {
      return checkField(said, subject, statement, among: isMutation ? nil : leads, of: place)
    }
    guard !isMutation, isMany(field), !leads.isEmpty else {
      return fail("\(subject), but \(place) is \(field.type): only lists are filtered, ordered and cut.", statement)
    }
    if let problem = misfit(rule, input) {
      fail("\(subject), but it is \(input.type): \(problem)", statement)
    }
  }

  private mutating func input(
    at path: [String], of place: String, _ arguments: [SchemaInputValue], _ statement: FakeStatement
  ) -> SchemaInputValue? {
    var inputs = arguments
    var found: SchemaInputValue?
    for (index, name) in path.enumerated() {
      found = inputs.first { $0.name == name }
      guard let input = found else {
        let known = inputs.map(\.name)
        let holder = index == 0 ? "argument \"\(name)\"" : "\"\(name)\" in \"\(path[..<index].joined(separator: "."))\""
        fail(
          known.isEmpty && index == 0
            ? "\(place) has no arguments." : "\(place) has no \(holder).\(didYouMean(suggestionList(name, known)))",
          statement)
        return nil
      }
      inputs = schema.type(of: input.type)?.inputFields ?? []
    }
    return found
  }

  /// Checks that the field belongs to one of `types`, if these are given.
  private mutating func checkField(
    _ said: ArgumentRule.Field, _ subject: String, _ statement: FakeStatement, among types: [SchemaType]?,
    of place: String
  ) {
    guard let type = schema.type(named: said.type) else {
      let known = schema.types.filter { $0.isComposite }.map(\.name)
      return fail(
        "\(subject), but there is no type \"\(said.type)\".\(didYouMean(suggestionList(said.type, known)))", statement)
    }
    guard let field = type.field(named: said.name) else {
      let ending = didYouMean(suggestionList(said.name, type.fields.map(\.name)))
      return fail("\(subject), but type \"\(type.name)\" has no field \"\(said.name)\".\(ending)", statement)
    }
    if field.arguments.contains(where: \.isRequired) {
      return fail("\(subject), but that field has required arguments.", statement)
    }
    guard let types else { return }
    let possible = schema.possibleTypes(of: type)
    if !types.contains(where: { target in possible.contains { $0 === target } }) {
      let names = types.map(\.name).joined(separator: " or ")
      fail("\(subject), but \(place) leads to \(names.isEmpty ? "no objects" : names).", statement)
    }
  }

  /// Returns the reason why an argument cannot have a meaning; nil if it can.
  private func misfit(_ rule: ArgumentRule, _ input: SchemaInputValue) -> String? {
    guard let type = schema.type(of: input.type) else { return nil }
    let isObject = type.kind == .inputObject
    let isNumber = type.kind == .scalar && ScalarForm(scalar: type.name).isNumeric
    switch rule {
    case .filter: return isObject ? nil : "a filter is an input object. Name the field that it filters by."
    case .order: return isNumber || type.name == "Boolean" ? "an order names a field." : nil
    case .direction:
      return isObject || isNumber || input.type.isList ? "a direction is a Boolean, an enum or a string." : nil
    case .search: return type.kind == .scalar && !isNumber && !input.type.isList ? nil : "a search is a string."
    case .window(.cursor): return isObject ? nil : "this is an object in the style of Prisma. Use \"after\"."
    case .window(.after), .window(.before):
      return type.kind == .scalar && !input.type.isList ? nil : "a cursor is one scalar."
    case .window: return isNumber && !input.type.isList ? nil : "it is not a number."
    case .nothing, .field: return nil
    }
  }
}
