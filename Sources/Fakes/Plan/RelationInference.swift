import FakeValues
import GraphQLSchema

/// The links between the objects on both ends of a field.
enum Link: Hashable, Sendable {
  /// Each object has its own link to one other.
  case toOne
  /// As `toOne`, with a link back: the field with this number.
  case oneToOne(partner: Int)
  /// The objects whose to-one field with one of these numbers leads here.
  case derived(from: [Int])
  /// Pairs, seen from both ends; they are stored under the number of the leading end.
  case pairs(lead: Int, isLead: Bool)
  /// Pairs of objects of one type, the same from both ends.
  case symmetric
  /// Each object has its own list.
  case free
  /// Links of the real world.
  case atlas
}

/// Finds the inverse of each field that leads from objects to objects.
struct RelationInference {
  private(set) var links: [Int: Link] = [:]
  /// Fields that show the same list as another one of their type: `postsConnection` and `posts`.
  private(set) var aliases: [Int: Int] = [:]
  /// Fields that show one object of a list of their type: `lastMessage` beside `messages`.
  private(set) var members: [Int: ListMember] = [:]
  private let rules: FakeRules

  init(_ drafts: [FieldDraft], rules: FakeRules) {
    self.rules = rules
    var relations: [FieldDraft] = []
    for group in Self.grouped(drafts.filter(\.isRelation)) {
      for draft in group {
        let same = draft.isMany ? group.first { $0.isMany && $0.noun == draft.noun && $0.named(like: draft) } : nil
        if let same, same.id != draft.id {
          aliases[draft.id] = same.id
        } else {
          relations.append(draft)
        }
      }
    }
    for draft in relations {
      let isReal = draft.owner.key?.style == .atlas && draft.targets.allSatisfy { $0.key?.style == .atlas }
      if isReal, draft.targets.count == 1, let from = draft.owner.atlas, let to = draft.targets[0].atlas,
        AtlasMember.relates(from, to)
      {
        links[draft.id] = .atlas
      }
    }
    pairUp(relations.filter { $0.owner.isEntity && links[$0.id] == nil })
    freeListsOfGivenLengths(relations)
    for draft in relations where links[draft.id] == nil { links[draft.id] = draft.isMany ? .free : .toOne }
    for (alias, original) in aliases { links[alias] = links[original] }
    members = ListMember.find(Self.grouped(relations), links)
  }

  /// Returns the drafts of each type together, in order.
  private static func grouped(_ drafts: [FieldDraft]) -> [[FieldDraft]] {
    var groups: [[FieldDraft]] = []
    for draft in drafts {
      if let last = groups.last?.last, last.owner === draft.owner {
        groups[groups.count - 1].append(draft)
      } else {
        groups.append([draft])
      }
    }
    return groups
  }

  private mutating func pairUp(_ relations: [FieldDraft]) {
    var byEnds: [Ends: [FieldDraft]] = [:]
    // With very many possible types, no field is a particular inverse.
    let few = relations.filter { $0.targets.count <= 20 }
    for draft in few {
      for target in draft.targets { byEnds[Ends(draft.owner.index, target.index), default: []].append(draft) }
    }
    var candidates: [Candidate] = []
    for draft in few {
      for target in draft.targets {
        let back = byEnds[Ends(target.index, draft.owner.index)] ?? []
        let forth = byEnds[Ends(draft.owner.index, target.index)] ?? []
        for other in back {
          var score = score(draft, other, isOnly: forth.count == 1 && back.count == 1, among: forth)
          // A list named after its objects, which have only one field that leads back.
          if draft.isMany, !other.isMany, back.count == 1, score >= 10 { score += 8 }
          if score >= 15 { candidates.append(Candidate(score: score, one: draft, other: other)) }
        }
      }
    }
    candidates.sort { ($0.score, $1.one.id, $1.other.id) > ($1.score, $0.one.id, $0.other.id) }
    for candidate in candidates { take(candidate) }
  }

  /// Removes inverses of lists with a given length: the number of pairs cannot be set for both ends.
  private mutating func freeListsOfGivenLengths(_ relations: [FieldDraft]) {
    for draft in relations where rules.rule(draft.owner.type, draft.field)?.listLength != nil {
      switch links[draft.id] {
      case .symmetric: links[draft.id] = .free
      case .pairs(let lead, _):
        for other in relations {
          if case .pairs(lead, _) = links[other.id] { links[other.id] = .free }
        }
      default: break
      }
    }
  }

  private struct Ends: Hashable {
    let from: Int
    let to: Int
    init(_ from: Int, _ to: Int) { (self.from, self.to) = (from, to) }
  }

  private struct Candidate {
    let score: Int
    let one: FieldDraft
    let other: FieldDraft
  }

  private mutating func take(_ candidate: Candidate) {
    let (one, other) = (candidate.one, candidate.other)
    switch (one.isMany, other.isMany) {
    case (true, false):
      guard links[other.id] == nil || links[other.id] == .toOne else { return }
      // The list's objects may have several types, each with a field that leads back.
      switch links[one.id] {
      case nil: links[one.id] = .derived(from: [other.id])
      case .derived(let from)? where one.targets.count > 1 && !from.contains(other.id):
        links[one.id] = .derived(from: from + [other.id])
      default: return
      }
      links[other.id] = .toOne
    case (false, true): return  // The same pair comes from the other end.
    case (true, true):
      guard links[one.id] == nil, links[other.id] == nil, one.targets.count == 1, other.targets.count == 1 else {
        return
      }
      if one.id == other.id {
        links[one.id] = .symmetric
      } else {
        let lead = min(one.id, other.id)
        links[one.id] = .pairs(lead: lead, isLead: one.id == lead)
        links[other.id] = .pairs(lead: lead, isLead: other.id == lead)
      }
    case (false, false):
      guard one.id != other.id, links[one.id] == nil, links[other.id] == nil, one.targets.count == 1,
        other.targets.count == 1
      else { return }
      links[one.id] = .oneToOne(partner: other.id)
      links[other.id] = .oneToOne(partner: one.id)
    }
  }

