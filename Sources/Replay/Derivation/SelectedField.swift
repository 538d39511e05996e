import GraphQLLanguage
import OrderedJSON
import Recordings

/// A field that an operation selects in an object, with its fragments expanded, `@skip` and `@include` evaluated, and
/// variables replaced by their values. A field that is selected twice is two.
struct SelectedField: Sendable {
  let responseKey: String
  let name: String
  /// The hash of the name, the directives, and the arguments as the server coerces them, if that is known.
  let identity: ContentHash
  /// The hash of the name, the directives, and the arguments as they are sent.
  let sentIdentity: ContentHash
  /// Returns `identity` in an object of this type, whose fields may have other defaults than an interface's.
  let identityInType: @Sendable (_ type: String) -> ContentHash?
  /// The arguments by name, as the server coerces them, if that is known.
  let arguments: [JSONObject.Member]
  /// The name with its arguments, for people: `launch(id: "25")`.
  let text: String
  /// The types of the variables that are its arguments, by the arguments' names.
  let variableTypes: [String: String]
  /// The type conditions of the fragments around it, sorted, each once.
  let conditions: [String]
  /// The fields that it selects in its value; nil for a leaf.
  let children: [SelectedField]?

  /// Indicates whether another field has the same value in the same object, as far as it is known: a variable whose type
  /// is not that of the argument makes a query invalid. `type` is the object's type, if it is known.
  func hasSameValue(as other: SelectedField, in type: String?) -> Bool {
    guard name == other.name,
      identity == other.identity || sentIdentity == other.sentIdentity || isSame(other, in: type)
    else { return false }
    return variableTypes.allSatisfy { other.variableTypes[$0.key] == nil || other.variableTypes[$0.key] == $0.value }
  }

  private func isSame(_ other: SelectedField, in type: String?) -> Bool {
    guard let type, let own = identityInType(type) else { return false }
    return own == other.identityInType(type)
  }

  /// Indicates whether it is a field without arguments and directives.
  func isPlain(_ name: String) -> Bool {
    self.name == name && sentIdentity == ContentHash(ofParts: [name, "{}"])
  }
}

// The arguments that decide the values of an object's fields.
extension SelectedField {
  /// The arguments that only select members of a list (GraphQL Cursor Connections Specification).
  private static let sliceArguments: Set<String> = ["first", "last", "before", "after"]

  /// The arguments, as texts, without those that select members of a list, and those that look up the object with these
  /// keys. `type` is nil for the elements of a list.
  func context(of type: String?, _ keys: [ObjectKey]) -> Set<String> {
    context { argument in
      guard let type, let text = argument.value.keyText else { return false }
      return keys.contains { $0.text == text && $0.field == argument.keyField(of: type) }
    }
  }

  /// Its name with these of its arguments, as a step of a path.
  func shape(_ context: Set<String>) -> String {
    "\(name)(\(context.sorted { $0.precedesByScalars($1) }.joined(separator: ", ")))"
  }

  /// The same without one argument.
  func context(without name: String) -> Set<String> { context { $0.name == name } }

  private func context(without isKey: (JSONObject.Member) -> Bool) -> Set<String> {
    if arguments.isEmpty { return [] }
    let others = arguments.filter { !Self.sliceArguments.contains($0.name) && !isKey($0) }
    return Set(others.map { "\($0.name): \($0.value.sortedMembers().compactText)" })
  }

  /// Returns the key field that an argument of this name has the value of, if it looks up objects of a type: `id` for
  /// `id` and `productId`.
  static func keyField(_ argument: String, of type: String) -> String {
    let prefix = type.prefix(1).lowercased() + type.dropFirst()
    guard argument.hasPrefix(prefix) else { return argument }
    let rest = argument.dropFirst(prefix.count)
    return rest.first?.isUppercase == true ? rest.prefix(1).lowercased() + rest.dropFirst() : argument
  }
}

extension JSONObject.Member {
  func keyField(of type: String) -> String { SelectedField.keyField(name, of: type) }
}

/// Lists the fields that an operation selects.
///
/// All directives other than `@skip` and `@include` are a part of a field's identity, those of the fragments around it
/// included, since servers may do anything with them.
struct SelectionReader {
  /// Nothing is derived for or from an operation: it has too many fields, nests them too deep, or a variable does not have
  /// the type of its argument.
  struct Unsuitable: Error {}

  private static let fieldLimit = 10_000
  private static let depthLimit = 100

  private let operation: StatedOperation
  private let hints: any SchemaHints
  /// The variables as the server coerces them, as far as that is known.
  private let variables: JSONObject
  private var count = 0

  init(_ operation: StatedOperation, hints: any SchemaHints) {
    self.operation = operation
    self.hints = hints
    variables = hints.coerced(operation.variables, of: operation.operation) ?? operation.variables
  }

  /// Returns the root fields.
  mutating func fields() throws(Unsuitable) -> [SelectedField] {
    try fields(of: operation.operation.selectionSet, on: operation.kind.rootType, depth: 0)
  }

  fileprivate struct Pending {
    let selection: Selection
    var conditions: [String]
    var directives: [String]
    /// The innermost type condition, or else the declared type.
    var type: String?
  }

