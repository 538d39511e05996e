import FakeValues
import GraphQLSchema
import OrderedJSON

/// The role of one argument of a list field, found once for the field.
indirect enum ArgumentRole: Sendable {
  case window(WindowPart)
  /// An input object whose members are fields and operators.
  case filter(SchemaType)
  case order
  /// The direction of an ordering that another argument names.
  case direction
  case search
  /// A filter by itself: an argument named like a field.
  case condition(FilterMeaning)
  /// The language or the channel of the answer, which its objects show in this field.
  case context(String)
  /// An input object with the arguments of a list.
  case bundle(SchemaType, [InputRole])
  case unread

  var isUnread: Bool { if case .unread = self { true } else { false } }
  var isOrder: Bool { if case .order = self { true } else { false } }
}

/// An argument, or a field of an input object that bundles arguments, with its role.
struct InputRole: Sendable {
  let input: SchemaInputValue
  let role: ArgumentRole
}

extension ArgumentRole {
  private static let filters: Set<String> = [
    "filter", "where", "condition", "conditions", "filters", "filterby", "criteria", "having",
  ]
  private static let orders: Set<String> = [
    "orderby", "sort", "sortby", "order", "ordering", "orders", "orderings", "sorting", "sorts", "sortkey",
    "sortfield", "orderfield", "ordersby", "sortings", "sortorder",
  ]
  private static let directions: Set<String> = [
    "direction", "dir", "sortorder", "sortdirection", "orderdirection", "reverse", "reversed", "desc", "descending",
    "order", "sort", "isdescending", "sortdir", "orderdir", "ascending", "asc",
  ]
  /// Names of input objects that bundle arguments.
  private static let bundles: Set<String> = [
    "pagination", "paginate", "paging", "pager", "page", "pageable", "pageinput", "window", "input", "options", "args",
    "params", "parameters", "data", "pageoptions", "listoptions", "request",
  ]

  /// Returns the roles of a field's arguments, or of the fields of an input object that bundles some, named `bundle`.
  /// Bundles do not nest further, unless a rule names inner fields.
  static func roles(
    of inputs: [SchemaInputValue], items: ItemFields, schema: Schema, said: ArgumentRules = ArgumentRules(),
    bundle: String? = nil, path: [String] = []
  ) -> [InputRole] {
    let inferred = inferred(inputs, items: items, schema: schema, bundle: bundle)
    guard !said.isEmpty else { return inferred }
    return inferred.map { role in
      let path = path + [role.input.name]
      if let rule = said[path] { return InputRole(input: role.input, role: Self.role(rule, role.input, items, schema)) }
      guard said.goesInto(path), let type = schema.type(of: role.input.type) else { return role }
      let inner = roles(
        of: type.inputFields, items: items, schema: schema, said: said, bundle: role.input.name, path: path)
      return InputRole(input: role.input, role: .bundle(type, inner))
    }
  }

  /// Returns the role of a rule, which was checked against the schema.
  private static func role(
    _ rule: ArgumentRule, _ input: SchemaInputValue, _ items: ItemFields, _ schema: Schema
  ) -> ArgumentRole {
    switch rule {
    case .nothing: .unread
    case .filter: schema.type(of: input.type).map { .filter($0) } ?? .unread
    case .order: .order
    case .direction: .direction
    case .search: .search
    case .window(let part): .window(part)
    case .field(let field):
      items[field.name].map { .condition(.field(FieldPath($0), field.comparison)) } ?? .unread
    }
  }

  private static func inferred(
    _ inputs: [SchemaInputValue], items: ItemFields, schema: Schema, bundle: String?
  ) -> [InputRole] {
    // `size` beside `page` is the page's, even if the objects have a size; alone it is the objects'.
    let parts = inputs.compactMap { input in
      WindowPart.weakNames.contains(words(of: input.name).joined()) ? nil : window(input, schema)
    }
    let isPage = bundle.map { words(of: $0).contains { $0.hasPrefix("pag") } } ?? false
    let hasPlace = parts.contains { [.page, .pageIndex, .offset, .after].contains($0) }
    let weakIsWindow = isPage || hasPlace && !parts.contains(.first)
    var roles = inputs.map { input -> InputRole in
      if isPage, words(of: input.name) == ["number"] { return InputRole(input: input, role: .window(.page)) }
      if let part = window(input, schema) {
        let isWeak = WindowPart.weakNames.contains(words(of: input.name).joined())
        if !isWeak || weakIsWindow || items[input.name] == nil { return InputRole(input: input, role: .window(part)) }
      }
      return InputRole(input: input, role: role(of: input, items: items, schema: schema, isBundle: bundle != nil))
    }
    // `sort: created, order: desc`: of two possible orders, the one that can only be a direction is the direction.
    if roles.count(where: { $0.role.isOrder }) > 1 {
      roles = roles.map { role in
        guard role.role.isOrder, directions.contains(words(of: role.input.name).joined()),
          isDirection(role.input, schema)
        else { return role }
        return InputRole(input: role.input, role: .direction)
      }
    }
    if let index = textDirection(roles, items: items) {
      roles[index] = InputRole(input: roles[index].input, role: .direction)
    }
    return roles
  }

