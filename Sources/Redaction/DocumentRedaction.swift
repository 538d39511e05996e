import GraphQLLanguage
import OrderedJSON
import Recordings

/// Replaces the secrets in a document's literals. Recurses as deep as the document, which its parser limits.
struct DocumentRedaction {
  var redactor: Redactor
  let side: Redactor.Side
  let uses: [String: VariableUses.Use]
  /// True to replace only known secrets, everywhere.
  private var isKnownOnly = false

  init(redactor: Redactor, side: Redactor.Side, uses: [String: VariableUses.Use]) {
    self.redactor = redactor
    self.side = side
    self.uses = uses
  }

  /// Replaces only the known secrets in a document.
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
    place.objectType = variable.type.namedType.name.text
    variable.defaultValue = redacted(value, at: place, effect: nil)
  }

  // Recursive functions do nothing else, because documents nest deep and thread stacks may be small.

  private mutating func redact(_ set: inout SelectionSet, type: String?) {
    for index in set.selections.indices { redact(&set.selections[index], type: type) }
  }

  private mutating func redact(_ selection: inout Selection, type: String?) {
    redactOwn(&selection, type: type)
    guard var inner = Self.inner(selection) else { return }
    redact(&inner, type: Self.innerType(selection, type))
    Self.put(inner, into: &selection)
  }

  /// Redacts the arguments and directives of the selection itself.
  private mutating func redactOwn(_ selection: inout Selection, type: String?) {
    switch selection {
    case .field(var field):
      for argument in field.arguments.indices {
        let label = field.arguments[argument].name.text
        let coordinate = RedactionPlace.Coordinate(type: type, field: field.name.text, argument: label)
        let place = RedactionPlace(names: [label], coordinates: [coordinate], labels: [label])
        field.arguments[argument].value = redacted(field.arguments[argument].value, at: place, effect: nil)
      }
      redact(&field.directives, nil)
      selection = .field(field)
    case .inlineFragment(var fragment):
      redact(&fragment.directives, nil)
      selection = .inlineFragment(fragment)
    case .fragmentSpread(var spread):
      redact(&spread.directives, nil)
      selection = .fragmentSpread(spread)
    }
  }

  private static func inner(_ selection: Selection) -> SelectionSet? {
    switch selection {
    case .field(let field): field.selectionSet
    case .inlineFragment(let fragment): fragment.selectionSet
    case .fragmentSpread: nil
    }
  }

  private static func innerType(_ selection: Selection, _ type: String?) -> String? {
    guard case .inlineFragment(let fragment) = selection else { return nil }
    return fragment.typeCondition?.name.text ?? type
  }

  private static func put(_ inner: SelectionSet, into selection: inout Selection) {
    switch selection {
    case .field(var field):
      field.selectionSet = inner
      selection = .field(field)
    case .inlineFragment(var fragment):
      fragment.selectionSet = inner
      selection = .inlineFragment(fragment)
    case .fragmentSpread: break
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
    _ value: Value, at place: RedactionPlace, effect: RedactionRule.Effect?
  ) -> Value {
    guard let parts = Self.parts(value) else { return literal(value, at: place, effect: effect) }
    let own = self.effect(of: value, at: place, inherited: effect)
    var redactedParts: [Value] = []
    for index in parts.indices {
      redactedParts.append(redacted(parts[index], at: Self.below(place, value, index), effect: own))
    }
    return Self.value(value, with: redactedParts)
  }

  /// The values in a list or an object; nil for other values.
  private static func parts(_ value: Value) -> [Value]? {
    switch value {
    case .list(let elements, _): elements
    case .object(let fields, _): fields.map(\.value)
    default: nil
    }
  }

  private static func value(_ value: Value, with parts: [Value]) -> Value {
    switch value {
    case .list(_, let spot): return .list(parts, spot)
    case .object(var fields, let spot):
      for index in fields.indices { fields[index].value = parts[index] }
      return .object(fields, spot)
    default: return value
    }
  }

  private func effect(
    of value: Value, at place: RedactionPlace, inherited: RedactionRule.Effect?
  ) -> RedactionRule.Effect? {
    guard case .object = value, inherited != .redact else { return inherited }
    return redactor.rules.effect(at: place, operation: side.operation) ?? inherited
  }

  /// The place of a part of a value.
  private static func below(_ place: RedactionPlace, _ value: Value, _ index: Int) -> RedactionPlace {
    guard case .object(let fields, _) = value else { return place }
    let name = fields[index].name.text
    let coordinate = RedactionPlace.Coordinate(type: place.objectType, field: name, argument: nil)
    return RedactionPlace(
      names: place.names + [name], coordinates: [coordinate], labels: place.labels(ofMember: name))
  }

  private mutating func literal(
    _ value: Value, at place: RedactionPlace, effect: RedactionRule.Effect?
  ) -> Value {
    switch value {
    case .string(let string):
      guard case .string(let text) = redacted(.string(string.value), place, effect) else { return value }
      return text.hasSameScalars(as: string.value) ? value : .string(StringValue(text, place: string.place))
    case .int(let text, let spot), .float(let text, let spot):
      let number = JSON.number(JSONNumber(validated: text))
      guard case .string(let text) = redacted(number, place, effect) else { return value }
      return .string(StringValue(text, place: spot))
    default: return value
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
