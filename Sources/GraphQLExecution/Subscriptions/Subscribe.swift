import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON

/// The result of subscribing.
package enum SubscriptionResult<Source: EventSource> {
  /// There is no stream: a response with only errors.
  case refused(ExecutionResult)
  /// The source stream, and the subscription that turns its events into responses.
  case stream(Source.Events, Subscription)
}

/// A subscription with valid variables, executed once for each event.
package struct Subscription: Sendable {
  package let fieldName: String
  let request: ExecutionRequest
  let schema: Schema
  let limits: ExecutionLimits

  /// Returns the response to one event (section 6.2.3.2, `ExecuteSubscriptionEvent`). `event` resolves the root field.
  /// - Returns: data and errors.
  package func response<Source: FieldSource>(to event: Source.Object, from source: inout Source) -> ExecutionResult {
    execute(request, schema: schema, root: event, from: &source, limits: limits)
  }
}

/// Opens the source stream of a subscription (section 6.2.3.1, `CreateSourceEventStream`).
///
/// Does not wait, and starts nothing in the background. Other operations are refused.
/// - Returns: the source stream with its subscription, or a response with only errors.
package func subscribe<Source: EventSource>(
  _ request: ExecutionRequest, schema: Schema, root: Source.Object, from source: inout Source,
  limits: ExecutionLimits = .standard
) -> SubscriptionResult<Source> {
  let operation: OperationDefinition
  do throws(OperationSelectionError) {
    operation = try request.document.operation(named: request.operationName)
  } catch {
    return .refused(ExecutionResult(data: nil, errors: [GraphQLError("\(error)")]))
  }
  var executor: Executor<Source>
  do throws(RequestErrors) {
    executor = try Executor(request, operation, schema: schema, limits: limits)
  } catch {
    return .refused(ExecutionResult(data: nil, errors: error.errors))
  }
  guard let (field, events) = executor.events(of: operation, root: root, from: &source) else {
    return .refused(ExecutionResult(data: nil, errors: executor.errors))
  }
  return .stream(events, Subscription(fieldName: field, request: request, schema: schema, limits: limits))
}

extension Executor where Root: EventSource {
  /// Returns the source stream; nil if there is none and an error has been recorded.
  fileprivate mutating func events(
    of operation: OperationDefinition, root: Root.Object, from source: inout Root
  ) -> (field: String, events: Root.Events)? {
    guard operation.kind == .subscription, let type = schema.rootType(of: .subscription) else {
      report("Schema is not configured to execute subscription operation.", at: [operation.place])
      return nil
    }
    let field: PreparedField
    do throws(ArgumentFailure) {
      field = try rootField(of: operation, on: type)
    } catch {
      report(error.message, at: [error.place])
      return nil
    }
    let path = ResponsePath(nil, .key(field.responseKey))
    if let failure = field.argumentFailure {
      report(failure.message, field: field, path: path, at: failure.place)
      return nil
    }
    do throws(FieldFailure) {
      return (field.definition.name, try source.events(for: FieldCall(prepared: field, parentPath: nil), of: root))
    } catch {
      report(error.message, field: field, path: path, code: error.code)
      return nil
    }
  }

  /// Returns the first root field; validation ensures that it is the only one.
  private mutating func rootField(
    of operation: OperationDefinition, on type: SchemaType
  ) throws(ArgumentFailure) -> PreparedField {
    let sets = [Appearances(operation.selectionSet)]
    guard let first = try collect(sets, on: type).groups.first?.nodes.first else {
      throw ArgumentFailure("Subscription selects no field.", at: operation.place)
    }
    guard let field = try prepare(sets, on: type, context: []).fields.first,
      field.nodes[0].place.start == first.place.start, case .source = field.role
    else {
      throw ArgumentFailure("The subscription field \"\(first.name.text)\" is not defined.", at: first.place)
    }
    return field
  }
}

/// A source of subscription events, like the `subscribe` functions of graphql-js.
///
/// It opens a stream once. The consumer decides when to pull events, each of which is an object of the source.
package protocol EventSource: FieldSource {
  /// The events of a subscription, in a form that the source chooses: a topic's name, a list, an asynchronous sequence.
  associatedtype Events

  /// Opens the stream of events of the root field (section 6.2.3.1, `ResolveFieldEventStream`).
  /// - Returns: the events.
  /// - Throws: the reason that there are no events. It becomes the only error of the response, with path and location.
  mutating func events(for field: FieldCall, of root: Object) throws(FieldFailure) -> Events
}
