import GraphQLLanguage

/// The selections of an operation as paths, collected once and compared with many.
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

  /// Indicates whether both select a common field, with whatever arguments.
  func sharesField(with other: DocumentComparison) -> Bool { !outlines.isDisjoint(with: other.outlines) }

  /// Returns the differences: selections only in `asked`, then selections only in this operation, then the rest.
  func differences(to asked: DocumentComparison) -> [Difference] {
    var differences: [Difference] = []
    differences += Self.outermost(asked.paths.filter { !set.contains($0) }).map { .selectionNotRecorded($0.text) }
    differences += Self.outermost(paths.filter { !asked.set.contains($0) }).map { .selectionNotAsked($0.text) }
    if head != asked.head { differences.append(.declaration(recorded: head, asked: asked.head)) }
    if differences.isEmpty { differences.append(.selectionOrder) }
    return differences
  }

  /// Omits paths below another path of the list: a new `country` covers its fields.
  private static func outermost(_ paths: [SelectionPath]) -> [SelectionPath] {
    let all = Set(paths)
    return paths.filter { path in !path.ancestors.contains { all.contains($0) } }
  }

  /// Returns the operation without its selections: `query CountryDetail($code: ID!)`.
  private static func head(_ document: Document) -> String {
    for case .operation(var operation) in document.definitions {
      operation.description = nil
      operation.variables.sort { $0.name.text < $1.name.text }
      for index in operation.variables.indices { operation.variables[index].description = nil }
      operation.selectionSet = SelectionSet([])
      let text = Document(definitions: [.operation(operation)]).printed()
      let trimmed = String(text.prefix { $0 != "{" }.reversed().drop { $0 == " " || $0 == "\n" }.reversed())
      return trimmed.isEmpty ? "an unnamed query" : trimmed
    }
    return ""
  }
}

/// The path of one selection: `country.languages(first: 1).name`, `search.(Book).title`.
struct SelectionPath: Hashable {
  var steps: [String]

  var text: String { steps.joined(separator: ".") }
  /// The path without arguments and directives.
  var outline: String { steps.map { $0.prefix { $0 != "(" && $0 != " " } }.joined(separator: ".") }
  var ancestors: [SelectionPath] { steps.indices.dropFirst().map { SelectionPath(steps: Array(steps[..<$0])) } }
}

/// All selection paths of a document's operation, with fragments expanded, in the order of the document.
struct SelectionPaths {
  private(set) var paths: [SelectionPath] = []
  private var seen: Set<SelectionPath> = []
  private var steps = 0
  private let fragments: [String: FragmentDefinition]

  /// The most selections visited: the rest of a huge document explains nothing. Visits count, not paths, since
  /// fragments that spread each other twice double the work with each level.
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
