import Engine
import GraphQLLanguage
import GraphQLSchema

/// The completion of an unfinished document at a cursor.
struct Completion {
  let schema: Schema?
  private let endpoint: Endpoint
  private let cursor: CompletionCursor
  private let tokens: [LexicalToken]
  /// The document up to the cursor.
  private let document: UnfinishedDocument
  /// The definitions of the whole document.
  private let definitions: [OutlinedDefinition]

  /// The range of the word that a proposal replaces, in bytes.
  var range: Range<Int> { cursor.range }

  init(_ source: SourceText, at offset: Int, schema: Schema?, endpoint: Endpoint) {
    self.schema = schema
    self.endpoint = endpoint
    tokens = lexicalTokens(ofUnfinished: source)
    cursor = CompletionCursor(source.utf8, tokens, at: offset)
    var document = UnfinishedDocument(schema: schema, directives: Self.directives(of: schema))
    for index in tokens.indices.prefix(cursor.index) { document.read(tokens, index, in: source) }
    self.document = document
    for index in tokens.indices.dropFirst(cursor.index) { document.read(tokens, index, in: source) }
    definitions = document.definitions
  }

  /// Returns the proposals, best first.
  func items(limit: Int) -> [CompletionItem] {
    guard cursor.isCompletable else { return [] }
    return CompletionItem.matching(cursor.word, items(in: document.top), limit: limit)
  }

  private func items(in frame: CompletionFrame) -> [CompletionItem] {
    if cursor.word.first == "@" || frame.directive == .at { return directives(in: frame) }
    switch frame.kind {
    case .document: return definitionKeywords
    case .operation: return []
    case .fragment:
      if case .name = frame.step { return [CompletionItem("on", .keyword)] }
      return frame.step == .on ? types(overlapping: nil) : []
    case .variables:
      switch frame.step {
      case .colon: return frame.typeText.allSatisfy { $0 == "[" } ? inputTypes : []
      case .equals: return values(of: frame.valueType, isConstant: true)
      default: return []
      }
    case .selections(let place):
      switch frame.step {
      case .start, .name, .colon, .fragmentName: return fields(at: place)
      case .spread: return spreads(at: place)
      case .on: return types(overlapping: place.type)
      case .condition, .dollar, .equals: return []
      }
    case .arguments(let place):
      return items(in: frame) {
        guard let definitions = place.definitions else { return recordedArguments(of: place.field) }
        return inputs(definitions, .argument)
      }
    case .inputObject(let type): return items(in: frame) { inputs(type?.inputFields ?? [], .inputField) }
    case .list(let item): return values(of: item)
    }
  }

  /// Returns the proposals inside arguments or an input object: names, or values after a colon.
  private func items(in frame: CompletionFrame, names: () -> [CompletionItem]) -> [CompletionItem] {
    switch frame.step {
    case .start: cursor.word.first == "$" ? [] : names().filter { !given.contains($0.label) }
    case .colon, .dollar: values(of: frame.valueType)
    default: []
    }
  }

  // MARK: Definitions

  private var definitionKeywords: [CompletionItem] {
    var kinds = OperationKind.allCases
    if let schema { kinds.removeAll { schema.rootTypeName(of: $0) == nil } }
    return kinds.map { CompletionItem($0.rawValue, .keyword) }
      + [CompletionItem("fragment", .keyword), CompletionItem("{", .keyword)]
  }

  /// The types of variables: the built-in scalars, then the schema's own.
  private var inputTypes: [CompletionItem] {
    guard let schema else { return SchemaType.builtInScalars.map(Self.item) }
    return (SchemaType.builtInScalars + schema.types.filter(\.isInput)).map(Self.item)
  }

  private static func item(_ type: SchemaType) -> CompletionItem {
    let kind = type.kind.rawValue.lowercased().split(separator: "_").joined(separator: " ")
    return CompletionItem(type.name, .type, detail: kind, description: type.description)
  }

  // MARK: Selections

  private func fields(at place: SelectionPlace) -> [CompletionItem] {
    guard let schema else { return recorded(at: place).fields }
    guard let type = place.type, type.isComposite else { return [] }
    var items = type.fields.map(Self.item)
    if type.name != schema.subscriptionTypeName { items.append(Self.item(.typename)) }
    // Introspection would be in the way of everything else.
    if type.name == schema.queryTypeName, cursor.word.hasPrefix("_") {
      items += [.schema, .type].map(Self.item)
    }
    return items
  }

  private static func item(_ field: SchemaField) -> CompletionItem {
    CompletionItem(
      field.name, .field, detail: field.type.description, description: field.description,
      isDeprecated: field.deprecationReason != nil)
  }

  /// Returns the proposals after three dots: fragments, then types.
  private func spreads(at place: SelectionPlace) -> [CompletionItem] {
    let current = document.definitions.count - 1
    let fragments = definitions.enumerated().compactMap { index, definition -> CompletionItem? in
      // A fragment in itself is a cycle.
      guard definition.kind == nil, index != current, let name = definition.name else { return nil }
      let condition = definition.condition ?? ""
      if let schema, let type = place.type, let other = schema.type(named: condition), !schema.overlap(type, other) {
        return nil
      }
      return CompletionItem(name, .fragment, detail: "on \(condition)")
    }
    let types = place.type?.isAbstract == true ? types(overlapping: place.type) : []
    return fragments + [CompletionItem("on", .keyword)]
      + types.map { CompletionItem("on \($0.label)", .type, detail: $0.detail, description: $0.description) }
  }

  /// Returns the types of fragments that can apply to values of a type, or all for nil.
  private func types(overlapping type: SchemaType?) -> [CompletionItem] {
    guard let schema else { return [] }
    return schema.types.filter { other in other.isComposite && (type.map { schema.overlap($0, other) } ?? true) }
      .map(Self.item)
  }

