import GraphQLLanguage
import OrderedJSON

/// What is to be delivered and in which order: which deferred fragment waits for which, which fields they share, what
/// is announced, and what is to be executed next. It executes nothing itself.
///
/// A delivery is announced when the one around it is through. It is through when all its fields are executed; fields
/// that several deliveries share come with the first of them. What turns out to be empty is passed over.
struct DeliveryGraph<Object> {
  /// What is to be done next.
  enum Step {
    /// Execute these fields.
    case fields(Int)
    /// These fields failed before, and a further delivery that needs them has been announced.
    case failed(Int)
    /// Take the next item of this list.
    case list(Int)
  }

  /// Deliveries and lists to announce.
  struct News {
    var deliveries: [Int] = []
    var lists: [Int] = []
  }

  private struct Node {
    var description: DeferredDelivery
    var inner: [Int] = []
    /// The fields that it needs, in the order in which they were found.
    var fields: [Int] = []
    /// How many of them are not executed yet.
    var waiting = 0
  }

  fileprivate struct Fields {
    let fields: DeferredFields<Object>
    var isStarted = false
    var outcome: Outcome?
    /// Lists that were met in it; announced with it.
    var lists: [Int] = []
  }

  fileprivate enum Outcome {
    case data(JSON, [GraphQLError])
    case failure([GraphQLError])
  }

  /// Deliveries that are neither through nor given up.
  private var nodes: [Int: Node] = [:]
  private var tasks: [Int: Fields] = [:]
  private var lists: [Int: DeferredList<Object>] = [:]
  private var taskCount = 0
  private var listCount = 0
  /// What is announced and not through.
  private var openDeliveries: [Int: PendingDelivery] = [:]
  private var openLists: [Int: PendingDelivery] = [:]
  private var announcedCount = 0
  private var steps: [Step] = []
  private var firstStep = 0

  /// Whether nothing is left to deliver.
  var isThrough: Bool { openDeliveries.isEmpty && openLists.isEmpty }

  mutating func nextStep() -> Step? {
    if firstStep == steps.count {
      steps.removeAll(keepingCapacity: true)
      firstStep = 0
      return nil
    }
    defer { firstStep += 1 }
    return steps[firstStep]
  }

  /// The fields of a step; nil if nobody waits for them any more.
  func fields(of task: Int) -> DeferredFields<Object>? { tasks[task]?.fields }

  func list(_ index: Int) -> DeferredList<Object>? { lists[index] }

  // MARK: What is found

  /// Takes in what was found.
  /// - Returns: what can be announced at once.
  mutating func integrate(_ found: [FoundWork<Object>], _ known: [DeferredDelivery], in task: Int? = nil) -> News {
    var news = News()
    add(found.compactMap { if case .delivery(let index) = $0 { index } else { nil } }, known, in: task, &news)
    for case .fields(let fields) in found {
      let task = taskCount
      let needed = fields.deliveries.filter { nodes[$0] != nil }
      if needed.isEmpty { continue }
      taskCount += 1
      tasks[task] = Fields(fields: fields)
      for delivery in needed {
        nodes[delivery]?.fields.append(task)
        nodes[delivery]?.waiting += 1
        if openDeliveries[delivery] != nil { start(task) }
      }
    }
    for case .list(let list) in found {
      lists[listCount] = list
      if let task { tasks[task]?.lists.append(listCount) } else { news.lists.append(listCount) }
      listCount += 1
    }
    news.deliveries = withoutEmpty(news.deliveries)
    return news
  }

  /// Adds deliveries, each behind the one around it; in which order they were found decides about the order otherwise.
  private mutating func add(_ found: [Int], _ known: [DeferredDelivery], in task: Int?, _ news: inout News) {
    let all = Set(found)
    var added: Set<Int> = []
    for delivery in found {
      var chain: [Int] = []
      var next: Int? = delivery
      while let index = next, all.contains(index), !added.contains(index) {
        chain.append(index)
        added.insert(index)
        next = known[index].parent
      }
      for index in chain.reversed() {
        let parent = known[index].parent
        if let parent, nodes[parent] == nil { continue }
        nodes[index] = Node(description: known[index])
        if let parent {
          nodes[parent]?.inner.append(index)
        } else if task == nil {
          news.deliveries.append(index)
        }
      }
    }
  }

  /// The deliveries, those that need no fields replaced by the ones inside them.
  private mutating func withoutEmpty(_ deliveries: [Int]) -> [Int] {
    var result: [Int] = []
    var pending = Array(deliveries.reversed())
    while let delivery = pending.popLast() {
      guard let node = nodes[delivery] else { continue }
      if node.fields.isEmpty {
        nodes[delivery] = nil
        pending.append(contentsOf: node.inner.reversed())
      } else {
        result.append(delivery)
      }
    }
    return result
  }

  // MARK: Announcing

  /// Gives the news their numbers.
  mutating func announce(_ news: News) -> [PendingDelivery] {
    var announced: [PendingDelivery] = []
    for index in news.deliveries {
      guard let description = nodes[index]?.description else { continue }
      let pending = PendingDelivery(
        id: announcedCount, path: description.path?.elements ?? [], label: description.label)
      announcedCount += 1
      openDeliveries[index] = pending
      announced.append(pending)
    }
    for index in news.lists {
      guard let list = lists[index] else { continue }
      let pending = PendingDelivery(id: announcedCount, path: list.path.elements, label: list.label)
      announcedCount += 1
      openLists[index] = pending
      announced.append(pending)
    }
    return announced
  }

