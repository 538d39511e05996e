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
  let fragments: DocumentFragments
  /// By a fragment's index: what it spreads, by index and as written, and where it uses variables; found when asked for.
  private var targetsOfFragments: [[Int]?]
  private var spreadsOfFragments: [[FragmentSpread]?]
  private var usagesOfFragments: [[VariableUsage]?]
  /// What the operation that the walk is in reaches; several rules ask for it in turn.
  private var reached: [Int]?
  private var usages: [VariableUsage]?
  /// By a fragment's index: the number of the last search that came to it.
  private var searches: [Int]
  private var search = 0
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
    fragments = DocumentFragments(document)
    targetsOfFragments = Array(repeating: nil, count: fragments.all.count)
    spreadsOfFragments = Array(repeating: nil, count: fragments.all.count)
    usagesOfFragments = Array(repeating: nil, count: fragments.all.count)
    searches = Array(repeating: 0, count: fragments.all.count)
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
    guard let index = fragments.index(of: fragment.name.text),
      fragments.all[index].place.start == fragment.place.start
    else { return Self.spreads(in: fragment.selectionSet) }
    return spreads(inFragmentAt: index)
  }

  private func spreads(inFragmentAt index: Int) -> [FragmentSpread] {
    if let known = spreadsOfFragments[index] { return known }
    let spreads = Self.spreads(in: fragments.all[index].selectionSet)
    spreadsOfFragments[index] = spreads
    return spreads
  }

  private func targets(ofFragmentAt index: Int) -> [Int] {
    if let known = targetsOfFragments[index] { return known }
    let targets = spreads(inFragmentAt: index).compactMap { fragments.index(of: $0.name.text) }
    targetsOfFragments[index] = targets
    return targets
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

  /// The indexes of the fragments that an operation, which the walk is leaving, spreads, and of those that these spread,
  /// each once, in the reference's order.
  func fragmentsReached(from operation: OperationDefinition) -> [Int] {
    if let reached { return reached }
    var found: [Int] = []
    search += 1
    var pending = [Self.spreads(in: operation.selectionSet).compactMap { fragments.index(of: $0.name.text) }]
    while let targets = pending.popLast() {
      for target in targets where searches[target] != search {
        searches[target] = search
        found.append(target)
        pending.append(self.targets(ofFragmentAt: target))
      }
    }
    reached = found
    return found
  }

  /// The walk enters an operation: what it uses is noted from now on.
  func enterOperation() {
    operationUsages = []
    reached = nil
    usages = nil
  }

  /// The walk has come to a variable.
  func note(_ variable: Name) { operationUsages.append(VariableUsage(variable, at: types)) }

  /// Where an operation, which the walk is leaving, and the fragments that it reaches use variables, with the types
  /// expected there.
  func variableUsages(reachedFrom operation: OperationDefinition) -> [VariableUsage] {
    if let usages { return usages }
    var found = operationUsages
    for index in fragmentsReached(from: operation) {
      let known = usagesOfFragments[index] ?? VariableUsage.all(in: fragments.all[index], schema)
      usagesOfFragments[index] = known
      found += known
    }
    usages = found
    return found
  }
}
