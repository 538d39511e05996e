import OrderedJSON
import Recordings

/// The objects in recorded answers whose type and key are known, wherever they stand.
///
/// Servers answer the fields of one object the same way at all paths, with exceptions: a list has a shorter text. So a
/// field is taken from another path only if recordings of another object show that it has the same value at these two
/// paths, and none shows the opposite.
final class RecordedObjects {
  /// The objects of one type that one key field identifies, below the same arguments.
  struct Scope: Hashable {
    let type: String
    let keyField: String
    /// The arguments on the path, sorted, without those that select members of a list, and without the one that looks
    /// the object up. Those that look up an object around it count: an id may be unique only there.
    let context: [String]
  }

  struct Identity: Hashable {
    let scope: Scope
    let key: String
  }

  /// An object in an answer. Its path has the fields from the root, without indices of lists.
  struct Occurrence {
    let donor: Int
    let path: [ContentHash]
    let shape: Shape
    let part: RecordedPart
  }

  /// A path by the names of its fields, with the arguments that are in the context: `products`, `product`.
  typealias Shape = [String]

  /// The recorded values of a leaf at the objects of a scope.
  struct Evidence {
    /// The shapes of two paths at which an object has the same value.
    var agreeing: Set<Set<Shape>> = []
    /// True if an object has two values.
    var differs = false
  }

  /// The most objects. With more, nothing is joined by key or looked up.
  private static let limit = 20_000

  let reader: PartReader
  let donors: [Donor]
  let lookups: [String: String]
  private(set) var occurrences: [Identity: [Occurrence]] = [:]
  private(set) var identities: [Scope: [Identity]] = [:]
  private var evidence: [Scope: [[String]: Evidence]] = [:]
  private var ambiguous: [Scope: Bool] = [:]
  private(set) var lookupAnswers: [LookupAnswer] = []
  private var count = 0

  /// Finds the objects; nil if there are none, or too many.
  ///
  /// - Parameters:
  ///   - donors: with one answer each, without errors. Others are ignored.
  ///   - lookups: The root fields that look an object up, with the argument that is its key, by the endpoint's rules.
  ///   - hints: The schema's types, if there is one.
  init?(_ donors: [Donor], lookups: [String: String], hints: any SchemaHints) {
    reader = PartReader(hints: hints)
    self.lookups = lookups
    self.donors = donors
    for (index, donor) in donors.enumerated() where donor.answers.count == 1 && donor.answers[0].errors.isEmpty {
      let root = RecordedPart(donor.answers[0].data, [DonorSelection(fields: donor.fields, isCertain: true)])
      for member in reader.members(of: root, type: hints.queryType, isRoot: true) {
        guard let part = member.part(of: root) else { continue }
        noteAnswer(part, of: member.field)
        add(
          part, of: member.field, donor: index, path: [], shape: [], context: [],
          declared: reader.type(of: member, on: "Query"))
      }
      if count > Self.limit { return nil }
    }
    if count == 0 { return nil }
  }

  private func add(
    _ part: RecordedPart, of field: SelectedField, donor: Int, path: [ContentHash], shape: Shape,
    context: Set<String>, declared: String?
  ) {
    let path = path + [field.identity]
    var membersByType: [String: [PartReader.Member]] = [:]
    for (object, isElement) in part.objects() {
      let type = reader.type(of: object, declared: declared)
      let members = membersByType[type ?? ""] ?? reader.members(of: object, type: type)
      membersByType[type ?? ""] = members
      let keys = type.map { recordedKeys(of: object, members, type: $0) } ?? []
      let own = field.context(of: isElement ? nil : type, keys)
      let shape = shape + [field.shape(own)]
      count += 1
      if let type {
        for key in keys {
          let scope = Scope(
            type: type, keyField: key.field, context: context.union(own).sorted { $0.precedesByScalars($1) })
          let identity = Identity(scope: scope, key: key.text)
          if occurrences[identity] == nil { identities[scope, default: []].append(identity) }
          occurrences[identity, default: []].append(Occurrence(donor: donor, path: path, shape: shape, part: object))
        }
      }
      let inner = context.union(field.context(of: nil, []))
      for member in members where member.field.children != nil {
        guard let value = member.part(of: object) else { continue }
        add(
          value, of: member.field, donor: donor, path: path, shape: shape, context: inner,
          declared: reader.type(of: member, on: type ?? declared))
      }
    }
  }

