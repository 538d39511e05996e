import GraphQLLanguage
import OrderedJSON

extension DeliveryGraph {
  /// Records the data of executed fields, and completes the deliveries that waited for it.
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
    // Completing a delivery can complete inner ones whose fields were executed with it.
    var next = 0
    while next < ready.count {
      let delivery = ready[next]
      next += 1
      guard let pending = openDeliveries[delivery], let node = nodes[delivery], node.waiting == 0 else { continue }
      let announcement = finish(delivery, node, pending, into: &payload)
      payload.pending += announce(announcement)
      start(announcement)
      ready.append(contentsOf: announcement.deliveries)
    }
  }

  mutating func finish(
    _ delivery: Int, _ node: Node, _ pending: PendingDelivery, into payload: inout IncrementalPayload
  ) -> Announcement {
    nodes[delivery] = nil
    var announcement = Announcement()
    for task in node.fields {
      guard let done = tasks[task] else { continue }
      if case .data(let data, let errors)? = done.outcome {
        let owner = nearest(to: pending, of: done.fields.deliveries, except: delivery)
        payload.pieces.append(
          IncrementalPiece(
            delivery: owner, path: done.fields.path?.elements ?? [], content: .object(data), errors: errors))
      }
      announcement.lists += done.lists
      remove(task)
    }
    announcement.deliveries = withoutEmpty(node.inner)
    openDeliveries[delivery] = nil
    payload.completed.append(CompletedDelivery(delivery: pending, errors: []))
    return announcement
  }

  /// Returns the announced delivery that shares the fields and has the longest path, so that `subPath` is shortest.
  func nearest(to pending: PendingDelivery, of deliveries: [Int], except delivery: Int) -> PendingDelivery {
    var best = pending
    for other in deliveries where other != delivery {
      if let candidate = openDeliveries[other], candidate.path.count > best.path.count { best = candidate }
    }
    return best
  }

  /// Records the errors of fields whose null propagated to their object.
  mutating func fail(_ task: Int, with errors: [GraphQLError], into payload: inout IncrementalPayload) {
    tasks[task]?.outcome = .failure(errors)
    fail(task, into: &payload)
  }

  /// Ends the announced deliveries that need failed fields.
  mutating func fail(_ task: Int, into payload: inout IncrementalPayload) {
    guard let failed = tasks[task], case .failure(let errors)? = failed.outcome else { return }
    for delivery in failed.fields.deliveries {
      guard nodes[delivery] != nil, let pending = openDeliveries[delivery] else { continue }
      giveUp(delivery)
      openDeliveries[delivery] = nil
      payload.completed.append(CompletedDelivery(delivery: pending, errors: errors))
    }
  }

  /// Removes a delivery, those inside it, and the fields that no other delivery needs.
  mutating func giveUp(_ delivery: Int) {
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

  mutating func remove(_ task: Int) {
    for delivery in tasks[task]?.fields.deliveries ?? [] { nodes[delivery]?.fields.removeAll { $0 == task } }
    tasks[task] = nil
  }

  // MARK: Lists

  /// Delivers an executed item of a list.
  mutating func deliver(
    _ item: JSON, _ errors: [GraphQLError], of index: Int, rest: DeferredList<Object>, _ found: [FoundWork<Object>],
    _ known: [DeferredDelivery], into payload: inout IncrementalPayload
  ) {
    guard let pending = openLists[index] else { return }
    payload.pieces.append(
      IncrementalPiece(
        delivery: pending, path: pending.path, content: .items([item], from: rest.count - 1), errors: errors))
    let announcement = integrate(found, known)
    payload.pending += announce(announcement)
    start(announcement)
    lists[index] = rest
    if rest.rest.isEmpty {
      end(index, with: [], failedItem: nil, into: &payload)
    } else {
      steps.append(.list(index))
    }
  }

  /// Ends a list that has no more items or whose item failed and may not be null.
  mutating func end(
    _ index: Int, with errors: [GraphQLError], failedItem: Int?, into payload: inout IncrementalPayload
  ) {
    lists[index] = nil
    guard let pending = openLists.removeValue(forKey: index) else { return }
    payload.completed.append(CompletedDelivery(delivery: pending, errors: errors, index: failedItem))
  }
}