  // MARK: Directives

  private static func directives(of schema: Schema?) -> [SchemaDirective] {
    let known = schema?.directives ?? SchemaDirective.builtIn
    return known + SchemaDirective.incremental.filter { other in !known.contains { $0.name == other.name } }
  }

  private func directives(in frame: CompletionFrame) -> [CompletionItem] {
    let location: DirectiveLocation
    switch (frame.kind, frame.step) {
    case (.operation(.query), _): location = .query
    case (.operation(.mutation), _): location = .mutation
    case (.operation(.subscription), _): location = .subscription
    case (.fragment, .condition): location = .fragmentDefinition
    case (.variables, .colon), (.variables, .start): location = .variableDefinition
    case (.selections, .name): location = .field
    case (.selections, .fragmentName): location = .fragmentSpread
    case (.selections, .condition), (.selections, .spread): location = .inlineFragment
    default: return []
    }
    return document.directives.filter { $0.locations.contains(location) }.map { directive in
      let arguments = directive.arguments.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      return CompletionItem(
        "@\(directive.name)", .directive, detail: arguments.isEmpty ? "" : "(\(arguments))",
        description: directive.description)
    }
  }

  // MARK: Input

  /// Returns the names of arguments or input fields, required ones first.
  private func inputs(_ inputs: [SchemaInputValue], _ kind: CompletionItem.Kind) -> [CompletionItem] {
    let hasColon = cursor.next < tokens.count && tokens[cursor.next].kind == ":"
    return (inputs.filter(\.isRequired) + inputs.filter { !$0.isRequired }).map { input in
      CompletionItem(
        input.name, kind, insert: hasColon ? input.name : "\(input.name): ", detail: input.type.description,
        description: input.description, isDeprecated: input.deprecationReason != nil)
    }
  }

  /// The arguments or input fields that are given around the cursor.
  private var given: Set<String> {
    var given = document.top.given
    var depth = 0
    for index in tokens.indices.dropFirst(cursor.next) {
      switch tokens[index].kind {
      case "(", "{", "[": depth += 1
      case ")", "}", "]": depth -= 1
      case "Name" where depth == 0 && index + 1 < tokens.count && tokens[index + 1].kind == ":":
        given.insert(tokens[index].value ?? "")
      default: break
      }
      if depth < 0 { break }
    }
    return given
  }

  /// Returns the values of a type, or those of any type for nil.
  private func values(of type: TypeRef?, isConstant: Bool = false) -> [CompletionItem] {
    let isConstant = isConstant || document.frames.contains { if case .variables = $0.kind { true } else { false } }
    var (fitting, others) = isConstant ? ([], []) : variables(for: type)
    if cursor.word.first == "$" || document.top.step == .dollar { return fitting + others }
    let named = type.flatMap { schema?.type(of: $0) }
    fitting += (named?.values ?? []).map { value in
      CompletionItem(
        value.name, .enumValue, detail: named?.name ?? "", description: value.description,
        isDeprecated: value.deprecationReason != nil)
    }
    if type == nil || named?.name == "Boolean" { fitting += ["true", "false"].map { CompletionItem($0, .value) } }
    if type?.isNonNull != true { fitting.append(CompletionItem("null", .value)) }
    return fitting + others
  }

  /// Returns the variables that are declared at the cursor: those that fit a type, and the others.
  private func variables(for type: TypeRef?) -> (fitting: [CompletionItem], others: [CompletionItem]) {
    let current = document.definitions.count - 1
    guard definitions.indices.contains(current) else { return ([], []) }
    // A fragment has the variables of all operations.
    let owners = definitions[current].kind == nil ? definitions : [definitions[current]]
    var seen: Set<String> = []
    let all = owners.flatMap(\.variables).filter { seen.insert($0.name).inserted }
    let items = all.map { variable in
      (
        isFitting: isFitting(variable, type),
        item: CompletionItem("$\(variable.name)", .variable, detail: variable.type?.description ?? "")
      )
    }
    return (items.filter(\.isFitting).map(\.item), items.filter { !$0.isFitting }.map(\.item))
  }

  private func isFitting(_ variable: OutlinedDefinition.Variable, _ type: TypeRef?) -> Bool {
    guard let schema, let type, let own = variable.type else { return true }
    return schema.isSubtype(own, of: variable.hasDefault ? type.nullable : type)
  }

  // MARK: Without a schema

  private func recorded(at place: SelectionPlace) -> RecordedNames { RecordedNames(at: place, of: endpoint) }

  private func recordedArguments(of field: (name: String, place: SelectionPlace)?) -> [CompletionItem] {
    guard schema == nil, let field else { return [] }
    return recorded(at: field.place).arguments(of: field.name)
  }
}

extension UnfinishedDocument {
  /// Reads the token at an index. A keyword at the start of a line begins a definition if what follows it fits, even if
  /// something before it is still open.
  fileprivate mutating func read(_ tokens: [LexicalToken], _ index: Int, in source: SourceText) {
    let token = tokens[index]
    var startsDefinition = false
    if frames.count > 1, token.kind == "Name", let value = token.value,
      value == "fragment" || OperationKind(rawValue: value) != nil,
      token.start == 0 || [0x0A, 0x0D].contains(source.utf8[token.start - 1]), index + 2 < tokens.count
    {
      let isNamed = tokens[index + 1].kind == "Name"
      let follower = tokens[index + (isNamed ? 2 : 1)]
      startsDefinition = ["{", "(", "@"].contains(follower.kind) || (isNamed && follower.value == "on")
    }
    read(token, startsDefinition: startsDefinition)
  }
}
