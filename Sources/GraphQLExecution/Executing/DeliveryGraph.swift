import GraphQLLanguage
import OrderedJSON

/// What is to be delivered and in which order: which deferred fragment waits for which, which fields they share, what
/// is announced, and what is to be executed next. It executes nothing itself.
///
/// A delivery is announced when the one around it is through. It is through when all its fields are executed; fields
/// that several deliveries share come with the first of them. What turns out to be empty is passed over.
/// `DeliveryGraph+Outcomes.swift` has what becomes of what was executed.
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

  struct Node {
    var description: DeferredDelivery
    var inner: [Int] = []
    /// The fields that it needs, in the order in which they were found.
    var fields: [Int] = []
    /// How many of them are not executed yet.
    var waiting = 0
  }

  struct Fields {
    let fields: DeferredFields<Object>
    var isStarted = false
    var outcome: Outcome?
    /// Lists that were met in it; announced with it.
    var lists: [Int] = []
  }

  enum Outcome {
    case data(JSON, [GraphQLError])
    case failure([GraphQLError])
  }

  /// Deliveries that are neither through nor given up.
  var nodes: [Int: Node] = [:]
  var tasks: [Int: Fields] = [:]
  var lists: [Int: DeferredList<Object>] = [:]
  var taskCount = 0
  var listCount = 0
  /// What is announced and not through.
  var openDeliveries: [Int: PendingDelivery] = [:]
  var openLists: [Int: PendingDelivery] = [:]
  var announcedCount = 0
  var steps: [Step] = []
  var firstStep = 0

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
  mutating func add(_ found: [Int], _ known: [DeferredDelivery], in task: Int?, _ news: inout News) {
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
  mutating func withoutEmpty(_ deliveries: [Int]) -> [Int] {
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

  mutating func start(_ task: Int) {
    guard let known = tasks[task] else { return }
    if case .failure? = known.outcome {
      steps.append(.failed(task))
    } else if !known.isStarted {
      tasks[task]?.isStarted = true
      steps.append(.fields(task))
    }
  }
}

extension DeliveryGraph: Sendable where Object: Sendable {}
extension DeliveryGraph.Fields: Sendable where Object: Sendable {}
