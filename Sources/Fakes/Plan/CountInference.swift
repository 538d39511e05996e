import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// Finds the fields with the length of a list, and those that indicate whether an object is in the viewer's list.
struct CountInference {
  /// The number of the list, by that of the counting field.
  private(set) var counts: [Int: Int] = [:]
  /// The filters of fields that do not count all members, by the number of the field.
  private(set) var filters: [Int: CountFilter] = [:]
  /// The number of the list, by that of a field whose object describes it (`_attendeesMeta`).
  private(set) var metas: [Int: Int] = [:]
  /// The number of the viewer's list (`trips`), by that of a Boolean field (`isBooked`).
  private(set) var memberships: [Int: Int] = [:]
  private let schema: Schema

  /// Infers the counts of all fields, those of a type together. `viewer` is the viewer's type, if there is one.
  init(_ drafts: [FieldDraft], viewer: TypePlan?, pages: PageInference, rules: FakeRules) {
    schema = pages.schema
    let lists = drafts.filter { $0.isMany && $0.named.isComposite }
    var listsByOwner: [Int: [FieldDraft]] = [:]
    for list in lists { listsByOwner[list.owner.index, default: []].append(list) }
    let viewers = viewer.flatMap { listsByOwner[$0.index] } ?? []
    for draft in drafts where !draft.isMany && draft.field.arguments.allSatisfy({ !$0.isRequired }) {
      let isRoot = if case .root = draft.owner.role { true } else { false }
      let own = listsByOwner[draft.owner.index] ?? []
      if draft.named.isLeaf, ScalarForm(scalar: draft.named.name).isNumeric {
        if let said = rules.rule(draft.owner.type, draft.field)?.counts {
          if let list = own.first(where: { $0.field.name == said }) { take(list, for: draft, rules) }
          continue
        }
        guard let noun = Self.counted(draft.field.name) else { continue }
        if let list = Self.list(noun, own) {
          counts[draft.id] = list.id
        } else if let (list, filter) = filtered(noun, own) {
          counts[draft.id] = list.id
          filters[draft.id] = filter
        } else if isRoot, let list = viewers.first(where: { noun.starts(with: $0.noun) }) {
          counts[draft.id] = list.id
        }
      } else if draft.named.kind == .object, draft.page == nil,
        pages.describesList(draft.named) || rules.rule(draft.owner.type, draft.field)?.follows?.isEmpty == false
      {
        let noun = FieldDraft.noun(of: draft.field.name)
        let said = rules.rule(draft.owner.type, draft.field)?.follows
        let list = own.first { list in said.map { list.field.name == $0 } ?? (list.noun == noun) }
        if let list { metas[draft.id] = list.id }
      }
    }
    findCountsInParts(drafts, listsByOwner, rules)
    findMemberships(drafts, viewers, rules)
  }

  /// Returns the list that words name: by its noun, or by people (`likeCount` beside `likedBy`).
  private static func list(_ noun: [String], _ lists: [FieldDraft]) -> FieldDraft? {
    let usual = lists.filter { !$0.field.arguments.contains(where: \.isRequired) }
    if let list = usual.first(where: { $0.noun == noun }) ?? lists.first(where: { $0.noun == noun }) { return list }
    guard noun.count == 1, let word = noun.first, word.utf8.count > 2 else { return nil }
    let stem = word.hasSuffix("e") ? String(word.dropLast()) : word
    let deeds: Set<String> = [stem + "ed", stem + "er", stem + "or"]
    return usual.first { $0.noun.count == 1 && deeds.contains($0.noun[0]) }
  }

  /// Returns the list of which words name a part: `openIssues`, or `open` alone if the members have such a state.
  private func filtered(_ noun: [String], _ lists: [FieldDraft]) -> (FieldDraft, CountFilter)? {
    let lists = lists.filter { $0.targets.count == 1 && !$0.field.arguments.contains(where: \.isRequired) }
    if let list = lists.first(where: { $0.noun.count < noun.count && noun.suffix($0.noun.count) == $0.noun[...] }) {
      return (list, CountFilter(noun.dropLast(list.noun.count), of: list.targets[0].type, in: schema))
    }
    for list in lists {
      let filter = CountFilter(noun, of: list.targets[0].type, in: schema)
      if !filter.conditions.isEmpty { return (list, filter) }
    }
    // With one list only, `remainingCount` is unambiguous.
    guard lists.count == 1, let list = lists.first, noun.count == 1, CountFilter.isUsual(noun[0]) else { return nil }
    return (list, CountFilter(noun, of: list.targets[0].type, in: schema))
  }

  private mutating func take(_ list: FieldDraft, for draft: FieldDraft, _ rules: FakeRules) {
    counts[draft.id] = list.id
    let said = rules.rule(draft.owner.type, draft.field)?.countedWhere ?? []
    if !said.isEmpty { filters[draft.id] = CountFilter(said) }
  }

