import FakeValues
import GraphQLLanguage
import GraphQLSchema

/// Finds the role of each field.
struct RoleInference {
  let schema: Schema
  let links: [Int: Link]
  let counts: CountInference
  /// The number of the field that leads to the objects, by that of a field with their keys.
  let linkKeys: [Int: Int]
  private let viewer: FieldDraft?
  private let rules: FakeRules

  init(
    schema: Schema, drafts: [FieldDraft], viewer: FieldDraft?, links: [Int: Link], counts: CountInference,
    rules: FakeRules
  ) {
    self.schema = schema
    self.rules = rules
    self.viewer = viewer
    self.links = links
    self.counts = counts
    linkKeys = Self.linkKeys(drafts, rules)
  }

  func role(of draft: FieldDraft) -> FieldRole {
    if let list = counts.counts[draft.id] { return .count(list: list) }
    if let list = counts.memberships[draft.id] { return .membership(list: list) }
    if draft.named.isLeaf {
      if case .root(let kind) = draft.owner.role, kind != .query { return kind == .mutation ? .mutation : .event }
      if draft.owner.key?.field == draft.field.name { return .key }
      return linkKeys[draft.id].map { .linkKey(link: $0) } ?? .leaf
    }
    if draft.named.name == schema.queryTypeName { return .root }
    if let list = counts.metas[draft.id] { return .meta(list: list) }
    switch draft.owner.role {
    case .root(.mutation): return .mutation
    case .root(.subscription): return .event
    case .root(.query): return rootRole(draft)
    default: break
    }
    guard draft.isRelation else { return .part }
    if draft.isMany {
      return keyList(draft).map { .lookups(argument: $0) } ?? .toMany
    }
    if isViewer(draft) { return .viewer }
    return isLookup(draft, requiringArgument: true) ? .lookup : .toOne
  }

  /// Finds fields with keys: `authorId` beside `author`, `tagIds` beside `tags`.
  private static func linkKeys(_ drafts: [FieldDraft], _ rules: FakeRules) -> [Int: Int] {
    var relations: [Int: [FieldDraft]] = [:]
    for draft in drafts
    where draft.isRelation && draft.owner.isEntity && draft.field.arguments.allSatisfy({ !$0.isRequired }) {
      relations[draft.owner.index, default: []].append(draft)
    }
    var found: [Int: Int] = [:]
    for draft in drafts where draft.named.kind == .scalar && draft.owner.isEntity && !draft.isNested {
      guard let own = relations[draft.owner.index] else { continue }
      if let said = rules.rule(draft.owner.type, draft.field)?.follows {
        if let link = own.first(where: { $0.field.name == said && $0.isMany == draft.isMany }) {
          found[draft.id] = link.id
        }
        continue
      }
      let parts = words(of: draft.field.name)
      guard parts.count > 1, let last = parts.last, ["id", "uuid", "key", "code"].contains(singular(last)) else {
        continue
      }
      let stem = Array(parts.dropLast())
      let noun = FieldDraft.noun(of: stem.joined(separator: "_"))
      let links = own.filter { relation in
        relation.isMany == draft.isMany
          && relation.targets.allSatisfy { target in
            guard let key = target.key else { return false }
            return ["id", "uuid"].contains(singular(last)) || words(of: key.field).last == singular(last)
          }
      }
      // `userId` beside `author: User`, but not the own `userId` of a user.
      let typed = links.filter { relation in
        guard !draft.isMany, let target = relation.targets.only, target !== draft.owner else { return false }
        return EntityNames.joined(words(of: target.type.name)) == EntityNames.joined(stem)
      }
      let named = links.first { relation in
        let own = words(of: relation.field.name)
        // `personByAuthorId` is the object behind `authorId`.
        return own == stem || relation.noun == noun || own.suffix(parts.count + 1) == ["by"] + parts
      }
      if let link = named ?? typed.only { found[draft.id] = link.id }
    }
    return found
  }

  private func rootRole(_ draft: FieldDraft) -> FieldRole {
    guard !draft.targets.isEmpty, !draft.isNested else { return .part }
    if draft.isMany { return keyList(draft).map { .lookups(argument: $0) } ?? .population }
    if rules.rule(draft.owner.type, draft.field)?.isViewer == true { return .viewer }
    if isLookup(draft, requiringArgument: false) { return .lookup }
    return isViewer(draft) ? .viewer : .singleton
  }

  /// Indicates whether a field shows the viewer: the main field, or another one with such a name.
  private func isViewer(_ draft: FieldDraft) -> Bool {
    guard let viewer else { return false }
    return draft.id == viewer.id || (draft.targets.only === viewer.targets[0] && Self.isViewer(draft, rules))
  }

