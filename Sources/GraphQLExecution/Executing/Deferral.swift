import GraphQLLanguage
import GraphQLSchema

/// An active `@defer` of a selection: which directive, and inside which other one it stands. One for every time that
/// a selection is prepared; the objects that the selection is executed on share it.
struct DeferUsage: Sendable {
  let label: String?
  /// Where the directive stands in the text; tells one directive from another.
  let mark: Int32
  /// The enclosing usage of the same operation, by its number.
  let parent: Int?
}

/// Which delivery each usage means at a place of the response: the deliveries of the objects around it.
final class DeliveryMap: Sendable {
  private let outer: DeliveryMap?
  private let entries: [(usage: Int, delivery: Int)]

  init(_ outer: DeliveryMap?, _ entries: [(usage: Int, delivery: Int)]) {
    self.outer = outer
    self.entries = entries
  }

  subscript(usage: Int) -> Int? {
    var next: DeliveryMap? = self
    while let map = next {
      if let entry = map.entries.first(where: { $0.usage == usage }) { return entry.delivery }
      next = map.outer
    }
    return nil
  }
}

/// An object of either source: what was deferred may belong to introspection.
enum DeferredObject<Object> {
  case service(Object)
  case introspection(IntrospectionSource.Object)
}

/// The rest of a list, of either source.
enum DeferredItems<Object> {
  case service(ArraySlice<Resolved<Object>>)
  case introspection(ArraySlice<Resolved<IntrospectionSource.Object>>)

  var isEmpty: Bool {
    switch self {
    case .service(let items): items.isEmpty
    case .introspection(let items): items.isEmpty
    }
  }
}

/// A deferred fragment of one object, which is delivered as a whole.
struct DeferredDelivery {
  let path: ResponsePath?
  let label: String?
  /// The delivery that has to be through before this one is announced.
  let parent: Int?
}

/// Fields of one object that some deliveries share.
struct DeferredFields<Object> {
  let deliveries: [Int]
  let selection: PreparedSelection
  let object: DeferredObject<Object>
  let path: ResponsePath?
  let depth: Int
  let map: DeliveryMap?
}

/// The rest of a list.
struct DeferredList<Object> {
  /// The field, with nothing deferred around it: the items are a beginning of their own.
  let field: PreparedField
  let item: Completion
  let path: ResponsePath
  let depth: Int
  let label: String?
  /// How many items there are already.
  var count: Int
  var rest: DeferredItems<Object>
}

/// What was found to be delivered later, in the order in which it was found.
enum FoundWork<Object> {
  case delivery(Int)
  case fields(DeferredFields<Object>)
  case list(DeferredList<Object>)
}

extension DeferredObject: Sendable where Object: Sendable {}
extension DeferredItems: Sendable where Object: Sendable {}
extension DeferredFields: Sendable where Object: Sendable {}
extension DeferredList: Sendable where Object: Sendable {}
extension FoundWork: Sendable where Object: Sendable {}