  /// Puts on the list of steps what announced news need.
  mutating func start(_ news: News) {
    for delivery in news.deliveries {
      for task in nodes[delivery]?.fields ?? [] { start(task) }
    }
    for list in news.lists { steps.append(.list(list)) }
  }

  private mutating func start(_ task: Int) {
    guard let known = tasks[task] else { return }
    if case .failure? = known.outcome {
      steps.append(.failed(task))
    } else if !known.isStarted {
      tasks[task]?.isStarted = true
      steps.append(.fields(task))
    }
  }

  // MARK: Outcomes

  /// Fields were executed.
  mutating func succeed(
    _ task: Int, with data: JSON, _ errors: [GraphQLError], _ found: [FoundWork<Object>], _ known: [DeferredDelivery],
    into payload: inout IncrementalPayload
  ) {
    guard let fields = tasks[task]?.fields else { return }
    tasks[task]?.outcome = .data(data, errors)
    _ = integrate(found, known, in: task)
    var ready: [Int] = []
    for delivery in fields.deliveries where nodes[delivery] != nil {
      nodes[delivery]?.waiting -= 1
      ready.append(delivery)
    }
    // A delivery that is through can let others through whose fields were executed with it.
    var next = 0
    while next < ready.count {
      let delivery = ready[next]
      next += 1
      guard let pending = openDeliveries[delivery], let node = nodes[delivery], node.waiting == 0 else { continue }
      let news = finish(delivery, node, pending, into: &payload)
      payload.pending += announce(news)
      start(news)
      ready.append(contentsOf: news.deliveries)
    }
  }

  private mutating func finish(
    _ delivery: Int, _ node: Node, _ pending: PendingDelivery, into payload: inout IncrementalPayload
  ) -> News {
    nodes[delivery] = nil
    var news = News()
    for task in node.fields {
      guard let done = tasks[task] else { continue }
      if case .data(let data, let errors)? = done.outcome {
        let owner = nearest(to: pending, of: done.fields.deliveries, except: delivery)
        payload.pieces.append(
          IncrementalPiece(
            delivery: owner, path: done.fields.path?.elements ?? [], content: .object(data), errors: errors))
      }
      news.lists += done.lists
      remove(task)
    }
    news.deliveries = withoutEmpty(node.inner)
    openDeliveries[delivery] = nil
    payload.completed.append(CompletedDelivery(delivery: pending, errors: []))
    return news
  }

  /// Of the announced deliveries that share fields the one whose path is longest, so that the rest is shortest.
  private func nearest(to pending: PendingDelivery, of deliveries: [Int], except delivery: Int) -> PendingDelivery {
    var best = pending
    for other in deliveries where other != delivery {
      if let candidate = openDeliveries[other], candidate.path.count > best.path.count { best = candidate }
    }
    return best
  }

  /// Fields failed: null travelled up to their object.
  mutating func fail(_ task: Int, with errors: [GraphQLError], into payload: inout IncrementalPayload) {
    tasks[task]?.outcome = .failure(errors)
    fail(task, into: &payload)
  }

  /// Ends the announced deliveries that need fields which failed.
  mutating func fail(_ task: Int, into payload: inout IncrementalPayload) {
    guard let failed = tasks[task], case .failure(let errors)? = failed.outcome else { return }
    for delivery in failed.fields.deliveries {
      guard nodes[delivery] != nil, let pending = openDeliveries[delivery] else { continue }
      giveUp(delivery)
      openDeliveries[delivery] = nil
      payload.completed.append(CompletedDelivery(delivery: pending, errors: errors))
    }
  }

  /// Forgets a delivery, what is inside it, and the fields that nobody else needs.
  private mutating func giveUp(_ delivery: Int) {
    var pending = [delivery]
    while let delivery = pending.popLast() {
      guard let node = nodes[delivery] else { continue }
      nodes[delivery] = nil
      for task in node.fields {
        guard let known = tasks[task] else { continue }
        if known.fields.deliveries.allSatisfy({ nodes[$0] == nil }) { remove(task) }
      }
      pending.append(contentsOf: node.inner)
    }
  }

  private mutating func remove(_ task: Int) {
    for delivery in tasks[task]?.fields.deliveries ?? [] { nodes[delivery]?.fields.removeAll { $0 == task } }
    tasks[task] = nil
  }

  // MARK: Lists

  /// An item of a list was executed.
  mutating func deliver(
    _ item: JSON, _ errors: [GraphQLError], of index: Int, rest: DeferredList<Object>, _ found: [FoundWork<Object>],
    _ known: [DeferredDelivery], into payload: inout IncrementalPayload
  ) {
    guard let pending = openLists[index] else { return }
    payload.pieces.append(
      IncrementalPiece(
        delivery: pending, path: pending.path, content: .items([item], from: rest.count - 1), errors: errors))
    let news = integrate(found, known)
    payload.pending += announce(news)
    start(news)
    lists[index] = rest
    if rest.rest.isEmpty {
      end(index, with: [], failedItem: nil, into: &payload)
    } else {
      steps.append(.list(index))
    }
  }

  /// A list has no more items, or one of them failed and may not be null.
  mutating func end(
    _ index: Int, with errors: [GraphQLError], failedItem: Int?, into payload: inout IncrementalPayload
  ) {
    lists[index] = nil
    guard let pending = openLists.removeValue(forKey: index) else { return }
    payload.completed.append(CompletedDelivery(delivery: pending, errors: errors, index: failedItem))
  }
}

extension DeliveryGraph: Sendable where Object: Sendable {}
extension DeliveryGraph.Fields: Sendable where Object: Sendable {}
