import FakeValues
import GraphQLSchema
import OrderedJSON

extension ListPlan {
  /// The meaning of the arguments, one line for each use, for `understudy fake --explain`.
  var explanation: [String] {
    var lines: [String] = []
    let windows = roles.filter { if case .window = $0.role { true } else { false } }
    if !windows.isEmpty { lines.append(Self.page(windows)) }
    for role in roles {
      switch role.role {
      case .filter(let type): lines.append("\(role.input.name): \(type.name) (\(FilterSummary(type, items)))")
      case .order: lines.append("\(role.input.name): order\(unordered(role.input))")
      case .direction: lines.append("\(role.input.name): direction of the order")
      case .search: lines.append("\(role.input.name): any text; where it is in none, about half of the list")
      case .condition(let meaning): lines.append("\(role.input.name): \(FilterSummary.text(meaning))")
      case .context(let field): lines.append("\(role.input.name): \(field) of the objects in the answer")
      case .bundle(let type, let inner):
        let read = inner.filter { !$0.role.isUnread }.map(\.input.name)
        lines.append("\(role.input.name): \(type.name) (\(read.joined(separator: ", ")))")
      case .window, .unread: break
      }
    }
    if let pageSize { lines.append("\(pageSize) at most, where no argument says how many") }
    let unread = unread
    if !unread.isEmpty {
      lines.append("not read: \(unread.map { $0.joined(separator: ".") }.joined(separator: ", "))")
    }
    return lines
  }

  /// The paths of arguments that are not understood, and of such fields of filters and bundles.
  var unread: [[String]] {
    roles.flatMap { role -> [[String]] in
      switch role.role {
      case .unread: return [[role.input.name]]
      case .filter(let type):
        return type.inputFields.filter { FilterMeaning.named($0.name, in: items) == nil }
          .map { [role.input.name, $0.name] }
      case .bundle(_, let inner): return inner.filter(\.role.isUnread).map { [role.input.name, $0.input.name] }
      default: return []
      }
    }
  }

  /// Returns the orders in a call that name no field, so that they leave the list as it is, with their paths.
  func unknownOrders(in arguments: JSONObject) -> [(path: [String], value: JSON)] {
    func found(_ roles: [InputRole], _ arguments: JSONObject, _ path: [String]) -> [(path: [String], value: JSON)] {
      roles.flatMap { role -> [(path: [String], value: JSON)] in
        guard let value = arguments[role.input.name], !value.isNull else { return [] }
        let path = path + [role.input.name]
        switch (role.role, value) {
        case (.bundle(_, let inner), .object(let object)): return found(inner, object, path)
        case (.order, _):
          let isEmpty = value == .array([]) || value == .object(JSONObject())
          let isRead = !OrderReader(items: items).keys(value).isEmpty || OrderReader.isDescending(value) != nil
          return isEmpty || isRead ? [] : [(path, value)]
        default: return []
        }
      }
    }
    return found(roles, arguments, [])
  }

  private static func page(_ roles: [InputRole]) -> String {
    let names = roles.map(\.input.name)
    let style: String
    if names.contains("skip"), names.contains("first") {
      style = "Graphcool, ids are cursors"
    } else if names.contains("first") || names.contains("last") {
      style = "Relay"
    } else {
      style = "page"
    }
    return "\(names.joined(separator: "/")): \(style)"
  }

  /// Returns the values of an ordering's enum that name no field, and so leave the list unchanged.
  private func unordered(_ input: SchemaInputValue) -> String {
    guard let type = items.schema.type(of: input.type) else { return "" }
    // `{field: NAME, direction: DESC}` has two enums, one of which only has directions.
    let enums = [type] + type.inputFields.compactMap { items.schema.type(of: $0.type) }
    let reader = OrderReader(items: items)
    let names = enums.flatMap(\.values).map(\.name).filter {
      reader.keys(.string($0)).isEmpty && OrderReader.isDescending(.string($0)) == nil
    }
    return names.isEmpty ? "" : " (unchanged by \(names.joined(separator: ", ")))"
  }
}
