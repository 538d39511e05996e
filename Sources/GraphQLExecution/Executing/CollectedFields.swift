import GraphQLLanguage

/// A selection set with its enclosing `@defer`.
struct Appearances {
  let set: SelectionSet
  let usage: Int?

  init(_ set: SelectionSet, usage: Int? = nil) {
    self.set = set
    self.usage = usage
  }
}

/// The fields of an object by response key, in order of first appearance.
struct CollectedFields {
  private(set) var groups: [Group] = []
  /// The `@defer`s that begin in the selection.
  var newUsages: [Int] = []
  private var indexes: [Slot: Int] = [:]

  /// The selections that are merged into one field.
  struct Group {
    let key: String
    /// With `fragmentwise` delivery, the `@defer` that owns this field.
    let bucket: Int?
    var nodes: [Field]
    /// With `once` delivery, the enclosing `@defer` of each node.
    var usages: [Int?]
  }

  private struct Slot: Hashable {
    let key: String
    let bucket: Int?
  }

  mutating func add(_ field: Field, usage: Int?, bucket: Int?) {
    let key = field.responseKey
    let slot = Slot(key: key, bucket: bucket)
    if let index = indexes[slot] {
      groups[index].nodes.append(field)
      groups[index].usages.append(usage)
    } else {
      indexes[slot] = groups.count
      groups.append(Group(key: key, bucket: bucket, nodes: [field], usages: [usage]))
    }
  }
}
