import GraphQLLanguage
import OrderedJSON

/// Rewrites a document with the secrets of its literals replaced. As deep as the document, which its parser bounds.
struct DocumentRedaction {
  var redactor: Redactor
  let side: Redactor.Side
  let uses: [String: VariableUses.Use]
  /// Whether only secrets that are known already are replaced, wherever they stand.
  private var isKnownOnly = false

  init(redactor: Redactor, side: Redactor.Side, uses: [String: VariableUses.Use]) {
    self.redactor = redactor
    self.side = side
    self.uses = uses
  }

  /// The document with the secrets replaced that are known.
  static func withoutKnown(_ document: Document, _ redactor: Redactor, _ side: Redactor.Side) -> Document {
    var rewriter = DocumentRedaction(redactor: redactor, side: side, uses: [:])
    rewriter.isKnownOnly = true
    return rewriter.redacted(document)
  }

  mutating func redacted(_ document: Document) -> Document {
    var document = document
    for index in document.definitions.indices {
      switch document.definitions[index] {
      case .operation(var operation):
        operation.description = described(operation.description)
        for variable in operation.variables.indices { redact(&operation.variables[variable]) }
        redact(&operation.directives, nil)
        redact(&operation.selectionSet, type: operation.kind.rootType)
        document.definitions[index] = .operation(operation)
      case .fragment(var fragment):
        fragment.description = described(fragment.description)
        redact(&fragment.directives, nil)
        redact(&fragment.selectionSet, type: fragment.typeCondition.name.text)
        document.definitions[index] = .fragment(fragment)
      case .schema, .type, .directive: break
      }
    }
    return document
  }

  private mutating func redact(_ variable: inout VariableDefinition) {
    variable.description = described(variable.description)
    redact(&variable.directives, nil)
    guard let value = variable.defaultValue else { return }
    let name = variable.name.text
    var place = RedactionPlace(names: [RedactionRule.Root.variables.rawValue, name], labels: [name])
    place.labels += uses[name]?.labels ?? []
    place.coordinates = uses[name]?.coordinates ?? []
    place.objectType = variable.type.innermostName
    variable.defaultValue = redacted(value, at: place, effect: nil)
  }

  private mutating func redact(_ set: inout SelectionSet, type: String?) {
    for index in set.selections.indices {
      switch set.selections[index] {
      case .field(var field):
        for argument in field.arguments.indices {
          let label = field.arguments[argument].name.text
          let coordinate = RedactionPlace.Coordinate(type: type, field: field.name.text, argument: label)
          let place = RedactionPlace(names: [label], coordinates: [coordinate], labels: [label])
          field.arguments[argument].value = redacted(field.arguments[argument].value, at: place, effect: nil)
        }
        redact(&field.directives, nil)
        if var inner = field.selectionSet {
          redact(&inner, type: nil)
          field.selectionSet = inner
        }
        set.selections[index] = .field(field)
      case .inlineFragment(var fragment):
        redact(&fragment.directives, nil)
        redact(&fragment.selectionSet, type: fragment.typeCondition?.name.text ?? type)
        set.selections[index] = .inlineFragment(fragment)
      case .fragmentSpread(var spread):
        redact(&spread.directives, nil)
        set.selections[index] = .fragmentSpread(spread)
      }
    }
  }

  private mutating func redact(_ directives: inout [Directive], _ type: String?) {
    for index in directives.indices {
      for argument in directives[index].arguments.indices {
        let label = directives[index].arguments[argument].name.text
        let place = RedactionPlace(names: [label], labels: [label])
        directives[index].arguments[argument].value = redacted(
          directives[index].arguments[argument].value, at: place, effect: nil)
      }
    }
  }

  private mutating func redacted(
    _ value: Value, at place: RedactionPlace, effect inherited: RedactionRule.Effect?
  ) -> Value {
    switch value {
    case .variable, .boolean, .null, .enum: return value
    case .string(let string):
      guard case .string(let text) = redacted(.string(string.value), place, inherited) else { return value }
      return text.hasSameScalars(as: string.value) ? value : .string(StringValue(text, place: string.place))
    case .int(let text, let spot), .float(let text, let spot):
      let number = JSON.number(JSONNumber(validated: text))
      guard case .string(let text) = redacted(number, place, inherited) else { return value }
      return .string(StringValue(text, place: spot))
    case .list(var elements, let spot):
      for index in elements.indices { elements[index] = redacted(elements[index], at: place, effect: inherited) }
      return .list(elements, spot)
    case .object(var fields, let spot):
      let effect = redactor.rules.effect(at: place, operation: side.operation) ?? inherited
      for index in fields.indices {
        let name = fields[index].name.text
        let coordinate = RedactionPlace.Coordinate(type: place.objectType, field: name, argument: nil)
        var below = RedactionPlace(names: place.names + [name], coordinates: [coordinate], labels: [name])
        if name == "value" { below.labels += place.labels }
        fields[index].value = redacted(fields[index].value, at: below, effect: effect)
      }
      return .object(fields, spot)
    }
  }

  private mutating func redacted(_ json: JSON, _ place: RedactionPlace, _ effect: RedactionRule.Effect?) -> JSON {
    if isKnownOnly { return redactor.withoutKnown(json) }
    return redactor.walk(json, at: place, path: [], effect: effect, fields: nil, side: side)
  }

  private mutating func described(_ description: StringValue?) -> StringValue? {
    guard let description, case .string(let text) = redacted(.string(description.value), RedactionPlace(), nil) else {
      return description
    }
    return text.hasSameScalars(as: description.value) ? description : StringValue(text)
  }
}