  /// The fields that identify the objects of a type, those that only a rule for look-ups names included.
  private func keyFields(of type: String) -> [String] {
    var fields = reader.keyFields(of: type)
    for argument in Set(lookups.values).sorted(by: { $0.precedesByScalars($1) }) {
      let field = SelectedField.keyField(argument, of: type)
      if !fields.contains(field) { fields.append(field) }
    }
    return fields
  }

  /// Returns the recorded keys of an object with several recorded values.
  func keys(of parts: [RecordedPart], type: String) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    for part in parts {
      for key in recordedKeys(of: part, reader.members(of: part, type: type), type: type) where !keys.contains(key) {
        keys.append(key)
      }
    }
    return keys
  }

  /// Returns the recorded keys of an object.
  func recordedKeys(of object: RecordedPart, _ members: [PartReader.Member], type: String) -> [ObjectKey] {
    keyFields(of: type).compactMap { name in
      guard let member = members.first(where: { $0.field.isPlain(name) }), let text = object.value[member.key]?.keyText
      else { return nil }
      return ObjectKey(field: name, text: text)
    }
  }

  /// Returns the occurrences of an object that others of its fields may be joined from, with its scope.
  func occurrences(ofType type: String, _ keys: [ObjectKey], context: Set<String>) -> [(Scope, Occurrence)] {
    let context = context.sorted { $0.precedesByScalars($1) }
    let fields = reader.keyFields(of: type)
    return keys.filter { fields.contains($0.field) }.flatMap { key in
      let scope = Scope(type: type, keyField: key.field, context: context)
      return (occurrences[Identity(scope: scope, key: key.text)] ?? []).map { (scope, $0) }
    }
  }

  /// A recorded answer of a root field.
  struct LookupAnswer {
    let field: SelectedField
    let part: RecordedPart
  }

  private func noteAnswer(_ part: RecordedPart, of field: SelectedField) {
    if !field.arguments.isEmpty { lookupAnswers.append(LookupAnswer(field: field, part: part)) }
  }

  // MARK: Evidence

  /// Returns what the recordings show of a leaf: a chain of asked fields from an object to one without selections.
  func evidence(for leaf: [SelectedField], in scope: Scope) -> Evidence {
    let chain = leaf.flatMap { [$0.identity.hex] + $0.conditions }
    if let known = evidence[scope]?[chain] { return known }
    var result = Evidence(differs: isAmbiguous(scope))
    for identity in identities[scope] ?? [] where !result.differs {
      let values = (occurrences[identity] ?? []).compactMap { occurrence in
        reader.value(of: leaf[...], in: occurrence.part, declared: scope.type).map { (occurrence, $0) }
      }
      guard let first = values.first?.1 else { continue }
      if values.contains(where: { $0.1 != first }) { result.differs = true }
      guard first.isEvidence else { continue }
      var paths: [Shape: Set<[ContentHash]>] = [:]
      for (occurrence, _) in values { paths[occurrence.shape, default: []].insert(occurrence.path) }
      for (shape, found) in paths {
        if found.count > 1 { result.agreeing.insert([shape]) }
        for other in paths.keys where other != shape { result.agreeing.insert([shape, other]) }
      }
    }
    evidence[scope, default: [:]][chain] = result
    return result
  }

  /// Indicates whether a key has two objects: two occurrences at paths of one shape differ, so the path is not the cause.
  private func isAmbiguous(_ scope: Scope) -> Bool {
    if let known = ambiguous[scope] { return known }
    let result = (identities[scope] ?? []).contains { identity in
      var leaves: [Shape: [[String]: JSON]] = [:]
      return (occurrences[identity] ?? []).contains { occurrence in
        reader.leaves(of: occurrence.part, declared: scope.type).contains { leaf, value in
          if let known = leaves[occurrence.shape]?[leaf] { return known != value }
          leaves[occurrence.shape, default: [:]][leaf] = value
          return false
        }
      }
    }
    ambiguous[scope] = result
    return result
  }
}

/// A key of an object: the value of a field that identifies it.
struct ObjectKey: Hashable {
  let field: String
  let text: String
}

extension JSON {
  /// The text of a key; nil if this is no key.
  var keyText: String? { stringValue ?? numberValue?.canonicalText }

  /// Indicates whether equal values at two paths show anything: they have a scalar, and no null.
  fileprivate var isEvidence: Bool {
    switch self {
    case .null: false
    case .array(let elements): !elements.isEmpty && elements.allSatisfy(\.isEvidence)
    default: true
    }
  }
}
