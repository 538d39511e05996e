import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

/// The meaning of a list field's arguments, found once for the field.
struct ListPlan: Sendable {
  let roles: [InputRole]
  let items: ItemFields
  private let reader: FilterReader
  private let searchPaths: [FieldPath]
  /// Indicates whether an unknown cursor gives an empty list: services with `skip` beside cursors use ids as cursors.
  private let unknownCursorIsEmpty: Bool
  /// The most items without an argument for the number; nil for all.
  let pageSize: Int?

  /// Plans the arguments of a list of these object types; for a connection, its nodes' types. `keyField` identifies the
  /// objects; if nil, it is `id` or the like. `said` are the rules for arguments.
  init(
    arguments: [SchemaInputValue], items types: [SchemaType], keyField: String?, catalog: FieldCatalog,
    said: ArgumentRules = ArgumentRules(), pageSize: Int? = nil
  ) {
    self.pageSize = pageSize
    let schema = catalog.schema
    let items = ItemFields(types: types, keyField: keyField, catalog: catalog)
    self.items = items
    let roles = ArgumentRole.roles(of: arguments, items: items, schema: schema, said: said)
    self.roles = roles
    reader = FilterReader(catalog: catalog)
    searchPaths = roles.contains { $0.searches(items) } ? Search.paths(items) : []
    let names = Set(arguments.map(\.name))
    unknownCursorIsEmpty = names.contains("skip") && !names.isDisjoint(with: ["after", "before"])
  }

  /// The names of the arguments that are understood. They have no other effect on the list's content.
  var understood: Set<String> { Set(roles.lazy.filter { !$0.role.isUnread }.map(\.input.name)) }

  /// The names of the arguments for the language or the channel of the answer.
  var contexts: Set<String> {
    Set(roles.lazy.filter { if case .context = $0.role { true } else { false } }.map(\.input.name))
  }

  /// Returns the request of a call with coerced arguments and defaults; null is the same as absent. It can be kept with
  /// the call, for every object with the field. Throws for a negative size, and for an invalid regular expression.
  func request(_ arguments: JSONObject) throws(FieldFailure) -> ListRequest {
    var draft = Draft()
    draft.window.unknownCursorIsEmpty = unknownCursorIsEmpty
    for member in arguments.members {
      guard let role = roles.first(where: { $0.input.name == member.name }) else { continue }
      try read(role, member.value, into: &draft)
    }
    if draft.window.first == nil, draft.window.last == nil { draft.window.first = pageSize }
    var request = ListRequest(
      condition: .joined(draft.conditions), searches: draft.searches, order: draft.order, window: draft.window)
    if let isDescending = draft.isDescending {
      if request.order.isEmpty { request.order = [SortKey(path: key)] }
      for index in request.order.indices where isDescending { request.order[index].isDescending.toggle() }
    }
    return request
  }

  /// Returns the values of fields that the objects of a call's answer show: its language, or its channel.
  func context(_ arguments: JSONObject) -> [String: JSON] {
    var values: [String: JSON] = [:]
    for role in roles {
      if case .context(let field) = role.role, let value = arguments[role.input.name], !value.isNull {
        values[field] = value
      }
    }
    return values
  }

  private var key: FieldPath { items.keyField.flatMap { items[$0] }.map(FieldPath.init) ?? FieldPath(end: .key) }

  private struct Draft {
    var conditions: [Condition] = []
    var searches: [Search] = []
    var order: [SortKey] = []
    var isDescending: Bool?
    var window = PageWindow()
  }

  private func read(_ role: InputRole, _ json: JSON, into draft: inout Draft) throws(FieldFailure) {
    if json.isNull { return }
    let name = role.input.name
    switch role.role {
    case .unread, .context: return
    case .window(let part): try draft.window.set(part, json, argument: name)
    case .filter(let type):
      // A search at the top of a filter applies to the list.
      let (rest, texts) = searches(json)
      draft.searches += texts.compactMap { Search($0, paths: searchPaths) }
      draft.conditions.append(try reader.condition(rest, type: type, items: items))
    case .order: draft.order += OrderReader(items: items).keys(json)
    case .direction:
      guard let isDescending = OrderReader.isDescending(json) else {
        // A text that is taken for a direction may still be a field.
        draft.order += OrderReader(items: items).keys(json)
        return
      }
      let isAscending = words(of: name).contains { $0.hasPrefix("asc") }
      draft.isDescending = isAscending ? !isDescending : isDescending
    case .search:
      if case .string(let text) = json, let search = Search(text, paths: searchPaths) { draft.searches.append(search) }
    case .condition(let meaning):
      draft.conditions.append(try reader.condition(meaning, json, input: role.input, items: items))
    case .bundle(_, let roles):
      guard case .object(let object) = json else { return }
      for member in object.members {
        guard let role = roles.first(where: { $0.input.name == member.name }) else { continue }
        try read(role, member.value, into: &draft)
      }
    }
  }

  private func searches(_ json: JSON) -> (rest: JSON, texts: [String]) {
    guard case .object(var object) = json else { return (json, []) }
    var texts: [String] = []
    object.members.removeAll { member in
      guard case .string(let text) = member.value, case .search? = FilterMeaning.named(member.name, in: items) else {
        return false
      }
      texts.append(text)
      return true
    }
    return (.object(object), texts)
  }
}

extension InputRole {
  /// Indicates whether it can be a text search.
  fileprivate func searches(_ items: ItemFields) -> Bool {
    switch role {
    case .search: true
    case .filter(let type):
      type.inputFields.contains { if case .search? = FilterMeaning.named($0.name, in: items) { true } else { false } }
    case .bundle(_, let roles): roles.contains { $0.searches(items) }
    default: false
    }
  }
}

extension PageWindow {
  /// Sets the value of one argument; the name is for the message.
  fileprivate mutating func set(_ part: WindowPart, _ json: JSON, argument: String) throws(FieldFailure) {
    switch part {
    case .after: after = Self.key(json) ?? after
    case .before: before = Self.key(json) ?? before
    case .cursor: from = json.objectValue?.members.first.flatMap { Self.key($0.value) } ?? from
    case .first, .last, .offset, .page, .pageIndex:
      guard let number = json.numberValue?.int else { return }
      // Prisma counts from the end if `take` is negative.
      if number < 0, argument == "take" {
        last = min(number == .min ? .max : -number, last ?? .max)
        return
      }
      guard number >= 0 else {
        throw FieldFailure("Argument \"\(argument)\" is \(number), but must not be negative.")
      }
      switch part {
      case .first: first = min(number, first ?? .max)
      case .last: last = min(number, last ?? .max)
      case .offset: offset = number
      case .page: page = max(number, 1)
      case .pageIndex: page = min(number, .max - 1) + 1
      default: break
      }
    }
  }

  /// Returns the key of a cursor; nil for an empty one.
  private static func key(_ json: JSON) -> String? {
    switch json {
    case .string(let text): text.isEmpty ? nil : Cursor.key(of: text)
    case .number(let number): number.text
    default: nil
    }
  }
}
