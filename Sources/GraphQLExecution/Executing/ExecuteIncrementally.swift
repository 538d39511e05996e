import GraphQLLanguage
package import GraphQLSchema

/// What executing an operation with `@defer` and `@stream` gave.
package enum IncrementalResult<Source: FieldSource> {
  /// All at once: nothing was deferred.
  case whole(ExecutionResult)
  /// A first part, and further ones on demand.
  case parts(InitialPayload, IncrementalResponse<Source>)
}

/// Executes one operation and leaves for later what `@defer` and `@stream` say, where the schema declares them; where
/// it does not, they mean nothing, as any unknown directive.
///
/// ```swift
/// let result = executeIncrementally(
///   request, schema: schema, root: world.root, from: &world, delivery: format.delivery)
/// guard case .parts(let initial, var response) = result else { … }
/// send(format.json(initial))
/// while let payload = response.next(from: &world) { send(format.json(payload)) }
/// ```
/// - Parameters:
///   - request: the operation with its variables.
///   - schema: what the operation is executed against.
///   - root: the object that the root fields are asked of.
///   - source: where values come from.
///   - delivery: whether a value is delivered once or with every fragment that has it.
///   - limits: bounds on all parts together; `ExecutionLimits.standard` unless given.
/// - Returns: the whole response if nothing comes later, else its first part and what makes the others.
package func executeIncrementally<Source: FieldSource>(
  _ request: ExecutionRequest, schema: Schema, root: Source.Object, from source: inout Source,
  delivery: IncrementalDelivery, limits: ExecutionLimits = .standard
) -> IncrementalResult<Source> {
  let operation: OperationDefinition
  do throws(OperationSelectionError) {
    operation = try request.document.operation(named: request.operationName)
  } catch {
    return .whole(ExecutionResult(data: nil, errors: [GraphQLError("\(error)")]))
  }
  var executor: Executor<Source>
  do throws(RequestErrors) {
    executor = try Executor(request, operation, schema: schema, limits: limits, delivery: delivery)
  } catch {
    return .whole(ExecutionResult(data: nil, errors: error.errors))
  }
  let data = executor.run(operation, root: root, from: &source)
  let errors = executor.errors
  var pending: [PendingDelivery] = []
  let response = IncrementalResponse(executor, announcing: &pending)
  if pending.isEmpty { return .whole(ExecutionResult(data: data, errors: errors)) }
  return .parts(InitialPayload(data: data, errors: errors, pending: pending), response)
}
