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
    if !unread.isEmpty { lines.append("not read: \(unread.joined(separator: ", "))") }
    return lines
  }

  /// The arguments that are not understood, and such fields of filters and bundles: `filter.metadata`.
  var unread: [String] {
    roles.flatMap { role -> [String] in
      switch role.role {
      case .unread: return [role.input.name]
      case .filter(let type):
        return type.inputFields.filter { FilterMeaning.named($0.name, in: items) == nil }
          .map { "\(role.input.name).\($0.name)" }
      case .bundle(_, let inner): return inner.filter(\.role.isUnread).map { "\(role.input.name).\($0.input.name)" }
      default: return []
      }
    }
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