  /// Returns the place of a text or a number that is the direction of another argument: `sortBy: String, order: String`.
  private static func textDirection(_ roles: [InputRole], items: ItemFields) -> Int? {
    func name(_ index: Int) -> String { words(of: roles[index].input.name).joined() }
    if roles.contains(where: { if case .direction = $0.role { true } else { false } }) { return nil }
    let found = roles.indices.filter { index in
      let (input, role) = (roles[index].input, roles[index].role)
      return directions.contains(name(index)) && !input.type.isList && ["Int", "String"].contains(input.type.typeName)
        && (role.isOrder || items[input.name] == nil)
        && roles.indices.contains { $0 != index && roles[$0].role.isOrder }
    }
    // `sort: String, order: String`: what is called a sort is the order.
    return found.first { !roles[$0].role.isOrder } ?? found.first { name($0) != "sort" } ?? found.first
  }

  private static func window(_ input: SchemaInputValue, _ schema: Schema) -> WindowPart? {
    guard !input.type.isList, let type = schema.type(of: input.type) else { return nil }
    // `after: DateTime` is not a cursor.
    if type.kind == .scalar, Sense(scalar: type.name) == .moment { return nil }
    return WindowPart(input.name, isNumber: isWholeNumber(type.name), isObject: type.kind == .inputObject)
  }

  private static func role(
    of input: SchemaInputValue, items: ItemFields, schema: Schema, isBundle: Bool
  ) -> ArgumentRole {
    let name = words(of: input.name).joined()
    let type = schema.type(of: input.type)
    let isObject = type?.kind == .inputObject
    let isNumber = type.map { isWholeNumber($0.name) } ?? false
    if let type, isObject {
      if filters.contains(name) || name == "query" { return .filter(type) }
      if orders.contains(name) { return .order }
      if !isBundle, !input.type.isList {
        let inner = roles(of: type.inputFields, items: items, schema: schema, bundle: input.name)
        let isPlain = inner.contains { role in
          switch role.role {
          case .window, .order, .filter: true
          default: false
          }
        }
        if isPlain || bundles.contains(name), inner.contains(where: { !$0.role.isUnread }) {
          return .bundle(type, inner)
        }
      }
    }
    if orders.contains(name), !isNumber, type?.name != "Boolean" {
      return isDirection(input, schema) && directions.contains(name) ? .direction : .order
    }
    if directions.contains(name), items[input.name] == nil, isDirection(input, schema) || type?.name == "Boolean" {
      return .direction
    }
    if type?.name == "String", ["search", "q", "query"].contains(name) { return .search }
    // A language or a channel does not select objects, unless they lead to it.
    if type?.name == "String", ["channel", "lang", "locale", "timezone"].contains(name) {
      guard let field = items.field(words: words(of: input.name)) else { return .unread }
      if case .leaf(_, isList: false, "String") = field.shape { return .context(field.name) }
      if field.isLeaf { return .unread }
    }
    if let meaning = FilterMeaning.named(input.name, in: items) {
      switch meaning {
      case .search: return type?.name == "String" ? .search : .unread
      case .field(let path, nil):
        guard let type, isObject, case .leaf = path.end else { return .condition(meaning) }
        if path.via.isEmpty, type.namesFields(of: items) { return .filter(type) }
        // An object for a leaf must have operators.
        return type.inputFields.contains { FilterOperator.named($0.name) != nil } ? .condition(meaning) : .unread
      default: return .condition(meaning)
      }
    }
    if name == "name" || name == "title", type?.name == "String" { return .search }
    if let type, type.kind == .enum, let field = onlyField(of: type, items) {
      return .condition(.field(FieldPath(field), nil))
    }
    if let type, isObject, !isBundle,
      type.inputFields.contains(where: { FilterMeaning.named($0.name, in: items) != nil })
    {
      return .filter(type)
    }
    return .unread
  }

  /// Indicates whether a type can only be a direction: an enum of nothing else.
  private static func isDirection(_ input: SchemaInputValue, _ schema: Schema) -> Bool {
    guard let type = schema.type(of: input.type), type.kind == .enum else { return false }
    return type.values.allSatisfy { OrderReader.isDescending(.string($0.name)) != nil }
  }

  private static func isWholeNumber(_ scalar: String) -> Bool {
    switch ScalarForm(scalar: scalar) {
    case .integer, .wideInteger: true
    default: scalar == "Float"
    }
  }

  /// Returns the only field of an enum type: `appearsIn` for `episode: JEDI`.
  private static func onlyField(of type: SchemaType, _ items: ItemFields) -> ItemField? {
    let fields = items.fields.filter { field in
      if case .leaf(_, _, type.name) = field.shape { true } else { false }
    }
    return fields.count == 1 ? fields.first : nil
  }
}
