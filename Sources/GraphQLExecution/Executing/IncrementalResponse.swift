import GraphQLLanguage
import OrderedJSON

/// The later parts of a response, made one at a time as they are asked for; nothing is executed before its turn.
///
/// A fragment or list is announced when what it stands in is delivered. Announced work is taken in the order in which
/// it was announced, a list item by item. The bookkeeping is in `DeliveryGraph`.
package struct IncrementalResponse<Source: FieldSource> {
  private var executor: Executor<Source>
  private var graph = DeliveryGraph<Source.Object>()
  private var isOver = false

  /// - Parameters:
  ///   - executor: what executed the initial part and found further ones.
  ///   - pending: set to what comes, as the initial part announces it.
  init(_ executor: Executor<Source>, announcing pending: inout [PendingDelivery]) {
    self.executor = executor
    let found = self.executor.takeFound()
    let new = graph.integrate(found, self.executor.deliveries)
    pending = graph.announce(new)
    graph.start(new)
  }

  /// The next part; nil after the last one, which says that it is.
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
  /// What was found to come later since this was asked last.
  mutating func takeFound() -> [FoundWork<Root.Object>] {
    defer { found = [] }
    return found
  }

  /// The errors of a part that failed as a whole. Where values are delivered once, only the one that reached the top
  /// counts, which is the last one: the others belong to data that nobody gets to see.
  fileprivate func failure() -> [GraphQLError] {
    guard let last = errors.last else { return [GraphQLError(sizeMessage)] }
    return delivery == .fragmentwise ? errors : [last]
  }
}