  /// Returns the score of two fields as the two ends of one relation; 15 or more is accepted.
  private func score(_ one: FieldDraft, _ other: FieldDraft, isOnly: Bool, among own: [FieldDraft]) -> Int {
    if let said = rules.rule(one.owner.type, one.field)?.inverse { return said == other.field.name ? 1_000 : 0 }
    if let said = rules.rule(other.owner.type, other.field)?.inverse { return said == one.field.name ? 1_000 : 0 }
    let isSelf = one.owner === other.owner
    if one.id == other.id { return one.isMany && Self.symmetric.contains(one.noun.last ?? "") ? 100 : 0 }
    if isSelf {
      if Self.areOpposites(one.noun, other.noun) { return 100 }
      return one.isMany && !other.isMany ? Self.treeScore(one, other, among: own) : 0
    }
    var score = 0
    if one.noun.last == FieldDraft.noun(of: other.owner) { score += 10 }
    if other.noun.last == FieldDraft.noun(of: one.owner) { score += 10 }
    if Self.owners.contains(other.noun.last ?? "") || Self.owners.contains(one.noun.last ?? "") { score += 8 }
    let hasRole = Self.roles.contains { one.noun.contains($0) && other.noun.contains($1) }
    if hasRole || Self.shareStem(one.noun, other.noun) { score += 30 }
    if isOnly { score += 50 }
    return score
  }

  private static let symmetric: Set<String> = [
    "friend", "sibling", "neighbor", "neighbour", "border", "peer", "colleague", "related", "similar", "spouse",
    "partner", "relative", "match",
  ]
  private static let owners: Set<String> = [
    "author", "owner", "creator", "user", "poster", "submitter", "seller", "customer", "by", "member", "parent",
    "host", "organizer", "sender", "reporter",
  ]
  /// The words of lists and of the links of their members that have no common stem.
  private static let roles = [
    ("sent", "sender"), ("sent", "author"), ("received", "recipient"), ("received", "receiver"), ("written", "author"),
    ("created", "author"), ("posted", "author"), ("bought", "buyer"), ("sold", "seller"), ("led", "leader"),
  ]
  private static let opposites: [(Set<String>, Set<String>)] = [
    (["parent"], ["child", "subcategory", "subfolder", "subtask", "reply", "descendant"]),
    (["follower"], ["following", "followed", "followee"]),
    (["manager", "supervisor", "boss"], ["report", "subordinate", "direct", "employee"]),
    (["mentor"], ["mentee"]), (["previous", "prev"], ["next"]), (["predecessor"], ["successor"]),
    (["to", "parent", "thread", "root"], ["reply", "answer", "response"]), (["blocker"], ["blocked"]),
    (["mother", "father"], ["child"]), (["prequel"], ["sequel"]), (["source"], ["fork"]), (["host"], ["guest"]),
  ]

  private static func areOpposites(_ one: [String], _ other: [String]) -> Bool {
    guard let one = one.last.map(singular), let other = other.last.map(singular) else { return false }
    return opposites.contains {
      ($0.0.contains(one) && $0.1.contains(other)) || ($0.1.contains(one) && $0.0.contains(other))
    }
  }

  /// Returns the score of a list and a field within one type: `subIssues` and `parent`, or the only two fields.
  private static func treeScore(_ list: FieldDraft, _ one: FieldDraft, among own: [FieldDraft]) -> Int {
    let words = words(of: list.field.name)
    guard let first = words.first, let last = list.noun.last, !list.noun.contains(where: symmetric.contains) else {
      return 0
    }
    if words.count > 1, words.contains("related") || words.contains("linked") { return 0 }
    if one.noun.contains("parent") {
      let isBelow = first.hasPrefix("sub") || first.hasPrefix("child")
      return isBelow || last == FieldDraft.noun(of: list.owner) ? 90 : 0
    }
    // A list with another opposite, and the neighbor in a row, are not two ends of one relation.
    let isKnown = opposites.contains { $0.0.contains(last) || $0.1.contains(last) }
    let isRow = ["next", "previous", "prev"].contains(one.noun.first ?? "")
    let isOnly = own.count(where: \.isMany) == 1 && own.count == 2
    return isOnly && !isKnown && !isRow ? 60 : 0
  }

  /// Indicates whether a word of each has the same beginning: `editor` and `editedPosts`, `likes` and `likedBy`.
  private static func shareStem(_ one: [String], _ other: [String]) -> Bool {
    one.contains { left in
      other.contains { right in
        let common = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
        return common >= 4 && left != right || (common >= 4 && (one.count > 1 || other.count > 1))
      }
    }
  }
}

extension FieldDraft {
  /// Returns the last word of a type's name, in the singular: types may have plural names, like database tables.
  fileprivate static func noun(of type: TypePlan) -> String { words(of: type.type.name).last.map(singular) ?? "" }

  fileprivate func named(like other: FieldDraft) -> Bool {
    targets.map(\.index) == other.targets.map(\.index)
  }
}
