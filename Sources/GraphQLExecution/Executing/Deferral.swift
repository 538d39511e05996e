import GraphQLLanguage
import GraphQLSchema

/// An active `@defer` of a selection and the `@defer` around it. Made once each time a selection is prepared, and
/// shared by the objects that the selection is executed on.
struct DeferUsage: Sendable {
  let label: String?
  /// The directive's position in the text, which identifies it.
  let mark: Int32
  /// The index of the enclosing usage.
  let parent: Int?
}

/// The delivery of each usage at a place of the response, including those of the objects around it.
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

/// An object of either source: introspection can be deferred, too.
enum DeferredObject<Object> {
  case service(Object)
  case introspection(IntrospectionSource.Object)
}

/// The rest of a list, from either source.
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

/// A deferred fragment of one object.
struct DeferredDelivery {
  let path: ResponsePath?
  let label: String?
  /// The delivery that must be complete before this one is announced.
  let parent: Int?
}

/// Fields of one object that one or more deliveries need.
struct DeferredFields<Object> {
  let deliveries: [Int]
  let selection: PreparedSelection
  let object: DeferredObject<Object>
  let path: ResponsePath?
  let depth: Int
  let map: DeliveryMap?
}

/// The rest of a streamed list.
struct DeferredList<Object> {
  /// The field, without the `@defer`s around it: streamed items start anew.
  let field: PreparedField
  let item: Completion
  let path: ResponsePath
  let depth: Int
  let label: String?
  /// The number of items taken so far.
  var count: Int
  var rest: DeferredItems<Object>
}

/// Work found during execution, to be delivered later.
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
