import GraphQLLanguage

/// What an operation asks for, as the paths of its selections: walked once, compared with many.
struct DocumentComparison {
  private let paths: [SelectionPath]
  private let set: Set<SelectionPath>
  private let head: String
  private let outlines: Set<String>

  init(_ document: Document) {
    paths = SelectionPaths(document).paths
    set = Set(paths)
    head = Self.head(document)
    outlines = Set(paths.map(\.outline))
  }

  /// Whether both select some field, however they ask for it.
  func sharesField(with other: DocumentComparison) -> Bool { !outlines.isDisjoint(with: other.outlines) }

  /// The differences in the order: what is new in `asked`, what is gone from this one, then the rest.
  func differences(to asked: DocumentComparison) -> [Difference] {
    var differences: [Difference] = []
    differences += Self.outermost(asked.paths.filter { !set.contains($0) }).map { .selectionNotRecorded($0.text) }
    differences += Self.outermost(paths.filter { !asked.set.contains($0) }).map { .selectionNotAsked($0.text) }
    if head != asked.head { differences.append(.declaration(recorded: head, asked: asked.head)) }
    if differences.isEmpty { differences.append(.selectionOrder) }
    return differences
  }

  /// Leaves out what stands below another member of the list: a new `country` says it all.
  private static func outermost(_ paths: [SelectionPath]) -> [SelectionPath] {
    let all = Set(paths)
    return paths.filter { path in !path.ancestors.contains { all.contains($0) } }
  }

  /// `query CountryDetail($code: ID!)`: the operation without its selections.
  private static func head(_ document: Document) -> String {
    for case .operation(var operation) in document.definitions {
      operation.description = nil
      operation.variables.sort { $0.name.text < $1.name.text }
      for index in operation.variables.indices { operation.variables[index].description = nil }
      operation.selectionSet = SelectionSet([])
      let text = Document(definitions: [.operation(operation)]).printed()
      let trimmed = String(text.prefix { $0 != "{" }.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
      return trimmed.isEmpty ? "an anonymous query" : trimmed
    }
    return ""
  }
}

/// The way to one selection: `country.languages(first: 1).name`, `search.(Book).title`.
struct SelectionPath: Hashable {
  var steps: [String]

  var text: String { steps.joined(separator: ".") }
  /// Without aliases' arguments and directives: what is asked for, not how.
  var outline: String { steps.map { $0.prefix { $0 != "(" && $0 != " " } }.joined(separator: ".") }
  var ancestors: [SelectionPath] { steps.indices.dropFirst().map { SelectionPath(steps: Array(steps[..<$0])) } }
}

/// All selection paths of a document's operation, fragments followed, in the order of asking.
struct SelectionPaths {
  private(set) var paths: [SelectionPath] = []
  private var seen: Set<SelectionPath> = []
  private var steps = 0
  private let fragments: [String: FragmentDefinition]

  /// A miss is explained, not executed: beyond this many selections the rest of a huge document adds nothing. They
  /// are counted as they are walked, since fragments that spread each other twice double with each level.
  private static let limit = 5_000

  init(_ document: Document) {
    var fragments: [String: FragmentDefinition] = [:]
    var operation: OperationDefinition?
    for definition in document.definitions {
      switch definition {
      case .fragment(let fragment): fragments[fragment.name.text] = fragment
      case .operation(let found): operation = operation ?? found
      default: break
      }
    }
    self.fragments = fragments
    if let operation { walk(operation.selectionSet, below: [], spreads: []) }
  }

  private mutating func walk(_ set: SelectionSet, below parent: [String], spreads: Set<String>) {
    for selection in set.selections where steps < Self.limit {
      steps += 1
      switch selection {
      case .field(let field):
        let path = parent + [Self.step(field)]
        add(path)
        if let inner = field.selectionSet { walk(inner, below: path, spreads: spreads) }
      case .inlineFragment(let fragment):
        walk(fragment.selectionSet, below: parent + step(fragment), spreads: spreads)
      case .fragmentSpread(let spread):
        guard let fragment = fragments[spread.name.text], !spreads.contains(spread.name.text) else { continue }
        let step = ["(\(fragment.typeCondition.name.text))" + Self.text(spread.directives)]
        walk(fragment.selectionSet, below: parent + step, spreads: spreads.union([spread.name.text]))
      }
    }
  }

  private mutating func add(_ steps: [String]) {
    let path = SelectionPath(steps: steps)
    if seen.insert(path).inserted { paths.append(path) }
  }

  private func step(_ fragment: InlineFragment) -> [String] {
    let condition = fragment.typeCondition.map { "(\($0.name.text))" } ?? ""
    let text = condition + Self.text(fragment.directives)
    return text.isEmpty ? [] : [text]
  }

  private static func step(_ field: Field) -> String {
    var bare = field
    bare.selectionSet = nil
    bare.arguments.sort { $0.name.text < $1.name.text }
    return bare.printed().split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func text(_ directives: [Directive]) -> String {
    directives.map { " " + $0.printed() }.joined()
  }
}
