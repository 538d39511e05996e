import GraphQLLanguage
import OrderedJSON
import Recordings

/// Puts recorded ids into a document's text, and finds the variables that hold ids. The parser bounds its depth.
struct DocumentIDs {
  let renaming: IDRenaming
  let hints: any SchemaHints
  private var types: [String: String] = [:]
  /// The uses of the variables.
  private(set) var uses: [String: (isID: Bool, place: IDRenaming.Place)] = [:]
  /// The first value in the text that may contain a replaced id and stays (`ReplacedIDs`).
  private(set) var leftover: String?

  init(renaming: IDRenaming, hints: any SchemaHints, _ operation: OperationDefinition) {
    self.renaming = renaming
    self.hints = hints
    for variable in operation.variables {
      types[variable.name.text] = variable.type.namedType.name.text
    }
  }

  mutating func rewritten(_ document: Document) throws(IDRenaming.Ambiguity) -> Document {
    var document = document
    for index in document.definitions.indices {
      switch document.definitions[index] {
      case .operation(var operation):
        try rewrite(&operation.selectionSet, on: operation.kind.rootType)
        document.definitions[index] = .operation(operation)
      case .fragment(var fragment):
        try rewrite(&fragment.selectionSet, on: fragment.typeCondition.name.text)
        document.definitions[index] = .fragment(fragment)
      case .schema, .type, .directive: break
      }
    }
    return document
  }

  private mutating func rewrite(_ set: inout SelectionSet, on type: String?) throws(IDRenaming.Ambiguity) {
    for index in set.selections.indices {
      switch set.selections[index] {
      case .field(var field):
        let result = hints.type(of: field.name.text, on: type)
        for argument in field.arguments.indices {
          let name = field.arguments[argument].name.text
          let input = hints.type(ofArgument: name, of: field.name.text, on: type)
          let place = IDRenaming.Place(
            field: field.name.text, result: result, type: input, name: name,
            kind: IDKind(argument: name, of: field.name.text, result: result, hints: hints))
          field.arguments[argument].value = try rewritten(
            field.arguments[argument].value, isID: ObjectID.isName(name) || input == "ID", place)
        }
        if var inner = field.selectionSet {
          try rewrite(&inner, on: result)
          field.selectionSet = inner
        }
        set.selections[index] = .field(field)
      case .inlineFragment(var fragment):
        try rewrite(&fragment.selectionSet, on: fragment.typeCondition?.name.text ?? type)
        set.selections[index] = .inlineFragment(fragment)
      case .fragmentSpread: break
      }
    }
  }

  private mutating func rewritten(
    _ value: Value, isID: Bool, _ place: IDRenaming.Place
  ) throws(IDRenaming.Ambiguity) -> Value {
    switch value {
    case .variable(let name):
      let type = types[name.text]
      let known = uses[name.text]
      let isNamed = known?.place.name.map { renaming.isKind($0, hints: hints) } ?? false
      if known?.isID != true, isID || type == "ID" || !isNamed {
        var place = place
        place.type = place.type ?? type
        uses[name.text] = (isID || type == "ID", place)
      }
      return value
    case .list(var elements, let spot):
      for index in elements.indices { elements[index] = try rewritten(elements[index], isID: isID, place) }
      return .list(elements, spot)
    case .object(var fields, let spot):
      for index in fields.indices {
        let name = fields[index].name.text
        var inner = place
        inner.type = hints.type(of: name, on: place.type)
        inner.name = name
        inner.kind = IDKind(argument: name, of: place.field, result: place.result, hints: hints)
        fields[index].value = try rewritten(
          fields[index].value, isID: ObjectID.isName(name) || inner.type == "ID", inner)
      }
      return .object(fields, spot)
    case .string(let string):
      guard
        case .string(let text) = try renaming.renamed(
          .string(string.value), isID: isID, place.kind, name: place.name, hints: hints)
      else {
        note(.string(string.value), place)
        return value
      }
      return .string(StringValue(text, place: string.place))
    case .int(let text, let spot):
      switch try renaming.renamed(
        .number(JSONNumber(validated: text)), isID: isID, place.kind, name: place.name, hints: hints)
      {
      case .number(let number)?: return .int(number.canonicalText, spot)
      case .string(let text)?: return .string(StringValue(text, place: spot))
      default:
        note(.number(JSONNumber(validated: text)), place)
        return value
      }
    default: return value
    }
  }

  private mutating func note(_ value: JSON, _ place: IDRenaming.Place) {
    guard leftover == nil, let name = place.name, !ObjectID.isOfPages(name) else { return }
    if case .number(let number) = value, place.type == nil || place.type == "ID" {
      if ["first", "last", "take", "skip", "size"].contains(name) { return }
      leftover = renaming.replaced.mention(inText: number, name: name)
    } else {
      leftover = renaming.replaced.mention(in: value, name: name)
    }
  }
}
