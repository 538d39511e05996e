import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The state of one execution. What runs often is in `Executor+Values.swift`, what is prepared once a selection and
/// type is in `Executor+Selections.swift`.
struct Executor {
  let schema: Schema
  let fragments: [String: FragmentDefinition]
  let variables: JSONObject
  let source: SourceText?
  let limits: ExecutionLimits

  private(set) var errors: [GraphQLError] = []
  /// How many fields and items there are already.
  var valueCount = 0
  /// Whether the response grew too large, so that nothing more is asked for.
  private(set) var isAborted = false

  /// The selections below a field, by `PreparedField.index`; a few types at most for each.
  var selections: [[PreparedSelection]] = []
  private var locations: [Int: [SourceLocation]] = [:]

  init(
    schema: Schema, fragments: [String: FragmentDefinition], variables: JSONObject, source: SourceText?,
    limits: ExecutionLimits
  ) {
    self.schema = schema
    self.fragments = fragments
    self.variables = variables
    self.source = source
    self.limits = limits
  }

  /// The operation's data; null if an error travelled to the top.
  mutating func run<Source: FieldSource>(
    _ operation: OperationDefinition, root: Source.Object, from source: inout Source
  ) -> JSON {
    guard let type = schema.rootType(of: operation.kind) else {
      report("Schema is not configured to execute \(operation.kind.rawValue) operation.", at: [operation.place])
      return .null
    }
    let selection: PreparedSelection
    do throws(ArgumentFailure) {
      selection = try prepare([operation.selectionSet], on: type)
    } catch {
      report(error.message, at: [error.place])
      return .null
    }
    return object(selection, of: root, at: nil, depth: 1, from: &source) ?? .null
  }

  /// Notes an error that belongs to no field.
  mutating func report(_ message: String, at places: [Place]) {
    errors.append(GraphQLError(message, locations: source?.locations(of: places) ?? []))
  }

  /// Notes an error of a field, with the places of all its appearances, or with the place given.
  mutating func report(_ message: String, field: PreparedField, path: ResponsePath, at place: Place? = nil) {
    errors.append(GraphQLError(message, locations: locations(of: field, at: place), path: path.elements))
  }

  /// Ends the execution: the response would be too large.
  mutating func abort(field: PreparedField, path: ResponsePath) {
    if isAborted { return }
    isAborted = true
    report("Response has more than \(limits.values) values. Execution aborted.", field: field, path: path)
  }

  private mutating func locations(of field: PreparedField, at place: Place?) -> [SourceLocation] {
    guard let source else { return [] }
    if let place { return source.locations(of: [place]) }
    if let known = locations[field.index] { return known }
    let found = source.locations(of: field.nodes.map(\.place))
    locations[field.index] = found
    return found
  }
}
