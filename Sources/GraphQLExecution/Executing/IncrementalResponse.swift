import GraphQLLanguage
import OrderedJSON

/// The later parts of a response, executed one at a time on demand.
///
/// A fragment or list is announced when the part around it is delivered. Announced work is executed in order, a list
/// item by item. `DeliveryGraph` does the bookkeeping.
package struct IncrementalResponse<Source: FieldSource> {
  private var executor: Executor<Source>
  private var graph = DeliveryGraph<Source.Object>()
  private var isOver = false

  /// Sets `pending` to the deliveries that the initial part announces.
  init(_ executor: Executor<Source>, announcing pending: inout [PendingDelivery]) {
    self.executor = executor
    let found = self.executor.takeFound()
    let new = graph.integrate(found, self.executor.deliveries)
    pending = graph.announce(new)
    graph.start(new)
  }

  /// Returns the next part; nil after the last one, whose `hasNext` is false.
  package mutating func next(from source: inout Source) -> IncrementalPayload? {
    if isOver { return nil }
    var payload = IncrementalPayload()
    while payload.isEmpty, let step = graph.nextStep() {
      switch step {
      case .fields(let task): execute(task, from: &source, into: &payload)
      case .failed(let task): graph.fail(task, into: &payload)
      case .list(let list): advance(list, from: &source, into: &payload)
      }
    }
    isOver = graph.isThrough
    payload.hasNext = !isOver
    return payload
  }

  private mutating func execute(_ task: Int, from source: inout Source, into payload: inout IncrementalPayload) {
    guard let fields = graph.fields(of: task) else { return }
    executor.errors = []
    if let data = executor.run(fields, from: &source) {
      let found = executor.takeFound()
      graph.succeed(task, with: data, executor.errors, found, executor.deliveries, into: &payload)
    } else {
      graph.fail(task, with: executor.failure(), into: &payload)
    }
  }

  private mutating func advance(_ index: Int, from source: inout Source, into payload: inout IncrementalPayload) {
    guard var list = graph.list(index) else { return }
    if list.rest.isEmpty {
      graph.end(index, with: [], failedItem: nil, into: &payload)
      return
    }
    executor.errors = []
    let item = executor.runNext(&list, from: &source)
    guard let item else {
      graph.end(index, with: executor.failure(), failedItem: list.count - 1, into: &payload)
      return
    }
    let found = executor.takeFound()
    graph.deliver(item, executor.errors, of: index, rest: list, found, executor.deliveries, into: &payload)
  }
}

extension IncrementalResponse: Sendable where Source.Object: Sendable {}

extension IncrementalPayload {
  fileprivate var isEmpty: Bool { pending.isEmpty && pieces.isEmpty && completed.isEmpty }
}

extension Executor {
  /// Returns the postponed work found since the last call.
  mutating func takeFound() -> [FoundWork<Root.Object>] {
    defer { found = [] }
    return found
  }

  /// The errors of a part that failed as a whole. With `once` delivery, only the last one, which reached its top.
  fileprivate func failure() -> [GraphQLError] {
    guard let last = errors.last else { return [GraphQLError(sizeMessage)] }
    return delivery == .fragmentwise ? errors : [last]
  }
}
