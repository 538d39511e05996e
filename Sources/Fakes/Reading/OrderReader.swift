import FakeValues
import OrderedJSON

/// Reads the orderings of requests: enum values and texts (`name_ASC`, `CREATED_AT_DESC`, `-createdAt`, `name desc,
/// id`), objects (`{name: asc}`, `{field: NAME, direction: DESC}`), and lists of either.
struct OrderReader {
  let items: ItemFields

  /// Returns the keys of an ordering, without those that are no field.
  func keys(_ json: JSON) -> [SortKey] {
    switch json {
    case .null, .bool, .number: []
    case .string(let text): keys(text)
    case .array(let parts): parts.flatMap(keys)
    case .object(let object): keys(object)
    }
  }

  /// Indicates whether a value means descending; nil if it is no direction.
  static func isDescending(_ json: JSON) -> Bool? {
    switch json {
    case .string(let text): direction(words(of: text)[...])?.isDescending
    case .number(let number): number.int.map { $0 < 0 }
    case .bool(let flag): flag
    case .null, .object: nil
    case .array(let parts): parts.first.flatMap(isDescending)
    }
  }

  private struct Direction {
    var isDescending: Bool
    var nullsFirst: Bool?
  }

  /// Returns the direction of `asc`, `DESCENDING`, `desc_nulls_last`; nil for other words.
  private static func direction(_ words: ArraySlice<String>) -> Direction? {
    guard let first = words.first else { return nil }
    let isDescending: Bool
    switch first {
    case "asc", "ascending", "ascend": isDescending = false
    case "desc", "descending", "descend": isDescending = true
    default: return nil
    }
    switch words.dropFirst().joined() {
    case "": return Direction(isDescending: isDescending)
    case "nullsfirst", "nullfirst": return Direction(isDescending: isDescending, nullsFirst: true)
    case "nullslast", "nulllast": return Direction(isDescending: isDescending, nullsFirst: false)
    default: return nil
    }
  }

  private func keys(_ text: String) -> [SortKey] {
    text.split(separator: ",").compactMap { key(String($0)) }
  }

  /// Reads one field with its direction before or after it.
  private func key(_ text: String) -> SortKey? {
    let trimmed = text.drop { $0 == " " }
    let isReversed = trimmed.first == "-"
    let name = isReversed || trimmed.first == "+" ? trimmed.dropFirst() : trimmed
    let words = words(of: String(name))
    if let path = path(words[...]) { return SortKey(path: path, isDescending: isReversed) }
    for split in words.indices.dropFirst().reversed() {
      guard let direction = Self.direction(words[split...]), let path = path(words[..<split]) else { continue }
      return SortKey(
        path: path, isDescending: direction.isDescending != isReversed, nullsFirst: direction.nullsFirst)
    }
    return nil
  }

  /// Returns the field that words mean: any path, `created` for `createdAt`, `primary_key`, `reviewsCount`.
  private func path(_ words: ArraySlice<String>) -> FieldPath? {
    if words.isEmpty { return nil }
    if let path = FieldPath(words: words, in: items) { return path }
    if words.elementsEqual(["primary", "key"]) { return FieldPath(words: ["id"], in: items) }
    let endings = ["at", "on", "date", "time"]
    let stem = words.last.map(endings.contains) == true ? words.dropLast() : words
    for ending in endings where !stem.isEmpty {
      if let field = items.field(words: stem + [ending]), FieldPath(field).isMoment { return FieldPath(field) }
    }
    if words.count > 1, let last = words.last, ["count", "aggregate"].contains(last) {
      guard let field = items.field(words: words.dropLast()), !field.isLeaf, field.isMany else { return nil }
      return FieldPath(field)
    }
    // `price` for the only field that begins so: `pricePerKm`.
    let longer = items.fields.filter { $0.isLeaf && !$0.isMany && FakeValues.words(of: $0.name).starts(with: words) }
    return longer.count == 1 ? FieldPath(longer[0]) : nil
  }

  private static let fieldNames: Set<String> = [
    "field", "fields", "by", "sort", "sortby", "column", "key", "property", "orderby", "sortfield", "orderfield",
    "name",
  ]
  private static let directionNames: Set<String> = [
    "direction", "order", "dir", "sortorder", "sortdirection", "orderdirection", "sort", "reverse", "desc",
    "descending", "isdescending",
  ]

  private func keys(_ object: JSONObject) -> [SortKey] {
    // `{field: NAME, direction: DESC}`, and Gatsby's `{fields: [a, b], order: [ASC, DESC]}`.
    let named = object.members.first { member in
      let name = words(of: member.name).joined()
      guard Self.fieldNames.contains(name), Self.isDescending(member.value) == nil else { return false }
      return member.value.stringValue != nil || member.value.arrayValue != nil
    }
    if let named {
      let direction = object.members.first {
        $0.name != named.name && Self.directionNames.contains(words(of: $0.name).joined()) && !$0.value.isNull
      }
      let nulls = nullsFirst(object)
      let fields = named.value.arrayValue ?? [named.value]
      return fields.enumerated().flatMap { index, field in
        let directions = direction?.value.arrayValue
        let value = directions.map { index < $0.count ? $0[index] : .null } ?? direction?.value ?? .null
        return keys(field).map { key in
          var key = key
          if let isDescending = Self.isDescending(value) { key.isDescending = isDescending != key.isDescending }
          key.nullsFirst = nulls ?? key.nullsFirst
          return key
        }
      }
    }
    return object.members.flatMap { keys($0.name, $0.value) }
  }

  /// Reads one member of an object: `name: asc`, `name: {sort: desc, nulls: last}`, `author: {name: asc}`.
  private func keys(_ name: String, _ value: JSON) -> [SortKey] {
    guard let path = FieldPath.named(name, in: items) ?? path(words(of: name)[...]) else { return [] }
    func key(_ text: String, nulls: Bool?) -> [SortKey] {
      guard let direction = Self.direction(words(of: text)[...]) else { return [] }
      return [
        SortKey(path: path, isDescending: direction.isDescending, nullsFirst: nulls ?? direction.nullsFirst)
      ]
    }
    switch value {
    case .string(let text): return key(text, nulls: nil)
    case .number, .bool:
      return Self.isDescending(value).map { [SortKey(path: path, isDescending: $0)] } ?? []
    case .null, .array: return []
    case .object(let object):
      if let field = path.composite {
        // `{_count: desc}`, `{count: asc}`: the number of the field's objects.
        if let count = object.members.first, words(of: count.name).joined() == "count",
          case .string(let text) = count.value
        {
          return key(text, nulls: nil)
        }
        guard let target = items.target(of: field) else { return [] }
        return OrderReader(items: target).keys(object).map { key in
          var key = key
          key.path.via.insert(contentsOf: path.via + [field], at: 0)
          return key
        }
      }
      let direction = object.members.first { Self.directionNames.contains(words(of: $0.name).joined()) }?.value
      return direction?.stringValue.map { key($0, nulls: nullsFirst(object)) } ?? []
    }
  }

  private func nullsFirst(_ object: JSONObject) -> Bool? {
    guard case .string(let text)? = object.members.first(where: { words(of: $0.name).first == "nulls" })?.value else {
      return nil
    }
    let said = words(of: text)
    return said.contains("first") ? true : said.contains("last") ? false : nil
  }
}
