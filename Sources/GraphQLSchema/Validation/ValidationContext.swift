import GraphQLLanguage

/// The state that the rules share for one document: the schema, the fragments, the position and the errors.
final class ValidationContext {
  let schema: Schema
  let document: Document
  /// The position in the schema of the current node.
  let types: TypePosition
  private(set) var problems: [Problem] = []
  /// True after too many errors or too much work, to end the walk.
  private(set) var isAborted = false

  private let maximumErrors: Int
  var remainingErrors: Int { maximumErrors - problems.count }
  let fragments: DocumentFragments
  /// For each fragment, by index: the fragments and spreads in it, and its uses of variables; computed on demand.
  private var targetsOfFragments: [[Int]?]
  private var spreadsOfFragments: [[FragmentSpread]?]
  private var usagesOfFragments: [[VariableUsage]?]
  /// The fragments and variables reached from the current operation, shared by several rules.
  private var reached: [Int]?
  private var usages: [VariableUsage]?
  /// For each fragment, by index, the last search that reached it.
  private var searches: [Int]
  private var search = 0
  /// The variables used in the current operation, without fragments.
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

  func abort(_ message: String) {
    guard !isAborted else { return }
    isAborted = true
    problems.append(Problem(message: message, places: []))
  }

  func fragment(_ name: String) -> FragmentDefinition? { fragments[name] }

  /// Returns the spreads in a fragment's selection set at any depth, but not those in other fragments.
  func spreads(in fragment: FragmentDefinition) -> [FragmentSpread] {
    // Of fragments with one name, only the effective one is cached.
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

  /// Returns the indexes of the fragments that an operation reaches, each once, in graphql-js's order. Only for the
  /// operation that the walk is in or is leaving.
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

  func enterOperation() {
    operationUsages = []
    reached = nil
    usages = nil
  }

  func note(_ variable: Name) { operationUsages.append(VariableUsage(variable, at: types)) }

  /// Returns the uses of variables, with types, in the operation being left and the fragments that it reaches.
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
