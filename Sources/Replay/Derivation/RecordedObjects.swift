import OrderedJSON
import Recordings

/// The objects in recorded answers whose type and key are known, wherever they stand.
///
/// Servers answer the fields of one object the same way at all paths, with exceptions: a list has a shorter text. So a
/// field is taken from another path only if recordings of another object show that it has the same value at these two
/// paths, and none shows the opposite.
///
/// Many queries have most of their donors in common. Those are read once, as `base`, with what they show.
package final class RecordedObjects: Sendable {
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

  /// A recorded answer of a root field.
  struct LookupAnswer {
    let field: SelectedField
    let part: RecordedPart
  }

  let reader: PartReader
  /// Those of `base` first.
  let donors: [Donor]
  let lookups: [String: String]
  let base: RecordedObjects?
  /// The objects in the donors besides those of `base`.
  let own: Found
  /// The results for these donors so far.
  let knownEvidence = BoundedCache<Leaf, Evidence>(byteLimit: memoLimit)
  let knownAmbiguity = BoundedCache<Scope, Bool>(byteLimit: memoLimit)
  let knownJudgments = BoundedCache<LookupPlace, LookupJudgment>(byteLimit: memoLimit)

  private static let memoLimit = 256 << 10

  /// Finds the objects; nil if there are too many.
  ///
  /// - Parameters:
  ///   - donors: with one answer each, without errors. Others are ignored.
  ///   - base: The objects of other donors, with the same look-ups.
  ///   - lookups: The root fields that look an object up, with the argument that is its key, by the endpoint's rules.
  ///   - hints: The schema's types, if there is one.
  package init?(
    _ donors: [Donor], besides base: RecordedObjects? = nil, lookups: [String: String], hints: any SchemaHints
  ) {
    reader = PartReader(hints: hints)
    self.lookups = lookups
    self.base = base
    self.donors = (base?.donors ?? []) + donors
    var found = Found(reader: reader, lookups: lookups)
    let first = base?.donors.count ?? 0
    for (index, donor) in donors.enumerated() where donor.answers.count == 1 && donor.answers[0].errors.isEmpty {
      found.add(donor, first + index)
      if found.count > Found.limit { return nil }
    }
    own = found
  }

  /// True if there are no objects.
  var isEmpty: Bool { own.count == 0 && base?.isEmpty != false }

  /// The approximate size in bytes.
  package var heldBytes: Int { 3 * Self.memoLimit + 1_000 * own.count }

  // MARK: Looking up

  /// The occurrences of an object.
  func occurrences(of identity: Identity) -> [Occurrence] {
    (base?.occurrences(of: identity) ?? []) + (own.occurrences[identity] ?? [])
  }

  /// Returns the occurrences of an object that others of its fields may be joined from, with its scope.
  func occurrences(ofType type: String, _ keys: [ObjectKey], context: Set<String>) -> [(Scope, Occurrence)] {
    let context = context.sorted { $0.precedesByScalars($1) }
    let fields = reader.keyFields(of: type)
    return keys.filter { fields.contains($0.field) }.flatMap { key in
      let scope = Scope(type: type, keyField: key.field, context: context)
      return occurrences(of: Identity(scope: scope, key: key.text)).map { (scope, $0) }
    }
  }

  /// The types of all objects.
  var types: Set<String> { Set(own.identities.keys.map(\.type)).union(base?.types ?? []) }

  /// Returns the recorded answers of a root field with arguments.
  func answers(of root: String) -> [LookupAnswer] {
    (base?.answers(of: root) ?? []) + (own.lookupAnswers[root] ?? [])
  }

  /// Returns the recorded keys of an object with several recorded values.
  func keys(of parts: [RecordedPart], type: String) -> [ObjectKey] {
    var keys: [ObjectKey] = []
    for part in parts {
      for key in own.recordedKeys(of: part, reader.members(of: part, type: type), type: type)
      where !keys.contains(key) {
        keys.append(key)
      }
    }
    return keys
  }
}

extension RecordedObjects {
  /// The objects in some donors.
  struct Found {
    /// The most objects. With more, nothing is joined by key or looked up.
    static let limit = 20_000

    let reader: PartReader
    let lookups: [String: String]
    private(set) var occurrences: [Identity: [Occurrence]] = [:]
    private(set) var identities: [Scope: [Identity]] = [:]
    /// The answers of root fields with arguments, by name.
    private(set) var lookupAnswers: [String: [LookupAnswer]] = [:]
    private(set) var count = 0

    init(reader: PartReader, lookups: [String: String]) {
      self.reader = reader
      self.lookups = lookups
    }

    /// Adds the objects in a donor's only answer.
    mutating func add(_ donor: Donor, _ index: Int) {
      let root = RecordedPart(
        donor.answers[0].data, DonorSelections([DonorSelection(fields: donor.fields, isCertain: true)]))
      for member in reader.members(of: root, type: reader.hints.queryType, isRoot: true) {
        guard let part = member.part(of: root) else { continue }
        if !member.field.arguments.isEmpty {
          lookupAnswers[member.field.name, default: []].append(LookupAnswer(field: member.field, part: part))
        }
        add(
          part, of: member.field, donor: index, path: [], shape: [], context: [],
          declared: reader.type(of: member, on: "Query"))
      }
    }

    private mutating func add(
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

    /// Returns the recorded keys of an object.
    func recordedKeys(of object: RecordedPart, _ members: [PartReader.Member], type: String) -> [ObjectKey] {
      keyFields(of: type).compactMap { name in
        guard let member = members.first(where: { $0.field.isPlain(name) }),
          let text = object.value[member.key]?.keyText
        else { return nil }
        return ObjectKey(field: name, text: text)
      }
    }
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
}
