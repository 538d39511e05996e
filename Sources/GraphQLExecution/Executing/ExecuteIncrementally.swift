import GraphQLLanguage
package import GraphQLSchema

/// The result of an operation that may contain `@defer` and `@stream`.
package enum IncrementalResult<Source: FieldSource> {
  /// A complete response: nothing was deferred.
  case whole(ExecutionResult)
  /// A first part, and the later parts on demand.
  case parts(InitialPayload, IncrementalResponse<Source>)
}

/// Executes one operation, and defers parts of it as `@defer` and `@stream` request. A schema must declare these
/// directives; otherwise they are ignored.
///
/// ```swift
/// let result = executeIncrementally(
///   request, schema: schema, root: world.root, from: &world, delivery: format.delivery)
/// guard case .parts(let initial, var response) = result else { … }
/// send(format.json(initial))
/// while let payload = response.next(from: &world) { send(format.json(payload)) }
/// ```
/// `root` resolves the root fields; `limits` covers all parts together.
/// - Returns: the complete response if nothing is deferred, else the first part and the source of the later ones.
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
