import FakeValues
import GraphQLSchema
import Synchronization

/// A field of an object type, with everything that does not depend on the object.
final class FieldPlan: Sendable {
  let id: Int
  let owner: TypePlan
  let field: SchemaField
  let named: SchemaType
  let role: FieldRole
  /// The plans of the objects with a population to which it leads, directly or through a page.
  let targets: [TypePlan]
  /// The plans of objects without a population.
  let parts: [TypePlan]
  let page: TypePlan?
  /// Its fact about a page, if its object is a page or belongs to one.
  let fact: PageFact?
  let rule: FieldRule?
  /// Indicates whether a rule says that it shows the object that its part belongs to; nil without a rule.
  let isOwner: Bool?
  /// The atlas's fact for the field, if its objects are real things.
  let realFact: AtlasFact?
  let nullPercent: Int
  let isNonNull: Bool
  /// The plan of its values, for leaf fields.
  let leaf: Lazy<LeafPlan>
  /// The plan of its arguments, for fields that lead to many objects.
  let list: Lazy<ListPlan>
  /// The links to its objects.
  let link: Link
  /// The number under which links are stored: its own, or that of the field that shows the same list.
  let linkID: Int
  /// The object of a list of its type that it shows, if it is one of them.
  let member: ListMember?
  /// The filter of a field that does not count all members.
  let counted: CountFilter?
  /// Indicates whether it is known that the field has no constraint, so that most values need no lookup.
  let isUnconstrained = Atomic<Bool>(false)

  init(
    _ draft: FieldDraft, role: FieldRole, counted: CountFilter? = nil, link: Link, linkID: Int,
    member: ListMember? = nil, rule: FieldRule?, nullPercent: Int, locale: FakeLocale, catalog: FieldCatalog
  ) {
    id = draft.id
    owner = draft.owner
    field = draft.field
    named = draft.named
    self.role = role
    self.counted = counted
    targets = draft.targets
    parts = draft.parts
    page = draft.page
    fact = draft.named.isLeaf ? rule?.fact ?? PageFact(field: draft.field.name) : nil
    self.rule = rule
    isOwner = rule?.isOwner
    realFact = draft.named.isLeaf ? draft.owner.atlas.flatMap { AtlasFact($0, field: draft.field.name) } : nil
    self.nullPercent = nullPercent
    isNonNull = draft.field.type.isNonNull
    self.link = link
    self.linkID = linkID
    self.member = member
    let (field, owner, named, targets) = (draft.field, draft.owner.type, draft.named, draft.targets + draft.parts)
    isOwnID =
      !draft.owner.isEntity && ["id", "_id", "uuid", "nodeId"].contains(draft.field.name) && draft.named.kind == .scalar
      && !draft.field.type.nullable.isList
    let schema = draft.schema
    leaf = Lazy {
      let siblings = owner.fields.compactMap { schema.type(of: $0.type) }
      if let kind = rule?.kind {
        return LeafPlan(kind: kind, field: field, parent: owner, type: named, siblings: siblings, locale: locale)
      }
      return LeafPlan(field: field, parent: owner, type: named, siblings: siblings, locale: locale)
    }
    list = Lazy {
      ListPlan(
        arguments: field.arguments, items: targets.map(\.type), keyField: targets.first?.key?.field,
        catalog: catalog, said: rule?.arguments ?? ArgumentRules(), pageSize: rule?.pageSize)
    }
  }

  var name: String { field.name }
  /// Indicates whether it is the id of an object without a population, which no lookup uses.
  let isOwnID: Bool
  /// Indicates whether no two members share its value, since a root field finds an object by it.
  var isUnique: Bool { !owner.unique.isEmpty && owner.unique.contains(field.name) && named.kind == .scalar }
  var isList: Bool { field.type.nullable.isList }
  /// Indicates whether it leads to many objects: a list, or a page of one.
  var isMany: Bool { isList || page != nil }
}

/// The role of a field.
enum FieldRole: Hashable, Sendable {
  case key
  /// A generated value, or a list of them.
  case leaf
  /// The length of the list in the field with this number.
  case count(list: Int)
  /// Indicates whether the object is in the viewer's list, the field with this number.
  case membership(list: Int)
  /// The key of the target, or the keys of the targets, of the field with this number: `author_id` beside `author`.
  case linkKey(link: Int)
  /// An object that describes the list in the field with this number.
  case meta(list: Int)
  /// One object, by a link.
  case toOne
  /// Many objects, by links.
  case toMany
  /// All objects of a type, at a root.
  case population
  /// The object that arguments identify.
  case lookup
  /// The objects that a list of keys identifies, in this argument.
  case lookups(argument: String)
  /// Always the same object.
  case singleton
  case viewer
  /// Objects that belong to the one that has the field.
  case part
  /// The query root again.
  case root
  case mutation
  case event
}

/// The meanings of fields of payloads, by their names.
enum PayloadField {
  static func isSuccess(_ name: String) -> Bool {
    ["success", "ok", "succeeded", "successful", "isSuccess", "is_success"].contains(name)
  }

  static func isErrors(_ name: String) -> Bool {
    let last = words(of: name).last
    return last == "errors" || last == "error" || last == "problems" || last == "failures"
  }

  static func isCount(_ name: String) -> Bool {
    let parts = words(of: name)
    return parts.contains("affected") || parts.last == "count" || parts.first == "num"
  }

  /// Indicates whether a payload's field shows the previous state of an object: `previousValues`.
  static func isPast(_ name: String) -> Bool { words(of: name).first?.hasPrefix("previous") == true }

  static func isDeletedKey(_ name: String) -> Bool {
    let parts = words(of: name)
    return ["deleted", "removed", "destroyed"].contains(parts.first ?? "")
  }
}
