import FakeValues
import GraphQLSchema

/// The meaning of a name in a filter, or of an argument that filters by itself.
enum FilterMeaning: Sendable {
  case all, any, none
  case search
  /// A value, compared by the operator. Without one, a plain value means equality, a list means any of its items, and
  /// an object has operators or a filter for the field's objects.
  case field(FieldPath, FilterOperator?)
  /// A filter for the objects of a field: `attendees_some`.
  case relation(via: [ItemField], ItemField, Quantifier)

  /// Returns the meaning of a name for objects with these fields; nil if it is unknown. Names are `AND`, `_or`,
  /// `anyOf`; a field in any notation; a field and an operator (`name_not_starts_with`, `nameContains`,
  /// `startDate_greater`), the longest operator first; a bound (`minPrice`, `price_max`, `createdAfter`); a search.
  static func named(_ name: String, in items: ItemFields) -> FilterMeaning? {
    let words = words(of: name)
    let joined = words.joined()
    switch joined {
    case "and", "allof": return .all
    case "or", "anyof": return .any
    case "not", "nor", "noneof": return FilterMeaning.none
    default: break
    }
    if let path = FieldPath.named(name, in: items) { return .field(path, nil) }
    for split in words.indices.dropFirst() {
      let ending = words[split...].joined()
      let filterOperator = FilterOperator.named(words: ending)
      let quantifier = Quantifier(words: ending)
      guard filterOperator != nil || quantifier != nil else { continue }
      guard let path = FieldPath(words: words[..<split], in: items) ?? moment(words[..<split], in: items) else {
        continue
      }
      if let field = path.composite, let quantifier { return .relation(via: path.via, field, quantifier) }
      if let filterOperator { return .field(path, filterOperator) }
    }
    if let bound = bound(words, in: items) { return bound }
    // `hasCategory: true`: a category exists.
    if words.count > 1, words.first == "has", let path = FieldPath(words: words.dropFirst(), in: items) {
      return .field(path, FilterOperator(base: .isEmpty, isNegated: true))
    }
    if let meaning = person(words, in: items) ?? event(words, in: items) { return meaning }
    if searches.contains(joined) { return .search }
    return ending(words, in: items).map { .field($0, nil) }
  }

  /// Returns the only field with this last word: `year` for `releaseYear`. A name is searched in all texts instead.
  private static func ending(_ words: [String], in items: ItemFields) -> FieldPath? {
    guard words.count == 1, let word = words.first, !["name", "title", "id", "at", "on", "by"].contains(word) else {
      return nil
    }
    let fields = items.fields.filter { $0.isLeaf && FakeValues.words(of: $0.name).last == word }
    return fields.count == 1 ? FieldPath(fields[0]) : nil
  }

  /// Returns the person of an action: `createdBy` is the author, `assignedTo` the assignee.
  private static func person(_ words: [String], in items: ItemFields) -> FilterMeaning? {
    guard words.count > 1, let names = people[words.prefix(2).joined(separator: " ")] else { return nil }
    let rest = words.dropFirst(2)
    return names.lazy.compactMap { FieldPath(words: [$0] + rest, in: items) }.first.map { .field($0, nil) }
  }

  private static let people: [String: [String]] = {
    let authors = ["author", "creator", "reporter", "owner", "user", "sender", "host", "organizer"]
    let creations = ["created", "written", "posted", "authored", "opened", "submitted", "published", "made", "started"]
    var people = Dictionary(uniqueKeysWithValues: creations.map { ("\($0) by", authors) })
    people["reported by"] = ["reporter", "author"]
    people["owned by"] = ["owner"]
    people["sent by"] = ["sender", "author"]
    people["hosted by"] = ["host"]
    people["organized by"] = ["organizer"]
    for word in ["assigned to", "assigned by"] { people[word] = ["assignee", "assignees"] }
    people["reviewed by"] = ["reviewer", "reviewers"]
    people["uploaded by"] = ["uploader", "owner", "author"]
    people["placed by"] = ["customer", "buyer", "user"]
    people["booked by"] = ["guest", "traveler", "customer", "user"]
    return people
  }()

  /// Returns the meaning of a Boolean about an event whose time is a field: `read`, `unread`, `isArchived` by `readAt`
  /// and `archivedAt`; `unread` by `isRead`.
  private static func event(_ words: [String], in items: ItemFields) -> FilterMeaning? {
    guard let word = words.last, words.count == 1 || words.count == 2 && words[0] == "is" else { return nil }
    let positive = opposite(word)
    let event = positive ?? word
    if positive != nil, let flag = items.field(words: ["is", event]) ?? items.field(words: [event]), flag.isFlag {
      return .field(FieldPath(flag), FilterOperator(base: .equal, isNegated: true))
    }
    guard let time = items.field(words: [event, "at"]), time.isLeaf else { return nil }
    return .field(FieldPath(time), FilterOperator(base: .isNull, isNegated: positive == nil))
  }

  /// The names for a text search.
  static let searches: Set<String> = [
    "search", "q", "query", "text", "term", "keyword", "keywords", "searchterm", "searchtext", "searchquery",
    "searchstring", "fulltext", "freetext",
  ]

  /// Returns a bound: `minPrice`, `maximumPrice`, `fromDate`; `since` and `to` alone if the date is unambiguous.
  private static func bound(_ words: [String], in items: ItemFields) -> FilterMeaning? {
    guard let first = words.first, let base = bounds[first] else { return nil }
    let rest = words.dropFirst()
    if rest.isEmpty {
      guard first.count > 3 || first == "to" else { return nil }
      return moment([], in: items).map { .field($0, FilterOperator(base: base)) }
    }
    return (FieldPath(words: rest, in: items) ?? moment(rest, in: items)).map { .field($0, FilterOperator(base: base)) }
  }

  private static let bounds: [String: FilterOperator.Base] = [
    "min": .greaterOrEqual, "minimum": .greaterOrEqual, "from": .greaterOrEqual, "since": .greaterOrEqual,
    "max": .lessOrEqual, "maximum": .lessOrEqual, "to": .lessOrEqual, "until": .lessOrEqual, "before": .less,
    "after": .greater,
  ]

  /// Returns the date that partial words mean: `created` for `createdAt`; for no words, or only `date`, the objects'
  /// only date or that of their creation.
  private static func moment(_ words: ArraySlice<String>, in items: ItemFields) -> FieldPath? {
    for ending in ["at", "on", "date", "time"] where !words.isEmpty {
      guard let field = items.field(words: words + [ending]) else { continue }
      let path = FieldPath(field)
      if path.isMoment { return path }
    }
    guard words.isEmpty || words.elementsEqual(["date"]) || words.elementsEqual(["time"]) else { return nil }
    let moments = items.fields.map(FieldPath.init).filter(\.isMoment)
    if moments.count == 1 { return moments.first }
    return ["date", "createdAt", "created_at", "created"].lazy.compactMap { items[$0].map(FieldPath.init) }
      .first(where: \.isMoment)
  }
}