  /// Finds counts in parts whose numbers are named like the lists of the enclosing object: `_count { posts }`.
  private mutating func findCountsInParts(_ drafts: [FieldDraft], _ lists: [Int: [FieldDraft]], _ rules: FakeRules) {
    var holders: [Int: [FieldDraft]] = [:]
    var around: [Int: [FieldDraft]] = [:]
    for draft in drafts where !draft.isMany && draft.targets.isEmpty && draft.parts.count == 1 {
      around[draft.parts[0].index, default: []] += lists[draft.owner.index] ?? []
      guard let last = words(of: draft.field.name).last, Self.summaries.contains(last),
        let own = lists[draft.owner.index]
      else { continue }
      holders[draft.parts[0].index, default: []] += own
    }
    for draft in drafts where draft.named.isLeaf && ScalarForm(scalar: draft.named.name).isNumeric {
      if let said = rules.rule(draft.owner.type, draft.field)?.counts {
        let list = around[draft.owner.index]?.first { $0.field.name == said }
        if counts[draft.id] == nil, let list { take(list, for: draft, rules) }
        continue
      }
      guard let own = holders[draft.owner.index] else { continue }
      let noun = Self.counted(draft.field.name)
      if let list = own.first(where: { $0.field.name == draft.field.name }) ?? noun.flatMap({ Self.list($0, own) }) {
        counts[draft.id] = list.id
      } else if let (list, filter) = filtered(noun ?? FieldDraft.noun(of: draft.field.name), own) {
        counts[draft.id] = list.id
        filters[draft.id] = filter
      }
    }
    // `total` beside `completed` and `pending`, but not beside `itemCount`: that one is an amount.
    var counted: [Int: Set<Int>] = [:]
    for draft in drafts where holders[draft.owner.index] != nil && filters[draft.id] != nil {
      if let list = counts[draft.id] { counted[draft.owner.index, default: []].insert(list) }
    }
    for draft in drafts where ["all", "count", "total"].contains(draft.field.name) && counts[draft.id] == nil {
      guard let lists = counted[draft.owner.index], lists.count == 1, let list = lists.first,
        ScalarForm(scalar: draft.named.name).isNumeric
      else { continue }
      counts[draft.id] = list
    }
  }

  /// The names of parts with numbers about the lists of the enclosing object.
  private static let summaries: Set<String> = [
    "count", "counts", "totals", "stats", "statistics", "metrics", "summary", "overview", "dashboard",
  ]

  /// Returns the words for the members that a field counts; nil if it does not count.
  private static func counted(_ name: String) -> [String]? {
    var parts = words(of: name)
    let before = parts.count
    let beginnings = ["total", "num", "number", "of", "n", "nb", "changed"]
    while parts.count > 1, let first = parts.first, beginnings.contains(first) { parts.removeFirst() }
    while parts.count > 1, let last = parts.last, ["count", "total", "number"].contains(last) { parts.removeLast() }
    guard parts.count < before else { return nil }
    return parts.map(singular)
  }

  /// Finds memberships: if a mutation is `bookTrips`, `isBooked` indicates membership in the viewer's `trips`.
  private mutating func findMemberships(_ drafts: [FieldDraft], _ viewers: [FieldDraft], _ rules: FakeRules) {
    guard !viewers.isEmpty else { return }
    func said(_ draft: FieldDraft) -> String? { rules.rule(draft.owner.type, draft.field)?.follows }
    for draft in drafts where draft.named.name == "Boolean" && !draft.isMany {
      if let list = viewers.first(where: { "\($0.owner.type.name).\($0.field.name)" == said(draft) }) {
        memberships[draft.id] = list.id
      }
    }
    for mutation in drafts {
      guard case .root(.mutation) = mutation.owner.role else { continue }
      let parts = words(of: mutation.field.name)
      guard let verb = parts.first, parts.count > 1, Self.joining.contains(verb) else { continue }
      let noun = FieldDraft.noun(of: parts.dropFirst().joined(separator: "_"))
      guard let list = viewers.first(where: { $0.noun == noun }), list.targets.count == 1 else { continue }
      let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
      let flag = drafts.first { draft in
        draft.owner === list.targets[0] && draft.named.name == "Boolean" && !draft.isMany && said(draft) == nil
          && words(of: draft.field.name).contains { $0.hasPrefix(stem) && $0.hasSuffix("ed") }
      }
      if let flag { memberships[flag.id] = list.id }
    }
  }

  /// The actions after which an object is in one's own list. Archiving is not one of them.
  private static let joining: Set<String> = [
    "book", "like", "love", "favorite", "favourite", "follow", "star", "save", "bookmark", "watch", "join", "subscribe",
    "pin", "reserve", "upvote", "wish",
  ]
}
