import GraphQLLanguage

/// What the rules share while one document is validated: the schema, the document's fragments, where the walk
/// stands, and the errors so far.
final class ValidationContext {
  let schema: Schema
  let document: Document
  /// Where in the schema the node stands that the rules are being shown.
  let types: TypePosition
  private(set) var problems: [Problem] = []
  /// Whether so many errors have been found, or so much work been done, that the walk should end.
  private(set) var isAborted = false

  private let maximumErrors: Int
  /// How many more errors can be reported.
  var remainingErrors: Int { maximumErrors - problems.count }
  private var fragments: [String: FragmentDefinition] = [:]
  private var spreadsOfFragments: [String: [FragmentSpread]] = [:]
  private var usagesOfFragments: [String: [VariableUsage]] = [:]
  /// What the operation that was asked about last reaches; several rules ask about one operation in turn.
  private var lastOperation: OperationDefinition?
  private var lastReached: [FragmentDefinition] = []
  private var lastUsages: [VariableUsage]?
  /// What the operation uses that the walk is in; in fragments nobody asks.
  private var operationUsages: [VariableUsage] = []

  /// An error whose places are not yet lines and columns.
  struct Problem {
    var message: String
    var places: [Place]
  }

  init(schema: Schema, document: Document, maximumErrors: Int) {
    self.schema = schema
    self.document = document
    self.maximumErrors = maximumErrors
    types = TypePosition(schema)
    // The last of several fragments with one name counts, as in the reference.
    for case .fragment(let fragment) in document.definitions { fragments[fragment.name.text] = fragment }
  }

  func report(_ message: String, at places: Place...) { report(message, at: places) }

  func report(_ message: String, at places: [Place]) {
    guard !isAborted else { return }
    guard problems.count < maximumErrors else {
      abort("Too many validation errors, error limit reached. Validation aborted.")
      return
    }
    problems.append(Problem(message: message, places: places))
  }

  /// Ends the validation with one last error.
  func abort(_ message: String) {
    guard !isAborted else { return }
    isAborted = true
    problems.append(Problem(message: message, places: []))
  }

  func fragment(_ name: String) -> FragmentDefinition? { fragments[name] }

  /// The spreads in a fragment's selection set and in what is nested in it, not in what they spread.
  func spreads(in fragment: FragmentDefinition) -> [FragmentSpread] {
    // Two fragments with one name have different spreads, so only the one that counts is remembered.
    guard fragments[fragment.name.text]?.place.start == fragment.place.start else {
      return Self.spreads(in: fragment.selectionSet)
    }
    if let known = spreadsOfFragments[fragment.name.text] { return known }
    let spreads = Self.spreads(in: fragment.selectionSet)
    spreadsOfFragments[fragment.name.text] = spreads
    return spreads
  }

  private static func spreads(in selectionSet: SelectionSet) -> [FragmentSpread] {
    var spreads: [FragmentSpread] = []
    var pending = [selectionSet]
    while let selectionSet = pending.popLast() {
      for selection in selectionSet.selections {
        switch selection {
        case .fragmentSpread(let spread): spreads.append(spread)
        case .field(let field): if let inner = field.selectionSet { pending.append(inner) }
        case .inlineFragment(let fragment): pending.append(fragment.selectionSet)
        }
      }
    }
    return spreads
  }

  /// The fragments that an operation spreads, and those that these spread, each once.
  func fragmentsReached(from operation: OperationDefinition) -> [FragmentDefinition] {
    if let lastOperation, lastOperation.place.start == operation.place.start, operation.place.start >= 0 {
      return lastReached
    }
    var reached: [FragmentDefinition] = []
    var seen: Set<String> = []
    var pending = [Self.spreads(in: operation.selectionSet)]
    while let spreads = pending.popLast() {
      for spread in spreads where seen.insert(spread.name.text).inserted {
        guard let fragment = fragments[spread.name.text] else { continue }
        reached.append(fragment)
        pending.append(self.spreads(in: fragment))
      }
    }
    lastOperation = operation
    lastReached = reached
    lastUsages = nil
    return reached
  }

  /// The walk enters an operation: what it uses is noted from now on.
  func enterOperation() { operationUsages = [] }

  /// The walk has come to a variable.
  func note(_ variable: Name) { operationUsages.append(VariableUsage(variable, at: types)) }

  /// Where an operation, which the walk is leaving, and the fragments that it reaches use variables, with the types
  /// expected there.
  func variableUsages(reachedFrom operation: OperationDefinition) -> [VariableUsage] {
    let reached = fragmentsReached(from: operation)
    if let lastUsages { return lastUsages }
    var usages = operationUsages
    for fragment in reached {
      let name = fragment.name.text
      let known = usagesOfFragments[name] ?? VariableUsage.all(in: fragment, schema)
      usagesOfFragments[name] = known
      usages += known
    }
    lastUsages = usages
    return usages
  }
}
