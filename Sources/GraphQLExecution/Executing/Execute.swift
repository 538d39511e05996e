import GraphQLLanguage
package import GraphQLSchema

/// Executes one operation (specification section 6.2): a query, a mutation, whose root fields are taken in order, or
/// the reaction to one event of a subscription.
///
/// ```swift
/// var world = World(seed: 1)
/// let request = ExecutionRequest(document: document, variables: variables, source: text)
/// let response = execute(request, schema: schema, root: world.root, from: &world).response
/// ```
/// - Parameters:
///   - request: the operation with its variables.
///   - schema: what the operation is executed against.
///   - root: the object that the root fields are asked of.
///   - source: where values come from.
///   - limits: bounds on the response; `ExecutionLimits.standard` unless given.
///
/// `@defer` and `@stream` are not heeded, as the specification allows: all comes at once. See `executeIncrementally`.
/// - Returns: data and errors. Without data if the operation cannot be chosen or its variables do not fit.
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

extension Executor {
  /// What executes an operation of a request.
  /// - Throws: the variables that do not fit.
  init(
    _ request: ExecutionRequest, _ operation: OperationDefinition, schema: Schema, limits: ExecutionLimits,
    delivery: IncrementalDelivery? = nil
  ) throws(RequestErrors) {
    let variables = try schema.coerceVariables(request.variables, of: operation, source: request.source)
    self.init(
      schema: schema, document: request.document, operation: operation, variables: variables, source: request.source,
      limits: limits, delivery: delivery)
  }
}