  private func said(_ draft: FieldDraft) -> ArgumentRules {
    rules.rule(draft.owner.type, draft.field)?.arguments ?? ArgumentRules()
  }

  /// Returns the argument of a list field that identifies the objects: `ids: [ID!]!` of `nodes`.
  private func keyList(_ draft: FieldDraft) -> String? {
    let said = said(draft)
    if draft.page == nil, let named = said.said.first(where: { Self.namesKeys($0, of: draft) })?.path[0] {
      return named
    }
    let required = draft.field.arguments.filter { $0.isRequired && said[[$0.name]] == nil }
    guard draft.page == nil, required.count == 1, let argument = required.first, argument.type.nullable.isList,
      schema.type(of: argument.type)?.isLeaf == true
    else { return nil }
    // Apollo Federation's entities are identified by their type and key.
    if draft.field.name == "_entities", argument.name == "representations" { return argument.name }
    let names = draft.targets.compactMap { $0.key?.field }
    let isKeys = names.contains { argument.name == $0 + "s" || argument.name == $0 + "List" }
    return isKeys || argument.name == "ids" ? argument.name : nil
  }

  /// Indicates whether a rule makes a required argument a list of keys.
  private static func namesKeys(_ said: (path: [String], rule: ArgumentRule), of draft: FieldDraft) -> Bool {
    guard said.path.count == 1, case .field(let field) = said.rule, field.comparison == nil,
      let argument = draft.field.argument(named: said.path[0]), argument.isRequired, argument.type.nullable.isList
    else { return false }
    return draft.targets.contains { $0.key?.field == field.name }
  }

  /// Indicates whether a field's arguments identify its object.
  private func isLookup(_ draft: FieldDraft, requiringArgument: Bool) -> Bool {
    let said = said(draft)
    if said.said.contains(where: { if case .field = $0.rule { true } else { false } }) { return true }
    let arguments = draft.field.arguments.filter { said[[$0.name]] != .nothing }
    guard !arguments.isEmpty else { return false }
    if arguments.contains(where: \.isRequired) { return true }
    guard !requiringArgument else { return false }
    let names = Set(draft.targets.flatMap { $0.type.fields.map(\.name) })
    return arguments.contains { names.contains($0.name) || $0.name == "where" || $0.name.hasSuffix("Id") }
  }

  /// Returns the field that shows the viewer, at the root or in the root's session (`viewer { user { … } }`).
  static func viewer(_ drafts: [FieldDraft], _ rules: FakeRules) -> FieldDraft? {
    func said(_ draft: FieldDraft) -> Bool? { rules.rule(draft.owner.type, draft.field)?.isViewer }
    if let found = drafts.first(where: { said($0) == true && $0.targets.count == 1 }) { return found }
    if let found = drafts.first(where: { isViewer($0, rules) }) { return found }
    for session in drafts {
      guard case .root(.query) = session.owner.role, !session.isMany, session.targets.isEmpty,
        session.parts.count == 1, !session.field.arguments.contains(where: \.isRequired),
        sessions.contains(words(of: session.field.name).joined(separator: " "))
      else { continue }
      let own = drafts.filter { draft in
        draft.owner === session.parts[0] && draft.isRelation && !draft.isMany && draft.targets.count == 1
          && !draft.field.arguments.contains(where: \.isRequired) && said(draft) != false
      }
      let named = own.first { viewers.contains(words(of: $0.field.name).joined(separator: " ")) }
      if let found = named ?? (own.count == 1 ? own.first : nil) { return found }
    }
    return nil
  }

  private static let sessions: Set<String> = [
    "viewer", "session", "auth", "current session", "my session", "authentication", "me",
  ]

  /// Indicates whether a root field without arguments is the viewer.
  static func isViewer(_ draft: FieldDraft, _ rules: FakeRules) -> Bool {
    if let said = rules.rule(draft.owner.type, draft.field)?.isViewer { return said }
    guard case .root(.query) = draft.owner.role, !draft.isMany, draft.targets.count == 1, draft.parts.isEmpty,
      !draft.field.arguments.contains(where: \.isRequired)
    else { return false }
    return viewers.contains(words(of: draft.field.name).joined(separator: " "))
  }

  private static let viewers: Set<String> = [
    "me", "viewer", "current user", "whoami", "who am i", "my user", "my profile", "my account", "logged in user",
    "authenticated user", "current account", "session user", "myself", "current viewer", "current customer", "customer",
    "user", "profile", "account",
  ]
}
