import GraphQLLanguage
import OrderedJSON
package import Recordings

/// The change that a mutation makes, as far as requests show it: its root fields with their arguments, the caller, and
/// the headers that rules include.
///
/// Operation name, aliases and selections are left out: a client that renames an operation or selects more fields makes
/// the same change. Except for what may make the change itself: fields with arguments at any depth, and all fields below
/// a root without arguments, which may only group mutations: `cart { addItem(id: 1) { id } }`, `cart { clear }`.
/// A value that an earlier mutation of the session issued is identified by its origin, so that recording again, with
/// other ids, gives the same effects.
package struct Effect: Hashable, Sendable, CustomStringConvertible {
  package var hash: ContentHash { content.hash }
  /// The text for messages: `bookTrips(launchIds:["25"]) as alice`; an origin is written as `<createPost.id #1>`.
  package var text: String { content.text }
  /// Shared by all parts of a history that refer to the mutation, because there may be a million of them.
  let content: Content

  final class Content: Sendable {
    let hash: ContentHash
    let text: String

    init(hash: ContentHash, text: String) {
      self.hash = hash
      self.text = text
    }
  }

  package init(_ operation: StatedOperation, origins: Origins = Origins()) {
    var shown: [UInt8] = []
    var hashed: [UInt8] = Array("effect 1 \(operation.identity.description)\n".utf8)
    var reader = EffectReader(operation: operation, origins: origins)
    for root in operation.roots where root.name != "__typename" {
      if !shown.isEmpty { shown.append(0x20) }
      let field = reader.field(root, mayGroup: true, depth: 0)
      shown += field.shown
      hashed += field.hashed
      hashed.append(0x0A)
    }
    // Fragments in fragments select more fields than can be listed. Then only the same operation makes the same change.
    if reader.remainingFields <= 0 { hashed += operation.written }
    if let somebody = operation.identity.brief { shown += Array(" as \(somebody)".utf8) }
    for header in operation.headers where !DocumentKey.isOfDelivery(header) {
      shown += Array(" with \(header.name): \(header.value)".utf8)
      hashed += Array("with".utf8)
      hashed.appendPart(header.name.utf8)
      hashed.appendPart(header.value.utf8)
    }
    content = Content(hash: ContentHash(of: hashed), text: String(decoding: shown, as: UTF8.self))
  }

  package static func == (left: Effect, right: Effect) -> Bool { left.hash == right.hash }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  package var description: String { text }
}

/// Reads the fields of a mutation that may make its change.
private struct EffectReader {
  let operation: StatedOperation
  let origins: Origins
  /// At 0, fields were left out.
  var remainingFields = 10_000

  private static let depthLimit = 100

  /// `mayGroup` is true for a field that no field with arguments is above.
  mutating func field(_ field: CollectedField, mayGroup: Bool, depth: Int) -> EffectWriter {
    remainingFields -= 1
    var writer = EffectWriter(origins: origins)
    writer.hasArguments = !field.arguments.isEmpty
    writer.write(field.name, operation.arguments(of: field).sorted { $0.name.precedesByScalars($1.name) })
    let mayGroup = mayGroup && !writer.hasArguments
    var inner: [EffectWriter] = []
    for field in operation.fields(of: field.sets) where field.name != "__typename" {
      if depth == Self.depthLimit { remainingFields = 0 }
      guard remainingFields > 0 else { break }
      let field = self.field(field, mayGroup: mayGroup, depth: depth + 1)
      if mayGroup || field.hasArguments { inner.append(field) }
    }
    // In any order: only root fields are executed one after the other (specification section 6.2.2).
    writer.write(inner.sorted { $0.hashed.lexicographicallyPrecedes($1.hashed) })
    return writer
  }
}

/// Writes a field with its arguments in canonical form, for messages and for the hash at once.
private struct EffectWriter {
  let origins: Origins
  var shown: [UInt8] = []
  var hashed: [UInt8] = []
  /// True for a field with arguments, and for one that has such a field below it.
  var hasArguments = false

  mutating func write(_ inner: [EffectWriter]) {
    guard !inner.isEmpty else { return }
    both("{")
    for (index, field) in inner.enumerated() {
      if index > 0 { both(",") }
      shown += field.shown
      hashed += field.hashed
      if field.hasArguments { hasArguments = true }
    }
    both("}")
  }

  mutating func write(_ field: String, _ arguments: [StatedArgument]) {
    both(field)
    guard !arguments.isEmpty else { return }
    both("(")
    for (index, argument) in arguments.enumerated() {
      if index > 0 { both(",") }
      both(argument.name)
      both(":")
      write(argument.value, isID: argument.isID)
    }
    both(")")
  }

  /// Recurses as deep as a variable or a literal; their parsers bound both.
  private mutating func write(_ value: JSON, isID: Bool) {
    if let id = issuedID(value, isID), let origin = origins[id] {
      // A string starts with a quotation mark, so nothing else reads like an origin.
      shown += Array("<\(origin.description)>".utf8)
      hashed += Array("<\(origin.mutation.hash.hex)#\(origin.occurrence) \(origin.path)>".utf8)
      return
    }
    switch value {
    case .number(let number): both(number.canonicalText)
    case .array(let elements):
      both("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { both(",") }
        write(element, isID: isID)
      }
      both("]")
    case .object(let object):
      both("{")
      for (index, member) in object.sortedByName().members.enumerated() {
        if index > 0 { both(",") }
        both(member.name)
        both(":")
        write(member.value, isID: ObjectID.isName(member.name))
      }
      both("}")
    default:
      value.append(to: &shown)
      value.append(to: &hashed)
    }
  }

  /// Returns the id in a value. A short text or a number may be an id by chance (`quantity: 7` where 7 was issued), so
  /// it must be in an id's place; a long one, such as a token or a UUID, is unique anywhere.
  private func issuedID(_ value: JSON, _ isID: Bool) -> ObjectID? {
    if isID { return ObjectID(value) }
    guard case .string(let text) = value, text.utf8.count >= 16 else { return nil }
    return ObjectID(value)
  }

  private mutating func both(_ text: String) {
    shown += Array(text.utf8)
    hashed += Array(text.utf8)
  }
}
