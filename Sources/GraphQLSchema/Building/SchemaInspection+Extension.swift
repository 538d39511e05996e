package import GraphQLLanguage

extension SchemaInspection {
  /// Reads a schema together with a second text that extends it, for users who do not own the first.
  ///
  /// The second text may repeat fields, values and members to add directives to them. A repeated field must have the
  /// same type, and the same arguments if any are written. `base` must be valid. The directives in `ignored` need no
  /// definition and are not checked here.
  /// - Returns: the whole schema, with the problems in the second text or caused by it.
  package static func extending(
    _ base: SourceText, by extension: SourceText, ignoring ignored: Set<String> = []
  ) -> SchemaInspection {
    // A new file with only a comment is not an error.
    if isEmpty(`extension`) { return SchemaInspection(sdl: base, ignoring: ignored) }
    if (try? parse(`extension`, limits: .schema)) == nil { return SchemaInspection(sdl: `extension`) }
    let joined = JoinedText(base, `extension`)
    guard var document = try? parse(joined.source, limits: .schema) else {
      return SchemaInspection(sdl: base, ignoring: ignored)
    }
    var merge = SchemaMerge(document, joined: joined, ignoring: ignored)
    document.definitions = merge.definitions()
    let whole = SchemaInspection(document: document, source: joined.source, ignoring: ignored)
    let found = whole.findings.filter { finding in
      finding.problem.places.isEmpty || finding.problem.places.contains { joined.isSecond($0.location) }
    }
    let findings = (merge.findings + found).map { finding in
      var finding = finding
      finding.problem.places = finding.problem.places.map(joined.place)
      return finding
    }
    return SchemaInspection(schema: whole.schema, findings: findings)
  }

  /// Indicates whether a text contains only comments.
  private static func isEmpty(_ text: SourceText) -> Bool {
    text.utf8.split { $0 == 0x0A || $0 == 0x0D }.allSatisfy { line in
      let first = line.first { ![0x20, 0x09, 0x2C, 0xEF, 0xBB, 0xBF].contains($0) }
      return first == nil || first == UInt8(ascii: "#")
    }
  }
}

/// Two joined texts and the position of the second.
struct JoinedText {
  let source: SourceText
  private let first: SourceText
  private let second: SourceText
  private let secondStart: Int
  private let firstLines: Int

  init(_ first: SourceText, _ second: SourceText) {
    self.first = first
    self.second = second
    // A byte order mark is allowed only at the beginning. A space takes its column.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = second.utf8.starts(with: mark) ? [0x20] + second.utf8.dropFirst(3) : second.utf8
    source = SourceText(utf8: first.utf8 + [0x0A] + rest, name: first.name)
    secondStart = first.utf8.count + 1
    firstLines = source.location(at: secondStart).line - 1
  }

  func isSecond(_ place: Place) -> Bool { Int(place.start) >= secondStart }

  func isSecond(_ location: SourceLocation) -> Bool { location.line > firstLines }

  /// Converts a place of the joined text to one of its source.
  func place(_ place: SchemaProblem.SourcePlace) -> SchemaProblem.SourcePlace {
    let isSecond = isSecond(place.location)
    let text = isSecond ? second : first
    let line = place.location.line - (isSecond ? firstLines : 0)
    let location = SourceLocation(line: line, column: place.location.column)
    return SchemaProblem.SourcePlace(file: text.name, location: location, excerpt: text.excerpt(at: location))
  }
}

/// Removes repetitions from the second of two texts.
private struct SchemaMerge {
  private let document: Document
  private let joined: JoinedText
  private let ignored: Set<String>
  private let lines: SourceLines
  private var types: [String: TypeDefinition] = [:]
  private var fields: [String: [String: FieldDefinition]] = [:]
  private var inputFields: [String: [String: InputValueDefinition]] = [:]
  private var names: [String: Set<String>] = [:]
  private var directives: Set<String> = []
  private(set) var findings: [SchemaFinding] = []

  init(_ document: Document, joined: JoinedText, ignoring ignored: Set<String>) {
    self.document = document
    self.joined = joined
    self.ignored = ignored
    lines = SourceLines(joined.source)
    for definition in document.definitions {
      switch definition {
      case .type(let type) where !joined.isSecond(type.place): add(type)
      case .directive(let directive) where !joined.isSecond(directive.place): directives.insert(directive.name.text)
      default: continue
      }
    }
  }

