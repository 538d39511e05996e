import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The state of one execution. The code that runs for each value is in `Executor+Values.swift`; the code that runs once
/// for each selection and type is in `Executor+Selections.swift`.
struct Executor<Root: FieldSource> {
  let schema: Schema
  let fragments: [String: FragmentDefinition]
  let variables: JSONObject
  let source: SourceText?
  let limits: ExecutionLimits
  let kind: OperationKind
  /// The handling of `@defer` and `@stream`; nil if they are ignored or the schema declares neither.
  let delivery: IncrementalDelivery?

  /// The errors since the list was last emptied, in order.
  var errors: [GraphQLError] = []
  var valueCount = 0
  /// Set when the response grew too large; nothing more is resolved.
  private(set) var isAborted = false

  /// The prepared selections of each field, by `PreparedField.index`. A field has few types.
  var selections: [[PreparedSelection]] = []
  private var locations: [Int: [SourceLocation]] = [:]

  var selectionCount = 0

  /// The active `@defer`s of the selections prepared so far, by number.
  var usages: [DeferUsage] = []
  var deliveries: [DeferredDelivery] = []
  /// The postponed work found since the last `takeFound()`. A value that becomes null drops the work found inside it.
  var found: [FoundWork<Root.Object>] = []
  /// With `fragmentwise` delivery, the delivery being executed. Deliveries found in it come after it.
  var currentDelivery: Int?
  /// The fields of streamed lists, prepared for their later items, by `PreparedField.index`.
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

  /// Returns the operation's data; null if an error propagated to the root.
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

  mutating func report(_ message: String, at places: [Place]) {
    let known = places.filter { $0.start >= 0 }
    errors.append(GraphQLError(message, locations: source?.locations(of: known) ?? []))
  }

  /// Records an error of a field, with the given place or with those of all its appearances.
  mutating func report(
    _ message: String, field: PreparedField, path: ResponsePath, at place: Place? = nil, code: String? = nil
  ) {
    errors.append(GraphQLError(message, locations: locations(of: field, at: place), path: path.elements, code: code))
  }

  /// Ends an execution whose response is too large.
  mutating func abort(field: PreparedField, path: ResponsePath) {
    if isAborted { return }
    isAborted = true
    report(sizeMessage, field: field, path: path)
  }

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
