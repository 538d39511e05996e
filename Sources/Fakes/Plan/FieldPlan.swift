import FakeValues
import GraphQLSchema

/// A field of an object type with everything that does not depend on the object.
final class FieldPlan: Sendable {
  /// Its place among the plans.
  let id: Int
  let owner: TypePlan
  let field: SchemaField
  /// The field's named type.
  let named: SchemaType
  let role: FieldRole
  /// The plans of the objects with a population to which it leads, through a page as well.
  let targets: [TypePlan]
  /// The plans of objects without one.
  let parts: [TypePlan]
  /// The page through which it leads.
  let page: TypePlan?
  /// What it tells where its object is a page or hangs at one.
  let fact: PageFact?
  let rule: FieldRule?
  /// Whether it is said to show the object that its part belongs to; nil where nothing is said.
  let isOwner: Bool?
  /// What the atlas knows the field by, where its objects are real things.
  let realFact: AtlasFact?
  /// In how many of a hundred it is null.
  let nullPercent: Int
  let isNonNull: Bool
  /// How its values look; of leaf fields only.
  let leaf: Lazy<LeafPlan>
  /// What its arguments mean; of fields that lead to many objects only.
  let list: Lazy<ListPlan>
  /// How the objects are linked to which it leads.
  let link: Link
  /// The number under which links are kept: its own, or that of the field that shows the same list.
  let linkID: Int
  /// Of a field that counts, which members it counts; nil where all.
  let counted: CountFilter?

  init(
    _ draft: FieldDraft, role: FieldRole, counted: CountFilter? = nil, link: Link, linkID: Int, rule: FieldRule?,
    nullPercent: Int,
    locale: FakeLocale, catalog: FieldCatalog
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
  /// Whether it is the id of an object without a population, which nobody is asked for by.
  let isOwnID: Bool
  /// Whether no two members share its value, since a root field finds an object by it.
  var isUnique: Bool { !owner.unique.isEmpty && owner.unique.contains(field.name) && named.kind == .scalar }
  var isList: Bool { field.type.nullable.isList }
  /// Whether it leads to many objects: a list, or a page of one.
  var isMany: Bool { isList || page != nil }
}

/// What a field does.
enum FieldRole: Hashable, Sendable {
  /// The key of its object.
  case key
  /// A value, or a list of values, that is made up.
  case leaf
  /// How long the list is that the field with this number shows.
  case count(list: Int)
  /// Whether the object is in the viewer's list, the field with this number.
  case membership(list: Int)
  /// The key of the object, or the keys of the objects, to which the field with this number leads: `author_id` beside
  /// `author`.
  case linkKey(link: Int)
  /// An object that tells of the list that the field with this number shows.
  case meta(list: Int)
  /// One object, by a link.
  case toOne
  /// Many objects, by links.
  case toMany
  /// All objects of a type, at a root.
  case population
  /// The object that arguments name.
  case lookup
  /// The objects that a list of keys names: the argument's name.
  case lookups(argument: String)
  /// The same object at every time.
  case singleton
  /// Whoever asks.
  case viewer
  /// Objects that belong to the one that has the field.
  case part
  /// The query root, once more.
  case root
  case mutation
  case event
}

/// What fields of payloads are, by their names.
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

  /// Whether a payload's field tells of an object as it was: `previousValues`.
  static func isPast(_ name: String) -> Bool { words(of: name).first?.hasPrefix("previous") == true }

  static func isDeletedKey(_ name: String) -> Bool {
    let parts = words(of: name)
    return ["deleted", "removed", "destroyed"].contains(parts.first ?? "")
  }
}