  private mutating func add(_ type: TypeDefinition) {
    let name = type.name.text
    if !type.isExtension, types[name] == nil { types[name] = type }
    switch type.kind {
    case .object(let interfaces, let added), .interface(let interfaces, let added):
      for field in added { fields[name, default: [:]][field.name.text] = field }
      names[name, default: []].formUnion(interfaces.map(\.name.text))
    case .inputObject(let added):
      for field in added { inputFields[name, default: [:]][field.name.text] = field }
    case .enum(let values): names[name, default: []].formUnion(values.map(\.name.text))
    case .union(let members): names[name, default: []].formUnion(members.map(\.name.text))
    case .scalar: break
    }
  }

  /// Returns the definitions of both texts, without repetitions.
  mutating func definitions() -> [Definition] {
    var kept: [Definition] = []
    for definition in document.definitions {
      switch definition {
      case .type(let type) where joined.isSecond(type.place):
        if let rest = rest(of: type) { kept.append(.type(rest)) }
      case .directive(let directive) where joined.isSecond(directive.place):
        // Both texts may define a directive, because editors need the definition.
        if !directives.contains(directive.name.text) { kept.append(definition) }
      default: kept.append(definition)
      }
    }
    return kept
  }

  /// Returns the additions of a definition in the second text; nil if it is not allowed.
  private mutating func rest(of type: TypeDefinition) -> TypeDefinition? {
    let name = type.name.text
    guard type.isExtension else {
      guard let first = types[name] else { return type }
      fail(
        "Type \"\(name)\" is there already: write \"extend\" before it to add to it.", at: type.name.place,
        first.name.place)
      return nil
    }
    var rest = type
    let known = names[name] ?? []
    switch type.kind {
    case .object(let interfaces, let added):
      rest.kind = .object(interfaces: interfaces.filter { !known.contains($0.name.text) }, fields: new(added, in: name))
    case .interface(let interfaces, let added):
      rest.kind = .interface(
        interfaces: interfaces.filter { !known.contains($0.name.text) }, fields: new(added, in: name))
    case .inputObject(let added):
      rest.kind = .inputObject(fields: added.filter { isNew($0, in: name) })
    case .enum(let values): rest.kind = .enum(values: values.filter { !known.contains($0.name.text) })
    case .union(let members): rest.kind = .union(members: members.filter { !known.contains($0.name.text) })
    case .scalar: break
    }
    return rest
  }

  private mutating func new(_ added: [FieldDefinition], in type: String) -> [FieldDefinition] {
    added.filter { field in
      guard let first = fields[type]?[field.name.text] else { return true }
      let place = "\(type).\(field.name.text)"
      if first.type != field.type {
        fail(
          "\(place) is \(TypeRef(first.type)), and \(TypeRef(field.type)) here: a field that is stated again keeps its type.",
          at: field.type.place, first.type.place)
      }
      for argument in field.arguments {
        let name = argument.name.text
        guard let known = first.arguments.first(where: { $0.name.text == name }) else {
          let ending = didYouMean(suggestionList(name, first.arguments.map(\.name.text)))
          fail(
            "\(place) has no argument \"\(name)\": a field that is stated again keeps its arguments.\(ending)",
            at: argument.place, first.place)
          continue
        }
        if known.type != argument.type {
          fail(
            "\(place)(\(name):) is \(TypeRef(known.type)), and \(TypeRef(argument.type)) here: an argument that is stated again keeps its type.",
            at: argument.type.place, known.type.place)
        }
      }
      return false
    }
  }

  private mutating func isNew(_ field: InputValueDefinition, in type: String) -> Bool {
    guard let first = inputFields[type]?[field.name.text] else { return true }
    if first.type != field.type {
      fail(
        "\(type).\(field.name.text) is \(TypeRef(first.type)), and \(TypeRef(field.type)) here: a field that is stated again keeps its type.",
        at: field.type.place, first.type.place)
    }
    return false
  }

  private mutating func fail(_ message: String, at places: Place...) {
    let problem = SchemaProblem(message, at: places, in: joined.source, lines)
    findings.append(SchemaFinding(problem, check: .text(.uniqueFieldDefinitionNames)))
  }
}
