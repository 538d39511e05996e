import GraphQLLanguage
package import OrderedJSON

/// The two wire formats of incremental delivery.
package enum IncrementalFormat: Hashable, Sendable, CaseIterable {
  /// `pending`, `incremental` with `id`, `completed`: the working draft, graphql-js 17.
  case draft
  /// `incremental` with `path` and `label`: `deferSpec=20220824`.
  case deferSpec20220824

  /// The handling of `@defer` and `@stream` that this format needs.
  package var delivery: IncrementalDelivery {
    switch self {
    case .draft: .once
    case .deferSpec20220824: .fragmentwise
    }
  }

  /// Formats the first part: `errors` if there are any, `data`, and `hasNext`.
  package func json(_ payload: InitialPayload) -> JSON {
    var members: [JSONObject.Member] = []
    if !payload.errors.isEmpty { members.append(errors(payload.errors)) }
    members.append(.init("data", payload.data))
    if self == .draft { members.append(.init("pending", .array(payload.pending.map(pending)))) }
    members.append(.init("hasNext", .bool(true)))
    return .object(JSONObject(members))
  }

  package func json(_ payload: IncrementalPayload) -> JSON {
    var members: [JSONObject.Member] = []
    func add(_ name: String, _ values: [JSON]) {
      if !values.isEmpty { members.append(.init(name, .array(values))) }
    }
    switch self {
    case .draft:
      add("pending", payload.pending.map(pending))
      add("incremental", payload.pieces.map(piece))
      add("completed", payload.completed.map(completed))
    case .deferSpec20220824:
      add("incremental", payload.pieces.map(patch) + payload.completed.compactMap(failedPatch))
    }
    members.append(.init("hasNext", .bool(payload.hasNext)))
    return .object(JSONObject(members))
  }

  // MARK: The draft

  private func pending(_ delivery: PendingDelivery) -> JSON {
    var members: [JSONObject.Member] = [id(delivery), path(delivery.path)]
    if let label = delivery.label { members.append(.init("label", .string(label))) }
    return .object(JSONObject(members))
  }

  private func piece(_ piece: IncrementalPiece) -> JSON {
    var members: [JSONObject.Member] = []
    switch piece.content {
    case .object(let data): members.append(.init("data", data))
    case .items(let items, _): members.append(.init("items", .array(items)))
    }
    members.append(id(piece.delivery))
    let rest = piece.path.dropFirst(piece.delivery.path.count)
    if !rest.isEmpty { members.append(.init("subPath", .array(rest.map(\.json)))) }
    if !piece.errors.isEmpty { members.append(errors(piece.errors)) }
    return .object(JSONObject(members))
  }

  private func completed(_ completed: CompletedDelivery) -> JSON {
    var members = [id(completed.delivery)]
    if !completed.errors.isEmpty { members.append(errors(completed.errors)) }
    return .object(JSONObject(members))
  }

  private func id(_ delivery: PendingDelivery) -> JSONObject.Member { .init("id", .string("\(delivery.id)")) }

  // MARK: 2022-08-24

  private func patch(_ piece: IncrementalPiece) -> JSON {
    switch piece.content {
    case .object(let data): patch("data", data, piece.path, piece.delivery, piece.errors)
    case .items(let items, let index):
      patch("items", .array(items), piece.path + [.index(index)], piece.delivery, piece.errors)
    }
  }

  /// Formats a failed delivery as null: this format has no other way to end it.
  private func failedPatch(_ completed: CompletedDelivery) -> JSON? {
    if completed.errors.isEmpty { return nil }
    let delivery = completed.delivery
    guard let index = completed.index else { return patch("data", .null, delivery.path, delivery, completed.errors) }
    return patch("items", .null, delivery.path + [.index(index)], delivery, completed.errors)
  }

  private func patch(
    _ name: String, _ content: JSON, _ place: [GraphQLError.PathElement], _ delivery: PendingDelivery,
    _ problems: [GraphQLError]
  ) -> JSON {
    var members: [JSONObject.Member] = [.init(name, content), path(place)]
    if let label = delivery.label { members.append(.init("label", .string(label))) }
    if !problems.isEmpty { members.append(errors(problems)) }
    return .object(JSONObject(members))
  }

  // MARK: Both

  private func path(_ path: [GraphQLError.PathElement]) -> JSONObject.Member { .init("path", .array(path.map(\.json))) }

  private func errors(_ errors: [GraphQLError]) -> JSONObject.Member {
    .init("errors", .array(errors.map(\.responseEntry)))
  }
}

/// The handling of `@defer` and `@stream`, which depends on the client's format.
package enum IncrementalDelivery: Hashable, Sendable {
  /// Delivers every value once: a deferred fragment omits the fields of the initial result and of other fragments. Used
  /// by the working draft of the September 2025 specification and graphql-js 17.
  case once
  /// Delivers a deferred fragment whole, including fields that other parts have. Used by the draft of 2022-08-24
  /// (`deferSpec=20220824`) and by Apollo's servers and clients.
  case fragmentwise
}
