import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The state of one execution. What runs often is in `Executor+Values.swift`, what is prepared once a selection and
/// type is in `Executor+Selections.swift`.
struct Executor<Root: FieldSource> {
  let schema: Schema
  let fragments: [String: FragmentDefinition]
  let variables: JSONObject
  let source: SourceText?
  let limits: ExecutionLimits
  let kind: OperationKind
  /// How `@defer` and `@stream` are carried out; nil if they are not heeded, or the schema has neither.
  let delivery: IncrementalDelivery?

  /// What went wrong since it was emptied last, in the order in which it happened.
  var errors: [GraphQLError] = []
  /// How many fields and items there are already.
  var valueCount = 0
  /// Whether the response grew too large, so that nothing more is asked for.
  private(set) var isAborted = false

  /// The selections below a field, by `PreparedField.index`; a few types at most for each.
  var selections: [[PreparedSelection]] = []
  private var locations: [Int: [SourceLocation]] = [:]

  /// How many selections were prepared.
  var selectionCount = 0

  /// The active `@defer` of the selections prepared so far, by number.
  var usages: [DeferUsage] = []
  /// The deferred fragments found so far, by number.
  var deliveries: [DeferredDelivery] = []
  /// What was found to be delivered later since it was taken last. What becomes null drops what was found in it.
  var found: [FoundWork<Root.Object>] = []
  /// The fragmentwise delivery that is being executed: what is found in it comes after it.
  var currentDelivery: Int?
  /// The fields of streamed lists as their later items see them, by `PreparedField.index`.
  var streamed: [Int: PreparedField] = [:]

  init(
    schema: Schema, document: Document, operation: OperationDefinition, variables: JSONObject, source: SourceText?,
    limits: ExecutionLimits, delivery: IncrementalDelivery? = nil
  ) {
    self.schema = schema
    fragments = document.fragmentsByName
    self.variables = variables
    self.source = source
    self.limits = limits
    kind = operation.kind
    let isDeclared = schema.directive(named: "defer") != nil || schema.directive(named: "stream") != nil
    self.delivery = isDeclared ? delivery : nil
  }

  /// The operation's data; null if an error travelled to the top.
  mutating func run(_ operation: OperationDefinition, root: Root.Object, from source: inout Root) -> JSON {
    guard let type = schema.rootType(of: operation.kind) else {
      report("Schema is not configured to execute \(operation.kind.rawValue) operation.", at: [operation.place])
      return .null
    }
    let selection: PreparedSelection
    do throws(ArgumentFailure) {
      selection = try prepare([Appearances(operation.selectionSet)], on: type, context: [])
    } catch {
      report(error.message, at: [error.place])
      return .null
    }
    guard let data = object(selection, of: root, at: nil, depth: 1, deliveries: nil, from: &source) else {
      found = []
      return .null
    }
    return data
  }

  /// Notes an error that belongs to no field.
  mutating func report(_ message: String, at places: [Place]) {
    let known = places.filter { $0.start >= 0 }
    errors.append(GraphQLError(message, locations: source?.locations(of: known) ?? []))
  }

  /// Notes an error of a field, with the places of all its appearances, or with the place given.
  mutating func report(
    _ message: String, field: PreparedField, path: ResponsePath, at place: Place? = nil, code: String? = nil
  ) {
    errors.append(GraphQLError(message, locations: locations(of: field, at: place), path: path.elements, code: code))
  }

  /// Ends the execution: the response would be too large.
  mutating func abort(field: PreparedField, path: ResponsePath) {
    if isAborted { return }
    isAborted = true
    report(sizeMessage, field: field, path: path)
  }

  /// What is said of a response that grew too large.
  var sizeMessage: String { "Response has more than \(limits.values) values. Execution aborted." }

  private mutating func locations(of field: PreparedField, at place: Place?) -> [SourceLocation] {
    guard let source else { return [] }
    if let place, place.start >= 0 { return source.locations(of: [place]) }
    if let known = locations[field.index] { return known }
    let found = source.locations(of: field.nodes.map(\.place))
    locations[field.index] = found
    return found
  }
}

extension Executor: Sendable where Root.Object: Sendable {}