  private mutating func fields(of set: SelectionSet, on type: String?, depth: Int) throws(Unsuitable) -> [SelectedField]
  {
    guard depth < Self.depthLimit else { throw Unsuitable() }
    var fields: [SelectedField] = []
    var spread: Set<[String]> = []
    var pending = set.selections.reversed().map {
      Pending(selection: $0, conditions: [], directives: [], type: type)
    }
    while let next = pending.popLast() {
      count += 1
      guard count <= Self.fieldLimit else { throw Unsuitable() }
      switch next.selection {
      case .field(let field):
        guard operation.isIncluded(field.directives) else { continue }
        fields.append(try selected(field, next, depth))
      case .inlineFragment(let fragment):
        guard operation.isIncluded(fragment.directives) else { continue }
        let inner = entered(next, fragment.typeCondition?.name.text, fragment.directives)
        pending += fragment.selectionSet.selections.reversed().map { inner.with($0) }
      case .fragmentSpread(let reference):
        guard operation.isIncluded(reference.directives), let fragment = operation.fragments[reference.name.text] else {
          continue
        }
        let inner = entered(
          next, fragment.typeCondition.name.text, reference.directives + fragment.directives)
        // The same fragment in the same place adds nothing.
        guard spread.insert([reference.name.text] + inner.conditions + [""] + inner.directives).inserted else {
          continue
        }
        pending += fragment.selectionSet.selections.reversed().map { inner.with($0) }
      }
    }
    return fields
  }

  private func entered(_ place: Pending, _ condition: String?, _ directives: [Directive]) -> Pending {
    var place = place
    if let condition {
      if !place.conditions.contains(condition) {
        place.conditions = (place.conditions + [condition]).sorted { $0.precedesByScalars($1) }
      }
      place.type = condition
    }
    place.directives += Self.texts(directives, operation)
    return place
  }

  private mutating func selected(_ field: Field, _ place: Pending, _ depth: Int) throws(Unsuitable) -> SelectedField {
    let name = field.name.text
    let collected = CollectedField(field.responseKey, field)
    let arguments = operation.arguments(of: collected, on: place.type, hints: hints)
      .sorted { $0.name.precedesByScalars($1.name) }
    let members = arguments.map { argument in
      JSONObject.Member(
        argument.name, argument.type == "ID" ? Self.asID(argument.value) : argument.value.sortedMembers())
    }
    var variableTypes: [String: String] = [:]
    for argument in field.arguments {
      guard case .variable(let name) = argument.value, let type = type(ofVariable: name.text) else { continue }
      variableTypes[argument.name.text] = type
      // The server refuses a variable of another type.
      let declared = hints.type(ofArgument: argument.name.text, of: field.name.text, on: place.type)
      guard declared == nil || declared == type else { throw Unsuitable() }
    }
    let directives = place.directives + Self.texts(field.directives, operation)
    let (hints, variables) = (hints, variables)
    // The value that a rule replaced is that of the operation's own request.
    let isRuled = members.contains {
      $0.value.scalars.contains { $0.stringValue.map(VariableRule.isPlaceholder) ?? false }
    }
    let owner = isRuled ? ["", operation.name ?? ""] : []
    @Sendable func hash(_ arguments: JSONObject) -> ContentHash {
      ContentHash(ofParts: [name, JSON.object(arguments).sortedMembers().compactText] + directives + owner)
    }
    let sent = hash(JSONObject(members))
    @Sendable func identity(_ type: String?) -> ContentHash? {
      hints.coerced(field.arguments, of: name, on: type, variables: variables).map(hash)
    }
    let known = hints.coerced(field.arguments, of: name, on: place.type, variables: variables)
    let shown = members.map { "\($0.name): \($0.value.compactText)" }.joined(separator: ", ")
    var children: [SelectedField]?
    if let set = field.selectionSet {
      children = try fields(of: set, on: hints.type(of: name, on: place.type), depth: depth + 1)
    }
    return SelectedField(
      responseKey: field.responseKey, name: name, identity: identity(place.type) ?? sent, sentIdentity: sent,
      identityInType: identity, arguments: known.map { Array($0.members) } ?? members,
      text: shown.isEmpty ? name : "\(name)(\(shown))", variableTypes: variableTypes, conditions: place.conditions,
      children: children)
  }

  /// The declared type of a variable, without lists and non-null.
  private func type(ofVariable name: String) -> String? {
    operation.operation.variables.first { $0.name.text == name }?.type.namedType.name.text
  }

  /// An id as a string: servers take a whole number for one, too (specification section 3.5.5).
  private static func asID(_ value: JSON) -> JSON {
    switch value {
    case .number(let number): .string(number.canonicalText)
    case .array(let elements): .array(elements.map(asID))
    default: value
    }
  }

  /// The directives other than `@skip` and `@include`, in order, with the values of variables.
  static func texts(_ directives: [Directive], _ operation: StatedOperation) -> [String] {
    directives.compactMap { directive in
      let name = directive.name.text
      if name == "skip" || name == "include" { return nil }
      let arguments = directive.arguments.compactMap { argument in
        operation.value(argument.value).map { JSONObject.Member(argument.name.text, $0) }
      }
      return "@\(name) \(JSON.object(JSONObject(arguments)).sortedMembers().compactText)"
    }
  }
}

extension SelectionReader.Pending {
  fileprivate func with(_ selection: Selection) -> Self {
    Self(selection: selection, conditions: conditions, directives: directives, type: type)
  }
}
