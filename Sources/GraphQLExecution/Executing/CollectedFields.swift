import GraphQLLanguage

/// A selection set with the `@defer` that it stands in.
struct Appearances {
  let set: SelectionSet
  let usage: Int?

  init(_ set: SelectionSet, usage: Int? = nil) {
    self.set = set
    self.usage = usage
  }
}

/// The fields of an object by response key, in the order of the first appearance of each key.
struct CollectedFields {
  private(set) var groups: [Group] = []
  /// The `@defer`s that begin in the selection.
  var newUsages: [Int] = []
  private var indexes: [Slot: Int] = [:]

  /// What is merged to one field.
  struct Group {
    let key: String
    /// The `@defer` whose own field this is, where each fragment is delivered whole.
    let bucket: Int?
    var nodes: [Field]
    /// For each node the `@defer` that it stands in, where each value is delivered once.
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
