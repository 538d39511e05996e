import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON

/// What subscribing gave.
package enum SubscriptionResult<Source: EventSource> {
  /// There is no stream: a response of errors alone.
  case refused(ExecutionResult)
  /// The source stream, and what makes a response of each of its events.
  case stream(Source.Events, Subscription)
}

/// A running subscription: an operation whose variables fit, to be executed once for each event.
package struct Subscription: Sendable {
  /// The root field's name.
  package let fieldName: String
  let request: ExecutionRequest
  let schema: Schema
  let limits: ExecutionLimits

  /// The response to one event (section 6.2.3.2, `ExecuteSubscriptionEvent`).
  ///
  /// - Parameters:
  ///   - event: the object that the root field is asked of.
  ///   - source: where values come from.
  /// - Returns: data and errors, as of any operation.
  package func response<Source: FieldSource>(to event: Source.Object, from source: inout Source) -> ExecutionResult {
    execute(request, schema: schema, root: event, from: &source, limits: limits)
  }
}

/// Opens the source stream of a subscription (specification section 6.2.3.1, `CreateSourceEventStream`).
///
/// Nothing here waits and nothing runs by itself: the answer is the source's own description of its events, and a value
/// that turns an event into a response.
/// - Parameters:
///   - request: the operation, which must be a subscription, with its variables.
///   - schema: what the operation is executed against.
///   - root: the object that the root field's events are asked of.
///   - source: where events come from.
///   - limits: bounds on each response.
/// - Returns: the source stream with what answers its events, or a response of errors.
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
  /// The source stream; nil if there is none and an error has been noted.
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

  /// The first root field; validation sees to it that there is no other.
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

/// Where the events of subscriptions come from: what `subscribe` functions are to the reference implementation.
///
/// A source of events opens a stream once, and says of each event what object stands for it; when events come is the
/// business of whoever pulls them.
package protocol EventSource: FieldSource {
  /// The events of one subscription, in whatever form suits the source: a topic's name, a list, an asynchronous
  /// sequence. The engine only hands it on.
  associatedtype Events

  /// Opens the stream of events of the root field (specification section 6.2.3.1, `ResolveFieldEventStream`).
  ///
  /// - Parameters:
  ///   - field: the one root field, with its arguments.
  ///   - root: the root that was given to `subscribe`.
  /// - Returns: the events.
  /// - Throws: why there are no events. It is the only error of the answer, with path and place.
  mutating func events(for field: FieldCall, of root: Object) throws(FieldFailure) -> Events
}
