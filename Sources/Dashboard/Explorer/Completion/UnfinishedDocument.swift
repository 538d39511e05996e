import GraphQLLanguage
import GraphQLSchema

/// Reads the tokens of an unfinished document, and knows where in the grammar and the schema the last one stands.
///
/// Accepts any tokens: those that do not fit are ignored, and a closing bracket closes what was left open inside it.
struct UnfinishedDocument {
  let schema: Schema?
  /// Without the incremental directives, which many servers have without declaring them.
  let directives: [SchemaDirective]
  private(set) var frames = [CompletionFrame(.document)]
  /// All definitions so far. The last one is that of the last token.
  private(set) var definitions: [OutlinedDefinition] = []

  init(schema: Schema?, directives: [SchemaDirective]) {
    self.schema = schema
    self.directives = directives
  }

  var top: CompletionFrame { frames[frames.count - 1] }

  /// The deepest nesting that is followed.
  private static let depthLimit = 400

  // MARK: Reading

  /// Reads a token. `startsDefinition` is true for a keyword that surely begins a definition, whatever is still open.
  mutating func read(_ token: LexicalToken, startsDefinition: Bool = false) {
    if startsDefinition { frames.removeSubrange(1...) }
    if readDirective(token) { return }
    switch top.kind {
    case .document: readInDocument(token)
    case .operation, .fragment: readInHeader(token)
    case .variables: readInVariables(token)
    case .selections(let place): readInSelections(token, place)
    case .arguments, .inputObject, .list: readInValues(token)
    }
  }

  private mutating func push(_ kind: CompletionFrame.Kind) {
    guard frames.count < Self.depthLimit else { return }
    frames.append(CompletionFrame(kind))
  }

  private mutating func update(_ change: (inout CompletionFrame) -> Void) { change(&frames[frames.count - 1]) }

  /// Closes the innermost open part of the fitting kind with all inside it.
  private mutating func close(_ isFitting: (CompletionFrame.Kind) -> Bool) {
    guard let index = frames.lastIndex(where: { isFitting($0.kind) }) else { return }
    frames.removeSubrange(index...)
  }

  /// Closes with a bracket; false for other tokens.
  private mutating func closes(_ token: LexicalToken) -> Bool {
    switch token.kind {
    case "}": close { if case .selections = $0 { true } else if case .inputObject = $0 { true } else { false } }
    case ")": close { if case .arguments = $0 { true } else if case .variables = $0 { true } else { false } }
    case "]": close { if case .list = $0 { true } else { false } }
    default: return false
    }
    return true
  }

  // MARK: Directives

  private mutating func readDirective(_ token: LexicalToken) -> Bool {
    if token.kind == "@" {
      switch top.kind {
      case .document, .arguments, .inputObject, .list: return true
      case .operation, .fragment, .variables, .selections:
        update { $0.directive = .at }
        return true
      }
    }
    guard let directive = top.directive else { return false }
    switch (directive, token.kind) {
    case (.at, "Name"):
      update { $0.directive = .named(token.value ?? "") }
      return true
    case (.named(let name), "("):
      update { $0.directive = nil }
      let found = directives.first { $0.name == name }
      push(.arguments(ArgumentPlace(definitions: found?.arguments, field: nil)))
      return true
    default:
      update { $0.directive = nil }
      return false
    }
  }

  // MARK: Definitions

  private mutating func readInDocument(_ token: LexicalToken) {
    switch (token.kind, token.value) {
    case ("{", _): beginOperation(.query, isShort: true)
    case ("Name", "fragment"):
      definitions.append(OutlinedDefinition())
      push(.fragment)
    case ("Name", let name?): OperationKind(rawValue: name).map { beginOperation($0, isShort: false) }
    default: break
    }
  }

  private mutating func beginOperation(_ kind: OperationKind, isShort: Bool) {
    definitions.append(OutlinedDefinition(kind: kind))
    push(isShort ? .selections(place(of: kind)) : .operation(kind))
  }

  private func place(of kind: OperationKind) -> SelectionPlace {
    SelectionPlace(type: schema?.rootType(of: kind), root: .operation(kind))
  }

  private mutating func readInHeader(_ token: LexicalToken) {
    let isFragment = if case .fragment = top.kind { true } else { false }
    switch (token.kind, top.step) {
    case ("(", _) where !isFragment: push(.variables)
    case ("{", _):
      let last = definitions.count - 1
      let place: SelectionPlace
      if case .operation(let kind) = top.kind {
        place = self.place(of: kind)
      } else {
        let condition = definitions[last].condition ?? ""
        place = SelectionPlace(type: schema?.type(named: condition), root: .fragment(condition))
      }
      frames.removeLast()
      push(.selections(place))
    case ("Name", .on):
      definitions[definitions.count - 1].condition = token.value
      update { $0.begin(.condition(token.value ?? "")) }
    case ("Name", .name) where isFragment && token.value == "on": update { $0.begin(.on) }
    case ("Name", .start):
      definitions[definitions.count - 1].name = token.value
      update { $0.begin(.name(token.value ?? "")) }
    case ("}", _): frames.removeLast()
    default: break
    }
  }

