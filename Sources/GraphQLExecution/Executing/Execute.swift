import GraphQLLanguage
package import GraphQLSchema

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

extension Executor {
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
}
