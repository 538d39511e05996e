import GraphQLLanguage
import OrderedJSON

/// Orders the deliveries of a response: their dependencies, the fields they share, the announced ones and the next
/// step. Executes nothing itself.
///
/// A delivery is announced when the one around it is complete. It is complete when all its fields are executed. Fields
/// that several deliveries share are sent with the first one to complete. Empty deliveries are skipped.
/// `DeliveryGraph+Outcomes.swift` handles the results of execution.
struct DeliveryGraph<Object> {
  /// The next thing to do.
  enum Step {
    /// Execute these fields.
    case fields(Int)
    /// Fail one more delivery: it needs these fields, which failed before it was announced.
    case failed(Int)
    /// Take the next item of this list.
    case list(Int)
  }

  /// The deliveries and lists to announce.
  struct Announcement {
    var deliveries: [Int] = []
    var lists: [Int] = []
  }

  struct Node {
    var description: DeferredDelivery
    var inner: [Int] = []
    /// The fields that it needs, in the order found.
    var fields: [Int] = []
    /// The number of these fields not yet executed.
    var waiting = 0
  }

  struct Fields {
    let fields: DeferredFields<Object>
    var isStarted = false
    var outcome: Outcome?
    /// The lists found in these fields, announced with them.
    var lists: [Int] = []
  }

  enum Outcome {
    case data(JSON, [GraphQLError])
    case failure([GraphQLError])
  }

  /// The deliveries that are neither complete nor dropped.
  var nodes: [Int: Node] = [:]
  var tasks: [Int: Fields] = [:]
  var lists: [Int: DeferredList<Object>] = [:]
  var taskCount = 0
  var listCount = 0
  /// The deliveries and lists that are announced and not complete.
  var openDeliveries: [Int: PendingDelivery] = [:]
  var openLists: [Int: PendingDelivery] = [:]
  var announcedCount = 0
  var steps: [Step] = []
  var firstStep = 0

  /// Indicates whether nothing is left to deliver.
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

  /// The fields of a step; nil if no delivery needs them any more.
  func fields(of task: Int) -> DeferredFields<Object>? { tasks[task]?.fields }

  func list(_ index: Int) -> DeferredList<Object>? { lists[index] }

  // MARK: What is found

  /// Adds the work that an execution found.
  /// - Returns: the deliveries and lists that can be announced at once.
  mutating func integrate(_ found: [FoundWork<Object>], _ known: [DeferredDelivery], in task: Int? = nil)
    -> Announcement
  {
    var announcement = Announcement()
    add(found.compactMap { if case .delivery(let index) = $0 { index } else { nil } }, known, in: task, &announcement)
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
      if let task { tasks[task]?.lists.append(listCount) } else { announcement.lists.append(listCount) }
      listCount += 1
    }
    announcement.deliveries = withoutEmpty(announcement.deliveries)
    return announcement
  }

  /// Adds deliveries in the order found, but each after the one around it.
  mutating func add(_ found: [Int], _ known: [DeferredDelivery], in task: Int?, _ announcement: inout Announcement) {
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
          announcement.deliveries.append(index)
        }
      }
    }
  }

  /// Returns the deliveries, with those that need no fields replaced by the ones inside them.
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

  /// Numbers the deliveries and lists that are announced.
  mutating func announce(_ announcement: Announcement) -> [PendingDelivery] {
    var announced: [PendingDelivery] = []
    for index in announcement.deliveries {
      guard let description = nodes[index]?.description else { continue }
      let pending = PendingDelivery(
        id: announcedCount, path: description.path?.elements ?? [], label: description.label)
      announcedCount += 1
      openDeliveries[index] = pending
      announced.append(pending)
    }
    for index in announcement.lists {
      guard let list = lists[index] else { continue }
      let pending = PendingDelivery(id: announcedCount, path: list.path.elements, label: list.label)
      announcedCount += 1
      openLists[index] = pending
      announced.append(pending)
    }
    return announced
  }

  /// Queues the steps of announced deliveries and lists.
  mutating func start(_ announcement: Announcement) {
    for delivery in announcement.deliveries {
      for task in nodes[delivery]?.fields ?? [] { start(task) }
    }
    for list in announcement.lists { steps.append(.list(list)) }
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