  private mutating func readInVariables(_ token: LexicalToken) {
    switch (token.kind, top.step) {
    case ("$", _): update { $0.begin(.dollar) }
    case ("Name", .dollar):
      let name = token.value ?? ""
      definitions[definitions.count - 1].variables.append(OutlinedDefinition.Variable(name: name))
      update { $0.begin(.name(name)) }
    case (":", .name(let name)):
      update {
        $0.begin(.colon(name))
        $0.typeText = ""
      }
    case ("Name", .colon), ("[", .colon), ("]", .colon), ("!", .colon):
      update { $0.typeText += token.value ?? token.kind }
      setVariable { [type = top.typeText] in $0.type = TypeRef(unfinished: type) }
    case ("=", _):
      setVariable { $0.hasDefault = true }
      let type = definitions[definitions.count - 1].variables.last?.type
      update {
        $0.begin(.equals)
        $0.valueType = type
      }
    case ("{", .equals), ("[", .equals): readValue(token)
    default: if !closes(token), top.step == .equals { update { $0.begin(.start) } }
    }
  }

  private mutating func setVariable(_ change: (inout OutlinedDefinition.Variable) -> Void) {
    let last = definitions.count - 1
    guard !definitions[last].variables.isEmpty else { return }
    change(&definitions[last].variables[definitions[last].variables.count - 1])
  }

  // MARK: Selections

  private mutating func readInSelections(_ token: LexicalToken, _ place: SelectionPlace) {
    switch (token.kind, top.step) {
    case ("...", _): update { $0.begin(.spread) }
    case ("Name", .spread): update { $0.begin(token.value == "on" ? .on : .fragmentName) }
    case ("Name", .on): update { $0.begin(.condition(token.value ?? "")) }
    case ("Name", _): update { $0.begin(.name(token.value ?? "")) }
    case (":", .name(let alias)): update { $0.begin(.colon(alias)) }
    case ("(", .name(let name)):
      let field = place.type.flatMap { schema?.field(named: name, of: $0) }
      push(.arguments(ArgumentPlace(definitions: field?.arguments, field: (name, place))))
    case ("{", let step):
      update { $0.begin(.start) }
      push(.selections(inside(step, of: place)))
    default: _ = closes(token)
    }
  }

  /// Returns the place of the selections that follow an item.
  private func inside(_ step: CompletionFrame.Step, of place: SelectionPlace) -> SelectionPlace {
    var inner = place
    switch step {
    case .name(let name):
      let field = place.type.flatMap { schema?.field(named: name, of: $0) }
      inner.type = field.flatMap { schema?.type(of: $0.type) }
      inner.path.append(name)
    case .condition(let name): inner.type = schema?.type(named: name)
    case .spread: break
    default: inner.type = nil
    }
    return inner
  }

  // MARK: Values

  private mutating func readInValues(_ token: LexicalToken) {
    if case .list = top.kind {
      if !closes(token) { readValue(token) }
      return
    }
    switch (token.kind, top.step) {
    case ("Name", .start), ("Name", .name): update { $0.begin(.name(token.value ?? "")) }
    case (":", .name(let name)):
      let type = typeOfValue(named: name)
      update {
        $0.begin(.colon(name))
        $0.valueType = type
        $0.given.insert(name)
      }
    default: if !closes(token) { readValue(token) }
    }
  }

  /// Returns the type of an argument or input field of the innermost part.
  private func typeOfValue(named name: String) -> TypeRef? {
    switch top.kind {
    case .arguments(let place): place.definitions?.first { $0.name == name }?.type
    case .inputObject(let type): type?.inputField(named: name)?.type
    default: nil
    }
  }

  /// Reads a value, or its first token.
  private mutating func readValue(_ token: LexicalToken) {
    var type = top.valueType
    if case .list(let item) = top.kind { type = item }
    switch (token.kind, top.step) {
    case ("$", _): update { $0.begin(.dollar) }
    case ("{", _):
      update { $0.begin(.start) }
      push(.inputObject(type.flatMap { schema?.type(of: $0) }))
    case ("[", _):
      update { $0.begin(.start) }
      push(.list(type?.item ?? type))
    case ("Name", _), ("Int", _), ("Float", _), ("String", _), ("BlockString", _): update { $0.begin(.start) }
    default: break
    }
  }
}

extension TypeRef {
  /// Reads a type that may lack its closing brackets; nil for none.
  fileprivate init?(unfinished text: String) {
    if let type = try? parseType(SourceText(text)) {
      self.init(type)
    } else if let type = try? parseType(SourceText(text.filter { $0 != "[" && $0 != "]" && $0 != "!" })) {
      self.init(type)
    } else {
      return nil
    }
  }
}
