import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON

/// Executes one operation (section 6.2): a query, a mutation or the response to one event of a subscription. The root
/// fields of a mutation are executed in order.
///
/// ```swift
/// var world = World(seed: 1)
/// let request = ExecutionRequest(document: document, variables: variables, source: text)
/// let response = execute(request, schema: schema, root: world.root, from: &world).response
/// ```
/// Ignores `@defer` and `@stream`, as the specification allows; see `executeIncrementally`. `root` resolves the root
/// fields.
/// - Returns: data and errors. Only errors if the operation cannot be selected or its variables do not match.
package func execute<Source: FieldSource>(
  _ request: ExecutionRequest, schema: Schema, root: Source.Object, from source: inout Source,
  limits: ExecutionLimits = .standard
) -> ExecutionResult {
  let operation: OperationDefinition
  do throws(OperationSelectionError) {
    operation = try request.document.operation(named: request.operationName)
  } catch {
    return ExecutionResult(data: nil, errors: [GraphQLError("\(error)")])
  }
  var executor: Executor<Source>
  do throws(RequestErrors) {
    executor = try Executor(request, operation, schema: schema, limits: limits)
  } catch {
    return ExecutionResult(data: nil, errors: error.errors)
  }
  let data = executor.run(operation, root: root, from: &source)
  return ExecutionResult(data: data, errors: executor.errors)
}

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

  /// Coerces the variables of a request and prepares its execution.
  /// - Throws: the errors of variables that do not match.
  init(
    _ request: ExecutionRequest, _ operation: OperationDefinition, schema: Schema, limits: ExecutionLimits,
    delivery: IncrementalDelivery? = nil
  ) throws(RequestErrors) {
    let variables = try schema.coerceVariables(request.variables, of: operation, source: request.source)
    self.init(
      schema: schema, document: request.document, operation: operation, variables: variables, source: request.source,
      limits: limits, delivery: delivery)
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
